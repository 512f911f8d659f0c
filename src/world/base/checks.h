/// Checks of values and of the world, and parallel loops, used by every room.
#ifndef VEER_WORLD_BASE_CHECKS_H
#define VEER_WORLD_BASE_CHECKS_H

#include "world/base/state.h"

/// Whether setters may change the world now: VEER_OK or VEER_BUSY.
VeerStatus veer_world_check_idle(const VeerWorld *world);
/// The same, of one thing in it: whether that is there and the values are good comes first.
VeerStatus veer_world_check_change(const VeerWorld *world, bool is_there, bool is_good);
/// Runs a task over [0, count) on the host's workers, or here.
void veer_world_run(const VeerWorld *world, uint32_t count, uint32_t grain, VeerTaskFn *task,
                    void *context);
/// 0 <= value <= VEER_WORLD_LIMIT; false for NaN.
bool veer_world_is_length(float value);
/// The nearest valid point; coordinates may be infinite, but not NaN.
VeerVec3 veer_world_clamp(VeerVec3 point);

#endif
