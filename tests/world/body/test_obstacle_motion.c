// Where obstacles go: straight, on orbits, by the host's hand, and bouncing.
#include "world/host/check.h"
#include "world/world_maker.h"

typedef struct Point {
    double x, y, z;
} Point;

/// The documented formula, in double.
static Point orbit_point(const VeerOrbit *orbit, double time)
{
    double angle = (double)orbit->rate * time + (double)orbit->phase;
    double x = (double)orbit->semi_major * cos(angle), y = (double)orbit->semi_minor * sin(angle);
    double tilt = (double)orbit->inclination, node = (double)orbit->node;
    double across = y * cos(tilt), up = y * sin(tilt);
    return (Point){(double)orbit->centre.x + x * cos(node) - across * sin(node),
                   (double)orbit->centre.y + x * sin(node) + across * cos(node),
                   (double)orbit->centre.z + up};
}

static void expect_at(VeerVec3 place, Point point, double tolerance)
{
    assert_true(fabs((double)place.x - point.x) <= tolerance);
    assert_true(fabs((double)place.y - point.y) <= tolerance);
    assert_true(fabs((double)place.z - point.z) <= tolerance);
}

static VeerOrbit some_orbit(VeerSpace space)
{
    VeerOrbit orbit = {.centre = {3.0f, -4.0f, 0.0f},
                       .semi_major = 20.0f,
                       .semi_minor = 12.0f,
                       .rate = -0.7f,
                       .phase = 1.1f,
                       .node = 0.6f};
    if (space == VEER_SPATIAL) {
        orbit.centre.z = 5.0f;
        orbit.inclination = 0.9f;
    }
    return orbit;
}

static VeerObstacleId add_orbiting(VeerWorld *world, VeerOrbit orbit)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_ORBIT;
    def.orbit = orbit;
    return add_obstacle(world, &def);
}

static void expect_orbit_kept(VeerSpace space)
{
    VeerWorld *world = make_world(space);
    step_times(world, 37, TICK);
    double epoch = veer_world_time(world);
    VeerOrbit orbit = some_orbit(space);
    VeerObstacleId ball = add_orbiting(world, orbit);
    expect_at(read_obstacle(world, ball).position, orbit_point(&orbit, 0.0), 1e-5);
    for (int i = 0; i < 50; ++i) {
        step_times(world, 40, TICK);
        double time = veer_world_time(world) - epoch;
        VeerObstacleState state = read_obstacle(world, ball);
        // A few last places of 30 m, and of the shift that was added.
        expect_at(state.position, orbit_point(&orbit, time), 2e-5);
        Point early = orbit_point(&orbit, time - 1e-4), late = orbit_point(&orbit, time + 1e-4);
        Point rate = {(late.x - early.x) / 2e-4, (late.y - early.y) / 2e-4,
                      (late.z - early.z) / 2e-4};
        expect_at(state.velocity, rate, 1e-4);
    }
    veer_world_destroy(world);
}

static void orbit_in_the_plane_is_the_formula(void **unused)
{
    (void)unused;
    expect_orbit_kept(VEER_PLANAR);
}

static void orbit_in_space_is_inclined_as_the_formula(void **unused)
{
    (void)unused;
    expect_orbit_kept(VEER_SPATIAL);
}

static void orbit_stays_exact_after_many_turns(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerOrbit orbit = {.semi_major = 10.0f, .semi_minor = 10.0f, .rate = 6.0f};
    VeerObstacleId ball = add_orbiting(world, orbit);
    step_times(world, 36000, 0.5f);
    expect_at(read_obstacle(world, ball).position, orbit_point(&orbit, 18000.0), 2e-5);
    veer_world_destroy(world);
}

/// Heights of far places are coarse: the middle of an orbit that is moved there comes to lie a
/// little above or below.
static void orbit_in_the_plane_keeps_its_height(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_ORBIT;
    def.orbit = (VeerOrbit){{0.0f, 0.0f, 0.1f}, 2.0f, 2.0f, 1.0f, 0.0f, 0.0f, 0.0f};
    VeerObstacleId ball = add_obstacle(world, &def);
    for (int i = 1; i < 40; ++i) {
        float height = i % 2 ? 99999.9f : 0.1f * (float)i;
        VeerVec3 at = read_obstacle(world, ball).position;
        assert_int_equal(veer_obstacle_set_position(world, ball, vec3(at.x, at.y, height)),
                         VEER_OK);
        step_times(world, 1, TICK);
        assert_true(read_obstacle(world, ball).position.z == height);
    }
    veer_world_destroy(world);
}

static void orbit_centre_moves_with_set_position(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerOrbit orbit = some_orbit(VEER_PLANAR);
    VeerObstacleId ball = add_orbiting(world, orbit);
    step_times(world, 60, TICK);
    VeerVec3 place = read_obstacle(world, ball).position;
    veer_obstacle_set_position(world, ball, add3(place, vec3(100.0f, 50.0f, 0.0f)));
    orbit.centre = add3(orbit.centre, vec3(100.0f, 50.0f, 0.0f));
    step_times(world, 60, TICK);
    expect_at(read_obstacle(world, ball).position, orbit_point(&orbit, veer_world_time(world)),
              1e-4);
    veer_world_destroy(world);
}

static void predict_says_where_the_steps_will_take_a_ball(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerVec3 place = vec3(1.0f, 2.0f, 3.0f), velocity = vec3(-1.0f, 0.5f, 2.0f);
    VeerObstacleId balls[4] = {
        add_ball(world, vec3(90.0f, 0.0f, 0.0f), 1.0f),
        add_moving_ball(world, VEER_MOTION_VELOCITY, place, velocity, 1.0f),
        add_moving_ball(world, VEER_MOTION_FREE, vec3(0.0f, 0.0f, -50.0f), velocity, 1.0f),
        add_orbiting(world, some_orbit(VEER_SPATIAL)),
    };
    step_times(world, 10, 0.25f);
    VeerVec3 said[4];
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(veer_obstacle_predict(world, balls[i], 8.0f, &said[i]), VEER_OK);
    }
    step_times(world, 32, 0.25f);
    for (int i = 0; i < 4; ++i) {
        assert_near3(read_obstacle(world, balls[i]).position, said[i], 2e-5f);
    }
    veer_world_destroy(world);
}

static void predict_of_what_stands_is_its_place(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleId box = add_box(world, vec3(1.0f, 2.0f, 3.0f), vec3(1.0f, 1.0f, 1.0f));
    VeerVec3 said;
    assert_int_equal(veer_obstacle_predict(world, box, 100.0f, &said), VEER_OK);
    assert_near3(said, vec3(1.0f, 2.0f, 3.0f), 0.0f);
    veer_world_destroy(world);
}

static void predict_never_answers_with_what_is_not_finite(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(0.0f, 0.0f, 0.0f),
                                          vec3(2e6f, 0.0f, 0.0f), 1.0f);
    VeerOrbit orbit = some_orbit(VEER_PLANAR);
    orbit.rate = 1e6f;
    VeerObstacleId planet = add_orbiting(world, orbit);
    const float times[] = {1e9f, -1e9f, 1e30f, 3e38f, -3e38f};
    for (int i = 0; i < 5; ++i) {
        VeerVec3 said = vec3(0.0f, 0.0f, 0.0f);
        VeerStatus status = veer_obstacle_predict(world, ball, times[i], &said);
        assert_true(status == VEER_OK || status == VEER_BAD_VALUE);
        assert_true(is_finite3(said));
        assert_int_equal(veer_obstacle_predict(world, planet, times[i], &said), VEER_OK);
        assert_true(length3(sub3(said, orbit.centre)) <= 20.001f);
    }
    veer_world_destroy(world);
}

static void an_orbit_is_not_moved_out_of_the_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerOrbit orbit = {.semi_major = 5e5f, .semi_minor = 5e5f, .rate = 1.0f};
    VeerObstacleId planet = add_orbiting(world, orbit);
    VeerVec3 corner = vec3(VEER_WORLD_LIMIT, VEER_WORLD_LIMIT, 0.0f);
    Copy copy = copy_of(world);
    assert_int_equal(veer_obstacle_set_position(world, planet, corner), VEER_BAD_VALUE);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void the_host_drives_a_ball_by_set_calls(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f);
    for (int i = 1; i <= 60; ++i) {
        VeerVec3 place = vec3((float)i * 0.05f, 1.0f, 0.0f);
        assert_int_equal(veer_obstacle_set_position(world, ball, place), VEER_OK);
        assert_int_equal(veer_obstacle_set_velocity(world, ball, vec3(3.0f, 0.0f, 0.0f)), VEER_OK);
        step_times(world, 1, TICK);
        assert_near3(read_obstacle(world, ball).position, place, 0.0f);
        assert_near3(read_obstacle(world, ball).velocity, vec3(3.0f, 0.0f, 0.0f), 0.0f);
    }
    assert_int_equal(veer_obstacle_set_radius(world, ball, 2.0f), VEER_OK);
    assert_int_equal(veer_obstacle_set_layer(world, ball, 8u), VEER_OK);
    assert_true(read_obstacle(world, ball).radius == 2.0f);
    assert_int_equal(read_obstacle(world, ball).layer, 8);
    veer_world_destroy(world);
}

static void a_ball_keeps_its_velocity_until_told_otherwise(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(0.0f, 0.0f, 0.0f),
                                          vec3(1.0f, 2.0f, 3.0f), 1.0f);
    step_times(world, 8, 0.25f);
    assert_near3(read_obstacle(world, ball).position, vec3(2.0f, 4.0f, 6.0f), 0.0f);
    veer_obstacle_set_velocity(world, ball, vec3(0.0f, -2.0f, 0.0f));
    step_times(world, 4, 0.25f);
    assert_near3(read_obstacle(world, ball).position, vec3(2.0f, 2.0f, 6.0f), 0.0f);
    veer_world_destroy(world);
}

static void a_ball_never_leaves_the_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(1.9e6f, -1.9e6f, 0.0f),
                                          vec3(2e6f, -2e6f, 2e6f), 1.0f);
    add_agent_at(world, vec3(VEER_WORLD_LIMIT, 0.0f, 0.0f));
    step_times(world, 10, 1.0f);
    assert_near3(read_obstacle(world, ball).position, vec3(2e6f, -2e6f, 2e6f), 0.0f);
    veer_world_destroy(world);
}

/// Nothing is left to make up for where the world ends, however far beyond it a ball would be: a
/// state from outside had one at the greatest speed.
static void a_ball_of_the_greatest_speed_leaves_a_sound_state(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_FREE, vec3(7.0f, 3.0f, 1.0f),
                                          vec3(1.0f, 2.0f, 3.0f), 1.0f);
    world->obstacle.velocity[ball.slot] = vec3(3.9e12f, -1.1e9f, 7.7e8f);
    step_times(world, 3, 0.1f);
    VeerStateFault fault = {"", 0};
    (void)veer_world_check(world, &fault);
    assert_string_equal(fault.what, "");
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbit_in_the_plane_is_the_formula),
        cmocka_unit_test(orbit_in_space_is_inclined_as_the_formula),
        cmocka_unit_test(orbit_stays_exact_after_many_turns),
        cmocka_unit_test(orbit_in_the_plane_keeps_its_height),
        cmocka_unit_test(orbit_centre_moves_with_set_position),
        cmocka_unit_test(predict_says_where_the_steps_will_take_a_ball),
        cmocka_unit_test(predict_of_what_stands_is_its_place),
        cmocka_unit_test(predict_never_answers_with_what_is_not_finite),
        cmocka_unit_test(an_orbit_is_not_moved_out_of_the_world),
        cmocka_unit_test(the_host_drives_a_ball_by_set_calls),
        cmocka_unit_test(a_ball_keeps_its_velocity_until_told_otherwise),
        cmocka_unit_test(a_ball_never_leaves_the_world),
        cmocka_unit_test(a_ball_of_the_greatest_speed_leaves_a_sound_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
