#include "geom/touch.h"

#include "base/random.h"
#include "support/suite.h"

#include <float.h>

static float draw(uint64_t stream, uint64_t counter)
{
    return veer_random_unit(11, stream, counter) * 2.0f - 1.0f;
}

// The gap of the surfaces at a time, in double.
static double gap_at(VeerVec3 gap, VeerVec3 vel, float reach, double t)
{
    double x = (double)gap.x - (double)vel.x * t;
    double y = (double)gap.y - (double)vel.y * t;
    double z = (double)gap.z - (double)vel.z * t;
    return sqrt(x * x + y * y + z * z) - (double)reach;
}

// When the centres are nearest.
static double nearest_time(VeerVec3 gap, VeerVec3 vel)
{
    double along = (double)gap.x * (double)vel.x + (double)gap.y * (double)vel.y +
                   (double)gap.z * (double)vel.z;
    double speed = (double)vel.x * (double)vel.x + (double)vel.y * (double)vel.y +
                   (double)vel.z * (double)vel.z;
    return along / speed;
}

// The answer's surfaces touch, to some roundings of the distances, and did not before. Grazing
// hits, which rounding may turn either way, are left out.
static void check_touch(float time, VeerVec3 gap, VeerVec3 vel, float reach)
{
    double least = gap_at(gap, vel, reach, fmax(nearest_time(gap, vel), 0.0));
    double slop = 2e-6 * ((double)length3(gap) + (double)reach);
    if (isinf(time)) {
        assert_true(least > -slop);
        return;
    }
    assert_true(least < slop);
    if (fabs(least) > 1e-3 * (double)reach && time > 0.0f) {
        double slack = 20.0 * slop * sqrt((double)reach / fabs(least));
        assert_true(fabs(gap_at(gap, vel, reach, (double)time)) < slack);
        assert_true((double)time <= nearest_time(gap, vel) * (1.0 + 1e-6));
    }
    if (time == 0.0f) {
        assert_true(gap_at(gap, vel, reach, 0.0) < slop);
    }
}

static void touch_of_discs_is_the_first_contact(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        VeerVec3 gap = vec3(draw(0, i) * 20.0f, draw(1, i) * 20.0f, 0.0f);
        VeerVec3 vel = vec3(draw(2, i) * 5.0f, draw(3, i) * 5.0f, 0.0f);
        float reach = (draw(4, i) + 1.0f) * 3.0f;
        check_touch(veer_time_to_touch(plane2(gap), plane2(vel), reach), gap, vel, reach);
    }
}

static void touch_of_spheres_is_the_first_contact(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        VeerVec3 gap = vec3(draw(10, i) * 20.0f, draw(11, i) * 20.0f, draw(12, i) * 20.0f);
        VeerVec3 vel = vec3(draw(13, i) * 5.0f, draw(14, i) * 5.0f, draw(15, i) * 5.0f);
        float reach = (draw(16, i) + 1.0f) * 5.0f;
        check_touch(veer_time_to_touch3(gap, vel, reach), gap, vel, reach);
    }
}

static void touch_is_now_when_overlapping(void **state)
{
    (void)state;
    assert_true(veer_time_to_touch(vec2(1, 0), vec2(-3, 0), 2.0f) == 0.0f);
    assert_true(veer_time_to_touch(vec2(0, 0), vec2(0, 0), 0.0f) == 0.0f);
    assert_true(veer_time_to_touch3(vec3(0, 0, 1), vec3(0, 0, -3), 2.0f) == 0.0f);
}

static void touch_is_never_when_parting_or_still(void **state)
{
    (void)state;
    assert_true(isinf(veer_time_to_touch(vec2(5, 0), vec2(-1, 0), 2.0f)));
    assert_true(isinf(veer_time_to_touch(vec2(5, 0), vec2(0, 0), 2.0f)));
    assert_true(isinf(veer_time_to_touch3(vec3(5, 0, 0), vec3(-1, 0, 0), 2.0f)));
}

static void touch_is_never_when_passing(void **state)
{
    (void)state;
    assert_true(isinf(veer_time_to_touch(vec2(10, 3), vec2(1, 0), 2.0f)));
    assert_true(isinf(veer_time_to_touch3(vec3(10, 0, 3), vec3(1, 0, 0), 2.0f)));
}

static void touch_of_a_ray_down_the_middle_is_found(void **state)
{
    (void)state;
    assert_true(veer_time_to_touch(vec2(10, 0), vec2(2, 0), 0.0f) == 5.0f);
}

// A sixteenth of a metre short of touching a body of 1 km: squares of floats differ there by as
// much as their last places.
static void touch_keeps_its_digits_between_large_bodies(void **state)
{
    (void)state;
    float distance = 1000.0625f;
    float time = veer_time_to_touch(vec2(distance, 0), vec2(1, 0), 1000.0f);
    assert_true(fabsf(time - 0.0625f) < 1e-7f);
}

static void touch_is_never_not_a_number_in_a_world(void **state)
{
    (void)state;
    const float values[] = {0.0f, FLT_TRUE_MIN, 1e-20f, 1.0f, 1e6f};
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
        VeerVec2 gap = vec2(values[i % 5], values[i / 5 % 5]);
        VeerVec2 vel = vec2(values[i / 25 % 5], 0.0f);
        float time = veer_time_to_touch(gap, vel, values[i / 125]);
        assert_true(time >= 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touch_of_discs_is_the_first_contact),
        cmocka_unit_test(touch_of_spheres_is_the_first_contact),
        cmocka_unit_test(touch_is_now_when_overlapping),
        cmocka_unit_test(touch_is_never_when_parting_or_still),
        cmocka_unit_test(touch_is_never_when_passing),
        cmocka_unit_test(touch_of_a_ray_down_the_middle_is_found),
        cmocka_unit_test(touch_keeps_its_digits_between_large_bodies),
        cmocka_unit_test(touch_is_never_not_a_number_in_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
