/// Meshes to search.
#ifndef VEER_TEST_PLAN_MESH_MAKER_H
#define VEER_TEST_PLAN_MESH_MAKER_H

#include "plan/corners.h"

#include "support/memory.h"
#include "veer/mesh_search.h"

#include <string.h>

enum { ROOM = 4000 };

// A mesh of a grid, with a search.
typedef struct Meshed {
    VeerMesh *mesh;
    VeerMeshSearch *search;
} Meshed;

static inline Meshed meshed_open(const VeerMeshDef *def)
{
    Meshed meshed;
    VeerMeshFault fault;
    uint32_t place;
    meshed.mesh = veer_mesh_init(take(veer_mesh_size(def)), def, &fault, &place);
    assert_non_null(meshed.mesh);
    meshed.search =
        veer_mesh_search_init(take(veer_mesh_search_size(meshed.mesh, 0)), meshed.mesh, 0);
    return meshed;
}

static inline Meshed meshed_grid(const VeerGrid *grid)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    Meshed meshed = meshed_open(&def);
    free(scratch);
    return meshed;
}

static inline void meshed_close(Meshed *meshed)
{
    free(meshed->mesh);
    free(meshed->search);
}

static inline double length_of(const VeerVec3 *points, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        length += hypot((double)points[i].x - (double)points[i - 1].x,
                        (double)points[i].y - (double)points[i - 1].y);
    }
    return length;
}

static VeerVec3 points[ROOM];
static uint32_t count;

static inline VeerStatus plan(const Meshed *meshed, VeerMeshQuery query)
{
    query.mesh = meshed->mesh;
    assert_int_equal(veer_mesh_search_begin(meshed->search, &query), VEER_OK);
    (void)veer_mesh_search_run(meshed->search, UINT32_MAX);
    return veer_mesh_search_route(meshed->search, points, ROOM, &count);
}

static inline VeerMeshQuery query_of(const Maps *maps, VeerCell start, VeerCell goal)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.start = veer_grid_centre(maps->grid, start);
    query.goal = veer_grid_centre(maps->grid, goal);
    return query;
}

// Four squares in a row, 10 m wide: polygon i from x = 10 i on. The third may be for few only.
static inline Meshed row_of_squares(uint32_t flags, const VeerMeshLink *links, uint32_t link_count)
{
    static VeerVec3 vertices[10];
    static uint32_t corners[16], first[5], polygon_flags[4];
    for (uint32_t i = 0; i < 5; i++) {
        vertices[i] = (VeerVec3){10.0f * (float)i, 0.0f, 0.0f};
        vertices[5 + i] = (VeerVec3){10.0f * (float)i, 10.0f, 0.0f};
        first[i] = 4 * i;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t square[4] = {i, i + 1, i + 6, i + 5};
        memcpy(&corners[4 * i], square, sizeof square);
        polygon_flags[i] = i == 2 ? flags : 0;
    }
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 10;
    def.first = first;
    def.corners = corners;
    def.flags = polygon_flags;
    def.polygon_count = 4;
    def.links = links;
    def.link_count = link_count;
    return meshed_open(&def);
}

static inline VeerMeshQuery along_the_row(VeerMeshPlanner planner)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.planner = planner;
    query.start = (VeerVec3){1.0f, 5.0f, 0.0f};
    query.goal = (VeerVec3){39.0f, 5.0f, 0.0f};
    return query;
}

#endif
