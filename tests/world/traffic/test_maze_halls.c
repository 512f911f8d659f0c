// Rooms with doors of one cell: mazes while agents meet there.
#include "world/map_maker.h"
#include "world/traffic/traffic.h"

enum { HEIGHT = 8, SIDE = 6, MANY = 10 };

static const char *const rooms[HEIGHT] = {
    "###############", //
    "#......#......#", //
    "#.............#", //
    "#......#......#", //
    "#......#......#", //
    "#.............#", //
    "#......#......#", //
    "###############", //
};

/// Where the i-th of a room stands.
static VeerVec3 seat(int room, int i)
{
    return vec3(1.5f + 7.0f * (float)room + (float)(i % SIDE), 1.5f + (float)(i / SIDE), 0.0f);
}

/// Sends some from the left room to the right one, and as many back or none.
static VeerWorld *make_rooms(VeerAgentId *agents, int there, int back)
{
    VeerWorld *world = make_map_world(rooms, HEIGHT);
    for (int i = 0; i < there; i++) {
        agents[i] = add_traveller(world, seat(0, i), seat(1, SIDE * SIDE - 1 - i), 0.4f);
    }
    for (int i = 0; i < back; i++) {
        agents[there + i] = add_traveller(world, seat(1, i), seat(0, SIDE * SIDE - 1 - i), 0.4f);
    }
    return world;
}

/// s until all have arrived; INFINITY: not within two minutes.
/// @param ever  whether any was in a maze
static float seconds_to_arrive(VeerWorld *world, const VeerAgentId *agents, int count, bool *ever)
{
    int arrived = 0, ticks = 0;
    *ever = false;
    while (arrived < count && ticks < 60 * 120) {
        step_times(world, 1, TICK);
        ticks++;
        arrived = 0;
        for (int i = 0; i < count; i++) {
            arrived += read_agent(world, agents[i]).status == VEER_AGENT_ARRIVED;
            *ever |= veer_maze_has(world, agents[i].slot);
        }
    }
    return arrived == count ? (float)ticks * TICK : INFINITY;
}

static void rooms_that_change_places_do_so(void **state)
{
    (void)state;
    VeerAgentId agents[2 * MANY];
    bool is_maze;
    VeerWorld *world = make_rooms(agents, MANY, MANY);
    float time = seconds_to_arrive(world, agents, 2 * MANY, &is_maze);
    print_message("%g s\n", (double)time);
    assert_true(is_maze && time < 40.0f);
    assert_false(veer_maze_has(world, agents[0].slot)); // nobody goes anywhere any more
    veer_world_destroy(world);
}

static void room_that_empties_is_no_maze(void **state)
{
    (void)state;
    VeerAgentId agents[2 * MANY];
    bool is_maze;
    VeerWorld *world = make_rooms(agents, 2 * MANY, 0);
    float time = seconds_to_arrive(world, agents, 2 * MANY, &is_maze);
    print_message("%g s\n", (double)time);
    assert_true(!is_maze && time < 40.0f);
    veer_world_destroy(world);
}

// --- Rooms wider than 32 radii ---

enum { WIDE = 20, PACK = 5 };

/// Two rooms of 20 x 20 cells with a door of one at (21, 10).
static VeerWorld *make_wide_rooms(void)
{
    VeerWorldDef def = map_def(2 * WIDE + 3, WIDE + 2);
    VeerWorld *world = make_world_of(&def);
    VeerCellRect all = {{0, 0}, {2 * WIDE + 3, WIDE + 2}}, door = {{WIDE + 1, 10}, {WIDE + 2, 11}};
    assert_int_equal(veer_world_grid_fill(world, all, true), VEER_OK);
    for (int32_t left = 1; left <= WIDE + 2; left += WIDE + 1) {
        VeerCellRect room = {{left, 1}, {left + WIDE, WIDE + 1}};
        assert_int_equal(veer_world_grid_fill(world, room, false), VEER_OK);
    }
    assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    return world;
}

/// The i-th place of a crowd that is packed as densely as can be, some m from the door's middle.
static VeerVec3 packed(int i, float away)
{
    float row = (float)(i / PACK), shift = i / PACK % 2 ? 0.41f : 0.0f;
    float x = away + 0.71f * row;
    return vec3(21.5f + (away < 0.0f ? x - 1.42f * row : x),
                8.9f + 0.82f * (float)(i % PACK) + shift, 0.0f);
}

/// Two packed crowds change places: they lie closer than nodes, and between them.
static void packed_crowds_spread_out_and_change_places(void **state)
{
    (void)state;
    VeerAgentId agents[2 * PACK * PACK];
    VeerWorld *world = make_wide_rooms();
    for (int i = 0; i < PACK * PACK; i++) {
        agents[2 * i] = add_traveller(world, packed(i, -3.0f), packed(i, 3.0f), 0.4f);
        agents[2 * i + 1] = add_traveller(world, packed(i, 3.0f), packed(i, -3.0f), 0.4f);
    }
    bool is_maze;
    float time = seconds_to_arrive(world, agents, 2 * PACK * PACK, &is_maze);
    print_message("%g s\n", (double)time);
    assert_true(is_maze && time < 100.0f);
    veer_world_destroy(world);
}

static void wide_room_that_empties_is_no_maze(void **state)
{
    (void)state;
    VeerAgentId agents[PACK * PACK];
    VeerWorld *world = make_wide_rooms();
    for (int i = 0; i < PACK * PACK; i++) {
        agents[i] = add_traveller(world, packed(i, -3.0f), packed(i, 3.0f), 0.4f);
    }
    bool is_maze;
    float time = seconds_to_arrive(world, agents, PACK * PACK, &is_maze);
    print_message("%g s\n", (double)time);
    assert_true(!is_maze && time < 40.0f);
    veer_world_destroy(world);
}

static void who_stands_in_a_door_lets_others_pass_and_comes_back(void **state)
{
    (void)state;
    VeerAgentId agents[3];
    VeerWorld *world = make_wide_rooms();
    bool is_maze;
    agents[0] = add_traveller(world, vec3(19.5f, 10.5f, 0), vec3(21.5f, 10.5f, 0), 0.4f);
    assert_true(seconds_to_arrive(world, agents, 1, &is_maze) < 5.0f);
    assert_false(is_maze);
    agents[1] = add_traveller(world, vec3(12.5f, 8.5f, 0), vec3(32.5f, 10.5f, 0), 0.4f);
    agents[2] = add_traveller(world, vec3(10.5f, 12.5f, 0), vec3(34.5f, 9.5f, 0), 0.4f);
    float time = seconds_to_arrive(world, agents, 3, &is_maze);
    print_message("%g s\n", (double)time);
    assert_true(time < 30.0f);
    step_times(world, 300, TICK);
    VeerVec3 at = read_agent(world, agents[0]).position;
    assert_true(fabsf(at.x - 21.5f) < 0.5f && fabsf(at.y - 10.5f) < 0.5f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_that_change_places_do_so),
        cmocka_unit_test(room_that_empties_is_no_maze),
        cmocka_unit_test(packed_crowds_spread_out_and_change_places),
        cmocka_unit_test(wide_room_that_empties_is_no_maze),
        cmocka_unit_test(who_stands_in_a_door_lets_others_pass_and_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
