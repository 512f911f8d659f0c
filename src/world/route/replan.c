/// Planners of the kinds of map, and routes that are kept up to date: which agents ask for a plan,
/// give up, or try again.
#include "math/vec.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

/// What one plan costs beside its search and its path's length, expansions.
#define PLAN_COST 16u

/// Ticks between two checks of a route against covers, and cells that are checked.
#define LOOK_TICKS 8u
#define LOOK_CELLS 48.0f
/// Ticks between two checks whether the goal of a partial route can be reached.
#define ASK_TICKS 32u

const VeerPlanTraits *veer_plan_traits(const VeerWorldMap *map)
{
    static const VeerPlanTraits *const traits[VEER_MAP_KIND_COUNT] = {
        [VEER_MAP_GRID] = &veer_plan_traits_grid,
        [VEER_MAP_VOXELS] = &veer_plan_traits_voxels,
        [VEER_MAP_MESH] = &veer_plan_traits_mesh,
        [VEER_MAP_GRAPH] = &veer_plan_traits_graph,
    };
    return traits[map->traits->kind];
}

VeerSearchState veer_plan_search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_search_run(map->routes.search, budget);
}

uint64_t veer_plan_expansions(const VeerWorldMap *map)
{
    return veer_search_expansions(map->routes.search);
}

uint32_t veer_plan_cost(const VeerWorld *world, float length)
{
    float size = veer_map_cell_size(world);
    float cells = size > 0.0f ? length / size : 0.0f;
    return PLAN_COST + (uint32_t)min_f(cells, (float)INT32_MAX);
}

bool veer_route_is_cut(const VeerWorld *world, uint32_t slot, float limit, VeerLegTest *is_blocked,
                       const void *context)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {veer_map_point(world, world->agent.position[slot])};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes.all[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < limit; i++) {
        VeerLegKind kind = veer_links_leg_kind(world, slot, i);
        VeerRouteLeg leg = {points[i],    points[i + 1], gone,
                            limit - gone, i == 0,        is_whole && i + 1 == count};
        if (kind == VEER_LEG_CLOSED ||
            (kind == VEER_LEG_WALKED && is_blocked(world, &leg, context))) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}

/// Replans at growing intervals while the agent makes no progress: routes do not know what blocks
/// it.
static bool is_stalled(const VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    float stalled = world->agent.goal_stalled[slot];
    if (stalled < VEER_BLOCKED_SECONDS) {
        route->tries = 0;
        return false;
    }
    return stalled >= VEER_BLOCKED_SECONDS * (float)(route->tries + 1u);
}

/// A follower of a field plans a path of its own where the field knows none, or where it makes no
/// progress, unless the field takes crowds into account.
static bool wants_own_plan(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    bool is_stuck = !world->def.map.has_crowds && is_stalled(world, slot);
    route->is_alone = route->lost >= VEER_COMMITMENT_SECONDS || is_stuck;
    return route->is_alone;
}

static bool wants_plan(VeerWorld *world, uint32_t slot, bool is_edited)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    const VeerPlanTraits *planner = veer_plan_traits(&world->map);
    if (route->field > 0) {
        return wants_own_plan(world, slot);
    }
    uint32_t tick = world->map.head->plan_tick + world->agent.id[slot];
    if (route->lost >= VEER_COMMITMENT_SECONDS || (route->is_cut && route->count <= 2) ||
        is_stalled(world, slot)) {
        return true;
    }
    if (is_edited || (tick % LOOK_TICKS == 0 && world->map.covers.are_any)) {
        float limit = is_edited ? INFINITY : LOOK_CELLS * veer_map_cell_size(world);
        if (planner->is_cut_off(world, slot, limit)) {
            return true;
        }
    }
    return route->status == VEER_ROUTE_PARTIAL && tick % ASK_TICKS == 0 &&
           planner->has_opened(world, slot);
}

void veer_route_give_up(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    veer_route_drop(world, slot);
    route->status = VEER_ROUTE_GIVEN_UP;
    route->planned = world->map.head->plan_tick;
    route->is_waiting = 0;
    route->report = VEER_EVENT_GAVE_UP;
}

void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt)
{
    VeerRoute *route = &world->map.routes.all[slot];
    veer_route_trim(world, slot);
    if (is_edited) {
        route->aim =
            world->agent.position[slot]; // so that passages and corridors are looked for again
    }
    uint32_t age = world->map.head->plan_tick - route->planned;
    if (route->status == VEER_ROUTE_GIVEN_UP && age >= (uint32_t)(VEER_PATIENCE_SECONDS / dt)) {
        veer_route_wake(world, slot);
    }
    if (!veer_route_has_path(world, slot)) {
        return;
    }
    if (route->is_cut && route->count == 0) {
        veer_progress_restart(world, slot); // it can but wait for route points to become free
    }
    if (world->agent.goal_stalled[slot] >= VEER_GIVE_UP_SECONDS) {
        veer_route_give_up(world, slot);
        return;
    }
    if (world->agent.status[slot] == VEER_AGENT_ARRIVED) {
        veer_route_drop(world, slot);
        return;
    }
    if (!route->is_waiting && !veer_maze_steers(world, slot) &&
        (is_edited || age >= (uint32_t)(VEER_COMMITMENT_SECONDS / dt)) &&
        wants_plan(world, slot, is_edited)) {
        route->tries = route->tries < UINT8_MAX ? (uint8_t)(route->tries + 1) : UINT8_MAX;
        route->lost = 0.0f;
        veer_route_ask(world, slot);
    }
}
