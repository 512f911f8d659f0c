// Ways in mazes past places where many stand.
#include "world/base/state.h"
#include "world/map_maker.h"
#include "world/rollback.h"
#include "world/traffic/maze/roadmap.h"

enum { HEIGHT = 7, WIDTH = 23, MANY = 12, LOOK_TICKS = 450 };

/// A maze with two ways from one end to the other, the second eight steps longer.
static const char *const ways[HEIGHT] = {
    "#######################", //
    "#.....................#", //
    "#.###.#####.#####.###.#", //
    "#.###################.#", //
    "#.###.#####.#####.###.#", //
    "#.....................#", //
    "#######################", //
};

static VeerReservation *reservation_of(VeerWorld *world, int slot)
{
    return &world->map.traffic.reservations[slot];
}

/// Whether the second of two that go from end to end over a first row where so many stood
/// goes the other way; who is first in rank goes straight.
static bool goes_round(int held)
{
    VeerWorld *world = make_map_world(ways, HEIGHT);
    VeerAgentId first = add_traveller(world, vec3(2.5f, 1.5f, 0), vec3(20.5f, 1.5f, 0), 0.4f);
    VeerAgentId second = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(21.5f, 1.5f, 0), 0.4f);
    VeerAgentId others[MANY];
    for (int i = 2; i < 2 + held; i++) {
        others[i] = add_traveller(world, vec3((float)i + 0.5f, 5.5f, 0), vec3(1.5f, 3.5f, 0), 0.4f);
    }
    step_times(world, 4, TICK);
    for (int i = 2; i < 2 + held; i++) {
        assert_int_equal(veer_agent_destroy(world, others[i]), VEER_OK);
        VeerReservation *own = reservation_of(world, i);
        own->stood_at = own->stood_before = veer_maze_at(world, vec3(5.5f + (float)i, 1.5f, 0));
    }
    bool is_round = false;
    for (int i = 0; i < LOOK_TICKS; i++) {
        step_times(world, 1, TICK);
        is_round |= read_agent(world, second).position.y > 3.0f;
        assert_true(read_agent(world, first).position.y < 2.0f);
    }
    veer_world_destroy(world);
    return is_round;
}

static void maze_has_agents_go_round_where_others_stood(void **state)
{
    (void)state;
    assert_false(goes_round(0));
    assert_false(goes_round(2));
    assert_true(goes_round(5));
}

/// Those that meet in single file.
static VeerWorld *make_crowd(void)
{
    VeerWorld *world = make_map_world(ways, HEIGHT);
    for (int i = 0; i < MANY / 2; i++) {
        VeerVec3 left = vec3(1.5f + (float)i, 1.5f, 0), right = vec3(21.5f - (float)i, 1.5f, 0);
        (void)add_traveller(world, left, right, 0.4f);
        (void)add_traveller(world, right, left, 0.4f);
    }
    return world;
}

/// Every quarter of their patience; where they are then they need not be later.
static void maze_notes_who_stands(void **state)
{
    (void)state;
    VeerWorld *world = make_crowd();
    uint32_t noted[MANY], held = 0;
    for (int tick = 1; tick < 2 * LOOK_TICKS; tick++) {
        step_times(world, 1, TICK);
        bool is_look = world->map.head->plan_tick % LOOK_TICKS == 0;
        for (int i = 0; i < MANY; i++) {
            const VeerReservation *own = reservation_of(world, i);
            assert_true(is_look || tick == 1 || own->stood_at == noted[i]);
            assert_true(!is_look || own->stood_at == 0 || own->stood_at != own->goal);
            noted[i] = own->stood_at;
            held += is_look && own->stood_at > 0;
        }
    }
    print_message("%u stood\n", held);
    assert_in_range(held, 1, MANY);
    veer_world_destroy(world);
}

static void maze_has_the_same_detours_after_a_restore(void **state)
{
    (void)state;
    VeerWorld *world = make_crowd(), *other = make_crowd();
    step_times(world, LOOK_TICKS - 20, TICK);
    for (int i = 0; i < 8; i++) {
        expect_same_future(world, other, NULL, 0, 80);
    }
    veer_world_destroy(world);
    veer_world_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maze_has_agents_go_round_where_others_stood),
        cmocka_unit_test(maze_notes_who_stands),
        cmocka_unit_test(maze_has_the_same_detours_after_a_restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
