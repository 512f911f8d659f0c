/// Where obstacles go by themselves: straight, on an orbit, or free.
#include "math/trig.h"
#include "math/vec.h"
#include "world/body/body.h"

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

/// Where a free ball will be, and its velocity then; bounces are not thought of.
static void swing(const VeerWorld *world, uint32_t slot, float seconds, VeerVec3 *position,
                  VeerVec3 *velocity)
{
    const VeerTether *tether = &world->obstacle.course[slot].tether;
    if (!(tether->stiffness > 0.0f || tether->drive > 0.0f) || !(seconds > 0.0f)) {
        *position = along3(*position, *velocity, seconds);
        return;
    }
    seconds = min_f(seconds, VEER_WORLD_LIMIT);
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

void veer_obstacle_shift(VeerWorld *world, uint32_t slot, float dt)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    // What is no ball moves once all bodies have: see veer_stage_kinematic.
    VeerObstacleMotion motion =
        obstacle->is_ball[slot] ? (VeerObstacleMotion)obstacle->motion[slot] : VEER_MOTION_STATIC;
    VeerVec3 position = obstacle->position[slot];
    world->ball_next_velocity[slot] = obstacle->velocity[slot];
    world->ball_shift[slot] = (VeerVec3){0};
    if (motion == VEER_MOTION_ORBIT) {
        VeerVec3 next;
        double time = world->head->time - obstacle->orbit_epoch[slot] + (double)dt;
        veer_orbit_at(&obstacle->course[slot].orbit, time, &next, &world->ball_next_velocity[slot]);
        const VeerVec3 *low = &obstacle->compensation[slot], none = {0};
        world->ball_shift[slot] =
            veer_world_between(world, &position, low, &next, &none, veer_is_far(position));
    } else if (motion != VEER_MOTION_STATIC) {
        VeerVec3 *velocity = &world->ball_next_velocity[slot];
        if (motion == VEER_MOTION_FREE) {
            *velocity = pulled(world, &obstacle->course[slot].tether, position, *velocity, dt);
        }
        world->ball_shift[slot] = scale3(*velocity, dt);
    }
}
