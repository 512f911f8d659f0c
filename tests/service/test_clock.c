#include "support/suite.h"

#include "veer/clock.h"

#include <float.h>
#include <math.h>

#define DT (1.0f / 60.0f)

static void clock_makes_a_step_for_each_dt(void **unused)
{
    (void)unused;
    VeerClock clock = veer_clock_default(0.25f);
    assert_int_equal(clock.max_steps, 5);
    assert_int_equal(veer_clock_advance(&clock, 0.125), 0);
    assert_float_equal(veer_clock_fraction(&clock), 0.5f, 0.0f);
    assert_int_equal(veer_clock_advance(&clock, 0.125), 1);
    assert_float_equal(veer_clock_fraction(&clock), 0.0f, 0.0f);
    assert_int_equal(veer_clock_advance(&clock, 0.8125), 3);
    assert_float_equal(veer_clock_fraction(&clock), 0.25f, 0.0f);
}

static void clock_loses_no_time_over_a_day_of_frames(void **unused)
{
    (void)unused;
    VeerClock clock = veer_clock_default(DT);
    double frame = 1.0 / 144.0, time = 0.0;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < 12441600u; ++i) {
        steps += veer_clock_advance(&clock, frame);
        time += frame;
    }
    double made = (double)steps * (double)DT + clock.left;
    assert_true(fabs(made - time) < 1e-3);
}

static void clock_leaves_out_what_a_frame_has_no_steps_for(void **unused)
{
    (void)unused;
    static const double huge[] = {2.0, 1e3, 1e18, 1e300, DBL_MAX, (double)INFINITY};
    for (size_t i = 0; i < sizeof huge / sizeof *huge; ++i) {
        VeerClock clock = veer_clock_default(0.25f);
        assert_int_equal(veer_clock_advance(&clock, huge[i]), 5);
        assert_true(clock.left >= 0.0 && clock.left < 0.25);
        assert_int_equal(veer_clock_advance(&clock, 0.24), 0);
    }
}

static void clock_counts_what_is_no_time_as_none(void **unused)
{
    (void)unused;
    static const double bad[] = {0.0, -0.0, -1.0, -(double)INFINITY, (double)NAN, -1e300};
    VeerClock clock = veer_clock_default(0.25f);
    assert_int_equal(veer_clock_advance(&clock, 0.125), 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(veer_clock_advance(&clock, bad[i]), 0);
        assert_float_equal(veer_clock_fraction(&clock), 0.5f, 0.0f);
    }
}

static void clock_stands_with_no_steps_or_a_bad_dt(void **unused)
{
    (void)unused;
    VeerClock clock = veer_clock_default(DT);
    clock.max_steps = 0;
    assert_int_equal(veer_clock_advance(&clock, 10.0), 0);
    assert_in_range((int)(veer_clock_fraction(&clock) * 100.0f), 0, 100);
    static const float bad[] = {0.0f, -1.0f, NAN, INFINITY, 2.0f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        clock = veer_clock_default(bad[i]);
        assert_true(clock.dt == 0.0f && clock.max_steps == 0);
        clock = (VeerClock){(double)NAN, bad[i], 5};
        assert_int_equal(veer_clock_advance(&clock, 1.0), 0);
        assert_true(veer_clock_fraction(&clock) == 0.0f);
    }
    assert_int_equal(veer_clock_advance(NULL, 1.0), 0);
    assert_true(veer_clock_fraction(NULL) == 0.0f);
}

static void clock_mends_what_a_host_broke(void **unused)
{
    (void)unused;
    static const double left[] = {(double)NAN, -3.0, (double)INFINITY, 1e300};
    for (size_t i = 0; i < sizeof left / sizeof *left; ++i) {
        VeerClock clock = {left[i], 0.25f, 5};
        assert_in_range(veer_clock_advance(&clock, 0.25), 1, 2);
        float fraction = veer_clock_fraction(&clock);
        assert_true(fraction >= 0.0f && fraction <= 1.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_makes_a_step_for_each_dt),
        cmocka_unit_test(clock_loses_no_time_over_a_day_of_frames),
        cmocka_unit_test(clock_leaves_out_what_a_frame_has_no_steps_for),
        cmocka_unit_test(clock_counts_what_is_no_time_as_none),
        cmocka_unit_test(clock_stands_with_no_steps_or_a_bad_dt),
        cmocka_unit_test(clock_mends_what_a_host_broke),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
