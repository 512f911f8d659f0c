// Agents of equal values share a profile; what is one agent's alone is its own.
#include "world/base/events.h"
#include "world/base/state.h"
#include "world/host/check.h"
#include "world/world_maker.h"

#include <stdlib.h>
#include <string.h>

/// A world for ten agents of so many profiles.
static VeerWorld *make_for(uint32_t profiles)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 10;
    def.max_profiles = profiles;
    return make_world_of(&def);
}

/// An agent of its own profile for each limit.
static VeerAgentId add_limited(VeerWorld *world, float acceleration)
{
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = acceleration;
    def.position.x = 3.0f * (float)world->head->agent_slot_count;
    return add_agent(world, &def);
}

static uint32_t row_of(const VeerWorld *world, VeerAgentId agent)
{
    return world->agent.profile[agent.slot];
}

static float acceleration_of(const VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state;
    assert_int_equal(veer_agent_get(world, agent, &state), VEER_OK);
    return state.max_acceleration;
}

static void equals_share_one(void **unused)
{
    (void)unused;
    VeerWorld *world = make_for(4);
    VeerAgentId a = add_limited(world, 1.0f), b = add_limited(world, 2.0f);
    VeerAgentId c = add_limited(world, 1.0f);
    assert_int_equal(row_of(world, a), row_of(world, c));
    assert_int_not_equal(row_of(world, a), row_of(world, b));
    assert_int_equal(world->profiles[row_of(world, a)].users, 2);
    assert_int_equal(veer_agent_set_limits(world, a, 2.0f, 0.0f, INFINITY), VEER_OK);
    assert_int_equal(row_of(world, a), row_of(world, b));
    assert_true(acceleration_of(world, a) == 2.0f && acceleration_of(world, c) == 1.0f);
    assert_true(veer_world_check(world, NULL));
    veer_world_destroy(world);
}

static void rows_that_nobody_has_are_given_anew_from_the_lowest(void **unused)
{
    (void)unused;
    VeerWorld *world = make_for(4);
    VeerAgentId agents[3];
    for (int i = 0; i < 3; i++) {
        agents[i] = add_limited(world, (float)(i + 1));
        assert_int_equal(row_of(world, agents[i]), i);
    }
    assert_int_equal(veer_agent_destroy(world, agents[1]), VEER_OK);
    assert_int_equal(veer_agent_destroy(world, agents[0]), VEER_OK);
    assert_int_equal(row_of(world, add_limited(world, 9.0f)), 0);
    assert_int_equal(row_of(world, add_limited(world, 3.0f)), 2);
    assert_int_equal(row_of(world, add_limited(world, 8.0f)), 1);
    assert_true(veer_world_check(world, NULL));
    veer_world_destroy(world);
}

static void many_are_found_again(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 600;
    def.max_profiles = 300;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agents[600];
    for (uint32_t i = 0; i < 600; i++) {
        agents[i] = add_limited(world, (float)(i % 300 + 1));
        assert_int_equal(row_of(world, agents[i]), i % 300);
    }
    for (uint32_t i = 0; i < 600; i += 2) { // rows of even numbers are nobody's then
        assert_int_equal(veer_agent_destroy(world, agents[i]), VEER_OK);
    }
    for (uint32_t i = 0; i < 150; i++) {
        assert_int_equal(row_of(world, add_limited(world, 1000.0f + (float)i)), 2 * i);
        assert_int_equal(row_of(world, add_limited(world, (float)(2 * i + 2))), 2 * i + 1);
    }
    assert_true(veer_world_check(world, NULL));
    veer_world_destroy(world);
}

/// Asserts that nothing of a full world's state changes by a call.
#define ASSERT_REFUSED(world, before, call)                                                        \
    do {                                                                                           \
        memcpy(before, (world)->state_block, (world)->state_size);                                 \
        assert_int_equal(call, VEER_FULL);                                                         \
        assert_memory_equal(before, (world)->state_block, (world)->state_size);                    \
    } while (0)

static void no_more_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    VeerWorld *world = make_for(2);
    unsigned char *before = malloc(world->state_size);
    VeerAgentId a = add_limited(world, 1.0f), b = add_limited(world, 2.0f), c;
    (void)add_limited(world, 1.0f);
    VeerAgentDef third = veer_agent_def_default();
    VeerVehicleParams car = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    VeerAvoidParams avoid = veer_avoid_params_for(VEER_AVOID_MAGNETS);
    ASSERT_REFUSED(world, before, veer_agent_create(world, &third, &c));
    ASSERT_REFUSED(world, before, veer_agent_set_limits(world, a, 5.0f, 0.0f, 1.0f));
    ASSERT_REFUSED(world, before, veer_agent_set_vehicle(world, a, &car));
    ASSERT_REFUSED(world, before, veer_agent_set_layers(world, a, 4, 4));
    ASSERT_REFUSED(world, before, veer_agent_set_avoidance(world, a, VEER_AVOID_MAGNETS, &avoid));
    // Who alone has one may have another in its place.
    assert_int_equal(veer_agent_set_limits(world, b, 5.0f, 0.0f, 1.0f), VEER_OK);
    assert_true(acceleration_of(world, b) == 5.0f);
    assert_true(veer_world_check(world, NULL));
    free(before);
    veer_world_destroy(world);
}

static void rows_are_the_same_after_a_state_is_restored(void **unused)
{
    (void)unused;
    VeerWorld *world = make_for(6), *other = make_for(6);
    VeerAgentId agents[5];
    for (int i = 0; i < 5; i++) {
        agents[i] = add_limited(world, (float)(i + 1));
    }
    assert_int_equal(veer_agent_destroy(world, agents[2]), VEER_OK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    assert_int_equal(veer_world_restore(other, saved, size), VEER_OK);
    // One leaves its row before rows are looked for anew.
    VeerWorld *const both[] = {world, other};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(veer_agent_destroy(both[i], agents[1]), VEER_OK);
        (void)add_limited(both[i], 7.0f);
        (void)add_limited(both[i], 4.0f);
        (void)add_limited(both[i], 8.0f);
        assert_int_equal(veer_world_step(both[i], TICK), VEER_OK);
    }
    assert_memory_equal(world->state_block, other->state_block, world->state_size);
    assert_true(veer_world_hash(world) == veer_world_hash(other));
    free(saved);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

/// What is wrong with a state in which one thing was changed.
static const char *fault_of(void (*harm)(VeerWorld *world))
{
    VeerWorld *world = make_for(4);
    (void)add_limited(world, 1.0f);
    (void)add_limited(world, 2.0f);
    VeerStateFault fault = {"nothing", 0};
    assert_true(veer_world_check(world, &fault));
    harm(world);
    assert_false(veer_world_check(world, &fault));
    veer_world_destroy(world);
    return fault.what;
}

static void name_a_free_row(VeerWorld *world)
{
    world->agent.profile[1] = 3;
}

static void name_no_row(VeerWorld *world)
{
    world->agent.profile[1] = 4;
}

static void miscount(VeerWorld *world)
{
    world->profiles[0].users = 2;
}

static void fill_a_free_row(VeerWorld *world)
{
    world->profiles[2].max_braking = 1.0f;
}

static void fill_what_is_unused(VeerWorld *world)
{
    world->profiles[0].unused[1] = 1;
}

static void make_twins(VeerWorld *world)
{
    world->profiles[1] = world->profiles[0];
}

static void stop_braking(VeerWorld *world)
{
    world->profiles[0].max_braking = 0.0f;
}

static void states_are_refused(void **unused)
{
    (void)unused;
    assert_string_equal(fault_of(name_a_free_row), "agent.profile");
    assert_string_equal(fault_of(name_no_row), "agent.profile");
    assert_string_equal(fault_of(miscount), "profile.users");
    assert_string_equal(fault_of(fill_a_free_row), "profile.users");
    assert_string_equal(fault_of(fill_what_is_unused), "profile.unused");
    assert_string_equal(fault_of(make_twins), "profile");
    assert_string_equal(fault_of(stop_braking), "profile.max_braking");
}

static void defs_have_one_at_least(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    def.max_profiles = 0;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def.max_profiles = (1u << 16) + 1u;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def.max_agents = 0;
    def.max_profiles = 1u << 16;
    world = make_world_of(&def);
    assert_true(veer_world_check(world, NULL));
    assert_int_equal(veer_world_step(world, TICK), VEER_OK);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_share_one),
        cmocka_unit_test(rows_that_nobody_has_are_given_anew_from_the_lowest),
        cmocka_unit_test(many_are_found_again),
        cmocka_unit_test(no_more_are_refused_and_change_nothing),
        cmocka_unit_test(rows_are_the_same_after_a_state_is_restored),
        cmocka_unit_test(states_are_refused),
        cmocka_unit_test(defs_have_one_at_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
