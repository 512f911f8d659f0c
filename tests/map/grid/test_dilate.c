#include "support/grid_maps.h"

#include <math.h>

static void dilation_equals_brute_force(void **state)
{
    (void)state;
    const float radii[] = {0.0f, 0.3f, 0.5f, 0.51f, 1.0f, 1.5f, 2.2f, 3.7f, 9.0f, 30.0f, 80.0f};
    for (uint64_t seed = 1; seed <= suite_seeds(22); seed++) {
        uint32_t width = 1 + (uint32_t)grid_map_draw(seed, 0, 200),
                 height = 1 + (uint32_t)grid_map_draw(seed, 1, 40);
        float radius = radii[seed % 11];
        print_message("seed %u: %u x %u, radius %g\n", (unsigned)seed, width, height,
                      (double)radius);
        VeerGrid *from = grid_map_open(width, height, false),
                 *to = grid_map_open(width, height, false);
        grid_map_scatter(to, seed + 100, 0.5f); // to be overwritten
        grid_map_scatter(from, seed, 0.002f * (float)seed);
        assert_int_equal(veer_grid_dilate(from, radius, to), VEER_OK);
        assert_true(veer_grid_is_committed(to));
        for (uint32_t i = 0; i < width * height; i++) {
            VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
            bool near = (float)grid_map_nearest_square(from, cell) < 4.0f * radius * radius;
            assert_int_equal(veer_grid_is_blocked(to, cell),
                             near || veer_grid_is_blocked(from, cell));
        }
        uint32_t version = veer_grid_version(to);
        assert_int_equal(veer_grid_dilate(from, radius, to), VEER_OK);
        assert_int_equal(veer_grid_version(to), version); // nothing new
        free(from);
        free(to);
    }
}

static void dilation_takes_costs_along(void **state)
{
    (void)state;
    VeerGrid *from = grid_map_open(40, 40, true), *to = grid_map_open(40, 40, true);
    assert_int_equal(veer_grid_set_cost(from, (VeerCell){5, 6}, 3), VEER_OK);
    assert_int_equal(veer_grid_dilate(from, 1.0f, to), VEER_OK);
    assert_int_equal(veer_grid_cost(to, (VeerCell){5, 6}), 3);
    free(from);
    free(to);
}

static void dilation_refuses_what_does_not_match(void **state)
{
    (void)state;
    VeerGrid *a = grid_map_open(40, 40, false), *b = grid_map_open(40, 41, false);
    assert_int_equal(veer_grid_dilate(a, 1.0f, b), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_dilate(a, 1.0f, a), VEER_BAD_VALUE);
    free(b);
    b = grid_map_open(40, 40, false);
    assert_int_equal(veer_grid_dilate(a, -1.0f, b), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_dilate(a, NAN, b), VEER_BAD_VALUE);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dilation_equals_brute_force),
        cmocka_unit_test(dilation_takes_costs_along),
        cmocka_unit_test(dilation_refuses_what_does_not_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
