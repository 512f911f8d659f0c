// Shared fields that lead over links, and agents that use those.
#include "world/field_worlds.h"
#include "world/rollback.h"

#include "veer/link.h"

enum { WIDTH = 30, HEIGHT = 20, CROWD = 12, HOPS = 6 };

static VeerLinkId add_link(VeerWorld *world, VeerVec3 from, VeerVec3 to, uint32_t flags)
{
    VeerLinkDef def = veer_link_def_default();
    VeerLinkId link = {0, 0};
    def.from = from;
    def.to = to;
    def.flags = flags;
    assert_int_equal(veer_link_create(world, &def, &link), VEER_OK);
    return link;
}

static void block(VeerWorld *world, int32_t x, int32_t y, int32_t wide, int32_t high)
{
    VeerCellRect rect = {{x, y}, {x + wide, y + high}};
    assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
}

static VeerWorldDef linked_def(void)
{
    VeerWorldDef def = fields_def(WIDTH, HEIGHT, 4);
    def.map.max_links = 8;
    return def;
}

/// Two rooms with a wall between that is open far up.
static VeerWorld *make_rooms(void)
{
    VeerWorldDef def = linked_def();
    VeerWorld *world = make_world_of(&def);
    block(world, 14, 0, 2, 18);
    return world;
}

static void add_crowd(VeerWorld *world, VeerAgentId *agents, uint32_t count, VeerVec3 goal)
{
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 at = vec3(2.0f + 1.0f * (float)(i % 4), 2.0f + 1.2f * (float)(i / 4), 0.0f);
        agents[i] = add_traveller(world, at, goal, 0.3f);
    }
}

/// Steps until all are there. @return the greatest y that an agent came to, m
static float run_all(VeerWorld *world, const VeerAgentId *agents, uint32_t count, int ticks)
{
    float top = 0.0f;
    uint32_t there = 0;
    for (int i = 0; i < ticks && there < count; i++) {
        step_times(world, 1, TICK);
        there = 0;
        for (uint32_t k = 0; k < count; k++) {
            VeerAgentState state = read_agent(world, agents[k]);
            top = max_f(top, state.position.y);
            there += length3(sub3(state.position, vec3(25.0f, 3.0f, 0.0f))) < 3.0f;
        }
    }
    assert_int_equal(there, count);
    return top;
}

static void crowd_shares_a_field_over_a_link(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms();
    VeerAgentId agents[CROWD];
    (void)add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 0);
    add_crowd(world, agents, CROWD, vec3(25, 3, 0));
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, CROWD), CROWD);
    assert_true(run_all(world, agents, CROWD, 60 * 30) < 8.0f);
    veer_world_destroy(world);
}

static void link_that_closes_sends_them_round(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms();
    VeerAgentId agents[CROWD];
    VeerLinkId link = add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 0);
    add_crowd(world, agents, CROWD, vec3(25, 3, 0));
    step_times(world, 60, TICK);
    assert_int_equal(veer_link_set_open(world, link, false), VEER_OK);
    assert_true(run_all(world, agents, CROWD, 60 * 60) > 17.0f);
    veer_world_destroy(world);
}

static void who_may_not_use_it_shares_another(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms();
    VeerAgentId agents[CROWD];
    (void)add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 4);
    add_crowd(world, agents, CROWD, vec3(25, 3, 0));
    for (uint32_t i = 0; i < CROWD / 2; i++) {
        assert_int_equal(veer_agent_set_may_use(world, agents[i], 3), VEER_OK);
    }
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, CROWD), CROWD);
    assert_true(read_route(world, agents[0]).length > 35.0f);
    assert_true(read_route(world, agents[CROWD - 1]).length < 26.0f);
    float top[2] = {0.0f, 0.0f};
    for (int i = 0; i < 60 * 40; i++) {
        step_times(world, 1, TICK);
        for (uint32_t k = 0; k < CROWD; k++) {
            float y = read_agent(world, agents[k]).position.y;
            top[k / (CROWD / 2)] = max_f(top[k / (CROWD / 2)], y);
        }
    }
    assert_true(top[0] > 17.0f && top[1] < 16.0f);
    veer_world_destroy(world);
}

static void six_jumps_follow_each_other(void **unused)
{
    (void)unused;
    VeerWorldDef def = linked_def();
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agents[CROWD];
    for (int32_t i = 0; i < HOPS; i++) {
        float x = 7.0f + 3.0f * (float)i;
        block(world, 7 + 3 * i, 0, 1, HEIGHT);
        (void)add_link(world, vec3(x - 0.5f, 3.5f, 0), vec3(x + 1.5f, 3.5f, 0), 0);
    }
    add_crowd(world, agents, CROWD, vec3(26, 3, 0));
    step_times(world, 5, TICK);
    assert_int_equal(count_shared(world, CROWD), CROWD);
    (void)run_all(world, agents, CROWD, 60 * 60);
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future_on_a_link(void **unused)
{
    (void)unused;
    for (int past = 1; past < 500; past += 83) {
        VeerWorld *world = make_rooms(), *other = make_rooms();
        VeerAgentId agents[CROWD];
        (void)add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 0);
        add_crowd(world, agents, CROWD, vec3(25, 3, 0));
        step_times(world, past, TICK);
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        expect_same_steps(world, other, 120);
        free(copy.block);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

// Before anybody plans: how far those on a link have to go is asked of the state.
static void what_is_left_over_a_link_is_the_same_after_a_restore(void **unused)
{
    (void)unused;
    uint32_t crossed = 0;
    for (int past = 100; past < 800; past += 50) {
        VeerWorld *world = make_rooms(), *other = make_rooms();
        VeerAgentId agents[CROWD];
        (void)add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 0);
        add_crowd(world, agents, CROWD, vec3(25, 3, 0));
        step_times(world, past, TICK);
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        for (uint32_t i = 0; i < CROWD; i++) {
            VeerRouteState own, its;
            assert_int_equal(veer_agent_route(world, agents[i], &own), VEER_OK);
            assert_int_equal(veer_agent_route(other, agents[i], &its), VEER_OK);
            assert_float_equal(own.length, its.length, 0.0f);
            VeerAgentState state;
            assert_int_equal(veer_agent_get(world, agents[i], &state), VEER_OK);
            float x = state.position.x;
            crossed += x > 14.0f && x < 16.0f; // where there is no floor
        }
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
        assert_int_equal(veer_world_moved(other, TICK), VEER_OK);
        assert_true(veer_world_hash(world) == veer_world_hash(other));
        free(copy.block);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
    assert_true(crossed > 0);
}

static void step_allocates_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = linked_def();
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agents[CROWD];
    block(world, 14, 0, 2, 18);
    (void)add_link(world, vec3(12.5f, 3.5f, 0), vec3(17.5f, 3.5f, 0), 0);
    add_crowd(world, agents, CROWD, vec3(25, 3, 0));
    expect_no_allocation(world, &counting, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_shares_a_field_over_a_link),
        cmocka_unit_test(link_that_closes_sends_them_round),
        cmocka_unit_test(who_may_not_use_it_shares_another),
        cmocka_unit_test(six_jumps_follow_each_other),
        cmocka_unit_test(rollback_gives_the_same_future_on_a_link),
        cmocka_unit_test(what_is_left_over_a_link_is_the_same_after_a_restore),
        cmocka_unit_test(step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
