/// Benchmark problems in three dimensions: solved, checked, timed.
#ifndef VEER_TOOLS_VOXEL_BENCH_H
#define VEER_TOOLS_VOXEL_BENCH_H

#include "plan_tally.h"

#include "veer/movingai.h"
#include "veer/voxel_search.h"

/// A set of problems under work.
typedef struct VeerVoxelBench VeerVoxelBench;

/// Reads a map and its problems.
/// @param scene  NULL: the file beside the map, called as it with .3dscen behind
/// @return NULL with the error filled
VeerVoxelBench *veer_voxel_bench_open(const char *map, const char *scene, VeerVoxelPlanner planner,
                                      VeerInputError *error);
void veer_voxel_bench_close(VeerVoxelBench *bench);

/// How many problems there are.
uint32_t veer_voxel_bench_count(const VeerVoxelBench *bench);
/// Works off problem number `line`; call for each, in order.
void veer_voxel_bench_step(VeerVoxelBench *bench, uint32_t line);
/// The scores when all are done. The length of a way at any angle is wrong if it is over 1.02 times
/// the stated one; pulled_ratio is the mean of all ÷ the stated ones.
VeerPlanScores veer_voxel_bench_scores(const VeerVoxelBench *bench);

#endif
