/// Steer: from each agent's goal to its preferred velocity.
#include "veer/steer.h"
#include "math/vec.h"
#include "world/behave/behave.h"
#include "world/body/body.h"
#include "world/outline/outline.h"
#include "world/squad/squad.h"
#include "world/tick/deciding.h"
#include "world/tick/rows.h"

/// Members of a squad make up in this time what they are off their slots, s.
#define SLOT_SECONDS 0.4f
/// Steps by which the meeting with an orbiting target is searched, and halvings that refine it.
#define INTERCEPT_STEPS 64u
#define INTERCEPT_HALVINGS 24u

static VeerVec3 go_to_point(VeerWorld *world, uint32_t slot, float dt)
{
    VeerVec3 offset = veer_world_offset(world, slot, world->agent.goal_point[slot]);
    offset = veer_squad_approach(world, slot, offset);
    float pace = veer_squad_pace(world, slot, length3(offset));
    float speed = min_f(veer_agent_speed(world, slot), pace);
    return veer_approach_point(world, slot, dt, speed, offset);
}

/// Keeps up with a target once it is reached, and heads for where it will be before.
static VeerVec3 meet(const VeerWorld *world, uint32_t slot, float dt, VeerVec3 offset,
                     VeerVec3 velocity, VeerVec3 meeting)
{
    const VeerAgentColumns *agent = &world->agent;
    float speed = veer_agent_speed(world, slot);
    agent->goal_point[slot] = veer_world_clamp(add3(agent->position[slot], meeting));
    if (length3(offset) <= agent->goal_radius[slot]) {
        return clamp_length3(velocity, speed);
    }
    VeerVec2 aim;
    if (veer_outline_aim(world, slot, &aim)) {
        return veer_steer_seek(vec3(aim.x, aim.y, 0.0f), speed);
    }
    // No faster than to be there at the end of the tick: fast ones would jump to and fro over it.
    return clamp_length3(scale3(meeting, 1.0f / dt), speed);
}

static VeerVec3 follow_agent(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    uint32_t target = veer_agent_slot(world, agent->goal_target[slot]);
    if (target == VEER_NO_SLOT) {
        return (VeerVec3){0};
    }
    VeerVec3 offset = veer_world_offset(world, slot, agent->position[target]);
    VeerVec3 velocity = agent->velocity[target];
    float time = veer_steer_intercept_time(offset, velocity, veer_agent_speed(world, slot));
    VeerVec3 meeting = time < VEER_WORLD_LIMIT ? along3(offset, velocity, time) : offset;
    return meet(world, slot, dt, offset, velocity, meeting);
}

/// Goes with its slot, and back to it where it is off.
static VeerVec3 keep_slot(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 velocity = world->member.velocity[slot];
    VeerVec3 offset = veer_world_offset(world, slot, agent->goal_point[slot]);
    // The goal is where the slot will be at the end of the tick.
    VeerVec3 error = along3(offset, velocity, -dt);
    float speed = agent->max_speed[slot];
    float settling = max_f(SLOT_SECONDS, dt);
    VeerVec3 closing =
        veer_steer_arrive(error, speed, veer_profile(world, slot)->max_braking, settling);
    return clamp_length3(add3(velocity, closing), speed);
}

/// How much too far away the target is to be met at a time, m: <= 0 when it can be met.
static float shortfall(const VeerWorld *world, uint32_t slot, uint32_t target, float speed,
                       float time)
{
    VeerVec3 offset = veer_world_offset(world, slot, veer_obstacle_future(world, target, time));
    return length3(offset) - world->agent.goal_radius[slot] - speed * time;
}

/// The first time at which an orbiting target can be met, s; INFINITY when the search finds none.
/// The search spans the time in which the present distance could be covered three times.
static float meet_orbit_time(const VeerWorld *world, uint32_t slot, uint32_t target, float speed)
{
    float distance = length3(veer_world_offset(world, slot, world->obstacle.position[target]));
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

static VeerVec3 follow_obstacle(const VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentId handle = world->agent.goal_target[slot];
    VeerObstacleId id = {handle.slot, handle.generation};
    uint32_t target = veer_obstacle_slot(world, id);
    if (target == VEER_NO_SLOT) {
        return (VeerVec3){0};
    }
    float speed = veer_agent_speed(world, slot);
    VeerVec3 offset = veer_world_offset(world, slot, world->obstacle.position[target]);
    VeerVec3 velocity = world->obstacle.velocity[target];
    float time = world->obstacle.motion[target] == VEER_MOTION_ORBIT
                     ? meet_orbit_time(world, slot, target, speed)
                     : veer_steer_intercept_time(offset, velocity, speed);
    VeerVec3 meeting =
        time < VEER_WORLD_LIMIT
            ? veer_world_offset(world, slot, veer_obstacle_future(world, target, time))
            : offset;
    return meet(world, slot, dt, offset, velocity, meeting);
}

static VeerVec3 goal_velocity(VeerWorld *world, uint32_t slot, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    switch ((VeerGoalKind)agent->goal_kind[slot]) {
    case VEER_GOAL_POINT:
        return go_to_point(world, slot, dt);
    case VEER_GOAL_AGENT:
        return follow_agent(world, slot, dt);
    case VEER_GOAL_OBSTACLE:
        return follow_obstacle(world, slot, dt);
    case VEER_GOAL_FORMATION:
        return keep_slot(world, slot, dt);
    case VEER_GOAL_VELOCITY:
        return clamp_length3(agent->goal_point[slot], agent->max_speed[slot]);
    default:
        return (VeerVec3){0};
    }
}

static void steer_one(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerVec3 preferred = {0};
    if (!agent->is_immovable[slot]) {
        preferred = goal_velocity(world, slot, veer_world_settling_time(world, slot, dt));
    }
    if (!agent->is_immovable[slot] && agent->behaviour_list[slot] != 0) {
        preferred = veer_world_behave(world, slot, preferred, dt);
    }
    agent->preferred[slot] = preferred;
    veer_deciding_note(world, slot);
}

/// Whether nothing but its goal concerns an agent that goes to a point.
static bool is_bare(const VeerWorld *world)
{
    return !world->map.head && world->def.max_squads == 0 && world->wall_count == 0 &&
           !world->def.foresight.has_window;
}

/// Agents that go straight to points.
static bool steer_row(VeerWorld *world, uint32_t first, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerProfile *profile = veer_profile(world, first);
    if (!is_bare(world) || !veer_row_is_alike(world, first) || !(profile->max_braking > 0.0f) ||
        profile->vehicle != VEER_VEHICLE_FREE ||
        !veer_row_is(agent->goal_kind + first, VEER_GOAL_POINT) ||
        !veer_row_is(agent->behaviour_list + first, 0)) {
        return false;
    }
    VeerSteerRow row = {.position = agent->position + first,
                        .compensation = agent->compensation + first,
                        .goal = agent->goal_point + first,
                        .max_speed = agent->max_speed + first,
                        .preferred_speed = agent->preferred_speed + first,
                        .status = agent->status + first,
                        .braking = profile->max_braking,
                        .dt = dt,
                        .is_spatial = world->def.space == VEER_SPATIAL,
                        .preferred = agent->preferred + first};
    veer_rows_of(world)->steer(&row);
    for (uint32_t i = 0; i < VEER_ROW; i++) {
        veer_deciding_note(world, first + i);
    }
    return true;
}

void veer_stage_steer(VeerWorld *world, float dt)
{
    veer_tick_rows(world, dt, steer_row, steer_one);
}
