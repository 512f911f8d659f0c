// Magnets against row by row of the rule, in double.
#include "avoid/view_maker.h"

#include <float.h>

static VeerAvoidResult go(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_MAGNETS);
    return veer_avoid_magnets(view, &params, preferred);
}

/// The rule: g = d - R - r acts if g < 3 r, push (p - o) / g, pull unit × max(1, 4 k).
/// @return what float may make of that, m/s off: the gap, a difference, is off by an ulp of its
/// terms
static double rule(const VeerView *view, VeerVec3 preferred, double out[3])
{
    double error = 0.0, sum[3] = {0.0, 0.0, 0.0},
           w[3] = {(double)preferred.x, (double)preferred.y, (double)preferred.z};
    double r = (double)view->radius, acting = 0.0;
    for (uint32_t i = 0; i < view->neighbour_count; i++) {
        const VeerNeighbour *n = &view->neighbours[i];
        double o[3] = {(double)n->offset.x, (double)n->offset.y, (double)n->offset.z};
        double d = sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
        double g = d - (double)n->radius - r;
        if (g < 3.0 * r) {
            g = fmax(g, 1e-4);
            error += d / g * (2.0 * d / g + 8.0) * (double)FLT_EPSILON;
            for (int k = 0; k < 3; k++) {
                sum[k] -= o[k] / g;
            }
            acting += 1.0;
        }
    }
    double speed = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    for (int k = 0; k < 3; k++) {
        sum[k] += w[k] / speed * fmax(1.0, 4.0 * acting);
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int k = 0; k < 3; k++) {
        out[k] = sum[k] / length * speed;
    }
    return 2.0 * speed * (error / length + (double)FLT_EPSILON);
}

static void check_against_rule(VeerSpace space, uint64_t seed)
{
    Dice dice = {seed};
    printf("magnets: seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 2000; round++) {
        VeerNeighbour bodies[5];
        VeerView view = make_view(space);
        view.neighbours = bodies;
        view.neighbour_count = 1 + roll_below(&dice, 5);
        for (uint32_t i = 0; i < view.neighbour_count; i++) {
            bodies[i] = make_neighbour(roll_vec(&dice, 12.0, space == VEER_PLANAR), (VeerVec3){0});
            bodies[i].radius = (float)roll_between(&dice, 0.5, 6.0);
        }
        VeerVec3 preferred = roll_vec(&dice, 1.0, space == VEER_PLANAR);
        double expected[3];
        double slack = rule(&view, preferred, expected);
        VeerVec3 v = go(&view, preferred).velocity;
        double off = fabs((double)v.x - expected[0]) + fabs((double)v.y - expected[1]) +
                     fabs((double)v.z - expected[2]);
        assert_true(off <= slack);
    }
}

static void magnets_follow_the_rule_in_the_plane(void **state)
{
    (void)state;
    check_against_rule(VEER_PLANAR, 11);
}

static void magnets_follow_the_rule_in_space(void **state)
{
    (void)state;
    check_against_rule(VEER_SPATIAL, 12);
}

static void magnets_golden_vector(void **state)
{
    (void)state;
    // By hand: r 2, R 3 at (6, 3): d = 6.7082, g = 1.7082; push = (-3.51247, -1.75623),
    // pull (4, 0); the sum (0.48753, -1.75623) is 1.82265 long.
    VeerNeighbour body = make_neighbour(vec3(6.0f, 3.0f, 0.0f), (VeerVec3){0});
    body.radius = 3.0f;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 2.0f;
    view.max_speed = 10.0f;
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerAvoidResult result = go(&view, vec3(10.0f, 0.0f, 0.0f));
    assert_true(fabsf(result.velocity.x - 2.67482f) < 1e-3f);
    assert_true(fabsf(result.velocity.y + 9.63561f) < 1e-3f);
    assert_true(result.is_avoiding);
}

/// How fast it goes towards a disc of radius R dead ahead at gap g.
static float approach(float own, float other, float gap)
{
    VeerNeighbour body = make_neighbour(vec3(own + other + gap, 0.0f, 0.0f), (VeerVec3){0});
    body.radius = other;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = own;
    view.neighbours = &body;
    view.neighbour_count = 1;
    return go(&view, vec3(1.0f, 0.0f, 0.0f)).velocity.x;
}

static void magnets_freeze_head_on_at_a_third_of_the_reach(void **state)
{
    (void)state;
    assert_true(approach(2.0f, 10.0f, 4.01f) > 0.99f);
    assert_true(approach(2.0f, 10.0f, 3.99f) < -0.99f);
}

static void magnets_chatter_at_the_range_of_discs_over_eight_radii(void **state)
{
    (void)state;
    assert_true(approach(1.0f, 7.9f, 2.999f) > 0.99f);
    assert_true(approach(1.0f, 8.1f, 2.999f) < -0.99f);
    assert_true(approach(1.0f, 8.1f, 3.001f) > 0.99f);
}

static void magnets_beyond_range_do_not_act(void **state)
{
    (void)state;
    VeerNeighbour body = make_neighbour(vec3(0.0f, 5.01f, 0.0f), (VeerVec3){0});
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerVec3 preferred = vec3(1.0f, 0.25f, 0.0f);
    VeerAvoidResult result = go(&view, preferred);
    assert_true(same_bits3(result.velocity, preferred));
    assert_false(result.is_avoiding);
}

static void magnets_keep_the_preferred_speed(void **state)
{
    (void)state;
    VeerNeighbour body = make_neighbour(vec3(2.5f, 1.0f, 0.0f), (VeerVec3){0});
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerVec3 v = go(&view, vec3(0.6f, 0.0f, 0.0f)).velocity;
    assert_true(fabsf(length3(v) - 0.6f) < 1e-6f);
}

static void magnets_of_walls_push_from_the_nearest_point(void **state)
{
    (void)state;
    VeerWall wall = {vec3(-9.0f, 2.0f, 0.0f), vec3(9.0f, 2.0f, 0.0f)};
    VeerNeighbour point = make_neighbour(vec3(0.0f, 2.0f, 0.0f), (VeerVec3){0});
    point.radius = 0.0f;
    VeerView by_wall = make_view(VEER_PLANAR), by_point = by_wall;
    by_wall.walls = &wall;
    by_wall.wall_count = 1;
    by_point.neighbours = &point;
    by_point.neighbour_count = 1;
    VeerVec3 preferred = vec3(1.0f, 0.0f, 0.0f);
    assert_true(same_bits3(go(&by_wall, preferred).velocity, go(&by_point, preferred).velocity));
    assert_true(go(&by_wall, preferred).velocity.y < 0.0f);
}

static void magnets_of_boxes_push_from_the_nearest_point(void **state)
{
    (void)state;
    VeerWall box = {vec3(-1.0f, -1.0f, 2.0f), vec3(1.0f, 1.0f, 4.0f)};
    VeerView view = make_view(VEER_SPATIAL);
    view.walls = &box;
    view.wall_count = 1;
    VeerVec3 v = go(&view, vec3(1.0f, 0.0f, 0.0f)).velocity;
    assert_true(v.z < 0.0f && v.y == 0.0f);
}

static void magnets_that_coincide_part(void **state)
{
    (void)state;
    VeerNeighbour body = make_neighbour((VeerVec3){0}, (VeerVec3){0});
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerAvoidResult one = go(&view, (VeerVec3){0});
    assert_true(length3(one.velocity) == 0.0f); // an agent that prefers to rest rests
    VeerVec3 v = go(&view, vec3(1.0f, 0.0f, 0.0f)).velocity;
    assert_true(is_finite3(v) && fabsf(length3(v) - 1.0f) < 1e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(magnets_follow_the_rule_in_the_plane),
        cmocka_unit_test(magnets_follow_the_rule_in_space),
        cmocka_unit_test(magnets_golden_vector),
        cmocka_unit_test(magnets_freeze_head_on_at_a_third_of_the_reach),
        cmocka_unit_test(magnets_chatter_at_the_range_of_discs_over_eight_radii),
        cmocka_unit_test(magnets_beyond_range_do_not_act),
        cmocka_unit_test(magnets_keep_the_preferred_speed),
        cmocka_unit_test(magnets_of_walls_push_from_the_nearest_point),
        cmocka_unit_test(magnets_of_boxes_push_from_the_nearest_point),
        cmocka_unit_test(magnets_that_coincide_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
