/// The map and the problems that a bench of planners is named, or draws.
#ifndef VEER_BENCH_PROBLEMS_H
#define VEER_BENCH_PROBLEMS_H

#include "veer/movingai.h"

/// How many problems are drawn for a map that comes without.
#define VEER_DRAWN_PROBLEMS 100u

/// A random number below `below`; the state moves on, from any start.
uint32_t veer_bench_draw(uint64_t *state, uint32_t below);

/// A map, and problems on it.
typedef struct VeerPlanFiles {
    VeerMapText map;
    VeerMapScene scene;
} VeerPlanFiles;

/// Reads a map, and its problems: those of a file, or where none is named of the one beside it; a
/// map that comes without has some drawn. A scene of version 2 may stand for both.
/// @return false: *error says why. Freed by veer_plan_files_free either way
bool veer_plan_files_read(VeerPlanFiles *files, const char *map, const char *scene,
                          const VeerInputLimits *limits, VeerInputError *error);
void veer_plan_files_free(VeerPlanFiles *files);

/// Whether the cells of a map differ in cost.
bool veer_plan_has_costs(const VeerMapText *map);

#endif
