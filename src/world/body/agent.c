/// Agents: their defs, what the host reads, what they can do, and whether they get on.
#include "avoid/model.h"
#include "base/hash.h"
#include "math/vec.h"
#include "world/body/body.h"

#include <string.h>

#define AGENT_COOKIE 0x7EE20002u

/// Fraction of the right half of a corridor, next to the middle, that stays free.
#define MIDDLE 0.1f

VeerAgentDef veer_agent_def_default(void)
{
    return (VeerAgentDef){
        .radius = 0.5f,
        .height = 2.0f,
        .max_speed = 1.4f,
        .max_acceleration = INFINITY,
        .max_turn_rate = INFINITY,
        .layer = 1,
        .avoid_mask = UINT32_MAX,
        .priority = 1.0f,
        .model = VEER_AVOID_DEFAULT,
        .avoid = veer_avoid_params_default(),
        .time_to_live = INFINITY,
        .cookie = AGENT_COOKIE,
    };
}

VeerAgentDef veer_agent_def_for(VeerVehicle vehicle)
{
    VeerAgentDef def = veer_agent_def_default();
    def.vehicle = veer_vehicle_params_default(vehicle);
    if (def.vehicle.kind != VEER_VEHICLE_FREE) {
        def.model = VEER_AVOID_PILOT;
        def.avoid = veer_avoid_params_for(VEER_AVOID_PILOT);
    }
    return def;
}

void veer_agent_def_need(VeerRefusal *refusal, const VeerAgentDef *def)
{
    veer_need_that(refusal, def->cookie == AGENT_COOKIE, "def", VEER_MUST_DEFAULT);
    veer_need_position(refusal, "def.position", def->position);
    veer_need_position(refusal, "def.velocity", def->velocity);
    veer_need_finite(refusal, "def.heading", def->heading);
    veer_need_length(refusal, "def.radius", def->radius);
    veer_need_positive(refusal, "def.height", def->height);
    veer_need_length(refusal, "def.max_speed", def->max_speed);
    veer_need_length(refusal, "def.preferred_speed", def->preferred_speed);
    veer_need_positive(refusal, "def.max_acceleration", def->max_acceleration);
    veer_need(refusal, def->max_braking >= 0.0f, "def.max_braking", "must be >= 0",
              (double)def->max_braking);
    veer_need_positive(refusal, "def.max_turn_rate", def->max_turn_rate);
    veer_vehicle_params_need(refusal, &def->vehicle);
    veer_need(refusal, def->priority >= 0.0f, "def.priority", "must be >= 0",
              (double)def->priority);
    veer_need(refusal, def->mass >= 0.0f && isfinite(def->mass), "def.mass",
              "must be >= 0 and finite", (double)def->mass);
    veer_body_need(refusal, "def.restitution", def->restitution, "def.friction", def->friction);
    veer_avoid_params_need(refusal, def->model, &def->avoid);
}

VeerVec3 veer_agent_direction(VeerVec3 vector, VeerVec3 fallback)
{
    float largest = max_f(fabsf(vector.x), max_f(fabsf(vector.y), fabsf(vector.z)));
    VeerVec3 scaled = {vector.x / largest, vector.y / largest, vector.z / largest};
    return largest > 0.0f ? unit3(scaled, fallback) : fallback;
}

uint32_t veer_agent_slot(const VeerWorld *world, VeerAgentId agent)
{
    bool is_there = world && agent.slot < world->head->agent_slot_count && agent.generation != 0 &&
                    world->agent.generation[agent.slot] == agent.generation &&
                    world->agent.is_alive[agent.slot];
    return is_there ? agent.slot : VEER_NO_SLOT;
}

bool veer_agent_is_alive(const VeerWorld *world, VeerAgentId agent)
{
    return veer_agent_slot(world, agent) != VEER_NO_SLOT;
}

VeerStatus veer_agent_get(const VeerWorld *world, VeerAgentId agent, VeerAgentState *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    const VeerAgentColumns *column = &world->agent;
    bool is_decided = !world->is_deciding;
    const VeerProfile *profile = veer_profile(world, slot);
    VeerMatter matter = veer_agent_matter(world, slot);
    *out = (VeerAgentState){
        .id = column->id[slot],
        .position = column->position[slot],
        .remainder = column->compensation[slot],
        .velocity = column->velocity[slot],
        .heading = column->heading[slot],
        .preferred_velocity = column->preferred[slot],
        .safe_velocity = is_decided ? column->safe[slot] : (VeerVec3){0},
        .goal = column->goal_point[slot],
        .radius = column->radius[slot],
        .height = column->height[slot],
        .max_speed = column->max_speed[slot],
        .max_acceleration = profile->max_acceleration,
        .max_braking = profile->max_braking,
        .max_turn_rate = profile->max_turn_rate,
        .vehicle = veer_agent_vehicle(world, slot),
        .spin = column->spin[slot],
        .mass =
            matter.mass > 0.0f ? matter.mass : veer_world_size_mass(world, column->radius[slot]),
        .has_mass = matter.mass > 0.0f,
        .restitution = matter.restitution,
        .friction = matter.friction,
        .is_knocked = column->is_knocked[slot] != 0,
        .group = column->group[slot],
        .model = (VeerAvoidModel)profile->model,
        .avoid = profile->avoid,
        .status = (VeerAgentStatus)column->status[slot],
        .has_goal = veer_goal_is_place((VeerGoalKind)column->goal_kind[slot]),
        .is_avoiding = is_decided && column->is_avoiding[slot],
        .user_data = column->user_data[slot],
        .time_to_live = veer_lifetime_left(world, world->agent_end, slot),
    };
    return VEER_OK;
}

// --- All agents: the columns as they are stored ---

uint32_t veer_agent_slot_count(const VeerWorld *world)
{
    return world ? world->head->agent_slot_count : 0;
}

uint32_t veer_agent_count(const VeerWorld *world)
{
    return world ? world->head->agent_count : 0;
}

static VeerSpan column(const VeerWorld *world, const void *data, size_t stride)
{
    return (VeerSpan){data, stride, world->head->agent_slot_count};
}

VeerSpan veer_agent_positions(const VeerWorld *world)
{
    return world ? column(world, world->agent.position, sizeof(VeerVec3)) : (VeerSpan){0};
}

VeerSpan veer_agent_velocities(const VeerWorld *world)
{
    return world ? column(world, world->agent.velocity, sizeof(VeerVec3)) : (VeerSpan){0};
}

VeerSpan veer_agent_headings(const VeerWorld *world)
{
    return world ? column(world, world->agent.heading, sizeof(VeerVec3)) : (VeerSpan){0};
}

VeerSpan veer_agent_radii(const VeerWorld *world)
{
    return world ? column(world, world->agent.radius, sizeof(float)) : (VeerSpan){0};
}

VeerSpan veer_agent_liveness(const VeerWorld *world)
{
    return world ? column(world, world->agent.is_alive, sizeof(uint8_t)) : (VeerSpan){0};
}

VeerSpan veer_agent_statuses(const VeerWorld *world)
{
    return world ? column(world, world->agent.status, sizeof(uint8_t)) : (VeerSpan){0};
}

VeerAgentId veer_agent_at(const VeerWorld *world, uint32_t slot)
{
    if (slot >= veer_agent_slot_count(world) || !world->agent.is_alive[slot]) {
        return (VeerAgentId){0, 0};
    }
    return (VeerAgentId){slot, world->agent.generation[slot]};
}

void veer_world_note_poses(VeerWorld *world, const VeerVec3 *positions, const VeerVec3 *headings)
{
    size_t size = world->head->agent_slot_count * sizeof(VeerVec3);
    memcpy(world->last_position, positions, size);
    memcpy(world->last_heading, headings, size);
}

// --- What a body can do ---

VeerVehicleParams veer_agent_vehicle(const VeerWorld *world, uint32_t slot)
{
    const VeerProfile *profile = veer_profile(world, slot);
    return veer_vehicle_unpack((VeerVehicle)profile->vehicle, profile->vehicle_values);
}

VeerMotionLimits veer_agent_limits(const VeerWorld *world, uint32_t slot)
{
    const VeerProfile *profile = veer_profile(world, slot);
    return (VeerMotionLimits){world->agent.max_speed[slot], profile->max_acceleration,
                              profile->max_braking, profile->max_turn_rate};
}

VeerMotionState veer_agent_motion(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerMotionState){agent->velocity[slot], agent->heading[slot], agent->spin[slot]};
}

float veer_agent_lane(const VeerWorld *world, uint32_t slot)
{
    float random = (float)(veer_hash_mix(world->agent.id[slot]) >> 40) * 0x1p-24f;
    return MIDDLE + (1.0f - MIDDLE) * random;
}

bool veer_agent_is_holonomic(const VeerWorld *world, uint32_t slot)
{
    const VeerProfile *profile = veer_profile(world, slot);
    return profile->vehicle == VEER_VEHICLE_FREE && isinf(profile->max_acceleration) &&
           isinf(profile->max_braking) && isinf(profile->max_turn_rate);
}

VeerFollower veer_route_follower(const VeerWorld *world, uint32_t slot, float speed, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerProfile *profile = veer_profile(world, slot);
    float braking = profile->max_braking;
    return (VeerFollower){
        .position = veer_world_flat(world, agent->position[slot]),
        .speed = speed,
        .braking = braking,
        .turn_rate = profile->max_turn_rate,
        .max_sideways = min_f(profile->max_acceleration, braking),
        .look_ahead = max_f(agent->radius[slot], VEER_COMMITMENT_SECONDS * speed),
        .dt = dt,
    };
}

// --- Whether it gets on towards its goal ---

static float progress_step(const VeerWorld *world, uint32_t slot)
{
    return min_f(VEER_PROGRESS_PART * world->agent.radius[slot],
                 VEER_PROGRESS_PART * veer_agent_speed(world, slot) * VEER_BLOCKED_SECONDS);
}

void veer_agent_track(VeerWorld *world, uint32_t slot, float distance, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    if (distance < agent->goal_best[slot] - progress_step(world, slot)) {
        agent->goal_best[slot] = distance;
        veer_progress_restart(world, slot);
        agent->status[slot] = VEER_AGENT_MOVING;
        return;
    }
    agent->goal_stalled[slot] += dt;
    if (agent->goal_stalled[slot] >= VEER_BLOCKED_SECONDS &&
        agent->status[slot] == VEER_AGENT_MOVING) {
        agent->status[slot] = VEER_AGENT_BLOCKED;
    }
}
