/// What measurements add up to.
#ifndef VEER_BENCH_TALLY_H
#define VEER_BENCH_TALLY_H

#include "veer/grid_search.h"

#define VEER_TALLY_SHORT_US 20.0 ///< what takes less is done so many times over
#define VEER_TALLY_TIMES_OVER 16

/// Of times, in any unit; NAN for none.
typedef struct VeerQuantiles {
    double p10, median, p90, p99;
} VeerQuantiles;

/// Sorts times[count]. @param scale  from their unit to that of the quantiles
VeerQuantiles veer_quantiles(double *times, uint32_t count, double scale);

/// What came out of benchmark problems. NAN where there is nothing to tell.
typedef struct VeerPlanScores {
    uint32_t problems;
    /// A path, but not as long as the file says; over a mesh: longer than one over the grid pulled
    /// tight, or a corridor shorter than the shortest; of a field: not within 5% below and 30%
    /// above that pulled tight; of a level: longer than the other planner's; of voxels at any
    /// angle: over 1.02 times the stated length.
    uint32_t wrong_lengths;
    uint32_t unsolved;                 ///< no path to the goal
    double mean_us, median_us, p99_us; ///< of a query
    double expansions_mean;
    double preprocess_ms;      ///< from what is blocked to what searches need
    double bytes_per_cell;     ///< of the map and its labels
    double astar_mean_us;      ///< plain A* on the sample
    double speedup_over_astar; ///< on the sample, both in one run
    double pull_mean_us;       ///< of pulling tight, where that is apart from the query
    double pulled_ratio; ///< mean over the paths: pulled tight, or over a mesh, ÷ without; of
                         ///< levels ÷ the shortest; of voxels ÷ the stated
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
/// Counts a path beside one that it is compared with, if that has a length.
void veer_plan_tally_ratio(VeerPlanTally *tally, double length, double compared);
/// Whether plain A* solves line number `line` of `count` as well, so that it does `sample` evenly.
bool veer_plan_tally_is_sampled(uint32_t line, uint32_t count, uint32_t sample);
/// Counts one that plain A* solved as well.
void veer_plan_tally_sample(VeerPlanTally *tally, double us, double astar_us);
/// The scores. Sorts the times.
VeerPlanScores veer_plan_tally_scores(const VeerPlanTally *tally);

/// A time that something began at, by two clocks.
typedef struct VeerPlanWatch {
    double processor, wall;
} VeerPlanWatch;

VeerPlanWatch veer_plan_watch_begin(void);
/// us since then: by the clock on the wall, which takes next to nothing to look at; or if that is
/// more, since others ran meanwhile, of the processor.
double veer_plan_watch_end(const VeerPlanWatch *begin);
/// Calls `ask`, several times over if it is short, as looks at a clock take time. @return us a call
double veer_plan_watch_time(void (*ask)(void *user), void *user);

/// m: of the straight lines through points[count].
double veer_points_length(const VeerVec3 *points, uint32_t count);
/// Cells: of a route as veer_grid_search_route gives it. Whole steps, summed without rounding.
double veer_cells_length(const VeerCell *cells, uint32_t count);

#endif
