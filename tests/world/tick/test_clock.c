// The clock of routes wraps after 2^32 ticks: nothing stops, and who waits longest is still first.
#include "world/route_maker.h"

#include "world/base/routes.h"

enum { TRAVELLERS = 12 };

static VeerAgentId add_crossing(VeerWorld *world, int i)
{
    float y = 0.5f + 0.5f * (float)(i % TRAVELLERS);
    VeerVec3 left = vec3(0.5f, y, 0.0f), right = vec3(10.5f, 6.5f - y, 0.0f);
    return add_traveller(world, i % 2 ? left : right, i % 2 ? right : left, 0.1f);
}

static void routes_are_gone_over_a_wrap(void **unused)
{
    (void)unused;
    for (uint32_t before = 0; before < 200; before += 40) {
        VeerAgentId agents[TRAVELLERS];
        VeerWorld *world = make_map_world(hook, 7);
        for (int i = 0; i < TRAVELLERS; ++i) {
            agents[i] = add_crossing(world, i);
        }
        world->map.head->plan_tick = UINT32_MAX - before;
        step_times(world, 1800, TICK); // those at its gates take turns
        for (int i = 0; i < TRAVELLERS; ++i) {
            assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
        }
        veer_world_destroy(world);
    }
}

/// One waits since before the wrap; newcomers, more than the budget can serve, since after it.
static void who_waits_longest_plans_first_over_a_wrap(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(12, 7);
    def.map.budget = 1;
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, hook, 7);
    world->map.head->plan_tick = UINT32_MAX - 1;
    for (int i = 0; i < 4; ++i) {
        (void)add_crossing(world, i);
    }
    VeerAgentId first = add_traveller(world, vec3(0.5f, 6.5f, 0.0f), vec3(9.5f, 6.5f, 0.0f), 0.1f);
    for (int i = 0; i < 40; ++i) {
        step_times(world, 1, TICK);
        (void)add_crossing(world, i);
    }
    assert_int_not_equal(read_route(world, first).status, VEER_ROUTE_NONE);
    assert_false(read_route(world, first).is_planning);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_are_gone_over_a_wrap),
        cmocka_unit_test(who_waits_longest_plans_first_over_a_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
