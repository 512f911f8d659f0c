#include "world/tick/batch.h"

#include "base/wide_bits.h"
#include "world/traffic/traffic.h"

/// Whether it has the default model, and neither a path nor a place among others to keep to.
static bool is_free(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerGoalKind goal = (VeerGoalKind)agent->goal_kind[slot];
    bool has_squad = world->def.max_squads > 0 && world->member.squad[slot] != 0;
    return world->def.space == VEER_PLANAR && !world->map.head && !has_squad &&
           agent->model[slot] == VEER_AVOID_ORCA && !agent->is_immovable[slot] &&
           agent->max_speed[slot] > VEER_LEAST_SPEED && agent->memory[slot].orca.detour == 0.0f &&
           goal != VEER_GOAL_AGENT;
}

/// Whether neither walls nor balls are within its range.
static bool is_in_the_open(const VeerWorld *world, uint32_t slot)
{
    uint32_t balls;
    (void)veer_index_order(world->ball_index, &balls);
    const VeerAvoidParams *avoid = &world->agent.avoid[slot];
    VeerNearQuery query = near_query(world, slot, VEER_NO_SLOT, avoid->sense_range, 1);
    VeerNear nearest;
    return veer_walls_are_none(world) &&
           (balls == 0 || veer_index_nearest(world->ball_index, &query, &nearest) == 0);
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

/// As views see agents, but for what this model does not look at. @return how many it sees
static uint32_t see(VeerCrowdBatch *batch, uint32_t lane, const VeerWorld *world, uint32_t slot,
                    const VeerNear *near, uint32_t count)
{
    float weight = world->scratch.weight[slot] * veer_crowd_priority(world, slot);
    uint32_t layer = world->agent.layer[slot], seen = 0;
    bool is_far = veer_is_far(world->agent.position[slot]);
    for (uint32_t i = 0; i < count; i++) {
        const VeerSeenAgent *other = &world->scratch.seen[near[i].index];
        float share = layer & other->heed ? veer_yield_share(weight, other->weight) : 1.0f;
        veer_crowd_batch_see(batch, lane, seen,
                             veer_world_to_seen(world, slot, near[i].index, is_far),
                             other->velocity, other->radius, share, other->id);
        seen += share > 0.0f;
    }
    return seen;
}

void veer_agent_batch_fetch(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const void *const columns[] = {&agent->position[slot],
                                   &agent->compensation[slot],
                                   &agent->velocity[slot],
                                   &agent->preferred[slot],
                                   &agent->avoid[slot],
                                   &agent->avoid[slot].custom,
                                   &agent->memory[slot],
                                   &agent->radius[slot],
                                   &agent->height[slot],
                                   &agent->max_speed[slot],
                                   &agent->max_acceleration[slot],
                                   &agent->max_braking[slot],
                                   &agent->layer[slot],
                                   &agent->avoid_mask[slot],
                                   &agent->id[slot],
                                   &agent->is_immovable[slot],
                                   &agent->model[slot],
                                   &agent->goal_kind[slot],
                                   &agent->safe[slot],
                                   &agent->is_avoiding[slot],
                                   &agent->status[slot],
                                   &world->scratch.reach[slot],
                                   &world->scratch.weight[slot],
                                   &world->scratch.clearance[slot],
                                   &world->sensed_near[slot]};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        veer_prefetch_read(columns[i]);
    }
}

bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t slot,
                          const VeerVicinity *vicinity)
{
    if (!is_free(world, slot) || !is_in_the_open(world, slot)) {
        return false;
    }
    VeerNear near[VEER_MAX_NEIGHBOURS];
    VeerSensedNear *nearest = &world->sensed_near[slot];
    VeerCrowdAgent agent = crowd_agent(world, slot);
    uint32_t count = veer_world_find_near(world, slot, vicinity, near, nearest);
    uint32_t lane = veer_crowd_batch_add(&batch->crowd, &agent);
    batch->slots[lane] = slot;
    veer_crowd_batch_close(&batch->crowd, lane, see(&batch->crowd, lane, world, slot, near, count));
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
