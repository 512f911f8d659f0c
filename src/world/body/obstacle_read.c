/// Obstacles: what the host reads.
#include "math/vec.h"
#include "world/body/body.h"

VeerStatus veer_obstacle_get(const VeerWorld *world, VeerObstacleId obstacle,
                             VeerObstacleState *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    const VeerObstacleColumns *column = &world->obstacle;
    *out = (VeerObstacleState){
        .shape = (VeerObstacleShape)column->shape[slot],
        .motion = (VeerObstacleMotion)column->motion[slot],
        .position = column->position[slot],
        .remainder = column->compensation[slot],
        .velocity = column->velocity[slot],
        .angle = column->angle[slot],
        .turn_rate = column->turn_rate[slot],
        .radius = column->radius[slot],
        .height = column->height[slot],
        .mass = column->mass[slot],
        .restitution = column->restitution[slot],
        .friction = column->friction[slot],
        .half_extents = column->half_extents[slot],
        .vertex_count = column->vertex_count[slot],
        .is_closed = column->is_closed[slot],
        .is_ghost = column->is_ghost[slot],
        .sense_mask = column->sense_mask[slot],
        .layer = column->layer[slot],
        .user_data = column->user_data[slot],
        .time_to_live = veer_lifetime_left(world, world->obstacle_end, slot),
    };
    return VEER_OK;
}

uint32_t veer_obstacle_vertices(const VeerWorld *world, VeerObstacleId obstacle, VeerVec3 *out,
                                uint32_t capacity)
{
    uint32_t slot = veer_obstacle_slot(world, obstacle);
    if (slot == VEER_NO_SLOT) {
        return 0;
    }
    uint32_t count = world->obstacle.vertex_count[slot];
    for (uint32_t i = 0; out && i < count && i < capacity; ++i) {
        out[i] = add3(veer_obstacle_corner(world, slot, i), world->obstacle.position[slot]);
    }
    return count;
}

VeerVec3 veer_obstacle_vertex(const VeerWorld *world, VeerObstacleId obstacle, uint32_t index)
{
    uint32_t slot = veer_obstacle_slot(world, obstacle);
    if (slot == VEER_NO_SLOT || index >= world->obstacle.vertex_count[slot]) {
        return (VeerVec3){0};
    }
    return add3(veer_obstacle_corner(world, slot, index), world->obstacle.position[slot]);
}

VeerStatus veer_obstacle_predict(const VeerWorld *world, VeerObstacleId obstacle, float seconds,
                                 VeerVec3 *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need(&refusal, isfinite(seconds), "seconds", "must be finite", (double)seconds);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status == VEER_OK) {
        *out = veer_obstacle_future(world, slot, seconds);
    }
    return status;
}

uint32_t veer_obstacle_slot_count(const VeerWorld *world)
{
    return world ? world->head->obstacle_slot_count : 0;
}

VeerObstacleId veer_obstacle_at(const VeerWorld *world, uint32_t slot)
{
    if (slot >= veer_obstacle_slot_count(world) || !world->obstacle.is_alive[slot]) {
        return (VeerObstacleId){0, 0};
    }
    return (VeerObstacleId){slot, world->obstacle.generation[slot]};
}
