// Rooms with doors of one cell: mazes while some go to rooms that others leave.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_that_change_places_do_so),
        cmocka_unit_test(room_that_empties_is_no_maze),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
