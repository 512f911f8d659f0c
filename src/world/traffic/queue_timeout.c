/// Lines: who stands behind others that go the same way does not give up while one at the head of
/// the line gets on, however long it takes.
///
/// Each tells its number in the line from those of the tick before that stand ahead of it, so a
/// line of n is known after n ticks. Where its head no longer gets on, the numbers grow until they
/// are too great, also round in a ring.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/traffic/traffic.h"

/// s without progress up to which one gets on.
#define STANDS_AFTER 1.0f
/// The longest line.
#define MAX_LINE 250u
/// The next in a line stands within so many radii.
#define NEXT_RADII 3.0f
/// Who are looked at, nearest first.
#define MAX_NEAR 8u
/// s: the clock of one that stands in a line goes no further, half of the way to giving up.
#define LONGEST_STALL (0.5f * VEER_GIVE_UP_SECONDS)

static bool is_on_way(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    return (route->status == VEER_ROUTE_WHOLE || route->status == VEER_ROUTE_PARTIAL) &&
           route->left >= 0.0f;
}

/// From an agent to where its way leads it next.
static VeerVec3 way_of(const VeerWorld *world, uint32_t slot)
{
    return veer_world_flat(world,
                           sub3(world->map.routes.all[slot].aim, world->agent.position[slot]));
}

/// Whether another stands, or goes, before an agent on much the same way.
static bool is_before(const VeerWorld *world, uint32_t other, uint32_t slot)
{
    VeerVec3 way = way_of(world, slot);
    VeerVec3 offset = sub3(world->agent.position[other], world->agent.position[slot]);
    return is_on_way(world, other) && dot3(veer_world_flat(world, offset), way) > 0.0f &&
           dot3(way_of(world, other), way) > 0.0f;
}

/// The number of one that stands: one more than the least of those before it; 0: there are none.
static uint32_t number_behind(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerNear near[MAX_NEAR];
    VeerNearQuery query = {
        .centre = agent->position[slot],
        .range = NEXT_RADII * agent->radius[slot],
        .limit = MAX_NEAR,
        .mask = UINT32_MAX,
        .except = slot,
        .height = agent->height[slot],
    };
    uint32_t count = veer_index_nearest(world->agent_index, &query, near), least = MAX_LINE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t line = world->map.routes.all[near[i].index].queue_position;
        if (line > 0 && line < least && is_before(world, near[i].index, slot)) {
            least = line;
        }
    }
    return least < MAX_LINE ? least + 1u : 0;
}

void veer_queues_run(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    uint32_t *next = map->routes.queue; // free until plans are made
    uint32_t slots = world->head->agent_slot_count;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        bool gets_on = world->agent.goal_stalled[slot] < STANDS_AFTER;
        bool is_on = veer_route_is_on(world, slot) && is_on_way(world, slot);
        next[slot] = !is_on ? 0 : gets_on ? 1u : number_behind(world, slot);
    }
    for (uint32_t slot = 0; slot < slots; ++slot) {
        map->routes.all[slot].queue_position = (uint8_t)next[slot];
        if (next[slot] > 1u) {
            world->agent.goal_stalled[slot] = min_f(world->agent.goal_stalled[slot], LONGEST_STALL);
        }
    }
}
