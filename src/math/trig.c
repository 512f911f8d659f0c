#include "math/trig.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double PI = 0x1.921fb54442d18p+1;
static const double HALF_PI = 0x1.921fb54442d18p+0;

// An angle as a number of quarter turns (only its last two bits count) and a rest.
typedef struct ReducedAngle {
    uint32_t quarter;
    double rest; // rad, within pi / 4 of 0
} ReducedAngle;

// For angles in [0, 2^16). Source: Cody and Waite: pi / 2 in two parts, the first of 29 bits, so
// that its product with the number of quarters (below 2^16) is exact.
static ReducedAngle reduce_small(double angle)
{
    const double quarters_per_rad = 0x1.45f306dc9c883p-1;
    const double first = 0x1.921fb54000000p+0;
    const double second = 0x1.10b4611a62633p-30;
    uint32_t quarter = (uint32_t)(angle * quarters_per_rad + 0.5);
    double n = (double)quarter;
    return (ReducedAngle){quarter, angle - n * first - n * second};
}

// 2 / pi in binary, after a word of integer places that are all zero.
static const uint32_t TWO_OVER_PI[8] = {0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                        0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

// The 32 bits of 2 / pi from the given place on.
static uint64_t bits_from(uint32_t place)
{
    const uint32_t *word = &TWO_OVER_PI[place / 32u];
    uint64_t pair = (uint64_t)word[0] << 32 | word[1];
    return pair << (place % 32u) >> 32;
}

// For finite angles of at least 1. Source: Payne and Hanek, "Radian reduction for trigonometric
// functions", 1983. The angle is mantissa * 2^power; of 2 / pi only the places count whose product
// with it is not a multiple of 4 quarters, and 96 of them leave an error of 2^-64 quarters, while
// no float lies nearer than about 2^-30 to a multiple of a quarter.
static ReducedAngle reduce_large(float angle)
{
    uint32_t bits;
    memcpy(&bits, &angle, sizeof bits);
    uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    uint32_t place = (bits >> 23) - 150u + 30u; // power + 30: place 31 + i has the weight 2^-i
    uint64_t low = mantissa * bits_from(place + 64u);
    uint64_t middle = mantissa * bits_from(place + 32u) + (low >> 32);
    uint64_t high = mantissa * bits_from(place) + (middle >> 32);
    uint64_t top = high << 32 | (middle & 0xffffffffu); // quarters in units of 2^-62, modulo 4
    uint64_t fraction = top << 2 | (low & 0xffffffffu) >> 30;
    uint32_t quarter = (uint32_t)(top >> 62);
    if (fraction >> 63) {
        return (ReducedAngle){quarter + 1u, (double)(0u - fraction) * -0x1p-64 * HALF_PI};
    }
    return (ReducedAngle){quarter, (double)fraction * 0x1p-64 * HALF_PI};
}

// @param angle  finite, >= 0
static ReducedAngle reduce(float angle)
{
    return angle < 65536.0f ? reduce_small((double)angle) : reduce_large(angle);
}

// Taylor's series; within pi / 4 the terms left out are below 3e-14 of the sum.
static double sine_of_rest(double x)
{
    double s = x * x;
    double sum = 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return x + x * (s * sum);
}

// Likewise, below 6e-13.
static double cosine_of_rest(double x)
{
    double s = x * x;
    double sum = 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    sum = sum * s - 0.5;
    return 1.0 + s * sum;
}

// The sine of an angle whose quarters are counted from `quarter` on.
static double sine_of(ReducedAngle angle, uint32_t quarter)
{
    uint32_t turned = (angle.quarter + quarter) & 3u;
    double sine = turned & 1u ? cosine_of_rest(angle.rest) : sine_of_rest(angle.rest);
    return turned & 2u ? -sine : sine;
}

float veer_sin(float angle)
{
    if (!isfinite(angle)) {
        return NAN;
    }
    float sine = (float)sine_of(reduce(fabsf(angle)), 0);
    return signbit(angle) ? -sine : sine;
}

float veer_cos(float angle)
{
    if (!isfinite(angle)) {
        return NAN;
    }
    return (float)sine_of(reduce(fabsf(angle)), 1);
}

// The arc tangent of t in [0, 1]: that of the nearest k / 4, plus Taylor's series of what is left,
// which is at most 1 / 8: the terms left out are below 2e-15 of the sum.
static double arc_tangent(double t)
{
    static const double arcs[5] = {0.0, 0x1.f5b75f92c80ddp-3, 0x1.dac670561bb4fp-2,
                                   0x1.4978fa3269ee1p-1, 0x1.921fb54442d18p-1};
    int k = (int)(t * 4.0 + 0.5);
    double near = (double)k * 0.25;
    double x = (t - near) / (1.0 + t * near);
    double s = x * x;
    double sum = 1.0 / 13.0;
    sum = sum * s - 1.0 / 11.0;
    sum = sum * s + 1.0 / 9.0;
    sum = sum * s - 1.0 / 7.0;
    sum = sum * s + 1.0 / 5.0;
    sum = sum * s - 1.0 / 3.0;
    return arcs[k] + (x + x * (s * sum));
}

// The smaller of two magnitudes over the larger; 1 for two infinities, 0 for two zeros.
static double ratio_of(double smaller, double larger)
{
    if (isinf(smaller)) {
        return 1.0;
    }
    return larger > 0.0 ? smaller / larger : 0.0;
}

static double angle_of(double y, double x)
{
    double up = fabs(y);
    double along = fabs(x);
    double arc =
        up > along ? HALF_PI - arc_tangent(ratio_of(along, up)) : arc_tangent(ratio_of(up, along));
    double half = signbit(x) ? PI - arc : arc;
    return signbit(y) ? -half : half;
}

float veer_atan2(float y, float x)
{
    if (isnan(x) || isnan(y)) {
        return NAN;
    }
    return (float)angle_of((double)y, (double)x);
}
