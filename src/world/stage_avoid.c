/// Avoid: from what each agent senses and wishes to its safe velocity.
#include "math/vec.h"
#include "world/stages.h"

#define GRAIN 64u

typedef struct Avoiding {
    VeerWorld *world;
    const uint32_t *order;
    float dt;
} Avoiding;

/// The neighbours of one agent while its view is put together.
typedef struct Sensed {
    VeerNeighbour neighbours[2 * VEER_MAX_NEIGHBOURS];
    VeerWall walls[VEER_MAX_WALLS];
    uint32_t neighbour_count, wall_count;
} Sensed;

/// The part that falls to the first of two weights: the other's weight ÷ both.
static float share_of(float own, float other)
{
    if (own == other) {
        return 0.5f;
    }
    if (own >= VEER_WEIGHT_UNYIELDING || other >= VEER_WEIGHT_UNYIELDING) {
        return own < other ? 1.0f : 0.0f;
    }
    return other / (own + other);
}

float veer_agent_yield(const VeerWorld *world, uint32_t i, uint32_t j)
{
    return share_of(world->scratch.weight[i], world->scratch.weight[j]);
}

float veer_agent_share(const VeerWorld *world, uint32_t i, uint32_t j)
{
    bool is_heeded = world->agent.layer[i] & world->scratch.heed[j];
    return is_heeded || world->agent.is_immovable[i] ? veer_agent_yield(world, i, j) : 1.0f;
}

static VeerNeighbour agent_neighbour(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 offset = sub3(agent->position[other], agent->position[slot]);
    return (VeerNeighbour){
        .offset = veer_world_flat(world, offset),
        .velocity = agent->velocity[other],
        .radius = agent->radius[other],
        .share = veer_agent_share(world, slot, other),
        .id = agent->id[other],
    };
}

static VeerNeighbour ball_neighbour(const VeerWorld *world, uint32_t slot, uint32_t ball)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 offset = sub3(obstacle->position[ball], world->agent.position[slot]);
    return (VeerNeighbour){
        .offset = veer_world_flat(world, offset),
        .velocity = obstacle->velocity[ball],
        .radius = obstacle->radius[ball],
        .share = 1.0f,
        .id = ball,
        .is_obstacle = true,
    };
}

/// The neighbours with the range that held enough of them in the last tick, and with the whole
/// range where it does not now: the answer is the same, and most of the search is saved.
static uint32_t nearest_agents(const VeerWorld *world, uint32_t slot, VeerNearQuery query,
                               VeerNear *near)
{
    float range = query.range;
    float reach = world->scratch.reach[slot];
    uint32_t count = 0;
    if (reach > 0.0f && reach < range) {
        query.range = reach;
        count = veer_index_nearest(world->agent_index, &query, near);
    }
    if (count < query.limit) {
        query.range = range;
        count = veer_index_nearest(world->agent_index, &query, near);
    }
    bool is_full = count == query.limit && count > 0;
    world->scratch.reach[slot] = is_full ? near[count - 1].gap * 1.05f + 0.01f : 0.0f;
    bool sees_all = query.mask == UINT32_MAX && query.limit > 0;
    world->scratch.clearance[slot] = !sees_all ? 0.0f : count > 0 ? near[0].gap : query.range;
    return count;
}

static VeerNearQuery near_query(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerNearQuery){
        .centre = agent->position[slot],
        .range = agent->avoid[slot].sense_range,
        .limit = agent->avoid[slot].max_neighbours,
        .mask = agent->avoid_mask[slot],
        .except = slot,
        .height = agent->height[slot],
    };
}

static bool is_target(const VeerWorld *world, uint32_t slot, bool is_agent, uint32_t other)
{
    VeerGoalKind kind = is_agent ? VEER_GOAL_AGENT : VEER_GOAL_OBSTACLE;
    VeerAgentId target = world->agent.goal_target[slot];
    uint32_t generation =
        is_agent ? world->agent.generation[other] : world->obstacle.generation[other];
    return world->agent.goal_kind[slot] == (uint8_t)kind && target.slot == other &&
           target.generation == generation;
}

/// Merges agents and balls, each near to far, into one list near to far.
static void sense_bodies(const VeerWorld *world, uint32_t slot, Sensed *sensed)
{
    VeerNear agents[VEER_MAX_NEIGHBOURS], balls[VEER_MAX_NEIGHBOURS];
    VeerNearQuery query = near_query(world, slot);
    uint32_t agent_count = nearest_agents(world, slot, query, agents);
    query.except = VEER_NO_SLOT;
    uint32_t ball_count = veer_index_nearest(world->ball_index, &query, balls);
    uint32_t a = 0, b = 0, count = 0;
    while (a < agent_count || b < ball_count) {
        bool is_agent = b == ball_count || (a < agent_count && agents[a].gap <= balls[b].gap);
        uint32_t other = is_agent ? agents[a++].index : balls[b++].index;
        if (is_target(world, slot, is_agent, other)) {
            continue;
        }
        VeerNeighbour found =
            is_agent ? agent_neighbour(world, slot, other) : ball_neighbour(world, slot, other);
        if (found.share > 0.0f) {
            sensed->neighbours[count++] = found;
        }
    }
    sensed->neighbour_count = count;
}

static void sense_walls(const VeerWorld *world, uint32_t slot, Sensed *sensed)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 position = agent->position[slot];
    float look_ahead = agent->max_speed[slot] * agent->avoid[slot].time_horizon_obstacles;
    VeerWallQuery query = {
        .point = position,
        .range = agent->radius[slot] + look_ahead,
        .lower = position.z,
        .upper = position.z + agent->height[slot],
        .mask = agent->avoid_mask[slot],
    };
    VeerNearWall near[VEER_MAX_WALLS];
    sensed->wall_count = veer_walls_near(world, &query, near);
    VeerVec3 centre = veer_world_flat(world, position);
    for (uint32_t i = 0; i < sensed->wall_count; ++i) {
        const VeerWallItem *wall = &world->walls[near[i].wall];
        sensed->walls[i] = (VeerWall){sub3(wall->a, centre), sub3(wall->b, centre)};
    }
}

static VeerView view_of(const VeerWorld *world, uint32_t slot, const Sensed *sensed, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    float limit = agent->max_speed[slot];
    float wish = agent->preferred_speed[slot];
    return (VeerView){
        .space = world->def.space,
        .dt = dt,
        .id = agent->id[slot],
        .velocity = agent->velocity[slot],
        .heading = agent->heading[slot],
        .radius = agent->radius[slot],
        .max_speed = limit,
        .preferred_speed = wish > 0.0f ? min_f(wish, limit) : limit,
        .max_acceleration = agent->max_acceleration[slot],
        .max_braking = agent->max_braking[slot],
        .max_turn_rate = agent->max_turn_rate[slot],
        .neighbours = sensed->neighbours,
        .walls = sensed->walls,
        .neighbour_count = sensed->neighbour_count,
        .wall_count = sensed->wall_count,
        .memory = agent->memory[slot],
    };
}

static void avoid_one(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    agent->safe[slot] = agent->preferred[slot];
    agent->is_avoiding[slot] = 0;
    world->scratch.clearance[slot] = 0.0f;
    if (agent->model[slot] == VEER_AVOID_NONE || agent->is_immovable[slot]) {
        return;
    }
    Sensed sensed;
    sense_bodies(world, slot, &sensed);
    sense_walls(world, slot, &sensed);
    VeerView view = view_of(world, slot, &sensed, dt);
    VeerAvoidResult result = veer_avoid_orca(&view, &agent->avoid[slot], agent->preferred[slot]);
    agent->safe[slot] = result.velocity;
    agent->memory[slot] = result.memory;
    agent->is_avoiding[slot] = result.is_avoiding;
}

static void avoid_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Avoiding *avoiding = context;
    for (uint32_t i = begin; i < end; ++i) {
        avoid_one(avoiding->world, avoiding->order[i], avoiding->dt);
    }
}

void veer_stage_avoid(VeerWorld *world, float dt)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    Avoiding avoiding = {world, order, dt};
    veer_world_run(world, count, GRAIN, avoid_range, &avoiding);
}
