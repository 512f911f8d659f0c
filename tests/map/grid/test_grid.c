#include "support/grid_maps.h"
#include "support/memory.h"

#include <math.h>

static void grid_begins_free(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(67, 3, false);
    assert_true(veer_grid_is_committed(grid));
    assert_int_equal(veer_grid_version(grid), 0);
    assert_false(veer_grid_is_blocked(grid, (VeerCell){66, 2}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){67, 2}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, -1}));
    free(grid);
}

static void grid_remembers_what_is_blocked(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint32_t width = 1 + (uint32_t)grid_map_draw(seed, 0, 200),
                 height = 1 + (uint32_t)grid_map_draw(seed, 1, 90);
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = grid_map_open(width, height, false);
        uint8_t *is_blocked = calloc(width * height, 1);
        for (uint64_t i = 0; i < 4000; i++) {
            VeerCell cell = {grid_map_draw(seed, 3 * i + 2, (int32_t)width),
                             grid_map_draw(seed, 3 * i + 3, (int32_t)height)};
            bool value = grid_map_draw(seed, 3 * i + 4, 2);
            veer_grid_set_blocked(grid, cell, value);
            is_blocked[(uint32_t)cell.y * width + (uint32_t)cell.x] = value;
        }
        for (uint32_t i = 0; i < width * height; i++) {
            VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
            assert_int_equal(veer_grid_is_blocked(grid, cell), is_blocked[i]);
        }
        free(is_blocked);
        free(grid);
    }
}

static void fill_is_clipped(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(10, 10, false);
    veer_grid_fill(grid, (VeerCellRect){{-5, 8}, {3, 99}}, true);
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, 8}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){2, 9}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){3, 9}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){0, 7}));
    veer_grid_set_blocked(grid, (VeerCell){10, 0}, true); // outside: nothing happens
    free(grid);
}

static void bad_defs_are_refused(void **state)
{
    (void)state;
    VeerGridDef good = veer_grid_def_default();
    for (int i = 0; i < 7; i++) {
        VeerGridDef def = good;
        def.width = i == 0 ? 0 : def.width;
        def.height = i == 1 ? VEER_MAX_GRID_CELLS + 1 : def.height;
        def.cell_size = i == 2 ? 0.0f : def.cell_size;
        def.cell_size = i == 3 ? NAN : def.cell_size;
        def.origin.x = i == 4 ? INFINITY : def.origin.x;
        def.origin.y = i == 5 ? 3e6f : def.origin.y;
        def.cookie = i == 6 ? 0 : def.cookie;
        assert_int_equal(veer_grid_size(&def), 0);
        assert_null(veer_grid_init(NULL, &def));
    }
}

static void cells_and_positions_agree(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.origin = (VeerVec3){-10.0f, 5.0f, 2.0f};
    def.cell_size = 0.5f;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    VeerCell cell = veer_grid_cell_at(grid, (VeerVec3){-9.1f, 5.6f, 0.0f});
    assert_int_equal(cell.x, 1);
    assert_int_equal(cell.y, 1);
    VeerVec3 centre = veer_grid_centre(grid, cell);
    assert_true(centre.x == -9.25f && centre.y == 5.75f && centre.z == 2.0f);
    cell = veer_grid_cell_at(grid, (VeerVec3){-10.1f, 1e30f, 0.0f});
    assert_int_equal(cell.x, -1);
    assert_false(veer_grid_has(grid, cell));
    assert_false(veer_grid_has(grid, veer_grid_cell_at(grid, (VeerVec3){NAN, 5.1f, 0.0f})));
    free(grid);
}

static void versions_count_commits_that_changed_something(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(100, 100, true);
    veer_grid_set_blocked(grid, (VeerCell){35, 3}, true);
    assert_false(veer_grid_is_committed(grid));
    veer_grid_commit(grid);
    assert_int_equal(veer_grid_version(grid), 1);
    veer_grid_commit(grid); // nothing changed
    assert_int_equal(veer_grid_version(grid), 1);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){70, 70}, 9), VEER_OK);
    veer_grid_commit(grid);
    assert_int_equal(veer_grid_version(grid), 2);
    // Blocking what is blocked is no change.
    veer_grid_set_blocked(grid, (VeerCell){35, 3}, true);
    assert_true(veer_grid_is_committed(grid));
    free(grid);
}

static void costs_are_kept(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(9, 9, true), *plain = grid_map_open(9, 9, false);
    assert_int_equal(veer_grid_cost(grid, (VeerCell){3, 3}), 1);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){3, 3}, 7), VEER_OK);
    assert_int_equal(veer_grid_cost(grid, (VeerCell){3, 3}), 7);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){3, 3}, 0), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){9, 3}, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_set_cost(plain, (VeerCell){3, 3}, 7), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_cost(plain, (VeerCell){3, 3}), 1);
    free(grid);
    free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_begins_free),
        cmocka_unit_test(grid_remembers_what_is_blocked),
        cmocka_unit_test(fill_is_clipped),
        cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(cells_and_positions_agree),
        cmocka_unit_test(versions_count_commits_that_changed_something),
        cmocka_unit_test(costs_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
