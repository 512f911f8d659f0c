#include "motion/limits.h"

#include "math/trig.h"

/// velocity + change, |change| shortened to the limit; stays within the speed that both ends keep.
static VeerVec3 step_towards(VeerVec3 velocity, VeerVec3 target, float limit, float top_speed)
{
    VeerVec3 change = clamp_length3(sub3(target, velocity), limit);
    return clamp_length3(add3(velocity, change), top_speed);
}

VeerVec3 veer_motion_accelerate(const VeerMotionLimits *limits, VeerVec3 velocity, VeerVec3 target,
                                float dt)
{
    float speed = length3(velocity);
    float gain = limits->max_acceleration * dt;
    float loss = limits->max_braking * dt;
    float top = veer_motion_is_thrown(velocity, limits->max_speed) ? speed : limits->max_speed;
    VeerVec3 next = step_towards(velocity, target, gain, top);
    if (gain == loss || length3(next) >= speed) {
        return next;
    }
    VeerVec3 braked = step_towards(velocity, target, loss, top);
    // The braking limit may reach beyond the slowest point of the way, to where speed rises again.
    return length3(braked) <= speed ? braked
                                    : step_towards(velocity, target, min_f(gain, loss), top);
}

VeerVec3 veer_motion_side(VeerVec3 heading, VeerVec3 direction)
{
    VeerVec3 across = along3(direction, heading, -dot3(direction, heading));
    VeerVec3 right = vec3(heading.y, -heading.x, 0.0f);
    VeerVec3 side = length3(across) > 1e-6f ? unit3(across, right) : right;
    // Once more: of a short difference much is rounding, which need not be at right angles.
    return unit3(along3(side, heading, -dot3(side, heading)), vec3(1.0f, 0.0f, 0.0f));
}

/// Whether two directions are at most an angle apart that has this sine and cosine: by its sine
/// where that tells more.
static bool is_within(VeerVec3 heading, VeerVec3 direction, float sine, float cosine)
{
    float along = dot3(direction, heading);
    if (cosine <= 0.0f) {
        return along >= cosine;
    }
    VeerVec3 across = along3(direction, heading, -along);
    return along > 0.0f && dot3(across, across) <= sine * sine;
}

VeerVec3 veer_motion_turn(VeerVec3 heading, VeerVec3 direction, float angle)
{
    if (angle >= VEER_PI) {
        return direction;
    }
    float sine = veer_sin(angle), cosine = veer_cos(angle);
    if (is_within(heading, direction, sine, cosine)) {
        return direction;
    }
    VeerVec3 side = veer_motion_side(heading, direction);
    VeerVec3 turned = add3(scale3(heading, cosine), scale3(side, sine));
    return unit3(turned, heading);
}

float veer_motion_stopping_rate(float angle, float deceleration, float dt)
{
    float loss = deceleration * dt;
    float at_once = angle / dt;
    if (!isfinite(loss)) {
        return at_once;
    }
    float ticks = ceilf((sqrtf(1.0f + 8.0f * at_once / loss) - 1.0f) * 0.5f);
    if (!(ticks > 1.0f)) {
        return at_once;
    }
    return at_once / ticks + loss * (ticks - 1.0f) * 0.5f;
}

float veer_motion_rolling_speed(const VeerMotionLimits *limits, VeerRolling rolling, float target,
                                float dt)
{
    float speed = rolling.speed;
    bool is_rising = target >= speed;
    float limit = (is_rising ? limits->max_acceleration : limits->max_braking) * dt;
    float across = speed * (is_rising ? rolling.top : speed) * rolling.turned * rolling.turned;
    float room = sqrtf(max_f(limit * limit - across, 0.0f));
    return is_rising ? min_f(target, speed + room) : max_f(target, speed - room);
}
