/// What behaviours answer to values that they cannot work with: zero, and always something finite.
#include "support/suite.h"

#include "math/vec.h"
#include "veer/steer.h"

static const float odd[] = {NAN,    INFINITY, -INFINITY, 3e38f, -3e38f, 1e20f,
                            -1e20f, 1e-40f,   -1.0f,     0.0f,  1e6f,   1e-6f};
enum { ODD = sizeof odd / sizeof *odd };

static void assert_finite(VeerVec3 velocity)
{
    assert_true(is_finite3(velocity));
}

static void behave(VeerVec3 v, float s)
{
    VeerMate mates[2] = {{v, v, s}, {{1.0f, 0.0f, 0.0f}, v, 0.5f}};
    VeerMates near = {mates, 2};
    VeerVec3 ahead = {1.0f, 0.0f, 0.0f}, path[3] = {{0}, v, ahead};
    VeerLeader leader = {v, ahead, ahead};
    VeerSteerPath along = {path, 3, s > 0.0f};
    VeerSteerChange changes[2] = {{v, s}, {ahead, 1.0f}};
    VeerFollower follower = {v, s, s, s, s, s, 0.1f};
    VeerWander wander = {1, 2, (double)s, v.x, s};
    assert_finite(veer_steer_seek(v, s));
    assert_finite(veer_steer_flee(v, s, s));
    assert_finite(veer_steer_arrive(v, s, s, s));
    assert_finite(veer_steer_pursue(v, v, s));
    assert_finite(veer_steer_evade(v, ahead, s, s));
    assert_finite(veer_steer_wander(&wander, ahead, s, true));
    assert_finite(veer_steer_follow_path(&along, &follower));
    assert_finite(veer_steer_separation(near, s, 5.0f, s));
    assert_finite(veer_steer_cohesion(near, s, s));
    assert_finite(veer_steer_alignment(near, s, s));
    assert_finite(veer_steer_keep_slot(&leader, v, s, s, 0.1f));
    assert_finite(veer_steer_follow_leader(&leader, s, s, s, 0.1f));
    assert_finite(veer_steer_queue(near, s, s, v));
    assert_finite(veer_steer_contain((VeerBounds){v, ahead}, v, s, s));
    assert_finite(veer_steer_follow_wall(v, ahead, s, s));
    assert_finite(veer_steer_blend(changes, 2));
    assert_finite(veer_steer_prioritise(changes, 2, s));
    assert_true(veer_steer_intercept_time(v, v, s) >= 0.0f);
    assert_true(veer_steer_stopping_speed(s, v.x, 0.1f) >= 0.0f);
}

static void answers_are_finite(void **unused)
{
    (void)unused;
    for (int i = 0; i < ODD; ++i) {
        for (int k = 0; k < ODD; ++k) {
            behave(vec3(odd[i], 1.0f, 0.0f), odd[k]);
            behave(vec3(0.5f, odd[i], odd[k]), 1.0f);
        }
    }
}

static void nothing_is_answered_with_nothing(void **unused)
{
    (void)unused;
    VeerMates none = {NULL, 9};
    VeerVec3 ahead = {1.0f, 0.0f, 0.0f};
    bool is_found = true;
    assert_true(length3(veer_steer_separation(none, 1.0f, 5.0f, 1.0f)) == 0.0f);
    assert_true(length3(veer_steer_hiding_place(none, ahead, 1.0f, 1.0f, &is_found)) == 0.0f);
    assert_false(is_found);
    assert_true(length3(veer_steer_blend(NULL, 3)) == 0.0f);
    assert_true(length3(veer_steer_follow_path(NULL, NULL)) == 0.0f);
    assert_true(length3(veer_steer_keep_slot(NULL, ahead, 1.0f, 1.0f, 0.1f)) == 0.0f);
    assert_true(length3(veer_steer_wander(NULL, ahead, 1.0f, false)) == 0.0f);
    VeerWander long_since = {1, 2, 1e29, 0.5f, 1.0f};
    assert_true(length3(veer_steer_wander(&long_since, ahead, 1.0f, false)) == 0.0f);
}

static void ticks_that_are_none_stop(void **unused)
{
    (void)unused;
    const float bad[] = {0.0f, -0.1f, 1e-30f, NAN};
    for (int i = 0; i < 4; ++i) {
        assert_true(veer_steer_stopping_speed(1.0f, 1.0f, bad[i]) == 0.0f);
        assert_true(length3(veer_steer_arrive(vec3(1.0f, 0.0f, 0.0f), 1.0f, 1.0f, bad[i])) == 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_finite),
        cmocka_unit_test(nothing_is_answered_with_nothing),
        cmocka_unit_test(ticks_that_are_none_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
