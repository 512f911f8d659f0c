/// The timeline of a file: what happens when.
#include "io/scenario/load/load.h"

#include <math.h>

/// Spawned groups come after those of the start, in the order of the file.
static bool load_spawn(VeerLoader *loader, const VeerTimelineSpec *spec, VeerTimelineEvent *event,
                       uint32_t *next_group)
{
    VeerScenario *scenario = loader->scenario;
    VeerGroup *group = &scenario->groups[*next_group];
    uint32_t first = 0, count = 0;
    event->group = *next_group;
    if (!veer_load_group(loader, spec->spawned, (*next_group)++, 0) ||
        !veer_load_group_goal(loader, spec->spawned, group)) {
        return false;
    }
    bool is_taken =
        group->spec.name &&
        veer_find_agents(loader, spec->spawned, group->spec.name, VEER_ALL, &first, &count) &&
        first != group->first;
    return !is_taken || veer_reader_fail(&loader->reader, spec->spawned,
                                         "another group is named \"%.60s\" too", group->spec.name);
}

static bool load_go_to(VeerLoader *loader, const VeerTimelineSpec *spec, VeerTimelineEvent *event)
{
    const VeerScenario *scenario = loader->scenario;
    const VeerGroup *group = scenario->groups;
    while (group->first + group->count <= event->first) {
        group++;
    }
    return veer_load_goal(loader, spec->goal, group, &event->goal);
}

/// What an event is about: the agents of "group" or the obstacles of "obstacle".
static bool load_subject(VeerLoader *loader, const VeerNode *node, const VeerTimelineSpec *spec,
                         VeerTimelineEvent *event)
{
    if ((spec->group != NULL) == (spec->obstacle != NULL)) {
        return veer_reader_fail(&loader->reader, node, "needs one of \"group\" and \"obstacle\"");
    }
    event->is_obstacle = spec->obstacle != NULL;
    return event->is_obstacle ? veer_find_obstacles(loader, node, spec->obstacle, spec->index,
                                                    &event->first, &event->count)
                              : veer_find_agents(loader, node, spec->group, spec->index,
                                                 &event->first, &event->count);
}

static bool is_driven(const VeerObstacleDef *def)
{
    return def->motion == VEER_MOTION_VELOCITY || def->motion == VEER_MOTION_FREE;
}

/// What a velocity is set of must move by it.
static bool check_motion(VeerLoader *loader, const VeerNode *node, const VeerTimelineEvent *event)
{
    for (uint32_t i = 0; i < event->count; i++) {
        if (!is_driven(&loader->scenario->obstacles[event->first + i])) {
            return veer_reader_fail(&loader->reader, node,
                                    "the obstacle's motion must be \"velocity\" or \"free\"");
        }
    }
    return true;
}

/// What a squad is told.
static bool load_telling(VeerLoader *loader, const VeerNode *node, const VeerTimelineSpec *spec,
                         VeerTimelineEvent *event)
{
    event->is_appended = spec->is_appended;
    if (!veer_find_squad(loader, node, spec->squad, &event->squad)) {
        return false;
    }
    if (event->kind == VEER_TIMELINE_CANCEL) {
        return true;
    }
    event->order = veer_reader_take(&loader->reader, 1, sizeof *event->order);
    return event->order && veer_load_order(loader, spec->order, event->order);
}

/// What opens or closes: a part of the map, or one of its links.
static bool load_door(VeerLoader *loader, const VeerNode *node, const VeerTimelineSpec *spec,
                      VeerTimelineEvent *event)
{
    const VeerScenario *scenario = loader->scenario;
    bool has_box = !isnan(spec->lower.x) && !isnan(spec->upper.x);
    bool has_part = has_box || !isnan(spec->lower.x) || !isnan(spec->upper.x);
    bool has_link = spec->link != VEER_ALL;
    if (!scenario->map && !scenario->voxels && !scenario->mesh && !scenario->graph) {
        return veer_reader_fail(&loader->reader, node, "needs the scenario's \"map\"");
    }
    if (has_link ? has_part : !has_box) {
        return veer_reader_fail(&loader->reader, node,
                                "needs \"lower\" and \"upper\", or \"link\"");
    }
    if (has_link && spec->link >= scenario->map_def.max_links) {
        return veer_reader_fail(&loader->reader, veer_node_member(node, "link"),
                                "must be below %u, how many links the map has",
                                (unsigned)scenario->map_def.max_links);
    }
    event->lower = spec->lower;
    event->upper = spec->upper;
    event->link = spec->link;
    return true;
}

static bool load_event(VeerLoader *loader, const VeerNode *node, VeerTimelineEvent *event,
                       uint32_t *next_group)
{
    const VeerVec3 none = {NAN, NAN, NAN};
    VeerTimelineSpec spec = {.index = VEER_ALL, .link = VEER_ALL, .lower = none, .upper = none};
    uint32_t kind = 0;
    if (!veer_reader_kind(&loader->reader, node, veer_timeline_schemas, VEER_TIMELINE_KINDS,
                          &kind) ||
        !veer_reader_object(&loader->reader, node, &veer_timeline_schemas[kind], &spec)) {
        return false;
    }
    event->kind = (VeerTimelineKind)kind;
    event->at = spec.at;
    if (event->kind == VEER_TIMELINE_SPAWN) {
        return load_spawn(loader, &spec, event, next_group);
    }
    if (event->kind == VEER_TIMELINE_ORDER || event->kind == VEER_TIMELINE_CANCEL) {
        return load_telling(loader, node, &spec, event);
    }
    if (kind == VEER_TIMELINE_CLOSE || kind == VEER_TIMELINE_OPEN) {
        return load_door(loader, node, &spec, event);
    }
    if (!load_subject(loader, node, &spec, event)) {
        return false;
    }
    event->vector = event->kind == VEER_TIMELINE_MOVE ? spec.to : spec.velocity;
    if (event->kind == VEER_TIMELINE_GO_TO) {
        return load_go_to(loader, &spec, event);
    }
    return event->kind != VEER_TIMELINE_SET_VELOCITY || check_motion(loader, node, event);
}

/// Puts the last of events[last + 1] where it belongs among those before it.
static void sort_in(VeerTimelineEvent *events, uint32_t last)
{
    VeerTimelineEvent moved = events[last];
    for (; last > 0 && events[last - 1].at > moved.at; last--) {
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
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    if (!node) {
        return loader->reader.status == VEER_OK;
    }
    if (list->count > MOST) {
        return veer_reader_fail(&loader->reader, list, "must have <= %d events, has %u", MOST,
                                (unsigned)list->count);
    }
    scenario->events = veer_reader_take(&loader->reader, list->count, sizeof *scenario->events);
    if (!scenario->events) {
        return false;
    }
    for (; node; node = node->next) {
        if (!load_event(loader, node, &scenario->events[scenario->event_count++], &next_group)) {
            return false;
        }
    }
    sort_events(scenario->events, scenario->event_count);
    return true;
}
