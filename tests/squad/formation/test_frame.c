// The frame of a formation: level, free, at a vertical approach.
#include "formation_maker.h"

static void assert_unit_frame(VeerFrame f)
{
    assert_true(fabsf(length3(f.ahead) - 1.0f) < 1e-6f);
    assert_true(fabsf(length3(f.left) - 1.0f) < 1e-6f);
    assert_true(fabsf(length3(f.up) - 1.0f) < 1e-6f);
    assert_near(cross3(f.up, f.ahead), f.left, 1e-6f); // right angles too
}

static void frame_of_a_level_formation_stays_upright(void **state)
{
    (void)state;
    VeerFrame f = veer_formation_frame(vec3(0, 5, 9), no_heading, z_up, true);
    assert_unit_frame(f);
    assert_near(f.ahead, vec3(0, 1, 0), 1e-6f);
    assert_near(f.up, z_up, 0.0f);
}

static void frame_of_a_free_formation_pitches(void **state)
{
    (void)state;
    VeerFrame f = veer_formation_frame(vec3(3, 0, 4), no_heading, z_up, false);
    assert_unit_frame(f);
    assert_near(f.ahead, vec3(0.6f, 0, 0.8f), 1e-6f);
    assert_near(f.left, vec3(0, 1, 0), 1e-6f);
    assert_near(f.up, vec3(-0.8f, 0, 0.6f), 1e-6f);
}

static void frame_of_a_vertical_approach_takes_the_heading(void **state)
{
    (void)state;
    for (int is_level = 0; is_level < 2; is_level++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            VeerVec3 approach = vec3(0, 0, 50.0f * (float)sign);
            VeerFrame f = veer_formation_frame(approach, vec3(0, 2, 0), z_up, is_level);
            assert_unit_frame(f);
            assert_near(f.left, vec3(-1, 0, 0), 1e-6f);
            VeerVec3 ahead = is_level ? vec3(0, 1, 0) : vec3(0, 0, (float)sign);
            assert_near(f.ahead, ahead, 1e-6f);
        }
    }
}

static void frame_without_any_direction_is_defined(void **state)
{
    (void)state;
    VeerVec3 none = {0, 0, 0};
    for (int is_level = 0; is_level < 2; is_level++) {
        VeerFrame f = veer_formation_frame(none, none, none, is_level);
        assert_unit_frame(f);
        assert_near(f.ahead, vec3(1, 0, 0), 0.0f);
        f = veer_formation_frame(vec3(1, 0, 0), vec3(-7, 0, 0), vec3(9, 0, 0), is_level);
        assert_unit_frame(f); // all along up
        assert_near(f.left, vec3(0, 0, 1), 0.0f);
    }
}

static void frame_turns_evenly_into_the_vertical(void **state)
{
    (void)state;
    VeerVec3 heading = {0.6f, 0.8f, 0};
    VeerFrame before = veer_formation_frame(heading, heading, z_up, false);
    for (int i = 1; i <= 1000; i++) {
        float rise = (float)i * 1e-3f;
        VeerVec3 approach = add3(scale3(heading, 1.0f - rise), scale3(z_up, rise));
        VeerFrame f = veer_formation_frame(approach, heading, z_up, false);
        assert_unit_frame(f);
        assert_near(f.ahead, before.ahead, 3e-3f);
        assert_near(f.left, before.left, 3e-3f);
        before = f;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_of_a_level_formation_stays_upright),
        cmocka_unit_test(frame_of_a_free_formation_pitches),
        cmocka_unit_test(frame_of_a_vertical_approach_takes_the_heading),
        cmocka_unit_test(frame_without_any_direction_is_defined),
        cmocka_unit_test(frame_turns_evenly_into_the_vertical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
