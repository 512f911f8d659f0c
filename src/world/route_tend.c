/// Keeps routes in order: which agents ask for a new plan, and which give up.
#include "math/vec.h"
#include "world/stages.h"

/// s after which an agent that does not see its aim plans anew, and the least between two plans.
#define LOST_SECONDS 0.5f
#define PLAN_SECONDS 0.5f
/// Each agent looks at its route every so many ticks, and that many cells of it.
#define LOOK_TICKS 8u
#define LOOK_CELLS 48.0f
/// Every so many ticks one with a partial route asks whether its goal can be reached.
#define ASK_TICKS 32u

static uint32_t ticks_of(float seconds, float dt)
{
    return (uint32_t)(seconds / dt);
}

/// Whether a route leads through a cell of its class that is blocked now: both sides of the way
/// are, since it may run along.
static bool is_blocked_between(const VeerGrid *grid, VeerVec3 from, VeerVec3 to)
{
    float size = veer_grid_def(grid)->cell_size;
    VeerVec3 way = sub3(to, from);
    float length = length3(way);
    VeerVec3 side = scale3(unit3(vec3(-way.y, way.x, 0.0f), (VeerVec3){0}), 0.01f * size);
    uint32_t steps = (uint32_t)(2.0f * length / size) + 1u;
    for (uint32_t i = 0; i <= steps; i++) {
        VeerVec3 at = along3(from, way, (float)i / (float)steps);
        if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, add3(at, side))) &&
            veer_grid_is_blocked(grid, veer_grid_cell_at(grid, sub3(at, side)))) {
            return true;
        }
    }
    return false;
}

/// Looks along the route, `most` m far. What is about the agent, and about the goal, may be nearer
/// to a wall than cells tell.
static bool is_cut_off(VeerWorld *world, uint32_t slot, float most)
{
    enum { PART = 32 };
    if (world->map.voxels) {
        return veer_solid_is_cut_off(world, slot);
    }
    if (world->map.mesh) {
        return veer_deck_is_cut_off(world, slot);
    }
    VeerVec3 points[PART + 1] = {veer_world_flat(world, world->agent.position[slot])};
    uint32_t class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerGrid *grid = veer_map_class(world, class)->grid;
    float margin = world->map.head->radii[class] + 1.5f * veer_grid_def(grid)->cell_size;
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < most; i++) {
        VeerVec3 way = sub3(points[i + 1], points[i]);
        float length = length3(way);
        float first = i == 0 ? margin : 0.0f;
        float last = length - (is_whole && i + 1 == count ? margin : 0.0f);
        last = min_f(last, most - gone);
        VeerVec3 along = unit3(way, (VeerVec3){0});
        if (first < last && is_blocked_between(grid, along3(points[i], along, first),
                                               along3(points[i], along, last))) {
            return true;
        }
        gone += length;
    }
    return false;
}

/// Whether the goal of one with a partial route has come within reach.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    if (world->map.voxels) {
        return veer_solid_has_opened(world, slot);
    }
    if (world->map.mesh) {
        return false; // what is opened is told
    }
    const VeerMapClass *class =
        veer_map_class(world, veer_map_class_for(world, world->agent.radius[slot]));
    VeerCell goal = veer_grid_cell_at(class->grid, world->agent.goal_point[slot]);
    VeerCell target = veer_grid_cell_at(class->grid, world->map.routes[slot].target);
    uint32_t label = veer_labels_at(class->labels, target);
    return label != VEER_NO_LABEL && label == veer_labels_at(class->labels, goal);
}

/// Looks further each time that the agent stands still: its way is blocked by what routes do not
/// know.
static bool is_stalled(const VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
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
    VeerRoute *route = &world->map.routes[slot];
    bool is_stuck = !world->def.map.has_crowds && is_stalled(world, slot);
    route->is_alone = route->lost >= LOST_SECONDS || is_stuck;
    return route->is_alone;
}

static bool wants_plan(VeerWorld *world, uint32_t slot, bool is_edited)
{
    const VeerRoute *route = &world->map.routes[slot];
    if (route->field > 0) {
        return wants_own_plan(world, slot);
    }
    uint32_t tick = world->map.head->turn + world->agent.id[slot];
    if (route->lost >= LOST_SECONDS || (route->is_cut && route->count <= 2)) {
        return true;
    }
    if (is_stalled(world, slot)) {
        return true;
    }
    if (is_edited || (tick % LOOK_TICKS == 0 && world->map.covered)) {
        float most = is_edited ? INFINITY : LOOK_CELLS * veer_map_cell_size(world);
        if (is_cut_off(world, slot, most)) {
            return true;
        }
    }
    return route->status == VEER_ROUTE_PARTIAL && tick % ASK_TICKS == 0 && has_opened(world, slot);
}

void veer_route_give_up(VeerWorld *world, uint32_t slot)
{
    VeerRoute *route = &world->map.routes[slot];
    veer_route_keep(world, slot, NULL, 0);
    route->status = VEER_ROUTE_GIVEN_UP;
    route->is_waiting = 0;
    route->report = VEER_EVENT_GAVE_UP;
}

void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt)
{
    VeerRoute *route = &world->map.routes[slot];
    veer_route_trim(world, slot);
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
    uint32_t age = world->map.head->turn - route->planned;
    if (!route->is_waiting && (is_edited || age >= ticks_of(PLAN_SECONDS, dt)) &&
        wants_plan(world, slot, is_edited)) {
        route->tries = route->tries < UINT8_MAX ? (uint8_t)(route->tries + 1) : UINT8_MAX;
        route->lost = 0.0f;
        veer_route_ask(world, slot);
    }
}
