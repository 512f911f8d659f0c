/// Benchmark problems on a map: solved, checked, timed.
#ifndef VEER_TOOLS_PLAN_BENCH_H
#define VEER_TOOLS_PLAN_BENCH_H

#include "plan_kind.h"
#include "plan_tally.h"

#include "veer/mapfile.h"

/// A set of problems under work.
typedef struct VeerPlanBench VeerPlanBench;

/// Reads a map and its problems.
/// @param map    or a scene of version 2, which brings its map along
/// @param scene  NULL: the file beside the map, called as it with .scen behind
/// @return NULL with the error filled
VeerPlanBench *veer_plan_bench_open(const char *map, const char *scene, VeerPlanKind planner,
                                    VeerInputError *error);
void veer_plan_bench_close(VeerPlanBench *bench);

/// How many lines the problems have, patches included.
uint32_t veer_plan_bench_count(const VeerPlanBench *bench);
/// Works off line number `line`; call for each, in order.
void veer_plan_bench_step(VeerPlanBench *bench, uint32_t line);
/// The scores when all lines are done.
VeerPlanScores veer_plan_bench_scores(const VeerPlanBench *bench);

#endif
