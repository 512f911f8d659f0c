#include "squad/potential.h"

// Of the whole spread: enough to invert what is flat, too little to blur it.
static const double FLAT = 1e-4;

enum {
    ROUNDS = 12 // the means meet quadratically: 2^12 bits of a condition of 1e8 are plenty
};

static VeerSymmetric inverse(VeerSymmetric m)
{
    VeerSymmetric c = {
        m.yy * m.zz - m.yz * m.yz, m.yz * m.xz - m.xy * m.zz, m.xy * m.yz - m.yy * m.xz,
        m.xx * m.zz - m.xz * m.xz, m.xy * m.xz - m.xx * m.yz, m.xx * m.yy - m.xy * m.xy,
    };
    double k = 1.0 / (m.xx * c.xx + m.xy * c.xy + m.xz * c.xz);
    return (VeerSymmetric){c.xx * k, c.xy * k, c.xz * k, c.yy * k, c.yz * k, c.zz * k};
}

static VeerSymmetric mean(VeerSymmetric a, VeerSymmetric b)
{
    return (VeerSymmetric){0.5 * (a.xx + b.xx), 0.5 * (a.xy + b.xy), 0.5 * (a.xz + b.xz),
                           0.5 * (a.yy + b.yy), 0.5 * (a.yz + b.yz), 0.5 * (a.zz + b.zz)};
}

VeerSymmetric veer_potential_spread(const double *x, const double *y, const double *z,
                                    uint32_t count)
{
    VeerSymmetric s = {0};
    for (uint32_t i = 0; i < count; i++) {
        s.xx += x[i] * x[i];
        s.xy += x[i] * y[i];
        s.xz += x[i] * z[i];
        s.yy += y[i] * y[i];
        s.yz += y[i] * z[i];
        s.zz += z[i] * z[i];
    }
    double k = 1.0 / count;
    double round = FLAT * (s.xx + s.yy + s.zz) * k;
    round = round > 0.0 ? round : 1.0;
    return (VeerSymmetric){s.xx * k + round, s.xy * k, s.xz * k,
                           s.yy * k + round, s.yz * k, s.zz * k + round};
}

VeerSymmetric veer_potential_map(VeerSymmetric from, VeerSymmetric to)
{
    VeerSymmetric above = inverse(from), below = to;
    for (int i = 0; i < ROUNDS; i++) {
        VeerSymmetric harmonic = inverse(mean(inverse(above), inverse(below)));
        above = mean(above, below);
        below = harmonic;
    }
    return above;
}

double veer_potential_at(const VeerSymmetric *map, double x, double y, double z)
{
    return x * (map->xx * x + 2.0 * (map->xy * y + map->xz * z)) +
           y * (map->yy * y + 2.0 * map->yz * z) + z * (map->zz * z);
}
