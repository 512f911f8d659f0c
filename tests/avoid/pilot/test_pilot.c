// The pilot: what it makes of what it foresees.
#include "pilot_maker.h"

#define WILD_CASES 3000
#define SEED 20u

/// Flies until `seconds` are over; rocks keep their course. @return the least gap, m
static float least_gap(VeerView view, VeerNeighbour *rocks, uint32_t count, VeerVec3 preferred,
                       float seconds)
{
    VeerMotionLimits limits = {view.max_speed, view.max_acceleration, view.max_braking,
                               view.max_turn_rate};
    float least = INFINITY;
    view.neighbours = rocks;
    view.neighbour_count = count;
    for (float time = 0.0f; time < seconds; time += view.dt) {
        VeerAvoidResult result = fly(&view, preferred);
        VeerMotionState state = {view.velocity, view.heading, view.spin};
        state = veer_vehicle_step(&view.vehicle, &limits, state, result.velocity, view.dt);
        for (uint32_t i = 0; i < count; ++i) {
            VeerVec3 delta = sub3(rocks[i].velocity, state.velocity);
            rocks[i].offset = along3(rocks[i].offset, delta, view.dt);
            least = min_f(least, length3(rocks[i].offset) - rocks[i].radius - view.radius);
        }
        view.velocity = state.velocity;
        view.heading = state.heading;
        view.spin = state.spin;
        view.memory = result.memory;
    }
    return least;
}

static void pilot_alone_keeps_its_preferred_velocity(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerAvoidResult result = fly(&view, vec3(6.0f, 8.0f, 0.0f));
    assert_true(same_bits3(result.velocity, vec3(6.0f, 8.0f, 0.0f)));
    assert_false(result.is_avoiding);
    assert_true(result.memory.pilot.impatience == 0.0f);
}

static void pilot_goes_round_a_rock_in_its_way(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rock = make_rock(vec3(30.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 5.0f);
    float gap = least_gap(view, &rock, 1, vec3(10.0f, 0.0f, 0.0f), 6.0f);
    assert_true(gap > 0.0f && gap < 3.0f);
    assert_true(rock.offset.x < -10.0f); // and it is past
}

static void pilot_goes_round_a_rock_in_space(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_SPATIAL);
    VeerNeighbour rock = make_rock(vec3(30.0f, 0.0f, 0.0f), vec3(-3.0f, 0.0f, 0.0f), 5.0f);
    assert_true(least_gap(view, &rock, 1, vec3(10.0f, 0.0f, 0.0f), 6.0f) > 0.0f);
    assert_true(rock.offset.x < -10.0f);
}

static void pilot_at_rest_makes_room(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    VeerNeighbour rock = make_rock(vec3(20.0f, 0.0f, 0.0f), vec3(-3.0f, 0.0f, 0.0f), 2.0f);
    assert_true(least_gap(view, &rock, 1, vec3(0.0f, 0.0f, 0.0f), 12.0f) > 0.0f);
}

static void pilot_keeps_clear_of_walls(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerWall wall = {vec3(12.0f, -50.0f, 0.0f), vec3(12.0f, 50.0f, 0.0f)};
    view.walls = &wall;
    view.wall_count = 1;
    VeerAvoidResult result = fly(&view, vec3(10.0f, 0.0f, 0.0f));
    assert_true(result.is_avoiding);
    assert_true(result.velocity.x < 6.0f);
}

static void pilot_keeps_clear_of_boxes(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_SPATIAL);
    VeerWall box = {vec3(15.0f, -3.0f, -3.0f), vec3(20.0f, 3.0f, 3.0f)};
    view.walls = &box;
    view.wall_count = 1;
    VeerAvoidResult result = fly(&view, vec3(10.0f, 0.0f, 0.0f));
    assert_true(result.is_avoiding && length3(result.velocity) > 5.0f);
}

/// By how much the detour of a ship grows, rad, that flies towards a wall 16 m away, as far as the
/// goal ahead of it lies.
static float detour_before_wall(float goal)
{
    VeerWall wall = {{16.0f, -50.0f, 0.0f}, {16.0f, 50.0f, 0.0f}};
    VeerView view = make_ship(VEER_PLANAR);
    view.walls = &wall;
    view.wall_count = 1;
    view.has_goal = true;
    view.goal = vec3(goal, 0.0f, 0.0f);
    view.memory.pilot.detour = 0.5f;
    return fly(&view, vec3(10.0f, 0.0f, 0.0f)).memory.pilot.detour - 0.5f;
}

static void pilot_is_not_barred_by_what_stands_behind_its_goal(void **state)
{
    (void)state;
    assert_true(detour_before_wall(14.0f) <= 0.0f);
    assert_true(detour_before_wall(40.0f) > 0.0f);
}

/// The pocket of the scene e3.
static void pilot_finds_out_of_a_pocket(void **state)
{
    (void)state;
    static const VeerVec3 places[] = {{60.0f, 0.0f, 0.0f},
                                      {55.0f, 10.0f, 0.0f},
                                      {55.0f, -10.0f, 0.0f},
                                      {45.0f, 16.0f, 0.0f},
                                      {45.0f, -16.0f, 0.0f}};
    for (int kind = 0; kind < VEER_VEHICLE_AIRCRAFT; ++kind) {
        VeerView view = make_ship(VEER_PLANAR);
        view.vehicle = veer_vehicle_params_default((VeerVehicle)kind);
        VeerNeighbour rocks[5];
        for (int i = 0; i < 5; ++i) {
            rocks[i] = make_rock(places[i], vec3(0.0f, 0.0f, 0.0f), 8.0f);
            rocks[i].mass = 0.0f;
        }
        assert_true(least_gap(view, rocks, 5, vec3(10.0f, 0.0f, 0.0f), 20.0f) > 0.0f);
        assert_true(rocks[0].offset.x < -10.0f); // all is behind it
    }
}

static void pilot_with_no_way_out_takes_what_comes_last(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rocks[12];
    for (int i = 0; i < 12; ++i) {
        // A ring that closes in, with the rock behind the last to come.
        float angle = (float)i * 0.5235988f;
        float x = cosf(angle), y = sinf(angle);
        float speed = i == 6 ? 2.0f : 8.0f;
        rocks[i] =
            make_rock(vec3(16.0f * x, 16.0f * y, 0.0f), vec3(-speed * x, -speed * y, 0.0f), 4.0f);
        rocks[i].mass = 0.0f; // they do not stop each other
    }
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    view.neighbours = rocks;
    view.neighbour_count = 12;
    VeerAvoidResult result = fly(&view, vec3(10.0f, 0.0f, 0.0f));
    assert_true(result.velocity.x <= 0.0f);
}

static void pilot_keeps_its_mind_where_two_ways_are_alike(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rock = make_rock(vec3(25.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 4.0f);
    view.neighbours = &rock;
    view.neighbour_count = 1;
    VeerAvoidResult first = fly(&view, vec3(10.0f, 0.0f, 0.0f));
    assert_true(first.velocity.y < 0.0f); // to the right, as everybody
    view.memory = first.memory;
    rock.offset.y = -0.2f; // now the left would be a little shorter
    assert_true(fly(&view, vec3(10.0f, 0.0f, 0.0f)).velocity.y < 0.0f);
}

/// A ship that stands on its goal, with a rock that comes over it: none of its flights ends there.
static void pilot_leaves_its_goal_to_what_comes(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    view.has_goal = true;
    VeerNeighbour rock = make_rock(vec3(-12.0f, 0.5f, 0.0f), vec3(5.0f, 0.0f, 0.0f), 4.0f);
    assert_true(least_gap(view, &rock, 1, vec3(0.0f, 0.0f, 0.0f), 6.0f) > 0.0f);
}

/// A goal in a corner, which a ship that flew past it would hit: it comes to rest there before.
static void pilot_comes_to_a_goal_in_a_corner(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_PILOT);
    VeerWall walls[] = {{vec3(14.0f, -50.0f, 0.0f), vec3(14.0f, 14.0f, 0.0f)},
                        {vec3(-50.0f, 14.0f, 0.0f), vec3(14.0f, 14.0f, 0.0f)}};
    params.time_horizon_obstacles = 3.0f;
    view.walls = walls;
    view.wall_count = 2;
    view.has_goal = true;
    view.goal = vec3(12.0f, 12.0f, 0.0f);
    view.heading = vec3(0.70710678f, 0.70710678f, 0.0f);
    VeerVec3 preferred = scale3(view.heading, 10.0f);
    view.velocity = preferred;
    VeerAvoidResult result = veer_avoid_pilot(&view, &params, preferred);
    assert_false(result.is_avoiding);
    assert_true(same_bits3(result.velocity, preferred));
}

static void pilot_too_near_to_something_gets_away_from_it(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rock = make_rock(vec3(0.0f, 5.0f + view.radius, 0.0f), view.velocity, 4.95f);
    view.neighbours = &rock;
    view.neighbour_count = 1;
    // Side by side with 5 cm between them: to go on would do, to go aside is better.
    assert_true(fly(&view, view.velocity).velocity.y < 0.0f);
}

static void pilot_leaves_a_trace(void **state)
{
    (void)state;
    VeerTraceMark marks[64];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 64};
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rock = make_rock(vec3(20.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 3.0f);
    view.neighbours = &rock;
    view.neighbour_count = 1;
    view.trace = &trace;
    fly(&view, vec3(10.0f, 0.0f, 0.0f));
    uint32_t probes = 0;
    for (uint32_t i = 0; i < trace.count; ++i) {
        probes += marks[i].role == VEER_TRACE_PROBE;
    }
    assert_int_equal(probes, VEER_PILOT_LEGS);
}

/// Sixteen rocks about a ship on its way, most of which it will come near to.
static VeerView make_crowded(Dice *dice, VeerSpace space, VeerVehicle vehicle, VeerNeighbour *rocks)
{
    VeerView view = make_ship(space);
    view.vehicle = veer_vehicle_params_default(vehicle);
    view.neighbours = rocks;
    view.neighbour_count = 16;
    for (uint32_t i = 0; i < 16; ++i) {
        VeerVec3 offset = {0};
        do {
            offset = roll_vec(dice, 30.0, space == VEER_PLANAR);
        } while (length3(offset) < 5.0f);
        rocks[i] = make_rock(offset, roll_vec(dice, 6.0, space == VEER_PLANAR), 3.0f);
        rocks[i].id = i + 2;
    }
    return view;
}

/// Flights of one decision, as its trace tells.
static float count_flights(VeerView view)
{
    VeerTraceMark marks[64];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 64};
    view.trace = &trace;
    fly(&view, vec3(10.0f, 0.0f, 0.0f));
    for (uint32_t i = 0; i < trace.count; ++i) {
        if (marks[i].role == VEER_TRACE_PROBE) {
            return marks[i].value;
        }
    }
    return 0.0f;
}

/// What bounds its time: a flight is at most ten steps, of all vehicles alike.
static void pilot_flies_no_more_than_it_must(void **state)
{
    (void)state;
    enum { CASES = 400, MOST = 38, MAX_IN_SPACE = 71, REVERSES = 3 };
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerNeighbour rocks[16];
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; ++space) {
        float most = space == VEER_PLANAR ? MOST : MAX_IN_SPACE, sum = 0.0f;
        for (int i = 0; i < CASES; ++i) {
            VeerVehicle vehicle = (VeerVehicle)(i % VEER_VEHICLE_COUNT);
            float flights = count_flights(make_crowded(&dice, (VeerSpace)space, vehicle, rocks));
            float reverses = vehicle == VEER_VEHICLE_CAR ? REVERSES : 0.0f;
            assert_true(flights >= 1.0f && flights <= most + reverses);
            sum += flights;
        }
        print_message("%.1f flights a decision, at most %.0f\n", (double)(sum / CASES),
                      (double)most);
        assert_true(sum < 20.0f * CASES);
    }
    assert_true(count_flights(make_ship(VEER_PLANAR)) == 1.0f);
}

static void pilot_answers_any_finite_view(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < WILD_CASES; i++) {
        WildView wild = roll_wild_view(&dice, i % 2 == 0 ? VEER_PLANAR : VEER_SPATIAL);
        wild.view.neighbours = wild.neighbours;
        wild.view.walls = wild.walls;
        VeerAvoidResult result = fly(&wild.view, wild.preferred);
        assert_true(is_finite3(result.velocity));
        assert_true(length3(result.velocity) <= wild.view.max_speed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pilot_alone_keeps_its_preferred_velocity),
        cmocka_unit_test(pilot_goes_round_a_rock_in_its_way),
        cmocka_unit_test(pilot_goes_round_a_rock_in_space),
        cmocka_unit_test(pilot_at_rest_makes_room),
        cmocka_unit_test(pilot_keeps_clear_of_walls),
        cmocka_unit_test(pilot_keeps_clear_of_boxes),
        cmocka_unit_test(pilot_is_not_barred_by_what_stands_behind_its_goal),
        cmocka_unit_test(pilot_finds_out_of_a_pocket),
        cmocka_unit_test(pilot_with_no_way_out_takes_what_comes_last),
        cmocka_unit_test(pilot_keeps_its_mind_where_two_ways_are_alike),
        cmocka_unit_test(pilot_leaves_its_goal_to_what_comes),
        cmocka_unit_test(pilot_comes_to_a_goal_in_a_corner),
        cmocka_unit_test(pilot_too_near_to_something_gets_away_from_it),
        cmocka_unit_test(pilot_leaves_a_trace),
        cmocka_unit_test(pilot_flies_no_more_than_it_must),
        cmocka_unit_test(pilot_answers_any_finite_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
