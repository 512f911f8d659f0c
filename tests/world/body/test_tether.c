// Free balls on springs, driven to a speed.
#include "world/world_maker.h"

static VeerObstacleDef tethered(VeerVec3 position, VeerVec3 velocity, VeerTether tether)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_FREE;
    def.position = position;
    def.velocity = velocity;
    def.radius = 1.0f;
    def.tether = tether;
    return def;
}

static void a_spring_swings_as_its_formula(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerTether tether = {.anchor = {1.0f, 2.0f, 3.0f}, .length = 4.0f, .stiffness = 0.25f};
    VeerObstacleDef def = tethered(vec3(1.0f, 2.0f, 8.0f), vec3(0, 0, 0), tether);
    VeerObstacleId ball = add_obstacle(world, &def);
    // One metre beyond the length, at ω = 0.5 rad/s: half a turn takes 2π s, to one metre below.
    const float dt = 0.001f;
    step_times(world, 6283, dt);
    VeerObstacleState state = read_obstacle(world, ball);
    assert_near3(state.position, vec3(1.0f, 2.0f, 6.0f), 2e-3f);
    assert_near3(state.velocity, vec3(0.0f, 0.0f, 0.0f), 2e-3f);
    veer_world_destroy(world);
}

static void a_drive_brings_the_speed_back(void **unused)
{
    (void)unused;
    const float speeds[] = {0.25f, 3.0f};
    for (int i = 0; i < 2; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerTether tether = {.speed = 1.0f, .drive = 2.0f};
        VeerObstacleDef def = tethered(vec3(0, 0, 0), vec3(0.0f, speeds[i], 0.0f), tether);
        VeerObstacleId ball = add_obstacle(world, &def);
        step_times(world, 60, TICK);
        // What is left of the difference after a second is exp(-2), but for the length of a tick.
        float speed = read_obstacle(world, ball).velocity.y;
        assert_float_equal(speed, 1.0f + (speeds[i] - 1.0f) * 0.1353f, 0.01f);
        assert_float_equal(read_obstacle(world, ball).velocity.x, 0.0f, 0.0f);
        veer_world_destroy(world);
    }
}

static void balls_on_stiff_springs_stay(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerTether tether = {.length = 5.0f, .stiffness = 1e5f, .speed = 1.0f, .drive = 1e5f};
    VeerObstacleDef def = tethered(vec3(5.0f, 0.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f), tether);
    VeerObstacleId ball = add_obstacle(world, &def);
    for (int i = 0; i < 600; ++i) {
        step_times(world, 1, 0.1f);
        float distance = length3(read_obstacle(world, ball).position);
        assert_true(distance > 4.0f && distance < 6.0f);
    }
    veer_world_destroy(world);
}

static void a_ball_at_its_anchor_stays_finite(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerTether tether = {.length = 2.0f, .stiffness = 1.0f};
    VeerObstacleDef def = tethered(vec3(0, 0, 0), vec3(0, 0, 0), tether);
    VeerObstacleId ball = add_obstacle(world, &def);
    step_times(world, 60, TICK);
    VeerObstacleState state = read_obstacle(world, ball);
    assert_true(is_finite3(state.position) && state.position.x > 0.0f);
    veer_world_destroy(world);
}

static void height_does_not_pull_in_the_plane(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerTether tether = {.anchor = {0.0f, 0.0f, 100.0f}, .length = 5.0f, .stiffness = 1.0f};
    VeerObstacleDef def = tethered(vec3(5.0f, 0.0f, 0.0f), vec3(0, 0, 0), tether);
    VeerObstacleId ball = add_obstacle(world, &def);
    step_times(world, 60, TICK);
    assert_near3(read_obstacle(world, ball).position, vec3(5.0f, 0.0f, 0.0f), 1e-6f);
    veer_world_destroy(world);
}

static void tethers_out_of_range_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerTether wrong[] = {{.anchor = {NAN, 0, 0}}, {.length = -1.0f}, {.stiffness = -1.0f},
                                {.speed = INFINITY},     {.drive = -1.0f},  {.stiffness = NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        VeerObstacleDef def = tethered(vec3(0, 0, 0), vec3(0, 0, 0), wrong[i]);
        VeerObstacleId ball;
        assert_int_equal(veer_obstacle_create(world, &def, &ball), VEER_BAD_VALUE);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_swings_as_its_formula),
        cmocka_unit_test(a_drive_brings_the_speed_back),
        cmocka_unit_test(balls_on_stiff_springs_stay),
        cmocka_unit_test(a_ball_at_its_anchor_stays_finite),
        cmocka_unit_test(height_does_not_pull_in_the_plane),
        cmocka_unit_test(tethers_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
