#include "support/suite.h"

#include "base/random.h"
#include "math/trig.h"
#include "motion/vehicle.h"

/// Rounding: a part of a limit, and m/s (or rad).
#define PART 1e-5f

static const VeerVehicleParams vehicle = {.kind = VEER_VEHICLE_FREE};

typedef struct Draws {
    uint64_t seed, count;
} Draws;

static float draw(Draws *draws, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(draws->seed, 1, draws->count++);
}

static VeerVec3 draw3(Draws *draws, float reach)
{
    float x = draw(draws, -reach, reach), y = draw(draws, -reach, reach);
    return vec3(x, y, draw(draws, -reach, reach));
}

/// Limits of any size, each one in four infinite.
static VeerMotionLimits draw_limits(Draws *draws)
{
    VeerMotionLimits limits = {draw(draws, 0.0f, 20.0f), INFINITY, INFINITY, INFINITY};
    limits.max_acceleration = draw(draws, 0.0f, 1.0f) < 0.25f ? INFINITY : draw(draws, 0.1f, 30.0f);
    limits.max_braking = draw(draws, 0.0f, 1.0f) < 0.25f ? INFINITY : draw(draws, 0.1f, 30.0f);
    limits.max_turn_rate = draw(draws, 0.0f, 1.0f) < 0.5f ? INFINITY : draw(draws, 0.05f, 9.0f);
    return limits;
}

static VeerMotionState draw_state(Draws *draws, const VeerMotionLimits *limits)
{
    VeerVec3 heading = unit3(draw3(draws, 1.0f), vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 velocity = isfinite(limits->max_turn_rate)
                            ? scale3(heading, draw(draws, 0.0f, limits->max_speed))
                            : draw3(draws, limits->max_speed);
    return (VeerMotionState){
        clamp_length3(velocity, limits->max_speed), heading, {0.0f, 0.0f, 0.0f}};
}

static float angle_between(VeerVec3 a, VeerVec3 b)
{
    return veer_atan2(length3(cross3(a, b)), dot3(a, b));
}

static void expect_within(const VeerMotionLimits *limits, VeerMotionState before,
                          VeerMotionState after, float dt)
{
    float change = length3(sub3(after.velocity, before.velocity));
    float slack = limits->max_speed * PART + 1e-6f;
    bool is_slower = length3(after.velocity) < length3(before.velocity);
    float limit = (is_slower ? limits->max_braking : limits->max_acceleration) * dt;
    float turned = angle_between(before.heading, after.heading);
    assert_true(is_finite3(after.velocity) && is_finite3(after.heading));
    assert_true(length3(after.velocity) <= limits->max_speed);
    // At the border between faster and slower either limit may count.
    bool is_border = fabsf(length3(after.velocity) - length3(before.velocity)) <= slack;
    float other = max_f(limits->max_braking, limits->max_acceleration) * dt;
    assert_true(change <= (is_border ? other : limit) + slack);
    assert_float_equal(length3(after.heading), 1.0f, 1e-5f);
    assert_true(!isfinite(limits->max_turn_rate) || turned <= limits->max_turn_rate * dt + 1e-3f);
}

static void limits_hold_for_every_wish(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 17};
    for (int i = 0; i < 20000; ++i) {
        VeerMotionLimits limits = draw_limits(&draws);
        VeerMotionState state = draw_state(&draws, &limits);
        float dt = draw(&draws, 0.001f, 1.0f);
        VeerMotionState next =
            veer_vehicle_step(&vehicle, &limits, state, draw3(&draws, 30.0f), dt);
        expect_within(&limits, state, next, dt);
    }
}

static void limits_hold_after_every_contact(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 18};
    for (int i = 0; i < 20000; ++i) {
        VeerMotionLimits limits = draw_limits(&draws);
        VeerMotionState state = draw_state(&draws, &limits);
        float dt = draw(&draws, 0.001f, 1.0f);
        VeerMotionState meant =
            veer_vehicle_step(&vehicle, &limits, state, draw3(&draws, 30.0f), dt);
        VeerMotionTick tick = {&vehicle, &limits, dt};
        VeerVec3 moved = clamp_length3(draw3(&draws, 30.0f), limits.max_speed);
        VeerMotionState next = veer_vehicle_after_contact(&tick, state, meant, moved);
        expect_within(&limits, state, next, dt);
    }
}

static void limits_let_through_what_is_within_them(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {5.0f, 10.0f, 10.0f, INFINITY};
    VeerMotionState state = {.velocity = {1.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(1.5f, 0.5f, 0.0f), 0.1f);
    assert_float_equal(next.velocity.x, 1.5f, 1e-6f);
    assert_float_equal(next.velocity.y, 0.5f, 1e-6f);
}

static void limits_without_number_obey_at_once(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {5.0f, INFINITY, INFINITY, INFINITY};
    VeerMotionState state = {.velocity = {5.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(-3.0f, 4.0f, 0.0f), 0.01f);
    assert_float_equal(next.velocity.x, -3.0f, 1e-6f);
    assert_float_equal(next.velocity.y, 4.0f, 1e-6f);
    assert_float_equal(next.heading.x, -0.6f, 1e-6f);
    assert_float_equal(next.heading.y, 0.8f, 1e-6f);
}

static void limits_of_braking_and_acceleration_are_told_apart(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {10.0f, 2.0f, 8.0f, INFINITY};
    VeerMotionState state = {.velocity = {5.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState faster =
        veer_vehicle_step(&vehicle, &limits, state, vec3(10.0f, 0.0f, 0.0f), 0.1f);
    VeerMotionState slower =
        veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 0.0f, 0.0f), 0.1f);
    assert_float_equal(faster.velocity.x, 5.2f, 1e-5f);
    assert_float_equal(slower.velocity.x, 4.2f, 1e-5f);
}

/// Ticks until `state` meets the wish.
static int ticks_until(const VeerMotionLimits *limits, VeerMotionState state, VeerVec3 wish,
                       float dt, VeerMotionState *end)
{
    for (int i = 1; i <= 10000; ++i) {
        state = veer_vehicle_step(&vehicle, limits, state, wish, dt);
        if (length3(sub3(state.velocity, wish)) <= 1e-4f) {
            *end = state;
            return i;
        }
    }
    return 10001;
}

static void limits_reach_the_wish_in_the_time_they_allow(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {120.0f, 250.0f, 250.0f, INFINITY};
    VeerMotionState end, rest = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    float dt = 1.0f / 60.0f;
    int ticks = ticks_until(&limits, rest, vec3(120.0f, 0.0f, 0.0f), dt, &end);
    assert_in_range(ticks, 29, 30); // 0.48 s
    ticks = ticks_until(&limits, end, vec3(0.0f, 0.0f, 0.0f), dt, &end);
    assert_in_range(ticks, 29, 30);
}

static void a_half_turn_takes_pi_by_the_rate(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {10.0f, INFINITY, INFINITY, 1.5f * VEER_PI};
    VeerMotionState end, east = {.velocity = {10.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    int ticks = ticks_until(&limits, east, vec3(-10.0f, 0.0f, 0.0f), 1.0f / 60.0f, &end);
    assert_in_range(ticks, 40, 41); // 0.667 s
}

static void a_body_that_turns_moves_along_its_heading(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {4.0f, INFINITY, INFINITY, 1.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 300; ++i) {
        state = veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 3.0f, 2.0f), 0.02f);
        VeerVec3 side = along3(state.velocity, state.heading, -dot3(state.velocity, state.heading));
        assert_true(length3(side) <= 1e-5f);
    }
    assert_float_equal(length3(sub3(state.velocity, vec3(0.0f, 3.0f, 2.0f))), 0.0f, 1e-5f);
}

static void a_body_that_turns_stands_while_it_looks_away(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {4.0f, INFINITY, INFINITY, 1.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(-4.0f, 0.0f, 0.0f), 0.1f);
    assert_true(length3(next.velocity) == 0.0f);
    assert_float_equal(angle_between(state.heading, next.heading), 0.1f, 1e-5f);
}

static void a_body_at_rest_keeps_looking_where_it_looked(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        VeerMotionLimits limits = {4.0f, 3.0f, 3.0f, i == 0 ? INFINITY : 1.0f};
        VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {0.0f, 0.6f, 0.8f}};
        VeerMotionState next =
            veer_vehicle_step(&vehicle, &limits, state, vec3(0.0f, 0.0f, 0.0f), 0.1f);
        assert_true(length3(next.velocity) == 0.0f);
        assert_float_equal(length3(sub3(next.heading, state.heading)), 0.0f, 1e-6f);
    }
}

static void a_body_without_speed_stays(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {0.0f, INFINITY, INFINITY, 2.0f};
    VeerMotionState state = {.velocity = {0.0f, 0.0f, 0.0f}, .heading = {1.0f, 0.0f, 0.0f}};
    VeerMotionState next =
        veer_vehicle_step(&vehicle, &limits, state, vec3(3.0f, 3.0f, 0.0f), 0.5f);
    assert_true(length3(next.velocity) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold_for_every_wish),
        cmocka_unit_test(limits_hold_after_every_contact),
        cmocka_unit_test(limits_let_through_what_is_within_them),
        cmocka_unit_test(limits_without_number_obey_at_once),
        cmocka_unit_test(limits_of_braking_and_acceleration_are_told_apart),
        cmocka_unit_test(limits_reach_the_wish_in_the_time_they_allow),
        cmocka_unit_test(a_half_turn_takes_pi_by_the_rate),
        cmocka_unit_test(a_body_that_turns_moves_along_its_heading),
        cmocka_unit_test(a_body_that_turns_stands_while_it_looks_away),
        cmocka_unit_test(a_body_at_rest_keeps_looking_where_it_looked),
        cmocka_unit_test(a_body_without_speed_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
