/// Move: safe velocities to displacements within the limits, and their taking over into the state.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/tick/tick.h"

#define GRAIN 256u

typedef struct Moving {
    VeerWorld *world;
    float dt;
} Moving;

static void move_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Moving *moving = context;
    VeerAgentColumns *agent = &moving->world->agent;
    VeerScratchColumns *scratch = &moving->world->scratch;
    for (uint32_t slot = begin; slot < end; ++slot) {
        if (!agent->is_alive[slot]) {
            scratch->shift[slot] = (VeerVec3){0};
            continue;
        }
        VeerMotionLimits limits = veer_agent_limits(moving->world, slot);
        VeerMotionState next = {.heading = agent->heading[slot]};
        if (!agent->is_immovable[slot]) {
            VeerVehicleParams vehicle = veer_agent_vehicle(moving->world, slot);
            next = veer_vehicle_step(&vehicle, &limits, veer_agent_motion(moving->world, slot),
                                     agent->safe[slot], moving->dt);
        }
        // Contacts do not look at it, and do not change it.
        agent->spin[slot] = next.spin;
        scratch->next_velocity[slot] = next.velocity;
        scratch->next_heading[slot] = next.heading;
        scratch->shift[slot] = scale3(next.velocity, moving->dt);
    }
}

void veer_stage_move(VeerWorld *world, float dt)
{
    Moving moving = {world, dt};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, move_range, &moving);
}

/// position + compensation + shift, with the rounding error of the sum in compensation (Kahan).
/// Source: Knuth, The Art of Computer Programming 2, 4.2.2: the exact error of a sum.
static void add_exactly(float *position, float *compensation, float shift)
{
    float step = shift + *compensation;
    float sum = *position + step;
    float back = sum - *position;
    *compensation = (*position - (sum - back)) + (step - back);
    *position = clamp_f(sum, -VEER_WORLD_LIMIT, VEER_WORLD_LIMIT);
}

static void advance(VeerVec3 *position, VeerVec3 *compensation, VeerVec3 shift)
{
    add_exactly(&position->x, &compensation->x, shift.x);
    add_exactly(&position->y, &compensation->y, shift.y);
    add_exactly(&position->z, &compensation->z, shift.z);
}

static void commit_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Moving *moving = context;
    VeerAgentColumns *agent = &moving->world->agent;
    const VeerScratchColumns *scratch = &moving->world->scratch;
    for (uint32_t slot = begin; slot < end; ++slot) {
        if (!agent->is_alive[slot]) {
            continue;
        }
        VeerMotionState next = {scratch->next_velocity[slot], scratch->next_heading[slot],
                                agent->spin[slot]};
        if (scratch->contacts[slot].is_changed) {
            VeerVehicleParams vehicle = veer_agent_vehicle(moving->world, slot);
            VeerMotionLimits limits = veer_agent_limits(moving->world, slot);
            VeerMotionTick tick = {&vehicle, &limits, moving->dt};
            VeerVec3 moved = scale3(scratch->shift[slot], 1.0f / moving->dt);
            next = veer_vehicle_after_contact(&tick, veer_agent_motion(moving->world, slot), next,
                                              moved);
        }
        advance(&agent->position[slot], &agent->compensation[slot], scratch->shift[slot]);
        agent->velocity[slot] = next.velocity;
        agent->heading[slot] = next.heading;
        if (moving->world->map.mesh.whole) {
            veer_mesh_map_stand(moving->world, slot, moving->dt);
        }
    }
}

static void commit_obstacles(VeerWorld *world)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (obstacle->is_ball[slot]) {
            VeerVec3 next = add3(obstacle->position[slot], world->ball_shift[slot]);
            obstacle->position[slot] = veer_world_clamp(next);
            obstacle->velocity[slot] = world->ball_next_velocity[slot];
        }
    }
}

void veer_stage_commit(VeerWorld *world, float dt)
{
    Moving moving = {world, dt};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, commit_range, &moving);
    commit_obstacles(world);
}
