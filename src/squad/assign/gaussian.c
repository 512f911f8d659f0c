/// The first dual variables: those that are optimal for normal distributions.
///
/// Source: the geometric mean of inverse(from) and to (Olkin and Pukelsheim, Linear Algebra and its
/// Applications 48, 1982), here as the limit of arithmetic and harmonic means in turn, which needs
/// no eigenvalues.
#include "squad/assign/assign.h"

typedef struct Symmetric3 {
    double xx, xy, xz, yy, yz, zz;
} Symmetric3;

// Of the whole spread: enough to invert the spread of points in a plane or on a line, and not so
// much that it hides how they are jittered about it.
static const double FLAT = 1e-10;

enum {
    ROUNDS = 24 // each divides a ratio of the means by four, until they meet quadratically
};

// By L D Lᵀ, which keeps the precision of what is nearly flat.
static Symmetric3 inverse(Symmetric3 m)
{
    double b = m.xy / m.xx, c = m.xz / m.xx, rest = m.yz - b * m.xz;
    double second = m.yy - b * m.xy, e = rest / second, p = b * e - c;
    double i = 1.0 / m.xx, j = 1.0 / second, k = 1.0 / (m.zz - c * m.xz - e * rest);
    return (Symmetric3){
        i + b * b * j + p * p * k, -b * j - p * e * k, p * k, j + e * e * k, -e * k, k,
    };
}

static Symmetric3 mean(Symmetric3 a, Symmetric3 b)
{
    return (Symmetric3){0.5 * (a.xx + b.xx), 0.5 * (a.xy + b.xy), 0.5 * (a.xz + b.xz),
                        0.5 * (a.yy + b.yy), 0.5 * (a.yz + b.yz), 0.5 * (a.zz + b.zz)};
}

// The mean of p pᵀ, made invertible by a little in every direction where the points are in a plane
// or on a line.
static Symmetric3 spread_of(const VeerAssignSide *side)
{
    const double *x = side->x, *y = side->y, *z = side->z;
    Symmetric3 s = {0};
    for (uint32_t i = 0; i < side->count; i++) {
        s.xx += x[i] * x[i];
        s.xy += x[i] * y[i];
        s.xz += x[i] * z[i];
        s.yy += y[i] * y[i];
        s.yz += y[i] * z[i];
        s.zz += z[i] * z[i];
    }
    double k = 1.0 / side->count, round = FLAT * (s.xx + s.yy + s.zz) * k;
    round = round > 0.0 ? round : 1.0;
    return (Symmetric3){s.xx * k + round, s.xy * k, s.xz * k,
                        s.yy * k + round, s.yz * k, s.zz * k + round};
}

void veer_gaussian_offsets(VeerAssignSide *rows, const VeerAssignSide *columns)
{
    Symmetric3 map = inverse(spread_of(rows)), below = spread_of(columns);
    for (int i = 0; i < ROUNDS; i++) {
        Symmetric3 harmonic = inverse(mean(inverse(map), inverse(below)));
        map = mean(map, below);
        below = harmonic;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        double x = rows->x[i], y = rows->y[i], z = rows->z[i];
        rows->offset[i] = x * (map.xx * x + 2.0 * (map.xy * y + map.xz * z)) +
                          y * (map.yy * y + 2.0 * map.yz * z) + z * (map.zz * z);
    }
}
