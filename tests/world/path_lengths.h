/// Lengths of shortest paths, found independently of squads.
#ifndef VEER_TESTS_PATH_LENGTHS_H
#define VEER_TESTS_PATH_LENGTHS_H

#include "squad_maker.h"
#include "support/memory.h"
#include "veer/mesh_search.h"

/// Shortest paths over a grid, found over a mesh of the same cells.
typedef struct Measure {
    VeerMesh *mesh;
    VeerMeshSearch *search;
} Measure;

static inline Measure make_measure(const VeerGrid *walls, float radius)
{
    VeerGrid *dilated =
        veer_grid_init(take(veer_grid_size(veer_grid_def(walls))), veer_grid_def(walls));
    assert_int_equal(veer_grid_dilate(walls, radius, dilated), VEER_OK);
    void *scratch = take(veer_grid_mesh_size(dilated));
    VeerMeshDef def;
    assert_int_equal(veer_grid_mesh(scratch, dilated, &def), VEER_OK);
    Measure measure;
    measure.mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    measure.search =
        veer_mesh_search_init(take(veer_mesh_search_size(measure.mesh, 0)), measure.mesh, 0);
    free(scratch);
    free(dilated);
    return measure;
}

static inline float shortest(const Measure *measure, VeerVec3 from, VeerVec3 to)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = measure->mesh;
    query.start = from;
    query.goal = to;
    assert_int_equal(veer_mesh_search_begin(measure->search, &query), VEER_OK);
    (void)veer_mesh_search_run(measure->search, UINT32_MAX);
    VeerVec3 points[64];
    uint32_t count;
    bool is_whole = veer_mesh_search_route(measure->search, points, 64, &count) == VEER_OK;
    return is_whole ? (float)veer_mesh_search_length(measure->search) : INFINITY;
}

#endif
