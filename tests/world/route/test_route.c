// Agents with routes over the map of a world.
#include "world/route_maker.h"

static bool has_event(const VeerWorld *world, VeerEventKind kind, VeerAgentId agent)
{
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == kind && events[i].agent.slot == agent.slot) {
            return true;
        }
    }
    return false;
}

static void route_leads_out_of_a_pocket(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(hook, 7);
    VeerAgentId agent = add_traveller(world, vec3(6.5f, 3.5f, 0), vec3(10.5f, 3.5f, 0), 0.3f);
    int ticks = step_until_done(world, agent, 1500);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    // 2 m/s along the shortest path out of the hook and round it, 18.7 m less the arrival radius.
    assert_in_range(ticks, 9 * 60, 10 * 60);
    veer_world_destroy(world);
}

static void route_is_as_short_as_it_can_be(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(hook, 7);
    VeerAgentId agent = add_traveller(world, vec3(6.5f, 3.5f, 0), vec3(10.5f, 3.5f, 0), 0.0f);
    step_times(world, 1, TICK);
    VeerRouteState route = read_route(world, agent);
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    // By the corners (1, 5) or (1, 2), (1, 1) or (1, 6), (9, 1) or (9, 6), from 2 m/s · 1/60 s on.
    float shortest =
        sqrtf(5.5f * 5.5f + 1.5f * 1.5f) + 1.0f + 8.0f + sqrtf(1.5f * 1.5f + 2.5f * 2.5f);
    assert_float_equal(route.length, shortest, 0.1f);
    veer_world_destroy(world);
}

static void route_tells_what_it_leads_through(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(hook, 7);
    VeerVec3 goal = vec3(10.5f, 3.5f, 0), points[8];
    VeerAgentId agent = add_traveller(world, vec3(6.5f, 3.5f, 0), goal, 0.3f);
    step_times(world, 1, TICK);
    uint32_t count = veer_agent_route_points(world, agent, points, 8);
    assert_in_range(count, 4, 8);
    assert_near3(points[count - 1], goal, 0.0f);
    assert_int_equal(read_route(world, agent).point_count, count);
    assert_near3(read_route(world, agent).target, goal, 0.0f);
    assert_int_equal(veer_agent_route_points(world, (VeerAgentId){9, 9}, points, 8), 0);
    veer_world_destroy(world);
}

static void route_to_where_nobody_can_go_ends_near_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(rooms, 5);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(11.5f, 2.5f, 0), 0.3f);
    step_times(world, 1, TICK);
    assert_true(has_event(world, VEER_EVENT_PARTIAL_ROUTE, agent));
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    step_until_done(world, agent, 600);
    VeerAgentState state = read_agent(world, agent);
    assert_int_equal(state.status, VEER_AGENT_BLOCKED);
    assert_near3(state.position, vec3(5.5f, 2.5f, 0), 0.35f);
    step_times(world, 60 * 61, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void route_goes_on_once_a_door_opens(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(rooms, 5);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(11.5f, 2.5f, 0), 0.3f);
    step_until_done(world, agent, 600);
    VeerCellRect door = {{6, 3}, {7, 4}};
    assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    step_times(world, 600, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void route_is_planned_anew_once_a_door_closes(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(rooms, 5);
    VeerCellRect near = {{6, 1}, {7, 2}}, far = {{6, 4}, {7, 5}};
    assert_int_equal(veer_world_grid_fill(world, near, false), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, far, false), VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(11.5f, 1.5f, 0), 0.3f);
    step_times(world, 60, TICK);
    float before = read_route(world, agent).length;
    assert_int_equal(veer_world_grid_fill(world, near, true), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(veer_world_plan_stats(world).planned, 1);
    assert_true(read_route(world, agent).length > before + 0.5f);
    step_until_done(world, agent, 900);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void route_that_no_edit_concerns_stays(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(hook, 7);
    add_traveller(world, vec3(0.5f, 0.5f, 0), vec3(0.5f, 6.5f, 0), 0.3f);
    step_times(world, 2, TICK);
    VeerCellRect elsewhere = {{10, 2}, {12, 3}};
    assert_int_equal(veer_world_grid_fill(world, elsewhere, true), VEER_OK);
    for (int i = 0; i < 40; i++) {
        step_times(world, 1, TICK);
        assert_int_equal(veer_world_plan_stats(world).planned, 0);
    }
    veer_world_destroy(world);
}

static void fill_cells(VeerWorld *world, VeerCell lower, VeerCell upper, bool is_blocked)
{
    VeerCellRect rect = {lower, upper};
    assert_int_equal(veer_world_grid_fill(world, rect, is_blocked), VEER_OK);
    step_times(world, 1, TICK);
}

/// A pillar falls that the path round a long wall does not lead past, though the straight line over
/// it does; a dent is made in the wall; then a door.
static void route_is_planned_anew_only_for_what_it_may_gain(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(64, 64);
    VeerWorld *world = make_world_of(&def);
    fill_cells(world, (VeerCell){31, 2}, (VeerCell){33, 62}, true);
    fill_cells(world, (VeerCell){44, 32}, (VeerCell){45, 33}, true);
    VeerAgentId agent = add_traveller(world, vec3(29.5f, 32, 0), vec3(35.5f, 32, 0), 0.3f);
    step_times(world, 2, TICK);
    float round = read_route(world, agent).length;
    fill_cells(world, (VeerCell){44, 32}, (VeerCell){45, 33}, false);
    assert_int_equal(veer_world_plan_stats(world).planned, 0);
    fill_cells(world, (VeerCell){31, 40}, (VeerCell){32, 41}, false);
    assert_int_equal(veer_world_plan_stats(world).planned, 0);
    fill_cells(world, (VeerCell){32, 40}, (VeerCell){33, 41}, false);
    assert_int_equal(veer_world_plan_stats(world).planned, 1);
    assert_true(read_route(world, agent).length < 0.5f * round);
    veer_world_destroy(world);
}

static void route_goes_round_what_covers_the_map(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(24, 9);
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId rock = add_ball(world, vec3(12.0f, 4.0f, 0), 3.0f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(2.5f, 4.5f, 0), vec3(21.5f, 4.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_true(read_route(world, agent).point_count >= 2);
    assert_true(read_route(world, agent).length > 20.0f); // not over it, as from its corner on
    step_until_done(world, agent, 1200);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void route_ends_with_another_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(hook, 7);
    VeerAgentId agent = add_traveller(world, vec3(6.5f, 3.5f, 0), vec3(10.5f, 3.5f, 0), 0.3f);
    step_times(world, 5, TICK);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(2.5f, 3.5f, 0), 0.2f), VEER_OK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_NONE);
    assert_int_equal(read_route(world, agent).point_count, 0);
    step_times(world, 300, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void many_share_a_small_pool_of_points(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(12, 7);
    def.map.max_route_points = 16; // two chunks for six agents
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, hook, 7);
    VeerAgentId agents[6];
    for (int i = 0; i < 6; i++) {
        agents[i] = add_traveller(world, vec3(2.5f + (float)i, 2.5f, 0),
                                  vec3(9.5f + 0.4f * (float)i, 3.5f, 0), 0.15f);
    }
    step_times(world, 60 * 60, TICK);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void who_waits_for_room_for_its_way_does_not_give_up(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(24, 7);
    def.map.max_route_points = 8; // one chunk for both
    VeerWorld *world = make_world_of(&def);
    VeerAgentId slow = add_traveller(world, vec3(2.5f, 2.5f, 0), vec3(12.5f, 2.5f, 0), 0.3f);
    VeerAgentId late = add_traveller(world, vec3(2.5f, 5.5f, 0), vec3(20.5f, 5.5f, 0), 0.3f);
    assert_int_equal(veer_agent_set_max_speed(world, slow, 0.1f), VEER_OK);
    int seconds = 0;
    for (; read_agent(world, late).status != VEER_AGENT_ARRIVED && seconds < 180; seconds++) {
        step_times(world, 60, TICK);
        assert_int_not_equal(read_route(world, late).status, VEER_ROUTE_GIVEN_UP);
    }
    assert_in_range(seconds, (int)VEER_GIVE_UP_SECONDS + 20, 150);
    veer_world_destroy(world);
}

static void agent_walled_in_gives_up_at_once(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(8, 8);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{0, 0}, {8, 8}}, true), VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(4, 4, 0), vec3(6, 6, 0), 0.3f);
    step_times(world, 1, TICK);
    assert_true(has_event(world, VEER_EVENT_GAVE_UP, agent));
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_GIVEN_UP);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    veer_world_destroy(world);
}

static void agent_that_gave_up_tries_again(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(13, 5);
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, 5);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{6, 1}, {7, 2}}, false), VEER_OK);
    VeerObstacleId rock = add_ball(world, vec3(6.5f, 1.5f, 0), 0.5f);
    VeerAgentId agent = add_traveller(world, vec3(2.5f, 1.5f, 0), vec3(10.5f, 1.5f, 0), 0.3f);
    step_times(world, 60 * 90, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_GIVEN_UP);
    assert_int_equal(veer_obstacle_destroy(world, rock),
                     VEER_OK); // the map did not know of it, and is as it was
    step_times(world, 60 * 40, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void agent_that_gets_no_further_gives_up_and_a_door_has_it_go_on(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(13, 5);
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, 5);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{6, 1}, {7, 2}}, false), VEER_OK);
    // A rock in the door that the map does not know of.
    add_ball(world, vec3(6.5f, 1.5f, 0), 0.5f);
    VeerAgentId agent = add_traveller(world, vec3(2.5f, 1.5f, 0), vec3(10.5f, 1.5f, 0), 0.3f);
    bool gave_up = false;
    for (int i = 0; i < 60 * 90; i++) {
        step_times(world, 1, TICK);
        gave_up |= has_event(world, VEER_EVENT_GAVE_UP, agent);
    }
    assert_true(gave_up);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_GIVEN_UP);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{6, 3}, {7, 5}}, false), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    veer_world_destroy(world);
}

static void car_rounds_its_corners(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(60, 60);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{0, 20}, {40, 40}}, true), VEER_OK);
    VeerAgentDef car = veer_agent_def_for(VEER_VEHICLE_CAR);
    car.position = vec3(30, 10, 0);
    car.radius = 1.0f;
    car.max_speed = 4.0f;
    car.max_acceleration = 3.0f;
    car.max_braking = 5.0f;
    VeerAgentId agent = add_agent(world, &car);
    VeerVec3 goal = vec3(30, 50, 0);
    assert_int_equal(veer_agent_route_to(world, agent, goal, 1.0f), VEER_OK);
    step_until_done(world, agent, 60 * 60);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

// The greatest y of the path, m.
static float go_over_mud(VeerWorld *world, VeerAgentId agent)
{
    float top = 0.0f;
    for (int i = 0; i < 1500 && read_agent(world, agent).status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        top = fmaxf(top, read_agent(world, agent).position.y);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    return top;
}

static void route_leads_round_what_is_dear(void **unused)
{
    (void)unused;
    VeerWorld *dear = make_muddy_world(5, 0), *cheap = make_muddy_world(1, 0);
    VeerWorld *shared = make_muddy_world(5, 2);
    VeerVec3 from = vec3(2.5f, 2.5f, 0), to = vec3(21.5f, 2.5f, 0);
    assert_true(go_over_mud(dear, add_traveller(dear, from, to, 0.3f)) > 9.0f);
    assert_true(go_over_mud(cheap, add_traveller(cheap, from, to, 0.3f)) < 3.0f);
    assert_true(go_over_mud(shared, add_traveller(shared, from, to, 0.3f)) > 8.5f);
    veer_world_destroy(dear);
    veer_world_destroy(cheap);
    veer_world_destroy(shared);
}

static void route_is_planned_anew_where_costs_change(void **unused)
{
    (void)unused;
    VeerWorld *world = make_muddy_world(5, 0);
    VeerAgentId agent = add_traveller(world, vec3(2.5f, 2.5f, 0), vec3(21.5f, 2.5f, 0), 0.3f);
    step_times(world, 1, TICK);
    assert_true(read_route(world, agent).length > 22.0f);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 30, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_grid_set_cost(world, (VeerCellRect){{0, 0}, {24, 12}}, 1), VEER_OK);
    step_times(world, 2, TICK);
    assert_true(read_route(world, agent).length < 20.0f);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 30, TICK);
    assert_true(veer_world_hash(world) == hash);
    free(saved);
    veer_world_destroy(world);
}

static const char *const sealed[] = {
    "........", //
    "....####", //
    "....#..#", //
    "....####", //
};

static void who_comes_as_near_as_it_gets_rests(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(sealed, 4);
    VeerVec3 goal = vec3(5.5f, 2.5f, 0.0f);
    for (int i = 0; i < 6; i++) {
        VeerAgentId agent = add_traveller(world, vec3(0.5f, 0.4f + 0.6f * (float)i, 0), goal, 0.2f);
        // With space for all six: side by side on straight paths four get within 2.5 m.
        assert_int_equal(veer_agent_route_to(world, agent, goal, 3.0f), VEER_OK);
    }
    step_times(world, 60 * 20, TICK);
    for (uint32_t slot = 0; slot < 6; slot++) {
        VeerAgentState agent = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(agent.status, VEER_AGENT_BLOCKED);
        // They do not push each other about the one nearest point.
        assert_true(length3(agent.velocity) < 0.02f);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(route_leads_out_of_a_pocket),
        cmocka_unit_test(route_leads_round_what_is_dear),
        cmocka_unit_test(route_is_planned_anew_where_costs_change),
        cmocka_unit_test(route_is_as_short_as_it_can_be),
        cmocka_unit_test(route_tells_what_it_leads_through),
        cmocka_unit_test(route_to_where_nobody_can_go_ends_near_it),
        cmocka_unit_test(route_goes_on_once_a_door_opens),
        cmocka_unit_test(route_is_planned_anew_once_a_door_closes),
        cmocka_unit_test(route_that_no_edit_concerns_stays),
        cmocka_unit_test(route_is_planned_anew_only_for_what_it_may_gain),
        cmocka_unit_test(route_goes_round_what_covers_the_map),
        cmocka_unit_test(route_ends_with_another_goal),
        cmocka_unit_test(many_share_a_small_pool_of_points),
        cmocka_unit_test(who_waits_for_room_for_its_way_does_not_give_up),
        cmocka_unit_test(agent_walled_in_gives_up_at_once),
        cmocka_unit_test(agent_that_gave_up_tries_again),
        cmocka_unit_test(agent_that_gets_no_further_gives_up_and_a_door_has_it_go_on),
        cmocka_unit_test(car_rounds_its_corners),
        cmocka_unit_test(who_comes_as_near_as_it_gets_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
