#include "io/base/turn.h"

#include <math.h>
#include <stdbool.h>

#define TAU 6.283185307179586

/// Taylor series on [0, pi/4]: the first term left out is below 1e-18.
static double sine(double x)
{
    double s = x * x;
    double sum = -1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return x + x * s * sum;
}

static double cosine(double x)
{
    double s = x * x;
    double sum = 1.0 / 20922789888000.0;
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    sum = sum * s - 0.5;
    return 1.0 + s * sum;
}

VeerTurn veer_turn(uint64_t part, uint64_t whole)
{
    uint64_t eighths = part % whole * 8;
    uint64_t octant = eighths / whole;
    uint64_t rest = eighths % whole;
    // Odd octants run backwards from the next multiple of a quarter: the same arguments recur.
    double share = (double)(octant % 2 ? whole - rest : rest) / (double)whole;
    double c = cosine(share * (TAU / 8.0));
    // On the diagonal both are the same number, whichever octant it is taken to belong to.
    double s = share < 1.0 ? sine(share * (TAU / 8.0)) : c;
    bool is_swapped = (octant + 1) % 4 >= 2;
    double x = is_swapped ? s : c, y = is_swapped ? c : s;
    return (VeerTurn){octant >= 2 && octant < 6 ? -x : x, octant >= 4 ? -y : y};
}

VeerTurn veer_turn_angle(double angle)
{
    double turns = angle / TAU;
    double part = turns - floor(turns);
    return veer_turn((uint64_t)(part * 0x1p52), UINT64_C(1) << 52);
}
