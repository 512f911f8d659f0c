// Searches over grids that end early or are refused: budgets, labels, room.
#include "grid_maker.h"
#include "support/memory.h"

static void budget_stops_and_goes_on(void **state)
{
    (void)state;
    Maps maps = maps_open(80, 80);
    maps_scatter(&maps, 3, 0.3f, 0);
    VeerCell start = {0, 0}, goal = {0, 0};
    for (uint64_t i = 0; goal.x == 0 || veer_labels_at(maps.labels, start) == VEER_NO_LABEL ||
                         veer_labels_at(maps.labels, start) != veer_labels_at(maps.labels, goal);
         i++) {
        start = maps_cell(&maps, 1, i);
        goal = maps_cell(&maps, 2, i);
    }
    for (int p = 0; p < VEER_GRID_PLANNER_COUNT; p++) {
        VeerGridQuery query = query_of(&maps, (VeerGridPlanner)p, start, goal);
        assert_int_equal(plan(&maps, &query), VEER_OK);
        uint64_t cost = veer_search_cost(maps.search);
        uint64_t expansions = veer_search_expansions(maps.search);
        VeerCell first[ROOM];
        uint32_t first_count = route_count;
        memcpy(first, route, sizeof first);

        assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
        assert_int_equal(veer_search_run(maps.search, 0), VEER_SEARCH_RUNNING);
        assert_int_equal(veer_grid_search_route(maps.search, route, ROOM, &route_count),
                         VEER_BAD_VALUE);
        while (veer_search_run(maps.search, 1) == VEER_SEARCH_RUNNING) {
            assert_int_equal(veer_grid_search_route(maps.search, route, ROOM, &route_count),
                             VEER_PARTIAL);
            maps_walk(&maps, route, route_count);
        }
        assert_int_equal(veer_grid_search_route(maps.search, route, ROOM, &route_count), VEER_OK);
        assert_int_equal(veer_search_cost(maps.search), cost);
        assert_int_equal(veer_search_expansions(maps.search), expansions);
        assert_int_equal(route_count, first_count);
        assert_memory_equal(route, first, first_count * sizeof *route);
    }
    maps_close(&maps);
}

static void labels_tell_the_nearest_goal_at_once(void **state)
{
    (void)state;
    Maps maps = maps_open(64, 64);
    veer_grid_fill(maps.grid, (VeerCellRect){{30, 0}, {33, 64}}, true); // parts the map in two
    maps_commit(&maps);
    for (int p = 0; p <= VEER_GRID_DIJKSTRA; p++) {
        VeerGridQuery query =
            query_of(&maps, (VeerGridPlanner)p, (VeerCell){2, 5}, (VeerCell){40, 9});
        query.labels = maps.labels;
        assert_int_equal(plan(&maps, &query), VEER_PARTIAL);
        assert_int_equal(veer_search_state(maps.search), VEER_SEARCH_FOUND);
        assert_true(is_same(route[route_count - 1], (VeerCell){29, 9}));
    }
    // A goal within an obstacle, likewise; and it does not flood.
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){2, 5}, (VeerCell){30, 20});
    query.labels = maps.labels;
    assert_int_equal(plan(&maps, &query), VEER_PARTIAL);
    assert_true(is_same(route[route_count - 1], (VeerCell){29, 20}));
    assert_true(veer_search_expansions(maps.search) < 10);
    maps_close(&maps);
}

static void without_labels_the_nearest_expanded_is_the_answer(void **state)
{
    (void)state;
    Maps maps = maps_open(64, 64);
    veer_grid_fill(maps.grid, (VeerCellRect){{30, 0}, {33, 64}}, true);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, VEER_GRID_ASTAR, (VeerCell){2, 5}, (VeerCell){40, 9});
    assert_int_equal(plan(&maps, &query), VEER_PARTIAL);
    assert_int_equal(veer_search_state(maps.search), VEER_SEARCH_EXHAUSTED);
    assert_true(is_same(route[route_count - 1], (VeerCell){29, 9}));
    maps_close(&maps);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Maps maps = maps_open(5, 5);
    VeerGridQuery good = query_of(&maps, VEER_GRID_JUMP, (VeerCell){0, 0}, (VeerCell){4, 4}), query;
    assert_int_equal(veer_grid_search_begin(maps.search, &good), VEER_OK);
    for (int i = 0; i < 7; i++) {
        query = good;
        query.cookie ^= i == 0 ? 1u : 0u;
        query.grid = i == 1 ? NULL : query.grid;
        query.start.x = i == 2 ? 5 : query.start.x;
        query.goal.y = i == 3 ? -1 : query.goal.y;
        query.weight = i == 4 ? 0.5f : query.weight;
        query.planner = i == 5 ? VEER_GRID_PLANNER_COUNT : query.planner;
        query.is_goal = i == 6 ? is_on_the_rim : NULL;
        assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_BAD_VALUE);
    }
    veer_grid_set_blocked(maps.grid, (VeerCell){1, 1}, true);
    assert_int_equal(veer_grid_search_begin(maps.search, &good), VEER_BUSY);
    maps_close(&maps);
}

static void jump_refuses_costs(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.has_costs = true;
    Maps maps = maps_open_def(&def);
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){0, 0}, (VeerCell){4, 4});
    assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_BAD_VALUE);
    maps_close(&maps);
}

static void search_that_is_too_small_says_so(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    VeerSearch *small = veer_search_init(take(veer_search_size(399)), 399);
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){0, 0}, (VeerCell){4, 4});
    assert_int_equal(veer_grid_search_begin(small, &query), VEER_FULL);
    free(small);
    maps_close(&maps);
}

static void route_that_does_not_fit_is_counted(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){0, 0}, (VeerCell){4, 9});
    assert_int_equal(plan(&maps, &query), VEER_OK);
    assert_int_equal(route_count, 3);
    uint32_t count = 0;
    assert_int_equal(veer_grid_search_route(maps.search, route, 2, &count), VEER_FULL);
    assert_int_equal(count, 3);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budget_stops_and_goes_on),
        cmocka_unit_test(labels_tell_the_nearest_goal_at_once),
        cmocka_unit_test(without_labels_the_nearest_expanded_is_the_answer),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(jump_refuses_costs),
        cmocka_unit_test(search_that_is_too_small_says_so),
        cmocka_unit_test(route_that_does_not_fit_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
