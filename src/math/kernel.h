/// The interaction kernel w(g): how strongly a body at gap g pushes, or pulls.
///
/// One form serves every force of the field's models, so they can be compared and mixed:
///   magnets         w = push / g                      (times the offset, not the direction)
///   Lennard-Jones   w = push / g^m - pull / g^n
///   separation      w = 1 - g / width                 (push 1, m 0, pull 1 / width, n -1)
#ifndef VEER_MATH_KERNEL_H
#define VEER_MATH_KERNEL_H

#include "math/power.h"
#include "math/vec.h"

/// Strengths >= 0, exponents of any sign.
typedef struct VeerKernel {
    float push, push_exponent;
    float pull, pull_exponent;
    float least_gap; ///< m, > 0: smaller gaps count as this
} VeerKernel;

static inline float kernel_term(float strength, float gap, float exponent)
{
    return strength > 0.0f ? strength / veer_power(gap, exponent) : 0.0f;
}

/// w(g) = push / g^push_exponent - pull / g^pull_exponent: positive pushes away.
static inline float kernel_at(const VeerKernel *kernel, float gap)
{
    float g = max_f(gap, kernel->least_gap);
    return kernel_term(kernel->push, g, kernel->push_exponent) -
           kernel_term(kernel->pull, g, kernel->pull_exponent);
}

#endif
