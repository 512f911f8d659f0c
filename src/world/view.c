/// Views: what one agent senses.
#include "math/vec.h"
#include "world/stages.h"

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
        .is_friend = agent->group[slot] != 0 && agent->group[slot] == agent->group[other],
        .is_avoiding = world->scratch.signal[other].is_avoiding,
        .side = world->scratch.signal[other].side,
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
        .mass = obstacle->motion[ball] == VEER_MOTION_FREE ? obstacle->mass[ball] : 0.0f,
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

/// Whether an agent avoids the target that it follows: once it is there, where it need not touch
/// it to be there.
static bool keeps_off_target(const VeerWorld *world, uint32_t slot, float target_radius)
{
    const VeerAgentColumns *agent = &world->agent;
    return agent->status[slot] == VEER_AGENT_ARRIVED &&
           agent->goal_radius[slot] > agent->radius[slot] + target_radius;
}

/// Merges agents and balls, each near to far, into one list near to far.
static void sense_bodies(const VeerWorld *world, uint32_t slot, VeerSensed *sensed)
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
        VeerNeighbour found =
            is_agent ? agent_neighbour(world, slot, other) : ball_neighbour(world, slot, other);
        bool is_sought =
            is_target(world, slot, is_agent, other) && !keeps_off_target(world, slot, found.radius);
        if (found.share > 0.0f && !is_sought) {
            sensed->neighbours[count++] = found;
        }
    }
    sensed->neighbour_count = count;
}

static void sense_walls(const VeerWorld *world, uint32_t slot, VeerSensed *sensed)
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
        sensed->walls[i] = (VeerWall){sub3(near[i].a, centre), sub3(near[i].b, centre)};
    }
}

/// From the agent to the place, or to the body, that it goes to; zero where it has no goal.
static VeerVec3 goal_offset(const VeerWorld *world, uint32_t slot, bool *has_goal)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerGoalKind kind = (VeerGoalKind)agent->goal_kind[slot];
    *has_goal = kind == VEER_GOAL_POINT || kind == VEER_GOAL_AGENT || kind == VEER_GOAL_OBSTACLE;
    if (!*has_goal) {
        return (VeerVec3){0};
    }
    VeerVec3 goal =
        veer_route_is_on(world, slot) ? world->map.routes[slot].aim : agent->goal_point[slot];
    return veer_world_flat(world, sub3(goal, agent->position[slot]));
}

static VeerView view_of(const VeerWorld *world, uint32_t slot, const VeerSensed *sensed, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    float limit = agent->max_speed[slot];
    float wish = agent->preferred_speed[slot];
    bool has_goal;
    VeerVec3 goal = goal_offset(world, slot, &has_goal);
    return (VeerView){
        .space = world->def.space,
        .dt = dt,
        .id = agent->id[slot],
        .velocity = agent->velocity[slot],
        .heading = agent->heading[slot],
        .spin = agent->spin[slot],
        .radius = agent->radius[slot],
        .max_speed = limit,
        .preferred_speed = wish > 0.0f ? min_f(wish, limit) : limit,
        .max_acceleration = agent->max_acceleration[slot],
        .max_braking = agent->max_braking[slot],
        .max_turn_rate = agent->max_turn_rate[slot],
        .vehicle = veer_agent_vehicle(world, slot),
        .bounds = {sub3(world->def.bounds.lower, agent->position[slot]),
                   sub3(world->def.bounds.upper, agent->position[slot])},
        .neighbours = sensed->neighbours,
        .walls = sensed->walls,
        .neighbour_count = sensed->neighbour_count,
        .wall_count = sensed->wall_count,
        .memory = agent->memory[slot],
        .goal = goal,
        .has_goal = has_goal,
        .has_way = veer_route_is_on(world, slot),
    };
}

VeerView veer_world_view(const VeerWorld *world, uint32_t slot, float dt, VeerSensed *sensed)
{
    sense_bodies(world, slot, sensed);
    sense_walls(world, slot, sensed);
    return view_of(world, slot, sensed, dt);
}
