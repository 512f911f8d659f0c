// Squads on the move: formation, gaps, obstacles, corners, arrival, attendance.
#include "world/march_maker.h"

static void a_squad_marches_in_formation(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    order_to(world, squad, vec3(60, 3, 0));
    step_times(world, 900, TICK);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_MARCHING);
    assert_true(read_squad(world, squad).formed_seconds > 3.0f);
    for (int i = 0; i < 600; ++i) {
        step_times(world, 1, TICK);
        assert_true(worst_error(world, members, 12) < 0.2f);
    }
    veer_world_destroy(world);
}

static void the_slowest_sets_the_pace(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    veer_agent_set_max_speed(world, members[4], 0.7f);
    order_to(world, squad, vec3(60, 3, 0));
    step_times(world, 900, TICK);
    assert_true(read_squad(world, squad).speed <= 0.7f);
    assert_true(worst_error(world, members, 6) < 0.4f);
    veer_world_destroy(world);
}

static void the_leader_waits_for_a_straggler(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    order_to(world, squad, vec3(60, 3, 0));
    step_times(world, 300, TICK);
    VeerVec3 back = read_agent(world, members[2]).position;
    veer_agent_set_position(world, members[2], vec3(back.x - 4.0f, back.y, 0));
    step_times(world, 30, TICK);
    assert_true(read_squad(world, squad).speed < 0.5f);
    step_times(world, 600, TICK);
    assert_true(worst_error(world, members, 6) < 0.2f);
    veer_world_destroy(world);
}

static void a_straggler_that_never_comes_is_not_waited_for_for_ever(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    veer_agent_set_immovable(world, members[0], true);
    order_to(world, squad, vec3(40, 3, 0));
    step_times(world, 60 * 200, TICK);
    assert_true(read_agent(world, members[5]).position.x > 30.0f);
    veer_world_destroy(world);
}

/// A wall across the way at x = 20 with a gap of a width.
static void add_gap(VeerWorld *world, float width)
{
    const VeerVec3 upper[] = {{20, 3.0f + 0.5f * width, 0}, {20, 40, 0}};
    const VeerVec3 lower[] = {{20, 3.0f - 0.5f * width, 0}, {20, -40, 0}};
    add_chain(world, upper, 2);
    add_chain(world, lower, 2);
}

static void expect_column(float width, uint32_t abreast)
{
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    add_gap(world, width);
    order_to(world, squad, vec3(50, 3, 0));
    uint32_t narrowest = 0;
    step_times(world, 1, TICK);
    for (int i = 0; i < 60 * 80 && read_squad(world, squad).phase == VEER_SQUAD_MARCHING; ++i) {
        step_times(world, 1, TICK);
        uint32_t now = read_squad(world, squad).abreast;
        narrowest = now > 0 && (narrowest == 0 || now < narrowest) ? now : narrowest;
        assert_true(least_gap(world, members, 12) > -1e-3f);
    }
    assert_int_equal(narrowest, abreast);
    assert_int_equal(read_squad(world, squad).abreast, 0);
    for (int i = 0; i < 12; ++i) {
        assert_true(read_agent(world, members[i]).position.x > 21.0f);
    }
    veer_world_destroy(world);
}

static void a_squad_narrows_for_a_gap_and_widens_after(void **unused)
{
    (void)unused;
    expect_column(1.5f, 1);
    expect_column(3.4f, 2);
    expect_column(20.0f, 0);
}

static void a_squad_splits_round_a_pillar_and_rejoins(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    add_ball(world, vec3(20, 3, 0), 1.2f);
    order_to(world, squad, vec3(50, 3, 0));
    step_times(world, 60 * 14, TICK);
    int left = 0;
    bool was_split = false;
    for (int i = 0; i < 60 * 12; ++i) {
        step_times(world, 1, TICK);
        was_split |= read_squad(world, squad).formed_seconds == 0.0f;
    }
    for (int i = 0; i < 12; ++i) {
        left += read_agent(world, members[i]).position.y > 3.0f;
    }
    assert_true(was_split);
    assert_int_equal(left, 6);
    assert_int_equal(read_squad(world, squad).abreast, 0);
    assert_true(worst_error(world, members, 12) < 0.3f);
    veer_world_destroy(world);
}

static void a_squad_wheels_round_a_corner(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    VeerOrder order = veer_order_go(vec3(25, 0, 0));
    order.points[order.point_count++] = vec3(25, 30, 0);
    veer_squad_order(world, squad, &order, false);
    step_times(world, 300, TICK);
    while (read_squad(world, squad).phase == VEER_SQUAD_MARCHING) {
        step_times(world, 1, TICK);
        assert_true(worst_error(world, members, 12) < 2.0f);
        assert_true(least_gap(world, members, 12) > 0.0f);
    }
    assert_true(read_squad(world, squad).ahead.y > 0.99f);
    veer_world_destroy(world);
}

static void members_keep_off_each_other_at_rest(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, (VeerVec3){0});
    order_to(world, squad, vec3(15, 5, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    step_times(world, 240, TICK);
    assert_true(least_gap(world, members, 12) > 1.1f);
    assert_true(worst_error(world, members, 12) < 0.01f);
    veer_world_destroy(world);
}

static void the_heading_at_the_goal_is_the_orders(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.shape = VEER_FORMATION_LINE;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    VeerOrder order = veer_order_go(vec3(25, 0, 0));
    order.heading = vec3(0, 1, 0);
    veer_squad_order(world, squad, &order, false);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    for (int i = 0; i < 6; ++i) {
        assert_float_equal(read_member(world, members[i]).place.y, 0.0f, 0.1f);
    }
    veer_world_destroy(world);
}

static void who_joins_on_the_way_gets_a_slot(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6], late[1];
    add_members(world, squad, members, 5, (VeerVec3){0});
    order_to(world, squad, vec3(40, 3, 0));
    step_times(world, 300, TICK);
    add_members(world, squad, late, 1, vec3(4, 10, 0));
    step_times(world, 1, TICK);
    assert_int_equal(read_member(world, late[0]).answer, VEER_PLACE_SLOT);
    veer_agent_destroy(world, members[1]);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    assert_true(read_agent(world, late[0]).position.x > 35.0f);
    veer_world_destroy(world);
}

/// Six agents march to a point, or escort a walker; now and then one of them leaves and a seventh
/// joins, so that the number of members stays. @return whether all six who are members in the end
/// have places
static bool takes_turns(bool is_escort)
{
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId agents[7];
    add_members(world, squad, agents, 7, (VeerVec3){0});
    veer_agent_leave_squad(world, agents[6]);
    VeerOrder order = veer_order_go(vec3(100, 0, 0));
    if (is_escort) {
        order.kind = VEER_ORDER_SURROUND;
        order.distance = 4.0f;
        order.agent = add_walker(world, vec3(5, 5, 0), vec3(100, 5, 0));
    }
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    for (uint32_t turn = 0; turn < 20; ++turn) {
        step_times(world, 30, TICK);
        veer_agent_leave_squad(world, agents[turn % 7]);
        assert_int_equal(veer_squad_add(world, squad, agents[(turn + 6) % 7]), VEER_OK);
    }
    step_times(world, 1, TICK);
    bool all_have = true;
    for (uint32_t i = 0; i < 7; ++i) {
        bool is_out = i == 19 % 7;
        all_have &= is_out || read_member(world, agents[i]).answer == VEER_PLACE_SLOT;
    }
    veer_world_destroy(world);
    return all_have;
}

static void who_takes_the_place_of_one_that_leaves_a_march_gets_a_slot(void **unused)
{
    (void)unused;
    assert_true(takes_turns(false));
}

static void who_takes_the_place_of_one_that_leaves_an_escort_gets_a_slot(void **unused)
{
    (void)unused;
    assert_true(takes_turns(true));
}

static void a_slot_in_a_wall_is_drawn_in(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    const VeerVec3 wall[] = {{-20, 3, 0}, {60, 3, 0}};
    add_chain(world, wall, 2);
    VeerAgentId members[8], guest = add_walker(world, vec3(4, 0, 0), vec3(40, 0, 0));
    add_members(world, squad, members, 8, vec3(0, -8, 0));
    VeerOrder order = veer_order_default(VEER_ORDER_SURROUND);
    order.agent = guest;
    order.distance = 4.0f;
    veer_squad_order(world, squad, &order, false);
    for (int i = 0; i < 60 * 30; ++i) {
        step_times(world, 1, TICK);
        for (int k = 0; k < 8; ++k) {
            assert_true(read_agent(world, members[k]).position.y < 2.61f);
        }
    }
    veer_world_destroy(world);
}

/// How many of a squad of twelve are through the gap.
static uint32_t count_beyond(const VeerWorld *world, const VeerAgentId *members)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 12; ++i) {
        count += read_agent(world, members[i]).position.x > 20.0f;
    }
    return count;
}

static void two_squads_take_turns_at_a_gap(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squads[2] = {add_squad(world, NULL), add_squad(world, NULL)};
    VeerAgentId members[24];
    add_members(world, squads[0], members, 12, vec3(0, 8, 0));
    add_members(world, squads[1], members + 12, 12, vec3(-2, -10, 0));
    add_gap(world, 3.4f);
    for (int i = 0; i < 2; ++i) {
        VeerOrder order = veer_order_go(vec3(12, 3, 0));
        order.points[1] = vec3(28, 3, 0);
        order.points[2] = vec3(45, i ? -10 : 12, 0);
        order.point_count = 3;
        veer_squad_order(world, squads[i], &order, false);
    }
    uint32_t done = 0;
    for (int i = 0; i < 60 * 150 && done < 2; ++i) {
        step_times(world, 1, TICK);
        done += count_events(world, VEER_EVENT_ORDER_DONE);
        // The one that goes second follows, and does not mix with the first.
        uint32_t first = count_beyond(world, members), second = count_beyond(world, members + 12);
        assert_true(first == 0 || second == 0 || first == 12 || second == 12);
    }
    assert_int_equal(done, 2);
    veer_world_destroy(world);
}

static void a_squad_flies_over_a_block_in_formation(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_SPATIAL);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.layers = 2;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[8];
    add_members(world, squad, members, 8, (VeerVec3){0});
    add_box(world, vec3(20, 3, -4), vec3(3, 3, 3));
    order_to(world, squad, vec3(40, 3, 12));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    assert_true(least_gap(world, members, 8) > 0.5f);
    veer_world_destroy(world);
}

static void a_vertical_approach_is_well_defined(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_SPATIAL);
    VeerSquadDef def = veer_squad_def_default();
    def.max_drop = 1.0f;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[4];
    add_members(world, squad, members, 4, vec3(0, -3, 40));
    add_box(world, vec3(0, 0, -2), vec3(20, 20, 1.5f));
    order_to(world, squad, (VeerVec3){0});
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    step_times(world, 180, TICK);
    for (int i = 0; i < 4; ++i) {
        VeerAgentState state = read_agent(world, members[i]);
        assert_true(is_finite3(state.position));
        assert_float_equal(state.position.z, 0.0f, 0.1f);
    }
    veer_world_destroy(world);
}

static void idle_mates_step_aside_for_who_passes_and_come_back(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.spacing = 1.2f;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[16];
    add_members(world, squad, members, 16, (VeerVec3){0});
    order_to(world, squad, vec3(12, 3, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    step_times(world, 180, TICK);
    VeerVec3 rest[16];
    for (uint32_t i = 0; i < 16; ++i) {
        rest[i] = read_agent(world, members[i]).position;
    }
    VeerAgentDef passer = veer_agent_def_default();
    passer.position = vec3(4, 3.2f, 0);
    passer.radius = 0.4f;
    VeerAgentId agent = add_agent(world, &passer);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(20, 3.2f, 0), 0.3f), VEER_OK);
    float moved = 0.0f;
    for (int i = 0; i < 1500; ++i) {
        step_times(world, 1, TICK);
        for (uint32_t k = 0; k < 16; ++k) {
            moved = max_f(moved, flat_distance(rest[k], read_agent(world, members[k]).position));
        }
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(moved > 0.05f);
    for (uint32_t k = 0; k < 16; ++k) {
        assert_true(flat_distance(rest[k], read_agent(world, members[k]).position) < 0.1f);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_squad_marches_in_formation),
        cmocka_unit_test(idle_mates_step_aside_for_who_passes_and_come_back),
        cmocka_unit_test(the_slowest_sets_the_pace),
        cmocka_unit_test(the_leader_waits_for_a_straggler),
        cmocka_unit_test(a_straggler_that_never_comes_is_not_waited_for_for_ever),
        cmocka_unit_test(a_squad_narrows_for_a_gap_and_widens_after),
        cmocka_unit_test(a_squad_splits_round_a_pillar_and_rejoins),
        cmocka_unit_test(a_squad_wheels_round_a_corner),
        cmocka_unit_test(members_keep_off_each_other_at_rest),
        cmocka_unit_test(the_heading_at_the_goal_is_the_orders),
        cmocka_unit_test(who_joins_on_the_way_gets_a_slot),
        cmocka_unit_test(who_takes_the_place_of_one_that_leaves_a_march_gets_a_slot),
        cmocka_unit_test(who_takes_the_place_of_one_that_leaves_an_escort_gets_a_slot),
        cmocka_unit_test(a_slot_in_a_wall_is_drawn_in),
        cmocka_unit_test(two_squads_take_turns_at_a_gap),
        cmocka_unit_test(a_squad_flies_over_a_block_in_formation),
        cmocka_unit_test(a_vertical_approach_is_well_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
