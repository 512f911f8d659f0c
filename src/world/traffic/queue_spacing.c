/// Queues: where many press through what lets one at a time pass, those who are further off keep
/// their distance and let the nearest go.
///
/// Source: bodies that press towards a narrow place form arches that hold each other up (Helbing,
/// Farkas and Vicsek, "Simulating dynamical features of escape panic", Nature, 2000): faster is
/// slower. Measured: forty through a slanting gap of 1 m, of which 1 to 11 came through in 200 s,
/// all do.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/traffic/traffic.h"

/// s without progress from which on one lets others go first.
#define QUEUE_AFTER 0.5f
/// The gap that it keeps then, radii, and the part of its speed that it steps back at.
#define QUEUE_GAP 0.6f
#define QUEUE_SPEED 0.5f
/// Who is slower than this part of its limit is held up: in a press nobody quite stands.
#define HELD_UP_PACE 0.2f
/// Who are looked at, nearest first.
#define MAX_NEAR 8u

/// Whether another is nearer to where the way leads; of two who are as near, the lower id.
static bool is_ahead(const VeerWorld *world, uint32_t other, uint32_t slot, VeerVec3 aim)
{
    const VeerAgentColumns *agent = &world->agent;
    float its = length3(veer_world_flat(world, sub3(aim, agent->position[other])));
    float own = length3(veer_world_flat(world, sub3(aim, agent->position[slot])));
    return its < own || (its == own && agent->id[other] < agent->id[slot]);
}

/// Whether it gets no further either.
static bool is_held_up(const VeerAgentColumns *agent, uint32_t slot)
{
    float limit = HELD_UP_PACE * agent->max_speed[slot];
    VeerVec3 velocity = agent->velocity[slot];
    return agent->status[slot] != VEER_AGENT_ARRIVED && dot3(velocity, velocity) < limit * limit;
}

bool veer_queue_velocity(const VeerWorld *world, uint32_t slot, VeerVec3 aim, VeerVec3 forward,
                         VeerVec3 *wish)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerRouteGate *gate = world->map.traffic.gates ? &world->map.traffic.gates[slot] : NULL;
    if (!gate || gate->state == VEER_GATE_NONE || agent->goal_stalled[slot] < QUEUE_AFTER) {
        return false;
    }
    VeerNear near[MAX_NEAR];
    VeerNearQuery query = {
        .centre = agent->position[slot],
        .range = agent->radius[slot] * (1.0f + QUEUE_GAP),
        .limit = MAX_NEAR,
        .mask = UINT32_MAX,
        .except = slot,
        .height = agent->height[slot],
    };
    uint32_t count = veer_index_nearest(world->agent_index, &query, near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = near[i].index;
        if (is_held_up(agent, other) && is_ahead(world, other, slot, aim)) {
            *wish = scale3(forward, -QUEUE_SPEED);
            return true;
        }
    }
    return false;
}
