/// Benchmark problems of a map of any kind: solved, checked, timed.
#ifndef VEER_BENCH_PLAN_BENCH_H
#define VEER_BENCH_PLAN_BENCH_H

#include "tally.h"
#include "veer/mesh_search.h"
#include "veer/scenario.h"
#include "veer/voxel_search.h"

/// A set of problems under work: the first member of what each kind of map needs.
typedef struct VeerPlanBench {
    void (*step)(struct VeerPlanBench *bench, uint32_t line); ///< call for each line, in order
    void (*close)(struct VeerPlanBench *bench);
    const char *planner; ///< its name
    uint32_t count;      ///< lines that the problems have, patches included
    bool is_optimal;     ///< no wrong length is right
    VeerPlanTally tally;
} VeerPlanBench;

/// Reads a map and its problems: voxels (.3dmap), a level (.obj) or a grid (else).
///
/// @param scene    NULL: the file beside the map, called as it with .scen or .3dscen behind; grids
///                 without it, and levels, have some drawn. Grids: a scene of version 2 may stand
///                 for the map
/// @param planner  NULL: the first
/// @return NULL with the error filled; else to be closed
VeerPlanBench *veer_plan_bench_open(const char *map, const char *scene, const char *planner,
                                    const VeerInputLimits *limits, VeerInputError *error);
void veer_plan_bench_close(VeerPlanBench *bench);

/// Takes memory for the times of `count` lines.
bool veer_plan_bench_begin(VeerPlanBench *bench, uint32_t count);

/// The names of planners by number: those of grids with those of their meshes and fields, and those
/// of voxels. Each a VeerNameFn.
const char *veer_grid_bench_planner(uint32_t number);
const char *veer_voxel_bench_planner(uint32_t number);

/// Each opens a bench of one kind of map. @param planner  its number
VeerPlanBench *veer_grid_bench_open(const char *map, const char *scene, uint32_t planner,
                                    const VeerInputLimits *limits, VeerInputError *error);
VeerPlanBench *veer_voxel_bench_open(const char *map, const char *scene, uint32_t planner,
                                     const VeerInputLimits *limits, VeerInputError *error);
VeerPlanBench *veer_level_bench_open(const char *level, uint32_t planner,
                                     const VeerInputLimits *limits, VeerInputError *error);

#endif
