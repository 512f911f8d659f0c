// Layers that are not of the map's size, and sides that no map has: refused, and nothing changes.
#include "support/grid_maps.h"
#include "veer/window.h"

#include <math.h>

static void sides_out_of_range_have_no_layers(void **unused)
{
    (void)unused;
    const uint32_t bad[] = {0, VEER_MAX_GRID_CELLS + 1u, 1u << 16, 1u << 31, UINT32_MAX};
    static _Alignas(64) unsigned char memory[4096];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(veer_labels_size(bad[i], 3), 0);
        assert_int_equal(veer_labels_size(3, bad[i]), 0);
        assert_int_equal(veer_clearance_size(bad[i], 3), 0);
        assert_int_equal(veer_occupancy_size(3, bad[i]), 0);
        assert_null(veer_labels_init(memory, bad[i], 3));
        assert_null(veer_clearance_init(memory, 3, bad[i], 5));
    }
    assert_null(veer_labels_init(NULL, 3, 3));
    assert_null(veer_clearance_init(NULL, 3, 3, 5));
}

static void layers_refuse_a_grid_of_another_size(void **unused)
{
    (void)unused;
    VeerGrid *grid = grid_map_open(9, 7, false), *other = grid_map_open(90, 70, false);
    VeerLabels *labels = veer_labels_init(take(veer_labels_size(9, 7)), 9, 7);
    VeerClearance *clearance = veer_clearance_init(take(veer_clearance_size(9, 7)), 9, 7, 5);
    VeerOccupancy *occupancy = veer_occupancy_init(take(veer_occupancy_size(9, 7)), grid);
    VeerCellDisc none = {0}, disc = {3.0f, 3.0f, 2.0f}, far = {60.0f, 60.0f, 5.0f};
    VeerCellRect all = {{0, 0}, {90, 70}};
    assert_int_equal(veer_labels_build(labels, other), VEER_BAD_VALUE);
    assert_int_equal(veer_labels_build(labels, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_clearance_build(clearance, other), VEER_BAD_VALUE);
    assert_int_equal(veer_clearance_update(clearance, other, all), VEER_BAD_VALUE);
    veer_occupancy_move(occupancy, other, none, disc);
    veer_occupancy_move(occupancy, other, none, far);
    veer_occupancy_set_static(occupancy, other, (VeerCell){50, 50}, true);
    assert_int_equal(veer_occupancy_count(occupancy, (VeerCell){3, 3}), 0);
    assert_false(veer_grid_is_blocked(other, (VeerCell){3, 3}));
    assert_false(veer_grid_is_blocked(other, (VeerCell){50, 50}));
    assert_int_equal(veer_clearance_build(clearance, grid), VEER_OK);
    free(grid);
    free(other);
    free(labels);
    free(clearance);
    free(occupancy);
}

static void windows_refuse_a_grid_of_another_size(void **unused)
{
    (void)unused;
    VeerWindowDef def = veer_window_def_default();
    VeerGrid *other = grid_map_open(90, 70, false);
    VeerWindow *window = veer_window_init(take(veer_window_size(&def)), &def);
    assert_int_equal(veer_window_set_static_grid(window, other), VEER_BAD_VALUE);
    assert_int_equal(veer_window_set_static_grid(window, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_window_put(window, 0, NULL), VEER_BAD_VALUE);
    free(window);
    free(other);
}

static void what_is_far_off_the_grid_has_no_gap_beyond_it(void **unused)
{
    (void)unused;
    const float far[] = {1e9f, 1e20f, 3e38f, -1e12f};
    VeerGrid *grid = grid_map_open(9, 7, false);
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        VeerVec3 there = {far[i], 1.0f, 0.0f}, here = {1.0f, 1.0f, 0.0f};
        assert_true(veer_grid_gap(grid, there, 5.0f) == 0.0f);
        assert_int_equal(veer_grid_is_blocked(grid, veer_grid_cell_at(grid, there)), true);
        assert_true(veer_grid_is_clear(grid, here, here, 0.2f));
    }
    VeerVec3 here = {1.0f, 1.0f, 0.0f}, nowhere = {NAN, 1.0f, 0.0f};
    assert_false(veer_grid_is_clear(grid, here, nowhere, 0.2f));
    assert_false(veer_grid_is_clear(grid, here, here, NAN));
    assert_true(veer_grid_gap(grid, nowhere, 5.0f) == 0.0f);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_out_of_range_have_no_layers),
        cmocka_unit_test(layers_refuse_a_grid_of_another_size),
        cmocka_unit_test(windows_refuse_a_grid_of_another_size),
        cmocka_unit_test(what_is_far_off_the_grid_has_no_gap_beyond_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
