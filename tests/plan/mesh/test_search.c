// Shortest paths over meshes, against the graph of corners.
#include "mesh_maker.h"

// The length of the path is that of its points, none of which leads through what is blocked.
static void check_route(const Maps *maps, const Meshed *meshed)
{
    for (uint32_t i = 1; i < count; i++) {
        assert_true(is_clear(maps, half_of(points[i - 1]), half_of(points[i])));
    }
    double length = veer_mesh_search_length(meshed->search);
    assert_true(fabs(length_of(points, count) - length) <= 1e-4 + 1e-6 * length);
}

static void check_queries(const Maps *maps, uint64_t seed)
{
    Meshed meshed = meshed_grid(maps->grid);
    for (uint64_t i = 1; i <= 12; i++) {
        VeerCell start = maps_cell(maps, seed, 2 * i), goal = maps_cell(maps, seed, 2 * i + 1);
        if (!maps_is_free(maps, start.x, start.y) || !maps_is_free(maps, goal.x, goal.y)) {
            continue;
        }
        VeerMeshQuery query = query_of(maps, start, goal);
        double best = shortest(maps, half_of(query.start), half_of(query.goal));
        VeerStatus status = plan(&meshed, query);
        bool is_way = veer_labels_at(maps->labels, start) == veer_labels_at(maps->labels, goal);
        assert_int_equal(status, is_way ? VEER_OK : VEER_PARTIAL);
        if (is_way) {
            assert_true(fabs(veer_mesh_search_length(meshed.search) - best) <= 1e-5);
            check_route(maps, &meshed);
        }
    }
    meshed_close(&meshed);
}

static void polyanya_equals_the_graph_of_corners(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(150); seed++) {
        int32_t width = 2 + (int32_t)(veer_random_u64(seed, 8, 0) % 22);
        int32_t height = 2 + (int32_t)(veer_random_u64(seed, 8, 1) % 16);
        Maps maps = maps_open(width, height);
        print_message("seed %u: %d x %d\n", (unsigned)seed, width, height);
        maps_scatter(&maps, seed, 0.08f * (float)(seed % 5), (uint32_t)(seed % 3) * 3);
        veer_grid_set_blocked(maps.grid, (VeerCell){0, 0}, false);
        maps_commit(&maps);
        check_queries(&maps, seed);
        maps_close(&maps);
    }
}

// Of 8-cell corridors and many corners on one line, paths are as short as strings pulled tight, or
// shorter.
static void no_string_over_the_grid_is_shorter(void **state)
{
    (void)state;
    static VeerCell cells[ROOM];
    static VeerVec3 string[ROOM];
    for (uint64_t seed = 1; seed <= suite_seeds(150); seed++) {
        Maps maps = maps_open(8 + (int32_t)(seed % 97), 8 + (int32_t)(seed * 7 % 41));
        print_message("seed %u: %d x %d\n", (unsigned)seed, maps.width, maps.height);
        maps_scatter(&maps, seed, 0.25f, 0);
        Meshed meshed = meshed_grid(maps.grid);
        for (uint64_t i = 0; i < 20; i++) {
            VeerCell start = maps_cell(&maps, seed, 2 * i),
                     goal = maps_cell(&maps, seed, 2 * i + 1);
            uint32_t label = veer_labels_at(maps.labels, start), cell_count, string_count;
            if (label == VEER_NO_LABEL || label != veer_labels_at(maps.labels, goal)) {
                continue;
            }
            VeerGridQuery query = veer_grid_query_default();
            query.grid = maps.grid;
            query.start = start;
            query.goal = goal;
            assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
            veer_search_run(maps.search, UINT32_MAX);
            assert_int_equal(veer_grid_search_route(maps.search, cells, ROOM, &cell_count),
                             VEER_OK);
            assert_int_equal(
                veer_grid_pull(maps.grid, cells, cell_count, string, ROOM, &string_count), VEER_OK);
            assert_int_equal(plan(&meshed, query_of(&maps, start, goal)), VEER_OK);
            assert_true(veer_mesh_search_length(meshed.search) <=
                        length_of(string, string_count) + 1e-5);
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
}

// The path over the mesh of a grid whose cells are 0.3 m, off the origin.
static void paths_are_in_metres(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = 20;
    def.height = 10;
    def.cell_size = 0.3f;
    def.origin = (VeerVec3){-7.1f, 3.3f, 2.0f};
    Maps maps = maps_open_def(&def);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {11, 9}}, true);
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    VeerMeshQuery query = query_of(&maps, (VeerCell){0, 0}, (VeerCell){19, 0});
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 4);
    double length = 0.3 * (hypot(9.5, 8.5) + 1.0 + hypot(8.5, 8.5));
    // Positions are floats some 7 m from the origin.
    assert_true(fabs(veer_mesh_search_length(meshed.search) - length) < 1e-5);
    assert_true(fabs(length_of(points, count) - length) < 1e-5);
    assert_true(fabsf(points[1].x - (-7.1f + 10 * 0.3f)) < 1e-6f && points[1].z == 2.0f);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void another_part_is_approached_at_once(void **state)
{
    (void)state;
    Maps maps = maps_open(30, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {12, 20}}, true);
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = query_of(&maps, (VeerCell){2, 3}, (VeerCell){20, 15});
        query.planner = (VeerMeshPlanner)planner;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_int_equal(veer_mesh_search_expansions(meshed.search) <= 3, true);
        assert_true(points[count - 1].x == 10.0f && points[count - 1].y == 15.5f);
    }
    meshed_close(&meshed);
    maps_close(&maps);
}

static void flags_and_blocks_close_polygons(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(4, NULL, 0);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = along_the_row((VeerMeshPlanner)planner);
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(fabs(length_of(points, count) - 38.0) < 1e-5);
        query.may_use = 3;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_true(points[count - 1].x <= 20.0f);
        query.may_use = 7;
        veer_mesh_set_blocked(meshed.mesh, 1, true);
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_true(veer_mesh_search_length(meshed.search) == (double)INFINITY);
        veer_mesh_set_blocked(meshed.mesh, 1, false);
        assert_int_equal(plan(&meshed, query), VEER_OK);
    }
    meshed_close(&meshed);
}

static void links_are_taken_where_they_pay(void **state)
{
    (void)state;
    const VeerMeshLink links[3] = {
        // A lift along the row: as costly as it is long. A jump back that costs more than walking.
        {{9.0f, 5.0f, 0.0f}, {31.0f, 5.0f, 0.0f}, VEER_NO_POLYGON, VEER_NO_POLYGON, 0.0f, 1, true},
        {{35.0f, 5.0f, 0.0f}, {15.0f, 5.0f, 0.0f}, 3, 1, 21.0f, 0, true},
        {{5.0f, 2.0f, 0.0f}, {25.0f, 2.0f, 0.0f}, 0, 2, 0.0f, 2, false}};
    Meshed meshed = row_of_squares(4, links, 3);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = along_the_row((VeerMeshPlanner)planner);
        // Straight on is no longer than the lift.
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(fabs(length_of(points, count) - 38.0) < 1e-4);
        // Who may not cross the third square needs the lift.
        query.may_use = 1;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_int_equal(count, 4);
        assert_true(points[1].x == 9.0f && points[2].x == 31.0f);
        // And who may not use that either does not get there.
        query.may_use = 0;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        // The other way round: the lift is one-path, the jump is not.
        VeerVec3 start = query.start;
        query.start = query.goal;
        query.goal = start;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(points[1].x == 35.0f && points[2].x == 15.0f);
        if (planner == VEER_MESH_POLYANYA) {
            assert_true(fabs(veer_mesh_search_length(meshed.search) - (4.0 + 21.0 + 14.0)) < 1e-4);
        }
    }
    meshed_close(&meshed);
}

enum { SECTORS = 20 };

// A ramp that winds up round a pillar, an eighth of a turn a polygon, 0.5 m each.
static Meshed spiral(void)
{
    static const float ring[8][2] = {{1, 0},  {0.7f, 0.7f},   {0, 1},  {-0.7f, 0.7f},
                                     {-1, 0}, {-0.7f, -0.7f}, {0, -1}, {0.7f, -0.7f}};
    static VeerVec3 vertices[2 * (SECTORS + 1)];
    static uint32_t corners[4 * SECTORS], first[SECTORS + 1];
    for (uint32_t i = 0; i <= SECTORS; i++) {
        const float *at = ring[i % 8];
        first[i] = 4 * i;
        vertices[2 * i] = (VeerVec3){2.0f * at[0], 2.0f * at[1], 0.5f * (float)i};
        vertices[2 * i + 1] = (VeerVec3){4.0f * at[0], 4.0f * at[1], 0.5f * (float)i};
    }
    for (uint32_t i = 0; i < SECTORS; i++) {
        const uint32_t sector[4] = {2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2};
        memcpy(&corners[4 * i], sector, sizeof sector);
    }
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 2 * (SECTORS + 1);
    def.first = first;
    def.corners = corners;
    def.polygon_count = SECTORS;
    return meshed_open(&def);
}

static void floors_above_each_other_are_told_apart(void **state)
{
    (void)state;
    Meshed meshed = spiral();
    double lengths[VEER_MESH_PLANNER_COUNT];
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = veer_mesh_query_default();
        query.planner = (VeerMeshPlanner)planner;
        // Two turns up, right over the start.
        query.start = (VeerVec3){3.0f, 0.5f, 0.2f};
        query.goal = (VeerVec3){3.0f, 0.5f, 8.2f};
        assert_int_equal(plan(&meshed, query), VEER_OK);
        for (uint32_t i = 1; i < count; i++) {
            assert_true(points[i].z > points[i - 1].z);
        }
        lengths[planner] = length_of(points, count);
    }
    // There is but one corridor, so both find the same.
    assert_true(fabs(lengths[0] - lengths[1]) < 1e-5);
    assert_true(lengths[0] > 2.0 * 8.0 * 1.4);
    meshed_close(&meshed);
}

/// A search knows nothing of the one that had its memory before.
static void memory_of_a_search_may_be_used_again(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Maps maps = maps_open(24, 16);
        maps_scatter(&maps, seed, 0.2f, 3);
        Meshed meshed = meshed_grid(maps.grid);
        for (uint64_t i = 0; i < 8; i++) {
            VeerCell start = maps_cell(&maps, seed, 2 * i),
                     goal = maps_cell(&maps, seed, 2 * i + 1);
            uint32_t label = veer_labels_at(maps.labels, start);
            if (label == VEER_NO_LABEL || label != veer_labels_at(maps.labels, goal)) {
                continue;
            }
            VeerMeshQuery query = query_of(&maps, start, goal);
            meshed.search = veer_mesh_search_init(meshed.search, meshed.mesh, 0);
            assert_int_equal(plan(&meshed, query), VEER_OK);
            double best = shortest(&maps, half_of(query.start), half_of(query.goal));
            assert_true(fabs(veer_mesh_search_length(meshed.search) - best) <= 1e-5);
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polyanya_equals_the_graph_of_corners),
        cmocka_unit_test(no_string_over_the_grid_is_shorter),
        cmocka_unit_test(paths_are_in_metres),
        cmocka_unit_test(another_part_is_approached_at_once),
        cmocka_unit_test(flags_and_blocks_close_polygons),
        cmocka_unit_test(links_are_taken_where_they_pay),
        cmocka_unit_test(floors_above_each_other_are_told_apart),
        cmocka_unit_test(memory_of_a_search_may_be_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
