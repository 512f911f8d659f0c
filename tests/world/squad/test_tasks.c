// What squads do by order: patrol, hold, queue, surround, escort, follow.
#include "world/march_maker.h"

static void a_loose_squad_goes_each_its_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.mode = VEER_SQUAD_LOOSE;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    order_to(world, squad, vec3(30, 0, 0));
    step_times(world, 2, TICK);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_ARRIVING);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 40.0f));
    veer_world_destroy(world);
}

static void a_crowd_settles_round_its_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.mode = VEER_SQUAD_CROWD;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[40];
    add_members(world, squad, members, 40, (VeerVec3){0});
    order_to(world, squad, vec3(30, 3, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    step_times(world, 180, TICK);
    VeerVec3 before[40];
    for (int i = 0; i < 40; ++i) {
        before[i] = read_agent(world, members[i]).position;
        assert_true(flat_distance(before[i], vec3(30, 3, 0)) < 6.0f);
    }
    step_times(world, 60 * 20, TICK);
    for (int i = 0; i < 40; ++i) {
        assert_true(flat_distance(before[i], read_agent(world, members[i]).position) < 0.05f);
    }
    assert_true(least_gap(world, members, 40) > -1e-3f);
    veer_world_destroy(world);
}

static void patrol_goes_from_point_to_point(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[4];
    add_members(world, squad, members, 4, (VeerVec3){0});
    VeerOrder order = veer_order_default(VEER_ORDER_PATROL);
    order.points[0] = vec3(10, 0, 0);
    order.points[1] = vec3(10, 10, 0);
    order.points[2] = vec3(0, 10, 0);
    order.point_count = 3;
    veer_squad_order(world, squad, &order, false);
    uint32_t visits[3] = {0};
    for (int i = 0; i < 60 * 90; ++i) {
        step_times(world, 1, TICK);
        for (int k = 0; k < 3; ++k) {
            VeerVec3 leader = read_squad(world, squad).leader;
            visits[k] += flat_distance(leader, order.points[k]) < 0.5f;
        }
        assert_false(count_events(world, VEER_EVENT_ORDER_DONE) > 0);
    }
    assert_true(visits[0] > 60 && visits[1] > 60 && visits[2] > 60);
    veer_world_destroy(world);
}

static void hold_forms_up_round_where_it_is(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.shape = VEER_FORMATION_CIRCLE;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[8];
    add_members(world, squad, members, 8, vec3(1, -3, 0));
    VeerOrder order = veer_order_default(VEER_ORDER_HOLD);
    veer_squad_order(world, squad, &order, false);
    step_times(world, 600, TICK);
    VeerVec3 middle = read_squad(world, squad).leader;
    assert_true(flat_distance(middle, (VeerVec3){0}) < 0.01f);
    for (int i = 0; i < 8; ++i) {
        float radius = flat_distance(read_agent(world, members[i]).position, middle);
        assert_float_equal(radius, 2.613f, 0.05f);
    }
    veer_world_destroy(world);
}

static void a_queue_stands_in_file_and_moves_up(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    VeerOrder order = veer_order_default(VEER_ORDER_QUEUE);
    order.points[0] = vec3(30, 2.6f, 0);
    order.point_count = 1;
    order.distance = 1.2f;
    veer_squad_order(world, squad, &order, false);
    step_times(world, 60 * 40, TICK);
    uint32_t first = 6;
    for (uint32_t i = 0; i < 6; ++i) {
        VeerVec3 place = read_member(world, members[i]).place;
        first = flat_distance(place, order.points[0]) < 0.01f ? i : first;
        assert_true(flat_distance(place, read_agent(world, members[i]).position) < 0.2f);
    }
    assert_in_range(first, 0, 5);
    veer_agent_destroy(world, members[first]);
    step_times(world, 600, TICK);
    bool is_served = false;
    for (uint32_t i = 0; i < 6; ++i) {
        is_served |= i != first &&
                     flat_distance(read_agent(world, members[i]).position, order.points[0]) < 0.3f;
    }
    assert_true(is_served);
    veer_world_destroy(world);
}

static void a_ring_goes_with_what_it_surrounds(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[8], walker = add_walker(world, vec3(10, 0, 0), vec3(60, 0, 0));
    add_members(world, squad, members, 8, (VeerVec3){0});
    VeerOrder order = veer_order_default(VEER_ORDER_SURROUND);
    order.agent = walker;
    order.distance = 4.0f;
    veer_squad_order(world, squad, &order, false);
    step_times(world, 60 * 40, TICK);
    for (int i = 0; i < 8; ++i) {
        float radius = flat_distance(read_agent(world, members[i]).position,
                                     read_agent(world, walker).position);
        assert_float_equal(radius, 4.0f, 0.1f);
        assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void an_obstacle_can_be_surrounded_and_a_point_too(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squads[2] = {add_squad(world, NULL), add_squad(world, NULL)};
    VeerAgentId members[2][6];
    VeerObstacleId ball =
        add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(10, 0, 0), vec3(0.5f, 0, 0), 1.0f);
    add_members(world, squads[0], members[0], 6, (VeerVec3){0});
    add_members(world, squads[1], members[1], 6, vec3(0, 20, 0));
    VeerOrder order = veer_order_default(VEER_ORDER_SURROUND);
    order.obstacle = ball;
    veer_squad_order(world, squads[0], &order, false);
    order.obstacle = (VeerObstacleId){0, 0};
    order.points[0] = vec3(20, 20, 0);
    order.point_count = 1;
    veer_squad_order(world, squads[1], &order, false);
    step_times(world, 60 * 40, TICK);
    VeerVec3 centres[2] = {read_obstacle(world, ball).position, order.points[0]};
    for (int i = 0; i < 12; ++i) {
        VeerVec3 at = read_agent(world, members[i / 6][i % 6]).position;
        assert_float_equal(flat_distance(at, centres[i / 6]), 5.0f, 0.1f);
    }
    veer_world_destroy(world);
}

static void an_escort_turns_with_its_guest(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    const VeerVec3 offsets[] = {{3, 0, 0}, {-3, 2, 0}, {-3, -2, 0}};
    def.formation.shape = VEER_FORMATION_OFFSETS;
    def.formation.offsets = offsets;
    def.formation.offset_count = 3;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[4], guest = add_walker(world, vec3(4, 0, 0), vec3(14, 0, 0));
    add_members(world, squad, members, 4, (VeerVec3){0});
    VeerOrder order = veer_order_default(VEER_ORDER_ESCORT);
    order.agent = guest;
    veer_squad_order(world, squad, &order, false);
    step_times(world, 60 * 10, TICK);
    veer_agent_go_to(world, guest, vec3(14, 40, 0), 0.3f);
    step_times(world, 60 * 25, TICK);
    assert_true(read_squad(world, squad).ahead.y > 0.99f);
    assert_true(worst_error(world, members, 4) < 0.3f);
    veer_world_destroy(world);
}

static void a_squad_follows_at_a_distance(void **unused)
{
    (void)unused;
    for (int mode = 0; mode < 2; ++mode) {
        VeerWorld *world = make_squad_world(VEER_PLANAR);
        VeerSquadDef def = veer_squad_def_default();
        def.mode = (VeerSquadMode)mode;
        VeerSquadId squad = add_squad(world, &def);
        VeerAgentId members[4], leader = add_walker(world, vec3(12, 3, 0), vec3(60, 3, 0));
        add_members(world, squad, members, 4, (VeerVec3){0});
        VeerOrder order = veer_order_default(VEER_ORDER_FOLLOW);
        order.agent = leader;
        order.distance = 6.0f;
        veer_squad_order(world, squad, &order, false);
        step_times(world, 60 * 40, TICK);
        float apart = read_agent(world, leader).position.x - read_squad(world, squad).leader.x;
        assert_float_equal(apart, 6.0f, 0.7f);
        assert_true(worst_error(world, members, 4) < 0.5f);
        veer_world_destroy(world);
    }
}

static void seats_about_who_is_at_the_limit_are_taken(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[3];
    add_members(world, squad, members, 3, (VeerVec3){0});
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(-VEER_WORLD_LIMIT, 0, 0);
    VeerOrder order = veer_order_default(VEER_ORDER_SURROUND);
    order.agent = add_agent(world, &def);
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    step_times(world, 2, TICK);
    for (int i = 0; i < 3; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(member.place.x < -0.9f * VEER_WORLD_LIMIT);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loose_squad_goes_each_its_way),
        cmocka_unit_test(a_crowd_settles_round_its_goal),
        cmocka_unit_test(patrol_goes_from_point_to_point),
        cmocka_unit_test(hold_forms_up_round_where_it_is),
        cmocka_unit_test(a_queue_stands_in_file_and_moves_up),
        cmocka_unit_test(a_ring_goes_with_what_it_surrounds),
        cmocka_unit_test(an_obstacle_can_be_surrounded_and_a_point_too),
        cmocka_unit_test(an_escort_turns_with_its_guest),
        cmocka_unit_test(a_squad_follows_at_a_distance),
        cmocka_unit_test(seats_about_who_is_at_the_limit_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
