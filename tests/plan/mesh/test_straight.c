#include "plan/corners.h"

#include "support/memory.h"
#include "veer/mesh_search.h"

enum { ROOM = 64 };

static VeerMesh *mesh;
static VeerMeshSearch *search;
static VeerVec3 points[ROOM];
static uint32_t count;

static void open_def(const VeerMeshDef *def)
{
    mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(mesh);
    void *memory = take(veer_mesh_search_size(mesh, 0));
    search = veer_mesh_search_init(memory, mesh, 0);
}

static void open_grid(const VeerGrid *grid)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    open_def(&def);
    free(scratch);
}

static void close_mesh(void)
{
    free(mesh);
    free(search);
}

// Searches. @return whether the path is as long as the straight line
static bool is_seen(VeerVec3 start, VeerVec3 goal)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = mesh;
    query.start = start;
    query.goal = goal;
    assert_int_equal(veer_mesh_search_begin(search, &query), VEER_OK);
    (void)veer_mesh_search_run(search, UINT32_MAX);
    (void)veer_mesh_search_route(search, points, ROOM, &count);
    double length = hypot((double)goal.x - (double)start.x, (double)goal.y - (double)start.y);
    return fabs(veer_mesh_search_length(search) - length) <= 1e-6 * (1.0 + length);
}

// The path that was found last is the straight line, and has no point between its ends.
static void check_straight(VeerVec3 start, VeerVec3 goal)
{
    assert_int_equal(count, 2);
    assert_true(points[0].x == start.x && points[0].y == start.y);
    assert_true(points[1].x == goal.x && points[1].y == goal.y);
}

// Whether no blocked cell has a point of the segment inside.
static bool sees_by_trying(const Maps *maps, VeerVec3 start, VeerVec3 goal)
{
    for (int32_t y = 0; y < maps->height; y++) {
        for (int32_t x = 0; x < maps->width; x++) {
            if (!maps_is_free(maps, x, y) &&
                crosses(half_of(start), half_of(goal), (VeerCell){x, y})) {
                return false;
            }
        }
    }
    return true;
}

// A line that runs between two blocked cells that touch, or along an edge of both, crosses neither.
static void what_is_seen_is_what_nothing_is_in_the_way_of(void **state)
{
    (void)state;
    uint32_t seen = 0, missed = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        Maps maps = maps_open(24, 18);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.05f * (float)(seed % 3), (uint32_t)(seed % 4) * 3);
        veer_grid_set_blocked(maps.grid, (VeerCell){0, 0}, false);
        open_grid(maps.grid);
        for (uint64_t i = 1; i <= 40; i++) {
            VeerCell a = maps_cell(&maps, seed, 2 * i), b = maps_cell(&maps, seed, 2 * i + 1);
            if (!maps_is_free(&maps, a.x, a.y) || !maps_is_free(&maps, b.x, b.y)) {
                continue;
            }
            VeerVec3 start = veer_grid_centre(maps.grid, a), goal = veer_grid_centre(maps.grid, b);
            if (veer_mesh_component(mesh, veer_mesh_nearest(mesh, start, NULL)) !=
                veer_mesh_component(mesh, veer_mesh_nearest(mesh, goal, NULL))) {
                continue; // which is led to the nearest place
            }
            bool expected = sees_by_trying(&maps, start, goal);
            if (is_seen(start, goal)) {
                assert_true(expected);
                check_straight(start, goal);
                seen++;
            } else {
                missed += expected;
            }
        }
        close_mesh();
        maps_close(&maps);
    }
    assert_true(seen > 500);
    assert_true(missed <= seen / 20); // squeezed between corners
}

static void corners_may_be_grazed(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    veer_grid_set_blocked(maps.grid, (VeerCell){10, 9}, true);
    veer_grid_set_blocked(maps.grid, (VeerCell){5, 6}, true);
    open_grid(maps.grid);
    VeerVec3 start = {3.5f, 3.5f, 0.0f}, goal = {16.5f, 16.5f, 0.0f};
    for (int i = 0; i < 2; i++) { // both paths past both, one of them on either side
        assert_true(is_seen(i ? goal : start, i ? start : goal));
        check_straight(i ? goal : start, i ? start : goal);
    }
    // Along the edge of one, from corner to corner, and on.
    assert_true(is_seen((VeerVec3){10.0f, 2.0f, 0.0f}, (VeerVec3){10.0f, 10.0f, 0.0f}));
    assert_true(veer_mesh_search_length(search) == 8.0);
    close_mesh();
    maps_close(&maps);
}

static void what_is_closed_is_not_seen_through(void **state)
{
    (void)state;
    Maps maps = maps_open(30, 6);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {12, 2}}, true);
    veer_grid_fill(maps.grid, (VeerCellRect){{20, 4}, {22, 6}}, true);
    open_grid(maps.grid);
    VeerVec3 start = {1.5f, 3.5f, 0.0f}, goal = {28.5f, 3.5f, 0.0f};
    assert_true(is_seen(start, goal));
    check_straight(start, goal);
    veer_mesh_set_blocked(mesh, veer_mesh_nearest(mesh, (VeerVec3){15.0f, 3.5f, 0.0f}, NULL), true);
    assert_false(is_seen(start, goal));
    close_mesh();
    maps_close(&maps);
}

// Forth on the ground, back on a ramp beside it, and forth again above: the goal is right above the
// path, where the straight line does not lead.
static void another_floor_is_not_seen(void **state)
{
    (void)state;
    const VeerVec3 vertices[] = {{0, 0, 0},  {10, 0, 0}, {10, 2, 0}, {0, 2, 0},
                                 {12, 0, 0}, {12, 6, 0}, {10, 6, 0}, {10, 4, 0},
                                 {0, 4, 5},  {0, 6, 5},  {-2, 6, 5}, {-2, 0, 5},
                                 {0, 0, 5},  {0, 2, 5},  {10, 0, 5}, {10, 2, 5}};
    const uint32_t first[] = {0, 4, 10, 14, 20, 24};
    const uint32_t corners[] = {0, 1, 2, 3, 1,  4,  5,  6,  7,  2,  8,  7,
                                6, 9, 8, 9, 10, 11, 12, 13, 12, 14, 15, 13};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 16;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 5;
    open_def(&def);
    VeerVec3 start = {1.0f, 1.0f, 0.0f}, above = {6.0f, 1.0f, 5.0f};
    assert_true(is_seen(start, (VeerVec3){6.0f, 1.0f, 0.0f}));
    assert_false(is_seen(start, above));
    assert_true(veer_mesh_search_length(search) > 25.0);
    assert_true(is_seen((VeerVec3){-1.0f, 1.0f, 5.0f}, above));
    close_mesh();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_is_what_nothing_is_in_the_way_of),
        cmocka_unit_test(corners_may_be_grazed),
        cmocka_unit_test(what_is_closed_is_not_seen_through),
        cmocka_unit_test(another_floor_is_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
