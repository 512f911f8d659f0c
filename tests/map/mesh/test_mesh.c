#include "base/random.h"
#include "veer/mesh.h"

#include "support/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CORNERS = 64 };

static VeerMesh *make(const VeerMeshDef *def)
{
    VeerMeshFault fault;
    uint32_t place;
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(def)), def, &fault, &place);
    assert_non_null(mesh);
    assert_int_equal(fault, VEER_MESH_GOOD);
    return mesh;
}

static VeerGrid *random_grid(uint64_t seed, uint32_t width, uint32_t height, float share)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = width;
    def.height = height;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    for (uint32_t i = 0; i < width * height; i++) {
        VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
        veer_grid_set_blocked(grid, cell, i > 0 && veer_random_unit(seed, 1, i) < share);
    }
    return grid;
}

static VeerMesh *mesh_of(const VeerGrid *grid)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    VeerMesh *mesh = make(&def);
    free(scratch);
    return mesh;
}

static double turn_at(const VeerVec3 *corners, uint32_t count, uint32_t i)
{
    VeerVec3 a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

// The area of a polygon; none of its corners turns right.
static double checked_area(const VeerMesh *mesh, uint32_t polygon)
{
    VeerVec3 corners[MAX_CORNERS];
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, MAX_CORNERS);
    assert_true(count >= 3 && count <= MAX_CORNERS);
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = corners[i], b = corners[(i + 1) % count];
        assert_true(turn_at(corners, count, i) >= 0.0);
        twice += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    }
    return 0.5 * twice;
}

static bool is_free(const VeerGrid *grid, int32_t x, int32_t y)
{
    return !veer_grid_is_blocked(grid, (VeerCell){x, y});
}

static void polygons_of_a_grid_cover_what_is_free(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = random_grid(seed, 3 + (uint32_t)seed % 70, 2 + (uint32_t)seed * 7 % 30,
                                     0.1f * (float)(seed % 7));
        const VeerGridDef *def = veer_grid_def(grid);
        VeerMesh *mesh = mesh_of(grid);
        double area = 0.0;
        for (uint32_t i = 0; i < veer_mesh_polygon_count(mesh); i++) {
            area += checked_area(mesh, i);
        }
        uint32_t free_count = 0;
        for (uint32_t i = 0; i < def->width * def->height; i++) {
            VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
            VeerVec3 on_it, middle = veer_grid_centre(grid, cell);
            assert_true(veer_mesh_nearest(mesh, middle, &on_it) < veer_mesh_polygon_count(mesh));
            bool is_held = on_it.x == middle.x && on_it.y == middle.y;
            assert_int_equal(is_held, is_free(grid, cell.x, cell.y));
            free_count += is_held;
        }
        assert_true(area == (double)free_count);
        free(mesh);
        free(grid);
    }
}

// From a point to the nearest point of any free cell.
static double nearest_cell(const VeerGrid *grid, VeerVec3 p)
{
    const VeerGridDef *def = veer_grid_def(grid);
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < def->width * def->height; i++) {
        int32_t x = (int32_t)(i % def->width), y = (int32_t)(i / def->width);
        if (is_free(grid, x, y)) {
            double dx = fmax(fmax((double)x - (double)p.x, (double)p.x - (double)(x + 1)), 0.0);
            double dy = fmax(fmax((double)y - (double)p.y, (double)p.y - (double)(y + 1)), 0.0);
            least = fmin(least, hypot(dx, dy));
        }
    }
    return least;
}

static void nearest_equals_brute_force(void **state)
{
    (void)state;
    VeerGrid *grid = random_grid(5, 40, 30, 0.8f);
    VeerMesh *mesh = mesh_of(grid);
    for (uint64_t i = 0; i < 400; i++) {
        float spread = i % 8 == 0 ? 400.0f : 50.0f;
        VeerVec3 point = {20.0f + spread * (veer_random_unit(2, 1, i) - 0.5f),
                          15.0f + spread * (veer_random_unit(2, 2, i) - 0.5f), 0.0f};
        VeerVec3 on_it;
        assert_int_not_equal(veer_mesh_nearest(mesh, point, &on_it), VEER_NO_POLYGON);
        double gap = hypot((double)on_it.x - (double)point.x, (double)on_it.y - (double)point.y);
        // Coordinates are floats of up to 400.
        assert_true(fabs(gap - nearest_cell(grid, point)) < 1e-4);
        assert_int_equal(veer_mesh_nearest(mesh, point, NULL),
                         veer_mesh_nearest(mesh, point, &on_it));
    }
    assert_int_equal(veer_mesh_nearest(mesh, (VeerVec3){0, NAN, 0}, NULL), VEER_NO_POLYGON);
    free(mesh);
    free(grid);
}

// Squares of such distances fit no float.
static void nearest_polygon_of_points_beyond_all_measure(void **state)
{
    (void)state;
    VeerGrid *grid = random_grid(5, 40, 30, 0.8f);
    VeerMesh *mesh = mesh_of(grid);
    for (uint32_t i = 0; i < 27; i++) {
        VeerVec3 point = {FLT_MAX * ((float)(i % 3) - 1.0f), FLT_MAX * ((float)(i / 3 % 3) - 1.0f),
                          FLT_MAX * ((float)(i / 9) - 1.0f)};
        assert_int_not_equal(veer_mesh_nearest(mesh, point, NULL), VEER_NO_POLYGON);
        if (i != 13) { // below, above or aside
            assert_true(veer_mesh_gap(mesh, point, 4.0f) == 0.0f);
        }
    }
    free(mesh);
    free(grid);
}

// Two floors of one square each, 4 m apart, a third square beside the lower one that meets it at a
// corner only, and a vertex of no polygon.
enum { VERTICES = 13, POLYGONS = 3, LINKS = 2 };

typedef struct Tower {
    VeerVec3 vertices[VERTICES];
    uint32_t first[POLYGONS + 1], corners[4 * POLYGONS];
    VeerMeshLink links[LINKS];
    VeerMeshDef def;
} Tower;

static void tower_open(Tower *tower)
{
    static const VeerVec3 vertices[VERTICES] = {
        {0, 0, 0},  {10, 0, 0},  {10, 10, 0}, {0, 10, 0},  {0, 0, 4},    {10, 0, 4}, {10, 10, 4},
        {0, 10, 4}, {20, 10, 0}, {20, 20, 0}, {10, 20, 0}, {90, 90, 90}, {-90, 5, 0}};
    static const uint32_t corners[4 * POLYGONS] = {0, 1, 2, 3, 4, 5, 6, 7, 2, 8, 9, 10};
    static const VeerMeshLink links[LINKS] = {
        {{1, 1, 0}, {1, 1, 4}, VEER_NO_POLYGON, VEER_NO_POLYGON, 6.0f, 0, true},
        {{9, 9, 0}, {12, 12, 0}, 0, 2, 0.0f, 1, false}};
    memcpy(tower->vertices, vertices, sizeof vertices);
    memcpy(tower->corners, corners, sizeof corners);
    memcpy(tower->links, links, sizeof links);
    for (uint32_t i = 0; i <= POLYGONS; i++) {
        tower->first[i] = 4 * i;
    }
    tower->def = veer_mesh_def_default();
    tower->def.vertices = tower->vertices;
    tower->def.vertex_count = VERTICES;
    tower->def.first = tower->first;
    tower->def.corners = tower->corners;
    tower->def.polygon_count = POLYGONS;
}

static void floors_are_distinguished_by_height(void **state)
{
    (void)state;
    Tower tower;
    tower_open(&tower);
    VeerMesh *mesh = make(&tower.def);
    VeerVec3 on_it;
    assert_int_equal(veer_mesh_nearest(mesh, (VeerVec3){5, 5, 1.9f}, &on_it), 0);
    assert_true(on_it.z == 0.0f);
    assert_int_equal(veer_mesh_nearest(mesh, (VeerVec3){5, 5, 2.1f}, &on_it), 1);
    assert_true(on_it.z == 4.0f);
    assert_int_equal(veer_mesh_nearest(mesh, (VeerVec3){5, 5, 2.0f}, &on_it), 0);
    free(mesh);
}

static void corners_that_touch_do_not_join(void **state)
{
    (void)state;
    Tower tower;
    tower_open(&tower);
    VeerMesh *mesh = make(&tower.def);
    // The vertex that two squares share counts twice; those without a polygon do not count.
    assert_int_equal(veer_mesh_vertex_count(mesh), 12);
    for (uint32_t polygon = 0; polygon < POLYGONS; polygon++) {
        for (uint32_t edge = 0; edge < 4; edge++) {
            assert_int_equal(veer_mesh_beyond(mesh, polygon, edge), VEER_NO_POLYGON);
        }
        assert_int_equal(veer_mesh_component(mesh, polygon), polygon);
    }
    free(mesh);
}

static void links_join_components(void **state)
{
    (void)state;
    Tower tower;
    tower_open(&tower);
    tower.def.links = tower.links;
    tower.def.link_count = LINKS;
    VeerMesh *mesh = make(&tower.def);
    for (uint32_t polygon = 0; polygon < POLYGONS; polygon++) {
        assert_int_equal(veer_mesh_component(mesh, polygon), 0);
    }
    assert_int_equal(veer_mesh_component(mesh, POLYGONS), UINT32_MAX);
    free(mesh);
}

static void what_is_blocked_is_kept(void **state)
{
    (void)state;
    Tower tower;
    tower_open(&tower);
    VeerMesh *mesh = make(&tower.def);
    veer_mesh_set_blocked(mesh, 1, true);
    veer_mesh_set_blocked(mesh, 1, true);
    assert_true(veer_mesh_is_blocked(mesh, 1));
    assert_false(veer_mesh_is_blocked(mesh, 0));
    veer_mesh_set_blocked(mesh, 1, false);
    assert_false(veer_mesh_is_blocked(mesh, 1));
    veer_mesh_set_blocked(mesh, POLYGONS, false);
    assert_true(veer_mesh_is_blocked(mesh, POLYGONS));
    VeerVec3 corners[4] = {{0}};
    assert_int_equal(veer_mesh_corners(mesh, POLYGONS, corners, 4), 0);
    assert_int_equal(veer_mesh_corners(mesh, 1, corners, 2), 4);
    assert_true(corners[1].x == 10.0f && corners[1].z == 4.0f && corners[2].z == 0.0f);
    assert_int_equal(veer_mesh_beyond(mesh, POLYGONS, 0), VEER_NO_POLYGON);
    assert_int_equal(veer_mesh_beyond(mesh, 0, 4), VEER_NO_POLYGON);
    free(mesh);
}

static void check_fault(const VeerMeshDef *def, VeerMeshFault expected, uint32_t expected_place)
{
    size_t size = veer_mesh_size(def);
    bool is_early = expected == VEER_MESH_BAD_DEF || expected == VEER_MESH_BAD_VERTEX ||
                    expected == VEER_MESH_BAD_CORNER;
    assert_int_equal(size == 0, is_early);
    void *memory = take(size ? size : 64);
    VeerMeshFault fault = VEER_MESH_GOOD;
    uint32_t place = UINT32_MAX;
    assert_null(veer_mesh_init(memory, def, &fault, &place));
    assert_int_equal(fault, expected);
    assert_int_equal(place, expected_place);
    assert_null(veer_mesh_init(memory, def, NULL, NULL));
    free(memory);
}

static void bad_defs_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        Tower tower;
        tower_open(&tower);
        VeerMeshDef *def = &tower.def;
        def->cookie = i == 0 ? 0 : def->cookie;
        def->polygon_count = i == 1 ? 0 : def->polygon_count;
        def->unit.y = i == 2 ? 2.0f : 1.0f;
        def->unit.z = i == 3 ? -1.0f : 1.0f;
        def->origin.x = i == 4 ? NAN : 0.0f;
        tower.first[2] = i == 5 ? 3 : 8;
        tower.first[0] = i == 6 ? 1 : 0;
        def->link_count = i == 7 ? 1 : 0; // without links
        def->vertices = i == 8 ? NULL : def->vertices;
        def->first = i == 9 ? NULL : def->first;
        def->corners = i == 10 ? NULL : def->corners;
        def->piece_size = i == 11 ? -1.0f : i == 12 ? 3e6f : def->piece_size;
        def->unit.x = i == 13 ? NAN : i == 15 ? 0.0f : 1.0f;
        tower.first[def->polygon_count] = i == 14 ? UINT32_MAX : tower.first[def->polygon_count];
        def->unit.y = i == 15 ? 0.0f : def->unit.y;
        check_fault(def, VEER_MESH_BAD_DEF, 0);
    }
    check_fault(NULL, VEER_MESH_BAD_DEF, 0);
}

static void bad_polygons_are_named(void **state)
{
    (void)state;
    Tower tower;
    tower_open(&tower);
    tower.vertices[12].y = INFINITY;
    check_fault(&tower.def, VEER_MESH_BAD_VERTEX, 12);
    tower_open(&tower);
    tower.corners[9] = VERTICES;
    check_fault(&tower.def, VEER_MESH_BAD_CORNER, 2);
    tower_open(&tower);
    tower.first[1] = 2;
    check_fault(&tower.def, VEER_MESH_BAD_CORNER, 0);
    // Clockwise; a corner on another; a corner pushed in.
    tower_open(&tower);
    tower.corners[1] = 3;
    tower.corners[3] = 1;
    check_fault(&tower.def, VEER_MESH_NOT_CONVEX, 0);
    tower_open(&tower);
    tower.vertices[5] = tower.vertices[4];
    check_fault(&tower.def, VEER_MESH_NOT_CONVEX, 1);
    tower_open(&tower);
    tower.vertices[9] = (VeerVec3){12, 12, 0};
    check_fault(&tower.def, VEER_MESH_NOT_CONVEX, 2);
    // The same square twice: its edges run the same way.
    tower_open(&tower);
    memcpy(&tower.corners[4], tower.corners, 4 * sizeof *tower.corners);
    check_fault(&tower.def, VEER_MESH_EDGE_SHARED, 0);
}

static void bad_links_are_named(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Tower tower;
        tower_open(&tower);
        tower.def.links = tower.links;
        tower.def.link_count = LINKS;
        VeerMeshLink *link = &tower.links[1];
        link->from.x = i == 0 ? NAN : 9.0f;
        link->to.z = i == 1 ? INFINITY : 0.0f;
        link->from_polygon = i == 2 ? POLYGONS : 0;
        link->to_polygon = i == 3 ? POLYGONS : 2;
        link->cost = i == 4 ? 1.0f : i == 5 ? NAN : 0.0f; // cheaper than it is long
        check_fault(&tower.def, VEER_MESH_BAD_LINK, 1);
    }
}

static void faults_have_texts(void **state)
{
    (void)state;
    for (int i = 0; i < VEER_MESH_FAULT_COUNT; i++) {
        assert_true(strlen(veer_mesh_fault_text((VeerMeshFault)i)) > 5);
    }
    assert_string_equal(veer_mesh_fault_text(VEER_MESH_FAULT_COUNT), "is unknown");
}

static void grids_without_free_cells_have_no_mesh(void **state)
{
    (void)state;
    VeerGrid *grid = random_grid(1, 9, 7, 0.0f);
    veer_grid_fill(grid, (VeerCellRect){{0, 0}, {9, 7}}, true);
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_BAD_VALUE);
    free(scratch);
    free(grid);
    grid = random_grid(1, VEER_MAX_MESH_CELLS + 1, 1, 0.0f);
    assert_int_equal(veer_grid_mesh_size(grid), 0);
    assert_int_equal(veer_grid_mesh(NULL, grid, &def), VEER_BAD_VALUE);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_of_a_grid_cover_what_is_free),
        cmocka_unit_test(nearest_equals_brute_force),
        cmocka_unit_test(nearest_polygon_of_points_beyond_all_measure),
        cmocka_unit_test(floors_are_distinguished_by_height),
        cmocka_unit_test(corners_that_touch_do_not_join),
        cmocka_unit_test(links_join_components),
        cmocka_unit_test(what_is_blocked_is_kept),
        cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(bad_polygons_are_named),
        cmocka_unit_test(bad_links_are_named),
        cmocka_unit_test(faults_have_texts),
        cmocka_unit_test(grids_without_free_cells_have_no_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
