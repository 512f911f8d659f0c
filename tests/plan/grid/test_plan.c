#include "plan/corners.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 2000 };

static VeerCell cells[ROOM];
static VeerVec3 points[ROOM], planned[ROOM];

static VeerGridQuery query_of(const Maps *maps, VeerCell start, VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = maps->grid;
    query.start = start;
    query.goal = goal;
    return query;
}

// Searches and pulls, one after the other. @return how many points there are
static uint32_t pull_found(const Maps *maps, const VeerGridQuery *query, VeerStatus *status)
{
    uint32_t cell_count = 0, count = 0;
    assert_int_equal(veer_grid_search_begin(maps->search, query), VEER_OK);
    veer_search_run(maps->search, UINT32_MAX);
    *status = veer_grid_search_route(maps->search, cells, ROOM, &cell_count);
    assert_int_equal(veer_grid_pull(maps->grid, cells, cell_count, points, ROOM, &count), VEER_OK);
    return count;
}

static void check_is_same(const Maps *maps, const VeerGridQuery *query)
{
    VeerStatus status;
    uint32_t count = pull_found(maps, query, &status), planned_count = 0;
    assert_int_equal(veer_grid_plan(maps->search, query, planned, ROOM, &planned_count), status);
    assert_int_equal(planned_count, count);
    assert_memory_equal(planned, points, count * sizeof *points);
}

static void plan_is_the_search_pulled(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(200); seed++) {
        Maps maps = maps_open(40 + (int32_t)(seed % 5) * 40, 30 + (int32_t)(seed % 7) * 25);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.05f * (float)(seed % 6), (uint32_t)(seed % 4) * 8);
        maps_commit(&maps);
        for (uint64_t i = 0; i < 40; i++) {
            VeerGridQuery query =
                query_of(&maps, maps_cell(&maps, seed, 2 * i), maps_cell(&maps, seed, 2 * i + 1));
            query.planner = i % 8 == 6 ? VEER_GRID_ASTAR : VEER_GRID_JUMP;
            if (!veer_grid_is_blocked(maps.grid, query.start)) {
                check_is_same(&maps, &query);
            }
        }
        maps_close(&maps);
    }
}

static void plan_leaves_a_start_that_is_blocked(void **state)
{
    (void)state;
    Maps maps = maps_open(40, 20);
    veer_grid_set_blocked(maps.grid, (VeerCell){5, 5}, true);
    veer_grid_fill(maps.grid, (VeerCellRect){{30, 0}, {32, 10}}, true);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, (VeerCell){5, 5}, (VeerCell){35, 5});
    uint32_t count = 0;
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_OK);
    assert_true(count > 3);
    assert_true(planned[0].x == 5.5f && planned[0].y == 5.5f);
    assert_true(planned[1].x >= 4.0f && planned[1].x <= 7.0f && planned[1].x != 5.5f);
    assert_true(planned[count - 1].x == 35.5f && planned[count - 1].y == 5.5f);
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, 0, &count), VEER_FULL);
    assert_true(count > 3);
    maps_close(&maps);
}

static void plan_without_a_way_leads_as_near_as_one_can_get(void **state)
{
    (void)state;
    Maps maps = maps_open(40, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{30, 0}, {35, 20}}, true);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, (VeerCell){5, 5}, (VeerCell){36, 5});
    query.labels = maps.labels;
    uint32_t count = 0;
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_PARTIAL);
    assert_int_equal(count, 2);
    assert_true(planned[1].x == 29.5f && planned[1].y == 5.5f);
    query.start = (VeerCell){32, 5};
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_PARTIAL);
    assert_int_equal(count, 1);
    maps_close(&maps);
}

static void plan_that_does_not_fit_is_counted(void **state)
{
    (void)state;
    Maps maps = maps_open(40, 20);
    maps_commit(&maps);
    VeerGridQuery query = query_of(&maps, (VeerCell){5, 5}, (VeerCell){35, 7});
    uint32_t count = 0;
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, 1, &count), VEER_FULL);
    assert_int_equal(count, 2);
    veer_grid_fill(maps.grid, (VeerCellRect){{20, 0}, {22, 15}}, true);
    maps_commit(&maps);
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, 3, &count), VEER_FULL);
    assert_int_equal(count, 4);
    maps_close(&maps);
}

static void plan_refuses_what_a_search_does(void **state)
{
    (void)state;
    Maps maps = maps_open(40, 20);
    maps_commit(&maps);
    uint32_t count = 7;
    VeerGridQuery query = query_of(&maps, (VeerCell){5, 5}, (VeerCell){40, 7});
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_BAD_VALUE);
    assert_int_equal(count, 0);
    const VeerGridLink link = {{1, 1}, {3, 3}, VEER_COST_STRAIGHT, 0, false};
    query.goal = (VeerCell){30, 7};
    query.links = &link;
    query.link_count = 1;
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_BAD_VALUE);
    query.link_count = 0;
    veer_grid_set_blocked(maps.grid, (VeerCell){9, 9}, true);
    assert_int_equal(veer_grid_plan(maps.search, &query, planned, ROOM, &count), VEER_BUSY);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_is_the_search_pulled),
        cmocka_unit_test(plan_leaves_a_start_that_is_blocked),
        cmocka_unit_test(plan_without_a_way_leads_as_near_as_one_can_get),
        cmocka_unit_test(plan_that_does_not_fit_is_counted),
        cmocka_unit_test(plan_refuses_what_a_search_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
