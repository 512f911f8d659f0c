// A pilot by occupied cells: its table of states, and flights over squares of 4 m.
#include "support/suite.h"

#include "math/vec.h"
#include "veer/cell_pilot.h"
#include "veer/graph_search.h"

#include <stdlib.h>

#define DT (1.0f / 30.0f)
#define PITCH 4.0f

enum { SIDE = 9 };

typedef struct Flight {
    VeerGraph *graph;
    VeerSearch *search;
    VeerCellPilot pilot;
    VeerAgentState ship;
    bool was_in[VEER_CELL_STATE_COUNT];
    float deepest; // m: how far in a covered cell it was
} Flight;

static void *take(size_t size)
{
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static VeerVec3 middle_of(int x, int y)
{
    return vec3(PITCH * (float)x, PITCH * (float)y, 0.0f);
}

static uint32_t node_of(int x, int y)
{
    return (uint32_t)(y * SIDE + x);
}

static Flight begin(int x, int y)
{
    VeerTilingDef tiling = {VEER_TILING_SQUARES, SIDE, SIDE, vec3(0.0f, 0.0f, 0.0f), PITCH, 3.8f};
    void *scratch = take(veer_tiling_size(&tiling));
    VeerGraphDef def;
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
    Flight flight = {.pilot = veer_cell_pilot_default()};
    flight.graph = veer_graph_init(take(veer_graph_size(&def)), &def);
    flight.search = veer_search_init(take(veer_search_size(SIDE * SIDE)), SIDE * SIDE);
    flight.ship.position = middle_of(x, y);
    flight.ship.heading = vec3(1.0f, 0.0f, 0.0f);
    free(scratch);
    return flight;
}

static void end(Flight *flight)
{
    free(flight->graph);
    free(flight->search);
}

static void block(Flight *flight, int x, int y, bool is_blocked)
{
    veer_graph_set_blocked(flight->graph, node_of(x, y), is_blocked);
}

static VeerVec3 step(Flight *flight)
{
    return veer_cell_pilot_step(&flight->pilot, flight->graph, flight->search, &flight->ship, DT);
}

// A ship that has the velocity of its pilot within a tenth of a second, and turns at once.
static void fly(Flight *flight, int ticks)
{
    VeerAgentState *ship = &flight->ship;
    for (int i = 0; i < ticks; ++i) {
        VeerVec3 wanted = step(flight);
        ship->velocity = along3(ship->velocity, sub3(wanted, ship->velocity), 0.3f);
        ship->heading = unit3(wanted, ship->heading);
        ship->position = along3(ship->position, ship->velocity, DT);
        uint32_t own = veer_graph_nearest(flight->graph, ship->position);
        flight->was_in[flight->pilot.state] = true;
        VeerVec3 off = sub3(ship->position, veer_graph_position(flight->graph, own));
        float depth = 0.5f * PITCH - max_f(fabsf(off.x), fabsf(off.y));
        bool is_covered = veer_graph_is_blocked(flight->graph, own);
        flight->deepest = max_f(flight->deepest, is_covered ? depth : 0.0f);
    }
}

static float left_to(const Flight *flight, VeerVec3 point)
{
    return length3(sub3(point, flight->ship.position));
}

// From the article: what leads from one state to the next; all others stay.
static void states_and_events_are_a_table(void **unused)
{
    (void)unused;
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_IDLE, VEER_CELL_ORDERED), VEER_CELL_NAVIGATE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_IDLE, VEER_CELL_THREATENED), VEER_CELL_ESCAPE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_NAVIGATE, VEER_CELL_ROUTED), VEER_CELL_TURN);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_TURN, VEER_CELL_FACING), VEER_CELL_FOLLOW);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_FOLLOW, VEER_CELL_BLOCKED), VEER_CELL_NAVIGATE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_FOLLOW, VEER_CELL_LATE), VEER_CELL_NAVIGATE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_FOLLOW, VEER_CELL_NEAR), VEER_CELL_SEEK);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_SEEK, VEER_CELL_BLOCKED), VEER_CELL_NAVIGATE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_SEEK, VEER_CELL_ARRIVED), VEER_CELL_IDLE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_ESCAPE, VEER_CELL_SAFE), VEER_CELL_IDLE);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_SEEK, VEER_CELL_FACING), VEER_CELL_SEEK);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_STATE_COUNT, VEER_CELL_NEAR),
                     VEER_CELL_STATE_COUNT);
    assert_int_equal(veer_cell_pilot_next(VEER_CELL_SEEK, VEER_CELL_EVENT_COUNT), VEER_CELL_SEEK);
}

static void a_free_field_is_crossed_by_turning_following_and_seeking(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 0);
    VeerVec3 target = middle_of(8, 3);
    flight.ship.heading = vec3(-1.0f, 0.0f, 0.0f);
    veer_cell_pilot_order(&flight.pilot, target);
    fly(&flight, 1);
    assert_int_equal(flight.pilot.state, VEER_CELL_TURN);
    assert_true(length3(flight.ship.velocity) <= 0.0501f); // it hardly moves while it turns
    fly(&flight, 30 * 12);
    assert_true(left_to(&flight, target) <= 0.5f);
    assert_true(flight.was_in[VEER_CELL_FOLLOW] && flight.was_in[VEER_CELL_SEEK]);
    assert_int_equal(flight.pilot.state, VEER_CELL_IDLE);
    assert_false(flight.pilot.has_target);
    assert_int_equal(flight.pilot.failed_plans, 0);
    end(&flight);
}

// The curve's three points, and of eight cells in a row the last.
static void points_on_a_straight_line_are_left_out(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 2);
    veer_cell_pilot_order(&flight.pilot, middle_of(8, 2));
    step(&flight);
    assert_int_equal(flight.pilot.point_count, 4);
    assert_float_equal(flight.pilot.points[3].x, 8.0f * PITCH, 0.0f);
    for (int i = 0; i < 3; ++i) {
        assert_float_equal(flight.pilot.points[i].y, 2.0f * PITCH, 1e-5f); // straight from rest
    }
    end(&flight);
}

static void a_path_begins_as_the_ship_flies(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 2);
    flight.ship.velocity = vec3(0.0f, 5.0f, 0.0f);
    flight.ship.heading = vec3(0.0f, 1.0f, 0.0f);
    veer_cell_pilot_order(&flight.pilot, middle_of(8, 2));
    step(&flight);
    VeerVec3 first = sub3(flight.pilot.points[0], flight.ship.position);
    assert_true(first.y > 0.4f && first.y > first.x * 0.5f);
    end(&flight);
}

// But for corners: a path leads diagonally past them, and its ship does not turn at once.
static void cells_that_are_covered_meanwhile_are_flown_round(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 4);
    veer_cell_pilot_order(&flight.pilot, middle_of(8, 4));
    fly(&flight, 30);
    for (int y = 1; y < 8; ++y) {
        block(&flight, 4, y, true);
    }
    fly(&flight, 30 * 15);
    assert_true(left_to(&flight, middle_of(8, 4)) <= 0.5f);
    assert_true(flight.deepest < 0.5f);
    end(&flight);
}

// It waits, asks again once a second, and goes when there is a path.
static void a_target_that_is_covered_is_waited_for(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 4);
    block(&flight, 8, 4, true);
    veer_cell_pilot_order(&flight.pilot, middle_of(8, 4));
    fly(&flight, 30 * 4);
    assert_int_equal(flight.pilot.state, VEER_CELL_NAVIGATE);
    assert_true(left_to(&flight, middle_of(0, 4)) == 0.0f);
    assert_in_range(flight.pilot.failed_plans, 4, 6);
    block(&flight, 8, 4, false);
    fly(&flight, 30 * 12);
    assert_true(left_to(&flight, middle_of(8, 4)) <= 0.5f);
    end(&flight);
}

static void who_rests_escapes_to_the_nearest_free_cell(void **unused)
{
    (void)unused;
    Flight flight = begin(4, 4);
    fly(&flight, 30);
    assert_true(left_to(&flight, middle_of(4, 4)) == 0.0f);
    for (int i = 0; i < 9; ++i) {
        block(&flight, 3 + i % 3, 3 + i / 3, i != 5);
    }
    fly(&flight, 30 * 3);
    assert_true(flight.was_in[VEER_CELL_ESCAPE]);
    assert_int_equal(flight.pilot.state, VEER_CELL_IDLE);
    assert_true(left_to(&flight, middle_of(5, 4)) < 1.5f);
    end(&flight);
}

static void an_escape_that_is_barred_is_planned_anew(void **unused)
{
    (void)unused;
    Flight flight = begin(4, 4);
    for (int i = 0; i < 9; ++i) {
        block(&flight, 3 + i % 3, 3 + i / 3, i != 5);
    }
    fly(&flight, 3);
    assert_int_equal(flight.pilot.state, VEER_CELL_ESCAPE);
    block(&flight, 5, 4, true);
    block(&flight, 3, 4, false);
    fly(&flight, 30 * 3);
    assert_int_equal(flight.pilot.state, VEER_CELL_IDLE);
    assert_true(left_to(&flight, middle_of(3, 4)) < 1.5f);
    end(&flight);
}

static void who_does_not_come_on_plans_anew(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 4);
    veer_cell_pilot_order(&flight.pilot, middle_of(8, 4));
    for (int i = 0; i < 30 * 5; ++i) {
        step(&flight); // and nobody moves the ship
    }
    assert_in_range(flight.pilot.plans, 3, 4);
    end(&flight);
}

static void copies_fly_alike(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 0);
    veer_cell_pilot_order(&flight.pilot, middle_of(7, 5));
    fly(&flight, 60);
    Flight copy = flight;
    fly(&flight, 60);
    fly(&copy, 60);
    assert_memory_equal(&copy.ship, &flight.ship, sizeof copy.ship);
    assert_memory_equal(&copy.pilot, &flight.pilot, sizeof copy.pilot);
    end(&flight);
}

static bool is_zero(VeerVec3 a)
{
    return a.x == 0.0f && a.y == 0.0f && a.z == 0.0f;
}

static void bad_values_are_answered_by_rest(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 0);
    veer_cell_pilot_order(NULL, middle_of(1, 1));
    veer_cell_pilot_order(&flight.pilot, vec3(NAN, 0.0f, 0.0f));
    assert_false(flight.pilot.has_target);
    veer_cell_pilot_order(&flight.pilot, middle_of(7, 5));
    VeerCellPilot before = flight.pilot;
    assert_true(is_zero(veer_cell_pilot_step(NULL, flight.graph, flight.search, &flight.ship, DT)));
    assert_true(
        is_zero(veer_cell_pilot_step(&flight.pilot, NULL, flight.search, &flight.ship, DT)));
    assert_true(is_zero(veer_cell_pilot_step(&flight.pilot, flight.graph, NULL, &flight.ship, DT)));
    assert_true(
        is_zero(veer_cell_pilot_step(&flight.pilot, flight.graph, flight.search, NULL, DT)));
    assert_true(is_zero(
        veer_cell_pilot_step(&flight.pilot, flight.graph, flight.search, &flight.ship, 0.0f)));
    flight.ship.position.x = INFINITY;
    assert_true(is_zero(step(&flight)));
    assert_memory_equal(&before, &flight.pilot, sizeof before);
    end(&flight);
}

// Members that a host wrote wrongly: it rests, and takes the next order.
static void wrong_members_are_set_right(void **unused)
{
    (void)unused;
    Flight flight = begin(0, 0);
    flight.pilot.state = (VeerCellPilotState)77;
    flight.pilot.next = 4000;
    flight.pilot.point_count = 5000;
    flight.pilot.has_target = true;
    flight.pilot.target.y = NAN;
    assert_true(is_zero(step(&flight)));
    assert_int_equal(flight.pilot.state, VEER_CELL_IDLE);
    veer_cell_pilot_order(&flight.pilot, middle_of(4, 0));
    flight.pilot.max_speed = NAN;
    assert_true(is_zero(step(&flight)));
    end(&flight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_events_are_a_table),
        cmocka_unit_test(a_free_field_is_crossed_by_turning_following_and_seeking),
        cmocka_unit_test(points_on_a_straight_line_are_left_out),
        cmocka_unit_test(a_path_begins_as_the_ship_flies),
        cmocka_unit_test(cells_that_are_covered_meanwhile_are_flown_round),
        cmocka_unit_test(a_target_that_is_covered_is_waited_for),
        cmocka_unit_test(who_rests_escapes_to_the_nearest_free_cell),
        cmocka_unit_test(an_escape_that_is_barred_is_planned_anew),
        cmocka_unit_test(who_does_not_come_on_plans_anew),
        cmocka_unit_test(copies_fly_alike),
        cmocka_unit_test(bad_values_are_answered_by_rest),
        cmocka_unit_test(wrong_members_are_set_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
