/// The timeline of a file: what happens when.
#include "io/scenario/load/load.h"

#include <math.h>

/// Spawned groups come after those of the start, in the order of the file.
static bool load_spawn(VeerLoader *loader, VeerTimelineEvent *event)
{
    const VeerNode *node = event->spec.spawned;
    return veer_load_group(loader, node, event->group, 0) &&
           veer_load_group_goal(loader, node, &loader->scenario->groups[event->group]);
}

static bool load_go_to(VeerLoader *loader, VeerTimelineEvent *event)
{
    const VeerGroup *group = loader->scenario->groups;
    while (group->first + group->count <= event->target.first) {
        group++;
    }
    return veer_load_goal(loader, event->spec.goal, group, &event->goal);
}

/// What an event is about: the agents of "group" or the obstacles of "obstacle".
static bool load_subject(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    const VeerTimelineSpec *spec = &event->spec;
    return veer_reader_check(&loader->reader, node, !spec->group != !spec->obstacle,
                             "needs one of \"group\" and \"obstacle\"") &&
           veer_target_find(loader, node, spec->group, spec->obstacle, spec->index, &event->target);
}

static bool is_driven(const VeerObstacleDef *def)
{
    return def->motion == VEER_MOTION_VELOCITY || def->motion == VEER_MOTION_FREE;
}

/// What a velocity is set of must move by it.
static bool check_motion(VeerLoader *loader, const VeerNode *node, const VeerTimelineEvent *event)
{
    bool are_driven = true;
    for (uint32_t i = 0; i < event->target.count; i++) {
        are_driven &= is_driven(&loader->scenario->obstacles[event->target.first + i]);
    }
    return veer_reader_check(&loader->reader, node, are_driven,
                             "the obstacle's motion must be \"velocity\" or \"free\"");
}

/// What a squad is told.
static bool load_telling(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    if (!veer_target_by_name(loader, node, VEER_TARGET_SQUAD, event->spec.squad, VEER_ALL,
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
static bool check_door(VeerLoader *loader, const VeerNode *node, const VeerTimelineSpec *spec)
{
    const VeerScenario *scenario = loader->scenario;
    bool has_box = !isnan(spec->lower.x) && !isnan(spec->upper.x);
    bool has_part = has_box || !isnan(spec->lower.x) || !isnan(spec->upper.x);
    bool has_link = spec->link != VEER_ALL;
    return veer_reader_check(&loader->reader, node, veer_scenario_has_map(scenario),
                             "needs the scenario's \"map\"") &&
           veer_reader_check(&loader->reader, node, has_link ? !has_part : has_box,
                             "needs \"lower\" and \"upper\", or \"link\"") &&
           (!has_link || spec->link < scenario->def.map.max_links ||
            veer_reader_fail(&loader->reader, veer_node_member(node, "link"),
                             "must be below %u, how many links the map has",
                             (unsigned)scenario->def.map.max_links));
}

static bool load_by_kind(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    switch (event->kind) {
    case VEER_TIMELINE_SPAWN:
        return load_spawn(loader, event);
    case VEER_TIMELINE_ORDER:
    case VEER_TIMELINE_CANCEL:
        return load_telling(loader, node, event);
    case VEER_TIMELINE_CLOSE:
    case VEER_TIMELINE_OPEN:
        return check_door(loader, node, &event->spec);
    case VEER_TIMELINE_GO_TO:
        return load_subject(loader, node, event) && load_go_to(loader, event);
    case VEER_TIMELINE_SET_VELOCITY:
        return load_subject(loader, node, event) && check_motion(loader, node, event);
    default:
        return load_subject(loader, node, event);
    }
}

static bool load_event(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event)
{
    const VeerVec3 none = {NAN, NAN, NAN};
    uint32_t kind = 0;
    event->spec =
        (VeerTimelineSpec){.index = VEER_ALL, .link = VEER_ALL, .lower = none, .upper = none};
    bool is_read = veer_reader_variant(&loader->reader, node, veer_timeline_schemas,
                                       VEER_TIMELINE_KINDS, &kind, &event->spec);
    event->kind = (VeerTimelineKind)kind;
    return is_read && load_by_kind(loader, node, event);
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
    uint32_t next_group = scenario->start_group_count;
    scenario->events =
        veer_reader_take_list(&loader->reader, list, "events", MOST, sizeof *scenario->events);
    bool is_loaded = scenario->events;
    for (const VeerNode *node = list ? list->first : NULL; node && is_loaded; node = node->next) {
        VeerTimelineEvent *event = &scenario->events[scenario->event_count++];
        event->group = next_group;
        is_loaded = load_event(loader, node, event);
        next_group += event->kind == VEER_TIMELINE_SPAWN;
    }
    sort_events(scenario->events, scenario->event_count);
    return is_loaded;
}
