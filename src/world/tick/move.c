/// Move: safe velocities to displacements within the limits, and their taking over into the state.
#include "math/vec.h"
#include "motion/motion.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/map/map.h"
#include "world/tick/rows.h"

#include <string.h>

static void move_one(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    VeerMotionLimits limits = veer_agent_limits(world, slot);
    VeerMotionState next = {.heading = agent->heading[slot]};
    if (!agent->is_immovable[slot]) {
        VeerVehicleParams vehicle = veer_agent_vehicle(world, slot);
        VeerMotionTick tick = {&vehicle, &limits, dt};
        next = veer_motion_step(&tick, veer_agent_motion(world, slot), agent->safe[slot]);
    }
    // Contacts do not look at it, and do not change it.
    agent->spin[slot] = next.spin;
    scratch->next_velocity[slot] = next.velocity;
    scratch->next_heading[slot] = next.heading;
    scratch->shift[slot] = scale3(next.velocity, dt);
}

/// Agents that move in any direction at once, and turn as they go.
static bool move_row(VeerWorld *world, uint32_t first, float dt)
{
    const VeerProfile *profile = veer_profile(world, first);
    if (!veer_row_is_alike(world, first) || profile->vehicle != VEER_VEHICLE_FREE ||
        isfinite(profile->max_turn_rate)) {
        return false;
    }
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    VeerMoveRow row = {.velocity = agent->velocity + first,
                       .heading = agent->heading + first,
                       .safe = agent->safe + first,
                       .max_speed = agent->max_speed + first,
                       .acceleration = profile->max_acceleration,
                       .braking = profile->max_braking,
                       .dt = dt,
                       .next_velocity = scratch->next_velocity + first,
                       .next_heading = scratch->next_heading + first,
                       .shift = scratch->shift + first,
                       .spin = agent->spin + first};
    veer_rows_of(world)->move(&row);
    return true;
}

void veer_stage_move(VeerWorld *world, float dt)
{
    memset(world->scratch.shift, 0, world->head->agent_slot_count * sizeof(VeerVec3));
    veer_tick_rows(world, dt, move_row, move_one);
}

static void commit_one(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    VeerMotionState next = {scratch->next_velocity[slot], scratch->next_heading[slot],
                            agent->spin[slot]};
    bool is_changed = scratch->contacts[slot].is_changed;
    bool is_knocked = world->has_impacts && world->knock[slot].is_knocked;
    bool is_body = world->has_impacts && (veer_agent_has_mass(world, slot) || is_knocked);
    // In any of the substeps.
    agent->is_knocked[slot] = is_knocked || (world->substep.index > 0 && agent->is_knocked[slot]);
    if (is_changed && is_body) {
        next.velocity = veer_contact_stopped(world, slot, dt);
    } else if (is_changed) {
        VeerVehicleParams vehicle = veer_agent_vehicle(world, slot);
        VeerMotionLimits limits = veer_agent_limits(world, slot);
        VeerMotionTick tick = {&vehicle, &limits, dt};
        VeerVec3 moved = scale3(scratch->shift[slot], 1.0f / dt);
        next = veer_vehicle_after_contact(&tick, veer_agent_motion(world, slot), next, moved);
    }
    scratch->first_position[slot] = agent->position[slot];
    scratch->first_heading[slot] = agent->heading[slot];
    veer_place_advance(&agent->position[slot], &agent->compensation[slot], scratch->shift[slot]);
    agent->velocity[slot] = next.velocity;
    agent->heading[slot] = next.heading;
    if (world->map.mesh.whole) {
        veer_mesh_map_stand(world, slot, agent->position[slot].z, dt);
    }
}

/// Whether contacts have changed any displacement of VEER_ROW slots.
static bool is_any_changed(const VeerNearContacts *contacts)
{
    bool is_any = false;
    for (uint32_t i = 0; i < VEER_ROW; i++) {
        is_any |= contacts[i].is_changed;
    }
    return is_any;
}

/// Agents that nothing has touched. Where they were takes the place of their next velocities and
/// headings.
static bool commit_row(VeerWorld *world, uint32_t first, float dt)
{
    (void)dt;
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    if (world->has_impacts || world->map.mesh.whole || !veer_row_is(agent->is_alive + first, 1) ||
        is_any_changed(scratch->contacts + first)) {
        return false;
    }
    size_t size = VEER_ROW * sizeof(VeerVec3);
    if (world->substep.index == 0) {
        memset(agent->is_knocked + first, 0, VEER_ROW);
    }
    memcpy(agent->velocity + first, scratch->next_velocity + first, size);
    memcpy(scratch->first_position + first, agent->position + first, size);
    VeerVec3 heading[VEER_ROW];
    memcpy(heading, scratch->next_heading + first, size);
    memcpy(scratch->first_heading + first, agent->heading + first, size);
    memcpy(agent->heading + first, heading, size);
    VeerPlaceRow row = {scratch->shift + first, agent->position + first,
                        agent->compensation + first};
    veer_rows_of(world)->place(&row);
    return true;
}

/// A ghost goes as its own part has said; where contacts have bent its velocity, it is told so
/// next.
static void commit_ghost(VeerWorld *world, uint32_t slot, float dt)
{
    (void)dt;
    VeerAgentColumns *agent = &world->agent;
    VeerVec3 velocity = world->scratch.next_velocity[slot];
    world->scratch.first_position[slot] = agent->position[slot];
    world->scratch.first_heading[slot] = agent->heading[slot];
    veer_place_advance(&agent->position[slot], &agent->compensation[slot],
                       world->scratch.shift[slot]);
    agent->velocity[slot] = velocity;
}

/// A velocity whose squares fit a float, however often a ball was thrown.
static VeerVec3 bounded(VeerVec3 velocity)
{
    return (VeerVec3){clamp_f(velocity.x, -VEER_BALL_SPEED, VEER_BALL_SPEED),
                      clamp_f(velocity.y, -VEER_BALL_SPEED, VEER_BALL_SPEED),
                      clamp_f(velocity.z, -VEER_BALL_SPEED, VEER_BALL_SPEED)};
}

void veer_stage_commit_obstacles(VeerWorld *world)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (obstacle->is_ball[slot]) {
            veer_place_advance(&obstacle->position[slot], &obstacle->compensation[slot],
                               world->ball_shift[slot]);
            obstacle->velocity[slot] = bounded(world->ball_next_velocity[slot]);
        }
    }
}

void veer_stage_commit(VeerWorld *world, float dt)
{
    veer_world_note_move(world);
    veer_tick_rows(world, dt, commit_row, commit_one);
    veer_tick_ghosts(world, dt, commit_ghost);
    veer_stage_commit_obstacles(world);
}
