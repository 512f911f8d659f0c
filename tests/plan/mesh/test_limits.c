// Corridors and lanes over meshes, budgets and room that run out, starts on edges, and what is
// refused.
#include "mesh_maker.h"

static void corridors_are_near_the_shortest(void **state)
{
    (void)state;
    double sum = 0.0;
    uint32_t paths = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(40); seed++) {
        Maps maps = maps_open(40, 30);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.05f, 10);
        Meshed meshed = meshed_grid(maps.grid);
        for (uint64_t i = 0; i < 8; i++) {
            VeerMeshQuery query =
                query_of(&maps, maps_cell(&maps, seed, 2 * i), maps_cell(&maps, seed, 2 * i + 1));
            VeerStatus status = plan(&meshed, query);
            double best = veer_mesh_search_length(meshed.search);
            query.planner = VEER_MESH_CORRIDOR;
            assert_int_equal(plan(&meshed, query), status);
            if (status == VEER_OK && best > 0.0) {
                for (uint32_t k = 1; k < count; k++) {
                    assert_true(is_clear(&maps, half_of(points[k - 1]), half_of(points[k])) ||
                                k == 1 || k == count - 1);
                }
                assert_true(length_of(points, count) >= best - 1e-4);
                sum += length_of(points, count) / best;
                paths++;
            }
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
    print_message("corridors: %f of the shortest\n", sum / paths);
    assert_true(sum / paths < 1.03);
}

static void corridors_keep_off_walls_by_a_radius(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{9, 0}, {11, 8}}, true);
    veer_grid_fill(maps.grid, (VeerCellRect){{9, 10}, {11, 20}}, true); // a door, 2 m wide
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    VeerMeshQuery query = query_of(&maps, (VeerCell){2, 2}, (VeerCell){17, 2});
    query.planner = VEER_MESH_CORRIDOR;
    query.radius = 0.8f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y > 8.79f && points[i].y < 9.21f);
    }
    query.radius = 1.1f; // does not fit
    assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
    assert_true(points[count - 1].x <= 9.0f);
    meshed_close(&meshed);
    maps_close(&maps);
}

// Who goes along a passage, and who comes the other way, keep to their right.
static void lanes_keep_to_the_right(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(0, NULL, 0);
    VeerMeshQuery query = along_the_row(VEER_MESH_CORRIDOR);
    query.radius = 1.0f;
    query.lane = 10.0f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y <= 4.0f && points[i].y >= 1.0f);
    }
    assert_true(count > 2);
    VeerVec3 start = query.start;
    query.start = query.goal;
    query.goal = start;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y >= 6.0f && points[i].y <= 9.0f);
    }
    // Too wide for a passage, or too narrow for two lanes.
    query.lane = 9.0f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 2);
    query.lane = 10.0f;
    query.radius = 2.6f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 2);
    query.lane = -1.0f;
    query.mesh = meshed.mesh;
    assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_BAD_VALUE);
    meshed_close(&meshed);
}

static void budget_stops_and_goes_on(void **state)
{
    (void)state;
    Maps maps = maps_open(60, 40);
    maps_scatter(&maps, 5, 0.25f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    VeerCell start = {0, 0}, goal = {0, 0};
    for (uint64_t i = 0; abs(goal.x - start.x) < 40 || veer_labels_at(maps.labels, start) != 0 ||
                         veer_labels_at(maps.labels, goal) != 0;
         i++) {
        start = maps_cell(&maps, 1, i);
        goal = maps_cell(&maps, 2, i);
    }
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = query_of(&maps, start, goal);
        query.planner = (VeerMeshPlanner)planner;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        VeerVec3 first[100];
        uint32_t first_count = count;
        assert_true(count <= 100);
        memcpy(first, points, count * sizeof *points);
        query.mesh = meshed.mesh;
        assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_OK);
        while (veer_mesh_search_run(meshed.search, 1) == VEER_SEARCH_RUNNING) {
            assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count),
                             VEER_PARTIAL);
            assert_true(count >= 1);
        }
        assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count), VEER_OK);
        assert_int_equal(count, first_count);
        assert_memory_equal(points, first, count * sizeof *points);
        // What does not fit is counted.
        assert_int_equal(veer_mesh_search_route(meshed.search, points, 1, &count), VEER_FULL);
        assert_int_equal(count, first_count);
    }
    meshed_close(&meshed);
    maps_close(&maps);
}

static void without_room_it_ends_near(void **state)
{
    (void)state;
    Maps maps = maps_open(60, 40);
    maps_scatter(&maps, 5, 0.25f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    free(meshed.search);
    meshed.search =
        veer_mesh_search_init(take(veer_mesh_search_size(meshed.mesh, 30)), meshed.mesh, 30);
    VeerMeshQuery query = query_of(&maps, (VeerCell){0, 0}, (VeerCell){58, 38});
    assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
    assert_true(veer_mesh_search_is_full(meshed.search));
    assert_true(count >= 2);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void starts_and_goals_on_edges_and_vertices(void **state)
{
    (void)state;
    Maps maps = maps_open(24, 16);
    maps_scatter(&maps, 11, 0.2f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    uint32_t paths = 0;
    for (int32_t i = 0; i < 400; i++) {
        Half from = {(int64_t)(veer_random_u64(1, 1, (uint64_t)i) % 49),
                     (int64_t)(veer_random_u64(1, 2, (uint64_t)i) % 33)};
        Half to = {(int64_t)(veer_random_u64(1, 3, (uint64_t)i) % 49),
                   (int64_t)(veer_random_u64(1, 4, (uint64_t)i) % 33)};
        VeerMeshQuery query = veer_mesh_query_default();
        query.start = (VeerVec3){0.5f * (float)from.x, 0.5f * (float)from.y, 0.0f};
        query.goal = (VeerVec3){0.5f * (float)to.x, 0.5f * (float)to.y, 0.0f};
        VeerStatus status = plan(&meshed, query);
        bool is_moved = points[0].x != query.start.x || points[0].y != query.start.y ||
                        points[count - 1].x != query.goal.x || points[count - 1].y != query.goal.y;
        if (status != VEER_OK || is_moved) {
            continue; // within something blocked
        }
        double best = shortest(&maps, from, to);
        // At a point where corners touch, the graph of corners may go either path.
        assert_true(veer_mesh_search_length(meshed.search) >= best - 1e-5);
        paths += fabs(veer_mesh_search_length(meshed.search) - best) < 1e-5;
    }
    assert_true(paths > 200);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(0, NULL, 0);
    Meshed other = row_of_squares(0, NULL, 0);
    assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count), VEER_BAD_VALUE);
    for (int i = 0; i < 8; i++) {
        VeerMeshQuery query = along_the_row(VEER_MESH_POLYANYA);
        query.mesh = i == 0 ? other.mesh : meshed.mesh;
        query.cookie = i == 1 ? 0 : query.cookie;
        query.start.x = i == 2 ? NAN : query.start.x;
        query.goal.z = i == 3 ? INFINITY : query.goal.z;
        query.start_polygon = i == 4 ? 4 : VEER_NO_POLYGON;
        query.goal_polygon = i == 5 ? 4 : VEER_NO_POLYGON;
        query.radius = i == 6 ? -1.0f : 0.0f;
        query.planner = i == 7 ? VEER_MESH_PLANNER_COUNT : VEER_MESH_POLYANYA;
        assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_BAD_VALUE);
    }
    assert_string_equal(veer_mesh_planner_name(VEER_MESH_CORRIDOR), "corridor");
    assert_string_equal(veer_mesh_planner_name(VEER_MESH_PLANNER_COUNT), "unknown");
    meshed_close(&meshed);
    meshed_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridors_are_near_the_shortest),
        cmocka_unit_test(corridors_keep_off_walls_by_a_radius),
        cmocka_unit_test(lanes_keep_to_the_right),
        cmocka_unit_test(budget_stops_and_goes_on),
        cmocka_unit_test(without_room_it_ends_near),
        cmocka_unit_test(starts_and_goals_on_edges_and_vertices),
        cmocka_unit_test(bad_queries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
