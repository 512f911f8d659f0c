// Navigation meshes of levels, by Recast.
#include "veer/detour.h"
#include "veer/mesh_search.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 200 };

static VeerVec3 vertices[MOST];
static uint32_t corners[3 * MOST], vertex_count, triangle_count;

// A quad, counter-clockwise as seen from above.
static void add_quad(VeerVec3 a, VeerVec3 b, VeerVec3 c, VeerVec3 d)
{
    const uint32_t first = vertex_count;
    const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
    vertices[vertex_count++] = a;
    vertices[vertex_count++] = b;
    vertices[vertex_count++] = c;
    vertices[vertex_count++] = d;
    for (int i = 0; i < 6; i++) {
        corners[3 * triangle_count + (uint32_t)i] = first + order[i];
    }
    triangle_count += 2;
}

static void add_floor(float x0, float y0, float x1, float y1, float z)
{
    add_quad((VeerVec3){x0, y0, z}, (VeerVec3){x1, y0, z}, (VeerVec3){x1, y1, z},
             (VeerVec3){x0, y1, z});
}

// A floor of 12 × 8 m, a ramp beside it along x, 10 m up to 4 m, and a floor above at its head that
// lies over half of the first one.
static void make_house(void)
{
    vertex_count = triangle_count = 0;
    add_floor(0, 0, 12, 8, 0);
    add_quad((VeerVec3){12, 0, 0}, (VeerVec3){22, 0, 4}, (VeerVec3){22, 3, 4},
             (VeerVec3){12, 3, 0});
    add_floor(22, 0, 26, 12, 4);
    add_floor(4, 9, 22, 12, 4);
    add_floor(4, 4, 8, 9, 4);
}

static VeerMesh *make_mesh(const VeerDetourDef *def)
{
    VeerMeshDef shape;
    assert_int_equal(veer_detour_mesh(def, vertices, vertex_count, corners, triangle_count, &shape),
                     VEER_OK);
    void *memory = aligned_alloc(64, (veer_mesh_size(&shape) + 63u) / 64u * 64u);
    VeerMesh *mesh = veer_mesh_init(memory, &shape, NULL, NULL);
    veer_detour_free(&shape);
    assert_non_null(mesh);
    return mesh;
}

static void floors_lie_above_each_other(void **state)
{
    (void)state;
    make_house();
    VeerDetourDef def = veer_detour_def_default();
    VeerMesh *mesh = make_mesh(&def);
    VeerVec3 on_it;
    uint32_t below = veer_mesh_nearest(mesh, (VeerVec3){6, 6, 0}, &on_it);
    assert_true(fabsf(on_it.z) < 0.25f && on_it.x == 6.0f);
    uint32_t above = veer_mesh_nearest(mesh, (VeerVec3){6, 6, 4}, &on_it);
    assert_true(fabsf(on_it.z - 4.0f) < 0.25f && on_it.x == 6.0f);
    assert_int_not_equal(below, above);
    assert_int_equal(veer_mesh_component(mesh, below), veer_mesh_component(mesh, above));
    // It keeps off the edges by the radius.
    (void)veer_mesh_nearest(mesh, (VeerVec3){0, 4, 0}, &on_it);
    assert_true(on_it.x >= 0.25f && on_it.x <= 0.75f);
    free(mesh);
}

static void paths_lead_up_the_ramp(void **state)
{
    (void)state;
    make_house();
    VeerDetourDef def = veer_detour_def_default();
    VeerMesh *mesh = make_mesh(&def);
    VeerMeshSearch *search =
        veer_mesh_search_init(aligned_alloc(64, veer_mesh_search_size(mesh, 0)), mesh, 0);
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = mesh;
    query.start = (VeerVec3){6, 6, 0};
    query.goal = (VeerVec3){6, 6, 4};
    assert_int_equal(veer_mesh_search_begin(search, &query), VEER_OK);
    assert_int_equal(veer_mesh_search_run(search, UINT32_MAX), VEER_SEARCH_FOUND);
    // Along to the ramp, up, round its head, and back above: 6.7 + 10 + 8 + 17 m or so.
    assert_true(veer_mesh_search_length(search) > 36.0 && veer_mesh_search_length(search) < 46.0);
    free(search);
    free(mesh);
}

static void what_is_too_steep_or_too_low_is_left_out(void **state)
{
    (void)state;
    make_house();
    VeerDetourDef def = veer_detour_def_default();
    def.slope = 15.0f; // the ramp has 21.8 degrees
    VeerMesh *mesh = make_mesh(&def);
    uint32_t below = veer_mesh_nearest(mesh, (VeerVec3){6, 2, 0}, NULL);
    uint32_t above = veer_mesh_nearest(mesh, (VeerVec3){6, 6, 4}, NULL);
    assert_int_not_equal(veer_mesh_component(mesh, below), veer_mesh_component(mesh, above));
    free(mesh);
    def = veer_detour_def_default();
    def.height = 4.5f; // not below the other floor
    mesh = make_mesh(&def);
    VeerVec3 on_it;
    (void)veer_mesh_nearest(mesh, (VeerVec3){6, 6, 0}, &on_it);
    assert_true(on_it.x != 6.0f || on_it.y != 6.0f || on_it.z > 3.0f);
    free(mesh);
}

static void bad_levels_are_refused(void **state)
{
    (void)state;
    make_house();
    VeerMeshDef mesh = veer_mesh_def_default();
    for (int i = 0; i < 9; i++) {
        VeerDetourDef def = veer_detour_def_default();
        def.cookie = i == 0 ? 0 : def.cookie;
        def.radius = i == 1 ? -1.0f : def.radius;
        def.height = i == 2 ? 0.0f : def.height;
        def.climb = i == 3 ? NAN : def.climb;
        def.slope = i == 4 ? 91.0f : def.slope;
        def.cell_size = i == 5 ? 0.0f : def.cell_size;
        def.cell_height = i == 6 ? INFINITY : def.cell_height;
        def.edge_error = i == 7 ? 0.0f : def.edge_error;
        def.least_region = i == 8 ? -1.0f : def.least_region;
        assert_int_equal(
            veer_detour_mesh(&def, vertices, vertex_count, corners, triangle_count, &mesh),
            VEER_BAD_VALUE);
    }
    VeerDetourDef def = veer_detour_def_default();
    assert_int_equal(veer_detour_mesh(&def, vertices, vertex_count, corners, 0, &mesh),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_detour_mesh(&def, vertices, 3, corners, triangle_count, &mesh),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_detour_mesh(NULL, vertices, 3, corners, 1, &mesh), VEER_BAD_VALUE);
    def.cell_size = 0.001f;
    assert_int_equal(veer_detour_mesh(&def, vertices, vertex_count, corners, triangle_count, &mesh),
                     VEER_FULL);
    // A wall has no ground.
    vertex_count = triangle_count = 0;
    add_quad((VeerVec3){0, 0, 0}, (VeerVec3){9, 0, 0}, (VeerVec3){9, 0, 9}, (VeerVec3){0, 0, 9});
    def = veer_detour_def_default();
    assert_int_equal(veer_detour_mesh(&def, vertices, vertex_count, corners, triangle_count, &mesh),
                     VEER_BAD_VALUE);
    make_house();
    vertices[0].x = NAN;
    assert_int_equal(veer_detour_mesh(&def, vertices, vertex_count, corners, triangle_count, &mesh),
                     VEER_BAD_VALUE);
    assert_null(mesh.vertices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_lie_above_each_other),
        cmocka_unit_test(paths_lead_up_the_ramp),
        cmocka_unit_test(what_is_too_steep_or_too_low_is_left_out),
        cmocka_unit_test(bad_levels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
