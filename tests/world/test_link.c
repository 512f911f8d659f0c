// Links over the map of a world: routes that take them, and agents that cross them.
#include "world/map_maker.h"

#include "support/allocator.h"
#include "veer/link.h"

// Two rooms with a wall between that is open far up.
static const char *const rooms[] = {
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "..............", //
};
enum { ROWS = 10, LINKS = 4 };

static VeerWorld *make_linked_world(void)
{
    VeerWorldDef def = map_def((uint32_t)strlen(rooms[0]), ROWS);
    def.map.max_links = LINKS;
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, ROWS);
    return world;
}

static VeerLinkDef link_def(VeerVec3 from, VeerVec3 to)
{
    VeerLinkDef def = veer_link_def_default();
    def.from = from;
    def.to = to;
    return def;
}

// Through the wall, two cells thick, near the lower end of the rooms.
static VeerLinkDef through_the_wall(void)
{
    return link_def(vec3(5.0f, 2.5f, 0), vec3(9.0f, 2.5f, 0));
}

static VeerLinkId add_link(VeerWorld *world, const VeerLinkDef *def)
{
    VeerLinkId link = {0, 0};
    assert_int_equal(veer_link_create(world, def, &link), VEER_OK);
    return link;
}

static VeerAgentId add_crosser(VeerWorld *world)
{
    return add_traveller(world, vec3(2.5f, 2.5f, 0), vec3(11.5f, 2.5f, 0), 0.3f);
}

// The highest y that the agent comes to on its way, m.
static float go(VeerWorld *world, VeerAgentId agent, int ticks)
{
    float top = 0.0f;
    for (int i = 0; i < ticks && read_agent(world, agent).status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        top = fmaxf(top, read_agent(world, agent).position.y);
    }
    return top;
}

static void link_is_taken_where_it_is_shorter(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    step_times(world, 1, TICK);
    VeerRouteState route = read_route(world, agent);
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    assert_in_range((int)(route.length * 10.0f), 85, 100);
    assert_true(go(world, agent, 400) < 4.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_that_is_dearer_is_not_taken(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    def.cost = 40.0f;
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    assert_true(go(world, agent, 1200) > 8.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_one_way_is_never_taken_back(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = link_def(vec3(9.0f, 2.5f, 0), vec3(5.0f, 2.5f, 0));
    def.is_one_way = true;
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    VeerAgentId back = add_traveller(world, vec3(11.5f, 5.5f, 0), vec3(2.5f, 5.5f, 0), 0.3f);
    step_times(world, 1, TICK);
    assert_true(read_route(world, agent).length > 16.0f);
    assert_true(read_route(world, back).length < 13.0f);
    assert_true(go(world, agent, 1200) > 8.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_int_equal(read_agent(world, back).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_is_for_those_who_may_use_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    def.flags = 2;
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    assert_int_equal(veer_agent_set_may_use(world, agent, 1), VEER_OK);
    step_times(world, 1, TICK);
    assert_true(read_route(world, agent).length > 16.0f);
    assert_int_equal(veer_agent_set_may_use(world, agent, 3), VEER_OK);
    step_times(world, 2, TICK);
    assert_true(read_route(world, agent).length < 10.0f);
    veer_world_destroy(world);
}

static void link_that_closes_has_all_plan_anew_within_a_second(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId link = add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    step_times(world, 20, TICK);
    assert_int_equal(veer_link_set_open(world, link, false), VEER_OK);
    step_times(world, 60, TICK);
    assert_true(read_route(world, agent).length > 15.0f);
    assert_int_equal(veer_link_set_open(world, link, true), VEER_OK);
    step_times(world, 60, TICK);
    assert_true(read_route(world, agent).length < 14.0f);
    veer_world_destroy(world);
}

static void link_that_is_the_only_way_makes_routes_whole(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    assert_int_equal(veer_world_map_fill(world, (VeerCellRect){{6, 0}, {8, 10}}, true), VEER_OK);
    VeerAgentId agent = add_crosser(world);
    step_until_done(world, agent, 600);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    VeerLinkDef def = through_the_wall();
    add_link(world, &def);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    step_times(world, 400, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

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
        assert_int_equal(veer_world_map_fill(world, wall, true), VEER_OK);
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
    assert_int_equal(veer_world_map_fill(world, (VeerCellRect){{6, 9}, {8, 10}}, true), VEER_OK);
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
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
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
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
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
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    assert_int_equal(veer_agent_set_position(world, agent, vec3(50, 5, 0)), VEER_OK);
    step_times(world, 2, TICK);
    assert_false(veer_agent_link(world, agent, &on));
    step_times(world, 60 * 40, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void link_whose_end_is_walled_up_under_way_leads_out_somewhere(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    step_times(world, 30, TICK);
    assert_int_equal(veer_world_map_fill(world, (VeerCellRect){{8, 0}, {13, 6}}, true), VEER_OK);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(11.5f, 8.5f, 0), 0.3f), VEER_OK);
    step_times(world, 60 * 30, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void links_lie_on_maps_that_begin_anywhere(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def((uint32_t)strlen(rooms[0]), ROWS);
    def.map.grid.origin = vec3(100, -50, 0);
    def.map.max_links = LINKS;
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, ROWS);
    VeerLinkDef link = link_def(vec3(105, -47.5f, 0), vec3(109, -47.5f, 0));
    add_link(world, &link);
    VeerAgentId agent =
        add_traveller(world, vec3(102.5f, -47.5f, 0), vec3(111.5f, -47.5f, 0), 0.3f);
    assert_true(go(world, agent, 400) == 0.0f);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_near3(read_agent(world, agent).position, vec3(111.5f, -47.5f, 0), 0.5f);
    veer_world_destroy(world);
}

static void link_of_one_who_stops_holds_no_more(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId on;
    add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
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

static void link_is_read_as_it_was_made(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall(), read;
    def.cost = 6.0f;
    def.flags = 5;
    def.is_one_way = true;
    VeerLinkId link = add_link(world, &def), found;
    assert_int_equal(veer_link_get(world, link, &read), VEER_OK);
    assert_true(read.cost == 6.0f && read.flags == 5 && read.is_one_way && read.is_open);
    assert_near3(read.to, def.to, 0.0f);
    assert_int_equal(veer_link_set_open(world, link, false), VEER_OK);
    assert_int_equal(veer_link_get(world, link, &read), VEER_OK);
    assert_false(read.is_open);
    assert_int_equal(read.flags, 5);
    assert_true(veer_link_at(world, 0, &found));
    assert_int_equal(found.generation, link.generation);
    assert_false(veer_link_at(world, 1, &found));
    assert_false(veer_link_at(world, LINKS, &found));
    veer_world_destroy(world);
}

static void link_refuses_what_is_bad(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef good = through_the_wall(), bad = good;
    VeerLinkId link = {9, 9};
    bad.cookie = 0;
    assert_int_equal(veer_link_create(world, &bad, &link), VEER_BAD_VALUE);
    bad = good;
    bad.from.x = -1.0f;
    assert_int_equal(veer_link_create(world, &bad, &link), VEER_BAD_VALUE);
    bad = good;
    bad.to.y = NAN;
    assert_int_equal(veer_link_create(world, &bad, &link), VEER_BAD_VALUE);
    bad = good;
    bad.cost = NAN;
    assert_int_equal(veer_link_create(world, &bad, &link), VEER_BAD_VALUE);
    bad = good;
    bad.flags = UINT32_MAX;
    assert_int_equal(veer_link_create(world, &bad, &link), VEER_BAD_VALUE);
    assert_int_equal(link.slot, 9);
    for (int i = 0; i < LINKS; i++) {
        add_link(world, &good);
    }
    assert_int_equal(veer_link_create(world, &good, &link), VEER_FULL);
    assert_int_equal(veer_link_set_open(world, (VeerLinkId){LINKS, 1}, true), VEER_BAD_HANDLE);
    assert_int_equal(veer_link_get(world, (VeerLinkId){0, 7}, &bad), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_set_may_use(world, (VeerAgentId){3, 3}, 1), VEER_BAD_HANDLE);
    veer_world_destroy(world);
}

static void links_need_room_for_them(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(8, 8);
    VeerWorld *world = make_world_of(&def);
    VeerLinkDef made = link_def(vec3(1, 1, 0), vec3(3, 3, 0));
    VeerLinkId link = {0, 0};
    assert_int_equal(veer_link_create(world, &made, &link), VEER_BAD_VALUE);
    assert_int_equal(veer_link_set_open(world, link, true), VEER_BAD_HANDLE);
    assert_false(veer_link_at(world, 0, &link));
    veer_world_destroy(world);
}

static void links_come_back_with_a_rollback(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId link = add_link(world, &def), on;
    VeerAgentId agent = add_crosser(world);
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 90, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_link_destroy(world, link), VEER_OK);
    step_times(world, 10, TICK);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 90, TICK);
    assert_true(veer_world_hash(world) == hash);
    free(saved);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_is_taken_where_it_is_shorter),
        cmocka_unit_test(link_that_is_dearer_is_not_taken),
        cmocka_unit_test(link_one_way_is_never_taken_back),
        cmocka_unit_test(link_is_for_those_who_may_use_it),
        cmocka_unit_test(link_that_closes_has_all_plan_anew_within_a_second),
        cmocka_unit_test(link_that_is_the_only_way_makes_routes_whole),
        cmocka_unit_test(link_crossed_holds_no_wall_of_the_map),
        cmocka_unit_test(links_one_after_the_other_are_all_taken),
        cmocka_unit_test(link_is_crossed_by_many_from_both_ends),
        cmocka_unit_test(link_under_way_survives_a_new_goal),
        cmocka_unit_test(link_that_goes_leaves_who_is_on_it_where_they_come_off),
        cmocka_unit_test(link_in_the_place_of_another_is_not_taken_for_it),
        cmocka_unit_test(link_is_left_by_who_is_put_elsewhere),
        cmocka_unit_test(link_whose_end_is_walled_up_under_way_leads_out_somewhere),
        cmocka_unit_test(links_lie_on_maps_that_begin_anywhere),
        cmocka_unit_test(link_of_one_who_stops_holds_no_more),
        cmocka_unit_test(link_is_taken_by_cars),
        cmocka_unit_test(link_is_read_as_it_was_made),
        cmocka_unit_test(link_refuses_what_is_bad),
        cmocka_unit_test(links_need_room_for_them),
        cmocka_unit_test(links_come_back_with_a_rollback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
