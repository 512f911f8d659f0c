// Agents of one goal that share a flow field.
#include "base/random.h"
#include "world/field_worlds.h"

static const char *const doors[] = {
    "........#.......", //
    "........#.......", //
    "................", //
    "........#.......", //
    "........#.......", //
    "........#.......", //
    "........#.......", //
    "................", //
    "........#.......", //
};

static VeerWorld *make_doors(const VeerWorldDef *def)
{
    VeerWorld *world = make_world_of(def);
    lay_rows(world, doors, 9);
    return world;
}

// A column of travellers to one goal.
static void add_column(VeerWorld *world, float x, VeerVec3 goal, int count, float radius)
{
    for (int i = 0; i < count; i++) {
        (void)add_traveller(world, vec3(x, 0.8f + 0.9f * (float)i, 0), goal, radius);
    }
}

static uint32_t count_arrived(const VeerWorld *world, uint32_t count)
{
    uint32_t arrived = 0;
    for (uint32_t slot = 0; slot < count; slot++) {
        arrived += read_agent(world, veer_agent_at(world, slot)).status == VEER_AGENT_ARRIVED;
    }
    return arrived;
}

// Steps; no agent gets into a wall. @return how many have arrived at the end
static uint32_t run_off_walls(VeerWorld *world, uint32_t count, int ticks)
{
    for (int tick = 0; tick < ticks; tick++) {
        step_times(world, 1, TICK);
        for (uint32_t slot = 0; slot < count; slot++) {
            assert_true(depth_in_map(world, veer_agent_at(world, slot)) <= 0.01f);
        }
    }
    return count_arrived(world, count);
}

static void agents_of_one_goal_share_a_field(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    VeerVec3 goal = vec3(14.5f, 4.5f, 0);
    for (int i = 0; i < 8; i++) {
        VeerAgentId agent = add_traveller(world, vec3(1.0f, 0.8f + 0.9f * (float)i, 0), goal, 0.2f);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 1.5f), VEER_OK);
    }
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, 8), 8);
    VeerRouteState route = read_route(world, veer_agent_at(world, 0));
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    assert_int_equal(route.point_count, 0);
    assert_near3(route.target, goal, 0.0f);
    // By the corners (8, 2) and (9, 3).
    float shortest = sqrtf(49.0f + 1.44f) + 1.0f + sqrtf(5.5f * 5.5f + 1.5f * 1.5f);
    assert_float_equal(route.length, shortest, 0.8f);
    assert_int_equal(run_off_walls(world, 8, 12 * 60), 8);
    veer_world_destroy(world);
}

static void few_on_a_large_map_plan_alone(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(100, 100, 2);
    def.map.field_agents = 0;
    VeerWorld *world = make_world_of(&def);
    add_column(world, 1.0f, vec3(90, 50, 0), 4, 0.3f);
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, 4), 0);
    assert_int_equal(read_route(world, veer_agent_at(world, 0)).status, VEER_ROUTE_WHOLE);
    // For many more a field is cheaper; agents with a path keep it.
    for (int i = 0; i < 36; i++) {
        (void)add_traveller(world, vec3(3.0f, 1.0f + (float)i, 0), vec3(90, 50, 0), 0.3f);
    }
    step_times(world, 10, TICK);
    assert_int_equal(count_shared(world, 40), 36);
    veer_world_destroy(world);
}

static void one_alone_never_takes_a_field_by_itself(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(4, 4, 1);
    def.map.field_agents = 0;
    VeerWorld *world = make_world_of(&def);
    (void)add_traveller(world, vec3(0.5f, 0.5f, 0), vec3(3.5f, 3.5f, 0), 0.2f);
    step_times(world, 2, TICK);
    assert_int_equal(count_shared(world, 1), 0);
    veer_world_destroy(world);
}

static void field_follows_doors(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    add_column(world, 2.0f, vec3(14.5f, 2.5f, 0), 4, 0.2f);
    step_times(world, 5, TICK);
    float before = read_route(world, veer_agent_at(world, 0)).length;
    VeerCellRect door = {{8, 2}, {9, 3}};
    assert_int_equal(veer_world_grid_fill(world, door, true), VEER_OK);
    step_times(world, 2, TICK);
    float after = read_route(world, veer_agent_at(world, 0)).length;
    assert_true(after > before + 4.0f);
    assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    step_times(world, 2, TICK);
    assert_true(read_route(world, veer_agent_at(world, 0)).length < before);
    assert_int_equal(count_shared(world, 4), 4);
    veer_world_destroy(world);
}

static void goal_that_is_cut_off_is_approached_alone(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    add_column(world, 2.0f, vec3(14.5f, 2.5f, 0), 3, 0.2f);
    step_times(world, 5, TICK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{8, 0}, {9, 9}}, true), VEER_OK);
    step_times(world, 60, TICK);
    assert_int_equal(count_shared(world, 3), 0);
    assert_int_equal(read_route(world, veer_agent_at(world, 0)).status, VEER_ROUTE_PARTIAL);
    // Once it opens they share a field again.
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{8, 4}, {9, 5}}, false), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, 3), 3);
    veer_world_destroy(world);
}

static void goal_that_is_blocked_is_approached_alone(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    add_column(world, 2.0f, vec3(13.5f, 4.5f, 0), 3, 0.2f);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, 3), 3);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{12, 3}, {15, 6}}, true), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, 3), 0);
    assert_int_equal(read_route(world, veer_agent_at(world, 0)).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void goal_blocked_before_its_field_was_begun_is_none(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    add_column(world, 2.0f, vec3(13.5f, 4.5f, 0), 3, 0.2f);
    step_times(world, 1, TICK); // they have asked
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{12, 3}, {15, 6}}, true), VEER_OK);
    step_times(world, 3, TICK);
    assert_int_equal(count_shared(world, 3), 0);
    assert_int_equal(read_route(world, veer_agent_at(world, 0)).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void goals_beyond_the_fields_have_ways_of_their_own(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    add_column(world, 2.0f, vec3(13.5f, 4.5f, 0), 3, 0.2f);
    add_column(world, 3.0f, vec3(13.5f, 6.5f, 0), 3, 0.2f);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, 6), 3);
    assert_true(read_route(world, veer_agent_at(world, 0)).is_shared);
    assert_false(read_route(world, veer_agent_at(world, 3)).is_shared);
    // The first agents get another goal: their field is free for others.
    for (uint32_t slot = 0; slot < 3; slot++) {
        assert_int_equal(veer_agent_stop(world, veer_agent_at(world, slot)), VEER_OK);
    }
    add_column(world, 1.0f, vec3(10.5f, 4.5f, 0), 3, 0.2f);
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, 9), 3);
    assert_true(read_route(world, veer_agent_at(world, 6)).is_shared);
    veer_world_destroy(world);
}

static void bodies_of_other_sizes_have_other_fields(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 2);
    VeerWorld *world = make_doors(&def);
    VeerVec3 goal = vec3(14.5f, 4.5f, 0);
    VeerCellRect slit = {{8, 4}, {9, 5}};
    assert_int_equal(veer_world_grid_fill(world, slit, false), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{8, 2}, {9, 3}}, true), VEER_OK);
    (void)add_traveller(world, vec3(2, 4.5f, 0), goal, 0.2f);
    (void)add_traveller(world, vec3(2, 3.5f, 0), goal, 0.7f);
    step_times(world, 4, TICK);
    assert_true(read_route(world, veer_agent_at(world, 0)).is_shared);
    // No door is wide enough for the other, so it has a partial path of its own.
    assert_int_equal(read_route(world, veer_agent_at(world, 1)).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void goal_beside_a_wall_is_reached_from_where_it_is_in_sight(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    // On a cell that is blocked for this radius: 0.8 m from the border.
    VeerVec3 goal = vec3(15.15f, 0.85f, 0);
    VeerAgentId agent = add_traveller(world, vec3(10.5f, 4.0f, 0), goal, 0.8f);
    VeerAgentId other = add_traveller(world, vec3(10.5f, 7.0f, 0), goal, 0.8f);
    step_times(world, 4, TICK);
    assert_true(read_route(world, agent).is_shared);
    assert_true(read_route(world, other).is_shared);
    assert_true(run_off_walls(world, 2, 10 * 60) >= 1);
    veer_world_destroy(world);
}

static void one_put_where_its_field_knows_no_way_plans_alone(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    VeerCellRect cage = {{0, 0}, {4, 4}}, inside = {{0, 0}, {3, 3}};
    assert_int_equal(veer_world_grid_fill(world, cage, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, inside, false), VEER_OK);
    (void)add_traveller(world, vec3(5, 5.5f, 0), vec3(14.5f, 4.5f, 0), 0.2f);
    (void)add_traveller(world, vec3(6, 5.5f, 0), vec3(14.5f, 4.5f, 0), 0.2f);
    step_times(world, 4, TICK);
    assert_int_equal(count_shared(world, 2), 2);
    VeerAgentId agent = veer_agent_at(world, 0);
    assert_int_equal(veer_agent_set_position(world, agent, vec3(1.5f, 1.5f, 0)), VEER_OK);
    step_times(world, 60, TICK);
    assert_false(read_route(world, agent).is_shared);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void bodies_that_brake_and_turn_follow_fields(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(16, 9, 1);
    VeerWorld *world = make_doors(&def);
    VeerVec3 goal = vec3(14.5f, 4.5f, 0);
    for (int i = 0; i < 3; i++) {
        VeerAgentDef body = veer_agent_def_default();
        body.position = vec3(1.5f, 2.5f + 1.5f * (float)i, 0);
        body.radius = 0.25f;
        body.max_speed = 2.0f;
        body.max_acceleration = body.max_braking = 2.0f;
        body.max_turn_rate = 3.0f;
        VeerAgentId agent = add_agent(world, &body);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 1.2f), VEER_OK);
    }
    step_times(world, 4, TICK);
    assert_int_equal(count_shared(world, 3), 3);
    assert_int_equal(run_off_walls(world, 3, 20 * 60), 3);
    veer_world_destroy(world);
}

static void too_many_fields_are_refused(void **unused)
{
    (void)unused;
    VeerWorldDef def = fields_def(8, 8, 65);
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def.map.max_fields = 64;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    veer_world_destroy(world);
}

// --- Crowds ---

enum { CROWD = 180, CROWD_RUNS = 4 };

// A room with a near and a far door, and a crowd at slightly different positions in each run.
// @return s until all are out; far: how many took the far door
static float empty_room(bool has_crowds, uint64_t run, uint32_t *far)
{
    VeerWorldDef def = fields_def(60, 60, 1);
    def.max_agents = CROWD;
    def.map.grid.cell_size = 0.5f;
    def.map.has_crowds = has_crowds;
    VeerWorld *world = make_world_of(&def);
    bool is_out[CROWD] = {false};
    uint32_t out = 0;
    int tick = 0;
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{36, 0}, {38, 60}}, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{36, 12}, {38, 14}}, false),
                     VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{36, 40}, {38, 42}}, false),
                     VEER_OK);
    for (int i = 0; i < CROWD; i++) {
        VeerAgentDef body = veer_agent_def_default();
        float aside = 0.1f * veer_random_unit(run, 1, (uint64_t)i);
        float ahead = 0.1f * veer_random_unit(run, 2, (uint64_t)i);
        body.position =
            vec3(5.0f + 0.8f * (float)(i % 12) + ahead, 2.0f + 0.9f * (float)(i / 12) + aside, 0);
        body.radius = 0.25f;
        body.max_speed = 1.4f;
        VeerAgentId agent = add_agent(world, &body);
        assert_int_equal(veer_agent_route_to(world, agent, vec3(28, 8, 0), 0.5f), VEER_OK);
    }
    for (*far = 0; out < CROWD && tick < 1500; tick++) {
        step_times(world, 1, 0.1f);
        for (uint32_t slot = 0; slot < CROWD; slot++) {
            VeerVec3 at = read_agent(world, veer_agent_at(world, slot)).position;
            if (!is_out[slot] && at.x > 19.0f) {
                is_out[slot] = true;
                *far += at.y > 15.0f;
                out++;
            }
        }
    }
    veer_world_destroy(world);
    return (float)tick * 0.1f;
}

static void a_crowd_that_knows_of_itself_takes_both_doors(void **unused)
{
    (void)unused;
    uint32_t plain_far = 0, far = 0, runs = CROWD_RUNS / suite_stride();
    float plain = 0.0f, aware = 0.0f;
    // One run tells little: moving bodies by a decimetre sends ten of them to the other door.
    for (uint64_t run = 0; run < runs; run++) {
        uint32_t by_plain, by_aware;
        plain += empty_room(false, run, &by_plain);
        aware += empty_room(true, run, &by_aware);
        plain_far += by_plain;
        far += by_aware;
    }
    print_message("%u runs: plain %.1f s, %u by the far door; crowds %.1f s, %u\n", runs,
                  (double)plain, plain_far, (double)aware, far);
    assert_in_range(plain_far, 0, runs * CROWD / 40); // along paths of their own in the end
    assert_in_range(far, runs * CROWD / 6, runs * CROWD / 2);
    assert_true(aware < 0.8f * plain); // 174 s of 235
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_of_one_goal_share_a_field),
        cmocka_unit_test(few_on_a_large_map_plan_alone),
        cmocka_unit_test(one_alone_never_takes_a_field_by_itself),
        cmocka_unit_test(field_follows_doors),
        cmocka_unit_test(goal_that_is_cut_off_is_approached_alone),
        cmocka_unit_test(goal_that_is_blocked_is_approached_alone),
        cmocka_unit_test(goal_blocked_before_its_field_was_begun_is_none),
        cmocka_unit_test(goals_beyond_the_fields_have_ways_of_their_own),
        cmocka_unit_test(bodies_of_other_sizes_have_other_fields),
        cmocka_unit_test(goal_beside_a_wall_is_reached_from_where_it_is_in_sight),
        cmocka_unit_test(one_put_where_its_field_knows_no_way_plans_alone),
        cmocka_unit_test(bodies_that_brake_and_turn_follow_fields),
        cmocka_unit_test(too_many_fields_are_refused),
        cmocka_unit_test(a_crowd_that_knows_of_itself_takes_both_doors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
