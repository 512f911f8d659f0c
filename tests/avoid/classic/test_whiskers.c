// Whiskers: a table of hits of the source's probes, the dodge angle, and the exact sweep.
#include "avoid/view_maker.h"
#include "math/trig.h"

/// A ship of the source: diameter 30, speed 120, heading +x, with one body.
static VeerView ship_view(VeerNeighbour *body, VeerSpace space)
{
    VeerView view = make_view(space);
    view.radius = 15.0f;
    view.max_speed = 120.0f;
    view.neighbours = body;
    view.neighbour_count = body ? 1 : 0;
    return view;
}

static VeerNeighbour rock(float x, float y, float radius)
{
    VeerNeighbour body = make_neighbour(vec3(x, y, 0.0f), (VeerVec3){0});
    body.radius = radius;
    body.is_obstacle = true;
    return body;
}

static VeerAvoidParams probes(void)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_WHISKERS);
    params.whiskers.probe_step = 1.0f;
    return params;
}

static VeerAvoidParams exact(void)
{
    return veer_avoid_params_for(VEER_AVOID_WHISKERS);
}

static VeerAvoidResult feel(const VeerAvoidParams *params, VeerNeighbour body, VeerSpace space)
{
    VeerView view = ship_view(&body, space);
    return veer_avoid_whiskers(&view, params, vec3(120.0f, 0.0f, 0.0f));
}

static float angle_of(VeerVec3 v)
{
    return veer_atan2(v.y, v.x);
}

/// The source's rule: bearing +- asin(safe / distance), +- 0.66 pi within the safe distance.
static double dodge_angle(VeerNeighbour body, double side)
{
    double x = (double)body.offset.x, y = (double)body.offset.y, c = sqrt(x * x + y * y);
    double safe = 1.85 * 30.0 + 0.85 * 2.0 * (double)body.radius;
    double turn = safe < c ? asin(safe / c) : 0.66 * acos(-1.0);
    return atan2(y, x) + side * turn;
}

static void probes_hit_what_the_circles_overlap(void **state)
{
    (void)state;
    // Circles of radius 15 at x = 0, 30 ... 150 and y = -15 (right) and 15 (left).
    const struct {
        float x, y, radius;
        int side; // 1: passes on the left
    } table[] = {
        {100.0f, -10.0f, 10.0f, 1}, // the right feeler
        {100.0f, 24.0f, 10.0f, -1}, // the left one alone
        {100.0f, 0.0f, 30.0f, 1},   // both: the right one is asked first
        {164.0f, -15.0f, 4.0f, 1},  // the tip of the last circle, 165
        {170.0f, -15.0f, 4.0f, 0},  // beyond it
        {75.0f, 30.5f, 0.1f, 0},    // between two circles, beside their waist
        {90.0f, 30.05f, 0.1f, -1},  // beside a circle's middle
        {0.0f, 40.0f, 11.0f, -1},   // beside the ship itself
        {-40.0f, 0.0f, 10.0f, 0},   // behind
        {100.0f, 50.0f, 19.0f, 0},  // wide of both
    };
    VeerAvoidParams params = probes();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        VeerNeighbour body = rock(table[i].x, table[i].y, table[i].radius);
        VeerAvoidResult result = feel(&params, body, VEER_PLANAR);
        assert_int_equal(result.is_avoiding, table[i].side != 0);
        if (table[i].side != 0) {
            double off = (double)angle_of(result.velocity) - dodge_angle(body, table[i].side);
            assert_true(fabs(sin(0.5 * off)) < 1e-5);
        }
    }
}

static void probes_take_the_nearest_first(void **state)
{
    (void)state;
    VeerNeighbour bodies[2] = {rock(60.0f, 20.0f, 8.0f), rock(110.0f, -15.0f, 8.0f)};
    VeerView view = ship_view(bodies, VEER_PLANAR);
    view.neighbour_count = 2;
    VeerAvoidParams params = probes();
    VeerVec3 v = veer_avoid_whiskers(&view, &params, vec3(120.0f, 0.0f, 0.0f)).velocity;
    double off = (double)angle_of(v) - dodge_angle(bodies[0], -1.0);
    assert_true(fabs(sin(0.5 * off)) < 1e-5);
}

static void probes_feel_walls(void **state)
{
    (void)state;
    VeerWall wall = {vec3(100.0f, -50.0f, 0.0f), vec3(100.0f, -5.0f, 0.0f)};
    VeerView view = ship_view(NULL, VEER_PLANAR);
    view.walls = &wall;
    view.wall_count = 1;
    VeerAvoidParams params = probes();
    VeerAvoidResult result = veer_avoid_whiskers(&view, &params, vec3(120.0f, 0.0f, 0.0f));
    assert_true(result.is_avoiding && result.velocity.y > 0.0f);
}

static void probes_of_a_ship_of_no_size_are_one_point(void **state)
{
    (void)state;
    VeerNeighbour body = rock(5.0f, 0.0f, 2.0f);
    VeerView view = ship_view(&body, VEER_PLANAR);
    view.radius = 0.0f;
    VeerAvoidParams params = probes();
    VeerVec3 preferred = vec3(120.0f, 0.0f, 0.0f);
    assert_true(same_bits3(veer_avoid_whiskers(&view, &params, preferred).velocity, preferred));
}

static void sweep_hits_what_the_swept_disc_touches(void **state)
{
    (void)state;
    // A disc of radius 30 from the centre to x = 150.
    VeerAvoidParams params = exact();
    assert_true(feel(&params, rock(75.0f, 30.05f, 0.1f), VEER_PLANAR).is_avoiding);
    assert_false(feel(&params, rock(75.0f, 40.2f, 10.0f), VEER_PLANAR).is_avoiding);
    assert_true(feel(&params, rock(189.0f, 0.0f, 10.0f), VEER_PLANAR).is_avoiding);
    assert_false(feel(&params, rock(191.0f, 0.0f, 10.0f), VEER_PLANAR).is_avoiding);
    assert_false(feel(&params, rock(-20.0f, 5.0f, 10.0f), VEER_PLANAR).is_avoiding);
}

static void sweep_takes_what_it_touches_first(void **state)
{
    (void)state;
    // The second is nearer to the ship, but touched later.
    VeerNeighbour bodies[2] = {rock(70.0f, -36.0f, 8.0f), rock(80.0f, 0.0f, 20.0f)};
    VeerView view = ship_view(bodies, VEER_PLANAR);
    view.neighbour_count = 2;
    VeerAvoidParams params = exact();
    VeerVec3 v = veer_avoid_whiskers(&view, &params, vec3(120.0f, 0.0f, 0.0f)).velocity;
    double off = (double)angle_of(v) - dodge_angle(bodies[1], -1.0);
    assert_true(fabs(sin(0.5 * off)) < 1e-5);
}

static void sweep_dodges_by_the_tangent_on_the_free_side(void **state)
{
    (void)state;
    Dice dice = {31};
    printf("whiskers: seed 31\n");
    VeerAvoidParams params = exact();
    for (int i = 0; i < 1000; i++) {
        VeerNeighbour body =
            rock((float)roll_between(&dice, 20.0, 180.0), (float)roll_between(&dice, -60.0, 60.0),
                 (float)roll_between(&dice, 5.0, 60.0));
        VeerAvoidResult result = feel(&params, body, VEER_PLANAR);
        if (result.is_avoiding) {
            double off = (double)angle_of(result.velocity) -
                         dodge_angle(body, body.offset.y < 0.0f ? 1.0 : -1.0);
            assert_true(fabs(sin(0.5 * off)) < 1e-4);
        }
    }
}

static void sweep_passes_right_of_what_is_dead_ahead(void **state)
{
    (void)state;
    VeerAvoidParams params = exact();
    assert_true(feel(&params, rock(120.0f, 0.0f, 20.0f), VEER_PLANAR).velocity.y < 0.0f);
    assert_true(feel(&params, rock(120.0f, 0.0f, 20.0f), VEER_SPATIAL).velocity.y < 0.0f);
}

static void sweep_in_space_is_the_plane_turned(void **state)
{
    (void)state;
    VeerAvoidParams params = exact();
    VeerNeighbour flat = rock(120.0f, 10.0f, 20.0f), upright = flat;
    upright.offset = vec3(120.0f, 0.0f, 10.0f);
    VeerVec3 a = feel(&params, flat, VEER_PLANAR).velocity;
    VeerVec3 b = feel(&params, upright, VEER_SPATIAL).velocity;
    assert_true(fabsf(a.x - b.x) < 1e-3f && fabsf(a.y - b.z) < 1e-3f && fabsf(b.y) < 1e-3f);
}

static void sweep_along_the_vertical_has_a_side_too(void **state)
{
    (void)state;
    VeerNeighbour body = rock(0.0f, 0.0f, 20.0f);
    body.offset = vec3(0.0f, 0.0f, 120.0f);
    VeerView view = ship_view(&body, VEER_SPATIAL);
    view.heading = vec3(0.0f, 0.0f, 1.0f);
    VeerAvoidParams params = exact();
    VeerVec3 v = veer_avoid_whiskers(&view, &params, vec3(0.0f, 0.0f, 120.0f)).velocity;
    assert_true(v.x > 1.0f && fabsf(length3(v) - 120.0f) < 1e-3f);
}

static void sweep_feels_walls_and_boxes(void **state)
{
    (void)state;
    VeerWall wall = {vec3(100.0f, -50.0f, -5.0f), vec3(100.0f, -5.0f, 5.0f)};
    VeerAvoidParams params = exact();
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
        VeerView view = ship_view(NULL, (VeerSpace)space);
        VeerWall own = wall;
        if (space == VEER_PLANAR) {
            own.a.z = own.b.z = 0.0f;
        }
        view.walls = &own;
        view.wall_count = 1;
        VeerAvoidResult result = veer_avoid_whiskers(&view, &params, vec3(120.0f, 0.0f, 0.0f));
        assert_true(result.is_avoiding && result.velocity.y > 0.0f);
        own.a.x = own.b.x = 200.0f;
        result = veer_avoid_whiskers(&view, &params, vec3(120.0f, 0.0f, 0.0f));
        assert_false(result.is_avoiding);
    }
}

static void whiskers_that_feel_nothing_keep_the_preferred_velocity(void **state)
{
    (void)state;
    VeerView view = ship_view(NULL, VEER_PLANAR);
    VeerAvoidParams params = probes();
    VeerVec3 preferred = vec3(-50.0f, 20.0f, 0.0f);
    assert_true(same_bits3(veer_avoid_whiskers(&view, &params, preferred).velocity, preferred));
}

static void probes_steer_to_the_other_side_in_two_ticks(void **state)
{
    (void)state;
    VeerView view = ship_view(NULL, VEER_PLANAR);
    view.neighbour_count = 0;
    view.max_turn_rate = VEER_PI;
    view.vehicle.kind = VEER_VEHICLE_THRUSTER;
    view.vehicle.thruster.is_headlong = true;
    VeerAvoidParams params = probes();
    VeerVec3 right = vec3(0.0f, -120.0f, 0.0f);
    view.memory.whiskers.turn_rate = VEER_PI; // it has been turning left
    VeerAvoidResult ended = veer_avoid_whiskers(&view, &params, right);
    assert_true(fabsf(angle_of(ended.velocity)) < 1e-6f && !ended.is_avoiding);
    view.memory = ended.memory;
    VeerAvoidResult begun = veer_avoid_whiskers(&view, &params, right);
    assert_true(fabsf(angle_of(begun.velocity) + VEER_PI / 60.0f) < 1e-5f);
    assert_true(fabsf(length3(begun.velocity) - 120.0f) < 1e-3f);
    // A small turn is made in one, and ends there.
    view.memory = (VeerAvoidMemory){0};
    VeerVec3 slight = vec3(120.0f, 1.0f, 0.0f);
    VeerAvoidResult small = veer_avoid_whiskers(&view, &params, slight);
    assert_true(fabsf(angle_of(small.velocity) - angle_of(slight)) < 1e-6f);
}

static void probes_of_ships_without_a_helm_turn_at_once(void **state)
{
    (void)state;
    VeerView view = ship_view(NULL, VEER_PLANAR);
    view.neighbour_count = 0;
    VeerAvoidParams params = probes();
    for (int is_headlong = 0; is_headlong < 2; ++is_headlong) {
        view.memory.whiskers.turn_rate = 3.0f;
        view.vehicle.kind = VEER_VEHICLE_THRUSTER;
        view.vehicle.thruster.is_headlong = is_headlong == 1;
        view.max_turn_rate = is_headlong ? INFINITY : VEER_PI;
        VeerAvoidResult result = veer_avoid_whiskers(&view, &params, vec3(0.0f, -120.0f, 0.0f));
        assert_true(result.velocity.y == -120.0f && result.memory.whiskers.turn_rate == 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probes_hit_what_the_circles_overlap),
        cmocka_unit_test(probes_steer_to_the_other_side_in_two_ticks),
        cmocka_unit_test(probes_of_ships_without_a_helm_turn_at_once),
        cmocka_unit_test(probes_take_the_nearest_first),
        cmocka_unit_test(probes_feel_walls),
        cmocka_unit_test(probes_of_a_ship_of_no_size_are_one_point),
        cmocka_unit_test(sweep_hits_what_the_swept_disc_touches),
        cmocka_unit_test(sweep_takes_what_it_touches_first),
        cmocka_unit_test(sweep_dodges_by_the_tangent_on_the_free_side),
        cmocka_unit_test(sweep_passes_right_of_what_is_dead_ahead),
        cmocka_unit_test(sweep_in_space_is_the_plane_turned),
        cmocka_unit_test(sweep_along_the_vertical_has_a_side_too),
        cmocka_unit_test(sweep_feels_walls_and_boxes),
        cmocka_unit_test(whiskers_that_feel_nothing_keep_the_preferred_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
