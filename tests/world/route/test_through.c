// Paths through agents that make room, where only such agents block a goal; others block it.
#include "world/map_maker.h"

enum { ACROSS = 3, MOST = 1800 };

/// A hall and a corridor of three cells with a bend at its end, so that no agent sees the goal.
static VeerWorld *make_corridor_of(uint32_t budget)
{
    VeerWorldDef def = map_def(30, 18);
    def.map.budget = budget;
    VeerWorld *world = make_world_of(&def);
    VeerCellRect below = {{8, 0}, {30, 3}}, above = {{8, 6}, {27, 18}};
    assert_int_equal(veer_world_grid_fill(world, below, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, above, true), VEER_OK);
    return world;
}

static VeerWorld *make_corridor(void)
{
    return make_corridor_of(20000);
}

static VeerAgentDef stander_def(int row)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(15.5f, 3.5f + (float)row, 0);
    def.radius = 0.4f;
    def.max_speed = 1.5f;
    return def;
}

static void stand(VeerWorld *world, const VeerAgentDef *def)
{
    VeerAgentId agent = add_agent(world, def);
    assert_int_equal(veer_agent_route_to(world, agent, def->position, 0.3f), VEER_OK);
    assert_int_equal(veer_agent_set_covering(world, agent, true), VEER_OK);
}

static void stand_across(VeerWorld *world)
{
    for (int row = 0; row < ACROSS; row++) {
        VeerAgentDef def = stander_def(row);
        stand(world, &def);
    }
    step_times(world, 3, TICK);
}

static VeerAgentId send(VeerWorld *world)
{
    return add_traveller(world, vec3(3.5f, 4.5f, 0), vec3(28.5f, 15.5f, 0), 0.4f);
}

static void through_leads_past_those_who_stand(void **state)
{
    (void)state;
    VeerWorld *world = make_corridor();
    stand_across(world);
    assert_true(veer_grid_is_blocked(veer_world_covered_grid(world), (VeerCell){15, 4}));
    VeerAgentId agent = send(world);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    int ticks = 0;
    while (ticks < MOST && read_agent(world, agent).status != VEER_AGENT_ARRIVED) {
        step_times(world, 1, TICK);
        ticks++;
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void through_does_not_lead_past_a_ball(void **state)
{
    (void)state;
    VeerWorld *world = make_corridor();
    VeerObstacleId rock = add_ball(world, vec3(20, 4.5f, 0), 1.4f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    stand_across(world);
    VeerAgentId agent = send(world);
    step_times(world, 300, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_int_equal(veer_obstacle_destroy(world, rock), VEER_OK);
    step_times(world, 120, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    veer_world_destroy(world);
}

static void a_ball_as_large_as_the_world_takes_no_longer(void **state)
{
    (void)state;
    // Its edge is at x = 20; only cells of the map are checked, of 4 · 10^11 under it.
    const float radius = 0.5f * VEER_WORLD_LIMIT;
    VeerWorld *world = make_corridor();
    VeerObstacleId rock = add_ball(world, vec3(20.0f + radius, 4.5f, 0), radius);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    stand_across(world);
    VeerAgentId agent = send(world);
    step_times(world, 10, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void assert_firm_blocks(const VeerAgentDef *firm)
{
    VeerWorld *world = make_corridor();
    stand_across(world);
    for (int row = 0; row < ACROSS; row++) {
        VeerAgentDef def = *firm;
        def.position = vec3(20.5f, 3.5f + (float)row, 0);
        stand(world, &def);
    }
    step_times(world, 3, TICK);
    VeerAgentId agent = send(world);
    step_times(world, 10, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void through_does_not_lead_past_who_makes_no_way(void **state)
{
    (void)state;
    VeerAgentDef firm = stander_def(0);
    firm.is_immovable = true;
    assert_firm_blocks(&firm);
    firm = stander_def(0);
    firm.model = VEER_AVOID_NONE;
    assert_firm_blocks(&firm);
}

static void through_is_cut_off_by_a_door(void **state)
{
    (void)state;
    VeerWorld *world = make_corridor();
    stand_across(world);
    VeerAgentId agent = send(world);
    step_times(world, 60, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    VeerCellRect door = {{20, 3}, {21, 6}};
    assert_int_equal(veer_world_grid_fill(world, door, true), VEER_OK);
    step_times(world, 2, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
}

static void through_goes_round_where_it_can(void **state)
{
    (void)state;
    VeerWorld *world = make_corridor();
    VeerCellRect around = {{8, 0}, {30, 2}};
    assert_int_equal(veer_world_grid_fill(world, around, false), VEER_OK);
    around = (VeerCellRect){{25, 0}, {27, 6}};
    assert_int_equal(veer_world_grid_fill(world, around, false), VEER_OK);
    stand_across(world);
    VeerAgentId agent = send(world);
    step_times(world, 1, TICK);
    // Along the other corridor: by this one it is 37 m at most.
    assert_true(read_route(world, agent).length > 38.0f);
    veer_world_destroy(world);
}

/// Travellers of three radii, each of a class of its own, cut off by the same agents.
static void through_leads_bodies_of_all_sizes_at_once(void **state)
{
    (void)state;
    enum { SIZES = 3 };
    VeerWorld *world = make_corridor();
    VeerObstacleId rock = add_ball(world, vec3(20, 4.5f, 0), 1.4f);
    VeerAgentId agents[SIZES];
    stand_across(world);
    for (int i = 0; i < SIZES; i++) {
        VeerVec3 from = vec3(2.5f, 2.5f + 3.0f * (float)i, 0);
        agents[i] = add_traveller(world, from, vec3(28.5f, 15.5f, 0), 0.2f + 0.25f * (float)i);
    }
    for (int turn = 0; turn < 3; turn++) {
        bool is_shut = turn == 1;
        assert_int_equal(veer_obstacle_set_covering(world, rock, is_shut), VEER_OK);
        step_times(world, 40, TICK);
        for (int i = 0; i < SIZES; i++) {
            assert_int_equal(read_route(world, agents[i]).status,
                             is_shut ? VEER_ROUTE_PARTIAL : VEER_ROUTE_WHOLE);
        }
    }
    veer_world_destroy(world);
}

/// Saves in mid-search, and runs on twice.
static void through_is_state_in_mid_search(void **state)
{
    (void)state;
    VeerWorld *world = make_corridor_of(1);
    stand_across(world);
    step_times(world, 60, TICK);
    VeerAgentId agent = send(world);
    step_times(world, 2, TICK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_non_null(saved);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 600, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 600, TICK);
    assert_int_equal(veer_world_hash(world), hash);
    free(saved);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_leads_past_those_who_stand),
        cmocka_unit_test(through_does_not_lead_past_a_ball),
        cmocka_unit_test(a_ball_as_large_as_the_world_takes_no_longer),
        cmocka_unit_test(through_does_not_lead_past_who_makes_no_way),
        cmocka_unit_test(through_is_cut_off_by_a_door),
        cmocka_unit_test(through_goes_round_where_it_can),
        cmocka_unit_test(through_leads_bodies_of_all_sizes_at_once),
        cmocka_unit_test(through_is_state_in_mid_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
