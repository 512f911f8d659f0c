/// Stopping in time, arriving, and meeting a moving target.
#include "steer/answer.h"

float veer_steer_stopping_speed(float distance, float braking, float dt)
{
    if (!(distance >= 0.0f) || !(braking > 0.0f) || !(dt >= VEER_MIN_DT)) {
        return 0.0f;
    }
    float at_once = distance / dt;
    if (!isfinite(braking)) {
        return at_once;
    }
    float root = sqrtf(dt * dt + 2.0f * distance / braking);
    return min_f(2.0f * distance / (dt + root), at_once);
}

VeerVec3 veer_steer_arrive(VeerVec3 offset, float speed, float braking, float dt)
{
    float distance = length3(offset);
    float safe = veer_steer_stopping_speed(distance, braking, dt);
    return finite_or_zero(scale3(unit3(offset, (VeerVec3){0}), min_f(speed, safe)));
}

/// NaN where something is, or overflows.
static float intercept_time(VeerVec3 offset, VeerVec3 velocity, float speed)
{
    float c = dot3(offset, offset);
    float b = dot3(offset, velocity);
    float a = speed * speed - dot3(velocity, velocity);
    if (c == 0.0f) {
        return 0.0f;
    }
    float d = b * b + a * c;
    if (a > 0.0f) {
        // One root is positive; of its two forms the one that adds.
        float root = sqrtf(d);
        return b > 0.0f ? (b + root) / a : c / (root - b);
    }
    // The target is as fast or faster: only one that comes nearer can be met.
    if (b >= 0.0f || d < 0.0f) {
        return INFINITY;
    }
    return c / (-b + sqrtf(d));
}

float veer_steer_intercept_time(VeerVec3 offset, VeerVec3 velocity, float speed)
{
    float time = intercept_time(offset, velocity, speed);
    return time >= 0.0f ? time : INFINITY;
}
