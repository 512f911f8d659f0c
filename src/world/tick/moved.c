/// Moved: the tick of a host that moves the bodies itself, from where it has put them on.
///
/// Its positions are taken back and made the displacements of the tick. What a step does about
/// displacements follows then as in one, but for what would change them: contacts are found and not
/// solved.
#include "math/vec.h"
#include "motion/motion.h"
#include "world/base/events.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/map/map.h"
#include "world/tick/tick.h"

#include <string.h>

/// A body that went further than twice what its speed takes it to, and its diameter beyond, was not
/// moved there but put there.
static bool is_jump(const VeerWorld *world, uint32_t slot, VeerVec3 shift, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    float radius = agent->radius[slot], width = 2.0f * radius;
    if (dot3(shift, shift) <= width * width) {
        return false; // nearly all
    }
    float speed = max_f(agent->max_speed[slot], length3(agent->velocity[slot]));
    return length3(shift) > 2.0f * (speed * dt + radius);
}

/// Takes an agent back to where it was at the start of the tick. @return whether it was put there
static bool take_back(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerScratchColumns *scratch = &world->scratch;
    VeerVec3 first = world->last_position[slot];
    VeerVec3 shift = veer_world_flat(world, sub3(agent->position[slot], first));
    bool is_put = is_jump(world, slot, shift, dt);
    scratch->first_heading[slot] = is_put ? agent->heading[slot] : world->last_heading[slot];
    world->last_position[slot] = agent->position[slot];
    scratch->shift[slot] = is_put ? (VeerVec3){0} : shift;
    scratch->next_velocity[slot] = scale3(scratch->shift[slot], 1.0f / dt);
    agent->position[slot] = is_put ? agent->position[slot] : first;
    return is_put;
}

/// Takes all back; slots without an agent have no displacement. @return whether the indices show
/// where they are then
static bool take_all_back(VeerWorld *world, float dt)
{
    bool is_shown = world->is_sensed;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (!world->agent.is_alive[slot]) {
            world->scratch.shift[slot] = (VeerVec3){0};
        } else if (take_back(world, slot, dt)) {
            is_shown = false;
        }
    }
    return is_shown;
}

static void put_back(VeerWorld *world, uint32_t slot, float dt)
{
    VeerVec3 *position = &world->agent.position[slot];
    world->agent.is_knocked[slot] = 0;
    float floor = position->z;
    world->scratch.first_position[slot] = *position;
    *position = world->last_position[slot];
    if (world->map.mesh.whole) {
        veer_mesh_map_stand(world, slot, floor, dt);
    }
}

void veer_stage_moved(VeerWorld *world, float dt)
{
    veer_events_begin(world);
    if (!world->head->is_steered) {
        veer_world_note_poses(world, world->agent.position, world->agent.heading);
    }
    if (!take_all_back(world, dt)) {
        size_t size = world->head->agent_slot_count * sizeof(float);
        memset(world->scratch.clearance, 0, size);
        veer_walls_index(world);
    }
    veer_stage_impacts(world, dt, true);
    veer_stage_touch(world, dt);
    veer_world_note_move(world);
    veer_tick_each(world, dt, put_back);
    veer_stage_commit_obstacles(world);
    veer_stage_kinematic(world, dt);
}
