// The map as walls, and what covers it: where agents may be, and what is refused.
#include "world/route_maker.h"

/// What covers each cell, counted afresh.
static uint32_t count_covering(const VeerWorld *world, const VeerObstacleId *rocks, uint32_t count,
                               VeerCell cell)
{
    uint32_t covering = 0;
    for (uint32_t i = 0; i < count; i++) {
        VeerObstacleState rock = read_obstacle(world, rocks[i]);
        float x = clamp_f(rock.position.x, (float)cell.x, (float)(cell.x + 1)) - rock.position.x;
        float y = clamp_f(rock.position.y, (float)cell.y, (float)(cell.y + 1)) - rock.position.y;
        covering += x * x + y * y < rock.radius * rock.radius;
    }
    return covering;
}

static void covered_map_equals_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    enum { ROCKS = 8, SIZE = 40 };
    Dice dice = make_dice(7);
    VeerWorldDef def = map_def(SIZE, SIZE);
    def.bounds = (VeerBounds){{-3, -3, 0}, {43, 43, 0}};
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId rocks[ROCKS];
    for (int i = 0; i < ROCKS; i++) {
        VeerVec3 at = vec3(roll(&dice, 3, 37), roll(&dice, 3, 37), 0);
        VeerVec3 velocity = vec3(roll(&dice, -9, 9), roll(&dice, -9, 9), 0);
        rocks[i] = add_moving_ball(world, VEER_MOTION_FREE, at, velocity, roll(&dice, 0.3f, 3));
        assert_int_equal(veer_obstacle_set_covering(world, rocks[i], true), VEER_OK);
    }
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{5, 5}, {9, 6}}, true), VEER_OK);
    for (int tick = 0; tick < 240; tick++) {
        // The map is that of the start of the tick: the obstacles as they were before the step.
        uint8_t expected[SIZE][SIZE];
        for (VeerCell at = {0, 0}; at.y < SIZE; at.y++) {
            for (at.x = 0; at.x < SIZE; at.x++) {
                expected[at.y][at.x] = veer_grid_is_blocked(veer_world_grid(world), at) ||
                                       count_covering(world, rocks, ROCKS, at) > 0;
            }
        }
        step_times(world, 1, TICK);
        for (VeerCell at = {0, 0}; at.y < SIZE; at.y++) {
            for (at.x = 0; at.x < SIZE; at.x++) {
                bool is_blocked = veer_grid_is_blocked(veer_world_covered_grid(world), at);
                assert_int_equal(is_blocked, expected[at.y][at.x]);
            }
        }
    }
    veer_world_destroy(world);
}

static void standing_agents_cover_the_map_and_moving_ones_do_not(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(20, 5);
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agent = add_agent_at(world, vec3(5.5f, 2.5f, 0));
    assert_int_equal(veer_agent_set_covering(world, agent, true), VEER_OK);
    step_times(world, 1, TICK);
    const VeerGrid *map = veer_world_covered_grid(world);
    assert_true(veer_grid_is_blocked(map, (VeerCell){5, 2}));
    assert_int_equal(veer_agent_go_to(world, agent, vec3(15.5f, 2.5f, 0), 0.2f), VEER_OK);
    step_times(world, 1, TICK);
    assert_false(veer_grid_is_blocked(map, (VeerCell){5, 2}));
    assert_int_equal(veer_agent_stop(world, agent), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    step_times(world, 1, TICK);
    assert_false(veer_grid_is_blocked(map, (VeerCell){5, 2}));
    veer_world_destroy(world);
}

static void map_is_a_wall_to_all(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(rooms, 5);
    VeerAgentId agent = add_blind(world, vec3(4.0f, 2.5f, 0), vec3(3.0f, 0.6f, 0));
    for (int tick = 0; tick < 300; tick++) {
        step_times(world, 1, TICK);
        assert_true(depth_in_map(world, agent) <= 0.01f);
    }
    // It slid along the wall, up to the rim of the map.
    assert_near3(read_agent(world, agent).position, vec3(5.5f, 4.5f, 0), 0.02f);
    veer_world_destroy(world);
}

static void map_lets_out_whom_a_door_closed_on(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(11, 3);
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agent = add_traveller(world, vec3(5.2f, 1.5f, 0), vec3(9.5f, 1.5f, 0), 0.3f);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{5, 0}, {6, 3}}, true), VEER_OK);
    step_times(world, 400, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void map_does_not_hold_those_who_avoid_none_of_its_layers(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(13, 5);
    def.map.layer = 2;
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, 5);
    VeerAgentId agent = add_blind(world, vec3(4.0f, 2.5f, 0), vec3(3.0f, 0, 0));
    assert_int_equal(veer_agent_set_layers(world, agent, 1, 1), VEER_OK);
    step_times(world, 120, TICK);
    assert_true(read_agent(world, agent).position.x > 9.5f);
    veer_world_destroy(world);
}

static void calls_refuse_what_is_wrong(void **unused)
{
    (void)unused;
    VeerWorld *plain = make_world(VEER_PLANAR), *world = make_map_world(rooms, 5);
    VeerAgentId agent = add_agent_at(plain, vec3(0, 0, 0));
    VeerAgentId other = add_agent_at(world, vec3(1, 1, 0)), none = {0, 0};
    VeerVec3 chain[] = {{0, 0, 0}, {1, 1, 0}}, nowhere = {NAN, 0, 0};
    VeerObstacleId wall = add_chain(world, chain, 2);
    VeerObstacleId gone = {3, 1};
    VeerCellRect rect = {{0, 0}, {1, 1}};
    VeerRouteState state;
    assert_null(veer_world_grid(plain));
    assert_null(veer_world_covered_grid(plain));
    assert_int_equal(veer_world_grid_fill(plain, rect, true), VEER_BAD_VALUE);
    assert_int_equal(veer_world_grid_copy(plain, veer_world_grid(world)), VEER_BAD_VALUE);
    assert_int_equal(veer_world_grid_copy(world, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_route_to(plain, agent, vec3(1, 1, 0), 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_route_to(world, other, nowhere, 1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_route_to(world, other, vec3(1, 1, 0), 0.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_route_to(world, none, vec3(1, 1, 0), 1.0f), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_set_covering(plain, agent, true), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_covering(world, none, true), VEER_BAD_HANDLE);
    assert_int_equal(veer_obstacle_set_covering(world, wall, true), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_covering(world, gone, true), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_route(world, none, &state), VEER_BAD_HANDLE);
    assert_int_equal(veer_world_plan_stats(plain).planned, 0);
    veer_world_destroy(plain);
    veer_world_destroy(world);
}

static void defs_out_of_range_are_refused(void **unused)
{
    (void)unused;
    VeerWorldDef good = map_def(8, 8), defs[7];
    for (int i = 0; i < 7; i++) {
        defs[i] = good;
    }
    defs[0].space = VEER_SPATIAL;
    defs[1].map.grid.width = 0;
    defs[2].map.max_links = VEER_MAX_LINKS + 1;
    defs[3].map.max_classes = 17;
    defs[4].map.max_route_points = (1u << 24) + 1;
    defs[5].map.budget = 0;
    defs[6].map.kind = VEER_MAP_KIND_COUNT;
    for (int i = 0; i < 7; i++) {
        VeerWorld *world = NULL;
        assert_int_equal(veer_world_create(&defs[i], &world), VEER_BAD_VALUE);
        assert_null(world);
    }
}

static void map_takes_nothing_where_there_is_none(void **unused)
{
    (void)unused;
    VeerWorldDef without = map_def(64, 64), with = without;
    without.map.kind = VEER_MAP_NONE;
    VeerWorld *plain = make_world_of(&without), *world = make_world_of(&with);
    without.map.grid.width = 9999;
    VeerWorld *other = make_world_of(&without);
    assert_int_equal(veer_world_stats(plain).bytes, veer_world_stats(other).bytes);
    assert_true(veer_world_stats(world).bytes > veer_world_stats(plain).bytes);
    veer_world_destroy(plain);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void copied_map_is_as_the_other(void **unused)
{
    (void)unused;
    VeerWorld *from = make_map_world(rooms, 5), *to = make_map_world(rooms, 5);
    assert_int_equal(veer_world_grid_fill(to, (VeerCellRect){{-5, -5}, {3, 3}}, true), VEER_OK);
    assert_true(veer_world_hash(from) != veer_world_hash(to));
    assert_int_equal(veer_world_grid_copy(to, veer_world_grid(from)), VEER_OK);
    assert_true(veer_world_hash(from) == veer_world_hash(to));
    veer_world_destroy(from);
    veer_world_destroy(to);
}

static void costs_are_copied_and_checked(void **unused)
{
    (void)unused;
    VeerWorld *muddy = make_muddy_world(7, 0), *other = make_muddy_world(1, 0);
    VeerWorld *plain = make_map_world(hook, 7);
    VeerCellRect all = {{-5, -5}, {99, 99}};
    assert_int_equal(veer_world_grid_copy(other, veer_world_grid(muddy)), VEER_OK);
    assert_int_equal(veer_grid_cost(veer_world_grid(other), (VeerCell){9, 3}), 7);
    assert_int_equal(veer_grid_cost(veer_world_covered_grid(other), (VeerCell){9, 3}), 7);
    assert_int_equal(veer_world_grid_set_cost(muddy, all, 0), VEER_BAD_VALUE);
    assert_int_equal(veer_world_grid_set_cost(plain, all, 2), VEER_BAD_VALUE);
    veer_world_destroy(muddy);
    veer_world_destroy(other);
    veer_world_destroy(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_copied_and_checked),
        cmocka_unit_test(covered_map_equals_brute_force_at_every_tick),
        cmocka_unit_test(standing_agents_cover_the_map_and_moving_ones_do_not),
        cmocka_unit_test(map_is_a_wall_to_all),
        cmocka_unit_test(map_lets_out_whom_a_door_closed_on),
        cmocka_unit_test(map_does_not_hold_those_who_avoid_none_of_its_layers),
        cmocka_unit_test(calls_refuse_what_is_wrong),
        cmocka_unit_test(defs_out_of_range_are_refused),
        cmocka_unit_test(map_takes_nothing_where_there_is_none),
        cmocka_unit_test(copied_map_is_as_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
