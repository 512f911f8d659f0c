/// One cell's distance from those of the cells around it.
///
/// Source: the upwind scheme of Rouy and Tourin, "A viscosity solutions approach to shape-from-
/// shading", 1992: the greater root u of Σ (u - a_i)² = h² over those of the least neighbours a_i
/// along each axis that are below u.
///
/// The values are whole multiples of 2^-16 cells, and so is the root before it is added: then the
/// function is monotone to the last bit (with a_i one step up, the root of the differences falls by
/// one step at most, and rounding to a fixed grid keeps that). Monotone updates in any order lead
/// to one and the same greatest fixed point, so the answer does not depend on the order in which
/// cells were computed. Doubles hold every number here without rounding: squares of up to 255 cells
/// in steps of 2^-16.
#ifndef VEER_PLAN_FIELD_UPDATE_H
#define VEER_PLAN_FIELD_UPDATE_H

#include <math.h>

/// Rounds to the grid of 2^-16: for magnitudes below 2^35.
static inline double veer_on_field_grid(double value)
{
    const double magic = 1.5 * 68719476736.0; // 1.5 · 2^(52 - 16)
    return (value + magic) - magic;
}

static inline float veer_lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float veer_greater(float a, float b)
{
    return a > b ? a : b;
}

/// From the least neighbours along two axes; `weight` is the cost of crossing the cell. Without
/// branches, so that compilers compute several at once: what does not count may be NaN.
static inline float veer_eikonal2(float a, float b, float weight)
{
    float least = veer_lesser(a, b), most = veer_greater(a, b);
    float one = least + weight;
    double h = (double)weight, p = (double)least, q = (double)most, d = q - p;
    double root = veer_on_field_grid(sqrt(2.0 * h * h - d * d));
    float two = (float)veer_on_field_grid(0.5 * (p + q + root));
    two = veer_greater(two, most);
    return most < one && two < one ? two : one;
}

/// And along three.
static inline float veer_eikonal3(float a, float b, float c, float weight)
{
    float most = veer_greater(veer_greater(a, b), c);
    float least = veer_lesser(veer_lesser(a, b), c);
    float middle = veer_greater(veer_lesser(a, b), veer_lesser(veer_greater(a, b), c));
    float two = veer_eikonal2(least, middle, weight);
    double h = (double)weight, p = (double)least, q = (double)middle, r = (double)most;
    double spread = (q - p) * (q - p) + (r - q) * (r - q) + (r - p) * (r - p);
    double under = 3.0 * h * h - spread; // never less than 0 but for the rounding of `two`
    double root = veer_on_field_grid(sqrt(under > 0.0 ? under : 0.0));
    float three = (float)veer_on_field_grid((p + q + r + root) / 3.0);
    three = veer_greater(three, most);
    return most < two && three < two ? three : two;
}

/// From the least neighbours along two axes where it costs `p` to go to the one and `q` to the
/// other: the root of ((u - a) / p)² + ((u - b) / q)² = 1.
static inline float veer_eikonal_faces(float a, float p, float b, float q)
{
    float one = veer_lesser(a + p, b + q);
    double d = (double)b - (double)a, pp = (double)p * (double)p, qq = (double)q * (double)q;
    double root = sqrt(pp + qq - d * d);
    double two = (double)a + (pp * d + (double)p * (double)q * root) / (pp + qq);
    float both = (float)veer_on_field_grid(two);
    return veer_greater(a, b) < one && both < one ? both : one;
}

#endif
