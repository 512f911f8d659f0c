#include "world/tick/batch.h"

#include "base/wide_bits.h"
#include "world/traffic/traffic.h"

/// Whether it has the default model, and no place among others to keep to.
static bool is_free(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    bool has_squad = world->def.max_squads > 0 && world->member.squad[slot] != 0;
    return world->def.space == VEER_PLANAR && !has_squad && !veer_maze_has(world, slot) &&
           agent->model[slot] == VEER_AVOID_ORCA && agent->max_speed[slot] > VEER_LEAST_SPEED &&
           agent->memory[slot].orca.detour == 0.0f &&
           agent->goal_kind[slot] != (uint8_t)VEER_GOAL_AGENT;
}

/// Whether it is before no passage of the map, and nothing but agents is in view.
static bool is_in_the_open(const VeerWorld *world, uint32_t slot, const VeerSensed *obstacles)
{
    VeerVec3 bottleneck = veer_passage_ahead(world, slot);
    return obstacles->wall_count == 0 && obstacles->ball_count == 0 && bottleneck.x == 0.0f &&
           bottleneck.y == 0.0f;
}

static VeerCrowdAgent crowd_agent(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerAvoidParams *avoid = &agent->avoid[slot];
    return (VeerCrowdAgent){
        .velocity = agent->velocity[slot],
        .preferred = agent->preferred[slot],
        .radius = agent->radius[slot],
        .max_speed = agent->max_speed[slot],
        .braking = min_f(agent->max_braking[slot], agent->max_acceleration[slot]),
        .jam = agent->memory[slot].orca.jam,
        .sense_range = avoid->sense_range,
        .time_horizon = avoid->time_horizon,
        .max_neighbours = avoid->max_neighbours,
        .id = agent->id[slot],
    };
}

/// An agent that looks, and what it shares evasions by.
typedef struct BatchLooker {
    const VeerWorld *world;
    uint32_t slot, layer;
    VeerVec2 position, compensation;
    float weight, radius;
    VeerVec2 bottleneck;
    bool is_far, is_on_path, finds_path;
    bool is_queuing; ///< an agent near goes before it
} BatchLooker;

static BatchLooker looker_of(const VeerWorld *world, uint32_t slot, bool finds_path)
{
    const VeerAgentColumns *agent = &world->agent;
    return (BatchLooker){
        .world = world,
        .slot = slot,
        .layer = agent->layer[slot],
        .position = plane2(agent->position[slot]),
        .compensation = plane2(agent->compensation[slot]),
        .weight = world->scratch.weight[slot] * veer_crowd_priority(world, slot),
        .radius = agent->radius[slot],
        .bottleneck = finds_path ? veer_bottleneck_of(agent, slot) : vec2(0.0f, 0.0f),
        .is_far = veer_is_far(agent->position[slot]),
        .is_on_path = world->map.head && world->map.routes.all[slot].remaining >= 0.0f,
        .finds_path = finds_path,
    };
}

/// The share of an evasion by which of the two goes first: on paths, and where it finds its own.
static float share_on_paths(BatchLooker *looker, const VeerSeenAgent *other, VeerVec2 offset,
                            float share)
{
    if (looker->is_on_path) {
        float own = veer_yield_share_on_routes(looker->world, looker->slot, other->slot, share);
        looker->is_queuing |= own > share;
        share = own;
    }
    VeerVec3 to = vec3(offset.x, offset.y, 0.0f);
    return looker->finds_path
               ? veer_yield_share_off_routes(looker->bottleneck, looker->radius, other, to, share)
               : share;
}

/// As views see agents, but for what this model does not look at. @return how many it sees
static inline uint32_t see(VeerCrowdBatch *batch, uint32_t lane, BatchLooker *looker,
                           const VeerNear *near, uint32_t count, bool is_far, bool has_paths)
{
    const VeerSeenAgent *all = looker->world->scratch.seen;
    const float *x = looker->world->agent_index->x, *y = looker->world->agent_index->y;
    VeerVec2 position = looker->position, compensation = looker->compensation;
    float weight = looker->weight;
    uint32_t seen = 0, layer = looker->layer;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = near[i].index;
        const VeerSeenAgent *other = &all[entry];
        VeerVec2 offset = sub2(vec2(x[entry], y[entry]), position); // veer_world_to_seen
        offset = is_far ? add2(offset, sub2(plane2(other->compensation), compensation)) : offset;
        float share = layer & other->heed ? veer_yield_share(weight, other->weight) : 1.0f;
        share = has_paths ? share_on_paths(looker, other, offset, share) : share;
        veer_crowd_batch_see(batch, lane, seen, offset, plane2(other->velocity), other->radius,
                             share, other->id);
        seen += share > 0.0f;
    }
    return seen;
}

static uint32_t see_all(VeerCrowdBatch *batch, uint32_t lane, BatchLooker *looker,
                        const VeerNear *near, uint32_t count)
{
    if (looker->is_on_path || looker->finds_path) {
        return see(batch, lane, looker, near, count, looker->is_far, true);
    }
    return looker->is_far ? see(batch, lane, looker, near, count, true, false)
                          : see(batch, lane, looker, near, count, false, false);
}

void veer_agent_batch_fetch(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    veer_prefetch_read(&agent->position[slot]);
    veer_prefetch_read(&agent->compensation[slot]);
    veer_prefetch_read(&agent->velocity[slot]);
    veer_prefetch_read(&agent->preferred[slot]);
    veer_prefetch_read(&agent->avoid[slot]);
    veer_prefetch_read(&agent->memory[slot]);
    veer_prefetch_read(&agent->radius[slot]);
    veer_prefetch_read(&agent->height[slot]);
    veer_prefetch_read(&agent->max_speed[slot]);
    veer_prefetch_read(&agent->max_acceleration[slot]);
    veer_prefetch_read(&agent->max_braking[slot]);
    veer_prefetch_read(&agent->layer[slot]);
    veer_prefetch_read(&agent->avoid_mask[slot]);
    veer_prefetch_read(&agent->id[slot]);
    veer_prefetch_read(&agent->is_immovable[slot]);
    veer_prefetch_read(&agent->model[slot]);
    veer_prefetch_read(&agent->goal_kind[slot]);
    veer_prefetch_read(&agent->safe[slot]);
    veer_prefetch_read(&agent->is_avoiding[slot]);
    veer_prefetch_read(&agent->status[slot]);
    veer_prefetch_read(&world->scratch.reach[slot]);
    veer_prefetch_read(&world->scratch.weight[slot]);
    veer_prefetch_read(&world->scratch.clearance[slot]);
    veer_prefetch_read(&world->sensed_near[slot]);
}

bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t slot,
                          const VeerSensed *obstacles, const VeerVicinity *vicinity)
{
    if (!is_free(world, slot) || !is_in_the_open(world, slot, obstacles)) {
        return false;
    }
    VeerNear near[VEER_MAX_NEIGHBOURS];
    VeerCrowdAgent agent = crowd_agent(world, slot);
    BatchLooker looker = looker_of(world, slot, obstacles->finds_path);
    uint32_t count = veer_world_find_near(world, slot, vicinity, near, &world->sensed_near[slot]);
    uint32_t lane = veer_crowd_batch_add(&batch->crowd, &agent);
    batch->slots[lane] = slot;
    count = see_all(&batch->crowd, lane, &looker, near, count);
    veer_crowd_batch_close(&batch->crowd, lane, count);
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = looker.is_queuing;
    }
    return true;
}

static void take(VeerWorld *world, uint32_t slot, const VeerAvoidResult *result)
{
    VeerAgentColumns *agent = &world->agent;
    bool keeps_place = agent->status[slot] == VEER_AGENT_ARRIVED;
    agent->safe[slot] = result->velocity;
    agent->memory[slot] = keeps_place ? (VeerAvoidMemory){0} : result->memory;
    agent->is_avoiding[slot] = result->is_avoiding;
}

uint32_t veer_agent_batch_decide(VeerAgentBatch *batch, VeerWorld *world, float dt)
{
    batch->crowd.dt = dt;
    uint32_t strange = veer_crowd_batch_decide(&batch->crowd);
    for (uint32_t lane = 0; lane < batch->crowd.count; lane++) {
        if (!(strange >> lane & 1u)) {
            VeerAvoidResult result = veer_crowd_batch_result(&batch->crowd, lane);
            take(world, batch->slots[lane], &result);
        }
    }
    batch->crowd.count = 0;
    batch->crowd.most = 0;
    return strange;
}
