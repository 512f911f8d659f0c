// Free balls turn back from agents that cannot give way, and push those that can.
#include "world/world_maker.h"

/// Bodies 1 m wide before a wall at x = 3, and a free ball that comes along x.
typedef struct Press {
    VeerWorld *world;
    VeerAgentId row[4];
    uint32_t count;
    VeerObstacleId ball;
} Press;

static Press make_press(uint32_t count, float speed)
{
    const VeerVec3 ends[] = {{3.0f, -500.0f, 0.0f}, {3.0f, 500.0f, 0.0f}};
    Press press = {.world = make_world(VEER_PLANAR), .count = count};
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 place = vec3(2.4f - 1.05f * (float)i, 0.0f, 0.0f);
        press.row[i] = add_blind(press.world, place, (VeerVec3){0});
    }
    VeerVec3 start = vec3(-5.0f, 0.0f, 0.0f);
    press.ball =
        add_moving_ball(press.world, VEER_MOTION_FREE, start, vec3(speed, 0.0f, 0.0f), 0.8f);
    add_chain(press.world, ends, 2);
    return press;
}

static float ball_speed(const Press *press)
{
    return read_obstacle(press->world, press->ball).velocity.x;
}

/// The deepest overlap, as a part of a radius, of any of the row with the next, or the ball.
static float depth_of(const Press *press)
{
    VeerObstacleState ball = read_obstacle(press->world, press->ball);
    float least = INFINITY;
    for (uint32_t i = 0; i < press->count; ++i) {
        VeerAgentState state = read_agent(press->world, press->row[i]);
        float gap = distance3(state.position, ball.position) - state.radius - ball.radius;
        least = min_f(least, gap);
        for (uint32_t k = 0; k < i; ++k) {
            least = min_f(least, gap_of_agents(press->world, press->row[i], press->row[k]));
        }
    }
    return -least / 0.5f;
}

static float deepest_of(const Press *press, int ticks)
{
    float deepest = 0.0f;
    for (int i = 0; i < ticks; ++i) {
        step_times(press->world, 1, TICK);
        deepest = max_f(deepest, depth_of(press));
    }
    return deepest;
}

static void wedge_turns_the_ball_back(void **unused)
{
    (void)unused;
    for (uint32_t count = 1; count <= 4; ++count) {
        Press press = make_press(count, 0.9f);
        VeerVec3 place = vec3(2.5f, 0.0f, 0.0f); // at the wall, each behind the other
        for (uint32_t i = 0; i < count; ++i, place.x -= 1.0f) {
            veer_agent_set_position(press.world, press.row[i], place);
        }
        assert_true(deepest_of(&press, 900) <= 0.002f);
        // One is held by the wall; of more, the first takes of the ball what its mass takes.
        assert_true(ball_speed(&press) < 0.0f && (count > 1 || ball_speed(&press) < -0.899f));
        for (uint32_t i = 0; i < count; ++i) {
            assert_true(read_agent(press.world, press.row[i]).position.x <= 2.5f + 1e-3f);
        }
        veer_world_destroy(press.world);
    }
}

static void wedge_is_none_where_there_is_room(void **unused)
{
    (void)unused;
    Press press = make_press(1, 0.9f);
    assert_int_equal(veer_agent_set_position(press.world, press.row[0], (VeerVec3){0}), VEER_OK);
    float deepest = deepest_of(&press, 360);
    // Who brakes at once stops the ball step by step.
    assert_true(deepest <= 0.002f && ball_speed(&press) < 0.9f);
    assert_true(read_agent(press.world, press.row[0]).position.x > 0.005f);
    veer_world_destroy(press.world);
}

static void a_ball_glances_off_who_is_outrun(void **unused)
{
    (void)unused;
    Press press = make_press(1, 5.0f); // agents go 1 m/s at most
    assert_int_equal(veer_agent_set_position(press.world, press.row[0], vec3(0.0f, 0.3f, 0.0f)),
                     VEER_OK);
    float deepest = deepest_of(&press, 60);
    VeerObstacleState ball = read_obstacle(press.world, press.ball);
    assert_true(deepest <= 0.002f && ball.velocity.y < -1.0f);
    assert_true(read_agent(press.world, press.row[0]).position.y > 0.3f);
    veer_world_destroy(press.world);
}

static void wedge_is_none_for_who_does_not_avoid_balls(void **unused)
{
    (void)unused;
    Press press = make_press(1, 0.9f);
    assert_int_equal(veer_agent_set_layers(press.world, press.row[0], 1u, 0u), VEER_OK);
    step_times(press.world, 440, TICK); // through the agent, and not yet at the wall
    assert_true(ball_speed(&press) == 0.9f);
    veer_world_destroy(press.world);
}

static void wedge_is_who_cannot_move(void **unused)
{
    (void)unused;
    for (int is_slow = 0; is_slow < 2; ++is_slow) {
        Press press = make_press(1, 0.9f);
        VeerVec3 place = {0};
        assert_int_equal(veer_agent_set_position(press.world, press.row[0], place), VEER_OK);
        VeerStatus status = is_slow ? veer_agent_set_max_speed(press.world, press.row[0], 0.0f)
                                    : veer_agent_set_immovable(press.world, press.row[0], true);
        assert_int_equal(status, VEER_OK);
        assert_true(deepest_of(&press, 600) <= 0.002f);
        assert_float_equal(ball_speed(&press), -0.9f, 1e-3f);
        veer_world_destroy(press.world);
    }
}

static void wedge_by_a_ghost_or_a_driven_ball_is_none(void **unused)
{
    (void)unused;
    for (int is_ghost = 0; is_ghost < 2; ++is_ghost) {
        Press press = make_press(1, 0.0f);
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = is_ghost ? VEER_MOTION_FREE : VEER_MOTION_VELOCITY;
        def.is_ghost = is_ghost;
        def.position = vec3(-3.0f, 0.0f, 0.0f);
        def.velocity = vec3(0.9f, 0.0f, 0.0f);
        def.radius = 0.8f;
        veer_obstacle_destroy(press.world, press.ball);
        press.ball = add_obstacle(press.world, &def);
        step_times(press.world, 500, TICK);
        assert_true(ball_speed(&press) == 0.9f);
        veer_world_destroy(press.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wedge_turns_the_ball_back),
        cmocka_unit_test(wedge_is_none_where_there_is_room),
        cmocka_unit_test(a_ball_glances_off_who_is_outrun),
        cmocka_unit_test(wedge_is_none_for_who_does_not_avoid_balls),
        cmocka_unit_test(wedge_is_who_cannot_move),
        cmocka_unit_test(wedge_by_a_ghost_or_a_driven_ball_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
