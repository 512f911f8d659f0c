#include "support/suite.h"

#include "veer/veer.h"

#include <math.h>

static VeerWorld *make_world(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    def.space = space;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    return world;
}

static VeerObstacleDef orbiting(VeerOrbit orbit)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_ORBIT;
    def.orbit = orbit;
    return def;
}

static void expect_refused(VeerSpace space, VeerOrbit orbit)
{
    VeerWorld *world = make_world(space);
    VeerObstacleDef def = orbiting(orbit);
    VeerObstacleId obstacle = {7, 7};
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_obstacle_create(world, &def, &obstacle), VEER_BAD_VALUE);
    assert_int_equal(obstacle.slot, 7);
    assert_true(veer_world_hash(world) == hash);
    veer_world_destroy(world);
}

static void orbit_refuses_angles_beyond_the_limit(void **unused)
{
    (void)unused;
    expect_refused(VEER_PLANAR, (VeerOrbit){.semi_major = 1.0f, .phase = 3e38f});
    expect_refused(VEER_PLANAR, (VeerOrbit){.semi_major = 1.0f, .node = -3e6f});
    expect_refused(VEER_SPATIAL, (VeerOrbit){.semi_major = 1.0f, .inclination = NAN});
    expect_refused(VEER_PLANAR, (VeerOrbit){.semi_major = 1.0f, .rate = INFINITY});
}

static void orbit_refuses_to_leave_the_world(void **unused)
{
    (void)unused;
    VeerOrbit planar = {.centre = {1.9e6f, 0.0f, 0.0f}, .semi_major = 1.0f, .semi_minor = 2e5f};
    VeerOrbit high = {.centre = {0.0f, 0.0f, -1.9e6f}, .semi_major = 2e5f, .semi_minor = 1.0f};
    expect_refused(VEER_PLANAR, planar);
    expect_refused(VEER_SPATIAL, high);
}

static void orbit_may_lie_at_any_height_in_a_planar_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = orbiting((VeerOrbit){.centre = {0.0f, 0.0f, 1.9e6f}, .semi_major = 2e5f});
    VeerObstacleId obstacle;
    assert_int_equal(veer_obstacle_create(world, &def, &obstacle), VEER_OK);
    veer_world_destroy(world);
}

static void orbit_refuses_to_be_moved_out_of_the_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = orbiting((VeerOrbit){.semi_major = 10.0f, .semi_minor = 10.0f});
    VeerObstacleId obstacle;
    assert_int_equal(veer_obstacle_create(world, &def, &obstacle), VEER_OK);
    VeerVec3 inside = {100.0f, 0.0f, 0.0f}, outside = {-3e6f, 0.0f, 0.0f};
    assert_int_equal(veer_obstacle_set_position(world, obstacle, inside), VEER_OK);
    assert_int_equal(veer_obstacle_set_position(world, obstacle, outside), VEER_BAD_VALUE);
    VeerObstacleState state;
    assert_int_equal(veer_obstacle_get(world, obstacle, &state), VEER_OK);
    assert_true(state.position.x == inside.x);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbit_refuses_angles_beyond_the_limit),
        cmocka_unit_test(orbit_refuses_to_leave_the_world),
        cmocka_unit_test(orbit_may_lie_at_any_height_in_a_planar_world),
        cmocka_unit_test(orbit_refuses_to_be_moved_out_of_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
