#include "motion/limits.h"
#include "motion/vehicle_cases.h"

#include <float.h>

static VeerVehicleParams with_torque(float torque)
{
    return (VeerVehicleParams){.kind = VEER_VEHICLE_TORQUE, .torque = {0.0f, torque}};
}

/// Ticks until a body at rest on its heading has turned by `angle` and stands still.
static int ticks_to_turn(float torque, float rate, float angle, float dt, float *overshoot)
{
    VeerVehicleParams vehicle = with_torque(torque);
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, rate};
    VeerMotionTick tick = {&vehicle, &limits, dt};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 aim = {veer_cos(angle), veer_sin(angle), 0.0f};
    *overshoot = 0.0f;
    for (int i = 1; i <= 100000; ++i) {
        state = veer_torque_turn(&tick, state, aim);
        float past =
            veer_atan2(aim.x * state.heading.y - aim.y * state.heading.x, dot3(aim, state.heading));
        *overshoot = max_f(*overshoot, past);
        if (fabsf(past) <= 1e-4f && length3(state.spin) <= 1e-3f) {
            return i;
        }
    }
    return -1;
}

static void a_turn_by_torque_takes_the_shortest_time(void **unused)
{
    (void)unused;
    // Rest to rest, rate unlimited: 2 sqrt(angle / torque), and at most two ticks of rounding up.
    const float angles[] = {0.01f, 0.3f, 1.0f, 2.0f, 3.1f};
    for (size_t i = 0; i < 5; ++i) {
        for (float torque = 0.5f; torque < 300.0f; torque *= 5.0f) {
            float overshoot, dt = 1.0f / 60.0f;
            int ticks = ticks_to_turn(torque, INFINITY, angles[i], dt, &overshoot);
            float ideal = 2.0f * sqrtf(angles[i] / torque);
            assert_true((float)ticks * dt <= ideal + 2.01f * dt);
            assert_true((float)ticks * dt >= ideal - 1.01f * dt);
            assert_true(overshoot <= 2e-5f);
        }
    }
}

static void a_turn_at_a_limited_rate_takes_the_shortest_time(void **unused)
{
    (void)unused;
    for (float rate = 0.5f; rate < 5.0f; rate += 0.7f) {
        float overshoot, dt = 0.01f, torque = 8.0f, angle = 3.0f;
        int ticks = ticks_to_turn(torque, rate, angle, dt, &overshoot);
        bool is_capped = rate * rate < torque * angle;
        float ideal = is_capped ? angle / rate + rate / torque : 2.0f * sqrtf(angle / torque);
        assert_float_equal((float)ticks * dt, ideal, 2.5f * dt);
        assert_true(overshoot <= 2e-5f);
    }
}

static void no_tick_is_too_long_to_land_on_the_aim(void **unused)
{
    (void)unused;
    for (float dt = 0.001f; dt <= 1.0f; dt *= 1.7f) {
        float overshoot;
        int ticks = ticks_to_turn(6.0f, 4.0f, 2.5f, dt, &overshoot);
        assert_true(ticks > 0);
        assert_true(overshoot <= 1e-4f);
    }
}

static void a_stopping_rate_adds_up_to_the_angle(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 81};
    for (int i = 0; i < 5000; ++i) {
        float angle = draw(&draws, 0.0f, 4.0f), torque = draw(&draws, 0.5f, 60.0f);
        float dt = draw(&draws, 0.005f, 0.2f);
        double sum = 0.0;
        double rate = (double)veer_motion_stopping_rate(angle, torque, dt);
        for (; rate > 0.0; rate -= (double)torque * (double)dt) {
            sum += rate * (double)dt;
        }
        assert_true(fabs(sum - (double)angle) <= 1e-4 * (1.0 + (double)angle));
    }
}

static void a_body_without_inertia_is_there_at_once(void **unused)
{
    (void)unused;
    float overshoot;
    assert_int_equal(ticks_to_turn(INFINITY, INFINITY, 2.0f, 0.1f, &overshoot), 2);
}

/// Turns on from some spin: ticks until it stands on the aim, and which way it went at first.
static int ticks_from_spin(float spin, float angle, bool *went_left)
{
    VeerVehicleParams vehicle = with_torque(10.0f);
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, 6.0f};
    VeerMotionTick tick = {&vehicle, &limits, 0.01f};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}, .spin = {0.0f, 0.0f, spin}};
    VeerVec3 aim = {veer_cos(angle), veer_sin(angle), 0.0f};
    *went_left = false;
    for (int i = 1; i < 1000; ++i) {
        state = veer_torque_turn(&tick, state, aim);
        *went_left = i == 20 ? state.spin.z > 0.0f : *went_left;
        if (angle_between(state.heading, aim) <= 1e-4f && length3(state.spin) <= 1e-3f) {
            return i;
        }
    }
    return -1;
}

static void a_spinning_body_goes_on_where_that_is_quicker(void **unused)
{
    (void)unused;
    bool went_left;
    // The aim is nearer to the right, but it spins to the left already.
    assert_true(ticks_from_spin(4.0f, -2.8f, &went_left) > 0);
    assert_true(went_left);
    assert_true(ticks_from_spin(0.0f, -2.8f, &went_left) > 0);
    assert_false(went_left);
    // Too fast for an aim right ahead: it goes past it, and comes back.
    int ticks = ticks_from_spin(5.0f, 0.2f, &went_left);
    float past = 25.0f / 20.0f - 0.2f;
    float ideal = 0.5f + 2.0f * sqrtf(past / 10.0f);
    assert_float_equal((float)ticks * 0.01f, ideal, 0.05f);
}

/// Seconds that a turn by `angle` takes from some rate on, the greatest acceleration and rate
/// given.
static double least_time(double angle, double rate, double torque, double most)
{
    if (rate > 0.0 && rate * rate > 2.0 * torque * angle) {
        double past = rate * rate / (2.0 * torque) - angle;
        return rate / torque + least_time(past, 0.0, torque, most);
    }
    double peak = fmin(sqrt(torque * angle + 0.5 * rate * rate), most);
    double ramps = (peak * peak - 0.5 * rate * rate) / torque;
    return (2.0 * peak - rate) / torque + (peak < most ? 0.0 : (angle - ramps) / most);
}

static void a_spinning_body_takes_the_quicker_way_round(void **unused)
{
    (void)unused;
    const float torque = 10.0f, most = 4.0f, dt = 0.002f;
    VeerVehicleParams vehicle = with_torque(torque);
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, most};
    VeerMotionTick tick = {&vehicle, &limits, dt};
    Draws draws = {.seed = 85};
    for (int i = 0; i < 400; ++i) {
        float angle = draw(&draws, 0.05f, 2.0f * VEER_PI - 0.05f), rate = draw(&draws, -most, most);
        double left = least_time((double)angle, (double)rate, (double)torque, (double)most);
        double right = least_time(2.0 * (double)VEER_PI - (double)angle, -(double)rate,
                                  (double)torque, (double)most);
        VeerVec3 aim = {veer_cos(angle), veer_sin(angle), 0.0f};
        VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}, .spin = {0.0f, 0.0f, rate}};
        int ticks = 0;
        for (; ticks < 3000 &&
               (angle_between(state.heading, aim) > 1e-3f || length3(state.spin) > torque * dt);
             ++ticks) {
            state = veer_torque_turn(&tick, state, aim);
        }
        // The last stretches take some ticks more than in continuous time.
        assert_true(fabs(ticks * (double)dt - fmin(left, right)) <= 6.0 * (double)dt);
    }
}

static void a_turn_in_space_comes_to_rest_on_its_aim(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 83};
    VeerVehicleParams vehicle = with_torque(10.0f);
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, 4.0f};
    VeerMotionTick tick = {&vehicle, &limits, 0.02f};
    for (int i = 0; i < 300; ++i) {
        VeerMotionState state = {.heading = unit3(draw3(&draws, 1.0f), vec3(1.0f, 0.0f, 0.0f))};
        state.spin = clamp_length3(draw3(&draws, 4.0f), 4.0f);
        VeerVec3 aim = unit3(draw3(&draws, 1.0f), vec3(0.0f, 1.0f, 0.0f));
        for (int k = 0; k < 250; ++k) {
            state = veer_torque_turn(&tick, state, aim);
        }
        assert_true(angle_between(state.heading, aim) <= 1e-3f);
        assert_true(length3(state.spin) <= 0.02f);
    }
}

static void a_torque_ship_answers_a_step_in_its_command(void **unused)
{
    (void)unused;
    // The source: 5 m/s, 5 / 0.724 m/s²; at rest, told to go at right angles to where it looks.
    VeerVehicleParams vehicle = with_torque(20.0f);
    VeerMotionLimits limits = {5.0f, 6.9f, 6.9f, INFINITY};
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 command = {0.0f, 5.0f, 0.0f};
    float highest = 0.0f;
    int ticks = 0;
    for (; length3(sub3(state.velocity, command)) > 0.05f && ticks < 1000; ++ticks) {
        state = veer_vehicle_step(&vehicle, &limits, state, command, 1.0f / 60.0f);
        highest = max_f(highest, length3(state.velocity));
    }
    // The quarter turn takes 0.56 s, the thrust 0.72 s, and they overlap.
    assert_true((float)ticks / 60.0f <= 1.1f);
    assert_true(highest <= 5.0f);
}

static void turns_by_any_torque_in_any_tick_are_numbers(void **unused)
{
    (void)unused;
    static const float torques[] = {1e30f, FLT_MAX, INFINITY},
                       ticks[] = {FLT_TRUE_MIN, 1e-30f, 0.1f};
    for (int i = 0; i < 9; ++i) {
        VeerVehicleParams vehicle = with_torque(torques[i / 3]);
        VeerMotionLimits limits = {1.0f, 1.0f, 1.0f, INFINITY};
        VeerMotionTick tick = {&vehicle, &limits, ticks[i % 3]};
        VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
        for (int k = 0; k < 3; ++k) {
            state = veer_torque_turn(&tick, state, vec3(0.6f, 0.8f, 0.0f));
            assert_true(is_finite3(state.spin) && state.spin.x == 0.0f && state.spin.y == 0.0f);
            assert_true(fabsf(length3(state.heading) - 1.0f) < 1e-5f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_by_torque_takes_the_shortest_time),
        cmocka_unit_test(a_turn_at_a_limited_rate_takes_the_shortest_time),
        cmocka_unit_test(no_tick_is_too_long_to_land_on_the_aim),
        cmocka_unit_test(a_stopping_rate_adds_up_to_the_angle),
        cmocka_unit_test(a_body_without_inertia_is_there_at_once),
        cmocka_unit_test(a_spinning_body_goes_on_where_that_is_quicker),
        cmocka_unit_test(a_spinning_body_takes_the_quicker_way_round),
        cmocka_unit_test(a_turn_in_space_comes_to_rest_on_its_aim),
        cmocka_unit_test(a_torque_ship_answers_a_step_in_its_command),
        cmocka_unit_test(turns_by_any_torque_in_any_tick_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
