// Powers and the interaction kernel, against the C library's in double.
#include "math/kernel.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static uint64_t state = 0x9e3779b97f4a7c15u;

static double roll_between(double lower, double upper)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return lower + (upper - lower) * ((double)(state >> 40) * 0x1p-24);
}

/// The distance from a float to a double, in units of the float's last place.
static double places_off(float value, double truth)
{
    double unit = (double)nextafterf(fabsf(value), INFINITY) - (double)fabsf(value);
    return fabs((double)value - truth) / unit;
}

static void power_is_within_a_last_place_of_the_truth(void **unused)
{
    (void)unused;
    double worst = 0.0;
    for (int i = 0; i < 200000; i++) {
        float base = (float)exp2(roll_between(-60.0, 60.0));
        float exponent = (float)roll_between(-2.0, 2.0);
        double truth = pow((double)base, (double)exponent);
        if (truth < (double)FLT_MIN || truth > (double)FLT_MAX) {
            continue;
        }
        worst = fmax(worst, places_off(veer_power(base, exponent), truth));
    }
    printf("power: worst %.4f of the last place\n", worst);
    assert_true(worst < 0.51);
}

static void power_of_halves_multiplied_out_is_the_same(void **unused)
{
    (void)unused;
    for (int halves = -16; halves <= 16; halves++) {
        for (int i = 0; i < 500; i++) {
            float base = (float)exp2(roll_between(-7.0, 7.0)), exponent = 0.5f * (float)halves;
            double truth = pow((double)base, (double)exponent);
            assert_true(places_off(veer_power(base, exponent), truth) < 0.51);
        }
    }
}

static void power_of_nothing_below_zero_is_no_number(void **unused)
{
    (void)unused;
    assert_true(isnan(veer_power(0.0f, 1.5f)));
    assert_true(isnan(veer_power(-2.0f, 2.0f)));
    assert_true(isnan(veer_power(NAN, 2.0f)));
    assert_true(isnan(veer_power(2.0f, NAN)));
}

static void power_leaves_the_range_of_float_at_both_ends(void **unused)
{
    (void)unused;
    assert_true(isinf(veer_power(10.0f, 60.3f)));
    assert_true(veer_power(10.0f, -60.3f) == 0.0f);
    assert_true(isinf(veer_power(INFINITY, 0.3f)));
    assert_true(veer_power(INFINITY, -0.3f) == 0.0f);
    assert_true(isinf(veer_power(1e30f, 7.0f)));
    assert_true(veer_power(1e30f, -7.0f) == 0.0f);
}

static void power_of_one_and_to_zero_is_one(void **unused)
{
    (void)unused;
    assert_true(veer_power(1.0f, 123.4f) == 1.0f);
    assert_true(veer_power(1234.5f, 0.0f) == 1.0f);
    assert_true(veer_power(1e-44f, 0.0f) == 1.0f);
}

static void power_takes_denormal_bases(void **unused)
{
    (void)unused;
    assert_true(places_off(veer_power(1e-44f, 0.3f), pow((double)1e-44f, (double)0.3f)) < 0.51);
}

static void kernel_is_that_of_lennard_and_jones(void **unused)
{
    (void)unused;
    VeerKernel kernel = {2000.0f, 1.5f, 2.0f, 1e-5f, 0.01f};
    for (int i = 0; i < 1000; i++) {
        float gap = (float)roll_between(0.5, 200.0);
        double g = (double)gap;
        double truth = 2000.0 / pow(g, 1.5) - 2.0 / pow(g, (double)1e-5f);
        assert_true(fabs((double)kernel_at(&kernel, gap) - truth) <= 1e-6 * (2.0 + fabs(truth)));
    }
}

static void kernel_is_that_of_separation(void **unused)
{
    (void)unused;
    VeerKernel kernel = {1.0f, 0.0f, 1.0f / 3.0f, -1.0f, 1e-6f};
    assert_true(fabsf(kernel_at(&kernel, 0.0f) - 1.0f) < 1e-6f);
    assert_true(fabsf(kernel_at(&kernel, 1.5f) - 0.5f) < 1e-6f);
    assert_true(fabsf(kernel_at(&kernel, 3.0f)) < 1e-6f);
}

static void kernel_takes_small_gaps_as_the_least(void **unused)
{
    (void)unused;
    VeerKernel kernel = {1.0f, 1.0f, 0.0f, 0.0f, 0.01f};
    assert_true(kernel_at(&kernel, -5.0f) == kernel_at(&kernel, 0.01f));
    assert_true(kernel_at(&kernel, 0.01f) == 1.0f / 0.01f);
}

static void kernel_of_no_strength_is_zero_at_any_gap(void **unused)
{
    (void)unused;
    VeerKernel kernel = {0.0f, -8.0f, 0.0f, -8.0f, 0.01f};
    assert_true(kernel_at(&kernel, 1e30f) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_is_within_a_last_place_of_the_truth),
        cmocka_unit_test(power_of_halves_multiplied_out_is_the_same),
        cmocka_unit_test(power_of_nothing_below_zero_is_no_number),
        cmocka_unit_test(power_leaves_the_range_of_float_at_both_ends),
        cmocka_unit_test(power_of_one_and_to_zero_is_one),
        cmocka_unit_test(power_takes_denormal_bases),
        cmocka_unit_test(kernel_is_that_of_lennard_and_jones),
        cmocka_unit_test(kernel_is_that_of_separation),
        cmocka_unit_test(kernel_takes_small_gaps_as_the_least),
        cmocka_unit_test(kernel_of_no_strength_is_zero_at_any_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
