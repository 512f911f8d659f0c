/// Ways over the mesh of a level: drawn, solved, timed.
#ifndef VEER_TOOLS_LEVEL_BENCH_H
#define VEER_TOOLS_LEVEL_BENCH_H

#include "plan_tally.h"

#include "veer/mesh_search.h"
#include "veer/scenario.h"

/// A set of problems under work.
typedef struct VeerLevelBench VeerLevelBench;

/// Reads a level (OBJ), makes its mesh, and draws pairs of places between which there is a way.
/// @return NULL with the error filled
VeerLevelBench *veer_level_bench_open(const char *level, VeerMeshPlanner planner,
                                      VeerInputError *error);
void veer_level_bench_close(VeerLevelBench *bench);

/// How many problems there are.
uint32_t veer_level_bench_count(const VeerLevelBench *bench);
/// Works off problem number `line`; call for each, in order.
void veer_level_bench_step(VeerLevelBench *bench, uint32_t line);
/// The scores when all are done. No way of the one planner may be longer than the other's, by
/// corridors; pulled_ratio is the mean of the ways ÷ the shortest ones.
VeerPlanScores veer_level_bench_scores(const VeerLevelBench *bench);

#endif
