/// Benchmark problems on a map: solved, checked, timed.
#ifndef VEER_TOOLS_PLAN_BENCH_H
#define VEER_TOOLS_PLAN_BENCH_H

#include "veer/movingai.h"
#include "veer/plan.h"

/// What came out.
typedef struct VeerPlanScores {
    uint32_t problems;
    uint32_t wrong_lengths;            ///< a way, but not as long as the file says
    uint32_t unsolved;                 ///< no way to the goal
    double mean_us, median_us, p99_us; ///< of a query, from cells to route
    double expansions_mean;
    double preprocess_ms;      ///< from what is blocked to what searches need: bitmaps, labels
    double bytes_per_cell;     ///< of the grid and its labels
    double astar_mean_us;      ///< plain A* on the sample
    double speedup_over_astar; ///< on the sample, both in one run
    double pull_mean_us;
    double pulled_ratio; ///< mean over the ways: pulled tight ÷ as they were found
} VeerPlanScores;

/// A set of problems under work.
typedef struct VeerPlanBench VeerPlanBench;

/// Reads a map and its problems.
/// @param map    or a scene of version 2, which brings its map along
/// @param scene  NULL: the file beside the map, called as it with .scen behind
/// @return NULL with the error filled
VeerPlanBench *veer_plan_bench_open(const char *map, const char *scene, VeerPlanner planner,
                                    VeerInputError *error);
void veer_plan_bench_close(VeerPlanBench *bench);

/// How many lines the problems have, patches included.
uint32_t veer_plan_bench_count(const VeerPlanBench *bench);
/// Works off line number `line`; call for each, in order.
void veer_plan_bench_step(VeerPlanBench *bench, uint32_t line);
/// The scores when all lines are done.
VeerPlanScores veer_plan_bench_scores(const VeerPlanBench *bench);

#endif
