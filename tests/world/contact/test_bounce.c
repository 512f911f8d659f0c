// Free balls: elastic bounces off each other, off what stands and off the bounds.
#include "world/world_maker.h"

enum { BALLS = 24 };

typedef struct Sums {
    double mass, energy, momentum[3];
} Sums;

static Sums sums_of(const VeerWorld *world)
{
    Sums sums = {0};
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        VeerObstacleState ball = read_obstacle(world, veer_obstacle_at(world, slot));
        if (ball.motion != VEER_MOTION_FREE) {
            continue;
        }
        const double velocity[3] = {(double)ball.velocity.x, (double)ball.velocity.y,
                                    (double)ball.velocity.z};
        sums.mass += (double)ball.mass;
        for (int i = 0; i < 3; ++i) {
            sums.momentum[i] += (double)ball.mass * velocity[i];
            sums.energy += 0.5 * (double)ball.mass * velocity[i] * velocity[i];
        }
    }
    return sums;
}

static VeerWorld *make_box(VeerSpace space, float half)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.bounds = (VeerBounds){{-half, -half, -half}, {half, half, half}};
    return make_world_of(&def);
}

static void add_free_balls(VeerWorld *world, Dice *dice, VeerSpace space)
{
    for (int i = 0; i < BALLS; ++i) {
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = VEER_MOTION_FREE;
        float height = space == VEER_SPATIAL ? (float)(i % 3) * 2.5f - 2.5f : 0.0f;
        def.position = vec3((float)(i % 6) * 2.5f - 6.0f, (float)(i / 6) * 2.5f - 4.0f, height);
        def.velocity = roll3(dice, 3.0f);
        def.radius = roll(dice, 0.3f, 1.0f);
        def.mass = i % 4 == 0 ? roll(dice, 0.1f, 20.0f) : 0.0f;
        add_obstacle(world, &def);
    }
}

static void expect_in_bounds(const VeerWorld *world)
{
    VeerBounds bounds = veer_world_bounds(world);
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        VeerObstacleState ball = read_obstacle(world, veer_obstacle_at(world, slot));
        VeerVec3 extent = vec3(ball.radius, ball.radius, ball.radius);
        VeerVec3 below = sub3(sub3(ball.position, extent), bounds.lower);
        VeerVec3 above = sub3(bounds.upper, add3(ball.position, extent));
        // A last place of 8 m.
        assert_true(min_f(below.x, min_f(below.y, below.z)) >= -1e-5f);
        assert_true(min_f(above.x, min_f(above.y, above.z)) >= -1e-5f);
    }
}

static void expect_energy_kept(VeerSpace space, uint32_t seed, float dt)
{
    Dice dice = make_dice(seed);
    VeerWorld *world = make_box(space, 8.0f);
    add_free_balls(world, &dice, space);
    double energy = sums_of(world).energy;
    for (int tick = 0; tick < 4000; ++tick) {
        step_times(world, 1, dt);
        expect_in_bounds(world);
    }
    // Some ten thousand bounces, each rounding twice: a random walk of 2^-24 steps.
    assert_true(fabs(sums_of(world).energy / energy - 1.0) <= 1e-4);
    veer_world_destroy(world);
}

static void energy_and_bounds_are_kept_in_the_plane(void **unused)
{
    (void)unused;
    expect_energy_kept(VEER_PLANAR, 1, TICK);
    expect_energy_kept(VEER_PLANAR, 2, 0.1f);
}

static void energy_and_bounds_are_kept_in_space(void **unused)
{
    (void)unused;
    expect_energy_kept(VEER_SPATIAL, 3, TICK);
    expect_energy_kept(VEER_SPATIAL, 4, 0.1f);
}

static void momentum_is_kept_without_bounds(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        Dice dice = make_dice(5);
        VeerWorld *world = make_world((VeerSpace)space);
        add_free_balls(world, &dice, (VeerSpace)space);
        Sums before = sums_of(world);
        step_times(world, 2000, TICK);
        Sums after = sums_of(world);
        double size = sqrt(2.0 * before.energy * before.mass);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(after.momentum[i] - before.momentum[i]) <= 1e-5 * size);
        }
        assert_true(fabs(after.energy / before.energy - 1.0) <= 1e-5);
        veer_world_destroy(world);
    }
}

static void equal_balls_head_on_swap_their_velocities(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId a = add_moving_ball(world, VEER_MOTION_FREE, vec3(-3.0f, 0.0f, 0.0f),
                                       vec3(2.0f, 0.0f, 0.0f), 1.0f);
    VeerObstacleId b = add_moving_ball(world, VEER_MOTION_FREE, vec3(3.0f, 0.0f, 0.0f),
                                       vec3(-1.0f, 0.0f, 0.0f), 1.0f);
    step_times(world, 180, TICK);
    assert_near3(read_obstacle(world, a).velocity, vec3(-1.0f, 0.0f, 0.0f), 1e-5f);
    assert_near3(read_obstacle(world, b).velocity, vec3(2.0f, 0.0f, 0.0f), 1e-5f);
    veer_world_destroy(world);
}

static void a_heavy_ball_hardly_notices_a_light_one(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_FREE;
    def.mass = 1000.0f;
    VeerObstacleId heavy = add_obstacle(world, &def);
    def.mass = 1.0f;
    def.position = vec3(0.0f, 0.0f, 5.0f);
    def.velocity = vec3(0.0f, 0.0f, -3.0f);
    VeerObstacleId light = add_obstacle(world, &def);
    step_times(world, 120, TICK);
    assert_float_equal(read_obstacle(world, light).velocity.z, 3.0f * 999.0f / 1001.0f, 1e-4f);
    assert_float_equal(read_obstacle(world, heavy).velocity.z, -6.0f / 1001.0f, 1e-6f);
    veer_world_destroy(world);
}

static void free_balls_bounce_off_what_stands_and_what_is_driven(void **unused)
{
    (void)unused;
    const VeerObstacleMotion motions[] = {VEER_MOTION_STATIC, VEER_MOTION_VELOCITY};
    for (int i = 0; i < 2; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        float speed = i == 0 ? 0.0f : -1.0f;
        VeerObstacleId wall = add_moving_ball(world, motions[i], vec3(6.0f, 0.0f, 0.0f),
                                              vec3(speed, 0.0f, 0.0f), 1.0f);
        VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_FREE, vec3(0.0f, 0.0f, 0.0f),
                                              vec3(2.0f, 0.0f, 0.0f), 1.0f);
        step_times(world, 180, TICK);
        assert_float_equal(read_obstacle(world, ball).velocity.x, 2.0f * speed - 2.0f, 1e-5f);
        assert_float_equal(read_obstacle(world, wall).velocity.x, speed, 0.0f);
        veer_world_destroy(world);
    }
}

static void free_balls_without_mass_or_size_bounce(void **unused)
{
    (void)unused;
    VeerWorld *world = make_box(VEER_PLANAR, 5.0f);
    for (int i = 0; i < 10; ++i) {
        add_moving_ball(world, VEER_MOTION_FREE, vec3((float)(i % 2), 0.0f, 0.0f),
                        vec3(1.0f, (float)i, 0.0f), i % 3 == 0 ? 0.5f : 0.0f);
    }
    for (int i = 0; i < 600; ++i) {
        step_times(world, 1, TICK);
        for (uint32_t slot = 0; slot < 10; ++slot) {
            VeerObstacleState ball = read_obstacle(world, veer_obstacle_at(world, slot));
            assert_true(is_finite3(ball.position) && is_finite3(ball.velocity));
        }
    }
    veer_world_destroy(world);
}

static void free_balls_at_different_heights_pass_in_the_plane(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_FREE;
    def.height = 1.0f;
    def.position = vec3(-3.0f, 0.0f, 0.0f);
    def.velocity = vec3(2.0f, 0.0f, 0.0f);
    VeerObstacleId low = add_obstacle(world, &def);
    def.position = vec3(3.0f, 0.0f, 5.0f);
    def.velocity = vec3(-2.0f, 0.0f, 0.0f);
    add_obstacle(world, &def);
    step_times(world, 180, TICK);
    assert_near3(read_obstacle(world, low).velocity, vec3(2.0f, 0.0f, 0.0f), 0.0f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_and_bounds_are_kept_in_the_plane),
        cmocka_unit_test(energy_and_bounds_are_kept_in_space),
        cmocka_unit_test(momentum_is_kept_without_bounds),
        cmocka_unit_test(equal_balls_head_on_swap_their_velocities),
        cmocka_unit_test(a_heavy_ball_hardly_notices_a_light_one),
        cmocka_unit_test(free_balls_bounce_off_what_stands_and_what_is_driven),
        cmocka_unit_test(free_balls_without_mass_or_size_bounce),
        cmocka_unit_test(free_balls_at_different_heights_pass_in_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
