/// The groups of a file, the names that others know them by, and their goals.
#include "io/scenario/load/load.h"
#include "io/scenario/place/place.h"

#include <math.h>
#include <string.h>

/// Goals that are places: a point for each agent of the group, or one for all.
static bool load_points(VeerLoader *loader, const VeerNode *node, const VeerPlaceSpec *spec,
                        const VeerGroup *group, VeerGoal *goal)
{
    uint32_t natural = veer_place_count(spec);
    goal->count = natural == 1 ? 1 : group->count;
    goal->points = veer_reader_take(&loader->reader, goal->count, sizeof *goal->points);
    if (!goal->points) {
        return false;
    }
    const VeerScenario *scenario = loader->scenario;
    uint32_t index = (uint32_t)(group - scenario->groups);
    VeerPlaceRequest request = {
        .node = node,
        .spec = spec,
        .radii = group->radii,
        .count = goal->count,
        .purpose = VEER_FOR_GOAL,
        .owner = index,
        .other_count = index < scenario->start_group_count ? index : 0,
        .is_goal = true,
        .starts = group->spec.has_route && goal->count == group->count ? group->positions : NULL,
    };
    return veer_place_bodies(loader, &request, goal->points);
}

bool veer_load_goal(VeerLoader *loader, const VeerNode *node, const VeerGroup *group,
                    VeerGoal *goal)
{
    VeerPlaceSpec spec;
    if (!veer_load_place(loader, node, VEER_GOAL_KINDS, &spec)) {
        return false;
    }
    goal->kind = spec.kind;
    switch (spec.kind) {
    case VEER_GOAL_KIND_MIRRORED:
    case VEER_GOAL_KIND_OFFSET:
    case VEER_GOAL_KIND_VELOCITY:
        goal->vector = spec.vector;
        return true;
    case VEER_GOAL_KIND_TOUR:
        goal->points = spec.points.at;
        goal->count = spec.points.count;
        loader->scenario->has_tours = true;
        return true;
    case VEER_GOAL_KIND_AGENT:
    case VEER_GOAL_KIND_OBSTACLE:
        return veer_target_find(loader, node, spec.group, spec.obstacle, spec.index, &goal->target);
    case VEER_GOAL_KIND_NONE:
        return true;
    default:
        return load_points(loader, node, &spec, group, goal);
    }
}

bool veer_load_group_goal(VeerLoader *loader, const VeerNode *node, VeerGroup *group)
{
    const VeerNode *goal = veer_node_member(node, "goal");
    goal = goal ? goal : veer_node_member(loader->file.defaults, "goal");
    group->goal.kind = VEER_GOAL_KIND_NONE;
    return !goal || veer_load_goal(loader, goal, group, &group->goal);
}

/// Deals the scene's size out to the groups by their shares, so that the sum is exact.
static bool load_all(VeerLoader *loader, const VeerNode *groups)
{
    double shares = 0.0, dealt = 0.0;
    for (const VeerNode *node = groups->first; node; node = node->next) {
        double share =
            veer_reader_peek(node, "share", veer_reader_peek(loader->file.defaults, "share", 0.0));
        uint32_t count = 0;
        if (share > 0.0) {
            if (!loader->file.agents) {
                return veer_reader_fail(&loader->reader, node,
                                        "\"share\" needs the scene's \"agents\"");
            }
            shares += share;
            double upto = floor(shares * loader->file.agents + 0.5);
            count = upto > dealt && upto <= VEER_MAX_AGENTS ? (uint32_t)(upto - dealt) : 0;
            dealt = upto;
        } else if (groups->count == 1) {
            count = loader->file.agents;
        }
        if (!veer_load_group(loader, node, node->index, count)) {
            return false;
        }
    }
    return veer_reader_check(&loader->reader, groups, shares <= 1.0 + 1e-6,
                             "the shares must sum to <= 1, make %.9g", shares);
}

static bool load_own_goal(VeerLoader *loader, const VeerNode *node)
{
    return veer_load_group_goal(loader, node, &loader->scenario->groups[node->index]);
}

static uint32_t count_spawns(const VeerNode *timeline)
{
    uint32_t count = 0;
    const VeerNode *node = timeline && timeline->kind == VEER_NODE_ARRAY ? timeline->first : NULL;
    for (; node; node = node->next) {
        const VeerNode *kind = veer_node_member(node, "kind");
        count += kind && kind->kind == VEER_NODE_STRING && strcmp(kind->value.string, "spawn") == 0;
    }
    return count;
}

/// More are not written by hand, and each takes some kilobytes.
enum { MAX_GROUPS = 10000 };

bool veer_load_groups(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    const VeerNode *groups = loader->file.groups;
    if (groups && !veer_reader_expect(&loader->reader, groups, VEER_NODE_ARRAY)) {
        return false;
    }
    scenario->start_group_count = groups ? groups->count : 0;
    scenario->group_count = scenario->start_group_count + count_spawns(loader->file.timeline);
    if (!veer_reader_check(&loader->reader, groups, scenario->group_count <= MAX_GROUPS,
                           "must be at most 10000 groups, with those that spawn")) {
        return false;
    }
    if (scenario->def.max_profiles < scenario->group_count) {
        scenario->def.max_profiles = scenario->group_count; // at most one each
    }
    scenario->groups =
        veer_reader_take(&loader->reader, scenario->group_count, sizeof *scenario->groups);
    if (!scenario->groups) {
        return false;
    }
    bool is_loaded =
        !groups || (load_all(loader, groups) && veer_load_each(loader, groups, load_own_goal));
    scenario->info.agents = scenario->def.max_agents;
    return is_loaded;
}
