/// Trails, and slices across them.
#include "squad/formation/formation.h"

#include "support/suite.h"

#include <stdlib.h>

static VeerTrail corner(void)
{
    VeerTrail trail = {.count = 0};
    veer_trail_add(&trail, vec3(0, 0, 0));
    veer_trail_add(&trail, vec3(10, 0, 0));
    veer_trail_add(&trail, vec3(10, 10, 0));
    return trail;
}

static void expect_point(VeerVec3 point, float x, float y)
{
    assert_float_equal(point.x, x, 1e-5f);
    assert_float_equal(point.y, y, 1e-5f);
}

static void trail_is_measured_along_its_corners(void **state)
{
    (void)state;
    VeerTrail trail = corner();
    assert_float_equal(trail.along[2], 20.0f, 1e-6f);
    expect_point(veer_trail_at(&trail, 5), 5, 0);
    expect_point(veer_trail_at(&trail, 14), 10, 4);
}

static void trail_goes_straight_on_beyond_its_ends(void **state)
{
    (void)state;
    VeerTrail trail = corner();
    expect_point(veer_trail_at(&trail, -3), -3, 0);
    expect_point(veer_trail_at(&trail, 25), 10, 15);
}

static void trail_leaves_out_a_point_that_is_there(void **state)
{
    (void)state;
    VeerTrail trail = corner();
    veer_trail_add(&trail, vec3(10, 10, 0));
    assert_int_equal(trail.count, 3);
}

static void trail_holds_no_more_than_it_has_room_for(void **state)
{
    (void)state;
    VeerTrail trail = {.count = 0};
    for (uint32_t i = 0; i < VEER_TRAIL_POINTS + 5u; i++) {
        veer_trail_add(&trail, vec3((float)i, 0, 0));
    }
    assert_int_equal(trail.count, VEER_TRAIL_POINTS);
}

static void direction_turns_round_a_corner(void **state)
{
    (void)state;
    VeerTrail trail = corner();
    VeerVec3 none = {0};
    expect_point(veer_trail_direction(&trail, 5, 2, none), 1, 0);
    expect_point(veer_trail_direction(&trail, 10, 2, none), 0.70710678f, 0.70710678f);
    expect_point(veer_trail_direction(&trail, 15, 2, none), 0, 1);
}

static void direction_of_a_path_there_and_back_is_the_fallback(void **state)
{
    (void)state;
    VeerTrail trail = {.count = 0};
    veer_trail_add(&trail, vec3(0, 0, 0));
    veer_trail_add(&trail, vec3(10, 0, 0));
    veer_trail_add(&trail, vec3(0, 0, 0));
    expect_point(veer_trail_direction(&trail, 10, 2, vec3(0, 1, 0)), 0, 1);
}

static void smooth_trail_cuts_the_corner(void **state)
{
    (void)state;
    VeerTrail trail = corner();
    expect_point(veer_trail_smooth(&trail, 5, 2), 5, 0);
    // The mean of 4 m before the corner, 2 m off it, and of 4 m after.
    expect_point(veer_trail_smooth(&trail, 10, 4), 9, 1);
    expect_point(veer_trail_smooth(&trail, -3, 2), -3, 0);
    expect_point(veer_trail_smooth(&trail, 30, 2), 10, 20);
}

static void slice_joins_what_meets(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    veer_slice_block(&slice, 1, 2);
    veer_slice_block(&slice, 4, 5);
    assert_int_equal(slice.count, 2);
    veer_slice_block(&slice, 2, 4);
    assert_int_equal(slice.count, 1);
    assert_float_equal(slice.upper[0], 5.0f, 0.0f);
}

static void slice_ignores_an_empty_range(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    veer_slice_block(&slice, 2, 1);
    veer_slice_block(&slice, NAN, 1);
    assert_int_equal(slice.count, 0);
}

static void slice_knows_the_room_about_a_place(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    float lower, upper;
    veer_slice_block(&slice, -9, -2);
    veer_slice_block(&slice, 1, 3);
    veer_slice_room(&slice, 0, 5, &lower, &upper);
    assert_float_equal(lower, -2.0f, 0.0f);
    assert_float_equal(upper, 1.0f, 0.0f);
    assert_float_equal(veer_slice_free(&slice, 5), 5.0f, 1e-6f);
}

static void slice_finds_the_nearest_free_place(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    veer_slice_block(&slice, -1, 3);
    assert_float_equal(veer_slice_nearest(&slice, 0.5f), -1.0f, 0.0f);
    assert_float_equal(veer_slice_nearest(&slice, 1.0f), 3.0f, 0.0f);
    assert_float_equal(veer_slice_nearest(&slice, 4.0f), 4.0f, 0.0f);
}

static void slice_takes_over_what_another_blocks(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0}, other = {.count = 0};
    veer_slice_block(&other, 0, 1);
    veer_slice_block(&other, 5, 6);
    veer_slice_join(&slice, &other);
    assert_false(veer_slice_is_free(&slice, 0.5f));
    assert_true(veer_slice_is_free(&slice, 3.0f));
}

/// With too many parts some become one: what was blocked stays so.
static void slice_never_forgets_what_is_blocked(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 200; seed++) {
        VeerSlice slice = {.count = 0};
        float lowers[20], uppers[20];
        unsigned dice = seed;
        for (int i = 0; i < 20; i++) {
            dice = dice * 1664525u + 1013904223u;
            lowers[i] = (float)(dice >> 20) * 0.01f;
            uppers[i] = lowers[i] + (float)(dice >> 8 & 15u) * 0.1f;
            veer_slice_block(&slice, lowers[i], uppers[i]);
        }
        assert_true(slice.count <= VEER_SLICE_RANGES);
        for (int i = 0; i < 20; i++) {
            float middle = 0.5f * (lowers[i] + uppers[i]);
            if (uppers[i] > lowers[i] && veer_slice_is_free(&slice, middle)) {
                fail_msg("seed %u: %g is forgotten", seed, (double)middle);
            }
        }
        for (uint32_t i = 1; i < slice.count; i++) {
            assert_true(slice.lower[i] > slice.upper[i - 1]);
        }
    }
}

static void slice_is_open_but_for_what_closes_its_ends(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    assert_float_equal(veer_slice_open(&slice, 4), 8.0f, 1e-6f);
    veer_slice_block(&slice, -1, 1);
    assert_float_equal(veer_slice_open(&slice, 4), 8.0f, 1e-6f);
    veer_slice_block(&slice, 3, 9);
    assert_float_equal(veer_slice_open(&slice, 4), 7.0f, 1e-6f);
    veer_slice_block(&slice, -9, -2);
    assert_float_equal(veer_slice_open(&slice, 4), 5.0f, 1e-6f);
    veer_slice_block(&slice, -9, 9);
    assert_float_equal(veer_slice_open(&slice, 4), 0.0f, 0.0f);
}

static void slice_with_too_many_ranges_merges_the_first_two_of_the_nearest(void **state)
{
    (void)state;
    VeerSlice slice = {.count = 0};
    for (int i = 0; i < VEER_SLICE_RANGES; i++) { // gaps of 3, but for the one after the second: 2
        float lower = 4.0f * (float)i - (i > 1 ? 1.0f : 0.0f);
        veer_slice_block(&slice, lower, lower + 1.0f);
    }
    veer_slice_block(&slice, 100, 101);
    assert_int_equal(slice.count, VEER_SLICE_RANGES);
    assert_true(slice.lower[1] == 4.0f && slice.upper[1] == 8.0f);
    veer_slice_block(&slice, 200, 201);
    assert_int_equal(slice.count, VEER_SLICE_RANGES);
    assert_true(slice.lower[0] == 0.0f && slice.upper[0] == 8.0f);
    assert_true(slice.lower[1] == 11.0f && slice.upper[1] == 12.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trail_is_measured_along_its_corners),
        cmocka_unit_test(trail_goes_straight_on_beyond_its_ends),
        cmocka_unit_test(trail_leaves_out_a_point_that_is_there),
        cmocka_unit_test(trail_holds_no_more_than_it_has_room_for),
        cmocka_unit_test(direction_turns_round_a_corner),
        cmocka_unit_test(direction_of_a_path_there_and_back_is_the_fallback),
        cmocka_unit_test(smooth_trail_cuts_the_corner),
        cmocka_unit_test(slice_joins_what_meets),
        cmocka_unit_test(slice_ignores_an_empty_range),
        cmocka_unit_test(slice_knows_the_room_about_a_place),
        cmocka_unit_test(slice_finds_the_nearest_free_place),
        cmocka_unit_test(slice_takes_over_what_another_blocks),
        cmocka_unit_test(slice_is_open_but_for_what_closes_its_ends),
        cmocka_unit_test(slice_with_too_many_ranges_merges_the_first_two_of_the_nearest),
        cmocka_unit_test(slice_never_forgets_what_is_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
