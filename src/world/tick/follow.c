/// From a route to a preferred velocity.
#include "world/tick/follow.h"
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

/// A body that sees the path within this part of its radius sees it: routes run along walls.
#define SIGHT_RADII 0.95f
/// The same, of the path on from a point that the body is past.
#define PAST_RADII 0.75f
/// A point counts as passed within this part of the radius.
#define NEAR_RADII 0.5f
/// s of its path, and radii, that a body looks ahead.
#define LOOK_SECONDS 1.0f
#define LOOK_RADII 3.0f
/// The same, of a point that it is done with once it sees the path beyond.
#define PASS_SECONDS 0.25f
#define PASS_RADII 3.0f
/// Radii, and s of its path, ahead on its lane that a body heads for.
#define LANE_RADII 6.0f
#define LANE_SECONDS 0.5f
/// The part of its speed along its lane that an agent sacrifices to come to its own half of it.
#define MERGE_PART 0.5f
/// s without any progress after which it backs off at times, and how long, s.
#define BACK_OFF_AFTER 4.0f
#define BACK_OFF_SECONDS 1.5f

/// Whether somebody else is why it gets no further: not where it goes on well, nor in a queue.
static bool is_held_up(const VeerWorld *world, uint32_t slot, VeerVec3 forward)
{
    float along = dot3(world->agent.velocity[slot], forward);
    return along < 0.5f * dot3(forward, forward) && !world->map.routes.all[slot].is_queuing;
}

/// Backs off for a while, randomised (seeded), where it has got no further for long: two agents
/// that block each other, or one jammed between obstacles, must not go on pushing. @return false:
/// not now
static bool back_off(VeerWorld *world, uint32_t slot, VeerVec3 forward, float dt,
                     VeerVec3 *preferred)
{
    VeerRoute *route = &world->map.routes.all[slot];
    float stalled = world->agent.goal_stalled[slot];
    if (stalled < BACK_OFF_AFTER) {
        route->is_backing_off = 0;
        return false;
    }
    uint64_t turn = (uint64_t)(stalled / BACK_OFF_SECONDS);
    uint64_t lot = veer_hash_mix((uint64_t)world->agent.id[slot] << 32 | turn);
    if (stalled - dt < BACK_OFF_SECONDS * (float)turn) {
        route->is_backing_off = lot % 3u == 0 && is_held_up(world, slot, forward);
    }
    if (!route->is_backing_off) {
        return false;
    }
    // Aside and back by as much, to the left or to the right.
    // In a lane to the right, away from those that come.
    float side = route->middle <= 0.0f && lot >> 32 & 1u ? 0.5f : -0.5f;
    *preferred =
        vec3(-0.5f * forward.x - side * forward.y, side * forward.x - 0.5f * forward.y, 0.0f);
    return true;
}

/// Takes the points that are passed off the route.
static uint32_t advance(VeerWorld *world, uint32_t slot, const VeerPathSight *sight,
                        const VeerPathWalker *walker, VeerVec3 points[VEER_POINTS_AHEAD])
{
    VeerRoute *route = &world->map.routes.all[slot];
    uint32_t count = veer_route_ahead(world, slot, points, VEER_POINTS_AHEAD);
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
    return veer_route_ahead(world, slot, points, VEER_POINTS_AHEAD);
}

/// The preferred velocity along the points ahead, for bodies that have to brake and turn.
static VeerVec3 pursue(const VeerWorld *world, const VeerVec3 *points, uint32_t count,
                       VeerFollower follower)
{
    VeerVec3 way[VEER_POINTS_AHEAD + 1];
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
        route->is_aim_narrow =
            count > 1 && is_planar && veer_passage_is_at_aim(world, slot, way, route->beyond);
        route->middle =
            is_planar ? veer_keep_right_middle(world, slot, route->behind, points[0]) : 0.0f;
        route->next_middle = is_planar && count > 1
                                 ? veer_keep_right_middle(world, slot, points[0], points[1])
                                 : 0.0f;
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
    float wanted = dot3(forward, left), made = dot3(world->agent.velocity[slot], left);
    bool is_let = made < 0.5f * wanted && route->opposed == 0;
    if (route->middle <= 0.0f || !is_left || is_let) {
        return forward;
    }
    return along3(forward, along, -MERGE_PART * max_f(dot3(forward, along), 0.0f));
}

bool veer_follow_field(VeerApproach *approach, VeerVec3 *preferred)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    world->map.routes.all[slot].aim = world->agent.position[slot];
    if (!veer_field_velocity(world, slot, approach->speed, approach->dt, preferred)) {
        return false;
    }
    (void)back_off(world, slot, *preferred, approach->dt, preferred);
    return true;
}

/// Whether the next point is in sight, or its link leads there; else for how long it was not, s.
static void note_sight(const VeerApproach *approach, VeerPathWalker walker)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    float radius = world->agent.radius[slot];
    VeerMapSight walls = veer_map_sight(world, world->map.grid.walls, SIGHT_RADII * radius);
    VeerPathSight seen = {veer_map_is_clear, &walls, NULL};
    VeerRoute *route = &world->map.routes.all[slot];
    walker.reach = LOOK_RADII * radius + LOOK_SECONDS * approach->speed;
    bool is_seen =
        veer_links_is_crossing(world, slot) || veer_path_sees(&seen, &walker, approach->points[0]);
    route->lost = is_seen ? 0.0f : route->lost + approach->dt;
}

/// Takes the points that are passed off the route, and reads those ahead.
static VeerPathWalker take_points(VeerApproach *approach, VeerVec3 position)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    float radius = world->agent.radius[slot], speed = approach->speed;
    VeerMapSight covered = veer_map_sight(world, world->map.grid.covered, SIGHT_RADII * radius);
    VeerMapSight past = veer_map_sight(world, world->map.grid.covered, PAST_RADII * radius);
    bool is_in_lane = world->map.routes.all[slot].next_middle > 0.0f;
    VeerPathSight free = {veer_map_is_clear, &covered, is_in_lane ? &past : NULL};
    // Over a graph no walls hold an agent that leaves out a point that it was to pass.
    float pass = world->map.graph.whole ? 0.0f : PASS_RADII * radius + PASS_SECONDS * speed;
    VeerPathWalker walker = {position, max_f(NEAR_RADII * radius, speed * approach->dt), pass};
    approach->count = advance(world, slot, &free, &walker, approach->points);
    return walker;
}

bool veer_follow_rest(VeerApproach *approach, VeerVec3 *preferred)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 old = route->aim, position = veer_map_point(world, world->agent.position[slot]);
    *preferred = (VeerVec3){0};
    route->aim = world->agent.position[slot];
    if (route->count == 0) {
        return true;
    }
    VeerPathWalker walker = take_points(approach, position);
    bool is_near = length3(sub3(approach->points[0], position)) <= world->agent.goal_radius[slot];
    if (approach->count == 1 && route->status == VEER_ROUTE_PARTIAL && is_near) {
        route->lost = route->middle = route->next_middle = 0.0f;
        return true; // as near as it gets: it rests, and does not crowd with others about one point
    }
    head_for(world, slot, approach->points, approach->count, old);
    note_sight(approach, walker);
    VeerVec3 offset = sub3(lane_aim(world, slot, position, approach->speed), position);
    VeerVec3 straight = veer_steer_seek(veer_world_flat(world, offset), approach->speed);
    approach->forward = merge(world, slot, position, straight);
    return false;
}

bool veer_follow_back_off(VeerApproach *approach, VeerVec3 *preferred)
{
    return back_off(approach->world, approach->slot, approach->forward, approach->dt, preferred);
}

bool veer_follow_points(VeerApproach *approach, VeerVec3 *preferred)
{
    const VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    bool is_last = approach->count == 1;
    if (is_last && world->map.routes.all[slot].status == VEER_ROUTE_WHOLE) {
        return false;
    }
    if (is_last || !veer_agent_is_holonomic(world, slot)) {
        VeerFollower follower = veer_route_follower(world, slot, approach->speed, approach->dt);
        *preferred = pursue(world, approach->points, approach->count, follower);
    } else {
        *preferred = approach->forward;
    }
    return true;
}

/// m that are left of the path: straight to the goal on the last leg.
static float left_of(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    if (veer_maze_steers(world, slot)) {
        return veer_maze_remaining(world, slot);
    }
    if (route->field > 0 || route->count > 1 || route->status == VEER_ROUTE_PARTIAL) {
        return veer_route_length(world, slot);
    }
    return length3(veer_world_offset(world, slot, world->agent.goal_point[slot]));
}

void veer_route_update(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerRouteStatus status = (VeerRouteStatus)world->map.routes.all[slot].status;
    world->map.routes.all[slot].remaining = -1.0f;
    if (agent->status[slot] == VEER_AGENT_ARRIVED || !veer_route_has_path(world, slot)) {
        agent->status[slot] =
            status == VEER_ROUTE_GIVEN_UP ? VEER_AGENT_BLOCKED : agent->status[slot];
        return;
    }
    float left = left_of(world, slot);
    world->map.routes.all[slot].remaining = left;
    bool is_there = left <= agent->goal_radius[slot];
    if (!is_there) {
        veer_agent_track(world, slot, left, dt);
    } else if (status == VEER_ROUTE_WHOLE || veer_maze_steers(world, slot)) {
        agent->status[slot] = VEER_AGENT_ARRIVED;
    } else {
        agent->status[slot] = VEER_AGENT_BLOCKED;
        agent->goal_stalled[slot] = 0.0f;
    }
}
