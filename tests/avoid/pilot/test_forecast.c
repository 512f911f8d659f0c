// Where the pilot sees rocks go: they bounce off each other, off bounds and off what stands.
#include "pilot_maker.h"

static VeerForecast foresee(const VeerView *view, float horizon)
{
    VeerForecast forecast;
    veer_pilot_foresee(view, horizon, &forecast);
    return forecast;
}

static void forecast_bounces_off_the_bounds(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_SPATIAL);
    view.bounds = (VeerBounds){{-20.0f, -20.0f, -20.0f}, {20.0f, 20.0f, 20.0f}};
    VeerNeighbour rocks[3] = {
        make_rock(vec3(10.0f, 0.0f, 0.0f), vec3(4.0f, 1.0f, 0.0f), 2.0f),
        make_rock(vec3(0.0f, -10.0f, 5.0f), vec3(0.0f, -4.0f, 0.0f), 2.0f),
        make_rock(vec3(-9.0f, 9.0f, 10.0f), vec3(0.0f, 0.0f, 4.0f), 2.0f),
    };
    view.neighbours = rocks;
    view.neighbour_count = 3;
    VeerForecast forecast = foresee(&view, 4.0f);
    // 8 m to the bound at 4 m/s, and 8 m back.
    VeerVec3 end = forecast.places[VEER_PILOT_LEGS][0];
    assert_float_equal(end.x, 10.0f, 1e-4f);
    assert_float_equal(end.y, 4.0f, 1e-4f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][1].y, -10.0f, 1e-4f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][2].z, 10.0f, 1e-4f);
}

static void forecast_exchanges_what_two_rocks_exchange(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rocks[2] = {
        make_rock(vec3(0.0f, 10.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f), 1.0f),
        make_rock(vec3(6.0f, 10.0f, 0.0f), vec3(-2.0f, 0.0f, 0.0f), 1.0f),
    };
    view.neighbours = rocks;
    view.neighbour_count = 2;
    VeerForecast forecast = foresee(&view, 4.0f);
    // Equal masses meet after 1 s, swap their velocities, and part for 3 s.
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][0].x, -4.0f, 1e-4f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][1].x, 10.0f, 1e-4f);
}

static void forecast_plays_one_bounce_after_the_other(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    view.bounds = (VeerBounds){{-50.0f, -50.0f, -50.0f}, {11.0f, 50.0f, 50.0f}};
    VeerNeighbour rocks[3] = {
        make_rock(vec3(0.0f, 10.0f, 0.0f), vec3(4.0f, 0.0f, 0.0f), 1.0f),
        make_rock(vec3(6.0f, 10.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 1.0f),
        make_rock(vec3(40.0f, -20.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 1.0f),
    };
    view.neighbours = rocks;
    view.neighbour_count = 3;
    VeerForecast forecast = foresee(&view, 4.0f);
    // The first meets the second after 1 s and stops at x = 4; the second meets the bound a second
    // later and is back after another, to send the first home in the last.
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][0].x, 0.0f, 1e-3f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][1].x, 6.0f, 1e-3f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][2].x, 40.0f, 1e-4f);
}

static void forecast_bounces_off_what_cannot_be_moved(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour rocks[2] = {
        make_rock(vec3(0.0f, 10.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f), 1.0f),
        make_rock(vec3(6.0f, 10.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 1.0f),
    };
    rocks[1].mass = 0.0f;
    view.neighbours = rocks;
    view.neighbour_count = 2;
    VeerForecast forecast = foresee(&view, 4.0f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][0].x, 0.0f, 1e-4f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][1].x, 6.0f, 1e-4f);
}

static void forecast_of_what_does_not_bounce_is_straight(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_PLANAR);
    view.bounds = (VeerBounds){{-5.0f, -5.0f, -5.0f}, {5.0f, 5.0f, 5.0f}};
    VeerNeighbour rock = make_rock(vec3(3.0f, 0.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f), 1.0f);
    rock.mass = 0.0f;
    view.neighbours = &rock;
    view.neighbour_count = 1;
    VeerForecast forecast = foresee(&view, 4.0f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][0].x, 11.0f, 1e-4f);
}

static void forecast_of_what_rests_at_a_bound_holds_nobody_up(void **state)
{
    (void)state;
    VeerView view = make_ship(VEER_SPATIAL);
    view.bounds = (VeerBounds){{-20.0f, -20.0f, -20.0f}, {20.0f, 20.0f, 20.0f}};
    VeerNeighbour rocks[2] = {
        make_rock(vec3(-18.0f, -18.0f, 18.0f), vec3(0.0f, 0.0f, 0.0f), 2.0f),
        make_rock(vec3(10.0f, 0.0f, 0.0f), vec3(4.0f, 0.0f, 0.0f), 2.0f),
    };
    view.neighbours = rocks;
    view.neighbour_count = 2;
    VeerForecast forecast = foresee(&view, 4.0f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][0].x, -18.0f, 0.0f);
    assert_float_equal(forecast.places[VEER_PILOT_LEGS][1].x, 10.0f, 1e-4f); // there and back
}

/// The danger of going on at 10 m/s past a body of 2 m, with nothing else about.
static float danger_beside(VeerVec3 offset, VeerVec3 velocity, bool is_obstacle)
{
    VeerView view = make_ship(VEER_PLANAR);
    VeerNeighbour body = make_rock(offset, velocity, 2.0f);
    body.is_obstacle = is_obstacle;
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerForecast forecast = foresee(&view, 4.0f);
    return veer_pilot_danger(&view, &forecast, vec3(10.0f, 0.0f, 0.0f), INFINITY);
}

static void passes_of_what_moves_count_as_meetings_the_narrower_they_are(void **state)
{
    (void)state;
    float reach = make_ship(VEER_PLANAR).radius + 2.0f;
    VeerVec3 along = vec3(2.0f, 0.0f, 0.0f), still = vec3(0.0f, 0.0f, 0.0f);
    float met = danger_beside(vec3(4.0f, reach - 0.003f, 0.0f), along, true);
    float narrow = danger_beside(vec3(4.0f, reach + 0.003f, 0.0f), along, true);
    float late = danger_beside(vec3(25.0f, 0.0f, 0.0f), still, true);
    assert_true(narrow > late);
    assert_true(narrow > 0.9f * met);
    assert_true(danger_beside(vec3(4.0f, reach + 0.05f, 0.0f), along, true) < 0.7f * met);
    // What rests is where it is, and who avoids too keeps away itself.
    assert_true(danger_beside(vec3(4.0f, reach + 0.003f, 0.0f), still, true) < 0.3f * met);
    assert_true(danger_beside(vec3(4.0f, reach + 0.003f, 0.0f), along, false) < 0.3f * met);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forecast_bounces_off_the_bounds),
        cmocka_unit_test(forecast_of_what_rests_at_a_bound_holds_nobody_up),
        cmocka_unit_test(forecast_exchanges_what_two_rocks_exchange),
        cmocka_unit_test(forecast_plays_one_bounce_after_the_other),
        cmocka_unit_test(forecast_bounces_off_what_cannot_be_moved),
        cmocka_unit_test(forecast_of_what_does_not_bounce_is_straight),
        cmocka_unit_test(passes_of_what_moves_count_as_meetings_the_narrower_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
