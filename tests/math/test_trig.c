#include "math/trig.h"

#include "base/random.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The distance to the next float beyond |value|.
static double unit_of(double value)
{
    float rounded = fabsf((float)value);
    return (double)nextafterf(rounded, INFINITY) - (double)rounded;
}

static double error_of(float value, double truth)
{
    return fabs((double)value - truth) / unit_of(truth);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

typedef float VeerUnary(float);
typedef double LibraryUnary(double);

// The worst error over floats of all exponents and both signs, in units of the last place.
static double worst_error(VeerUnary *own, LibraryUnary *library, float limit)
{
    double worst = 0.0;
    for (uint32_t bits = 0; bits < 0x7f800000u - 1999u; bits += 1999u) {
        float x = float_of(bits);
        if (x > limit) {
            break;
        }
        worst = fmax(worst, error_of(own(x), library((double)x)));
        worst = fmax(worst, error_of(own(-x), library(-(double)x)));
    }
    return worst;
}

static void trig_sine_is_within_half_a_place(void **state)
{
    (void)state;
    assert_true(worst_error(veer_sin, sin, FLT_MAX) < 0.51);
}

static void trig_cosine_is_within_half_a_place(void **state)
{
    (void)state;
    assert_true(worst_error(veer_cos, cos, FLT_MAX) < 0.51);
}

// Floats next to multiples of a quarter turn, where the reduction cancels most: each multiple of
// the quarter that a float can name, up to the largest.
static void trig_holds_next_to_multiples_of_a_quarter(void **state)
{
    (void)state;
    double worst = 0.0;
    for (double n = 1.0; n < 2e38; n = n < 3e5 ? n + 1.0 : n * 1.0001) {
        float x = (float)(n * 1.5707963267948966);
        for (int step = -1; step <= 1; step++) {
            float beside = nextafterf(x, step < 0 ? 0.0f : step > 0 ? INFINITY : x);
            worst = fmax(worst, error_of(veer_sin(beside), sin((double)beside)));
            worst = fmax(worst, error_of(veer_cos(beside), cos((double)beside)));
        }
    }
    assert_true(worst < 0.51);
}

static void trig_joins_both_reductions(void **state)
{
    (void)state;
    float below = nextafterf(65536.0f, 0.0f);
    assert_true(error_of(veer_sin(below), sin((double)below)) < 0.51);
    assert_true(error_of(veer_sin(65536.0f), sin(65536.0)) < 0.51);
}

static void trig_sine_keeps_the_sign_of_zero(void **state)
{
    (void)state;
    assert_true(veer_sin(0.0f) == 0.0f && !signbit(veer_sin(0.0f)));
    assert_true(veer_sin(-0.0f) == 0.0f && signbit(veer_sin(-0.0f)));
    assert_true(veer_cos(-0.0f) == 1.0f);
}

static void trig_of_what_is_not_finite_is_not_a_number(void **state)
{
    (void)state;
    const float values[] = {INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        assert_true(isnan(veer_sin(values[i])));
        assert_true(isnan(veer_cos(values[i])));
    }
    assert_true(isnan(veer_atan2(NAN, 1.0f)) && isnan(veer_atan2(1.0f, NAN)));
}

// A float with any bits, finite.
static float draw_float(uint64_t stream, uint64_t counter)
{
    uint32_t bits = (uint32_t)veer_random_u64(7, stream, counter);
    float value = float_of(bits);
    return isfinite(value) ? value : float_of(bits & 0x80ffffffu);
}

static void trig_atan2_is_within_half_a_place_for_any_two_floats(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint64_t i = 0; i < 1000000; i++) {
        float y = draw_float(0, i);
        float x = draw_float(1, i);
        worst = fmax(worst, error_of(veer_atan2(y, x), atan2((double)y, (double)x)));
    }
    assert_true(worst < 0.51);
}

static void trig_atan2_is_within_half_a_place_for_all_directions(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint64_t i = 0; i < 1000000; i++) {
        float y = veer_random_unit(8, 0, i) - 0.5f;
        float x = veer_random_unit(8, 1, i) - 0.5f;
        worst = fmax(worst, error_of(veer_atan2(y, x), atan2((double)y, (double)x)));
    }
    assert_true(worst < 0.51);
}

static void trig_atan2_treats_zeros_and_infinities_as_the_library(void **state)
{
    (void)state;
    const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            float expected = (float)atan2((double)values[i], (double)values[j]);
            float own = veer_atan2(values[i], values[j]);
            assert_true(own == expected && !signbit(own) == !signbit(expected));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trig_sine_is_within_half_a_place),
        cmocka_unit_test(trig_cosine_is_within_half_a_place),
        cmocka_unit_test(trig_holds_next_to_multiples_of_a_quarter),
        cmocka_unit_test(trig_joins_both_reductions),
        cmocka_unit_test(trig_sine_keeps_the_sign_of_zero),
        cmocka_unit_test(trig_of_what_is_not_finite_is_not_a_number),
        cmocka_unit_test(trig_atan2_is_within_half_a_place_for_any_two_floats),
        cmocka_unit_test(trig_atan2_is_within_half_a_place_for_all_directions),
        cmocka_unit_test(trig_atan2_treats_zeros_and_infinities_as_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
