/// Where free balls bounce: off each other, the world's bounds and the walls of its map.
#include "geom/segment.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

#define MAX_TOUCHING 32u
/// Walls that turn a ball back in one tick, at most: it may fly into a corner.
#define MAX_TURNS 4

/// Turns two bodies back that touch after their shifts and still approach. Elastic: momentum and
/// energy of the two stay. One that is not free is as a wall that moves.
static void bounce_off(VeerWorld *world, uint32_t i, uint32_t j)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 *velocity = world->ball_next_velocity;
    VeerVec3 offset = sub3(add3(obstacle->position[i], world->ball_shift[i]),
                           add3(obstacle->position[j], world->ball_shift[j]));
    offset = veer_world_flat(world, offset);
    VeerVec3 normal = unit3(offset, vec3(1.0f, 0.0f, 0.0f));
    float reach = obstacle->radius[i] + obstacle->radius[j];
    float change = -2.0f * dot3(sub3(velocity[i], velocity[j]), normal);
    if (!(dot3(offset, offset) < reach * reach) || !(change > 0.0f)) {
        return;
    }
    bool is_other_free = obstacle->motion[j] == VEER_MOTION_FREE;
    float mass = obstacle->mass[i] + obstacle->mass[j];
    float weight = !is_other_free ? 1.0f : mass > 0.0f ? obstacle->mass[j] / mass : 0.5f;
    velocity[i] = along3(velocity[i], normal, change * weight);
    if (is_other_free) {
        velocity[j] = along3(velocity[j], normal, -change * (1.0f - weight));
    }
}

static void bounce_off_others(VeerWorld *world, uint32_t slot, float dt, float top_speed)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerNear near[MAX_TOUCHING];
    float radius = obstacle->radius[slot];
    float shift = length3(world->ball_shift[slot]) + top_speed * dt;
    VeerNearQuery query = {.centre = obstacle->position[slot],
                           .range = radius + shift,
                           .limit = MAX_TOUCHING,
                           .mask = UINT32_MAX,
                           .except = slot,
                           .height = obstacle->height[slot]};
    uint32_t count = veer_index_nearest(world->ball_index, &query, near);
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t other = near[k].index;
        bool is_pair_done = obstacle->motion[other] == VEER_MOTION_FREE && other < slot;
        if (!is_pair_done) {
            bounce_off(world, slot, other);
        }
    }
}

/// Reflects one coordinate at a bound that it would cross; one that another ball has just turned
/// back is held at it. What is beyond a bound may come back on its own.
static void bounce_off_bound(float position, float radius, float lower, float upper, float *shift,
                             float *velocity)
{
    float next = position + *shift;
    float least = lower + radius, most = upper - radius;
    if (next < least && (*velocity < 0.0f || position >= least)) {
        *velocity = fabsf(*velocity);
        *shift = max_f(2.0f * least - next, least) - position;
    } else if (next > most && (*velocity > 0.0f || position <= most)) {
        *velocity = -fabsf(*velocity);
        *shift = min_f(2.0f * most - next, most) - position;
    }
}

static void bounce_off_bounds(VeerWorld *world, uint32_t slot)
{
    VeerBounds bounds = world->def.bounds;
    VeerVec3 position = world->obstacle.position[slot];
    VeerVec3 *shift = &world->ball_shift[slot];
    VeerVec3 *velocity = &world->ball_next_velocity[slot];
    float radius = world->obstacle.radius[slot];
    bounce_off_bound(position.x, radius, bounds.lower.x, bounds.upper.x, &shift->x, &velocity->x);
    bounce_off_bound(position.y, radius, bounds.lower.y, bounds.upper.y, &shift->y, &velocity->y);
    bounce_off_bound(position.z, radius, bounds.lower.z, bounds.upper.z, &shift->z, &velocity->z);
}

// --- Walls of the map ---

/// The wall that a ball meets first, and when.
typedef struct MapHit {
    VeerVec3 position, velocity;
    float radius;
    bool is_spatial; ///< the walls are boxes
    float time;      ///< s; less than 0 where it is in the wall by a part of its radius
    VeerVec3 normal; ///< unit, off the wall
} MapHit;

/// A wall whose nearest point lies `off` from the ball's middle. @param side  off the wall, where
/// the middle touches it
static void meet(MapHit *hit, VeerVec3 off, VeerVec3 side)
{
    VeerVec3 normal = unit3(scale3(off, -1.0f), side);
    float approach = -dot3(hit->velocity, normal);
    if (approach > 0.0f) {
        float time = (length3(off) - hit->radius) / approach;
        hit->normal = time < hit->time ? normal : hit->normal;
        hit->time = min_f(time, hit->time);
    }
}

/// A wall with two ends, which holds from the left of the path from a to b alone.
static void meet_side(MapHit *hit, VeerVec3 from, VeerVec3 to)
{
    VeerVec2 a = plane2(from), ab = sub2(plane2(to), a), at = plane2(hit->position);
    VeerVec2 off = sub2(add2(a, scale2(ab, veer_segment_nearest2(a, plane2(to), at))), at);
    if (cross2(ab, sub2(at, a)) >= 0.0f) {
        meet(hit, vec3(off.x, off.y, 0.0f), unit3(vec3(-ab.y, ab.x, 0.0f), (VeerVec3){0}));
    }
}

static void meet_wall(void *context, const VeerNearWall *wall)
{
    MapHit *hit = context;
    if (hit->is_spatial) {
        meet(hit, wall->offset, (VeerVec3){0});
    } else {
        meet_side(hit, wall->a, wall->b);
    }
}

/// Turns a ball back at the wall that it meets first. @return whether there is one in this tick
static bool turn_back(const VeerWorld *world, uint32_t slot, float dt, VeerVec3 *velocity)
{
    float radius = world->obstacle.radius[slot];
    VeerVec3 at = world->obstacle.position[slot];
    MapHit hit = {.position = at,
                  .velocity = *velocity,
                  .radius = radius,
                  .is_spatial = world->def.space == VEER_SPATIAL,
                  .time = dt};
    VeerWallQuery query = {.point = at,
                           .range = radius + length3(*velocity) * dt,
                           .lower = at.z,
                           .upper = at.z + world->obstacle.height[slot]};
    VeerWallCollector collector = {
        .world = world, .query = &query, .visit = meet_wall, .context = &hit};
    world->map.traits->find_walls(&collector);
    if (hit.time < dt) {
        *velocity = along3(*velocity, hit.normal, -2.0f * dot3(*velocity, hit.normal));
    }
    return hit.time < dt;
}

static void bounce_off_map(VeerWorld *world, uint32_t slot, float dt)
{
    VeerVec3 *velocity = &world->ball_next_velocity[slot];
    int turns = 0;
    while (world->map.traits && turns < MAX_TURNS && turn_back(world, slot, dt, velocity)) {
        turns++;
    }
    if (turns > 0) {
        // Between walls nearer to each other than it is wide, it stays.
        world->ball_shift[slot] = scale3(*velocity, turns < MAX_TURNS ? dt : 0.0f);
    }
}

void veer_stage_obstacles(VeerWorld *world, float dt)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t count = world->head->obstacle_slot_count;
    float top_speed = 0.0f;
    for (uint32_t slot = 0; slot < count; ++slot) {
        veer_obstacle_shift(world, slot, dt);
        top_speed = max_f(top_speed, length3(world->ball_next_velocity[slot]));
    }
    // In the order of slots, on one worker: a bounce changes both bodies.
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (obstacle->is_ball[slot] && obstacle->motion[slot] == VEER_MOTION_FREE) {
            bounce_off_others(world, slot, dt, top_speed);
            bounce_off_bounds(world, slot);
            bounce_off_map(world, slot, dt);
        }
    }
}
