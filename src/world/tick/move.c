/// Move: safe velocities to displacements within the limits, and their taking over into the state.
#include "math/vec.h"
#include "motion/motion.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/map/map.h"
#include "world/tick/tick.h"

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

void veer_stage_move(VeerWorld *world, float dt)
{
    memset(world->scratch.shift, 0, world->head->agent_slot_count * sizeof(VeerVec3));
    veer_tick_each(world, dt, move_one);
}

static void commit_one(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    VeerMotionState next = {scratch->next_velocity[slot], scratch->next_heading[slot],
                            agent->spin[slot]};
    bool is_changed = scratch->contacts[slot].is_changed;
    agent->is_knocked[slot] = world->has_impacts && world->knock[slot].is_knocked;
    bool is_body =
        world->has_impacts && (veer_agent_has_mass(world, slot) || agent->is_knocked[slot]);
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
    veer_tick_each(world, dt, commit_one);
    veer_stage_commit_obstacles(world);
}
