/// Steer: from each agent's goal to its preferred velocity.
#include "veer/steer.h"
#include "math/vec.h"
#include "motion/motion.h"
#include "steer/circle.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#define GRAIN 256u
/// An arrived agent that was pushed off its place goes back at the speed that takes this long, s.
#define RETURN_SECONDS 0.5f
/// Members of a squad make up in this time what they are off their slots, s.
#define SLOT_SECONDS 0.4f
/// The part of the arrival radius that bodies which cannot turn on the spot aim to come within.
#define NEAR_PART 0.5f
/// And the part that will do of what a car in motion could still come within.
#define LATE_PART 0.9f
/// Steps by which the meeting with an orbiting target is searched, and halvings that refine it.
#define INTERCEPT_STEPS 64u
#define INTERCEPT_HALVINGS 24u

typedef struct Steering {
    VeerWorld *world;
    float dt;
} Steering;

static float preferred_speed(const VeerAgentColumns *agent, uint32_t slot)
{
    float wish = agent->preferred_speed[slot];
    float limit = agent->max_speed[slot];
    return wish > 0.0f ? min_f(wish, limit) : limit;
}

static VeerVec3 offset_to(const VeerWorld *world, uint32_t slot, VeerVec3 point)
{
    return veer_world_flat(world, sub3(point, world->agent.position[slot]));
}

static VeerMotionState state_of(const VeerAgentColumns *agent, uint32_t slot)
{
    return (VeerMotionState){agent->velocity[slot], agent->heading[slot], agent->spin[slot]};
}

/// m straight on that a car needs before it can turn its tightest towards an offset.
static float lead(const VeerMotionTick *tick, const VeerMotionState *state, VeerVec3 offset)
{
    bool is_left = cross2(plane2(state->heading), plane2(offset)) > 0.0f;
    return veer_car_lead(tick, state, is_left);
}

/// Whether the body, as its vehicle turns, can get to its goal by turning towards it.
static bool can_reach(const Steering *steering, uint32_t slot, VeerVec3 offset)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    VeerVehicle kind = (VeerVehicle)agent->vehicle[slot];
    if (kind != VEER_VEHICLE_CAR && kind != VEER_VEHICLE_AIRCRAFT) {
        return true;
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(steering->world, slot);
    VeerMotionLimits limits = veer_agent_limits(steering->world, slot);
    VeerMotionTick tick = {&vehicle, &limits, steering->dt};
    VeerMotionState state = state_of(agent, slot);
    bool is_car = kind == VEER_VEHICLE_CAR;
    // A car slows down for its bends.
    float speed = is_car ? 0.0f : length3(state.velocity);
    float radius = veer_vehicle_turning_radius(&vehicle, &limits, speed, steering->dt);
    float near = agent->goal_radius[slot];
    VeerVec3 left = is_car ? along3(offset, state.heading, -lead(&tick, &state, offset)) : offset;
    return veer_steer_can_reach(offset, state.heading, radius, NEAR_PART * near) &&
           (!is_car || veer_steer_can_reach(left, state.heading, radius, LATE_PART * near));
}

/// Back, or straight on for those that cannot, until there is room to turn towards the goal; once
/// it was reached, rest.
static VeerVec3 make_room(const Steering *steering, uint32_t slot, float speed)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    VeerVec3 heading = agent->heading[slot];
    if (agent->status[slot] == VEER_AGENT_ARRIVED) {
        return (VeerVec3){0};
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(steering->world, slot);
    float reverse = vehicle.kind == VEER_VEHICLE_CAR ? vehicle.car.reverse : 0.0f;
    return scale3(heading, reverse > 0.0f ? -reverse * speed : speed);
}

static VeerVec3 go_to_point(const Steering *steering, uint32_t slot)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    VeerVec3 offset = offset_to(steering->world, slot, agent->goal_point[slot]);
    offset = veer_squad_approach(steering->world, slot, offset);
    float pace = veer_squad_pace(steering->world, slot, length3(offset), steering->dt);
    float speed = min_f(preferred_speed(agent, slot), pace);
    VeerVec3 wish;
    if (agent->status[slot] != VEER_AGENT_ARRIVED &&
        veer_foresight_wish(steering->world, slot, speed, steering->dt, &wish)) {
        return wish;
    }
    if (veer_maze_wish(steering->world, slot, speed, steering->dt, &wish)) {
        return wish;
    }
    if (veer_route_is_on(steering->world, slot) && agent->status[slot] != VEER_AGENT_ARRIVED &&
        veer_route_wish(steering->world, slot, speed, steering->dt, &wish)) {
        return wish;
    }
    if (!can_reach(steering, slot, offset)) {
        return make_room(steering, slot, speed);
    }
    if (agent->status[slot] == VEER_AGENT_ARRIVED) {
        speed = min_f(speed, length3(offset) / RETURN_SECONDS);
    }
    return veer_steer_arrive(offset, speed, agent->max_braking[slot], steering->dt);
}

/// Keeps up with a target once it is reached, and heads for where it will be before.
static VeerVec3 meet(const Steering *steering, uint32_t slot, VeerVec3 offset, VeerVec3 velocity,
                     VeerVec3 meeting)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    float speed = preferred_speed(agent, slot);
    agent->goal_point[slot] = add3(agent->position[slot], meeting);
    if (length3(offset) <= agent->goal_radius[slot]) {
        return clamp_length3(velocity, speed);
    }
    // No faster than to be there at the end of the tick: fast ones would jump to and fro over it.
    return clamp_length3(scale3(meeting, 1.0f / steering->dt), speed);
}

static VeerVec3 follow_agent(const Steering *steering, uint32_t slot)
{
    const VeerWorld *world = steering->world;
    const VeerAgentColumns *agent = &world->agent;
    uint32_t target = veer_agent_slot(world, agent->goal_target[slot]);
    if (target == VEER_NO_SLOT) {
        return (VeerVec3){0};
    }
    VeerVec3 offset = offset_to(world, slot, agent->position[target]);
    VeerVec3 velocity = agent->velocity[target];
    float time = veer_steer_intercept_time(offset, velocity, preferred_speed(agent, slot));
    VeerVec3 meeting = isfinite(time) ? along3(offset, velocity, time) : offset;
    return meet(steering, slot, offset, velocity, meeting);
}

/// Goes with its slot, and back to it where it is off.
static VeerVec3 keep_slot(const Steering *steering, uint32_t slot)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    VeerVec3 velocity = steering->world->member.velocity[slot];
    VeerVec3 offset = offset_to(steering->world, slot, agent->goal_point[slot]);
    // The goal is where the slot will be at the end of the tick.
    VeerVec3 error = along3(offset, velocity, -steering->dt);
    float speed = agent->max_speed[slot];
    float settling = max_f(SLOT_SECONDS, steering->dt);
    VeerVec3 closing = veer_steer_arrive(error, speed, agent->max_braking[slot], settling);
    return clamp_length3(add3(velocity, closing), speed);
}

/// How much too far away the target is to be met at a time, m: <= 0 when it can be met.
static float shortfall(const VeerWorld *world, uint32_t slot, uint32_t target, float speed,
                       float time)
{
    VeerVec3 offset = offset_to(world, slot, veer_obstacle_future(world, target, time));
    return length3(offset) - world->agent.goal_radius[slot] - speed * time;
}

/// The first time at which an orbiting target can be met, s; INFINITY when the search finds none.
/// The search spans the time in which the present distance could be covered three times.
static float meet_orbit_time(const VeerWorld *world, uint32_t slot, uint32_t target, float speed)
{
    float distance = length3(offset_to(world, slot, world->obstacle.position[target]));
    float span = 3.0f * distance / max_f(speed, 1e-6f);
    float step = span / (float)INTERCEPT_STEPS;
    float early = 0.0f;
    float late = 0.0f;
    for (uint32_t i = 0; shortfall(world, slot, target, speed, late) > 0.0f; ++i) {
        if (i == INTERCEPT_STEPS) {
            return INFINITY;
        }
        early = late;
        late = early + step;
    }
    for (uint32_t i = 0; i < INTERCEPT_HALVINGS; ++i) {
        float middle = 0.5f * (early + late);
        if (shortfall(world, slot, target, speed, middle) > 0.0f) {
            early = middle;
        } else {
            late = middle;
        }
    }
    return late;
}

static VeerVec3 follow_obstacle(const Steering *steering, uint32_t slot)
{
    const VeerWorld *world = steering->world;
    VeerAgentId handle = world->agent.goal_target[slot];
    VeerObstacleId id = {handle.slot, handle.generation};
    uint32_t target = veer_obstacle_slot(world, id);
    if (target == VEER_NO_SLOT) {
        return (VeerVec3){0};
    }
    float speed = preferred_speed(&world->agent, slot);
    VeerVec3 offset = offset_to(world, slot, world->obstacle.position[target]);
    VeerVec3 velocity = world->obstacle.velocity[target];
    float time = world->obstacle.motion[target] == VEER_MOTION_ORBIT
                     ? meet_orbit_time(world, slot, target, speed)
                     : veer_steer_intercept_time(offset, velocity, speed);
    VeerVec3 meeting =
        isfinite(time) ? offset_to(world, slot, veer_obstacle_future(world, target, time)) : offset;
    return meet(steering, slot, offset, velocity, meeting);
}

static VeerVec3 wish(const Steering *steering, uint32_t slot)
{
    const VeerAgentColumns *agent = &steering->world->agent;
    switch ((VeerGoalKind)agent->goal_kind[slot]) {
    case VEER_GOAL_POINT:
        return go_to_point(steering, slot);
    case VEER_GOAL_AGENT:
        return follow_agent(steering, slot);
    case VEER_GOAL_OBSTACLE:
        return follow_obstacle(steering, slot);
    case VEER_GOAL_SLOT:
        return keep_slot(steering, slot);
    case VEER_GOAL_VELOCITY:
        return clamp_length3(agent->goal_point[slot], agent->max_speed[slot]);
    default:
        return (VeerVec3){0};
    }
}

static VeerVec3 steer_one(const Steering *steering, uint32_t slot)
{
    Steering settled = *steering;
    settled.dt = veer_world_settling_time(steering->world, slot, steering->dt);
    VeerVec3 goal = wish(&settled, slot);
    bool has_steering = steering->world->agent.behaviour_list[slot] != 0;
    return has_steering ? veer_world_behave(steering->world, slot, goal, steering->dt) : goal;
}

static void steer_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Steering *steering = context;
    VeerAgentColumns *agent = &steering->world->agent;
    for (uint32_t slot = begin; slot < end; ++slot) {
        if (agent->is_alive[slot]) {
            agent->preferred[slot] =
                agent->is_immovable[slot] ? (VeerVec3){0} : steer_one(steering, slot);
        }
    }
}

void veer_stage_steer(VeerWorld *world, float dt)
{
    Steering steering = {world, dt};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, steer_range, &steering);
}
