// What agents hold of passages, and wait for.
#include "veer/reservation.h"

#include "draw/draw_counter.h"
#include "world/map_maker.h"

enum { HEIGHT = 7, TWO = 2 };

static const char *const comb[HEIGHT] = {
    "###########################", //
    "#.........................#", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###########################", //
};

static VeerHeld held_by(const VeerWorld *world, VeerAgentId agent)
{
    VeerHeld held;
    assert_int_equal(veer_agent_held(world, agent, &held), VEER_OK);
    assert_true(held.count <= VEER_MAX_HELD);
    return held;
}

/// A door of one cell between two halls, too wide for a maze.
static VeerWorld *make_door(void)
{
    VeerWorldDef def = map_def(44, 17);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 0}, {24, 17}}, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 8}, {24, 9}}, false), VEER_OK);
    return world;
}

// Of two at the ends of a passage one holds it, and the other waits for it at its own end.
static void one_holds_a_passage_and_the_other_waits(void **unused)
{
    (void)unused;
    VeerWorld *world = make_door();
    const VeerVec3 ends[TWO] = {{15.5f, 8.5f, 0.0f}, {28.5f, 8.5f, 0.0f}};
    VeerAgentId agents[TWO] = {add_traveller(world, ends[0], ends[1], 0.4f),
                               add_traveller(world, ends[1], ends[0], 0.4f)};
    int waited = 0;
    for (int tick = 0; tick < 60 * 40; tick++) {
        step_times(world, 1, TICK);
        for (int i = 0; i < TWO; i++) {
            VeerHeld own = held_by(world, agents[i]), other = held_by(world, agents[1 - i]);
            if (!own.is_waiting) {
                continue;
            }
            waited++;
            assert_false(other.is_waiting);
            assert_int_equal(own.count, 2);
            assert_true(fabsf(own.places[0].x - ends[i].x) < fabsf(own.places[1].x - ends[i].x));
            Count count = draw(world, true);
            assert_true(count.lines[VEER_DRAW_HELD] >= 1);
            assert_int_equal(count.balls[VEER_DRAW_HELD], other.count > 0);
        }
    }
    assert_true(waited > 10);
    for (int i = 0; i < TWO; i++) { // both are through
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
        assert_int_equal(held_by(world, agents[i]).count, 0);
    }
    assert_int_equal(draw(world, true).lines[VEER_DRAW_HELD], 0);
    assert_int_equal(draw(world, false).balls[VEER_DRAW_HELD], 0);
    veer_world_destroy(world);
}

static float apart(VeerVec3 a, VeerVec3 b)
{
    return length3(sub3(a, b));
}

// In mazes no two hold one node, and each is near the first of its own.
static void no_two_hold_one_node(void **unused)
{
    (void)unused;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    const VeerVec3 left = {1.5f, 1.5f, 0.0f}, right = {25.5f, 1.5f, 0.0f};
    VeerAgentId agents[TWO] = {add_traveller(world, left, right, 0.4f),
                               add_traveller(world, right, left, 0.4f)};
    uint32_t most = 0, balls = 0;
    for (int tick = 0; tick < 60 * 40; tick++) {
        step_times(world, 1, TICK);
        VeerHeld held[TWO] = {held_by(world, agents[0]), held_by(world, agents[1])};
        assert_true(held[0].count == 0 || held[1].count == 0 ||
                    apart(held[0].places[0], held[1].places[0]) > 0.8f);
        most = held[0].count > most ? held[0].count : most;
        balls += tick % 60 == 0 ? draw(world, true).balls[VEER_DRAW_HELD] : 0;
    }
    assert_in_range(most, 2, VEER_MAX_HELD);
    assert_true(balls > 0);
    veer_world_destroy(world);
}

static void nobody_holds_anything_in_the_open(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = add_agent(world, &def);
    VeerHeld held = {.count = 3};
    assert_int_equal(veer_agent_held(world, agent, &held), VEER_OK);
    assert_int_equal(held.count, 0);
    assert_false(held.is_waiting);
    assert_int_equal(veer_agent_held(NULL, agent, &held), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_held(world, agent, NULL), VEER_BAD_VALUE);
    veer_agent_destroy(world, agent);
    assert_int_equal(veer_agent_held(world, agent, &held), VEER_BAD_HANDLE);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_holds_a_passage_and_the_other_waits),
        cmocka_unit_test(no_two_hold_one_node),
        cmocka_unit_test(nobody_holds_anything_in_the_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
