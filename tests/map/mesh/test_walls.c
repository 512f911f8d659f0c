// Walls of meshes about a place, against brute force over the cells that meshes are made of.
#include "base/random.h"
#include "map/mesh/mesh.h"
#include "veer/mesh.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 30, HIGH = 20 };

static VeerGrid *random_grid(uint64_t seed)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = WIDE;
    def.height = HIGH;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    for (uint32_t i = 0; i < WIDE * HIGH; i++) {
        VeerCell cell = {(int32_t)(i % WIDE), (int32_t)(i / WIDE)};
        veer_grid_set_blocked(grid, cell, i > 0 && veer_random_unit(seed, 1, i) < 0.2f);
    }
    veer_grid_commit(grid);
    return grid;
}

static VeerMesh *mesh_of(const VeerGrid *grid)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    free(scratch);
    return mesh;
}

static VeerVec3 random_point(uint64_t seed, uint64_t i)
{
    return (VeerVec3){(float)WIDE * veer_random_unit(seed, 2, i),
                      (float)HIGH * veer_random_unit(seed, 3, i), 0.0f};
}

static bool is_blocked_at(const VeerGrid *grid, VeerVec3 point)
{
    return veer_grid_is_blocked(grid, veer_grid_cell_at(grid, point));
}

static void gaps_are_those_of_the_grid(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = random_grid(seed);
        VeerMesh *mesh = mesh_of(grid);
        for (uint64_t i = 0; i < 200; i++) {
            VeerVec3 point = random_point(seed, i);
            float gap = veer_mesh_gap(mesh, point, 3.0f), expected = 0.0f;
            if (!is_blocked_at(grid, point)) {
                expected = veer_grid_gap(grid, point, 3.0f);
            }
            if (expected < 2.9f) {
                // Walls behind a corner where only corners touch are none of one's own.
                assert_true(gap >= expected - 1e-4f);
                assert_true(gap <= expected + 1e-4f || expected > 1.0f);
            }
        }
        free(mesh);
        free(grid);
    }
}

static void what_is_clear_is_clear_over_the_grid(void **state)
{
    (void)state;
    uint32_t clear = 0, same = 0, all = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = random_grid(seed);
        VeerMesh *mesh = mesh_of(grid);
        for (uint64_t i = 0; i < 300; i++) {
            VeerVec3 from = random_point(seed, 2 * i), to = random_point(seed, 2 * i + 1);
            float radius = 0.4f * veer_random_unit(seed, 4, i);
            to = (VeerVec3){from.x + 0.2f * (to.x - from.x), from.y + 0.2f * (to.y - from.y), 0.0f};
            if (is_blocked_at(grid, from) || is_blocked_at(grid, to)) {
                continue;
            }
            bool is_clear = veer_mesh_is_clear(mesh, from, to, radius);
            same += is_clear == veer_grid_is_clear(grid, from, to, radius);
            clear += is_clear;
            all++;
        }
        free(mesh);
        free(grid);
    }
    // The mesh measures from each wall, the grid from the nearest at the start.
    print_message("%u clear, %u as over the grid, of %u\n", clear, same, all);
    assert_true(clear > all / 4 && same > all - all / 20);
}

// A floor along x to 10, and a ramp on from there.
static VeerMesh *floor_and_ramp(void)
{
    static const VeerVec3 vertices[6] = {{0, 0, 0}, {10, 0, 0}, {10, 4, 0},
                                         {0, 4, 0}, {20, 0, 4}, {20, 4, 4}};
    static const uint32_t first[3] = {0, 4, 8};
    static const uint32_t corners[8] = {0, 1, 2, 3, 1, 4, 5, 2};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 6;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 2;
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static bool count_wall(void *context, const VeerMeshWall *wall)
{
    uint32_t *count = context;
    assert_true(wall->a.x != wall->b.x || wall->a.y != wall->b.y);
    return ++*count < 5;
}

static void walls_above_and_below_are_left_out(void **state)
{
    (void)state;
    VeerMesh *mesh = floor_and_ramp();
    VeerMeshWallQuery query = {{9.0f, 2.0f, 0.0f}, 30.0f, -INFINITY, INFINITY};
    uint32_t count = 0;
    veer_mesh_walls(mesh, &query, count_wall, &count);
    assert_int_equal(count, 5); // then it was told to stop
    query.range = 2.5f;
    count = 0;
    veer_mesh_walls(mesh, &query, count_wall, &count);
    assert_int_equal(count, 4); // beside it, on the floor and on the ramp
    query.point.x = 19.0f;
    query.point.z = 3.8f;
    query.range = 30.0f;
    query.lower = 3.0f;
    query.upper = 5.0f;
    count = 0;
    veer_mesh_walls(mesh, &query, count_wall, &count);
    assert_int_equal(count, 3); // the ramp's own
    query.point.y = NAN;
    count = 0;
    veer_mesh_walls(mesh, &query, count_wall, &count);
    assert_int_equal(count, 0);
    free(mesh);
}

static void blocked_polygons_are_walls(void **state)
{
    (void)state;
    VeerMesh *mesh = floor_and_ramp();
    VeerVec3 from = {8.0f, 2.0f, 0.0f}, to = {12.0f, 2.0f, 0.8f};
    assert_true(veer_mesh_is_clear(mesh, from, to, 1.0f));
    assert_true(veer_mesh_gap(mesh, from, 5.0f) == 2.0f);
    veer_mesh_set_blocked(mesh, 1, true);
    assert_false(veer_mesh_is_clear(mesh, from, to, 1.0f));
    assert_false(veer_mesh_is_clear(mesh, from, to, 0.0f));
    assert_true(veer_mesh_gap(mesh, (VeerVec3){9.5f, 2.0f, 0.0f}, 5.0f) == 0.5f);
    // From within one may come out.
    assert_true(veer_mesh_is_clear(mesh, to, from, 1.0f));
    free(mesh);
}

static void paths_end_on_the_floor_they_lead_to(void **state)
{
    (void)state;
    VeerMesh *mesh = floor_and_ramp();
    VeerVec3 from = {2.0f, 2.0f, 0.0f}, to = {6.0f, 2.0f, 0.0f};
    assert_true(veer_mesh_is_clear(mesh, from, to, 0.5f));
    to.z = 9.0f;
    assert_false(veer_mesh_is_clear(mesh, from, to, 0.5f));
    assert_false(veer_mesh_is_clear(mesh, from, (VeerVec3){NAN, 0, 0}, 0.5f));
    assert_false(veer_mesh_is_clear(mesh, (VeerVec3){0, 0, NAN}, to, 0.5f));
    // Off the mesh, and above it, there is no gap.
    assert_true(veer_mesh_gap(mesh, (VeerVec3){2.0f, -1.0f, 0.0f}, 5.0f) == 0.0f);
    assert_true(veer_mesh_gap(mesh, (VeerVec3){2.0f, 2.0f, 3.0f}, 5.0f) == 0.0f);
    assert_true(veer_mesh_gap(mesh, (VeerVec3){NAN, 2.0f, 3.0f}, 5.0f) == 0.0f);
    assert_true(veer_mesh_gap(mesh, (VeerVec3){5.0f, 2.0f, 0.0f}, 1.0f) == INFINITY);
    free(mesh);
}

// Where a disc comes too near to a wall is where no place of its way is nearer to one, but for its
// ends.
static void lines_are_pinched_where_they_are_nearest_to_walls(void **state)
{
    (void)state;
    uint32_t pinched = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = random_grid(seed);
        VeerMesh *mesh = mesh_of(grid);
        for (uint64_t i = 0; i < 300; i++) {
            VeerVec3 from = random_point(seed, 2 * i), to = random_point(seed, 2 * i + 1);
            VeerVec3 offset = {0.2f * (to.x - from.x), 0.2f * (to.y - from.y), 0.0f};
            float radius = 0.1f + 0.4f * veer_random_unit(seed, 4, i);
            to = (VeerVec3){from.x + offset.x, from.y + offset.y, 0.0f};
            if (is_blocked_at(grid, from) || is_blocked_at(grid, to) ||
                !veer_mesh_is_clear(mesh, from, to, 0.0f)) {
                continue;
            }
            float part = veer_mesh_pinch(mesh, from, to, radius), least = INFINITY;
            float ends = fminf(veer_mesh_gap(mesh, from, 9.0f), veer_mesh_gap(mesh, to, 9.0f));
            for (int at = 1; at < 64; at++) {
                VeerVec3 place = {from.x + offset.x * (float)at / 64.0f,
                                  from.y + offset.y * (float)at / 64.0f, 0.0f};
                least = fminf(least, veer_mesh_gap(mesh, place, 9.0f));
            }
            if (part <= 1.0f) {
                VeerVec3 place = {from.x + offset.x * part, from.y + offset.y * part, 0.0f};
                float gap = veer_mesh_gap(mesh, place, 9.0f);
                assert_true(gap < radius && (gap <= least + 1e-4f || least >= ends - 1e-3f));
                pinched++;
            } else {
                assert_true(least >= fminf(radius, ends) - 1e-3f);
            }
        }
        free(mesh);
        free(grid);
    }
    print_message("%u pinched\n", pinched);
    assert_true(pinched > 100);
}

static void lines_over_too_many_polygons_are_halved(void **state)
{
    (void)state;
    VeerMesh *mesh = floor_and_ramp();
    VeerMeshDef def;
    void *scratch = take(veer_mesh_cut_size(mesh, 0.1f));
    assert_int_equal(veer_mesh_cut(scratch, mesh, 0.1f, &def), VEER_OK);
    VeerMesh *pieces = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    VeerVec3 from = {1.0f, 2.0f, 0.0f}, to = {9.0f, 2.0f, 0.0f}, near = {1.5f, 2.0f, 0.0f};
    assert_true(veer_mesh_pinch(mesh, from, to, 1.0f) == INFINITY);
    assert_true(veer_mesh_pinch(pieces, from, to, 1.0f) == 0.5f);
    assert_true(veer_mesh_pinch(pieces, from, near, 0.1f) == INFINITY);
    assert_true(veer_mesh_pinch(mesh, from, from, 1.0f) == INFINITY);
    // Through a wall: where it stands.
    assert_true(veer_mesh_pinch(mesh, from, (VeerVec3){1.0f, 6.0f, 0.0f}, 0.5f) == 0.5f);
    free(pieces);
    free(scratch);
    free(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_those_of_the_grid),
        cmocka_unit_test(what_is_clear_is_clear_over_the_grid),
        cmocka_unit_test(walls_above_and_below_are_left_out),
        cmocka_unit_test(blocked_polygons_are_walls),
        cmocka_unit_test(paths_end_on_the_floor_they_lead_to),
        cmocka_unit_test(lines_are_pinched_where_they_are_nearest_to_walls),
        cmocka_unit_test(lines_over_too_many_polygons_are_halved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
