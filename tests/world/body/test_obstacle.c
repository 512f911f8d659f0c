// What obstacles are made of, where they go, and what their calls refuse.
#include "world/world_maker.h"

static const VeerVec3 square[] = {
    {-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {-1.0f, 1.0f, 0.0f}};

static VeerObstacleDef shape_def(VeerObstacleShape shape)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = shape;
    def.vertices = square;
    def.vertex_count = 4;
    def.half_extents = vec3(1.0f, 1.0f, 1.0f);
    return def;
}

static void expect_refused(VeerSpace space, const VeerObstacleDef *def)
{
    VeerWorld *world = make_world(space);
    Copy copy = copy_of(world);
    VeerObstacleId obstacle = {77, 78};
    assert_int_equal(veer_obstacle_create(world, def, &obstacle), VEER_BAD_VALUE);
    assert_true(obstacle.slot == 77 && obstacle.generation == 78);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void obstacle_create_refuses_each_bad_number(void **unused)
{
    (void)unused;
    const size_t finite[] = {
        offsetof(VeerObstacleDef, position.x),  offsetof(VeerObstacleDef, position.y),
        offsetof(VeerObstacleDef, position.z),  offsetof(VeerObstacleDef, velocity.x),
        offsetof(VeerObstacleDef, velocity.z),  offsetof(VeerObstacleDef, radius),
        offsetof(VeerObstacleDef, mass),        offsetof(VeerObstacleDef, orbit.centre.y),
        offsetof(VeerObstacleDef, orbit.phase), offsetof(VeerObstacleDef, orbit.semi_major),
        offsetof(VeerObstacleDef, orbit.rate),  offsetof(VeerObstacleDef, orbit.inclination),
        offsetof(VeerObstacleDef, orbit.node),  offsetof(VeerObstacleDef, orbit.semi_minor),
    };
    for (size_t i = 0; i < sizeof finite / sizeof *finite; ++i) {
        const float bad[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; ++k) {
            VeerObstacleDef def = shape_def(VEER_SHAPE_BALL);
            def.motion = VEER_MOTION_ORBIT;
            memcpy((char *)&def + finite[i], &bad[k], sizeof(float));
            expect_refused(VEER_SPATIAL, &def);
        }
    }
}

static void obstacle_create_refuses_negative_lengths_and_masses(void **unused)
{
    (void)unused;
    const size_t lengths[] = {
        offsetof(VeerObstacleDef, radius),           offsetof(VeerObstacleDef, mass),
        offsetof(VeerObstacleDef, height),           offsetof(VeerObstacleDef, orbit.semi_major),
        offsetof(VeerObstacleDef, orbit.semi_minor),
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        VeerObstacleDef def = shape_def(VEER_SHAPE_BALL);
        def.motion = VEER_MOTION_ORBIT;
        const float bad = -0.1f;
        memcpy((char *)&def + lengths[i], &bad, sizeof bad);
        expect_refused(VEER_PLANAR, &def);
    }
    VeerObstacleDef def = shape_def(VEER_SHAPE_BALL);
    def.height = NAN;
    expect_refused(VEER_PLANAR, &def);
    def.height = 0.0f;
    expect_refused(VEER_PLANAR, &def);
}

static void obstacle_create_refuses_a_def_without_its_default(void **unused)
{
    (void)unused;
    VeerObstacleDef def = veer_obstacle_def_default();
    def.cookie = 0;
    expect_refused(VEER_PLANAR, &def);
    memset(&def, 0, sizeof def);
    expect_refused(VEER_PLANAR, &def);
    expect_refused(VEER_PLANAR, NULL);
}

static void obstacle_create_refuses_what_it_does_not_know(void **unused)
{
    (void)unused;
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = (VeerObstacleShape)9;
    expect_refused(VEER_PLANAR, &def);
    def = veer_obstacle_def_default();
    def.motion = (VeerObstacleMotion)9;
    expect_refused(VEER_PLANAR, &def);
}

static void obstacle_create_refuses_the_wrong_kind_of_world(void **unused)
{
    (void)unused;
    VeerObstacleDef def = shape_def(VEER_SHAPE_CHAIN);
    expect_refused(VEER_SPATIAL, &def);
    def = shape_def(VEER_SHAPE_POLYGON);
    expect_refused(VEER_SPATIAL, &def);
    def = shape_def(VEER_SHAPE_BOX);
    expect_refused(VEER_PLANAR, &def);
    def = shape_def(VEER_SHAPE_BALL);
    def.motion = VEER_MOTION_ORBIT;
    def.orbit.inclination = 0.1f;
    expect_refused(VEER_PLANAR, &def);
}

static void obstacle_create_refuses_orbits_that_leave_the_world(void **unused)
{
    (void)unused;
    VeerObstacleDef def = shape_def(VEER_SHAPE_BALL);
    def.motion = VEER_MOTION_ORBIT;
    def.orbit.centre.x = 1.9e6f;
    def.orbit.semi_major = 2e5f;
    expect_refused(VEER_PLANAR, &def);
}

static void obstacle_create_refuses_orbits_and_bounces_of_what_is_not_a_ball(void **unused)
{
    (void)unused;
    for (int motion = VEER_MOTION_ORBIT; motion <= VEER_MOTION_FREE; ++motion) {
        VeerObstacleDef def = shape_def(VEER_SHAPE_CHAIN);
        def.motion = (VeerObstacleMotion)motion;
        expect_refused(VEER_PLANAR, &def);
        def.shape = VEER_SHAPE_POLYGON;
        expect_refused(VEER_PLANAR, &def);
        def.shape = VEER_SHAPE_BOX;
        expect_refused(VEER_SPATIAL, &def);
    }
}

static void obstacle_create_refuses_bad_vertices(void **unused)
{
    (void)unused;
    VeerVec3 vertices[65];
    memset(vertices, 0, sizeof vertices);
    for (int shape = VEER_SHAPE_CHAIN; shape <= VEER_SHAPE_POLYGON; ++shape) {
        VeerObstacleDef def = shape_def((VeerObstacleShape)shape);
        def.vertices = NULL;
        expect_refused(VEER_PLANAR, &def);
        def.vertices = vertices;
        def.vertex_count = shape == VEER_SHAPE_CHAIN ? 1 : 2;
        expect_refused(VEER_PLANAR, &def);
        memcpy(vertices, square, sizeof square);
        def.vertex_count = 4;
        def.position.x = VEER_WORLD_LIMIT;
        expect_refused(VEER_PLANAR, &def);
        def.position.x = 0.0f;
        vertices[2].y = NAN;
        expect_refused(VEER_PLANAR, &def);
    }
}

static void obstacle_create_refuses_polygons_that_are_not_convex(void **unused)
{
    (void)unused;
    VeerVec3 clockwise[4], dented[4], many[65];
    for (int i = 0; i < 4; ++i) {
        clockwise[i] = square[3 - i];
        dented[i] = square[i];
    }
    dented[2] = vec3(-0.5f, -0.5f, 0.0f);
    for (int i = 0; i < 65; ++i) {
        double angle = 6.283185307179586 * i / 65.0;
        many[i] = vec3((float)cos(angle), (float)sin(angle), 0.0f);
    }
    VeerObstacleDef def = shape_def(VEER_SHAPE_POLYGON);
    def.vertices = clockwise;
    expect_refused(VEER_PLANAR, &def);
    def.vertices = dented;
    expect_refused(VEER_PLANAR, &def);
    def.vertices = many;
    def.vertex_count = 65;
    expect_refused(VEER_PLANAR, &def);
}

static void obstacle_create_refuses_bad_boxes(void **unused)
{
    (void)unused;
    const float bad[] = {NAN, INFINITY, -0.1f};
    for (int axis = 0; axis < 3; ++axis) {
        for (int k = 0; k < 3; ++k) {
            VeerObstacleDef def = shape_def(VEER_SHAPE_BOX);
            (&def.half_extents.x)[axis] = bad[k];
            expect_refused(VEER_SPATIAL, &def);
        }
    }
}

static void obstacle_create_is_full_at_capacity(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_obstacles = 3;
    def.max_wall_vertices = 7;
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId chain = add_chain(world, square, 4), id = {0, 0};
    VeerObstacleDef chain_def = shape_def(VEER_SHAPE_CHAIN);
    Copy copy = copy_of(world);
    assert_int_equal(veer_obstacle_create(world, &chain_def, &id), VEER_FULL);
    assert_unchanged(world, copy);
    add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f);
    add_ball(world, vec3(5.0f, 0.0f, 0.0f), 1.0f);
    VeerObstacleDef ball_def = veer_obstacle_def_default();
    assert_int_equal(veer_obstacle_create(world, &ball_def, &id), VEER_FULL);
    veer_obstacle_destroy(world, chain);
    assert_int_equal(veer_obstacle_create(world, &chain_def, &id), VEER_OK);
    veer_world_destroy(world);
}

static void obstacle_reads_back_what_its_def_said(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = shape_def(VEER_SHAPE_CHAIN);
    def.position = vec3(10.0f, 20.0f, 0.0f);
    def.height = 2.0f;
    def.is_closed = true;
    def.layer = 4;
    def.user_data = 5;
    VeerObstacleId id = add_obstacle(world, &def);
    VeerObstacleState state = read_obstacle(world, id);
    assert_int_equal(state.shape, VEER_SHAPE_CHAIN);
    assert_int_equal(state.motion, VEER_MOTION_STATIC);
    assert_true(state.is_closed && state.height == 2.0f && state.vertex_count == 4);
    assert_true(state.layer == 4 && state.user_data == 5);
    VeerVec3 vertices[2];
    assert_int_equal(veer_obstacle_vertices(world, id, vertices, 2), 4);
    assert_near3(vertices[1], vec3(11.0f, 19.0f, 0.0f), 0.0f);
    assert_near3(veer_obstacle_vertex(world, id, 3), vec3(9.0f, 21.0f, 0.0f), 0.0f);
    assert_near3(veer_obstacle_vertex(world, id, 4), vec3(0.0f, 0.0f, 0.0f), 0.0f);
    veer_world_destroy(world);
}

static void obstacle_mass_defaults_to_area_or_volume(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        VeerWorld *world = make_world((VeerSpace)space);
        float small = read_obstacle(world, add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f)).mass;
        float large = read_obstacle(world, add_ball(world, vec3(9.0f, 0.0f, 0.0f), 2.0f)).mass;
        assert_float_equal(large / small, space == VEER_PLANAR ? 4.0f : 8.0f, 0.0f);
        veer_world_destroy(world);
    }
}

static void obstacle_calls_refuse_bad_values_and_change_nothing(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f);
    VeerObstacleId chain = add_chain(world, square, 4);
    Copy copy = copy_of(world);
    const float bad[] = {NAN, INFINITY, -INFINITY, 2.1e6f};
    for (int k = 0; k < 4; ++k) {
        VeerVec3 vector = vec3(0.0f, bad[k], 0.0f), out;
        assert_int_equal(veer_obstacle_set_position(world, ball, vector), VEER_BAD_VALUE);
        assert_int_equal(veer_obstacle_set_velocity(world, ball, vector), VEER_BAD_VALUE);
        assert_int_equal(veer_obstacle_set_radius(world, ball, bad[k]), VEER_BAD_VALUE);
        if (!isfinite(bad[k])) {
            assert_int_equal(veer_obstacle_predict(world, ball, bad[k], &out), VEER_BAD_VALUE);
        }
    }
    assert_int_equal(veer_obstacle_set_radius(world, ball, -1.0f), VEER_BAD_VALUE);
    VeerVec3 edge = vec3(VEER_WORLD_LIMIT, 0.0f, 0.0f);
    assert_int_equal(veer_obstacle_set_position(world, chain, edge), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_velocity(world, chain, square[0]), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_radius(world, chain, 1.0f), VEER_BAD_VALUE);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void obstacle_calls_refuse_null_stale_and_foreign_handles(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId gone = add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f);
    veer_obstacle_destroy(world, gone);
    VeerObstacleId heir = add_ball(world, vec3(0.0f, 0.0f, 0.0f), 1.0f);
    assert_true(heir.slot == gone.slot && heir.generation > gone.generation);
    const VeerObstacleId handles[] = {{0, 0}, gone, {900, 1}, {UINT32_MAX, 1}};
    Copy copy = copy_of(world);
    for (int i = 0; i < 4; ++i) {
        VeerObstacleState state;
        VeerVec3 out = {0};
        VeerObstacleId id = handles[i];
        assert_int_equal(veer_obstacle_get(world, id, &state), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_set_position(world, id, out), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_set_velocity(world, id, out), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_set_radius(world, id, 1.0f), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_set_layer(world, id, 1u), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_destroy(world, id), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_predict(world, id, 1.0f, &out), VEER_BAD_HANDLE);
        assert_int_equal(veer_obstacle_vertices(world, id, &out, 1), 0);
        assert_near3(veer_obstacle_vertex(world, id, 0), vec3(0.0f, 0.0f, 0.0f), 0.0f);
        assert_false(veer_obstacle_is_alive(world, id));
    }
    assert_unchanged(world, copy);
    assert_int_equal(veer_obstacle_at(world, 900).generation, 0);
    assert_int_equal(veer_obstacle_slot_count(world), 1);
    veer_world_destroy(world);
}

static void obstacle_removal_closes_the_gap_in_the_vertices(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_wall_vertices = 12;
    VeerWorld *world = make_world_of(&def);
    VeerObstacleDef wall = shape_def(VEER_SHAPE_CHAIN);
    VeerObstacleId chains[3];
    for (int i = 0; i < 3; ++i) {
        wall.position.x = 10.0f * (float)i;
        chains[i] = add_obstacle(world, &wall);
    }
    veer_obstacle_destroy(world, chains[1]);
    for (int i = 0; i < 3; i += 2) {
        VeerVec3 vertices[4];
        assert_int_equal(veer_obstacle_vertices(world, chains[i], vertices, 4), 4);
        for (int k = 0; k < 4; ++k) {
            assert_near3(vertices[k], add3(square[k], vec3(10.0f * (float)i, 0.0f, 0.0f)), 0.0f);
        }
    }
    assert_int_equal(veer_obstacle_at(world, 1).generation, 0);
    add_obstacle(world, &wall);
    step_times(world, 1, TICK);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacle_create_refuses_each_bad_number),
        cmocka_unit_test(obstacle_create_refuses_negative_lengths_and_masses),
        cmocka_unit_test(obstacle_create_refuses_a_def_without_its_default),
        cmocka_unit_test(obstacle_create_refuses_what_it_does_not_know),
        cmocka_unit_test(obstacle_create_refuses_the_wrong_kind_of_world),
        cmocka_unit_test(obstacle_create_refuses_orbits_that_leave_the_world),
        cmocka_unit_test(obstacle_create_refuses_orbits_and_bounces_of_what_is_not_a_ball),
        cmocka_unit_test(obstacle_create_refuses_bad_vertices),
        cmocka_unit_test(obstacle_create_refuses_polygons_that_are_not_convex),
        cmocka_unit_test(obstacle_create_refuses_bad_boxes),
        cmocka_unit_test(obstacle_create_is_full_at_capacity),
        cmocka_unit_test(obstacle_reads_back_what_its_def_said),
        cmocka_unit_test(obstacle_mass_defaults_to_area_or_volume),
        cmocka_unit_test(obstacle_calls_refuse_bad_values_and_change_nothing),
        cmocka_unit_test(obstacle_calls_refuse_null_stale_and_foreign_handles),
        cmocka_unit_test(obstacle_removal_closes_the_gap_in_the_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
