/// The mesh of a grid under work: made, searched, timed.
#ifndef VEER_BENCH_MESH_BENCH_H
#define VEER_BENCH_MESH_BENCH_H

#include "veer/mesh_search.h"

typedef struct VeerMeshBench {
    VeerMesh *mesh;
    VeerMeshSearch *search;
    VeerVec3 *points; ///< points[capacity]: of the last path
    uint32_t capacity, point_count;
    size_t bytes; ///< of the mesh
} VeerMeshBench;

/// Makes the mesh of a grid, in place of the one before.
/// @return whether there was memory; a grid without a free cell has no mesh, which is fine
bool veer_mesh_bench_make(VeerMeshBench *bench, const VeerGrid *grid);
void veer_mesh_bench_free(VeerMeshBench *bench);

/// One query from cells to points.
/// @param us  how long it took
/// @return the length of the path, m; 0 with point_count 0: none to the goal
double veer_mesh_bench_solve(VeerMeshBench *bench, const VeerGrid *grid, VeerMeshPlanner planner,
                             VeerCell start, VeerCell goal, double *us);

#endif
