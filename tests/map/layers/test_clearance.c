#include "support/grid_maps.h"
#include "support/memory.h"

#include <math.h>

static void check_clearance(const VeerClearance *clearance, const VeerGrid *grid, float reach)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (uint32_t i = 0; i < def->width * def->height; i++) {
        VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
        float exact = sqrtf((float)grid_map_nearest_square(grid, cell)) * 0.5f;
        assert_true(veer_clearance_at(clearance, cell) == (exact < reach ? exact : reach));
    }
}

static void clearance_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(24); seed++) {
        uint32_t width = 1 + (uint32_t)grid_map_draw(seed, 0, 70),
                 height = 1 + (uint32_t)grid_map_draw(seed, 1, 50);
        uint32_t reach = seed % 3 == 0 ? 127 : 1 + (uint32_t)grid_map_draw(seed, 2, 20);
        print_message("seed %u: %u x %u, reach %u\n", (unsigned)seed, width, height, reach);
        VeerGrid *grid = grid_map_open(width, height, false);
        grid_map_scatter(grid, seed, seed % 2 ? 0.01f : 0.2f);
        VeerClearance *clearance =
            veer_clearance_init(take(veer_clearance_size(width, height)), width, height, reach);
        assert_int_equal(veer_clearance_build(clearance, grid), VEER_OK);
        check_clearance(clearance, grid, (float)reach);
        for (uint64_t i = 0; i < 6; i++) {
            VeerCell at = {grid_map_draw(seed, 10 + 4 * i, (int32_t)width),
                           grid_map_draw(seed, 11 + 4 * i, (int32_t)height)};
            VeerCellRect rect = {at, {at.x + 1 + grid_map_draw(seed, 12 + 4 * i, 5), at.y + 2}};
            veer_grid_fill(grid, rect, i % 2 == 0);
            assert_int_equal(veer_clearance_update(clearance, grid, rect), VEER_OK);
            check_clearance(clearance, grid, (float)reach);
        }
        free(clearance);
        free(grid);
    }
}

static void clearance_knows_its_grid(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(9, 9, false);
    VeerClearance *clearance = veer_clearance_init(take(veer_clearance_size(9, 8)), 9, 8, 0);
    assert_int_equal(veer_clearance_build(clearance, grid), VEER_BAD_VALUE);
    assert_true(veer_clearance_at(clearance, (VeerCell){4, 4}) == 0.0f);
    assert_true(veer_clearance_at(clearance, (VeerCell){9, 4}) == 0.0f);
    free(clearance);
    clearance = veer_clearance_init(take(veer_clearance_size(9, 9)), 9, 9, 1000);
    VeerCellRect outside = {{20, 20}, {30, 30}};
    assert_int_equal(veer_clearance_update(clearance, grid, outside), VEER_OK);
    assert_true(veer_clearance_at(clearance, (VeerCell){4, 4}) == 0.0f); // not built yet
    free(clearance);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clearance_equals_brute_force),
        cmocka_unit_test(clearance_knows_its_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
