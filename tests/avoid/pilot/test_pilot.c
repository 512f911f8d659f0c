// The pilot: what it makes of what it foresees.
#include "pilot_maker.h"

#define WILD_CASES 3000
#define SEED 20u

static VeerAvoidResult fly(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_PILOT);
    return veer_avoid_pilot(view, &params, preferred);
}

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
            VeerVec3 way = sub3(rocks[i].velocity, state.velocity);
            rocks[i].offset = along3(rocks[i].offset, way, view.dt);
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

/// One of two that turn at once and go for each other, at 4 m/s.
static VeerView make_walker(float way)
{
    VeerView view = make_view(VEER_PLANAR);
    view.id = way > 0.0f ? 1 : 2;
    view.radius = 0.25f;
    view.max_speed = view.preferred_speed = 4.0f;
    view.velocity = vec3(4.0f * way, 0.0f, 0.0f);
    view.heading = vec3(way, 0.0f, 0.0f);
    float far = INFINITY;
    view.bounds = (VeerBounds){{-far, -far, -far}, {far, far, far}};
    return view;
}

static void pilots_that_turn_at_once_do_not_dance(void **state)
{
    (void)state;
    VeerView walkers[2] = {make_walker(1.0f), make_walker(-1.0f)};
    VeerVec3 gap = vec3(16.0f, 0.0f, 0.0f);
    float turned = 0.0f, least = INFINITY;
    for (int tick = 0; tick < 240; ++tick) {
        VeerVec3 before[2] = {walkers[0].velocity, walkers[1].velocity};
        for (int i = 0; i < 2; ++i) {
            float way = i == 0 ? 1.0f : -1.0f;
            VeerNeighbour other = make_neighbour(scale3(gap, way), before[1 - i]);
            other.radius = 0.25f;
            other.id = walkers[1 - i].id;
            walkers[i].neighbours = &other;
            walkers[i].neighbour_count = 1;
            VeerAvoidResult result = fly(&walkers[i], vec3(4.0f * way, 0.0f, 0.0f));
            walkers[i].velocity = result.velocity;
            walkers[i].memory = result.memory;
            turned += fabsf(result.velocity.y - before[i].y) / 4.0f;
        }
        gap = along3(gap, sub3(walkers[1].velocity, walkers[0].velocity), walkers[0].dt);
        least = min_f(least, length3(gap) - 0.5f);
    }
    assert_true(least > 0.0f);
    // Aside and back again, each of them, by some 0.05 rad; a dance would turn so much every tick.
    assert_true(turned < 0.3f);
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

/// A car that does 8 m/s, and the neighbour with whom it would meet at a right angle.
static VeerView make_car(VeerNeighbour *other)
{
    VeerView view = make_view(VEER_PLANAR);
    view.vehicle = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    view.velocity = vec3(8.0f, 0.0f, 0.0f);
    view.max_speed = view.preferred_speed = 8.0f;
    view.max_acceleration = view.max_braking = 8.0f;
    *other = make_neighbour(vec3(18.0f, -18.0f, 0.0f), vec3(0.0f, 8.0f, 0.0f));
    view.neighbours = other;
    view.neighbour_count = 1;
    return view;
}

static bool gives_way(VeerView view)
{
    return fly(&view, vec3(8.0f, 0.0f, 0.0f)).is_avoiding;
}

static void pilots_that_cross_do_not_both_give_way(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 1;
    assert_false(gives_way(view));
    view.id = 3;
    assert_true(gives_way(view));
    other.share = 0.2f; // the other's is the greater
    assert_false(gives_way(view));
    other.share = 0.8f;
    view.id = 1;
    assert_true(gives_way(view));
}

static void pilot_trusts_no_longer_than_it_can_stop(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 1;
    other.offset = vec3(10.0f, -10.0f, 0.0f);
    assert_true(gives_way(view));
}

static void pilot_leads_agents_that_follow(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 3;
    view.velocity = vec3(4.0f, 0.0f, 0.0f);
    other.offset = vec3(-20.0f, 0.5f, 0.0f);
    other.velocity = vec3(12.0f, 0.0f, 0.0f);
    assert_false(gives_way(view));
    view.id = 1; // and the number is no matter
    other.offset = vec3(12.0f, 0.5f, 0.0f);
    other.velocity = vec3(1.0f, 0.0f, 0.0f);
    assert_true(gives_way(view));
}

static void pilot_of_a_car_backs_out_of_a_dead_end(void **state)
{
    (void)state;
    VeerNeighbour others[5];
    VeerView view = make_car(others);
    view.id = 3;
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    view.memory.pilot.impatience = 1.0f; // and has stood there for long
    for (int i = 0; i < 5; ++i) {
        float angle = 0.6f * (float)(i - 2);
        others[i] = make_neighbour(vec3(2.9f * cosf(angle), 2.9f * sinf(angle), 0.0f),
                                   vec3(0.0f, 0.0f, 0.0f));
    }
    view.neighbour_count = 5;
    VeerAvoidResult result = fly(&view, vec3(8.0f, 0.0f, 0.0f));
    assert_true(result.velocity.x < 0.0f && length3(result.velocity) <= 2.0f);
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
        cmocka_unit_test(pilots_that_turn_at_once_do_not_dance),
        cmocka_unit_test(pilot_leaves_its_goal_to_what_comes),
        cmocka_unit_test(pilot_comes_to_a_goal_in_a_corner),
        cmocka_unit_test(pilot_too_near_to_something_gets_away_from_it),
        cmocka_unit_test(pilot_leaves_a_trace),
        cmocka_unit_test(pilot_flies_no_more_than_it_must),
        cmocka_unit_test(pilots_that_cross_do_not_both_give_way),
        cmocka_unit_test(pilot_trusts_no_longer_than_it_can_stop),
        cmocka_unit_test(pilot_leads_agents_that_follow),
        cmocka_unit_test(pilot_of_a_car_backs_out_of_a_dead_end),
        cmocka_unit_test(pilot_answers_any_finite_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
