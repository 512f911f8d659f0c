/// The timeline of a file: what happens when.
#include "io/scenario/load/load.h"

#include <math.h>

typedef bool LoadEvent(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event);

/// Spawned groups come after those of the start, in the order of the file.
static bool load_spawn(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    (void)node;
    event->group = loader->next_group++;
    return veer_load_group(loader, event->spec.spawned, event->group, 0) &&
           veer_load_group_goal(loader, event->spec.spawned,
                                &loader->scenario->groups[event->group]);
}

/// What an event is about: the agents of "group" or the obstacles of "obstacle".
static bool load_subject(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    const VeerTimelineSpec *spec = &event->spec;
    return veer_reader_check(&loader->reader, node, !spec->group != !spec->obstacle,
                             "needs one of \"group\" and \"obstacle\"") &&
           veer_target_find(loader, node, spec->group, spec->obstacle, spec->index, &event->target);
}

static bool load_go_to(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    const VeerGroup *group = loader->scenario->groups;
    if (!load_subject(loader, node, event)) {
        return false;
    }
    while (group->first + group->count <= event->target.first) {
        group++;
    }
    return veer_load_goal(loader, event->spec.goal, group, &event->goal);
}

static bool is_driven(const VeerObstacleDef *def)
{
    return def->motion == VEER_MOTION_VELOCITY || def->motion == VEER_MOTION_FREE;
}

/// What a velocity is set of must move by it.
static bool load_driving(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    if (!load_subject(loader, node, event)) {
        return false;
    }
    bool are_driven = true, can_turn = true;
    for (uint32_t i = 0; i < event->target.count; i++) {
        const VeerObstacleDef *def = &loader->scenario->obstacles[event->target.first + i];
        are_driven &= is_driven(def);
        can_turn &= isnan(event->spec.turn_rate) || def->vertex_count > 0;
    }
    return veer_reader_check(&loader->reader, node, are_driven,
                             "the obstacle's motion must be \"velocity\" or \"free\"") &&
           veer_reader_check(&loader->reader, veer_node_member(node, "turn_rate"), can_turn,
                             "goes with chains, polygons and planar boxes only");
}

/// What a squad is told.
static bool load_telling(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    if (!veer_target_by_name(loader, node, VEER_NAMED_SQUAD, event->spec.squad, VEER_ALL,
                             &event->target)) {
        return false;
    }
    if (event->kind == VEER_TIMELINE_CANCEL) {
        return true;
    }
    event->order = veer_reader_take(&loader->reader, 1, sizeof *event->order);
    return event->order && veer_load_order(loader, event->spec.order, event->order);
}

/// What opens or closes: a part of the map, or one of its links.
static bool check_door(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    const VeerTimelineSpec *spec = &event->spec;
    const VeerScenario *scenario = loader->scenario;
    bool has_box = !isnan(spec->lower.x) && !isnan(spec->upper.x);
    bool has_part = has_box || !isnan(spec->lower.x) || !isnan(spec->upper.x);
    bool has_link = spec->link != VEER_ALL;
    return veer_reader_check(&loader->reader, node, veer_scenario_has_map(scenario),
                             "needs the scenario's \"map\"") &&
           veer_reader_check(&loader->reader, node, has_link ? !has_part : has_box,
                             "needs \"lower\" and \"upper\", or \"link\"") &&
           veer_reader_check(&loader->reader, veer_node_member(node, "link"),
                             !has_link || spec->link < scenario->def.map.max_links,
                             "must be below %u, how many links the map has",
                             (unsigned)scenario->def.map.max_links);
}

static LoadEvent *const load_by_kind[VEER_TIMELINE_KINDS] = {
    load_spawn,   load_go_to, load_subject, load_subject, load_subject,
    load_driving, check_door, check_door,   load_telling, load_telling};

static bool load_event(VeerLoader *loader, const VeerNode *node)
{
    VeerScenario *scenario = loader->scenario;
    VeerTimelineEvent *event = &scenario->events[scenario->event_count++];
    const VeerVec3 none = {NAN, NAN, NAN};
    uint32_t kind = 0;
    event->spec = (VeerTimelineSpec){
        .index = VEER_ALL, .link = VEER_ALL, .lower = none, .upper = none, .turn_rate = NAN};
    if (!veer_reader_variant(&loader->reader, node, veer_timeline_schemas, VEER_TIMELINE_KINDS,
                             &kind, &event->spec)) {
        return false;
    }
    event->kind = (VeerTimelineKind)kind;
    return load_by_kind[kind](loader, node, event);
}

/// Puts the last of events[last + 1] where it belongs among those before it.
static void sort_in(VeerTimelineEvent *events, uint32_t last)
{
    VeerTimelineEvent moved = events[last];
    for (; last > 0 && events[last - 1].spec.at > moved.spec.at; last--) {
        events[last] = events[last - 1];
    }
    events[last] = moved;
}

/// Sorts by time; events of one time keep the order of the file (insertion is stable).
static void sort_events(VeerTimelineEvent *events, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        sort_in(events, i);
    }
}

bool veer_load_timeline(VeerLoader *loader)
{
    /// Insertion sort is quadratic; more are not written by hand.
    enum { MOST = 10000 };
    VeerScenario *scenario = loader->scenario;
    const VeerNode *list = loader->file.timeline;
    loader->next_group = scenario->start_group_count;
    scenario->events =
        veer_reader_take_list(&loader->reader, list, "events", MOST, sizeof *scenario->events);
    if (!scenario->events || !veer_load_each(loader, list, load_event)) {
        return false;
    }
    sort_events(scenario->events, scenario->event_count);
    return true;
}
