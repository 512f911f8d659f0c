// Links over the map of a world: routes that use them, and agents that cross them.
#include "world/link_maker.h"

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
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{6, 0}, {8, 10}}, true), VEER_OK);
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
    VeerLinkId link = add_link(world, &def);
    (void)add_crosser_on_link(world);
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
        cmocka_unit_test(links_lie_on_maps_that_begin_anywhere),
        cmocka_unit_test(link_is_read_as_it_was_made),
        cmocka_unit_test(link_refuses_what_is_bad),
        cmocka_unit_test(links_need_room_for_them),
        cmocka_unit_test(links_come_back_with_a_rollback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
