/// How an agent comes to the point that it goes to: one list of rules, the first that applies
/// decides.
#include "base/hash.h"
#include "math/vec.h"
#include "motion/motion.h"
#include "path/path.h"
#include "steer/circle.h"
#include "veer/steer.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"
#include "world/outline/outline.h"
#include "world/predict/predict.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

/// s of its path, beside the radii, within which a point is done with once the path beyond is seen.
#define PASS_SECONDS 0.25f

/// Points ahead on a route that are looked at.
#define POINTS_AHEAD 8u

/// One agent that goes to a point, in this tick.
typedef struct Approach {
    VeerWorld *world;
    uint32_t slot;
    float dt;
    float speed;                   ///< m/s, that it would go at
    VeerVec3 offset;               ///< m, to the point
    VeerVec3 points[POINTS_AHEAD]; ///< the next of its route, if it goes by points of its own
    uint32_t count;
    VeerVec3 forward; ///< m/s, along the route, if nothing else applies
} Approach;

// --- Along a route ---

/// Whether somebody else is why it gets no further: not where it goes on well, nor in a queue.
static bool is_held_up(const VeerWorld *world, uint32_t slot, VeerVec3 forward)
{
    float along = dot3(world->agent.velocity[slot], forward);
    return along < 0.5f * dot3(forward, forward) && !world->map.routes.all[slot].is_queuing;
}

/// Backs off for a while, randomised (seeded), where it has got no further for long: two agents
/// that block each other, or one jammed between obstacles, must not go on pushing. @return false:
/// not now
static bool back_off(const Approach *approach, VeerVec3 forward, VeerVec3 *preferred)
{
    const VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    VeerRoute *route = &world->map.routes.all[slot];
    float stalled = world->agent.goal_stalled[slot];
    if (stalled < 2.0f * VEER_BLOCKED_SECONDS) {
        route->is_backing_off = 0;
        return false;
    }
    uint64_t turn = (uint64_t)(stalled / VEER_BLOCKED_SECONDS);
    uint64_t random = veer_hash_mix((uint64_t)world->agent.id[slot] << 32 | turn);
    if (stalled - approach->dt < VEER_BLOCKED_SECONDS * (float)turn) {
        route->is_backing_off = random % 3u == 0 && is_held_up(world, slot, forward);
    }
    if (!route->is_backing_off) {
        return false;
    }
    // Aside and back by as much, to the left or to the right; in a corridor to the right, away from
    // those that come.
    float side = route->middle <= 0.0f && random >> 32 & 1u ? 0.5f : -0.5f;
    *preferred =
        vec3(-0.5f * forward.x - side * forward.y, side * forward.x - 0.5f * forward.y, 0.0f);
    return true;
}

/// Takes the points that are passed off the route, and reads those ahead.
static void advance(Approach *approach, const VeerPathSight *sight, const VeerPathWalker *walker)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 *points = approach->points;
    uint32_t count = veer_route_ahead(world, slot, points, POINTS_AHEAD);
    uint32_t limit = veer_links_free_points(world, slot);
    uint32_t passed = veer_path_passed(sight, walker, points, count < limit ? count : limit);
    if (passed + 1u == limit) {
        passed +=
            veer_links_follow(world, slot, points[passed], route->count - passed, walker->near);
    }
    for (uint32_t i = 0; i < passed; i++) {
        route->rest = max_f(route->rest - length3(sub3(points[i + 1], points[i])), 0.0f);
    }
    route->behind = passed > 0 ? points[passed - 1] : route->behind;
    route->skip += passed;
    route->count -= passed;
    approach->count = veer_route_ahead(world, slot, points, POINTS_AHEAD);
}

/// The preferred velocity along the points ahead, for bodies that have to brake and turn.
static VeerVec3 pursue(const Approach *approach)
{
    const VeerWorld *world = approach->world;
    VeerFollower follower =
        veer_route_follower(world, approach->slot, approach->speed, approach->dt);
    VeerVec3 points[POINTS_AHEAD + 1] = {follower.position};
    for (uint32_t i = 0; i < approach->count; i++) {
        points[i + 1] = veer_world_flat(world, approach->points[i]);
    }
    VeerSteerPath path = {points, approach->count + 1, false};
    return veer_steer_follow_path(&path, &follower);
}

/// Heads for the first point ahead; whether it is at a passage is looked at once.
static void head_for_first(const Approach *approach, VeerVec3 old)
{
    const VeerWorld *world = approach->world;
    const VeerVec3 *points = approach->points;
    uint32_t slot = approach->slot, count = approach->count;
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 leg = sub3(points[0], veer_map_point(world, world->agent.position[slot]));
    bool is_old = points[0].x == old.x && points[0].y == old.y && points[0].z == old.z;
    route->aim = points[0];
    route->beyond = count > 1 ? sub3(points[1], points[0]) : leg;
    if (!is_old) {
        bool is_planar = world->def.space == VEER_PLANAR, has_next = is_planar && count > 1;
        route->is_aim_narrow = has_next && !world->map.traffic.passages &&
                               veer_passage_is_at_aim(world, slot, leg, route->beyond);
        route->middle =
            is_planar ? veer_keep_right_middle(world, slot, route->behind, points[0]) : 0.0f;
        route->next_middle =
            has_next ? veer_keep_right_middle(world, slot, points[0], points[1]) : 0.0f;
    }
}

/// Where an agent heads in a corridor: not straight for the end of its leg, but back to the leg, a
/// little ahead; where it is astray, straight aside, as it would hold up those that come.
static VeerVec3 corridor_aim(const VeerWorld *world, uint32_t slot, VeerVec3 position, float speed)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 leg = sub3(route->aim, route->behind);
    float length = length3(leg), radius = world->agent.radius[slot];
    float look = veer_agent_look(world, slot, speed);
    float done = dot3(sub3(position, route->behind), leg) / max_f(length, radius);
    if (veer_keep_right_is_astray(world, slot)) {
        return add3(position, veer_keep_right_aside(world, slot));
    }
    if (route->middle <= 0.0f || done < 0.0f || done + look >= length) {
        return route->aim;
    }
    VeerVec3 ahead = along3(route->behind, leg, (done + look) / length);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_FREE_RADII * radius);
    return veer_map_is_clear(&sight, position, ahead) ? ahead : route->aim;
}

/// It follows a shared field, waits before a narrow passage that others hold, and backs off where
/// that gets it no further.
static bool follow_field(Approach *approach, VeerVec3 *preferred)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    world->map.routes.all[slot].aim = world->agent.position[slot];
    if (!veer_field_velocity(world, slot, approach->speed, approach->dt, preferred)) {
        return false;
    }
    VeerVec3 forward = *preferred;
    if (!veer_gate_velocity(world, slot, forward, preferred)) {
        (void)back_off(approach, forward, preferred);
    }
    return true;
}

/// Whether the next point is in sight, or its link leads there; else for how long it was not, s.
static void note_sight(const Approach *approach, VeerPathWalker walker)
{
    VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    float radius = world->agent.radius[slot];
    VeerMapSight walls = veer_map_sight(world, world->map.grid.walls, VEER_FREE_RADII * radius);
    VeerPathSight seen = {veer_map_is_clear, &walls};
    VeerRoute *route = &world->map.routes.all[slot];
    walker.reach = veer_agent_look(world, slot, approach->speed);
    bool is_seen =
        veer_links_is_crossing(world, slot) || veer_path_sees(&seen, &walker, approach->points[0]);
    route->lost = is_seen ? 0.0f : route->lost + approach->dt;
}

static VeerPathWalker take_points(Approach *approach, VeerVec3 position)
{
    const VeerWorld *world = approach->world;
    float radius = world->agent.radius[approach->slot], speed = approach->speed;
    VeerMapSight covered = veer_map_sight(world, world->map.grid.covered, VEER_FREE_RADII * radius);
    VeerPathSight free = {veer_map_is_clear, &covered};
    // Over a graph no walls hold an agent that leaves out a point that it was to pass.
    float near = VEER_NEAR_RADII * radius;
    float pass = world->map.graph.whole ? 0.0f : near + PASS_SECONDS * speed;
    VeerPathWalker walker = {position, max_f(VEER_REACHED_PART * radius, speed * approach->dt),
                             pass};
    advance(approach, &free, &walker);
    return walker;
}

/// It has no points yet, or is as near as its route leads; else its next points are taken.
static bool rest(Approach *approach, VeerVec3 *preferred)
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
    if (veer_route_stands(world, slot)) {
        route->lost = route->middle = route->next_middle = 0.0f;
        return true; // as near as it gets: it rests, and does not crowd with others about one point
    }
    head_for_first(approach, old);
    note_sight(approach, walker);
    VeerVec3 offset = sub3(corridor_aim(world, slot, position, approach->speed), position);
    approach->forward = veer_steer_seek(veer_world_flat(world, offset), approach->speed);
    return false;
}

/// Along the points of its route; not on the last leg, which is the goal's.
static bool follow_points(Approach *approach, VeerVec3 *preferred)
{
    const VeerWorld *world = approach->world;
    uint32_t slot = approach->slot;
    bool is_last = approach->count == 1;
    if (is_last && world->map.routes.all[slot].status == VEER_ROUTE_WHOLE) {
        return false;
    }
    if (is_last || !veer_agent_is_holonomic(world, slot)) {
        *preferred = pursue(approach);
    } else {
        *preferred = approach->forward;
    }
    return true;
}

// --- The rules ---

static bool has_arrived(const Approach *approach)
{
    return approach->world->agent.status[approach->slot] == VEER_AGENT_ARRIVED;
}

/// It plans in time, and has a timed path.
static bool go_in_time(Approach *approach, VeerVec3 *preferred)
{
    return !has_arrived(approach) &&
           veer_foresight_velocity(approach->world, approach->slot, approach->speed, approach->dt,
                                   preferred);
}

/// m straight on that a car needs before it can turn its tightest towards an offset.
static float lead(const VeerMotionTick *tick, const VeerMotionState *state, VeerVec3 offset)
{
    bool is_left = cross2(plane2(state->heading), plane2(offset)) > 0.0f;
    return veer_car_lead(tick, state, is_left);
}

/// Whether the body, as its vehicle turns, can get to its goal by turning towards it.
static bool can_reach(const Approach *approach)
{
    const VeerAgentColumns *agent = &approach->world->agent;
    uint32_t slot = approach->slot;
    VeerVec3 offset = approach->offset;
    VeerVehicle kind = (VeerVehicle)veer_profile(approach->world, slot)->vehicle;
    if (kind != VEER_VEHICLE_CAR && kind != VEER_VEHICLE_AIRCRAFT) {
        return true;
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(approach->world, slot);
    VeerMotionLimits limits = veer_agent_limits(approach->world, slot);
    VeerMotionTick tick = {&vehicle, &limits, approach->dt};
    VeerMotionState state = veer_agent_motion(approach->world, slot);
    bool is_car = kind == VEER_VEHICLE_CAR;
    // A car slows down for its bends.
    float speed = is_car ? 0.0f : length3(state.velocity);
    float radius = veer_motion_turning_radius(&tick, speed);
    float near = agent->goal_radius[slot];
    VeerVec3 left = is_car ? along3(offset, state.heading, -lead(&tick, &state, offset)) : offset;
    return veer_steer_can_reach(offset, state.heading, radius, VEER_REACHED_PART * near) &&
           (!is_car || veer_steer_can_reach(left, state.heading, radius, near));
}

/// A vehicle goes back, or straight on where it cannot, until there is room to turn towards the
/// point; once it was there, it rests.
static bool make_room(Approach *approach, VeerVec3 *preferred)
{
    if (can_reach(approach)) {
        return false;
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(approach->world, approach->slot);
    float reverse = vehicle.kind == VEER_VEHICLE_CAR ? vehicle.car.reverse : 0.0f;
    float speed = reverse > 0.0f ? -reverse * approach->speed : approach->speed;
    VeerVec3 heading = approach->world->agent.heading[approach->slot];
    *preferred = has_arrived(approach) ? (VeerVec3){0} : scale3(heading, speed);
    return true;
}

/// To the next corner of bare walls that its path leads round.
static bool go_past_walls(Approach *approach, VeerVec3 *preferred)
{
    VeerVec2 aim;
    if (!veer_outline_aim(approach->world, approach->slot, &aim)) {
        return false;
    }
    *preferred = veer_steer_seek(vec3(aim.x, aim.y, 0.0f), approach->speed);
    return true;
}

/// Straight to the point, braking before it.
static bool arrive(Approach *approach, VeerVec3 *preferred)
{
    float speed = approach->speed, back = length3(approach->offset) / VEER_COMMITMENT_SECONDS;
    float braking = veer_profile(approach->world, approach->slot)->max_braking;
    speed = has_arrived(approach) ? min_f(speed, back) : speed;
    *preferred = veer_steer_arrive(approach->offset, speed, braking, approach->dt);
    return true;
}

/// What an agent on a route with points of its own does, in this order: it waits for a route, or as
/// near as it leads; goes on over a link; waits before a narrow passage that others hold; backs
/// off, where it gets no further for long.
static bool go_by_points(Approach *self, VeerVec3 *preferred)
{
    VeerWorld *world = self->world;
    uint32_t slot = self->slot;
    return rest(self, preferred) || //
           veer_links_velocity(world, slot, self->speed, preferred) ||
           veer_gate_velocity(world, slot, self->forward, preferred) ||
           back_off(self, self->forward, preferred) || //
           follow_points(self, preferred);
}

/// It goes by a route: along a shared field, or along points of its own.
static bool go_by_route(Approach *self, VeerVec3 *preferred)
{
    if (has_arrived(self) || !veer_route_is_on(self->world, self->slot)) {
        return false;
    }
    bool is_shared = self->world->map.routes.all[self->slot].field > 0;
    return is_shared ? follow_field(self, preferred) : go_by_points(self, preferred);
}

/// What an agent that goes to a point does, in this order: the first rule that applies decides.
static bool apply_first(Approach *self, VeerVec3 *preferred)
{
    return go_in_time(self, preferred) || //
           veer_maze_velocity(self->world, self->slot, self->speed, self->dt, preferred) ||
           go_by_route(self, preferred) ||   //
           go_past_walls(self, preferred) || //
           make_room(self, preferred) ||     //
           arrive(self, preferred);
}

VeerVec3 veer_approach_point(VeerWorld *world, uint32_t slot, float dt, float speed,
                             VeerVec3 offset)
{
    Approach approach = {.world = world, .slot = slot, .dt = dt, .speed = speed, .offset = offset};
    VeerVec3 preferred = {0};
    (void)apply_first(&approach, &preferred);
    return preferred;
}
