/// Small vectors by value. In-layer inline helpers: no state, no branches on size.
#ifndef VEER_MATH_VEC_H
#define VEER_MATH_VEC_H

#include "veer/api.h"

#include <math.h>

/// The square root of a half: the sine and cosine of half a right angle.
#define VEER_ROOT_HALF 0.70710678f

/// A vector in the plane.
typedef struct VeerVec2 {
    float x, y;
} VeerVec2;

static inline VeerVec2 vec2(float x, float y)
{
    return (VeerVec2){x, y};
}

static inline VeerVec2 add2(VeerVec2 a, VeerVec2 b)
{
    return (VeerVec2){a.x + b.x, a.y + b.y};
}

static inline VeerVec2 sub2(VeerVec2 a, VeerVec2 b)
{
    return (VeerVec2){a.x - b.x, a.y - b.y};
}

static inline VeerVec2 scale2(VeerVec2 a, float s)
{
    return (VeerVec2){a.x * s, a.y * s};
}

static inline float dot2(VeerVec2 a, VeerVec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/// z of the cross product: positive when b lies to the left of a.
static inline float cross2(VeerVec2 a, VeerVec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static inline float length2(VeerVec2 a)
{
    return sqrtf(dot2(a, a));
}

/// a turned by a quarter to the left.
static inline VeerVec2 left2(VeerVec2 a)
{
    return (VeerVec2){-a.y, a.x};
}

static inline VeerVec2 plane2(VeerVec3 a)
{
    return (VeerVec2){a.x, a.y};
}

static inline VeerVec3 vec3(float x, float y, float z)
{
    return (VeerVec3){x, y, z};
}

static inline VeerVec3 add3(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline VeerVec3 sub3(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline VeerVec3 scale3(VeerVec3 a, float s)
{
    return (VeerVec3){a.x * s, a.y * s, a.z * s};
}

/// a + b s
static inline VeerVec3 along3(VeerVec3 a, VeerVec3 b, float s)
{
    return (VeerVec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline float dot3(VeerVec3 a, VeerVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline VeerVec3 cross3(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float length3(VeerVec3 a)
{
    return sqrtf(dot3(a, a));
}

/// a at length 1; `fallback` where a is too short to have a direction.
static inline VeerVec3 unit3(VeerVec3 a, VeerVec3 fallback)
{
    float length = length3(a);
    return length > 1e-12f ? scale3(a, 1.0f / length) : fallback;
}

/// a, shortened to `limit` where it is longer. The result's length3 never exceeds `limit`.
static inline VeerVec3 clamp_length3(VeerVec3 a, float limit)
{
    float length = length3(a);
    if (!(length > limit)) {
        return a;
    }
    VeerVec3 shortened = scale3(a, limit / length);
    // Rounding needs a step or two of a last place; where squares are denormal it is much coarser.
    for (int i = 0; length3(shortened) > limit; ++i) {
        shortened = scale3(shortened, i < 8 ? 1.0f - 1e-7f : 0.9f);
    }
    return shortened;
}

static inline float min_f(float a, float b)
{
    return a < b ? a : b;
}

static inline float max_f(float a, float b)
{
    return a > b ? a : b;
}

static inline float clamp_f(float value, float lower, float upper)
{
    return min_f(max_f(value, lower), upper);
}

static inline int32_t min_i(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t max_i(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t clamp_i(int32_t value, int32_t lower, int32_t upper)
{
    return min_i(max_i(value, lower), upper);
}

/// The whole number below, held to ±1e9.
static inline int32_t whole_below(float value)
{
    if (!(value >= -1e9f)) {
        return -1000000000;
    }
    int32_t whole = value < 1e9f ? (int32_t)value : 1000000000;
    return whole - (value < (float)whole);
}

/// The whole number below, held to [0, most]; 0 for NaN. Not by floorf, which is a call where the
/// processor has no instruction for it.
static inline int32_t whole_within(float value, int32_t most)
{
    return !(value > 0.0f) ? 0 : value < (float)most ? (int32_t)value : most;
}

/// The distance along an axis from a point, in cells, to the cell [index, index + 1]; 0 inside.
static inline float gap_to_cell(float point, int32_t index)
{
    return max_f(max_f((float)index - point, point - (float)(index + 1)), 0.0f);
}

static inline bool is_finite3(VeerVec3 a)
{
    return 0.0f * a.x + 0.0f * a.y + 0.0f * a.z == 0.0f; // infinity and NaN times zero are NaN
}

/// Whether a is a position that a world can have; false for NaN.
static inline bool is_position3(VeerVec3 a)
{
    return fabsf(a.x) <= VEER_WORLD_LIMIT && fabsf(a.y) <= VEER_WORLD_LIMIT &&
           fabsf(a.z) <= VEER_WORLD_LIMIT;
}

/// Likewise of points[count]; false for NULL, unless there are none.
static inline bool are_positions3(const VeerVec3 *points, uint32_t count)
{
    if (!points && count > 0) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_position3(points[i])) {
            return false;
        }
    }
    return true;
}

/// Whether dt is the length of a tick, s; false for NaN.
static inline bool is_tick(float dt)
{
    return dt >= VEER_MIN_DT && dt <= VEER_MAX_DT;
}

#endif
