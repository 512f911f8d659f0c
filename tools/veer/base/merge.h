/// Sums and means of several runs, with 95% intervals.
#ifndef VEER_TOOLS_MERGE_H
#define VEER_TOOLS_MERGE_H

#include <stdint.h>

/// Values so far; those that are not finite are left out. All zero: none.
typedef struct VeerMerger {
    uint32_t count;
    double sum;           ///< exact for counts
    double mean, squares; ///< squares: summed squared distances from the mean
} VeerMerger;

void veer_merger_add(VeerMerger *merger, double value);

/// A value, and the ends of its 95% interval; NAN where there are too few.
typedef struct VeerMerged {
    double value, low, high;
} VeerMerged;

/// The mean, with Student's interval.
VeerMerged veer_merger_mean(const VeerMerger *merger);
/// The sum, with the interval of the mean times the count.
VeerMerged veer_merger_sum(const VeerMerger *merger);

/// The part that successes are of trials, with Wilson's 95% interval; NAN for no trials. Source:
/// Wilson, "Probable inference, the law of succession, and statistical inference", 1927: unlike
/// the usual one it holds near 0 and 1 and for few trials, and stays within them.
VeerMerged veer_merge_share(uint32_t successes, uint32_t trials);

#endif
