/// Keeps routes in order: which agents ask for a new plan, which give up, and which try again.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

/// s after which an agent that does not see its aim plans anew, and the least between two plans.
#define LOST_SECONDS 0.5f
#define PLAN_SECONDS 0.5f
/// s that one who gave up rests: those who were in its way may be gone by then.
#define REST_SECONDS 30.0f
/// Each agent looks at its route every so many ticks, and that many cells of it.
#define LOOK_TICKS 8u
#define LOOK_CELLS 48.0f
/// Every so many ticks one with a partial route asks whether its goal can be reached.
#define ASK_TICKS 32u

static uint32_t ticks_of(float seconds, float dt)
{
    return (uint32_t)(seconds / dt);
}

/// Looks further each time that the agent stands still: its way is blocked by what routes do not
/// know.
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

/// One that follows a field wants a way of its own where the field knows none, and where it does
/// not get on; but who stands in a crowd that the field knows of stays.
static bool wants_own_plan(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    bool is_stuck = !world->def.map.has_crowds && is_stalled(world, slot);
    route->is_alone = route->lost >= LOST_SECONDS || is_stuck;
    return route->is_alone;
}

static bool wants_plan(VeerWorld *world, uint32_t slot, bool is_edited)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    const VeerPlanTraits *ways = veer_plan_traits(&world->map);
    if (route->field > 0) {
        return wants_own_plan(world, slot);
    }
    uint32_t tick = world->map.head->plan_tick + world->agent.id[slot];
    if (route->lost >= LOST_SECONDS || (route->is_cut && route->count <= 2)) {
        return true;
    }
    if (is_stalled(world, slot)) {
        return true;
    }
    if (is_edited || (tick % LOOK_TICKS == 0 && veer_map_has_covers(world))) {
        float most = is_edited ? INFINITY : LOOK_CELLS * veer_map_cell_size(world);
        if (ways->is_cut_off(world, slot, most)) {
            return true;
        }
    }
    return ways->has_opened && route->status == VEER_ROUTE_PARTIAL && tick % ASK_TICKS == 0 &&
           ways->has_opened(world, slot);
}

void veer_route_give_up(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes.all[slot];
    veer_route_keep(world, slot, NULL, 0);
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
        route->aim = world->agent.position[slot]; // so that it is looked at again: gaps, lanes
    }
    uint32_t age = world->map.head->plan_tick - route->planned;
    if (route->status == VEER_ROUTE_GIVEN_UP && age >= ticks_of(REST_SECONDS, dt)) {
        veer_route_wake(world, slot);
    }
    bool is_going = route->status == VEER_ROUTE_WHOLE || route->status == VEER_ROUTE_PARTIAL;
    if (!is_going) {
        return;
    }
    if (route->is_cut && route->count == 0) {
        world->agent.goal_stalled[slot] = 0.0f; // there is no room for its way yet: it can but wait
    }
    if (world->agent.goal_stalled[slot] >= VEER_GIVE_UP_SECONDS) {
        veer_route_give_up(world, slot);
        return;
    }
    if (world->agent.status[slot] == VEER_AGENT_ARRIVED) {
        veer_route_keep(world, slot, NULL, 0);
        return;
    }
    if (!route->is_waiting && !veer_maze_steers(world, slot) &&
        (is_edited || age >= ticks_of(PLAN_SECONDS, dt)) && wants_plan(world, slot, is_edited)) {
        route->tries = route->tries < UINT8_MAX ? (uint8_t)(route->tries + 1) : UINT8_MAX;
        route->lost = 0.0f;
        veer_route_ask(world, slot);
    }
}
