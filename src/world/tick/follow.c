/// From a route to a wish.
#include "base/hash.h"
#include "math/vec.h"
#include "path/path.h"
#include "veer/steer.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Points ahead that a wish looks at.
#define AHEAD 8u
/// A body that sees the way within this part of its radius sees it: routes run along walls.
#define SIGHT_RADII 0.95f
/// The same, of the way on from a point that the body is past.
#define PAST_RADII 0.75f
/// A point counts as passed within this part of the radius.
#define NEAR_RADII 0.5f
/// s of its way, and radii, that a body looks ahead.
#define LOOK_SECONDS 1.0f
#define LOOK_RADII 3.0f
/// The same, of a point that it is done with once it sees the way beyond.
#define PASS_SECONDS 0.25f
#define PASS_RADII 3.0f
/// Radii, and s of its way, ahead on its lane that a body heads for.
#define LANE_RADII 6.0f
#define LANE_SECONDS 0.5f
/// The part of its speed along its lane that one gives up to come to its own half of it.
#define MERGE_PART 0.5f
/// s without any progress after which it steps back at times, and how long, s.
#define STEP_BACK_AFTER 4.0f
#define STEP_BACK_SECONDS 1.5f

/// Whether somebody else is why it gets no further: not where it goes on well, nor in a queue.
static bool is_held_up(const VeerWorld *world, uint32_t slot, VeerVec3 forward)
{
    float along = dot3(world->agent.velocity[slot], forward);
    return along < 0.5f * dot3(forward, forward) && !world->map.routes.all[slot].is_behind;
}

/// Steps back for a while, by lot, where it has got no further for long: two that block each other,
/// or one wedged in between what stands, must not go on pushing. @return false: not now
static bool step_back(VeerWorld *world, uint32_t slot, VeerVec3 forward, float dt, VeerVec3 *wish)
{
    VeerRoute *route = &world->map.routes.all[slot];
    float stalled = world->agent.goal_stalled[slot];
    if (stalled < STEP_BACK_AFTER) {
        route->is_back = 0;
        return false;
    }
    uint64_t turn = (uint64_t)(stalled / STEP_BACK_SECONDS);
    uint64_t lot = veer_hash_mix((uint64_t)world->agent.id[slot] << 32 | turn);
    if (stalled - dt < STEP_BACK_SECONDS * (float)turn) {
        route->is_back = lot % 3u == 0 && is_held_up(world, slot, forward);
    }
    if (!route->is_back) {
        return false;
    }
    // Aside and back by as much, to the left or to the right.
    // In a lane to the right, away from those who come.
    float side = route->middle <= 0.0f && lot >> 32 & 1u ? 0.5f : -0.5f;
    *wish = vec3(-0.5f * forward.x - side * forward.y, side * forward.x - 0.5f * forward.y, 0.0f);
    return true;
}

/// Takes the points that are passed off the route.
static uint32_t advance(VeerWorld *world, uint32_t slot, const VeerPathSight *sight,
                        const VeerPathWalker *walker, VeerVec3 points[AHEAD])
{
    VeerRoute *route = &world->map.routes.all[slot];
    uint32_t count = veer_route_ahead(world, slot, points, AHEAD);
    uint32_t most = veer_links_free_points(world, slot);
    uint32_t passed = veer_path_passed(sight, walker, points, count < most ? count : most);
    if (passed + 1u == most) {
        passed +=
            veer_links_follow(world, slot, points[passed], route->count - passed, walker->near);
    }
    for (uint32_t i = 0; i < passed; i++) {
        route->rest = max_f(route->rest - length3(sub3(points[i + 1], points[i])), 0.0f);
    }
    route->behind = passed > 0 ? points[passed - 1] : route->behind;
    route->skip += passed;
    route->count -= passed;
    return veer_route_ahead(world, slot, points, AHEAD);
}

/// The wish along the points ahead, for bodies that have to brake and turn.
static VeerVec3 pursue(const VeerWorld *world, const VeerVec3 *points, uint32_t count,
                       VeerFollower follower)
{
    VeerVec3 way[AHEAD + 1];
    way[0] = follower.position;
    for (uint32_t i = 0; i < count; i++) {
        way[i + 1] = veer_world_flat(world, points[i]);
    }
    VeerSteerPath path = {way, count + 1, false};
    return veer_steer_follow_path(&path, &follower);
}

/// Heads for the first point ahead; whether it lies in a gap is looked at once.
static void head_for(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count,
                     VeerVec3 old)
{
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 way = sub3(points[0], veer_map_point(world, world->agent.position[slot]));
    bool is_old = points[0].x == old.x && points[0].y == old.y && points[0].z == old.z;
    route->aim = points[0];
    route->beyond = count > 1 ? sub3(points[1], points[0]) : way;
    if (!is_old) {
        bool is_planar = world->def.space == VEER_PLANAR;
        route->is_gap =
            count > 1 && is_planar && veer_route_is_gap(world, slot, way, route->beyond);
        route->middle = is_planar ? veer_lane_middle(world, slot, route->behind, points[0]) : 0.0f;
        route->next =
            is_planar && count > 1 ? veer_lane_middle(world, slot, points[0], points[1]) : 0.0f;
    }
}

/// Where an agent heads in a lane: not straight for its end, but back into it, a little ahead.
static VeerVec3 lane_aim(const VeerWorld *world, uint32_t slot, VeerVec3 position, float speed)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 leg = sub3(route->aim, route->behind);
    float length = length3(leg), radius = world->agent.radius[slot];
    float look = max_f(LANE_RADII * radius, LANE_SECONDS * speed);
    float done = dot3(sub3(position, route->behind), leg) / max_f(length, radius);
    if (route->middle <= 0.0f || done < 0.0f || done + look >= length) {
        return route->aim;
    }
    VeerVec3 ahead = along3(route->behind, leg, (done + look) / length);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, SIGHT_RADII * radius);
    return veer_map_is_clear(&sight, position, ahead) ? ahead : route->aim;
}

/// One on the left half of a lane falls back to its own half, where somebody comes against it or
/// others keep it from there.
static VeerVec3 merge(const VeerWorld *world, uint32_t slot, VeerVec3 position, VeerVec3 forward)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 along = unit3(sub3(route->aim, route->behind), (VeerVec3){0});
    VeerVec3 left = vec3(-along.y, along.x, 0.0f);
    bool is_left = dot3(sub3(position, route->behind), left) > route->middle;
    float wished = dot3(forward, left), made = dot3(world->agent.velocity[slot], left);
    bool is_let = made < 0.5f * wished && route->opposed == 0;
    if (route->middle <= 0.0f || !is_left || is_let) {
        return forward;
    }
    return along3(forward, along, -MERGE_PART * max_f(dot3(forward, along), 0.0f));
}

bool veer_route_wish(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish)
{
    VeerRoute *route = &world->map.routes.all[slot];
    const VeerAgentColumns *agent = &world->agent;
    float radius = agent->radius[slot];
    VeerVec3 position = veer_map_point(world, agent->position[slot]);
    VeerMapSight covered = veer_map_sight(world, world->map.grid.covered, SIGHT_RADII * radius);
    VeerMapSight standing = veer_map_sight(world, world->map.grid.walls, SIGHT_RADII * radius);
    VeerMapSight past = veer_map_sight(world, world->map.grid.covered, PAST_RADII * radius);
    VeerPathSight free = {veer_map_is_clear, &covered, route->next > 0.0f ? &past : NULL};
    VeerPathSight seen = {veer_map_is_clear, &standing, NULL};
    // Over a graph no walls hold one who leaves out a point that it was to pass.
    float pass = world->map.graph.whole ? 0.0f : PASS_RADII * radius + PASS_SECONDS * speed;
    VeerPathWalker walker = {position, max_f(NEAR_RADII * radius, speed * dt), pass};
    VeerVec3 points[AHEAD];
    *wish = (VeerVec3){0};
    VeerVec3 old = route->aim;
    route->aim = agent->position[slot];
    if (route->field > 0) {
        bool is_led = veer_field_wish(world, slot, speed, dt, wish);
        if (is_led) {
            (void)step_back(world, slot, *wish, dt, wish);
        }
        return is_led;
    }
    if (route->count == 0) {
        return true;
    }
    uint32_t count = advance(world, slot, &free, &walker, points);
    bool is_near = length3(sub3(points[0], position)) <= agent->goal_radius[slot];
    if (count == 1 && route->status == VEER_ROUTE_PARTIAL && is_near) {
        route->lost = route->middle = route->next = 0.0f;
        return true; // as near as it gets: it rests, and does not crowd with others about one point
    }
    head_for(world, slot, points, count, old);
    walker.reach = LOOK_RADII * radius + LOOK_SECONDS * speed;
    route->lost = veer_links_is_crossing(world, slot) || veer_path_sees(&seen, &walker, points[0])
                      ? 0.0f
                      : route->lost + dt;
    VeerVec3 aim = lane_aim(world, slot, position, speed);
    VeerVec3 forward = veer_steer_seek(veer_world_flat(world, sub3(aim, position)), speed);
    forward = merge(world, slot, position, forward);
    if (veer_links_wish(world, slot, speed, wish) || veer_gate_wish(world, slot, forward, wish) ||
        veer_queue_wish(world, slot, points[0], forward, wish) ||
        step_back(world, slot, forward, dt, wish)) {
        return true;
    }
    if (count == 1 && route->status == VEER_ROUTE_WHOLE) {
        return false;
    }
    if (count == 1 || !veer_agent_is_holonomic(world, slot)) {
        *wish = pursue(world, points, count, veer_route_follower(world, slot, speed, dt));
    } else {
        *wish = forward;
    }
    return true;
}

/// m that are left of the way: straight to the goal on the last leg.
static float left_of(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    if (veer_maze_leads(world, slot)) {
        return veer_maze_left(world, slot);
    }
    if (route->field > 0 || route->count > 1 || route->status == VEER_ROUTE_PARTIAL) {
        return veer_route_length(world, slot);
    }
    VeerVec3 goal = world->agent.goal_point[slot];
    return length3(veer_world_flat(world, sub3(goal, world->agent.position[slot])));
}

void veer_route_update(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerRouteStatus status = (VeerRouteStatus)world->map.routes.all[slot].status;
    bool has_path = status == VEER_ROUTE_WHOLE || status == VEER_ROUTE_PARTIAL;
    world->map.routes.all[slot].left = -1.0f;
    if (agent->status[slot] == VEER_AGENT_ARRIVED || !has_path) {
        agent->status[slot] =
            status == VEER_ROUTE_GIVEN_UP ? VEER_AGENT_BLOCKED : agent->status[slot];
        return;
    }
    float left = left_of(world, slot);
    world->map.routes.all[slot].left = left;
    bool is_there = left <= agent->goal_radius[slot];
    if (!is_there) {
        veer_agent_track(world, slot, left, dt);
    } else if (status == VEER_ROUTE_WHOLE || veer_maze_leads(world, slot)) {
        agent->status[slot] = VEER_AGENT_ARRIVED;
    } else {
        agent->status[slot] = VEER_AGENT_BLOCKED;
        agent->goal_stalled[slot] = 0.0f;
    }
}
