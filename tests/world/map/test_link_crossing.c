// Agents on a link: crossing it, moved by the host, or left where it ends.
#include "world/link_maker.h"

static void link_crossed_holds_no_wall_of_the_map(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId link = add_link(world, &def), on = {9, 9};
    VeerAgentId agent = add_crosser(world);
    bool was_on = false, was_inside = false;
    for (int i = 0; i < 400; i++) {
        step_times(world, 1, TICK);
        bool is_on = veer_agent_link(world, agent, &on);
        was_on = was_on || (is_on && on.slot == link.slot && on.generation == link.generation);
        bool is_inside = depth_in_map(world, agent) > 0.1f;
        assert_true(is_on || !is_inside);
        was_inside = was_inside || is_inside;
    }
    assert_true(was_on && was_inside);
    assert_false(veer_agent_link(world, agent, &on));
    veer_world_destroy(world);
}

static void links_one_after_the_other_are_all_taken(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(60, 5);
    def.map.max_links = 8;
    VeerWorld *world = make_world_of(&def);
    for (int32_t i = 0; i < 7; i++) {
        VeerCellRect wall = {{6 + 8 * i, 0}, {8 + 8 * i, 5}};
        float x = 8.0f * (float)i;
        VeerLinkDef link = link_def(vec3(x + 5.0f, 2.5f, 0), vec3(x + 9.0f, 2.5f, 0));
        assert_int_equal(veer_world_grid_fill(world, wall, true), VEER_OK);
        add_link(world, &link);
    }
    VeerAgentId agent = add_traveller(world, vec3(2.5f, 1.5f, 0), vec3(58.5f, 3.5f, 0), 0.3f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    (void)go(world, agent, 60 * 40);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_is_crossed_by_many_from_both_ends(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerAgentId agents[16];
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{6, 9}, {8, 10}}, true), VEER_OK);
    VeerLinkDef def = through_the_wall();
    add_link(world, &def);
    for (int i = 0; i < 16; i++) {
        VeerVec3 left = vec3(1.0f + (float)(i / 2 % 4), 4.0f + (float)(i / 8), 0);
        VeerVec3 right = vec3(13.0f - (float)(i / 2 % 4), 4.0f + (float)(i / 8), 0);
        agents[i] = add_traveller(world, i & 1 ? left : right, i & 1 ? right : left, 0.2f);
    }
    step_times(world, 60 * 30, TICK);
    for (int i = 0; i < 16; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void link_under_way_survives_a_new_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser_on_link(world);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(11.5f, 7.5f, 0), 0.3f), VEER_OK);
    step_times(world, 3, TICK);
    assert_true(veer_agent_link(world, agent, &on));
    assert_true(go(world, agent, 600) < 8.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_that_goes_leaves_who_is_on_it_where_they_come_off(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId link = add_link(world, &def), on;
    VeerAgentId agent = add_crosser_on_link(world);
    step_times(world, 30, TICK);
    assert_int_equal(veer_link_destroy(world, link), VEER_OK);
    assert_false(veer_agent_link(world, agent, &on));
    assert_int_equal(veer_link_destroy(world, link), VEER_BAD_HANDLE);
    (void)go(world, agent, 1800);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_in_the_place_of_another_is_not_taken_for_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall(), other = link_def(vec3(5, 6.5f, 0), vec3(9, 6.5f, 0));
    VeerLinkId link = add_link(world, &def), on;
    VeerAgentId agent = add_crosser(world);
    step_times(world, 20, TICK);
    assert_int_equal(veer_link_destroy(world, link), VEER_OK);
    assert_int_equal(add_link(world, &other).slot, link.slot);
    for (int i = 0; i < 900 && read_agent(world, agent).status != VEER_AGENT_ARRIVED; i++) {
        step_times(world, 1, TICK);
        bool is_on = veer_agent_link(world, agent, &on);
        assert_true(!is_on || read_agent(world, agent).position.y > 5.0f);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_is_left_by_who_is_put_elsewhere(void **unused)
{
    (void)unused;
    VeerWorldDef wide = map_def(60, 10);
    wide.map.max_links = 1;
    VeerWorld *world = make_world_of(&wide);
    lay_rows(world, rooms, ROWS);
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser_on_link(world);
    assert_int_equal(veer_agent_set_position(world, agent, vec3(50, 5, 0)), VEER_OK);
    step_times(world, 2, TICK);
    assert_false(veer_agent_link(world, agent, &on));
    step_times(world, 60 * 40, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

// Others may keep an agent from the very end of its link: it continues from beside it.
static void link_is_left_by_who_is_pushed_past_its_end(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser_on_link(world);
    assert_true(veer_agent_link(world, agent, &on));
    assert_int_equal(veer_agent_set_position(world, agent, vec3(11.5f, 6.5f, 0)), VEER_OK);
    step_times(world, 2, TICK);
    assert_false(veer_agent_link(world, agent, &on));
    for (int i = 0; i < 1200 && read_agent(world, agent).status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        assert_true(read_agent(world, agent).position.x > 11.4f); // not back to where it ends
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_whose_end_is_walled_up_under_way_leads_out_somewhere(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    add_link(world, &def);
    VeerAgentId agent = add_crosser_on_link(world);
    step_times(world, 30, TICK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{8, 0}, {13, 6}}, true), VEER_OK);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(11.5f, 8.5f, 0), 0.3f), VEER_OK);
    step_times(world, 60 * 30, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_of_one_who_stops_holds_no_more(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser_on_link(world);
    assert_int_equal(veer_agent_stop(world, agent), VEER_OK);
    step_times(world, 2, TICK);
    assert_false(veer_agent_link(world, agent, &on));
    veer_world_destroy(world);
}

static void link_is_taken_by_cars(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    add_link(world, &def);
    VeerAgentDef car = veer_agent_def_default();
    car.position = vec3(2.5f, 1.5f, 0);
    car.radius = 0.3f;
    car.max_speed = 2.0f;
    car.max_acceleration = 2.0f;
    car.max_braking = 4.0f;
    car.max_turn_rate = 3.0f;
    VeerAgentId agent = add_agent(world, &car);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(11.5f, 5.5f, 0), 0.3f), VEER_OK);
    assert_true(go(world, agent, 600) < 7.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_crossed_holds_no_wall_of_the_map),
        cmocka_unit_test(links_one_after_the_other_are_all_taken),
        cmocka_unit_test(link_is_crossed_by_many_from_both_ends),
        cmocka_unit_test(link_under_way_survives_a_new_goal),
        cmocka_unit_test(link_that_goes_leaves_who_is_on_it_where_they_come_off),
        cmocka_unit_test(link_in_the_place_of_another_is_not_taken_for_it),
        cmocka_unit_test(link_is_left_by_who_is_put_elsewhere),
        cmocka_unit_test(link_is_left_by_who_is_pushed_past_its_end),
        cmocka_unit_test(link_whose_end_is_walled_up_under_way_leads_out_somewhere),
        cmocka_unit_test(link_of_one_who_stops_holds_no_more),
        cmocka_unit_test(link_is_taken_by_cars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
