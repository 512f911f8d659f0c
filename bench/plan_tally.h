/// What benchmark problems add up to.
#ifndef VEER_TOOLS_PLAN_TALLY_H
#define VEER_TOOLS_PLAN_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VEER_PLAN_SHORT_US 20.0 ///< what takes less is done so many times over
#define VEER_PLAN_TIMES_OVER 16

/// What came out. NAN where there is nothing to tell.
typedef struct VeerPlanScores {
    uint32_t problems;
    /// A way, but not as long as the file says; over a mesh: longer than one over the grid pulled
    /// tight, or a corridor longer than that before; of a field:
    /// not within 5% below and 30% above that pulled tight.
    uint32_t wrong_lengths;
    uint32_t unsolved;                 ///< no way to the goal
    double mean_us, median_us, p99_us; ///< of a query
    double expansions_mean;
    double preprocess_ms;      ///< from what is blocked to what searches need
    double bytes_per_cell;     ///< of the map and its labels
    double astar_mean_us;      ///< plain A* on the sample
    double speedup_over_astar; ///< on the sample, both in one run
    double pull_mean_us;       ///< of pulling tight, where that is apart from the query
    double pulled_ratio;       ///< mean over the ways: pulled tight, or over a mesh, ÷ without
} VeerPlanScores;

/// Sums over problems. All zero but for the times: none yet.
typedef struct VeerPlanTally {
    double *times; ///< times[problems], us
    uint32_t problems, wrong_lengths, unsolved;
    double expansions, preprocess_ms, bytes, cells;
    uint32_t pulls;
    double pull_us, pulled; ///< times and ratios
    uint32_t sampled;       ///< problems that plain A* solved as well
    double sample_us, astar_us;
} VeerPlanTally;

/// Counts a query.
void veer_plan_tally_query(VeerPlanTally *tally, double us, uint64_t expansions);
/// Whether plain A* solves line number `line` of `count` as well, so that it does `sample` evenly.
bool veer_plan_tally_is_sampled(uint32_t line, uint32_t count, uint32_t sample);
/// Counts one that plain A* solved as well.
void veer_plan_tally_sample(VeerPlanTally *tally, double us, double astar_us);
/// The scores. Sorts the times.
VeerPlanScores veer_plan_tally_scores(const VeerPlanTally *tally);

/// s of processor time of this thread: what else runs on the machine does not count.
double veer_plan_clock(void);

/// A time that something began at, by two clocks.
typedef struct VeerPlanWatch {
    double processor, wall;
} VeerPlanWatch;

VeerPlanWatch veer_plan_watch_begin(void);
/// us since then: by the clock on the wall, which takes next to nothing to look at; or if that is
/// more, since others ran meanwhile, of the processor.
double veer_plan_watch_end(const VeerPlanWatch *begin);

/// Memory aligned to 64; NULL if there is none.
void *veer_plan_take(size_t size);

#endif
