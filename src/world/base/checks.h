/// Checks of values and of the world, parallel loops and the agents about one, used by every room.
#ifndef VEER_WORLD_BASE_CHECKS_H
#define VEER_WORLD_BASE_CHECKS_H

#include "world/base/state.h"

/// Whether setters may change the world now: VEER_OK or VEER_BUSY; VEER_BAD_VALUE without a world.
static inline VeerStatus veer_world_check_idle(const VeerWorld *world)
{
    if (!world) {
        return VEER_BAD_VALUE;
    }
    return world->is_stepping ? VEER_BUSY : VEER_OK;
}

/// Called wherever a place, a size, a layer or what there is changes: the indices show it no more.
static inline void veer_world_note_move(VeerWorld *world)
{
    world->is_indexed = false;
}

/// As veer_world_check_idle, of one thing in it: whether that is there and the values are good
/// comes first.
static inline VeerStatus veer_world_check_change(const VeerWorld *world, bool is_there,
                                                 bool is_good)
{
    if (!is_there) {
        return VEER_BAD_HANDLE;
    }
    return is_good ? veer_world_check_idle(world) : VEER_BAD_VALUE;
}

/// Whether a thing can be read: VEER_OK; VEER_BAD_HANDLE if it is not there; VEER_BAD_VALUE with no
/// place for the answer.
static inline VeerStatus veer_world_check_read(bool is_there, const void *out)
{
    if (!is_there) {
        return VEER_BAD_HANDLE;
    }
    return out ? VEER_OK : VEER_BAD_VALUE;
}

/// Runs a task over [0, count) on the host's workers, or here.
void veer_world_run(const VeerWorld *world, uint32_t count, uint32_t grain, VeerTaskFn *task,
                    void *context);
/// 0 <= value <= VEER_WORLD_LIMIT; false for NaN.
bool veer_world_is_length(float value);
/// The nearest valid point; coordinates may be infinite, but not NaN.
VeerVec3 veer_world_clamp(VeerVec3 point);

/// Finds the agents within a range of an agent, m, that overlap it in height, nearest first.
/// @param near  near[limit] @return how many
static inline uint32_t veer_agents_near(const VeerWorld *world, uint32_t slot, float range,
                                        uint32_t limit, VeerNear *near)
{
    VeerNearQuery query = {.centre = world->agent.position[slot],
                           .range = range,
                           .limit = limit,
                           .mask = UINT32_MAX,
                           .except = slot,
                           .height = world->agent.height[slot]};
    return veer_index_nearest(world->agent_index, &query, near);
}

#endif
