/// Queues: agents that are held up do not give up while the head of their queue progresses. Where
/// no path leads on, its head stands, and all behind it.
#include "math/vec.h"
#include "world/traffic/traffic.h"

/// Nearest agents looked at.
#define MAX_NEAR 8u
/// Agents in the longest queue.
#define MAX_QUEUE 250u

// Each agent gets its position from those just ahead in the tick before, so a queue of n is known
// after n ticks. Where the head stops, positions grow beyond the limit, in cycles too.

static bool follows_path(const VeerWorld *world, uint32_t slot)
{
    return veer_route_has_path(world, slot) && world->map.routes.all[slot].remaining >= 0.0f;
}

static VeerVec3 to_aim(const VeerWorld *world, uint32_t slot)
{
    return veer_world_offset(world, slot, world->map.routes.all[slot].aim);
}

/// Whether another agent is ahead, and goes much the same way.
static bool is_before(const VeerWorld *world, uint32_t other, uint32_t slot)
{
    VeerVec3 heading = to_aim(world, slot);
    VeerVec3 offset = veer_world_offset(world, slot, world->agent.position[other]);
    return follows_path(world, other) && dot3(offset, heading) > 0.0f &&
           dot3(to_aim(world, other), heading) > 0.0f;
}

/// The position of a stopped agent: one more than the least of those ahead; 0: it is in no queue.
static uint32_t position_behind(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerNear near[MAX_NEAR];
    float range = VEER_NEAR_RADII * agent->radius[slot];
    uint32_t count = veer_agents_near(world, slot, range, MAX_NEAR, near), least = MAX_QUEUE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t position = world->map.routes.all[near[i].index].queue_position;
        if (position > 0 && position < least && is_before(world, near[i].index, slot)) {
            least = position;
        }
    }
    return least < MAX_QUEUE ? least + 1u : 0;
}

/// Whether another agent stands where no path leads on, and nearer to that than one whose path ends
/// there, too: so no two stand for each other.
/// @param near  m, within which two ends are one
static bool stands_before(const VeerWorld *world, uint32_t other, uint32_t slot, float near)
{
    if (!veer_route_stands(world, other) ||
        veer_route_left(world, other) >= veer_route_left(world, slot)) {
        return false;
    }
    const VeerRoute *routes = world->map.routes.all;
    VeerVec3 apart = sub3(routes[other].target, routes[slot].target);
    return dot3(apart, apart) <= near * near;
}

/// Whether an agent is as near to its goal as it gets: at the end of a partial route, or behind
/// others that are. It would mill about before them as long as it lives.
static bool stands(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerNear near[MAX_NEAR];
    if (route->status != VEER_ROUTE_PARTIAL || route->count == 0 ||
        world->agent.status[slot] == VEER_AGENT_ARRIVED) {
        return false;
    }
    if (veer_route_left(world, slot) <= world->agent.goal_radius[slot]) {
        return true;
    }
    float range = VEER_NEAR_RADII * world->agent.radius[slot];
    uint32_t count = veer_agents_near(world, slot, range, MAX_NEAR, near);
    for (uint32_t i = 0; i < count; i++) {
        if (stands_before(world, near[i].index, slot, range)) {
            return true;
        }
    }
    return false;
}

static uint32_t position_of(const VeerWorld *world, uint32_t slot)
{
    if (!veer_route_is_on(world, slot)) {
        return 0;
    }
    if (stands(world, slot)) {
        return VEER_QUEUE_STANDS;
    }
    if (!follows_path(world, slot)) {
        return 0;
    }
    return veer_progress_is_moving(world, slot) ? 1u : position_behind(world, slot);
}

void veer_queues_run(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    uint32_t *next = map->routes.queue; // scratch, free until plans are made
    uint32_t slots = world->head->agent_slot_count;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        next[slot] = position_of(world, slot);
    }
    for (uint32_t slot = 0; slot < slots; ++slot) {
        map->routes.all[slot].queue_position = (uint8_t)next[slot];
        if (next[slot] > 1u && next[slot] != VEER_QUEUE_STANDS) {
            veer_progress_wait(world, slot);
        }
    }
}
