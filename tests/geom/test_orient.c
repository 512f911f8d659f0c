#include "geom/orient.h"

#include "base/random.h"
#include "support/suite.h"

#include <float.h>

static int32_t draw_whole(uint64_t stream, uint64_t counter, int32_t limit)
{
    uint64_t bits = veer_random_u64(13, stream, counter);
    return (int32_t)(bits % (uint64_t)(2 * limit + 1)) - limit;
}

static int sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

// Whole numbers below 2^24 are exact in float, and their products in 64 bits.
static void check_whole(const int32_t v[6], float scale)
{
    int64_t left = ((int64_t)v[0] - v[4]) * ((int64_t)v[3] - v[5]);
    int64_t right = ((int64_t)v[1] - v[5]) * ((int64_t)v[2] - v[4]);
    VeerVec2 a = vec2((float)v[0] * scale, (float)v[1] * scale);
    VeerVec2 b = vec2((float)v[2] * scale, (float)v[3] * scale);
    VeerVec2 c = vec2((float)v[4] * scale, (float)v[5] * scale);
    assert_int_equal(veer_orient(a, b, c), sign_of(left - right));
    assert_int_equal(veer_orient(b, a, c), -sign_of(left - right));
}

static void orient_is_exact_for_whole_numbers(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        int32_t v[6];
        for (uint64_t k = 0; k < 6; k++) {
            v[k] = draw_whole(k, i, i % 2 ? 3 : 1 << 23);
        }
        check_whole(v, i % 3 ? 1.0f : 0x1p-60f);
    }
}

// c on the line through a and b, or off it by a last place.
static void orient_is_exact_next_to_the_line(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        int32_t x = draw_whole(10, i, 2000);
        int32_t y = draw_whole(11, i, 2000);
        int32_t far_out = draw_whole(12, i, 2000);
        int32_t off = draw_whole(13, i, 1);
        const int32_t v[6] = {x, y, -x * 3, -y * 3, x * far_out, y * far_out + off};
        check_whole(v, 0x1p-30f);
    }
}

// The differences of these round even in double, so only the exact sum can tell.
static void orient_is_exact_across_all_magnitudes(void **state)
{
    (void)state;
    VeerVec2 a = vec2(-1e6f, -1e6f);
    VeerVec2 b = vec2(1e6f, 1e6f);
    assert_int_equal(veer_orient(a, b, vec2(0.0f, FLT_TRUE_MIN)), 1);
    assert_int_equal(veer_orient(a, b, vec2(FLT_TRUE_MIN, 0.0f)), -1);
    assert_int_equal(veer_orient(a, b, vec2(FLT_TRUE_MIN, FLT_TRUE_MIN)), 0);
    assert_int_equal(veer_orient(a, b, vec2(1e-30f, 1.0001e-30f)), 1);
}

static void orient_of_equal_points_is_none(void **state)
{
    (void)state;
    VeerVec2 a = vec2(0.1f, 0.7f);
    assert_int_equal(veer_orient(a, a, vec2(3, 4)), 0);
    assert_int_equal(veer_orient(vec2(3, 4), a, a), 0);
    assert_int_equal(veer_orient(a, a, a), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orient_is_exact_for_whole_numbers),
        cmocka_unit_test(orient_is_exact_next_to_the_line),
        cmocka_unit_test(orient_is_exact_across_all_magnitudes),
        cmocka_unit_test(orient_of_equal_points_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
