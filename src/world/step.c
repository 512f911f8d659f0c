/// The tick: its stages in their order.
#include "world/stages.h"

static VeerStatus begin(VeerWorld *world, float dt)
{
    if (!world || !(dt > 0.0f && dt <= 1.0f)) {
        return VEER_BAD_VALUE;
    }
    if (world->is_stepping) {
        return VEER_BUSY;
    }
    world->is_stepping = true;
    return VEER_OK;
}

static void decide(VeerWorld *world, float dt)
{
    veer_stage_sense(world);
    veer_stage_squad(world, dt);
    veer_stage_plan(world, dt);
    veer_stage_foresee(world, dt);
    veer_stage_steer(world, dt);
    veer_stage_avoid(world, dt);
}

VeerStatus veer_world_steer(VeerWorld *world, float dt)
{
    VeerStatus status = begin(world, dt);
    if (status == VEER_OK) {
        decide(world, dt);
        world->is_stepping = false;
    }
    return status;
}

VeerStatus veer_world_step(VeerWorld *world, float dt)
{
    VeerStatus status = begin(world, dt);
    if (status != VEER_OK) {
        return status;
    }
    decide(world, dt);
    veer_stage_obstacles(world, dt);
    veer_stage_move(world, dt);
    veer_stage_contact(world, dt);
    veer_stage_commit(world, dt);
    world->head->time += (double)dt;
    world->head->tick++;
    veer_stage_notify(world, dt);
    world->is_stepping = false;
    return VEER_OK;
}
