/// One tick of free bodies without a turn rate, a body a lane: bit by bit that of veer_free_step.
#ifndef VEER_MOTION_FREE_WIDE_H
#define VEER_MOTION_FREE_WIDE_H

#include "math/vec_wide.h"
#include "motion/constants.h"
#include "motion/motion.h"

/// What limits them.
typedef struct FreeWide {
    VeerWide max_speed; ///< m/s
    float gain, loss;   ///< m/s, of a tick
} FreeWide;

/// step_towards
static inline Vec3Wide step_towards_wide(Vec3Wide velocity, Vec3Wide target, float limit,
                                         VeerWide top)
{
    Vec3Wide change = clamp_length3_wide(sub3_wide(target, velocity), wide_splat(limit));
    return clamp_length3_wide(add3_wide(velocity, change), top);
}

/// The lanes of velocities that are thrown: veer_motion_is_thrown.
static inline VeerWideMask are_thrown_wide(Vec3Wide velocity, VeerWide max_speed)
{
    VeerWide limit = wide_mul(max_speed, wide_splat(1.0f + VEER_SPEED_SLOP));
    return wide_less(wide_mul(limit, limit), dot3_wide(velocity, velocity));
}

/// veer_motion_accelerate
static inline Vec3Wide accelerate_wide(const FreeWide *limits, Vec3Wide velocity, Vec3Wide target)
{
    VeerWide speed = length3_wide(velocity);
    VeerWideMask is_thrown = are_thrown_wide(velocity, limits->max_speed);
    VeerWide top = wide_select(is_thrown, speed, limits->max_speed);
    Vec3Wide next = step_towards_wide(velocity, target, limits->gain, top);
    VeerWideMask brakes = ~wide_at_most(speed, length3_wide(next));
    if (limits->gain == limits->loss || !wide_bits(brakes)) {
        return next;
    }
    Vec3Wide braked = step_towards_wide(velocity, target, limits->loss, top);
    float least = limits->gain < limits->loss ? limits->gain : limits->loss;
    Vec3Wide other = step_towards_wide(velocity, target, least, top);
    VeerWideMask is_slower = wide_at_most(length3_wide(braked), speed);
    return select3_wide(brakes, select3_wide(is_slower, braked, other), next);
}

/// Velocities and headings after a tick.
/// @param heading  before; then after
static inline Vec3Wide free_step_wide(const FreeWide *limits, Vec3Wide velocity, Vec3Wide command,
                                      Vec3Wide *heading)
{
    Vec3Wide target = clamp_length3_wide(command, limits->max_speed);
    Vec3Wide next = accelerate_wide(limits, velocity, target);
    VeerWide least = wide_mul(wide_splat(HEADING_SPEED), limits->max_speed);
    VeerWideMask is_moving = wide_less(least, length3_wide(next));
    *heading = select3_wide(is_moving, unit3_wide(next, *heading), *heading);
    return next;
}

#endif
