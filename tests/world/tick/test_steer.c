// The tick without its last two stages, for hosts that move the bodies themselves.
#include "world/world_maker.h"

static VeerWorld *make_crossing(VeerSpace space)
{
    VeerWorld *world = make_world(space);
    for (int i = 0; i < 40; ++i) {
        float side = i % 2 == 0 ? 1.0f : -1.0f;
        float z = space == VEER_SPATIAL ? 0.3f * (float)(i % 3) : 0.0f;
        VeerVec3 place = vec3(side * (4.0f + (float)(i / 10)), (float)(i % 10) * 0.5f, z);
        VeerAgentId agent = add_agent_at(world, place);
        veer_agent_go_to(world, agent, vec3(-place.x, place.y, z), 0.3f);
    }
    add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(0.0f, -5.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f),
                    0.7f);
    return world;
}

/// @return how many agents were avoiding
static int expect_same_wishes(const VeerWorld *steered, const VeerWorld *stepped)
{
    int avoiding = 0;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(steered); ++slot) {
        VeerAgentState a = read_agent(steered, veer_agent_at(steered, slot));
        VeerAgentState b = read_agent(stepped, veer_agent_at(stepped, slot));
        assert_memory_equal(&a.preferred_velocity, &b.preferred_velocity, sizeof(VeerVec3));
        assert_memory_equal(&a.safe_velocity, &b.safe_velocity, sizeof(VeerVec3));
        avoiding += a.is_avoiding;
    }
    return avoiding;
}

static void expect_same_decisions(VeerSpace space)
{
    VeerWorld *steered = make_crossing(space), *stepped = make_crossing(space);
    int avoiding = 0;
    for (int i = 0; i < 200; ++i) {
        Copy copy = copy_of(stepped);
        assert_int_equal(veer_world_restore(steered, copy.block, copy.size), VEER_OK);
        assert_int_equal(veer_world_steer(steered, TICK), VEER_OK);
        assert_int_equal(veer_world_step(stepped, TICK), VEER_OK);
        avoiding += expect_same_wishes(steered, stepped);
        free(copy.block);
    }
    assert_true(avoiding > 200);
    veer_world_destroy(steered);
    veer_world_destroy(stepped);
}

static void steer_decides_as_step_does_in_the_plane(void **unused)
{
    (void)unused;
    expect_same_decisions(VEER_PLANAR);
}

static void steer_decides_as_step_does_in_space(void **unused)
{
    (void)unused;
    expect_same_decisions(VEER_SPATIAL);
}

static void steer_moves_nothing_and_lets_no_time_pass(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crossing(VEER_PLANAR), *twin = make_crossing(VEER_PLANAR);
    step_times(world, 30, TICK);
    step_times(twin, 30, TICK);
    double time = veer_world_time(world);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
    }
    assert_true(veer_world_time(world) == time);
    assert_int_equal(veer_world_tick(world), 30);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState a = read_agent(world, veer_agent_at(world, slot));
        VeerAgentState b = read_agent(twin, veer_agent_at(twin, slot));
        assert_memory_equal(&a.position, &b.position, sizeof(VeerVec3));
        assert_memory_equal(&a.velocity, &b.velocity, sizeof(VeerVec3));
    }
    VeerObstacleState a = read_obstacle(world, veer_obstacle_at(world, 0));
    VeerObstacleState b = read_obstacle(twin, veer_obstacle_at(twin, 0));
    assert_memory_equal(&a.position, &b.position, sizeof(VeerVec3));
    veer_world_destroy(world);
    veer_world_destroy(twin);
}

/// A host of its own: takes the safe velocity over at once.
static void drive(VeerWorld *world, float dt)
{
    assert_int_equal(veer_world_steer(world, dt), VEER_OK);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentId agent = veer_agent_at(world, slot);
        VeerAgentState state = read_agent(world, agent);
        VeerVec3 next = along3(state.position, state.safe_velocity, dt);
        assert_int_equal(veer_agent_set_position(world, agent, next), VEER_OK);
        assert_int_equal(veer_agent_set_velocity(world, agent, state.safe_velocity), VEER_OK);
    }
}

static void steered_agents_that_the_host_moves_pass_each_other(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId a = add_agent_at(world, vec3(-5.0f, 0.0f, 0.0f));
    VeerAgentId b = add_agent_at(world, vec3(5.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, a, vec3(5.0f, 0.0f, 0.0f), 0.3f);
    veer_agent_go_to(world, b, vec3(-5.0f, 0.0f, 0.0f), 0.3f);
    float least = INFINITY;
    for (int i = 0; i < 600; ++i) {
        drive(world, TICK);
        least = min_f(least, gap_of_agents(world, a, b));
    }
    assert_true(least > 0.0f);
    assert_near3(read_agent(world, a).position, vec3(5.0f, 0.0f, 0.0f), 0.3f);
    assert_near3(read_agent(world, b).position, vec3(-5.0f, 0.0f, 0.0f), 0.3f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steer_decides_as_step_does_in_the_plane),
        cmocka_unit_test(steer_decides_as_step_does_in_space),
        cmocka_unit_test(steer_moves_nothing_and_lets_no_time_pass),
        cmocka_unit_test(steered_agents_that_the_host_moves_pass_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
