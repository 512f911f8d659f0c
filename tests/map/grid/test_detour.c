/// What the way through cells saves against that round them.
#include "support/grid_maps.h"
#include "support/suite.h"

#include "map/grid/grid.h"

#include <math.h>

static VeerGrid *open_map(void)
{
    VeerGrid *grid = grid_map_open(32, 32, false);
    grid_map_scatter(grid, 1, 0.0f);
    return grid;
}

static void fill(VeerGrid *grid, VeerCellRect rect)
{
    for (VeerCell cell = rect.lower; cell.y < rect.upper.y; cell.y++) {
        for (cell.x = rect.lower.x; cell.x < rect.upper.x; cell.x++) {
            veer_grid_set_blocked(grid, cell, true);
        }
    }
    veer_grid_commit(grid);
}

static const VeerCellRect one = {{16, 16}, {17, 17}};

static void cell_in_the_open_saves_little(void **state)
{
    (void)state;
    VeerGrid *grid = open_map();
    assert_float_equal(veer_grid_detour(grid, one, 0.3f), 2.0f, 1e-5f);
    assert_in_range((int)veer_grid_detour(grid, one, 1.2f), 2, 8);
    free(grid);
}

static void dent_and_what_is_walled_in_save_nothing(void **state)
{
    (void)state;
    VeerGrid *grid = open_map();
    fill(grid, (VeerCellRect){{0, 16}, {32, 32}});
    veer_grid_set_blocked(grid, one.lower, false);
    assert_true(veer_grid_detour(grid, one, 0.3f) == 0.0f);
    fill(grid, (VeerCellRect){{0, 10}, {32, 32}});
    assert_true(veer_grid_detour(grid, one, 0.3f) == 0.0f);
    free(grid);
}

/// For a body that has room in it.
static void door_in_a_long_wall_saves_more_than_can_be_told(void **state)
{
    (void)state;
    VeerGrid *grid = open_map();
    fill(grid, (VeerCellRect){{0, 16}, {32, 17}});
    veer_grid_set_blocked(grid, one.lower, false);
    assert_true(veer_grid_detour(grid, one, 0.3f) == INFINITY);
    VeerCellRect all = {{0, 0}, {32, 32}};
    assert_true(veer_grid_detour(grid, all, 0.3f) == INFINITY);
    assert_true(veer_grid_detour(grid, one, 1e6f) == INFINITY);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cell_in_the_open_saves_little),
        cmocka_unit_test(dent_and_what_is_walled_in_save_nothing),
        cmocka_unit_test(door_in_a_long_wall_saves_more_than_can_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
