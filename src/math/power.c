#include "math/power.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// Multiples of 1/2 up to this exponent are multiplied out.
#define SHORT_WAY 8.0f
#define LN2 0.693147180559945309
#define ROOT2 1.41421356237309505
/// Powers of two beyond this are beyond float.
#define MAX_BITS 200.0

/// base^(halves / 2) by multiplying.
static double by_halves(double base, int halves)
{
    double power = halves & 1 ? sqrt(base) : 1.0;
    for (int i = 0; i < halves / 2; i++) {
        power *= base;
    }
    return power;
}

/// 2^n for -1000 <= n <= 1000.
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/// The logarithm to base 2 of a normal double > 0.
/// Source: ln m = 2 artanh((m - 1) / (m + 1)); for m within a factor of sqrt 2 of 1 ten terms leave
/// less than 1e-16.
static double log2_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    double m = value * power_of_two(-exponent);
    if (m > ROOT2) {
        m *= 0.5;
        exponent++;
    }
    double s = (m - 1.0) / (m + 1.0), square = s * s;
    double sum = 0.0;
    for (int k = 21; k >= 1; k -= 2) {
        sum = sum * square + 1.0 / (double)k;
    }
    return (double)exponent + 2.0 / LN2 * s * sum;
}

/// 2^x for |x| <= MAX_BITS, by the series of the exponential round the nearest integer.
static double exp2_of(double x)
{
    int whole = (int)(x < 0.0 ? x - 0.5 : x + 0.5);
    double t = (x - (double)whole) * LN2;
    double sum = 1.0;
    for (int k = 15; k >= 1; k--) {
        sum = 1.0 + sum * t / (double)k;
    }
    return sum * power_of_two(whole);
}

float veer_power(float base, float exponent)
{
    if (!(base > 0.0f) || isnan(exponent)) {
        return NAN;
    }
    if (base == 1.0f || exponent == 0.0f) {
        return 1.0f;
    }
    float twice = 2.0f * exponent;
    if (fabsf(exponent) <= SHORT_WAY && twice == (float)(int)twice) {
        double power = by_halves((double)base, twice < 0.0f ? -(int)twice : (int)twice);
        return (float)(exponent < 0.0f ? 1.0 / power : power);
    }
    double bits = isinf(base) ? (double)INFINITY : log2_of((double)base);
    bits *= (double)exponent;
    if (!(fabs(bits) <= MAX_BITS)) {
        return bits < 0.0 ? 0.0f : INFINITY;
    }
    return (float)exp2_of(bits);
}
