#include "support/suite.h"

#include "math/vec.h"
#include "veer/steer.h"
#include "veer/vehicle.h"

#include <float.h>

#define TICK (1.0f / 60.0f)

/// What a body did on its way.
typedef struct Trip {
    VeerVec3 end;
    float furthest; ///< m, off the path
    float seconds;  ///< until it rests at the end; INFINITY: never
    float slowest;  ///< m/s, after the start and before the end
} Trip;

static float off_path(const VeerSteerPath *path, VeerVec3 at)
{
    float least = INFINITY;
    for (uint32_t i = 0; i + 1 < path->count + (path->is_loop ? 1u : 0u); ++i) {
        VeerVec3 a = path->points[i], b = path->points[(i + 1) % path->count];
        VeerVec3 offset = sub3(b, a);
        float part = clamp_f(dot3(sub3(at, a), offset) / dot3(offset, offset), 0.0f, 1.0f);
        least = min_f(least, length3(sub3(at, along3(a, offset, part))));
    }
    return least;
}

/// Drives a body along a path for up to 60 s.
static Trip drive(const VeerSteerPath *path, const VeerVehicleParams *vehicle,
                  const VeerMotionLimits *limits, VeerFollower follower)
{
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    VeerVec3 end = path->points[path->count - 1];
    Trip trip = {.seconds = INFINITY, .slowest = INFINITY};
    for (int i = 0; i < 3600; ++i) {
        VeerVec3 preferred = veer_steer_follow_path(path, &follower);
        state = veer_vehicle_step(vehicle, limits, state, preferred, TICK);
        follower.position = along3(follower.position, state.velocity, TICK);
        float to_end = length3(sub3(end, follower.position));
        if (to_end > 3.0f) {
            trip.furthest = max_f(trip.furthest, off_path(path, follower.position));
        }
        if (i > 120 && to_end > 10.0f) {
            trip.slowest = min_f(trip.slowest, length3(state.velocity));
        }
        if (!isfinite(trip.seconds) && to_end < 0.1f && length3(state.velocity) < 0.1f) {
            trip.seconds = (float)i * TICK;
        }
    }
    trip.end = follower.position;
    return trip;
}

static const VeerVec3 zigzag[] = {
    {0.0f, 0.0f, 0.0f}, {30.0f, 0.0f, 0.0f}, {30.0f, 30.0f, 0.0f}, {60.0f, 30.0f, 0.0f}};
static const VeerVehicleParams free_body = {.kind = VEER_VEHICLE_FREE};

static VeerFollower racer(float speed, float braking, float turn_rate, float sideways)
{
    return (VeerFollower){.speed = speed,
                          .braking = braking,
                          .turn_rate = turn_rate,
                          .max_sideways = sideways,
                          .look_ahead = 2.0f,
                          .dt = TICK};
}

static void follower_rests_at_the_end(void **unused)
{
    (void)unused;
    VeerSteerPath path = {zigzag, 4, false};
    VeerMotionLimits limits = {8.0f, 6.0f, 6.0f, INFINITY};
    Trip trip = drive(&path, &free_body, &limits, racer(8.0f, 6.0f, INFINITY, 6.0f));
    assert_true(length3(sub3(trip.end, zigzag[3])) <= 0.05f);
    assert_true(trip.seconds <= 20.0f);
    assert_true(trip.furthest <= 2.0f);
}

static void follower_brakes_for_corners(void **unused)
{
    (void)unused;
    VeerSteerPath path = {zigzag, 4, false};
    VeerVehicleParams car = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    VeerMotionLimits limits = {15.0f, 6.0f, 8.0f, INFINITY};
    VeerFollower careful = racer(15.0f, 8.0f, INFINITY, 5.0f);
    VeerFollower reckless = racer(15.0f, INFINITY, INFINITY, INFINITY);
    careful.look_ahead = reckless.look_ahead = 4.0f;
    Trip slow = drive(&path, &car, &limits, careful);
    Trip fast = drive(&path, &car, &limits, reckless);
    // Half of a circle of 4 m: 3.2 m/s at 5 m/s² sideways; the car's own care comes on top.
    assert_true(slow.slowest <= 3.3f && slow.slowest >= 1.5f);
    assert_true(slow.furthest <= 1.5f);
    assert_true(slow.furthest < 0.2f * fast.furthest);
}

static void follower_of_a_straight_line_does_not_brake(void **unused)
{
    (void)unused;
    const VeerVec3 line[] = {{0.0f, 0.0f, 0.0f}, {50.0f, 0.0f, 0.0f}, {200.0f, 0.0f, 0.0f}};
    VeerSteerPath path = {line, 3, false};
    VeerFollower follower = racer(10.0f, 2.0f, 1.0f, 3.0f);
    for (int i = 0; i < 150; ++i) {
        follower.position = vec3((float)i, 0.0f, 0.0f);
        VeerVec3 preferred = veer_steer_follow_path(&path, &follower);
        assert_float_equal(preferred.x, 10.0f, 1e-3f);
    }
}

static void follower_comes_back_to_the_path(void **unused)
{
    (void)unused;
    VeerSteerPath path = {zigzag, 4, false};
    VeerFollower follower = racer(5.0f, 6.0f, INFINITY, 6.0f);
    follower.position = vec3(10.0f, -7.0f, 0.0f);
    VeerVec3 preferred = veer_steer_follow_path(&path, &follower);
    assert_true(preferred.y > 4.0f && preferred.x > 1.0f);
    follower.position = zigzag[3];
    assert_true(length3(veer_steer_follow_path(&path, &follower)) == 0.0f);
}

static void follower_of_a_loop_goes_round(void **unused)
{
    (void)unused;
    const VeerVec3 square[] = {
        {0.0f, 0.0f, 0.0f}, {20.0f, 0.0f, 5.0f}, {20.0f, 20.0f, 0.0f}, {0.0f, 20.0f, 5.0f}};
    VeerSteerPath path = {square, 4, true};
    VeerMotionLimits limits = {6.0f, 20.0f, 20.0f, INFINITY};
    VeerFollower follower = racer(6.0f, 20.0f, INFINITY, 20.0f);
    VeerMotionState state = {.heading = {1.0f, 0.0f, 0.0f}};
    uint32_t visited = 0;
    for (int i = 0; i < 1500; ++i) {
        VeerVec3 preferred = veer_steer_follow_path(&path, &follower);
        state = veer_vehicle_step(&free_body, &limits, state, preferred, TICK);
        follower.position = along3(follower.position, state.velocity, TICK);
        for (uint32_t k = 0; k < 4; ++k) {
            bool is_by = length3(sub3(square[k], follower.position)) <= 2.5f && i > 60;
            visited |= (is_by ? 1u : 0u) << k;
        }
        assert_true(off_path(&path, follower.position) <= 2.0f);
    }
    assert_int_equal(visited, 15);
}

/// Brakes without end, but for the largest number, are as good as those without.
static void follower_that_brakes_at_the_largest_number_goes_on(void **unused)
{
    (void)unused;
    static const VeerVec3 points[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {4, 2, 0}};
    VeerSteerPath path = {points, 4, false};
    VeerFollower follower = {.speed = 1.0f,
                             .braking = FLT_MAX,
                             .turn_rate = 1.0f,
                             .max_sideways = FLT_MAX,
                             .look_ahead = 2.0f,
                             .dt = TICK};
    VeerVec3 preferred = veer_steer_follow_path(&path, &follower);
    assert_true(length3(preferred) > 0.0f && length3(preferred) <= 1.0f);
}

static void follower_of_a_point_arrives_there(void **unused)
{
    (void)unused;
    VeerSteerPath path = {zigzag, 1, true};
    VeerFollower follower = racer(5.0f, INFINITY, INFINITY, INFINITY);
    follower.position = vec3(9.0f, 0.0f, 0.0f);
    assert_float_equal(veer_steer_follow_path(&path, &follower).x, -5.0f, 1e-5f);
    const VeerVec3 twice[] = {{3.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}, {3.0f, 9.0f, 0.0f}};
    VeerSteerPath stacked = {twice, 3, false};
    assert_true(is_finite3(veer_steer_follow_path(&stacked, &follower)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follower_rests_at_the_end),
        cmocka_unit_test(follower_brakes_for_corners),
        cmocka_unit_test(follower_of_a_straight_line_does_not_brake),
        cmocka_unit_test(follower_comes_back_to_the_path),
        cmocka_unit_test(follower_of_a_loop_goes_round),
        cmocka_unit_test(follower_of_a_point_arrives_there),
        cmocka_unit_test(follower_that_brakes_at_the_largest_number_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
