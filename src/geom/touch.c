#include "geom/touch.h"

// Root of a t^2 - 2 b t + c: a = vel . vel, b = gap . vel, c = gap . gap - reach^2, and the squared
// part of the gap across the velocity times a, which gives the discriminant without cancellation:
// b^2 - a c = a reach^2 - |gap x vel|^2.
static float first_root(float b, float c, float discriminant)
{
    if (c <= 0.0f) {
        return 0.0f;
    }
    if (!(b > 0.0f) || !(discriminant >= 0.0f)) {
        return INFINITY;
    }
    return c / (b + sqrtf(discriminant));
}

float veer_time_to_touch(VeerVec2 gap, VeerVec2 vel, float reach)
{
    float distance = length2(gap);
    float across = cross2(gap, vel);
    return first_root(dot2(gap, vel), (distance - reach) * (distance + reach),
                      dot2(vel, vel) * (reach * reach) - across * across);
}

float veer_time_to_touch3(VeerVec3 gap, VeerVec3 vel, float reach)
{
    float distance = length3(gap);
    VeerVec3 across = cross3(gap, vel);
    return first_root(dot3(gap, vel), (distance - reach) * (distance + reach),
                      dot3(vel, vel) * (reach * reach) - dot3(across, across));
}
