// Ghosts: obstacles that are avoided but not solid.
#include "world/world_maker.h"

/// A ball of radius 3 at x = 10, and an agent that avoids nothing and goes through its middle.
static VeerWorld *through(bool is_ghost, uint32_t others, VeerAgentId *agent, VeerObstacleId *ball)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    for (uint32_t i = 0; i < others; i++) {
        VeerObstacleDef haze = veer_obstacle_def_default();
        haze.position = (VeerVec3){5.0f, 0.0f, 0.0f};
        haze.is_ghost = true;
        add_obstacle(world, &haze);
    }
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = (VeerVec3){10.0f, 0.0f, 0.0f};
    def.radius = 3.0f;
    def.is_ghost = is_ghost;
    *ball = add_obstacle(world, &def);
    *agent = add_blind(world, (VeerVec3){0.0f, 0.0f, 0.0f}, (VeerVec3){1.0f, 0.0f, 0.0f});
    return world;
}

static void ghosts_are_passed_through(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerObstacleId ball;
    VeerWorld *world = through(true, 0, &agent, &ball);
    assert_true(read_obstacle(world, ball).is_ghost);
    step_times(world, 60 * 12, 1.0f / 60.0f);
    assert_true(read_agent(world, agent).position.x > 11.9f);
    veer_world_destroy(world);
}

static void ghosts_do_not_hide_what_is_solid(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerObstacleId ball;
    VeerWorld *world = through(false, 20, &agent, &ball);
    for (int i = 0; i < 60 * 12; i++) {
        step_times(world, 1, 1.0f / 60.0f);
        assert_true(gap_to_ball(world, agent, ball) > -1e-3f);
    }
    assert_true(read_agent(world, agent).position.x > 6.0f);
    veer_world_destroy(world);
}

static void ghosts_that_are_gone_hide_nothing_either(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerObstacleId ball;
    VeerWorld *world = through(true, 0, &agent, &ball);
    assert_int_equal(veer_obstacle_destroy(world, ball), VEER_OK);
    VeerObstacleId solid = add_ball(world, (VeerVec3){10.0f, 0.0f, 0.0f}, 3.0f);
    assert_false(read_obstacle(world, solid).is_ghost);
    step_times(world, 60 * 12, 1.0f / 60.0f);
    assert_true(gap_to_ball(world, agent, solid) > -1e-3f);
    veer_world_destroy(world);
}

static void ghosts_are_avoided(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = (VeerVec3){10.0f, 0.0f, 0.0f};
    def.is_ghost = true;
    VeerObstacleId ball = add_obstacle(world, &def);
    VeerAgentId agent = add_agent_at(world, (VeerVec3){0.0f, 0.0f, 0.0f});
    veer_agent_go_to(world, agent, (VeerVec3){20.0f, 0.0f, 0.0f}, 0.5f);
    for (int i = 0; i < 60 * 20; i++) {
        step_times(world, 1, 1.0f / 60.0f);
        assert_true(gap_to_ball(world, agent, ball) >= 0.0f);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ghosts_are_passed_through),
        cmocka_unit_test(ghosts_do_not_hide_what_is_solid),
        cmocka_unit_test(ghosts_that_are_gone_hide_nothing_either),
        cmocka_unit_test(ghosts_are_avoided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
