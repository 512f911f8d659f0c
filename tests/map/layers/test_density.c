#include "base/random.h"
#include "veer/density.h"

#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = 12, H = 9 };

static VeerGridDef grid_def(void)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = W;
    def.height = H;
    def.origin = (VeerVec3){-3.0f, 2.0f, 0.0f};
    def.cell_size = 2.0f;
    return def;
}

static VeerDensity *open_density(float exponent)
{
    VeerGridDef def = grid_def();
    VeerDensity *density = veer_density_init(take(veer_density_size(&def)), &def, exponent);
    assert_non_null(density);
    return density;
}

// Where a place in cells lies, m.
static VeerVec3 at(float x, float y)
{
    return (VeerVec3){-3.0f + 2.0f * x, 2.0f + 2.0f * y, 0.0f};
}

static bool is_near(float a, float b)
{
    return fabsf(a - b) < 1e-3f;
}

static void body_in_the_middle_counts_there_alone(void **state)
{
    (void)state;
    VeerDensity *density = open_density(1.0f);
    veer_density_add(density, at(4.5f, 3.5f), (VeerVec3){1.0f, -2.0f, 9.0f});
    assert_true(is_near(veer_density_at(density, (VeerCell){4, 3}), 1.0f));
    assert_true(is_near(veer_density_at(density, (VeerCell){5, 3}), 0.0f));
    VeerVec3 mean = veer_density_velocity(density, (VeerCell){4, 3});
    assert_true(is_near(mean.x, 1.0f) && is_near(mean.y, -2.0f) && mean.z == 0.0f);
    mean = veer_density_velocity(density, (VeerCell){8, 8});
    assert_true(mean.x == 0.0f && mean.y == 0.0f);
    free(density);
}

static void body_between_cells_is_shared(void **state)
{
    (void)state;
    VeerDensity *density = open_density(2.0f);
    veer_density_add(density, at(4.75f, 4.0f), (VeerVec3){1.0f, 0.0f, 0.0f});
    // A quarter of a cell east of the middles, half a cell south of them.
    assert_true(is_near(veer_density_at(density, (VeerCell){4, 3}), 0.25f));
    assert_true(is_near(veer_density_at(density, (VeerCell){5, 3}), 0.0625f));
    assert_true(is_near(veer_density_at(density, (VeerCell){4, 4}), 0.25f));
    assert_true(is_near(veer_density_at(density, (VeerCell){5, 4}), 0.0625f));
    free(density);
}

static void mean_velocity_is_weighted_by_shares(void **state)
{
    (void)state;
    VeerDensity *density = open_density(1.0f);
    veer_density_add(density, at(4.5f, 3.5f), (VeerVec3){3.0f, 0.0f, 0.0f});
    veer_density_add(density, at(5.0f, 3.5f), (VeerVec3){0.0f, 0.0f, 0.0f}); // half of it here
    assert_true(is_near(veer_density_at(density, (VeerCell){4, 3}), 1.5f));
    assert_true(is_near(veer_density_velocity(density, (VeerCell){4, 3}).x, 2.0f));
    free(density);
}

static void body_at_the_border_counts_only_inside(void **state)
{
    (void)state;
    VeerDensity *density = open_density(1.0f);
    veer_density_add(density, at(0.1f, 0.5f), (VeerVec3){1.0f, 0.0f, 0.0f});
    assert_true(is_near(veer_density_at(density, (VeerCell){0, 0}), 0.6f));
    veer_density_add(density, at(-5.0f, 0.5f), (VeerVec3){1.0f, 0.0f, 0.0f});
    veer_density_add(density, at(0.5f, 40.0f), (VeerVec3){1.0f, 0.0f, 0.0f});
    assert_true(is_near(veer_density_at(density, (VeerCell){0, 0}), 0.6f));
    assert_true(veer_density_at(density, (VeerCell){-1, 0}) == 0.0f);
    assert_true(veer_density_at(density, (VeerCell){0, H}) == 0.0f);
    free(density);
}

static void what_is_not_finite_counts_for_nothing(void **state)
{
    (void)state;
    VeerGridDef def = grid_def();
    VeerDensity *density = open_density(1.0f), *empty = open_density(1.0f);
    veer_density_add(density, (VeerVec3){NAN, 0.0f, 0.0f}, (VeerVec3){1.0f, 0.0f, 0.0f});
    veer_density_add(density, (VeerVec3){INFINITY, 5.0f, 0.0f}, (VeerVec3){1.0f, 0.0f, 0.0f});
    veer_density_add(density, at(3.0f, 3.0f), (VeerVec3){INFINITY, 0.0f, 0.0f});
    veer_density_add(density, at(3.0f, 3.0f), (VeerVec3){0.0f, NAN, 0.0f});
    assert_memory_equal(density, empty, veer_density_size(&def));
    veer_density_add(density, at(3.5f, 3.5f), (VeerVec3){1e30f, 0.0f, 0.0f});
    assert_true(veer_density_velocity(density, (VeerCell){3, 3}).x <= 1e6f);
    free(density);
    free(empty);
}

static VeerVec3 any_place(uint64_t seed, uint64_t i)
{
    return at(14.0f * veer_random_unit(seed, 1, i) - 1.0f,
              11.0f * veer_random_unit(seed, 2, i) - 1.0f);
}

static VeerVec3 any_velocity(uint64_t seed, uint64_t i)
{
    return (VeerVec3){4.0f * veer_random_unit(seed, 3, i) - 2.0f,
                      4.0f * veer_random_unit(seed, 4, i) - 2.0f, 0.0f};
}

static void order_of_bodies_is_nothing(void **state)
{
    (void)state;
    const uint64_t seed = 21, count = 500;
    printf("seed %d\n", (int)seed);
    VeerGridDef def = grid_def();
    VeerDensity *one = open_density(1.5f), *other = open_density(1.5f), *empty = open_density(1.5f);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t k = count - 1 - i;
        veer_density_add(one, any_place(seed, i), any_velocity(seed, i));
        veer_density_add(other, any_place(seed, k), any_velocity(seed, k));
    }
    assert_memory_equal(one, other, veer_density_size(&def));
    veer_density_clear(other);
    assert_memory_equal(other, empty, veer_density_size(&def));
    free(one);
    free(other);
    free(empty);
}

static void discomfort_is_kept(void **state)
{
    (void)state;
    VeerDensity *density = open_density(1.0f);
    assert_int_equal(veer_density_set_discomfort(density, (VeerCell){2, 3}, 4.5f), VEER_OK);
    veer_density_clear(density);
    assert_true(veer_density_discomfort(density, (VeerCell){2, 3}) == 4.5f);
    assert_true(veer_density_discomfort(density, (VeerCell){2, 4}) == 0.0f);
    assert_true(veer_density_discomfort(density, (VeerCell){W, 0}) == 0.0f);
    assert_int_equal(veer_density_set_discomfort(density, (VeerCell){W, 3}, 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_density_set_discomfort(density, (VeerCell){2, 3}, -1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_density_set_discomfort(density, (VeerCell){2, 3}, INFINITY),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_density_set_discomfort(density, (VeerCell){2, 3}, NAN), VEER_BAD_VALUE);
    free(density);
}

static void density_refuses_bad_defs(void **state)
{
    (void)state;
    VeerGridDef def = grid_def(), bad = {.width = 3, .height = 3, .cell_size = 1.0f};
    assert_int_equal(veer_density_size(&bad), 0);
    assert_null(veer_density_init(NULL, &bad, 1.0f));
    assert_null(veer_density_init(NULL, &def, 0.0f));
    assert_null(veer_density_init(NULL, &def, 9.0f));
    assert_null(veer_density_init(NULL, &def, NAN));
}

// The mean of what is around a cell: over those that are free; without a grid over all, 0 off it.
static float mean_around(const VeerDensity *density, const VeerGrid *grid, VeerCell cell,
                         int32_t reach)
{
    float sum = 0.0f;
    int free = 0;
    for (int32_t y = -reach; y <= reach; y++) {
        for (int32_t x = -reach; x <= reach; x++) {
            VeerCell at = {cell.x + x, cell.y + y};
            sum += veer_density_at(density, at);
            free += !grid || !veer_grid_is_blocked(grid, at);
        }
    }
    return sum / (float)(free > 0 ? free : 1);
}

static void expect_blurred_means(const VeerGrid *grid)
{
    for (uint32_t reach = 0; reach < 14; reach += 1 + reach / 3) {
        VeerDensity *sharp = open_density(1.0f), *blurred = open_density(1.0f);
        for (uint32_t i = 0; i < 60; i++) {
            float x = veer_random_unit(9, 1, i) * (float)W;
            float y = veer_random_unit(9, 2, i) * (float)H;
            veer_density_add(sharp, at(x, y), (VeerVec3){2.0f, -1.0f, 0.0f});
            veer_density_add(blurred, at(x, y), (VeerVec3){2.0f, -1.0f, 0.0f});
        }
        veer_density_set_discomfort(blurred, (VeerCell){3, 3}, 2.0f);
        veer_density_blur(blurred, grid, reach);
        for (int32_t i = 0; i < W * H; i++) {
            VeerCell cell = {i % W, i / W};
            float expected = mean_around(sharp, grid, cell, (int32_t)reach);
            assert_true(is_near(veer_density_at(blurred, cell), expected));
            if (expected > 0.1f) {
                VeerVec3 mean = veer_density_velocity(blurred, cell);
                assert_true(is_near(mean.x, 2.0f) && is_near(mean.y, -1.0f));
            }
        }
        assert_true(veer_density_discomfort(blurred, (VeerCell){3, 3}) == 2.0f);
        free(sharp);
        free(blurred);
    }
}

static void blurred_is_the_mean_of_what_is_around(void **state)
{
    (void)state;
    expect_blurred_means(NULL);
}

static VeerGrid *make_grid_of(uint32_t width, uint32_t height)
{
    VeerGridDef def = grid_def();
    def.width = width;
    def.height = height;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    assert_non_null(grid);
    return grid;
}

static void blurred_among_walls_is_the_mean_of_what_is_free(void **state)
{
    (void)state;
    VeerGrid *grid = make_grid_of(W, H);
    for (uint32_t i = 0; i < W * H; i++) {
        bool is_rock = veer_random_unit(9, 3, i) < 0.4f;
        veer_grid_set_blocked(grid, (VeerCell){(int32_t)i % W, (int32_t)i / W}, is_rock);
    }
    veer_grid_commit(grid);
    expect_blurred_means(grid);
    free(grid);
}

static void blur_over_a_grid_of_another_size_is_that_over_none(void **state)
{
    (void)state;
    VeerGrid *grid = make_grid_of(W + 1, H);
    VeerDensity *one = open_density(1.0f), *other = open_density(1.0f);
    veer_density_add(one, at(2.5f, 2.5f), (VeerVec3){0.0f, 0.0f, 0.0f});
    veer_density_add(other, at(2.5f, 2.5f), (VeerVec3){0.0f, 0.0f, 0.0f});
    veer_density_blur(one, grid, 3);
    veer_density_blur(other, NULL, 3);
    VeerCell cell = {0, 0};
    assert_true(veer_density_at(one, cell) > 0.0f);
    assert_true(veer_density_at(one, cell) == veer_density_at(other, cell));
    free(grid);
    free(one);
    free(other);
}

static void blur_reaches_no_further_than_the_most(void **state)
{
    (void)state;
    VeerDensity *one = open_density(1.0f), *other = open_density(1.0f);
    veer_density_add(one, at(2.5f, 2.5f), (VeerVec3){0.0f, 0.0f, 0.0f});
    veer_density_add(other, at(2.5f, 2.5f), (VeerVec3){0.0f, 0.0f, 0.0f});
    veer_density_blur(one, NULL, VEER_MAX_DENSITY_REACH);
    veer_density_blur(other, NULL, UINT32_MAX);
    VeerCell cell = {2, 2};
    assert_true(veer_density_at(one, cell) > 0.0f);
    assert_true(veer_density_at(one, cell) == veer_density_at(other, cell));
    free(one);
    free(other);
}

// Where few cells are free each blur brings more together: sums are held to what a cell holds.
static void sums_are_bounded(void **state)
{
    (void)state;
    VeerGridDef def = grid_def();
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    veer_grid_fill(grid, (VeerCellRect){{0, 0}, {W, H}}, true);
    veer_grid_set_blocked(grid, (VeerCell){4, 3}, false);
    veer_grid_commit(grid);
    VeerDensity *density = open_density(1.0f);
    veer_density_add(density, at(4.5f, 3.5f), (VeerVec3){1e6f, -1e30f, 0.0f});
    for (int i = 0; i < 12; ++i) {
        veer_density_blur(density, grid, 4);
    }
    veer_density_add(density, at(4.5f, 3.5f), (VeerVec3){1e6f, -1e6f, 0.0f});
    float bodies = veer_density_at(density, (VeerCell){4, 3});
    VeerVec3 mean = veer_density_velocity(density, (VeerCell){4, 3});
    assert_true(bodies > 32767.0f && bodies <= 32768.0f);
    assert_true(mean.x > 0.0f && mean.x < 1.1e6f && mean.y < 0.0f && mean.y > -1.1e6f);
    free(density);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blurred_is_the_mean_of_what_is_around),
        cmocka_unit_test(blurred_among_walls_is_the_mean_of_what_is_free),
        cmocka_unit_test(blur_over_a_grid_of_another_size_is_that_over_none),
        cmocka_unit_test(blur_reaches_no_further_than_the_most),
        cmocka_unit_test(body_in_the_middle_counts_there_alone),
        cmocka_unit_test(body_between_cells_is_shared),
        cmocka_unit_test(mean_velocity_is_weighted_by_shares),
        cmocka_unit_test(body_at_the_border_counts_only_inside),
        cmocka_unit_test(what_is_not_finite_counts_for_nothing),
        cmocka_unit_test(order_of_bodies_is_nothing),
        cmocka_unit_test(sums_are_bounded),
        cmocka_unit_test(discomfort_is_kept),
        cmocka_unit_test(density_refuses_bad_defs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
