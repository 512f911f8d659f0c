// Doors, trains and beams: chains, polygons and boxes that move and turn.
#include "world/rollback.h"
#include "world/world_maker.h"

#include "geom/polygon.h"
#include "geom/segment.h"

#define PI 3.14159265f

/// A bar of 2 m by 0.4 m about a point.
static VeerObstacleDef bar_at(VeerVec3 at, VeerVec3 velocity, float rate)
{
    static const VeerVec3 corners[4] = {{-1, -0.2f, 0}, {1, -0.2f, 0}, {1, 0.2f, 0}, {-1, 0.2f, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.motion = VEER_MOTION_VELOCITY;
    def.vertices = corners;
    def.vertex_count = 4;
    def.position = at;
    def.velocity = velocity;
    def.turn_rate = rate;
    return def;
}

static VeerObstacleId add_bar(VeerWorld *world, VeerVec3 at, VeerVec3 velocity, float rate)
{
    VeerObstacleDef def = bar_at(at, velocity, rate);
    return add_obstacle(world, &def);
}

/// m from a point to the outline of a polygon as the host reads it; < 0 within it.
static float gap_to(const VeerWorld *world, VeerObstacleId polygon, VeerVec3 point)
{
    VeerVec3 vertices[8];
    VeerVec2 corners[8];
    uint32_t count = veer_obstacle_vertices(world, polygon, vertices, 8);
    for (uint32_t i = 0; i < count; ++i) {
        corners[i] = plane2(vertices[i]);
    }
    return veer_polygon_distance(corners, count, plane2(point));
}

static void an_obstacle_alone_goes_as_it_is_told(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId bar = add_bar(world, vec3(1, 2, 0), vec3(0.5f, -1, 0), 0.25f);
    step_times(world, 120, TICK);
    VeerObstacleState now = read_obstacle(world, bar);
    assert_near3(now.position, vec3(2, 0, 0), 1e-5f);
    assert_float_equal(now.angle, 0.5f, 1e-5f);
    VeerVec3 tip = vec3(2 + cosf(0.5f) + 0.2f * sinf(0.5f), sinf(0.5f) - 0.2f * cosf(0.5f), 0);
    assert_near3(veer_obstacle_vertex(world, bar, 1), tip, 1e-4f);
    assert_int_equal(veer_obstacle_set_turn_rate(world, bar, -2.0f), VEER_OK);
    assert_int_equal(veer_obstacle_set_velocity(world, bar, vec3(0, 0, 0)), VEER_OK);
    step_times(world, 600, TICK);
    now = read_obstacle(world, bar);
    assert_near3(now.position, vec3(2, 0, 0), 1e-5f);
    assert_true(fabsf(now.angle) <= PI);
    assert_float_equal(cosf(now.angle), cosf(0.5f - 20.0f), 1e-3f);
    veer_world_destroy(world);
}

static void questions_find_it_where_it_is(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId bar = add_bar(world, vec3(0, 0, 0), vec3(3, 0, 0), 0.0f);
    step_times(world, 60, TICK);
    assert_false(veer_world_is_free(world, vec3(3, 0, 0), 0.1f, NULL));
    assert_true(veer_world_is_free(world, vec3(0, 0, 0), 0.5f, NULL));
    assert_int_equal(veer_obstacle_set_angle(world, bar, PI / 2), VEER_OK);
    assert_false(veer_world_is_free(world, vec3(3, 0.9f, 0), 0.1f, NULL));
    assert_true(veer_world_is_free(world, vec3(3.8f, 0, 0), 0.1f, NULL));
    veer_world_destroy(world);
}

/// A ball at rest that a bar hits flies off at (1 + e) of the bar's speed.
static void a_ball_is_pushed_as_by_infinite_mass(void **state)
{
    (void)state;
    for (int i = 0; i < 9; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        float e = 0.5f * (float)(i % 3), own = (float)(i / 3) - 1.0f;
        VeerObstacleId bar = add_bar(world, vec3(0, 0, 0), vec3(2, 0, 0), 0.0f);
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = VEER_MOTION_FREE;
        def.position = vec3(2.5f, 0.1f, 0);
        def.velocity = vec3(own, 0, 0);
        def.radius = 0.4f;
        def.restitution = e;
        VeerObstacleId ball = add_obstacle(world, &def);
        float least = 1.0f;
        for (int tick = 0; tick < 150; ++tick) {
            step_times(world, 1, TICK);
            least = min_f(least, gap_to(world, bar, read_obstacle(world, ball).position) - 0.4f);
        }
        float expected = 2.0f + e * (2.0f - own);
        assert_float_equal(read_obstacle(world, ball).velocity.x, expected, 0.005f * expected);
        assert_true(least > -0.001f);
        veer_world_destroy(world);
    }
}

static void an_agent_with_a_mass_is_knocked_away(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(2.5f, 0, 0);
    def.mass = 3.0f;
    def.restitution = 1.0f;
    def.max_acceleration = 0.5f;
    def.model = VEER_AVOID_NONE;
    VeerAgentId agent = add_agent(world, &def);
    (void)add_bar(world, vec3(0, 0, 0), vec3(4, 0, 0), 0.0f);
    float top = 0.0f;
    bool was_knocked = false;
    for (int i = 0; i < 60; ++i) {
        step_times(world, 1, TICK);
        top = max_f(top, read_agent(world, agent).velocity.x);
        was_knocked |= read_agent(world, agent).is_knocked;
    }
    assert_true(was_knocked);
    assert_float_equal(top, 8.0f, 0.1f);
    veer_world_destroy(world);
}

/// A beam that is faster than a tick sees, over agents that do not move: it stops at the first.
static void nobody_is_passed_through_at_speed(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        bool turns = i % 2;
        VeerAgentDef def = veer_agent_def_default();
        def.position = turns ? vec3(0.0f, 0.9f, 0) : vec3(7, 0, 0);
        def.radius = 0.05f;
        def.max_speed = 0.0f;
        VeerAgentId agent = add_agent(world, &def);
        float speed = 100.0f * (float)(1 + i / 2 * 7);
        VeerObstacleId bar = turns ? add_bar(world, vec3(0, 0, 0), vec3(0, 0, 0), speed)
                                   : add_bar(world, vec3(0, 0, 0), vec3(speed, 0, 0), 0.0f);
        step_times(world, 5, TICK);
        VeerVec3 at = read_agent(world, agent).position;
        assert_near3(at, def.position, 0.0f);
        assert_true(gap_to(world, bar, at) >= 0.05f - 1e-4f);
        assert_true(gap_to(world, bar, at) <= 0.06f);
        if (!turns) {
            assert_true(read_obstacle(world, bar).position.x < 6.0f);
        }
        // Once it is gone, or is on no layer of the bar's, the way is free.
        assert_int_equal(veer_agent_set_layers(world, agent, 1u, 0u), VEER_OK);
        step_times(world, 1, TICK);
        assert_true(turns || read_obstacle(world, bar).position.x > 7.0f);
        veer_world_destroy(world);
    }
}

/// Bars of all sorts among agents and free balls: in no tick is anybody in one.
static void nobody_is_ever_in_one(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(24); ++seed) {
        Dice dice = {seed * 2654435769u + 7u};
        VeerWorldDef world_def = veer_world_def_default();
        world_def.bounds = (VeerBounds){{-9, -9, 0}, {9, 9, 0}};
        VeerWorld *world = make_world_of(&world_def);
        VeerObstacleId bars[3], balls[8];
        VeerAgentId agents[16];
        for (int i = 0; i < 3; ++i) {
            bars[i] = add_bar(world, vec3(-5 + 5 * (float)i, 0, 0), roll3(&dice, 1.5f),
                              roll(&dice, -3.0f, 3.0f));
        }
        for (int i = 0; i < 8; ++i) {
            VeerVec3 at = vec3(-7 + 2 * (float)i, 6, 0);
            balls[i] = add_moving_ball(world, VEER_MOTION_FREE, at, roll3(&dice, 6.0f), 0.3f);
        }
        for (int i = 0; i < 16; ++i) {
            agents[i] = add_agent_at(world, vec3(-7 + 2 * (float)(i % 8), i < 8 ? -4 : -7, 0));
            veer_agent_go_to(world, agents[i], roll3(&dice, 7.0f), 0.5f);
        }
        for (int tick = 0; tick < 400; ++tick) {
            step_times(world, 1, TICK);
            for (int b = 0; b < 3; ++b) {
                for (int i = 0; i < 16; ++i) {
                    VeerVec3 at = read_agent(world, agents[i]).position;
                    assert_true(gap_to(world, bars[b], at) > 0.5f * (1.0f - 0.02f));
                }
                for (int i = 0; i < 8; ++i) {
                    VeerVec3 at = read_obstacle(world, balls[i]).position;
                    assert_true(gap_to(world, bars[b], at) > 0.3f * (1.0f - 0.02f));
                }
            }
        }
        veer_world_destroy(world);
    }
}

static void who_can_steps_aside(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(4, 0.1f, 0));
    VeerObstacleId bar = add_bar(world, vec3(0, 0, 0), vec3(1, 0, 0), 0.0f);
    step_times(world, 480, TICK);
    // It was late by less than a second, for the one in its way has made room.
    assert_true(read_obstacle(world, bar).position.x > 7.0f);
    assert_true(read_agent(world, agent).position.x < 9.0f);
    veer_world_destroy(world);
}

static void a_train_slides_past_who_stands_beside_it(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(3, 0.702f, 0);
    def.is_immovable = true;
    (void)add_agent(world, &def);
    VeerObstacleId bar = add_bar(world, vec3(0, 0, 0), vec3(3, 0, 0), 0.0f);
    step_times(world, 120, TICK);
    assert_float_equal(read_obstacle(world, bar).position.x, 6.0f, 0.01f);
    veer_world_destroy(world);
}

static void boxes_move_in_space(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_BOX;
    def.motion = VEER_MOTION_VELOCITY;
    def.half_extents = vec3(2, 2, 0.5f);
    def.velocity = vec3(0, 0, 2);
    VeerObstacleId lift = add_obstacle(world, &def);
    VeerObstacleId ball =
        add_moving_ball(world, VEER_MOTION_FREE, vec3(0, 0, 3), vec3(0, 0, 0), 0.5f);
    VeerAgentDef fixed = veer_agent_def_default();
    fixed.position = vec3(1, 1, 9);
    fixed.is_immovable = true;
    (void)add_agent(world, &fixed);
    step_times(world, 600, TICK);
    assert_float_equal(read_obstacle(world, ball).velocity.z, 4.0f, 0.01f);
    assert_float_equal(read_obstacle(world, lift).position.z, 8.0f, 0.01f);
    def.turn_rate = 1.0f;
    VeerObstacleId none;
    assert_int_equal(veer_obstacle_create(world, &def, &none), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static VeerWorld *make_busy_world(VeerTestAllocator *counting)
{
    VeerWorldDef def = veer_world_def_default();
    if (counting) {
        def.allocator = veer_test_allocator(counting);
    }
    VeerWorld *world = make_world_of(&def);
    (void)add_bar(world, vec3(0, 0, 0), vec3(0.5f, 0, 0), 1.5f);
    (void)add_bar(world, vec3(5, 5, 0), vec3(-1, -1, 0), -0.5f);
    for (int i = 0; i < 12; ++i) {
        VeerAgentId agent = add_agent_at(world, vec3(-6 + (float)i * 1.2f, -3, 0));
        veer_agent_go_to(world, agent, vec3(6 - (float)i, 6, 0), 0.5f);
        (void)add_moving_ball(world, VEER_MOTION_FREE, vec3(-6 + (float)i * 1.2f, 3, 0),
                              vec3(0, -1, 0), 0.3f);
    }
    return world;
}

static void they_are_part_of_the_state(void **state)
{
    (void)state;
    VeerWorld *world = make_busy_world(NULL), *other = make_busy_world(NULL);
    for (int i = 0; i < 4; ++i) {
        step_times(world, 40, TICK);
        expect_same_future(world, world, NULL, 0, 40);
        expect_same_future(world, other, NULL, 0, 40);
    }
    VeerObstacleId bar = veer_obstacle_at(world, 0);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_obstacle_set_angle(world, bar, 0.125f), VEER_OK);
    assert_true(veer_world_hash(world) != hash);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void bad_motions_are_refused(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId bar = add_bar(world, vec3(0, 0, 0), vec3(0, 0, 0), 0.0f), none;
    VeerObstacleId ball = add_ball(world, vec3(9, 9, 0), 1.0f);
    VeerVec3 ends[2] = {{5, 5, 0}, {6, 6, 0}};
    VeerObstacleId chain = add_chain(world, ends, 2);
    assert_int_equal(veer_obstacle_set_turn_rate(world, ball, 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_turn_rate(world, chain, 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_turn_rate(world, bar, NAN), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_angle(world, ball, 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_angle(world, bar, INFINITY), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_angle(world, chain, 1.0f), VEER_OK);
    assert_int_equal(veer_obstacle_set_angle(world, (VeerObstacleId){9, 1}, 1.0f), VEER_BAD_HANDLE);
    assert_int_equal(veer_obstacle_set_velocity(world, chain, vec3(1, 0, 0)), VEER_BAD_VALUE);
    VeerObstacleDef def = bar_at(vec3(0, 0, 0), vec3(0, 0, 0), NAN);
    assert_int_equal(veer_obstacle_create(world, &def, &none), VEER_BAD_VALUE);
    def = bar_at(vec3(VEER_WORLD_LIMIT - 1.0f, 0, 0), vec3(1, 0, 0), 0.0f);
    VeerObstacleId edge = add_obstacle(world, &def);
    step_times(world, 60, TICK); // it would leave the world
    assert_true(veer_obstacle_vertex(world, edge, 1).x <= VEER_WORLD_LIMIT);
    def.motion = VEER_MOTION_ORBIT;
    assert_int_equal(veer_obstacle_create(world, &def, &none), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void no_tick_asks_for_memory(void **state)
{
    (void)state;
    VeerTestAllocator counting = {0};
    VeerWorld *world = make_busy_world(&counting);
    step_times(world, 5, TICK);
    expect_no_allocation(world, &counting, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_obstacle_alone_goes_as_it_is_told),
        cmocka_unit_test(questions_find_it_where_it_is),
        cmocka_unit_test(a_ball_is_pushed_as_by_infinite_mass),
        cmocka_unit_test(an_agent_with_a_mass_is_knocked_away),
        cmocka_unit_test(nobody_is_passed_through_at_speed),
        cmocka_unit_test(nobody_is_ever_in_one),
        cmocka_unit_test(who_can_steps_aside),
        cmocka_unit_test(a_train_slides_past_who_stands_beside_it),
        cmocka_unit_test(boxes_move_in_space),
        cmocka_unit_test(they_are_part_of_the_state),
        cmocka_unit_test(bad_motions_are_refused),
        cmocka_unit_test(no_tick_asks_for_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
