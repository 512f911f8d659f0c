#include "world/tick/batch.h"

#include "base/wide_bits.h"
#include "space/index.h"
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

static VeerCrowdAgent crowd_agent(const VeerWorld *world, uint32_t entry)
{
    const VeerAgentColumns *agent = &world->agent;
    uint32_t slot = world->agent_index->order[entry];
    const VeerAvoidParams *avoid = &agent->avoid[slot];
    const VeerCrowdBody *body = &world->scratch.bodies[entry];
    return (VeerCrowdAgent){
        .velocity = vec3(body->velocity_x, body->velocity_y, 0.0f),
        .preferred = agent->preferred[slot],
        .radius = body->radius,
        .max_speed = agent->max_speed[slot],
        .braking = min_f(agent->max_braking[slot], agent->max_acceleration[slot]),
        .jam = agent->memory[slot].orca.jam,
        .sense_range = avoid->sense_range,
        .time_horizon = avoid->time_horizon,
        .max_neighbours = avoid->max_neighbours,
        .id = body->id,
        .body = entry,
        .layer = agent->layer[slot],
    };
}

/// Whether it goes by route, and is not there yet.
static bool is_on_path(const VeerWorld *world, uint32_t slot)
{
    return world->map.head && world->map.routes.all[slot].remaining >= 0.0f;
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
        .is_on_path = is_on_path(world, slot),
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

/// The neighbours of one agent of a batch, as views see agents, but for what this model does not
/// look at.
static void see_alone(VeerCrowdBatch *batch, uint32_t lane, BatchLooker *looker)
{
    const VeerWorld *world = looker->world;
    uint32_t seen = 0, count = (uint32_t)batch->neighbour_count[lane];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = batch->other[i][lane];
        const VeerCrowdBody *body = &batch->bodies[entry];
        const VeerSeenAgent *other = &world->scratch.seen[entry];
        VeerVec2 offset = sub2(vec2(body->x, body->y), looker->position); // veer_world_to_seen
        offset = looker->is_far
                     ? add2(offset, sub2(plane2(other->compensation), looker->compensation))
                     : offset;
        float share =
            looker->layer & body->heed ? veer_yield_share(looker->weight, body->weight) : 1.0f;
        share = share_on_paths(looker, other, offset, share);
        veer_crowd_batch_see(batch, lane, seen, offset, plane2(other->velocity), body->radius,
                             share, body->id);
        seen += share > 0.0f;
    }
    veer_crowd_batch_close(batch, lane, seen);
}

void veer_agent_batch_fetch(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    veer_prefetch_read(&agent->position[slot]);
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
    veer_prefetch_read(&agent->is_immovable[slot]);
    veer_prefetch_read(&agent->model[slot]);
    veer_prefetch_read(&agent->goal_kind[slot]);
    veer_prefetch_read(&agent->safe[slot]);
    veer_prefetch_read(&agent->is_avoiding[slot]);
    veer_prefetch_read(&agent->status[slot]);
    veer_prefetch_read(&world->scratch.reach[slot]);
    veer_prefetch_read(&world->scratch.clearance[slot]);
    veer_prefetch_read(&world->sensed_near[slot]);
}

bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t entry,
                          const VeerSensed *obstacles, const VeerVicinity *vicinity)
{
    uint32_t slot = world->agent_index->order[entry];
    if (!is_free(world, slot) || !is_in_the_open(world, slot, obstacles)) {
        return false;
    }
    VeerNear near[VEER_MAX_NEIGHBOURS];
    VeerCrowdAgent agent = crowd_agent(world, entry);
    uint32_t count = veer_world_find_near(world, slot, vicinity, near, &world->sensed_near[slot]);
    uint32_t lane = veer_crowd_batch_add(&batch->crowd, &agent);
    batch->slots[lane] = slot;
    for (uint32_t i = 0; i < count; i++) {
        batch->crowd.other[i][lane] = near[i].index;
    }
    veer_crowd_batch_close(&batch->crowd, lane, count);
    bool is_alone = obstacles->finds_path || is_on_path(world, slot) ||
                    veer_is_far(world->agent.position[slot]);
    batch->alone |= (uint32_t)is_alone << lane;
    batch->finding |= (uint32_t)obstacles->finds_path << lane;
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = false;
    }
    return true;
}

/// All see their neighbours.
static void look(VeerAgentBatch *batch, VeerWorld *world)
{
    batch->crowd.bodies = world->scratch.bodies;
    uint32_t alone = batch->alone | veer_crowd_batch_look(&batch->crowd);
    for (; alone; alone &= alone - 1u) {
        uint32_t lane = veer_bits_lowest(alone), slot = batch->slots[lane];
        BatchLooker looker = looker_of(world, slot, batch->finding >> lane & 1u);
        see_alone(&batch->crowd, lane, &looker);
        if (looker.is_on_path) {
            world->map.routes.all[slot].is_queuing = looker.is_queuing;
        }
    }
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
    look(batch, world);
    uint32_t strange = veer_crowd_batch_decide(&batch->crowd);
    for (uint32_t lane = 0; lane < batch->crowd.count; lane++) {
        if (!(strange >> lane & 1u)) {
            VeerAvoidResult result = veer_crowd_batch_result(&batch->crowd, lane);
            take(world, batch->slots[lane], &result);
        }
    }
    batch->crowd.count = 0;
    batch->crowd.most = 0;
    batch->alone = batch->finding = 0;
    return strange;
}
