/// Wandering without memory: noise over time, drawn by counter.
#include "base/random.h"
#include "math/trig.h"
#include "steer/answer.h"

/// Whims are told apart up to here.
#define MOST_WHIMS 0x1p53

/// What the second of two angles draws beside the first.
#define UPWARD UINT64_C(0x7570776172640001)

/// Noise between -1 and 1 that passes smoothly from one random value to the next.
static float noise(const VeerWander *wander, double whims, uint64_t salt)
{
    uint64_t whim = (uint64_t)whims;
    float part = (float)(whims - (double)whim);
    float from = veer_random_unit(wander->seed ^ salt, wander->id, whim);
    float to = veer_random_unit(wander->seed ^ salt, wander->id, whim + 1);
    float ease = part * part * (3.0f - 2.0f * part);
    return 2.0f * (from + (to - from) * ease) - 1.0f;
}

VeerVec3 veer_steer_wander(const VeerWander *wander, VeerVec3 heading, float speed, bool is_spatial)
{
    double whims = wander && wander->period > 0.0f ? wander->time / (double)wander->period : -1.0;
    if (!(whims >= 0.0 && whims < MOST_WHIMS)) {
        return (VeerVec3){0};
    }
    float aside = wander->angle * noise(wander, whims, 0);
    float upward = is_spatial ? wander->angle * noise(wander, whims, UPWARD) : 0.0f;
    VeerVec3 left = unit3(vec3(-heading.y, heading.x, 0.0f), vec3(0.0f, 1.0f, 0.0f));
    VeerVec3 up = cross3(heading, left);
    VeerVec3 level = add3(scale3(heading, veer_cos(aside)), scale3(left, veer_sin(aside)));
    VeerVec3 direction = add3(scale3(level, veer_cos(upward)), scale3(up, veer_sin(upward)));
    return finite_or_zero(scale3(is_spatial ? direction : level, speed));
}
