// Whom an agent senses, as its model is given them.
#include "world/explain_reader.h"

enum { ROOM = VEER_MAX_SENSED };

static uint32_t sense(VeerWorld *world, VeerAgentId agent, VeerFound out[ROOM])
{
    uint32_t count = 0;
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_sensed(world, agent, TICK, out, ROOM, &count), VEER_OK);
    assert_true(veer_world_hash(world) == hash);
    assert_true(count <= ROOM);
    return count;
}

static void bodies_come_near_to_far_with_their_gaps(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = add_agent(world, &def), far = add_agent_at(world, vec3(4, 0, 0));
    VeerObstacleId ball = add_ball(world, vec3(0, 3, 0), 1.0f);
    VeerAgentId near = add_agent_at(world, vec3(-1.75f, 0, 0));
    (void)add_agent_at(world, vec3(90, 0, 0));
    VeerFound found[ROOM];
    assert_int_equal(sense(world, agent, found), 3);
    assert_int_equal(found[0].agent.slot, near.slot);
    assert_int_equal(found[0].agent.generation, near.generation);
    assert_float_equal(found[0].distance, 1.75f - 2.0f * def.radius, 1e-5f);
    assert_int_equal(found[1].kind, VEER_FOUND_OBSTACLE);
    assert_int_equal(found[1].obstacle.slot, ball.slot);
    assert_int_equal(found[1].obstacle.generation, ball.generation);
    assert_float_equal(found[1].distance, 2.0f - def.radius, 1e-5f);
    assert_int_equal(found[2].kind, VEER_FOUND_AGENT);
    assert_int_equal(found[2].agent.slot, far.slot);
    assert_float_equal(read_reason(world, agent, VEER_REASON_SENSES).value, 3.0f, 0.0f);
    veer_world_destroy(world);
}

static void of_a_wall_that_moves_the_nearest_point_counts(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 ends[2] = {{1.5f, -9, 0}, {1.5f, 2, 0}};
    VeerObstacleDef wall = veer_obstacle_def_default();
    wall.shape = VEER_SHAPE_CHAIN;
    wall.vertices = ends;
    wall.vertex_count = 2;
    wall.motion = VEER_MOTION_VELOCITY;
    wall.velocity = vec3(-0.1f, 0, 0);
    VeerObstacleId chain = add_obstacle(world, &wall);
    VeerFound found[ROOM];
    assert_int_equal(sense(world, agent, found), 1);
    assert_int_equal(found[0].obstacle.slot, chain.slot);
    assert_float_equal(found[0].distance, 1.5f - def.radius, 1e-4f);
    veer_world_destroy(world);
}

static void who_yields_alone_is_not_sensed(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.priority = INFINITY;
    VeerAgentId king = add_agent(world, &def);
    def.priority = 1.0f;
    def.position = vec3(3, 0, 0);
    VeerAgentId other = add_agent(world, &def);
    VeerFound found[ROOM];
    assert_int_equal(sense(world, king, found), 0);
    assert_int_equal(sense(world, other, found), 1);
    assert_int_equal(found[0].agent.slot, king.slot);
    veer_world_destroy(world);
}

static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    (void)add_agent_at(world, vec3(3, 0, 0));
    VeerAgentId near = add_agent_at(world, vec3(2, 0, 0));
    VeerFound found[2] = {{.id = 77}, {.id = 77}};
    uint32_t count = 0;
    assert_int_equal(veer_world_sensed(world, agent, TICK, found, 1, &count), VEER_OK);
    assert_int_equal(count, 2);
    assert_int_equal(found[0].agent.slot, near.slot);
    assert_int_equal(found[1].id, 77);
    assert_int_equal(veer_world_sensed(world, agent, TICK, NULL, 0, &count), VEER_OK);
    assert_int_equal(count, 2);
    assert_int_equal(veer_world_sensed(world, agent, TICK, NULL, 1, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_world_sensed(world, agent, TICK, found, 2, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_world_sensed(world, agent, 0.0f, found, 2, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_world_sensed(NULL, agent, TICK, found, 2, &count), VEER_BAD_HANDLE);
    assert_int_equal(veer_world_sensed(world, (VeerAgentId){9, 1}, TICK, found, 2, &count),
                     VEER_BAD_HANDLE);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_come_near_to_far_with_their_gaps),
        cmocka_unit_test(of_a_wall_that_moves_the_nearest_point_counts),
        cmocka_unit_test(who_yields_alone_is_not_sensed),
        cmocka_unit_test(what_does_not_fit_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
