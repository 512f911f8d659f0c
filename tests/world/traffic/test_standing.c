// Agents that no path leads to their goal stand as near as they get, behind each other.
#include "world/map_maker.h"

#include "base/random.h"
#include "support/suite.h"

enum { CROWD = 24, SEEDS = 6 };

// A room of 8 m before one that is shut, and what is behind that.
static const char *const shut[] = {
    "................", //
    "........######..", //
    "........#....#..", //
    "........#....#..", //
    "........#....#..", //
    "........#....#..", //
    "........######..", //
    "................", //
};

static const VeerVec3 inside = {10.5f, 4.0f, 0.0f};

/// @param i  its number in the crowd; it starts in a grid of 4 x 6, shaken
static VeerAgentId add_shaken(VeerWorld *world, uint64_t seed, int i, VeerVec3 goal)
{
    float aside = 0.2f * veer_random_unit(seed, 1, (uint64_t)i);
    float ahead = 0.2f * veer_random_unit(seed, 2, (uint64_t)i);
    VeerVec3 start = {0.5f + 0.9f * (float)(i / 6) + ahead, 0.8f + 1.2f * (float)(i % 6) + aside,
                      0};
    return add_traveller(world, start, goal, 0.3f);
}

static void assert_all_stand(const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < CROWD; slot++) {
        VeerAgentState agent = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(agent.status, VEER_AGENT_BLOCKED);
        assert_true(length3(agent.velocity) < 0.01f);
    }
}

// Until all stood, they went round each other before the wall for as long as they lived.
static void a_crowd_before_a_shut_room_stands(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < suite_seeds(SEEDS); seed++) {
        VeerWorld *world = make_map_world(shut, 8);
        for (int i = 0; i < CROWD; i++) {
            (void)add_shaken(world, seed, i, inside);
        }
        step_times(world, 15 * 60, TICK);
        assert_all_stand(world);
        veer_world_destroy(world);
    }
}

static void who_stood_goes_on_once_a_door_opens(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(shut, 8);
    for (int i = 0; i < CROWD; i++) {
        VeerAgentId agent = add_shaken(world, 7, i, inside);
        assert_int_equal(veer_agent_route_to(world, agent, inside, 1.4f), VEER_OK);
    }
    step_times(world, 15 * 60, TICK);
    assert_all_stand(world);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{8, 3}, {9, 5}}, false), VEER_OK);
    step_times(world, 20 * 60, TICK);
    uint32_t inside_now = 0;
    for (uint32_t slot = 0; slot < CROWD; slot++) {
        VeerAgentState agent = read_agent(world, veer_agent_at(world, slot));
        assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
        inside_now += agent.position.x > 9.0f;
    }
    assert_true(inside_now >= 16); // it is full: as a maze it has a node each for so many
    veer_world_destroy(world);
}

// To the room from behind, where others stand before it: their end is another.
static void who_ends_elsewhere_passes_those_who_stand(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(shut, 8);
    VeerAgentId passer = add_traveller(world, vec3(0.5f, 4.0f, 0), vec3(12.6f, 4.0f, 0), 0.3f);
    for (int i = 0; i < CROWD; i++) {
        (void)add_shaken(world, 3, i, vec3(8.8f, 4.0f, 0));
    }
    step_times(world, 40 * 60, TICK);
    // Two cells are as near; it stands within its goal's radius, 0.3 m, of the middle of one.
    VeerVec3 at = read_agent(world, passer).position;
    assert_near3(at, vec3(14.5f, at.y < 4.0f ? 3.5f : 4.5f, 0), 0.301f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_before_a_shut_room_stands),
        cmocka_unit_test(who_stood_goes_on_once_a_door_opens),
        cmocka_unit_test(who_ends_elsewhere_passes_those_who_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
