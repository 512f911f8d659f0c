/// Checks of values and of the world, parallel loops and the agents about one, used by every room.
#ifndef VEER_WORLD_BASE_CHECKS_H
#define VEER_WORLD_BASE_CHECKS_H

#include "math/need.h"
#include "world/base/state.h"

/// @name The door of calls
/// A call names itself (VeerRefusal.function), checks what it is given (math/need.h), and asks here
/// whether it is refused: the only place where that is told to the host.
/// @{

/// Tells the host that a call is refused.
void veer_world_tell(const VeerWorld *world, const VeerRefusal *refusal);

/// The end of a refused call. @return the refusal's status
static inline VeerStatus veer_world_refuse(const VeerWorld *world, const VeerRefusal *refusal)
{
    VeerStatus status = refusal->status;
    veer_world_tell(world, refusal);
    return status;
}

/// Whether a call that changes the world is refused: for what is not as needed, or in a step.
/// @param world  NULL only where that is not as needed
/// @return VEER_OK, or the refusal's status
static inline VeerStatus veer_world_check_change(const VeerWorld *world, VeerRefusal *refusal)
{
    if (refusal->status == VEER_OK && !world->is_stepping) {
        return VEER_OK;
    }
    veer_need_as(refusal, VEER_BUSY, false, "world", "must not be in a step", (double)NAN);
    return veer_world_refuse(world, refusal);
}

/// The same of one that reads.
static inline VeerStatus veer_world_check_read(const VeerWorld *world, VeerRefusal *refusal)
{
    return refusal->status == VEER_OK ? VEER_OK : veer_world_refuse(world, refusal);
}

/// Whether there is room for one more; told apart, since it comes after all else.
/// @param what      "world.max_agents"
/// @param capacity  that is used up where `has_room` is false
static inline VeerStatus veer_world_check_room(const VeerWorld *world, VeerRefusal *refusal,
                                               bool has_room, const char *what, uint32_t capacity)
{
    veer_need_as(refusal, VEER_FULL, has_room, what, VEER_MUST_ROOM, (double)capacity);
    return veer_world_check_read(world, refusal);
}
/// @}

/// Called wherever a place, a size, a layer or what there is changes: the indices show it no more.
static inline void veer_world_note_move(VeerWorld *world)
{
    world->is_indexed = false;
    world->is_sensed = false;
}

/// Whether an agent was changed since it was indexed.
static inline bool veer_world_has_moved(const VeerWorld *world, uint32_t slot)
{
    for (uint32_t i = 0; i < world->moved_count; ++i) {
        if (world->moved[i] == slot) {
            return true;
        }
    }
    return false;
}

/// Called where one agent is elsewhere now. Questions look at a few of them by themselves, so that
/// a host which moves agents and asks in turns does not have all indexed each time.
static inline void veer_world_note_place(VeerWorld *world, uint32_t slot)
{
    if (!world->is_indexed || veer_world_has_moved(world, slot)) {
        return;
    }
    if (world->moved_count == VEER_MAX_MOVED) {
        world->is_indexed = false;
        return;
    }
    world->moved[world->moved_count++] = slot;
}

/// As veer_world_note_move, of one agent.
static inline void veer_world_note_agent(VeerWorld *world, uint32_t slot)
{
    world->is_sensed = false;
    veer_world_note_place(world, slot);
}

/// Of a length of time: floats that are as near as this are of one length.
#define VEER_TIME_SLOP 0x1p-22

/// s, of the world's time: so many seconds from now on. What rounding floats may have added to
/// them, and taken from the ticks that they are waited for, is left out.
static inline double veer_world_time_in(const VeerWorld *world, float seconds)
{
    return world->head->time + (double)seconds * (1.0 - VEER_TIME_SLOP);
}

/// The way back: s from now on to a time, 0 where it is past.
static inline float veer_world_seconds_to(const VeerWorld *world, double time)
{
    double left = time - world->head->time;
    return left > 0.0 ? (float)(left / (1.0 - VEER_TIME_SLOP)) : 0.0f;
}

/// Runs a task over [0, count) on the host's workers, or here.
void veer_world_run(const VeerWorld *world, uint32_t count, uint32_t grain, VeerTaskFn *task,
                    void *context);
/// The greatest value of the elements [begin, end), at least 0.
typedef float VeerMostFn(void *context, uint32_t begin, uint32_t end);
/// Finds the greatest value of [0, count) on the host's workers, or here: 0 of none.
float veer_world_most(const VeerWorld *world, uint32_t count, uint32_t grain, VeerMostFn *function,
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
