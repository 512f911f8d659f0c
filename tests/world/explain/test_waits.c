// What an agent on a path, in traffic or in a squad waits for.
#include "world/explain_reader.h"
#include "world/map_maker.h"
#include "world/squad_maker.h"

static const char *const open_rooms[] = {
    "..........", //
    "..........", //
    "......####", //
    "......#..#", //
    "......####", //
};

/// Steps until any of agents[count] says something of a kind. @return whether one did
static bool wait_for(VeerWorld *world, const VeerAgentId *agents, int count, VeerReasonKind kind,
                     int ticks, VeerReason *out)
{
    for (int tick = 0; tick < ticks; tick++) {
        step_times(world, 1, 0.05f);
        for (int i = 0; i < count; i++) {
            if (find_reason(world, agents[i], kind, out)) {
                return true;
            }
        }
    }
    return false;
}

static void paths_are_told_of(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(open_rooms, 5);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(9.5f, 1.5f, 0), 0.3f);
    assert_true(has_reason(world, agent, VEER_REASON_NO_PATH_YET));
    step_times(world, 1, TICK);
    VeerReason path = read_reason(world, agent, VEER_REASON_PATH);
    assert_float_equal(path.value, read_route(world, agent).length, 0.0f);
    assert_float_equal(path.value, 8.0f, 0.5f);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(8, 3.5f, 0), 0.3f), VEER_OK);
    step_times(world, 1, TICK);
    VeerReason partial = read_reason(world, agent, VEER_REASON_PARTIAL_PATH);
    VeerRouteState route = read_route(world, agent);
    assert_near3(partial.place, route.target, 0.0f);
    assert_float_equal(partial.value, distance3(route.target, vec3(8, 3.5f, 0)), 1e-5f);
    step_times(world, 1200, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    assert_true(has_reason(world, agent, VEER_REASON_PARTIAL_PATH));
    assert_true(has_reason(world, agent, VEER_REASON_STANDS));
    assert_false(has_reason(world, agent, VEER_REASON_NO_PROGRESS)); // it had said "for 0 s"
    veer_world_destroy(world);
}

static void who_shares_a_field_says_so(void **state)
{
    (void)state;
    VeerWorldDef def = map_def(20, 20);
    def.map.max_fields = 1;
    def.map.field_agents = 1;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agents[4];
    for (int i = 0; i < 4; i++) {
        agents[i] = add_traveller(world, vec3(2, 2 + 2 * (float)i, 0), vec3(17, 17, 0), 0.3f);
    }
    VeerReason reason;
    assert_true(wait_for(world, agents, 4, VEER_REASON_FIELD, 40, &reason));
    veer_world_destroy(world);
}

/// A door that is shut right before who comes to it: it stops in the end.
static void who_is_kept_from_its_path_backs_off_and_gives_up(void **state)
{
    (void)state;
    VeerWorldDef def = map_def(24, 3);
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(22.5f, 1.5f, 0), 0.4f);
    VeerVec3 bar[2] = {{8, -1, 0}, {8, 4, 0}};
    add_chain(world, bar, 2);
    VeerReason reason;
    assert_true(wait_for(world, &agent, 1, VEER_REASON_BACKS_OFF, 1200, &reason));
    assert_true(wait_for(world, &agent, 1, VEER_REASON_GAVE_UP, 1600, &reason));
    assert_float_equal(reason.limit, VEER_GIVE_UP_SECONDS, 0.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    veer_world_destroy(world);
}

/// Two halls of 24 cells with an alley of one cell between them.
static VeerWorld *make_alley(int32_t length, VeerAgentId *agents, int count, bool is_both)
{
    VeerWorldDef def = map_def(60, 20);
    VeerWorld *world = make_world_of(&def);
    VeerCellRect wall = {{24, 0}, {24 + length, 20}}, gap = {{24, 10}, {24 + length, 11}};
    assert_int_equal(veer_world_grid_fill(world, wall, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, gap, false), VEER_OK);
    for (int i = 0; i < count; i++) {
        VeerVec3 a = vec3(16 + 1.5f * (float)(i % 4), 6 + 1.4f * (float)(i / 4), 0);
        VeerVec3 b = vec3(43 + 1.5f * (float)(i % 4), a.y, 0);
        bool goes_back = is_both && i % 2;
        agents[i] = add_traveller(world, goes_back ? b : a, goes_back ? a : b, 0.3f);
    }
    return world;
}

static void who_waits_at_a_gate_says_where(void **state)
{
    (void)state;
    VeerAgentId agents[16];
    VeerWorld *world = make_alley(10, agents, 16, true);
    VeerReason reason = {.kind = VEER_REASON_NO_GOAL};
    assert_true(wait_for(world, agents, 16, VEER_REASON_AT_GATE, 600, &reason));
    assert_float_equal(reason.place.y, 10.5f, 3.0f);
    assert_true(reason.place.x > 18.0f && reason.place.x < 40.0f);
    veer_world_destroy(world);
}

static void who_is_in_a_crowd_before_a_door_says_so(void **state)
{
    (void)state;
    VeerAgentId agents[16];
    VeerWorld *world = make_alley(1, agents, 16, false);
    VeerReason reason = {.kind = VEER_REASON_NO_GOAL};
    assert_true(wait_for(world, agents, 16, VEER_REASON_QUEUES, 600, &reason));
    assert_true(wait_for(world, agents, 16, VEER_REASON_BOTTLENECK, 600, &reason));
    assert_near3(reason.place, vec3(24, 10.5f, 0), 1.5f);
    veer_world_destroy(world);
}

/// More agents than nodes, each with a body's width to itself: some hold none yet.
static void who_waits_in_a_maze_or_for_a_node_of_it_says_so(void **state)
{
    (void)state;
    static const char *const comb[] = {
        "#################################", //
        "#...............................#", //
        "###.#######.#######.#######.#####", //
        "#################################", //
    };
    enum { MANY = 36 };
    VeerWorld *world = make_map_world(comb, 4);
    VeerAgentId agents[MANY];
    for (int i = 0; i < MANY; i++) {
        float x = 1.5f + 0.85f * (float)i;
        agents[i] = add_traveller(world, vec3(x, 1.5f, 0), vec3(33 - x, 1.5f, 0), 0.4f);
    }
    VeerReason reason;
    assert_true(wait_for(world, agents, MANY, VEER_REASON_BEFORE_MAZE, 20, &reason));
    assert_true(wait_for(world, agents, MANY, VEER_REASON_IN_MAZE, 20, &reason));
    veer_world_destroy(world);
}

static void members_say_what_their_squad_gave_them(void **state)
{
    (void)state;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.spacing = 1.5f;
    def.mode = VEER_SQUAD_LOOSE;
    def.reach = 1.2f;
    def.waiting_reach = 4.6f;
    for (int i = -3; i <= 3; ++i) {
        add_ball(world, vec3(20.0f + 1.3f * (float)i, 3.0f, 0), 0.9f);
        add_ball(world, vec3(20.0f + 1.3f * (float)i, -3.0f, 0), 0.9f);
    }
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[24];
    add_members(world, squad, members, 24, vec3(0, 0, 0));
    order_to(world, squad, vec3(20, 0, 0));
    step_times(world, 1, TICK);
    int seen[3] = {0, 0, 0};
    for (int i = 0; i < 24; i++) {
        VeerPlaceResult answer = read_member(world, members[i]).answer;
        bool waits = has_reason(world, members[i], VEER_REASON_SQUAD_WAITING);
        bool has_none = has_reason(world, members[i], VEER_REASON_SQUAD_NO_PLACE);
        assert_int_equal(waits, answer == VEER_PLACE_WAITING);
        assert_int_equal(has_none, answer == VEER_PLACE_NONE);
        seen[waits ? 1 : has_none ? 2 : 0]++;
    }

    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
    veer_world_destroy(world);
}

static void squads_that_wait_for_each_other_say_so(void **state)
{
    (void)state;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squads[2] = {add_squad(world, NULL), add_squad(world, NULL)};
    VeerAgentId members[24];
    add_members(world, squads[0], members, 12, vec3(0, 8, 0));
    add_members(world, squads[1], members + 12, 12, vec3(-2, -10, 0));
    VeerVec3 low[2] = {{20, -40, 0}, {20, 1.3f, 0}}, high[2] = {{20, 4.7f, 0}, {20, 40, 0}};
    add_chain(world, low, 2);
    add_chain(world, high, 2);
    for (int i = 0; i < 2; ++i) {
        VeerOrder order = veer_order_go(vec3(12, 3, 0));
        order.points[1] = vec3(28, 3, 0);
        order.points[2] = vec3(45, i ? -10 : 12, 0);
        order.point_count = 3;
        veer_squad_order(world, squads[i], &order, false);
    }
    VeerReason reason;
    assert_true(wait_for(world, members, 24, VEER_REASON_KEEPS_SLOT, 40, &reason));
    assert_true(wait_for(world, members, 24, VEER_REASON_SQUAD_AT_GAP, 600, &reason));
    assert_near3(reason.place, vec3(20, 3, 0), 1.0f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_told_of),
        cmocka_unit_test(who_shares_a_field_says_so),
        cmocka_unit_test(who_is_kept_from_its_path_backs_off_and_gives_up),
        cmocka_unit_test(who_waits_at_a_gate_says_where),
        cmocka_unit_test(who_is_in_a_crowd_before_a_door_says_so),
        cmocka_unit_test(who_waits_in_a_maze_or_for_a_node_of_it_says_so),
        cmocka_unit_test(members_say_what_their_squad_gave_them),
        cmocka_unit_test(squads_that_wait_for_each_other_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
