#include "merge.h"

#include <math.h>

/// Welford's update: exact where a sum of squares would cancel.
void veer_merger_add(VeerMerger *merger, double value)
{
    if (!isfinite(value)) {
        return;
    }
    merger->count++;
    merger->sum += value;
    double off = value - merger->mean;
    merger->mean += off / merger->count;
    merger->squares += off * (value - merger->mean);
}

/// The 97.5% quantile of Student's t: a table for few values, then the expansion of Cornish and
/// Fisher round the normal quantile, right to 0.001 from 9 degrees of freedom on.
static double student(uint32_t freedom)
{
    static const double table[] = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
    if (freedom < sizeof table / sizeof *table) {
        return table[freedom];
    }
    double z = 1.959964, cube = z * z * z;
    return z + (cube + z) / (4.0 * freedom) +
           (5.0 * cube * z * z + 16.0 * cube + 3.0 * z) / (96.0 * freedom * freedom);
}

VeerMerged veer_merger_mean(const VeerMerger *merger)
{
    double none = (double)NAN;
    if (merger->count == 0) {
        return (VeerMerged){none, none, none};
    }
    if (merger->count == 1) {
        return (VeerMerged){merger->mean, none, none};
    }
    double deviation = sqrt(merger->squares / (merger->count - 1.0));
    double half = student(merger->count - 1) * deviation / sqrt(merger->count);
    return (VeerMerged){merger->mean, merger->mean - half, merger->mean + half};
}

VeerMerged veer_merger_sum(const VeerMerger *merger)
{
    VeerMerged mean = veer_merger_mean(merger);
    double count = merger->count;
    // What is summed are counts and seconds: none is below zero.
    return (VeerMerged){merger->count > 0 ? merger->sum : mean.value,
                        mean.low * count < 0.0 ? 0.0 : mean.low * count, mean.high * count};
}

VeerMerged veer_merge_share(uint32_t successes, uint32_t trials)
{
    if (trials == 0) {
        return (VeerMerged){(double)NAN, (double)NAN, (double)NAN};
    }
    double n = trials, p = successes / n, z = 1.959964, square = z * z;
    double middle = p + square / (2.0 * n);
    double half = z * sqrt(p * (1.0 - p) / n + square / (4.0 * n * n));
    double all = 1.0 + square / n;
    // Rounding must not leave 0 and 1 themselves out.
    double low = successes == 0 ? 0.0 : (middle - half) / all;
    double high = successes == trials ? 1.0 : (middle + half) / all;
    return (VeerMerged){p, low, high};
}
