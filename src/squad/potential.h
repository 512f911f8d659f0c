/// The map that moves one normal distribution onto another at the least squared distance.
#ifndef VEER_SQUAD_POTENTIAL_H
#define VEER_SQUAD_POTENTIAL_H

#include <stdint.h>

/// A symmetric 3 × 3 matrix.
typedef struct VeerSymmetric {
    double xx, xy, xz, yy, yz, zz;
} VeerSymmetric;

/// The mean of p pᵀ over points[count], which are columns of numbers; count >= 1. Where the points
/// lie in a plane or on a line it is made invertible by a little in every direction.
VeerSymmetric veer_potential_spread(const double *x, const double *y, const double *z,
                                    uint32_t count);

/// The matrix T for which T from T = to, so that p -> T p moves the distribution of spread `from`
/// onto that of spread `to`; it is the gradient of the convex function pᵀ T p / 2.
///
/// Source: the geometric mean of inverse(from) and to (Olkin and Pukelsheim, Linear Algebra and its
/// Applications 48, 1982), here as the limit of arithmetic and harmonic means in turn, which needs
/// no eigenvalues.
VeerSymmetric veer_potential_map(VeerSymmetric from, VeerSymmetric to);

/// pᵀ T p
double veer_potential_at(const VeerSymmetric *map, double x, double y, double z);

#endif
