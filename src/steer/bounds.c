/// Staying in a box, and along a wall.
#include "steer/answer.h"

/// One coordinate of a velocity that stays between two borders.
static float within(float lower, float upper, float velocity, float speed, float seconds)
{
    float then = velocity * seconds;
    if (then < lower) {
        return speed;
    }
    return then > upper ? -speed : velocity;
}

VeerVec3 veer_steer_contain(VeerBounds box, VeerVec3 velocity, float speed, float seconds)
{
    VeerVec3 turned = {
        within(box.lower.x, box.upper.x, velocity.x, speed, seconds),
        within(box.lower.y, box.upper.y, velocity.y, speed, seconds),
        within(box.lower.z, box.upper.z, velocity.z, speed, seconds),
    };
    return finite_or_zero(clamp_length3(turned, max_f(speed, length3(velocity))));
}

VeerVec3 veer_steer_follow_wall(VeerVec3 nearest, VeerVec3 heading, float distance, float speed)
{
    float gap = length3(nearest);
    VeerVec3 towards = unit3(nearest, (VeerVec3){0});
    VeerVec3 along = along3(heading, towards, -dot3(heading, towards));
    VeerVec3 aside = vec3(-towards.y, towards.x, 0.0f);
    VeerVec3 course = length3(along) > 1e-3f ? unit3(along, aside) : unit3(aside, heading);
    // Back to its distance at up to 45 degrees: all of it when it is off by as much again.
    float off = clamp_f((gap - distance) / max_f(distance, 1e-6f), -1.0f, 1.0f);
    return finite_or_zero(scale3(unit3(along3(course, towards, off), course), speed));
}
