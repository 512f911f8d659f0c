// Searches over grids, against floods.
#include "grid_maker.h"

// One query by a planner that must be optimal, against the flood of the map.
static void check_query(const Maps *maps, const VeerGridQuery *query)
{
    uint64_t best = maps_oracle(maps, query->goal);
    VeerStatus status = plan(maps, query);
    if (best == MAPS_NO_PATH) {
        assert_int_equal(status, VEER_PARTIAL);
        assert_int_equal(veer_search_state(maps->search), VEER_SEARCH_EXHAUSTED);
        return;
    }
    assert_int_equal(status, VEER_OK);
    assert_int_equal(veer_search_cost(maps->search), best);
    assert_int_equal(maps_walk(maps, route, route_count), best);
    assert_true(is_same(route[0], query->start));
    assert_true(is_same(route[route_count - 1], query->goal));
}

// Many random maps of all densities; each planner, several goals.
static void check_planner(VeerGridPlanner planner)
{
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        int32_t width = 1 + (int32_t)(veer_random_u64(seed, 8, 0) % 90);
        int32_t height = 1 + (int32_t)(veer_random_u64(seed, 8, 1) % 40);
        Maps maps = maps_open(width, height);
        print_message("seed %u: %d x %d\n", (unsigned)seed, width, height);
        maps_scatter(&maps, seed, 0.1f * (float)(seed % 5), (uint32_t)(seed % 3) * 8);
        VeerCell start = maps_cell(&maps, seed, 0);
        veer_grid_set_blocked(maps.grid, start, seed % 11 == 0);
        maps_commit(&maps);
        maps_flood(&maps, start);
        for (uint64_t i = 1; i <= 20; i++) {
            VeerGridQuery query = query_of(&maps, planner, start, maps_cell(&maps, seed, i));
            check_query(&maps, &query);
        }
        maps_close(&maps);
    }
}

static void jump_equals_flood(void **state)
{
    (void)state;
    check_planner(VEER_GRID_JUMP);
}

static void astar_equals_flood(void **state)
{
    (void)state;
    check_planner(VEER_GRID_ASTAR);
}

static void dijkstra_equals_flood(void **state)
{
    (void)state;
    check_planner(VEER_GRID_DIJKSTRA);
}

static void costs_are_counted(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = 40;
    def.height = 30;
    def.has_costs = true;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        Maps maps = maps_open_def(&def);
        print_message("seed %u\n", (unsigned)seed);
        for (uint32_t i = 0; i < 1200; i++) {
            VeerCell cell = {(int32_t)(i % 40), (int32_t)(i / 40)};
            uint8_t cost = (uint8_t)(1u + veer_random_u64(seed, 9, i) % 255u);
            assert_int_equal(veer_grid_set_cost(maps.grid, cell, cost), VEER_OK);
        }
        maps_scatter(&maps, seed, 0.2f, 0);
        VeerCell start = maps_cell(&maps, seed, 0);
        maps_flood(&maps, start);
        for (uint64_t i = 1; i <= 10; i++) {
            VeerCell goal = maps_cell(&maps, seed, i);
            VeerGridQuery query = query_of(&maps, VEER_GRID_ASTAR, start, goal);
            check_query(&maps, &query);
            query.planner = VEER_GRID_DIJKSTRA;
            check_query(&maps, &query);
        }
        maps_close(&maps);
    }
}

static void breadth_first_takes_fewest_steps(void **state)
{
    (void)state;
    Maps maps = maps_open(30, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {11, 15}}, true);
    maps_commit(&maps);
    VeerGridQuery query =
        query_of(&maps, VEER_GRID_BREADTH_FIRST, (VeerCell){0, 0}, (VeerCell){20, 0});
    assert_int_equal(plan(&maps, &query), VEER_OK);
    // Down beside the bar to row 15, past it, and up again: 1 + 14 + ... = 15 + 2 + 15.
    assert_int_equal(veer_search_cost(maps.search), 32);
    maps_walk(&maps, route, route_count);
    maps_close(&maps);
}

static void depth_first_finds_some_way(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        Maps maps = maps_open(50, 40);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.25f, 0);
        VeerCell start = maps_cell(&maps, seed, 0), goal = maps_cell(&maps, seed, 1);
        maps_flood(&maps, start);
        VeerGridQuery query = query_of(&maps, VEER_GRID_DEPTH_FIRST, start, goal);
        VeerStatus status = plan(&maps, &query);
        bool is_way = maps_oracle(&maps, goal) != MAPS_NO_PATH;
        assert_int_equal(status, is_way ? VEER_OK : VEER_PARTIAL);
        maps_walk(&maps, route, route_count);
        maps_close(&maps);
    }
}

static void depth_first_goes_on_from_the_latest(void **state)
{
    (void)state;
    Maps maps = maps_open(200, 200);
    maps_commit(&maps);
    VeerGridQuery query =
        query_of(&maps, VEER_GRID_DEPTH_FIRST, (VeerCell){100, 100}, (VeerCell){0, 0});
    assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
    veer_search_run(maps.search, 20);
    uint32_t nodes[64], count;
    assert_int_equal(veer_search_nodes(maps.search, nodes, 64, &count), VEER_PARTIAL);
    // Each node that it expands hangs on the one before.
    veer_search_run(maps.search, 20);
    assert_int_equal(veer_search_expansions(maps.search), 40);
    maps_close(&maps);
}

static void weight_bounds_the_cost(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        Maps maps = maps_open(60, 60);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.2f, 10);
        VeerCell start = maps_cell(&maps, seed, 0), goal = maps_cell(&maps, seed, 1);
        maps_flood(&maps, start);
        uint64_t best = maps_oracle(&maps, goal);
        for (int i = 0; i < 2 && best != MAPS_NO_PATH; i++) {
            VeerGridQuery query =
                query_of(&maps, i ? VEER_GRID_ASTAR : VEER_GRID_JUMP, start, goal);
            query.weight = 2.0f;
            assert_int_equal(plan(&maps, &query), VEER_OK);
            assert_true(veer_search_cost(maps.search) >= best);
            assert_true(veer_search_cost(maps.search) <= 2 * best);
        }
        maps_close(&maps);
    }
}

static void open_ways_are_known_at_once(void **state)
{
    (void)state;
    Maps maps = maps_open(70, 70);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){66, 5}, (VeerCell){2, 30});
    assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
    assert_int_equal(veer_search_state(maps.search), VEER_SEARCH_FOUND);
    assert_int_equal(plan(&maps, &query), VEER_OK);
    assert_int_equal(route_count, 3);
    assert_true(is_same(route[1], (VeerCell){41, 30}));
    veer_grid_set_blocked(maps.grid, (VeerCell){10, 30}, true); // so straight first
    maps_commit(&maps);
    assert_int_equal(plan(&maps, &query), VEER_OK);
    assert_int_equal(veer_search_expansions(maps.search), 3);
    assert_int_equal(route_count, 4);
    assert_true(is_same(route[1], (VeerCell){33, 5}));
    assert_true(is_same(route[2], (VeerCell){8, 30}));
    assert_int_equal(veer_grid_search_route(maps.search, route, 3, &route_count), VEER_FULL);
    assert_int_equal(route_count, 4);
    veer_grid_set_blocked(maps.grid, (VeerCell){66, 5}, true); // out of a cell that is blocked
    maps_commit(&maps);
    assert_int_equal(plan(&maps, &query), VEER_OK);
    assert_true(is_same(route[0], query.start));
    maps_close(&maps);
}

static void paths_lead_away_from_the_goal_where_they_must(void **state)
{
    (void)state;
    for (int32_t side = 0; side < 4; side++) {
        Maps maps = maps_open(40, 40);
        veer_grid_fill(maps.grid, (VeerCellRect){{15, 15}, {26, 26}}, true);
        veer_grid_fill(maps.grid, (VeerCellRect){{16, 16}, {25, 25}}, false);
        VeerCell door[4] = {{15, 20}, {20, 15}, {25, 20}, {20, 25}};
        VeerCell goal[4] = {{38, 21}, {19, 38}, {1, 20}, {20, 1}};
        veer_grid_set_blocked(maps.grid, door[side], false);
        maps_commit(&maps);
        VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){20, 20}, goal[side]);
        maps_flood(&maps, query.start);
        check_query(&maps, &query);
        query.weight = 3.0f;
        assert_int_equal(plan(&maps, &query), VEER_OK);
        maps_close(&maps);
    }
}

static void any_cell_can_be_a_goal(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Maps maps = maps_open(40, 40);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.2f, 0);
        VeerCell start = {20, 20};
        maps_flood(&maps, start);
        uint64_t best = MAPS_NO_PATH;
        for (int32_t i = 0; i < 1600; i++) {
            VeerCell cell = {i % 40, i / 40};
            if (is_on_the_rim(&maps, cell) && maps_oracle(&maps, cell) < best) {
                best = maps_oracle(&maps, cell);
            }
        }
        for (int p = VEER_GRID_ASTAR; p <= VEER_GRID_DIJKSTRA; p++) {
            VeerGridQuery query = query_of(&maps, (VeerGridPlanner)p, start, (VeerCell){-1, -1});
            query.is_goal = is_on_the_rim;
            query.user = &maps;
            VeerStatus status = plan(&maps, &query);
            assert_int_equal(status, best == MAPS_NO_PATH ? VEER_PARTIAL : VEER_OK);
            if (best != MAPS_NO_PATH) {
                assert_int_equal(veer_search_cost(maps.search), best);
            }
        }
        maps_close(&maps);
    }
}

static void start_may_be_the_goal(void **state)
{
    (void)state;
    Maps maps = maps_open(5, 5);
    maps_commit(&maps);
    for (int p = 0; p < VEER_GRID_PLANNER_COUNT; p++) {
        VeerGridQuery query =
            query_of(&maps, (VeerGridPlanner)p, (VeerCell){2, 2}, (VeerCell){2, 2});
        assert_int_equal(plan(&maps, &query), VEER_OK);
        assert_int_equal(route_count, 1);
        assert_true(is_same(route[0], (VeerCell){2, 2}));
    }
    maps_close(&maps);
}

static void planners_have_names(void **state)
{
    (void)state;
    assert_string_equal(veer_grid_planner_name(VEER_GRID_JUMP), "jump");
    assert_string_equal(veer_grid_planner_name(VEER_GRID_DEPTH_FIRST), "depth-first");
    assert_string_equal(veer_grid_planner_name(VEER_GRID_PLANNER_COUNT), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_equals_flood),
        cmocka_unit_test(astar_equals_flood),
        cmocka_unit_test(dijkstra_equals_flood),
        cmocka_unit_test(costs_are_counted),
        cmocka_unit_test(breadth_first_takes_fewest_steps),
        cmocka_unit_test(depth_first_finds_some_way),
        cmocka_unit_test(depth_first_goes_on_from_the_latest),
        cmocka_unit_test(weight_bounds_the_cost),
        cmocka_unit_test(open_ways_are_known_at_once),
        cmocka_unit_test(paths_lead_away_from_the_goal_where_they_must),
        cmocka_unit_test(any_cell_can_be_a_goal),
        cmocka_unit_test(start_may_be_the_goal),
        cmocka_unit_test(planners_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
