// The places that members get: who gets one, who waits, and where there is none.
#include "world/squad_maker.h"

#include <math.h>

static void everyone_gets_an_answer_and_an_event(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[9];
    add_members(world, squad, members, 9, (VeerVec3){0});
    order_to(world, squad, vec3(20, 0, 0));
    assert_false(read_member(world, members[0]).is_answered);
    step_times(world, 1, TICK);
    assert_int_equal(count_events(world, VEER_EVENT_SLOT_GIVEN), 9);
    assert_int_equal(read_squad(world, squad).slot_count, 9);
    step_times(world, 1, TICK);
    assert_int_equal(count_events(world, VEER_EVENT_SLOT_GIVEN), 0);
    veer_world_destroy(world);
}

/// A yard with room for four.
static VeerWorld *make_yard(VeerSquadId *squad, VeerAgentId *members, uint32_t count,
                            float waiting_reach)
{
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.spacing = 1.5f;
    def.mode = VEER_SQUAD_LOOSE;
    def.reach = 1.2f;
    def.waiting_reach = waiting_reach;
    def.arrival_radius = 0.2f;
    *squad = add_squad(world, &def);
    for (int i = -3; i <= 3; ++i) {
        add_ball(world, vec3(20.0f + 1.3f * (float)i, 3.0f, 0), 0.9f);
        add_ball(world, vec3(20.0f + 1.3f * (float)i, -3.0f, 0), 0.9f);
    }
    add_members(world, *squad, members, count, (VeerVec3){0});
    order_to(world, *squad, vec3(20, 0, 0));
    return world;
}

static void where_there_is_no_place_it_is_said(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[20];
    VeerWorld *world = make_yard(&squad, members, 20, 0.0f);
    step_times(world, 1, TICK);
    VeerSquadState state = read_squad(world, squad);
    assert_true(state.none_count > 0 && state.slot_count > 0);
    assert_int_equal(state.none_count + state.slot_count, 20);
    assert_int_equal(count_events(world, VEER_EVENT_NO_PLACE), state.none_count);
    veer_world_destroy(world);
}

static void those_without_a_place_stay_where_they_are(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[20];
    VeerWorld *world = make_yard(&squad, members, 20, 0.0f);
    VeerVec3 before[20];
    for (int i = 0; i < 20; ++i) {
        before[i] = read_agent(world, members[i]).position;
    }
    step_times(world, 1200, TICK);
    for (int i = 0; i < 20; ++i) {
        if (read_member(world, members[i]).answer == VEER_PLACE_NONE) {
            // They make way for those who go, no more.
            assert_true(flat_distance(read_agent(world, members[i]).position, before[i]) < 2.0f);
            assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_IDLE);
        }
    }
    veer_world_destroy(world);
}

static void who_waits_gets_the_place_that_comes_free(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[16];
    VeerWorld *world = make_yard(&squad, members, 16, 8.0f);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 60.0f));
    VeerSquadState state = read_squad(world, squad);
    assert_true(state.waiting_count > 0);
    for (int i = 0; i < 16; ++i) {
        if (read_member(world, members[i]).answer == VEER_PLACE_SLOT) {
            veer_agent_destroy(world, members[i]);
            break;
        }
    }
    assert_true(step_until(world, VEER_EVENT_SLOT_GIVEN, 2.0f));
    assert_int_equal(read_squad(world, squad).slot_count, state.slot_count);
    assert_int_equal(read_squad(world, squad).waiting_count, state.waiting_count - 1);
    veer_world_destroy(world);
}

static void places_keep_clear_of_other_squads_and_of_parked_agents(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squads[2] = {add_squad(world, NULL), add_squad(world, NULL)};
    VeerAgentId members[2][6];
    add_members(world, squads[0], members[0], 6, vec3(0, 0, 0));
    add_members(world, squads[1], members[1], 6, vec3(0, 20, 0));
    VeerAgentDef parked = veer_agent_def_default();
    parked.position = vec3(30, 10, 0);
    parked.radius = 3.0f;
    parked.is_immovable = true;
    add_agent(world, &parked);
    order_to(world, squads[0], vec3(30, 10, 0));
    order_to(world, squads[1], vec3(30, 10, 0));
    step_times(world, 2, TICK);
    for (int i = 0; i < 12; ++i) {
        VeerVec3 place = read_member(world, members[i / 6][i % 6]).place;
        assert_int_equal(read_member(world, members[i / 6][i % 6]).answer, VEER_PLACE_SLOT);
        assert_true(flat_distance(place, parked.position) >= 3.4f);
        for (int k = 0; k < i; ++k) {
            VeerVec3 other = read_member(world, members[k / 6][k % 6]).place;
            assert_true(flat_distance(place, other) >= 1.999f);
        }
    }
    veer_world_destroy(world);
}

static void places_are_not_inside_a_block(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    const VeerVec3 corners[] = {{-6, -6, 0}, {6, -6, 0}, {6, 6, 0}, {-6, 6, 0}};
    VeerObstacleDef block = veer_obstacle_def_default();
    block.shape = VEER_SHAPE_POLYGON;
    block.position = vec3(20, 0, 0);
    block.vertices = corners;
    block.vertex_count = 4;
    add_obstacle(world, &block);
    VeerAgentId members[5];
    add_members(world, squad, members, 5, (VeerVec3){0});
    order_to(world, squad, vec3(20, 0, 0));
    step_times(world, 1, TICK);
    for (int i = 0; i < 5; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(fabsf(member.place.x - 20.0f) >= 6.4f || fabsf(member.place.y) >= 6.4f);
    }
    veer_world_destroy(world);
}

static void a_wall_that_comes_takes_places_away(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.mode = VEER_SQUAD_LOOSE;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[4];
    add_members(world, squad, members, 4, (VeerVec3){0});
    order_to(world, squad, vec3(30, 0, 0));
    step_times(world, 1, TICK);
    VeerVec3 place = read_member(world, members[0]).place;
    const VeerVec3 wall[] = {{place.x, place.y - 0.5f, 0}, {place.x, place.y + 0.5f, 0}};
    add_chain(world, wall, 2);
    step_times(world, 60, TICK);
    for (int i = 0; i < 4; ++i) {
        assert_true(flat_distance(read_member(world, members[i]).place, place) >= 0.39f);
    }
    veer_world_destroy(world);
}

static void places_can_be_asked_to_be_seen(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.is_seen = true;
    VeerSquadId squad = add_squad(world, &def);
    const VeerVec3 wall[] = {{21, -30, 0}, {21, 30, 0}};
    add_chain(world, wall, 2);
    add_ball(world, vec3(17, 0, 0), 0.6f);
    VeerAgentId members[9];
    add_members(world, squad, members, 9, (VeerVec3){0});
    order_to(world, squad, vec3(20, 0, 0));
    step_times(world, 1, TICK);
    for (int i = 0; i < 9; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(member.place.x < 21.0f);
        // Not in the shade of the ball.
        assert_true(member.place.x > 16.5f || fabsf(member.place.y) > 0.6f);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_gets_an_answer_and_an_event),
        cmocka_unit_test(where_there_is_no_place_it_is_said),
        cmocka_unit_test(those_without_a_place_stay_where_they_are),
        cmocka_unit_test(who_waits_gets_the_place_that_comes_free),
        cmocka_unit_test(places_keep_clear_of_other_squads_and_of_parked_agents),
        cmocka_unit_test(places_are_not_inside_a_block),
        cmocka_unit_test(a_wall_that_comes_takes_places_away),
        cmocka_unit_test(places_can_be_asked_to_be_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
