// Squads: their coming and going, members, orders, answers.
#include "world/squad_maker.h"

#include <math.h>

static void squad_create_refuses_bad_defs(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = {7, 7};
    VeerSquadDef bad[16];
    for (int i = 0; i < 16; ++i) {
        bad[i] = veer_squad_def_default();
    }
    bad[0].cookie = 0;
    bad[1].formation.spacing = 0.0f;
    bad[2].mode = VEER_SQUAD_MODE_COUNT;
    bad[3].arrival_radius = 0.0f;
    bad[4].reach = NAN;
    bad[5].hysteresis = 1.5f;
    bad[6].formation.shape = VEER_FORMATION_OFFSETS;
    bad[7].separation = -1.0f;
    bad[8].search = (VeerPlaceOrder)9;
    bad[9].up.x = INFINITY;
    bad[10].aim = VEER_ASSIGN_GREEDY;
    bad[11].waiting_reach = -1.0f;
    bad[12].step = 3e6f;
    bad[13].max_drop = NAN;
    bad[14].hysteresis = -0.1f;
    bad[15].arrival_radius = -1.0f;
    for (int i = 0; i < 16; ++i) {
        assert_int_equal(veer_squad_create(world, &bad[i], &squad), VEER_BAD_VALUE);
    }
    assert_int_equal(veer_squad_create(world, NULL, &squad), VEER_BAD_VALUE);
    assert_int_equal(squad.slot, 7);
    veer_world_destroy(world);
}

static void squad_create_refuses_offsets_that_are_no_points(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerVec3 offsets[VEER_MAX_SQUAD_OFFSETS + 1] = {{0}};
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    def.formation.shape = VEER_FORMATION_OFFSETS;
    def.formation.offsets = offsets;
    def.formation.offset_count = VEER_MAX_SQUAD_OFFSETS + 1;
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_BAD_VALUE);
    def.formation.offset_count = 3;
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_OK);
    offsets[2].y = INFINITY;
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void squads_are_full_at_max_squads(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    for (int i = 0; i < 8; ++i) {
        squad = add_squad(world, NULL);
    }
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_FULL);
    veer_world_destroy(world);
}

static void a_world_without_squads_has_none(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, (VeerVec3){0});
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad = {0, 1};
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_FULL);
    assert_int_equal(veer_squad_add(world, squad, agent), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_leave_squad(world, agent), VEER_OK);
    assert_int_equal(veer_agent_squad(world, agent).generation, 0);
    assert_false(read_member(world, agent).is_answered);
    assert_int_equal(veer_squad_at(world, 0).generation, 0);
    veer_world_destroy(world);
}

static void a_removed_squad_leaves_a_harmless_handle(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[3];
    add_members(world, squad, members, 3, (VeerVec3){0});
    order_to(world, squad, vec3(20, 0, 0));
    step_times(world, 5, TICK);
    assert_int_equal(veer_squad_destroy(world, squad), VEER_OK);
    VeerOrder order = veer_order_go((VeerVec3){0});
    VeerSquadState state;
    VeerSquadDef def = veer_squad_def_default();
    assert_int_equal(veer_squad_destroy(world, squad), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_cancel(world, squad), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_skip(world, squad), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_get(world, squad, &state), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_set_def(world, squad, &def), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_def(world, squad, &def), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_add(world, squad, members[0]), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_members(world, squad, members, 3), 0);
    assert_int_equal(veer_agent_squad(world, members[0]).generation, 0);
    assert_int_equal(read_agent(world, members[0]).status, VEER_AGENT_IDLE);
    VeerSquadId next = add_squad(world, NULL);
    assert_int_equal(next.slot, squad.slot);
    assert_int_not_equal(next.generation, squad.generation);
    veer_world_destroy(world);
}

static void a_def_reads_back(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    const VeerVec3 offsets[] = {{1, 0, 0}, {0, 1, 0}};
    VeerSquadDef def = veer_squad_def_default(), read;
    def.formation.shape = VEER_FORMATION_OFFSETS;
    def.formation.offsets = offsets;
    def.formation.offset_count = 2;
    def.mode = VEER_SQUAD_LOOSE;
    VeerSquadId squad = add_squad(world, &def);
    assert_int_equal(veer_squad_def(world, squad, &read), VEER_OK);
    assert_int_equal(read.mode, VEER_SQUAD_LOOSE);
    assert_float_equal(read.formation.offsets[1].y, 1.0f, 0.0f);
    assert_float_equal(read.separation, def.formation.spacing, 0.0f);
    assert_int_equal(veer_squad_set_def(world, squad, &read), VEER_OK);
    read.cookie = 0;
    assert_int_equal(veer_squad_set_def(world, squad, &read), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void members_are_listed_by_id(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId listed[4];
    const uint32_t ids[] = {9, 4, 7};
    for (uint32_t i = 0; i < 3; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.id = ids[i];
        def.position.x = 2.0f * (float)i;
        veer_squad_add(world, squad, add_agent(world, &def));
    }
    assert_int_equal(veer_squad_members(world, squad, listed, 4), 3);
    assert_int_equal(read_agent(world, listed[0]).id, 4);
    assert_int_equal(read_agent(world, listed[2]).id, 9);
    assert_int_equal(veer_squad_members(world, squad, listed, 1), 3);
    veer_world_destroy(world);
}

static void a_goal_of_its_own_takes_an_agent_out(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL), other = add_squad(world, NULL);
    VeerAgentId members[3];
    add_members(world, squad, members, 3, (VeerVec3){0});
    veer_agent_go_to(world, members[0], vec3(5, 5, 0), 0.5f);
    assert_int_equal(veer_agent_squad(world, members[0]).generation, 0);
    assert_int_equal(veer_squad_add(world, other, members[1]), VEER_OK);
    assert_int_equal(veer_agent_squad(world, members[1]).slot, other.slot);
    assert_int_equal(veer_agent_leave_squad(world, members[2]), VEER_OK);
    assert_int_equal(read_squad(world, squad).member_count, 0);
    assert_int_equal(veer_agent_leave_squad(world, (VeerAgentId){99, 1}), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_squad(world, (VeerAgentId){99, 1}).generation, 0);
    VeerMemberState member;
    assert_int_equal(veer_agent_member(world, (VeerAgentId){99, 1}, &member), VEER_BAD_HANDLE);
    veer_world_destroy(world);
}

static void order_refuses_what_is_incomplete(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    const VeerOrderKind kinds[] = {VEER_ORDER_GO,       VEER_ORDER_PATROL, VEER_ORDER_QUEUE,
                                   VEER_ORDER_SURROUND, VEER_ORDER_FOLLOW, VEER_ORDER_ESCORT};
    for (int i = 0; i < 6; ++i) {
        VeerOrder order = veer_order_default(kinds[i]);
        assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_VALUE);
    }
    VeerOrder order = veer_order_go(vec3(NAN, 0, 0));
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_VALUE);
    order = veer_order_go((VeerVec3){0});
    order.point_count = VEER_MAX_ORDER_POINTS + 1;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_VALUE);
    order = veer_order_go((VeerVec3){0});
    order.distance = -1.0f;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_VALUE);
    order = veer_order_default(VEER_ORDER_FOLLOW);
    order.agent = (VeerAgentId){3, 3};
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_HANDLE);
    order.obstacle = (VeerObstacleId){3, 3};
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_BAD_HANDLE);
    assert_int_equal(veer_squad_orders(world, squad, NULL, 0), 0);
    veer_world_destroy(world);
}

static void orders_are_replaced_appended_and_cancelled(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerOrder order = veer_order_go(vec3(1, 0, 0)), read[2];
    for (int i = 0; i < VEER_MAX_ORDERS; ++i) {
        assert_int_equal(veer_squad_order(world, squad, &order, true), VEER_OK);
    }
    assert_int_equal(veer_squad_order(world, squad, &order, true), VEER_FULL);
    order.points[0].x = 2.0f;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    assert_int_equal(veer_squad_orders(world, squad, read, 2), 1);
    assert_float_equal(read[0].points[0].x, 2.0f, 0.0f);
    order.points[0].x = 3.0f;
    veer_squad_order(world, squad, &order, true);
    assert_int_equal(veer_squad_skip(world, squad), VEER_OK);
    assert_int_equal(veer_squad_orders(world, squad, read, 2), 1);
    assert_float_equal(read[0].points[0].x, 3.0f, 0.0f);
    assert_int_equal(veer_squad_skip(world, squad), VEER_OK);
    assert_int_equal(read_squad(world, squad).order_count, 0);
    veer_world_destroy(world);
}

static void order_done_is_told_once(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[4];
    add_members(world, squad, members, 4, (VeerVec3){0});
    order_to(world, squad, vec3(8, 0, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 30.0f));
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_RESTING);
    assert_false(step_until(world, VEER_EVENT_ORDER_DONE, 3.0f));
    veer_world_destroy(world);
}

static void the_next_order_comes_when_one_is_done(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[4];
    add_members(world, squad, members, 4, (VeerVec3){0});
    order_to(world, squad, vec3(8, 0, 0));
    VeerOrder hold = veer_order_default(VEER_ORDER_HOLD), next = veer_order_go(vec3(8, 8, 0));
    hold.seconds = 1.0f;
    veer_squad_order(world, squad, &hold, true);
    veer_squad_order(world, squad, &next, true);
    for (uint32_t left = 3; left > 0; --left) {
        assert_int_equal(read_squad(world, squad).order_count, left);
        assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 30.0f));
    }
    VeerVec3 middle = {0};
    for (int i = 0; i < 4; ++i) {
        middle = along3(middle, read_agent(world, members[i]).position, 0.25f);
    }
    assert_true(flat_distance(middle, vec3(8, 8, 0)) < 0.5f);
    veer_world_destroy(world);
}

static void an_endless_order_makes_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[2];
    add_members(world, squad, members, 2, (VeerVec3){0});
    VeerOrder patrol = veer_order_default(VEER_ORDER_PATROL), next = veer_order_go(vec3(0, 9, 0));
    patrol.point_count = 2;
    patrol.points[1] = vec3(9, 0, 0);
    veer_squad_order(world, squad, &patrol, false);
    step_times(world, 5, TICK);
    veer_squad_order(world, squad, &next, true);
    step_times(world, 1, TICK);
    assert_int_equal(read_squad(world, squad).order_count, 1);
    assert_int_equal(read_squad(world, squad).order, VEER_ORDER_GO);
    veer_world_destroy(world);
}

static void a_lost_target_ends_the_order(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[3], target = add_agent_at(world, vec3(10, 0, 0));
    add_members(world, squad, members, 3, (VeerVec3){0});
    VeerOrder escort = veer_order_default(VEER_ORDER_ESCORT);
    escort.agent = target;
    veer_squad_order(world, squad, &escort, false);
    step_times(world, 60, TICK);
    veer_agent_destroy(world, target);
    step_times(world, 1, TICK);
    assert_int_equal(count_events(world, VEER_EVENT_ORDER_LOST), 1);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_IDLE);
    step_times(world, 30, TICK);
    assert_float_equal(length3(read_agent(world, members[0]).velocity), 0.0f, 1e-3f);
    veer_world_destroy(world);
}

static void cancelling_stops_everyone(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, (VeerVec3){0});
    order_to(world, squad, vec3(30, 0, 0));
    step_times(world, 120, TICK);
    assert_int_equal(veer_squad_cancel(world, squad), VEER_OK);
    step_times(world, 2, TICK);
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(veer_agent_squad(world, members[i]).generation, squad.generation);
        assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_IDLE);
    }
    order_to(world, squad, vec3(0, 0, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    veer_world_destroy(world);
}

static void calls_during_a_step_are_busy(VeerWorld *world, VeerSquadId squad, VeerAgentId agent)
{
    VeerSquadDef def = veer_squad_def_default();
    VeerOrder order = veer_order_go((VeerVec3){0});
    VeerSquadId made;
    assert_int_equal(veer_squad_create(world, &def, &made), VEER_BUSY);
    assert_int_equal(veer_squad_set_def(world, squad, &def), VEER_BUSY);
    assert_int_equal(veer_squad_destroy(world, squad), VEER_BUSY);
    assert_int_equal(veer_squad_add(world, squad, agent), VEER_BUSY);
    assert_int_equal(veer_agent_leave_squad(world, agent), VEER_BUSY);
    assert_int_equal(veer_squad_order(world, squad, &order, true), VEER_BUSY);
    assert_int_equal(veer_squad_cancel(world, squad), VEER_BUSY);
    assert_int_equal(veer_squad_skip(world, squad), VEER_BUSY);
}

typedef struct Caller {
    VeerWorld *world;
    VeerSquadId squad;
    VeerAgentId agent;
    bool has_called;
} Caller;

static VeerAvoidResult call_back(const VeerView *view, const VeerAvoidParams *params, VeerVec3 wish,
                                 void *user)
{
    (void)params;
    Caller *caller = user;
    calls_during_a_step_are_busy(caller->world, caller->squad, caller->agent);
    caller->has_called = true;
    return (VeerAvoidResult){.velocity = wish, .memory = view->memory};
}

static void squads_are_not_changed_during_a_step(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    Caller caller = {.world = world, .squad = add_squad(world, NULL)};
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_CUSTOM;
    def.avoid = veer_avoid_params_for(VEER_AVOID_CUSTOM);
    caller.agent = add_agent(world, &def);
    veer_world_set_avoid_callback(world, 0, call_back, &caller);
    step_times(world, 1, TICK);
    assert_true(caller.has_called);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squad_create_refuses_bad_defs),
        cmocka_unit_test(squad_create_refuses_offsets_that_are_no_points),
        cmocka_unit_test(squads_are_full_at_max_squads),
        cmocka_unit_test(a_world_without_squads_has_none),
        cmocka_unit_test(a_removed_squad_leaves_a_harmless_handle),
        cmocka_unit_test(a_def_reads_back),
        cmocka_unit_test(members_are_listed_by_id),
        cmocka_unit_test(a_goal_of_its_own_takes_an_agent_out),
        cmocka_unit_test(order_refuses_what_is_incomplete),
        cmocka_unit_test(orders_are_replaced_appended_and_cancelled),
        cmocka_unit_test(order_done_is_told_once),
        cmocka_unit_test(the_next_order_comes_when_one_is_done),
        cmocka_unit_test(an_endless_order_makes_way),
        cmocka_unit_test(a_lost_target_ends_the_order),
        cmocka_unit_test(cancelling_stops_everyone),
        cmocka_unit_test(squads_are_not_changed_during_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
