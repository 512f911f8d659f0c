#include "squad/formation/formation.h"

/// m: a point nearer to the last one than this gives no direction.
static const float LEAST_STEP = 1e-3f;

void veer_trail_add(VeerTrail *trail, VeerVec3 point)
{
    if (trail->count == VEER_TRAIL_POINTS) {
        return;
    }
    float along = 0.0f;
    if (trail->count > 0u) {
        uint32_t last = trail->count - 1u;
        float step = length3(sub3(point, trail->points[last]));
        if (!(step > LEAST_STEP)) {
            return;
        }
        along = trail->along[last] + step;
    }
    trail->points[trail->count] = point;
    trail->along[trail->count] = along;
    trail->count++;
}

uint32_t veer_trail_segment(const VeerTrail *trail, float along)
{
    uint32_t i = 1;
    while (i + 1u < trail->count && trail->along[i] < along) {
        i++;
    }
    return i;
}

VeerVec3 veer_trail_at(const VeerTrail *trail, float along)
{
    uint32_t i = veer_trail_segment(trail, along);
    float from = trail->along[i - 1u];
    float part = (along - from) / (trail->along[i] - from);
    return along3(trail->points[i - 1u], sub3(trail->points[i], trail->points[i - 1u]), part);
}

VeerVec3 veer_trail_smooth(const VeerTrail *trail, float along, float half)
{
    float from = along - half, end = along + half;
    VeerVec3 first = veer_trail_at(trail, from), sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = veer_trail_segment(trail, from); from < end; i++) {
        bool is_last = i + 1u >= trail->count || trail->along[i] >= end;
        float to = is_last ? end : trail->along[i];
        VeerVec3 middle = veer_trail_at(trail, 0.5f * (from + to));
        // Relative to one of the points, so that far from the origin little precision is lost.
        sum = along3(sum, sub3(middle, first), (to - from) / (2.0f * half));
        from = to;
    }
    return add3(first, sum);
}

VeerVec3 veer_trail_direction(const VeerTrail *trail, float along, float half, VeerVec3 fallback)
{
    VeerVec3 behind = veer_trail_at(trail, along - half);
    return unit3(sub3(veer_trail_at(trail, along + half), behind), fallback);
}
