#include "support/suite.h"

#include "math/trig.h"
#include "math/vec.h"
#include "veer/steer.h"

static void assert_near(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_float_equal(a.x, b.x, tolerance);
    assert_float_equal(a.y, b.y, tolerance);
    assert_float_equal(a.z, b.z, tolerance);
}

static void seek_and_flee_are_opposite(void **unused)
{
    (void)unused;
    VeerVec3 offset = {3.0f, 4.0f, 12.0f};
    assert_near(veer_steer_seek(offset, 13.0f), offset, 1e-5f);
    assert_near(veer_steer_flee(offset, 13.0f, INFINITY), scale3(offset, -1.0f), 1e-5f);
    assert_near(veer_steer_seek((VeerVec3){0}, 5.0f), (VeerVec3){0}, 0.0f);
}

static void flee_ends_at_its_range(void **unused)
{
    (void)unused;
    assert_true(length3(veer_steer_flee(vec3(4.9f, 0.0f, 0.0f), 1.0f, 5.0f)) > 0.0f);
    assert_true(length3(veer_steer_flee(vec3(5.0f, 0.0f, 0.0f), 1.0f, 5.0f)) == 0.0f);
}

static void pursue_meets_its_target(void **unused)
{
    (void)unused;
    VeerVec3 offset = {10.0f, 0.0f, 5.0f}, velocity = {0.0f, 2.0f, -1.0f};
    VeerVec3 preferred = veer_steer_pursue(offset, velocity, 4.0f);
    float time = veer_steer_intercept_time(offset, velocity, 4.0f);
    assert_near(scale3(preferred, time), along3(offset, velocity, time), 1e-3f);
}

static void pursue_heads_for_targets_that_cannot_be_met(void **unused)
{
    (void)unused;
    VeerVec3 preferred = veer_steer_pursue(vec3(10.0f, 0.0f, 0.0f), vec3(9.0f, 0.0f, 0.0f), 3.0f);
    assert_near(preferred, vec3(3.0f, 0.0f, 0.0f), 1e-5f);
}

static void evade_flees_from_where_the_pursuer_will_be(void **unused)
{
    (void)unused;
    VeerVec3 preferred =
        veer_steer_evade(vec3(10.0f, 0.0f, 0.0f), vec3(0.0f, 5.0f, 0.0f), 5.0f, 20.0f);
    // It will be 10 to the side in 2 s: away from (10, 10).
    assert_near(preferred, vec3(-3.5355f, -3.5355f, 0.0f), 1e-3f);
    assert_near(veer_steer_evade(vec3(10.0f, 0.0f, 0.0f), vec3(-5.0f, 0.0f, 0.0f), 5.0f, 20.0f),
                vec3(-5.0f, 0.0f, 0.0f), 1e-4f);
    assert_near(veer_steer_evade(vec3(30.0f, 0.0f, 0.0f), vec3(-5.0f, 0.0f, 0.0f), 5.0f, 20.0f),
                (VeerVec3){0}, 0.0f);
    assert_near(veer_steer_evade(vec3(1.0f, 0.0f, 0.0f), (VeerVec3){0}, 0.0f, 20.0f), (VeerVec3){0},
                0.0f);
}

static VeerVec3 wander_at(uint32_t id, double time, bool is_spatial)
{
    VeerWander wander = {.seed = 9, .id = id, .time = time, .period = 2.0f, .angle = 0.8f};
    return veer_steer_wander(&wander, vec3(0.6f, 0.8f, 0.0f), 3.0f, is_spatial);
}

static void wander_looks_ahead_and_keeps_its_speed(void **unused)
{
    (void)unused;
    for (int i = 0; i < 1000; ++i) {
        VeerVec3 flat = wander_at(3, 0.1 * i, false), deep = wander_at(3, 0.1 * i, true);
        assert_float_equal(length3(flat), 3.0f, 1e-4f);
        assert_float_equal(length3(deep), 3.0f, 1e-4f);
        assert_true(flat.z == 0.0f);
        assert_true(dot3(flat, vec3(0.6f, 0.8f, 0.0f)) >= 3.0f * veer_cos(0.8f) - 1e-4f);
    }
}

static void wander_drifts_smoothly_and_differs_by_id(void **unused)
{
    (void)unused;
    float furthest = 0.0f, between = 0.0f;
    for (int i = 0; i < 2000; ++i) {
        VeerVec3 a = wander_at(1, i / 60.0, true), b = wander_at(1, (i + 1) / 60.0, true);
        furthest = max_f(furthest, length3(sub3(a, b)));
        between = max_f(between, length3(sub3(a, wander_at(2, i / 60.0, true))));
    }
    // An angle moves by at most 2 · 0.8 · 1.5 / 2 s, two of them, at 3 m/s.
    assert_true(furthest <= 1.5f * 1.2f * 3.0f / 60.0f);
    assert_true(between > 1.0f);
}

static void wander_goes_to_both_sides(void **unused)
{
    (void)unused;
    int left = 0;
    for (int i = 0; i < 1000; ++i) {
        VeerVec3 preferred = wander_at(7, 2.0 * i, false);
        left += 0.6f * preferred.y - 0.8f * preferred.x > 0.0f;
    }
    assert_in_range(left, 420, 580);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_and_flee_are_opposite),
        cmocka_unit_test(flee_ends_at_its_range),
        cmocka_unit_test(pursue_meets_its_target),
        cmocka_unit_test(pursue_heads_for_targets_that_cannot_be_met),
        cmocka_unit_test(evade_flees_from_where_the_pursuer_will_be),
        cmocka_unit_test(wander_looks_ahead_and_keeps_its_speed),
        cmocka_unit_test(wander_drifts_smoothly_and_differs_by_id),
        cmocka_unit_test(wander_goes_to_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
