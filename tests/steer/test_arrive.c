#include "support/suite.h"

#include "base/random.h"
#include "math/vec.h"
#include "veer/steer.h"

static float between(uint32_t seed, uint32_t draw, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, draw, 0);
}

static void stopping_speed_without_a_limit_ends_at_the_point(void **unused)
{
    (void)unused;
    assert_float_equal(veer_steer_stopping_speed(3.0f, INFINITY, 0.1f), 30.0f, 1e-5f);
    assert_float_equal(veer_steer_stopping_speed(0.0f, INFINITY, 0.1f), 0.0f, 0.0f);
}

static void stopping_speed_solves_its_equation(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 2000; ++i) {
        float distance = between(i, 0, 0.0f, 50.0f), braking = between(i, 1, 0.1f, 20.0f);
        float dt = between(i, 2, 0.001f, 0.5f);
        double v = (double)veer_steer_stopping_speed(distance, braking, dt);
        double covered = v * (double)dt + v * v / (2.0 * (double)braking);
        double wanted = (double)distance;
        bool is_next_tick = v * (double)dt >= wanted * (1.0 - 1e-6);
        // A few last places of a float.
        assert_true(is_next_tick || fabs(covered - wanted) <= 1e-5 * (wanted + 1e-3));
    }
}

static void stopping_speed_never_overshoots_in_the_tick(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 2000; ++i) {
        float distance = between(i, 0, 0.0f, 5.0f), braking = between(i, 1, 0.1f, 1e6f);
        float dt = between(i, 2, 0.001f, 1.0f);
        float speed = veer_steer_stopping_speed(distance, braking, dt);
        assert_true(speed >= 0.0f && speed * dt <= distance * (1.0f + 1e-6f));
    }
}

/// Drives along a line as the preferred velocity says, braking within the limit. @return m beyond
/// the point
static float overshoot(float distance, float speed, float braking, float dt)
{
    float place = 0.0f, now = speed;
    for (int i = 0; i < 10000; ++i) {
        VeerVec3 preferred =
            veer_steer_arrive(vec3(distance - place, 0.0f, 0.0f), speed, braking, dt);
        now = max_f(min_f(preferred.x, now), now - braking * dt);
        place += now * dt;
    }
    return place - distance;
}

static void arrive_brakes_in_time_and_comes_to_rest_at_the_point(void **unused)
{
    (void)unused;
    const float ticks[] = {0.01f, 1.0f / 60.0f, 0.1f, 0.25f};
    for (int i = 0; i < 4; ++i) {
        for (float braking = 0.5f; braking < 20.0f; braking *= 2.0f) {
            float error = overshoot(100.0f, 5.0f, braking, ticks[i]);
            assert_true(fabsf(error) <= 1e-3f);
        }
    }
}

static void arrive_goes_straight_at_its_speed_while_far(void **unused)
{
    (void)unused;
    VeerVec3 preferred = veer_steer_arrive(vec3(60.0f, 0.0f, -80.0f), 5.0f, 10.0f, 0.1f);
    assert_float_equal(preferred.x, 3.0f, 1e-6f);
    assert_float_equal(preferred.y, 0.0f, 0.0f);
    assert_float_equal(preferred.z, -4.0f, 1e-6f);
}

static void arrive_at_the_point_is_rest(void **unused)
{
    (void)unused;
    VeerVec3 preferred = veer_steer_arrive(vec3(0.0f, 0.0f, 0.0f), 5.0f, 10.0f, 0.1f);
    assert_true(preferred.x == 0.0f && preferred.y == 0.0f && preferred.z == 0.0f);
}

static void intercept_of_a_target_at_rest_is_the_way_by_the_speed(void **unused)
{
    (void)unused;
    VeerVec3 still = {0};
    assert_float_equal(veer_steer_intercept_time(vec3(6.0f, 0.0f, 8.0f), still, 2.0f), 5.0f, 1e-6f);
    assert_float_equal(veer_steer_intercept_time(still, vec3(1.0f, 2.0f, 3.0f), 2.0f), 0.0f, 0.0f);
    assert_true(isinf(veer_steer_intercept_time(vec3(6.0f, 0.0f, 8.0f), still, 0.0f)));
}

static void intercept_meets_the_target_at_its_time(void **unused)
{
    (void)unused;
    int met = 0;
    for (uint32_t i = 0; i < 5000; ++i) {
        VeerVec3 offset = vec3(between(i, 0, -50.0f, 50.0f), between(i, 1, -50.0f, 50.0f),
                               between(i, 2, -50.0f, 50.0f));
        VeerVec3 velocity = vec3(between(i, 3, -3.0f, 3.0f), between(i, 4, -3.0f, 3.0f),
                                 between(i, 5, -3.0f, 3.0f));
        float speed = between(i, 6, 0.5f, 6.0f);
        float time = veer_steer_intercept_time(offset, velocity, speed);
        if (isinf(time)) {
            continue;
        }
        met++;
        double away = (double)length3(along3(offset, velocity, time));
        double length = (double)speed * (double)time;
        // Nearly equal speeds stretch the time and its rounding with it.
        assert_true(fabs(away - length) <= 1e-4 * (away + length + 1.0));
    }
    assert_true(met > 3000);
}

/// Smallest sampled time at which a target can be met; infinite beyond `span`.
static double first_meeting(VeerVec3 offset, VeerVec3 velocity, float speed, double span)
{
    for (double t = 0.0; t < span; t += span / 20000.0) {
        double away = (double)length3(along3(offset, velocity, (float)t));
        if (away <= (double)speed * t) {
            return t;
        }
    }
    return (double)INFINITY;
}

static void intercept_is_the_first_of_all_meetings(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 60; ++i) {
        VeerVec3 offset = vec3(between(i, 0, -9.0f, 9.0f), between(i, 1, -9.0f, 9.0f), 0.0f);
        VeerVec3 velocity = vec3(between(i, 3, -3.0f, 3.0f), between(i, 4, -3.0f, 3.0f), 0.0f);
        float speed = between(i, 6, 0.5f, 4.0f);
        double time = (double)veer_steer_intercept_time(offset, velocity, speed);
        double wanted = first_meeting(offset, velocity, speed, 100.0);
        bool is_never = isinf(wanted) && time > 99.0;
        assert_true(is_never || fabs(time - wanted) <= 0.011);
    }
}

static void intercept_of_what_flees_as_fast_never_comes(void **unused)
{
    (void)unused;
    VeerVec3 ahead = vec3(5.0f, 0.0f, 0.0f);
    assert_true(isinf(veer_steer_intercept_time(ahead, vec3(2.0f, 0.0f, 0.0f), 2.0f)));
    assert_true(isinf(veer_steer_intercept_time(ahead, vec3(3.0f, 1.0f, 0.0f), 2.0f)));
    assert_true(isinf(veer_steer_intercept_time(ahead, vec3(-1.0f, 9.0f, 0.0f), 2.0f)));
    // As fast, but coming: half way each.
    assert_float_equal(veer_steer_intercept_time(ahead, vec3(-2.0f, 0.0f, 0.0f), 2.0f), 1.25f,
                       0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopping_speed_without_a_limit_ends_at_the_point),
        cmocka_unit_test(stopping_speed_solves_its_equation),
        cmocka_unit_test(stopping_speed_never_overshoots_in_the_tick),
        cmocka_unit_test(arrive_brakes_in_time_and_comes_to_rest_at_the_point),
        cmocka_unit_test(arrive_goes_straight_at_its_speed_while_far),
        cmocka_unit_test(arrive_at_the_point_is_rest),
        cmocka_unit_test(intercept_of_a_target_at_rest_is_the_way_by_the_speed),
        cmocka_unit_test(intercept_meets_the_target_at_its_time),
        cmocka_unit_test(intercept_is_the_first_of_all_meetings),
        cmocka_unit_test(intercept_of_what_flees_as_fast_never_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
