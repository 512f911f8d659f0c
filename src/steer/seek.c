/// Towards and away from one other.
#include "steer/answer.h"

VeerVec3 veer_steer_seek(VeerVec3 offset, float speed)
{
    return finite_or_zero(scale3(unit3(offset, (VeerVec3){0}), speed));
}

VeerVec3 veer_steer_flee(VeerVec3 offset, float speed, float range)
{
    return length3(offset) < range ? veer_steer_seek(offset, -speed) : (VeerVec3){0};
}

VeerVec3 veer_steer_pursue(VeerVec3 offset, VeerVec3 velocity, float speed)
{
    float time = veer_steer_intercept_time(offset, velocity, speed);
    VeerVec3 meeting = isfinite(time) ? along3(offset, velocity, time) : offset;
    return veer_steer_seek(meeting, speed);
}

VeerVec3 veer_steer_evade(VeerVec3 offset, VeerVec3 velocity, float speed, float range)
{
    float distance = length3(offset);
    if (!(distance < range)) {
        return (VeerVec3){0};
    }
    float time = distance / max_f(length3(velocity), speed);
    VeerVec3 future = isfinite(time) ? along3(offset, velocity, time) : offset;
    // One that comes straight on would be here by then: away from where it is now.
    bool is_here = length3(future) < 1e-3f * distance;
    return veer_steer_seek(is_here ? offset : future, -speed);
}
