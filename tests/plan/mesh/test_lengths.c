// Lengths from one point to many over a mesh, against a search for each.
#include "plan/mesh/mesh.h"

#include "plan/maps.h"
#include "support/memory.h"

#include <string.h>

enum { GOALS = 24, SEED = 5 };

typedef struct Floor {
    VeerMesh *mesh;
    VeerMeshSearch *search;
    VeerMeshLengths *lengths;
} Floor;

static Floor floor_open(const VeerMeshDef *def, uint32_t intervals)
{
    Floor floor;
    floor.mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(floor.mesh);
    floor.search = veer_mesh_search_init(take(veer_mesh_search_size(floor.mesh, intervals)),
                                         floor.mesh, intervals);
    floor.lengths =
        veer_mesh_lengths_init(take(veer_mesh_lengths_size(floor.mesh, GOALS)), floor.mesh, GOALS);
    return floor;
}

static Floor floor_of_grid(const VeerGrid *grid, uint32_t intervals)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    Floor floor = floor_open(&def, intervals);
    free(scratch);
    return floor;
}

static void floor_close(Floor *floor)
{
    free(floor->mesh);
    free(floor->search);
    free(floor->lengths);
}

static double length_between(const Floor *floor, VeerVec3 from, VeerVec3 to)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = floor->mesh;
    query.start = from;
    query.goal = to;
    query.takes_no_links = true;
    assert_int_equal(veer_mesh_search_begin(floor->search, &query), VEER_OK);
    (void)veer_mesh_search_run(floor->search, UINT32_MAX);
    return veer_mesh_search_length(floor->search);
}

/// A point in a free cell, now and then on its corner or its side.
static VeerVec3 free_point(const Maps *maps, uint64_t seed, uint64_t number)
{
    for (uint64_t k = 0;; k++) {
        VeerCell cell = maps_cell(maps, seed, number * 977u + k);
        if (maps_is_free(maps, cell.x, cell.y)) {
            VeerVec3 at = veer_grid_centre(maps->grid, cell);
            at.x += 0.5f * (float)((int)(number % 5u / 3u) - (int)(number % 7u / 5u));
            at.y -= 0.5f * (float)(number % 3u / 2u);
            at.y += number % 11u == 4 ? 0.3137f : 0.0f;
            return at;
        }
    }
}

static uint32_t part_of(const Floor *floor, VeerVec3 point)
{
    return veer_mesh_component(floor->mesh, veer_mesh_nearest(floor->mesh, point, NULL));
}

/// @return how many lengths were compared
static uint32_t check(Floor *floor, const Maps *maps, uint64_t seed)
{
    VeerVec3 from = free_point(maps, seed, 7), goals[GOALS];
    uint32_t part = part_of(floor, from), count = 0;
    for (uint64_t i = 0; i < 8u * GOALS && count < GOALS; i++) {
        goals[count] = free_point(maps, seed, 100 + i);
        count += part_of(floor, goals[count]) == part;
    }
    veer_mesh_lengths_aim(floor->lengths, goals, count, part, 0.0f);
    assert_true(veer_mesh_lengths_from(floor->lengths, floor->search, from, part));
    for (uint32_t i = 0; i < count; i++) {
        double length = length_between(floor, from, goals[i]);
        double reached = veer_mesh_lengths_at(floor->lengths, i);
        assert_true(fabs(reached - length) <= 1e-9 * (1.0 + length));
    }
    return count;
}

static void lengths_equal_a_search_for_each_goal(void **unused)
{
    (void)unused;
    uint32_t checked = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        print_message("seed %u\n", (unsigned)(SEED + seed));
        Maps maps = maps_open(4 + (int32_t)(seed * 7 % 30), 4 + (int32_t)(seed * 5 % 22));
        maps_scatter(&maps, SEED + seed, 0.08f * (float)(seed % 5), (uint32_t)(seed % 4) * 3u);
        veer_grid_set_blocked(maps.grid, (VeerCell){0, 0}, false);
        maps_commit(&maps);
        Floor floor = floor_of_grid(maps.grid, 0);
        for (uint64_t k = 0; k < 6; k++) {
            checked += check(&floor, &maps, seed * 31 + k);
        }
        floor_close(&floor);
        maps_close(&maps);
    }
    assert_true(checked > 5000);
}

/// Two floors on top of each other, joined by a ramp: goals above are not reached from below.
static void lengths_tell_floors_apart(void **unused)
{
    (void)unused;
    static const VeerVec3 vertices[] = {{0, 0, 0},  {10, 0, 0}, {10, 4, 0}, {0, 4, 0},
                                        {14, 0, 1}, {14, 4, 1}, {14, 8, 1}, {10, 8, 2},
                                        {10, 4, 2}, {0, 8, 2},  {0, 0, 2},  {10, 0, 2}};
    static const uint32_t first[] = {0, 4, 8, 12, 16};
    static const uint32_t corners[] = {0, 1, 2, 3, 1, 4, 5, 2, 8, 5, 6, 7, 10, 8, 7, 9};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = sizeof vertices / sizeof *vertices;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 4;
    Floor floor = floor_open(&def, 0);
    const VeerVec3 from = {2, 2, 0}, goals[] = {{8, 3, 0}, {13, 3, 1}, {12, 6, 1.5f}, {4, 5, 2}};
    uint32_t part = part_of(&floor, from);
    veer_mesh_lengths_aim(floor.lengths, goals, 4, part, 0.5f);
    assert_true(veer_mesh_lengths_from(floor.lengths, floor.search, from, part));
    for (uint32_t i = 0; i < 4; i++) {
        double length = length_between(&floor, from, goals[i]);
        assert_true(isfinite(length));
        assert_true(fabs(veer_mesh_lengths_at(floor.lengths, i) - length) <= 1e-9 * length);
    }
    floor_close(&floor);
}

/// Two halls with a door of 1 m between them.
static void lengths_are_closed_to_bodies_that_are_too_wide(void **unused)
{
    (void)unused;
    Maps maps = maps_open(15, 9);
    VeerCellRect wall = {{7, 0}, {8, 9}}, door = {{7, 4}, {8, 5}};
    veer_grid_fill(maps.grid, wall, true);
    veer_grid_fill(maps.grid, door, false);
    maps_commit(&maps);
    Floor floor = floor_of_grid(maps.grid, 0);
    const VeerVec3 from = {2, 2, 0}, goals[] = {{12, 3, 0}, {3, 8, 0}};
    for (int i = 0; i < 2; i++) {
        uint32_t part = part_of(&floor, from);
        veer_mesh_lengths_aim(floor.lengths, goals, 2, part, i == 0 ? 0.45f : 0.55f);
        assert_int_equal(veer_mesh_lengths_from(floor.lengths, floor.search, from, part), i == 0);
        assert_int_equal(isinf(veer_mesh_lengths_at(floor.lengths, 0)), i == 1);
        assert_true(isfinite(veer_mesh_lengths_at(floor.lengths, 1)));
    }
    floor_close(&floor);
    maps_close(&maps);
}

/// With too little room for intervals it says that it cannot tell; a plain search goes on as ever.
static void lengths_say_when_they_are_cut_short(void **unused)
{
    (void)unused;
    Maps maps = maps_open(30, 30);
    maps_scatter(&maps, SEED, 0.2f, 4);
    Floor floor = floor_of_grid(maps.grid, 6);
    VeerVec3 from = free_point(&maps, 3, 7), goal = free_point(&maps, 3, 900);
    veer_mesh_lengths_aim(floor.lengths, &goal, 1, part_of(&floor, from), 0.0f);
    assert_false(veer_mesh_lengths_from(floor.lengths, floor.search, from, part_of(&floor, from)));
    assert_true(isfinite(length_between(&floor, from, from)));
    floor_close(&floor);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_equal_a_search_for_each_goal),
        cmocka_unit_test(lengths_tell_floors_apart),
        cmocka_unit_test(lengths_are_closed_to_bodies_that_are_too_wide),
        cmocka_unit_test(lengths_say_when_they_are_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
