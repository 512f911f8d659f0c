/// Where obstacles go by themselves: straight, on an orbit, or free and bouncing.
#include "math/trig.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"

#define MAX_TOUCHING 32u
#define TWO_PI 6.283185307179586

/// Turns by `inclination` about x, then by `node` about z.
static VeerVec3 orient(const VeerOrbit *orbit, float x, float y)
{
    float tilt_cos = veer_cos(orbit->inclination), tilt_sin = veer_sin(orbit->inclination);
    float node_cos = veer_cos(orbit->node), node_sin = veer_sin(orbit->node);
    float across = y * tilt_cos;
    return vec3(x * node_cos - across * node_sin, x * node_sin + across * node_cos, y * tilt_sin);
}

void veer_orbit_at(const VeerOrbit *orbit, double time, VeerVec3 *position, VeerVec3 *velocity)
{
    // Whole turns are taken off in double: a float's angle would lose the place after long runs.
    double angle = (double)orbit->rate * time + (double)orbit->phase;
    float anomaly = (float)(angle - trunc(angle / TWO_PI) * TWO_PI);
    float c = veer_cos(anomaly), s = veer_sin(anomaly);
    VeerVec3 offset = orient(orbit, orbit->semi_major * c, orbit->semi_minor * s);
    *position = veer_world_clamp(add3(orbit->centre, offset));
    *velocity =
        orient(orbit, -orbit->semi_major * orbit->rate * s, orbit->semi_minor * orbit->rate * c);
}

/// The velocity of a ball after the tether has pulled and driven it for a tick. The pull is taken
/// as at the end of the tick, so that a stiff spring and a long tick do not throw the ball away.
static VeerVec3 pulled(const VeerWorld *world, const VeerTether *tether, VeerVec3 position,
                       VeerVec3 velocity, float dt)
{
    if (tether->stiffness > 0.0f) {
        VeerVec3 offset = veer_world_flat(world, sub3(position, tether->anchor));
        float stretch = length3(offset) - tether->length;
        float pull = tether->stiffness * dt / (1.0f + tether->stiffness * dt * dt);
        velocity = along3(velocity, unit3(offset, vec3(1.0f, 0.0f, 0.0f)), -stretch * pull);
    }
    float speed = length3(velocity);
    float share = tether->drive * dt / (1.0f + tether->drive * dt);
    if (share > 0.0f && speed > 0.0f) {
        velocity = scale3(velocity, (speed + (tether->speed - speed) * share) / speed);
    }
    return velocity;
}

/// s, the longest step in which the swing of a ball is foreseen, and the most such steps.
#define SWING_STEP 0.2f
#define SWING_STEPS 256

/// And for how long, s.
#define SWING_SECONDS 1e4f

/// Where a free ball will be, and its velocity then; bounces are not thought of.
static void swing(const VeerWorld *world, uint32_t slot, float seconds, VeerVec3 *position,
                  VeerVec3 *velocity)
{
    const VeerTether *tether = &world->obstacle.course[slot].tether;
    if (!(tether->stiffness > 0.0f || tether->drive > 0.0f) || !(seconds > 0.0f)) {
        *position = along3(*position, *velocity, seconds);
        return;
    }
    seconds = min_f(seconds, SWING_SECONDS);
    float wanted = ceilf(seconds / SWING_STEP);
    int steps = wanted < (float)SWING_STEPS ? (int)wanted : SWING_STEPS;
    float step = seconds / (float)steps;
    for (int i = 0; i < steps; ++i) {
        *velocity = pulled(world, tether, *position, *velocity, step);
        *position = along3(*position, *velocity, step);
    }
}

VeerVec3 veer_obstacle_future(const VeerWorld *world, uint32_t slot, float seconds)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 position = obstacle->position[slot];
    VeerVec3 velocity = obstacle->velocity[slot];
    switch ((VeerObstacleMotion)obstacle->motion[slot]) {
    case VEER_MOTION_ORBIT:
        veer_orbit_at(&obstacle->course[slot].orbit,
                      world->head->time - obstacle->orbit_epoch[slot] + (double)seconds, &position,
                      &velocity);
        return position;
    case VEER_MOTION_VELOCITY:
        return veer_world_clamp(along3(position, velocity, seconds));
    case VEER_MOTION_FREE:
        swing(world, slot, seconds, &position, &velocity);
        return veer_world_clamp(position);
    default:
        return position;
    }
}

void veer_obstacle_samples(const VeerWorld *world, uint32_t slot, float interval, VeerVec3 *places,
                           uint32_t count)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 position = obstacle->position[slot];
    VeerVec3 velocity = obstacle->velocity[slot];
    bool is_free = obstacle->motion[slot] == VEER_MOTION_FREE;
    for (uint32_t i = 0; i < count; ++i) {
        if (is_free && i > 0) {
            swing(world, slot, interval, &position, &velocity);
        }
        places[i] = is_free ? veer_world_clamp(position)
                            : veer_obstacle_future(world, slot, (float)i * interval);
    }
}

/// What two bodies exchange when they bounce without loss.
typedef struct Bounce {
    VeerVec3 normal; ///< unit, from the other to the first
    float approach;  ///< speed at which they close, m/s
    float weight;    ///< part of the exchange that the first takes: other's mass ÷ both
} Bounce;

/// @return whether the two touch after their shifts and still approach
static bool find_bounce(const VeerWorld *world, uint32_t i, uint32_t j, Bounce *out)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 offset = sub3(add3(obstacle->position[i], world->ball_shift[i]),
                           add3(obstacle->position[j], world->ball_shift[j]));
    offset = veer_world_flat(world, offset);
    float reach = obstacle->radius[i] + obstacle->radius[j];
    if (!(dot3(offset, offset) < reach * reach)) {
        return false;
    }
    VeerVec3 relative = sub3(world->ball_next_velocity[i], world->ball_next_velocity[j]);
    out->normal = unit3(offset, vec3(1.0f, 0.0f, 0.0f));
    out->approach = -dot3(relative, out->normal);
    bool is_other_free = obstacle->motion[j] == VEER_MOTION_FREE;
    float mass = obstacle->mass[i] + obstacle->mass[j];
    out->weight = !is_other_free ? 1.0f : mass > 0.0f ? obstacle->mass[j] / mass : 0.5f;
    return out->approach > 0.0f;
}

/// Elastic: momentum and energy of the two stay. One that is not free is as a wall that moves.
static void apply_bounce(VeerWorld *world, uint32_t i, uint32_t j, const Bounce *bounce)
{
    float change = 2.0f * bounce->approach;
    VeerVec3 *velocity = world->ball_next_velocity;
    velocity[i] = along3(velocity[i], bounce->normal, change * bounce->weight);
    if (bounce->weight < 1.0f) {
        velocity[j] = along3(velocity[j], bounce->normal, -change * (1.0f - bounce->weight));
    }
}

static void bounce_off_others(VeerWorld *world, uint32_t slot, float dt, float top_speed)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerNear near[MAX_TOUCHING];
    float radius = obstacle->radius[slot];
    float way = length3(world->ball_shift[slot]) + top_speed * dt;
    VeerNearQuery query = {.centre = obstacle->position[slot],
                           .range = radius + way,
                           .limit = MAX_TOUCHING,
                           .mask = UINT32_MAX,
                           .except = slot,
                           .height = obstacle->height[slot]};
    uint32_t count = veer_index_nearest(world->ball_index, &query, near);
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t other = near[k].index;
        Bounce bounce;
        bool is_pair_done = obstacle->motion[other] == VEER_MOTION_FREE && other < slot;
        if (!is_pair_done && find_bounce(world, slot, other, &bounce)) {
            apply_bounce(world, slot, other, &bounce);
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

static void shift_ball(VeerWorld *world, uint32_t slot, float dt)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerObstacleMotion motion = (VeerObstacleMotion)obstacle->motion[slot];
    VeerVec3 position = obstacle->position[slot];
    world->ball_next_velocity[slot] = obstacle->velocity[slot];
    world->ball_shift[slot] = (VeerVec3){0};
    if (motion == VEER_MOTION_ORBIT) {
        VeerVec3 next;
        double time = world->head->time - obstacle->orbit_epoch[slot] + (double)dt;
        veer_orbit_at(&obstacle->course[slot].orbit, time, &next, &world->ball_next_velocity[slot]);
        world->ball_shift[slot] = sub3(next, position);
    } else if (motion != VEER_MOTION_STATIC) {
        VeerVec3 *velocity = &world->ball_next_velocity[slot];
        if (motion == VEER_MOTION_FREE) {
            *velocity = pulled(world, &obstacle->course[slot].tether, position, *velocity, dt);
        }
        world->ball_shift[slot] = scale3(*velocity, dt);
    }
}

void veer_stage_obstacles(VeerWorld *world, float dt)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t count = world->head->obstacle_slot_count;
    float top_speed = 0.0f;
    for (uint32_t slot = 0; slot < count; ++slot) {
        shift_ball(world, slot, dt);
        top_speed = max_f(top_speed, length3(world->ball_next_velocity[slot]));
    }
    // In the order of slots, on one worker: a bounce changes both bodies.
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (obstacle->is_ball[slot] && obstacle->motion[slot] == VEER_MOTION_FREE) {
            bounce_off_others(world, slot, dt, top_speed);
            bounce_off_bounds(world, slot);
            veer_obstacle_bounce_off_map(world, slot, dt);
        }
    }
}
