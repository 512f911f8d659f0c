// Lennard-Jones steering: the source's figures, and the rule in double.
#include "avoid/view_maker.h"

#include <float.h>

/// What a power in float is off by, a part of it; the gap, a difference, is off by an ulp of its
/// terms.
#define POWER_ERROR 1e-6

static VeerAvoidParams source(void)
{
    return veer_avoid_params_for(VEER_AVOID_POTENTIAL);
}

/// A body of radius 20 at gap `gap` dead ahead of a ship of radius 15 that goes at 120.
static VeerVec3 meet(const VeerAvoidParams *params, float gap, bool is_friend)
{
    VeerNeighbour body = make_neighbour(vec3(35.0f + gap, 0.0f, 0.0f), (VeerVec3){0});
    body.radius = 20.0f;
    body.is_friend = is_friend;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 15.0f;
    view.max_speed = 120.0f;
    view.neighbours = &body;
    view.neighbour_count = 1;
    return veer_avoid_potential(&view, params, vec3(120.0f, 0.0f, 0.0f)).velocity;
}

/// The gap at which the body turns from repelling to attracting (or being outdone), by bisection.
static float balance(const VeerAvoidParams *params, bool is_friend)
{
    float near = 1.0f, far = 150.0f;
    assert_true(meet(params, near, is_friend).x < 0.0f && meet(params, far, is_friend).x > 0.0f);
    for (int i = 0; i < 40; i++) {
        float middle = 0.5f * (near + far);
        if (meet(params, middle, is_friend).x < 0.0f) {
            near = middle;
        } else {
            far = middle;
        }
    }
    return near;
}

static void potential_pull_and_push_balance_at_34_20(void **state)
{
    (void)state;
    VeerAvoidParams params = source();
    float gap = balance(&params, false);
    printf("potential: balance at %.4f\n", (double)gap);
    assert_true(fabsf(gap - 34.20f) <= 0.01f);
}

static void potential_of_a_friend_is_zero_at_100(void **state)
{
    (void)state;
    VeerAvoidParams params = source();
    params.potential.goal_pull = 0.0f;
    float gap = balance(&params, true);
    printf("potential: friends rest at %.4f\n", (double)gap);
    assert_true(fabsf(gap - 100.0f) <= 0.01f);
}

static void potential_at_a_gap_of_one_is_2000(void **state)
{
    (void)state;
    VeerNeighbour body = make_neighbour(vec3(0.0f, 3.0f, 0.0f), (VeerVec3){0});
    VeerTraceMark marks[8];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 8};
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = &body;
    view.neighbour_count = 1;
    view.trace = &trace;
    VeerAvoidParams params = source();
    veer_avoid_potential(&view, &params, vec3(1.0f, 0.0f, 0.0f));
    assert_int_equal(marks[1].role, VEER_TRACE_PUSH);
    assert_true(marks[1].value == 1.0f && marks[1].to.y == -2000.0f);
}

static void add(double sum[3], VeerVec3 offset, double strength)
{
    double o[3] = {(double)offset.x, (double)offset.y, (double)offset.z};
    double d = sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    for (int k = 0; k < 3; k++) {
        sum[k] += o[k] / d * strength;
    }
}

static void check_against_rule(VeerSpace space, uint64_t seed)
{
    Dice dice = {seed};
    printf("potential: seed %llu\n", (unsigned long long)seed);
    VeerAvoidParams params = source();
    for (int round = 0; round < 2000; round++) {
        bool is_flat = space == VEER_PLANAR;
        VeerNeighbour bodies[6];
        VeerView view = make_view(space);
        view.radius = 15.0f;
        view.max_speed = 120.0f;
        view.neighbours = bodies;
        view.neighbour_count = 1 + roll_below(&dice, 6);
        VeerVec3 preferred = roll_vec(&dice, 60.0, is_flat);
        double sum[3] = {0.0, 0.0, 0.0};
        add(sum, preferred, 10.0);
        double error = 10.0 * POWER_ERROR;
        VeerTarget targets[3];
        view.targets = targets;
        view.target_count = roll_below(&dice, 4);
        for (uint32_t i = 0; i < view.target_count; i++) {
            double weight = roll_between(&dice, 0.0, 4.0);
            targets[i] = (VeerTarget){.offset = roll_vec(&dice, 900.0, is_flat),
                                      .radius = (float)roll_between(&dice, 0.0, 60.0),
                                      .weight = (float)weight};
            add(sum, targets[i].offset, 10.0 * weight);
            error += 10.0 * weight * POWER_ERROR;
        }
        for (uint32_t i = 0; i < view.neighbour_count; i++) {
            bodies[i] = make_neighbour(roll_vec(&dice, 200.0, is_flat), (VeerVec3){0});
            bodies[i].radius = (float)roll_between(&dice, 10.0, 60.0);
            bodies[i].is_friend = roll(&dice) < 0.3;
            double d = (double)length3(bodies[i].offset), radius = (double)bodies[i].radius;
            double g = fmax(d - radius - 15.0, 0.01);
            if (d - radius <= 175.0) {
                double pull = bodies[i].is_friend ? 2.0 / pow(g, (double)1e-5f) : 0.0;
                double force = pull - 2000.0 / pow(g, 1.5);
                add(sum, bodies[i].offset, force);
                error += fabs(force) * (POWER_ERROR + 1.5 * (d + radius) * (double)FLT_EPSILON / g);
            }
        }
        VeerVec3 v = veer_avoid_potential(&view, &params, preferred).velocity;
        double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        double asked = (double)length3(preferred);
        asked = view.target_count > 0 ? fmax(asked, (double)view.preferred_speed) : asked;
        double speed = asked / length;
        double slack = asked * (error / length + POWER_ERROR);
        assert_true(fabs((double)v.x - sum[0] * speed) <= slack);
        assert_true(fabs((double)v.y - sum[1] * speed) <= slack);
        assert_true(fabs((double)v.z - sum[2] * speed) <= slack);
    }
}

static void potential_follows_the_rule_in_the_plane(void **state)
{
    (void)state;
    check_against_rule(VEER_PLANAR, 21);
}

static void potential_follows_the_rule_in_space(void **state)
{
    (void)state;
    check_against_rule(VEER_SPATIAL, 22);
}

static void potential_beyond_range_does_not_act(void **state)
{
    (void)state;
    VeerAvoidParams params = source(); // 175 m, from the centre to the surface
    VeerNeighbour body = make_neighbour(vec3(0.0f, 194.9f, 0.0f), (VeerVec3){0});
    body.radius = 20.0f;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 15.0f;
    view.max_speed = 120.0f;
    view.neighbours = &body;
    view.neighbour_count = 1;
    VeerVec3 preferred = vec3(120.0f, 0.0f, 0.0f);
    VeerAvoidResult within = veer_avoid_potential(&view, &params, preferred);
    assert_true(within.velocity.y < 0.0f && within.is_avoiding);
    body.offset.y = 195.1f;
    VeerAvoidResult beyond = veer_avoid_potential(&view, &params, preferred);
    assert_true(same_bits3(beyond.velocity, preferred) && !beyond.is_avoiding);
}

static void potential_of_a_goal_may_fall_with_distance(void **state)
{
    (void)state;
    VeerNeighbour body = make_neighbour(vec3(0.0f, 10.0f, 0.0f), (VeerVec3){0});
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = &body;
    view.neighbour_count = 1;
    view.has_goal = true;
    VeerAvoidParams params = source();
    params.potential.goal_exponent = 1.0f;
    view.goal = vec3(5.0f, 0.0f, 0.0f);
    VeerVec3 near = veer_avoid_potential(&view, &params, vec3(1.0f, 0.0f, 0.0f)).velocity;
    view.goal = vec3(500.0f, 0.0f, 0.0f);
    VeerVec3 far = veer_avoid_potential(&view, &params, vec3(1.0f, 0.0f, 0.0f)).velocity;
    assert_true(near.x > far.x);
}

static void potential_of_targets_may_fall_with_distance(void **state)
{
    (void)state;
    VeerTarget targets[] = {{.offset = {21.0f, 0.0f, 0.0f}, .radius = 15.0f, .weight = 1.0f},
                            {.offset = {0.0f, 11.0f, 0.0f}, .weight = 1.0f}};
    VeerView view = make_view(VEER_PLANAR);
    view.targets = targets;
    view.target_count = 2;
    VeerAvoidParams params = source();
    params.potential.goal_exponent = 2.0f;
    VeerVec3 chosen = veer_avoid_potential(&view, &params, (VeerVec3){0}).velocity;
    float pulls[] = {1.0f / 25.0f, 1.0f / 100.0f}; // over gaps of 5 and 10 m
    assert_true(fabsf(chosen.y / chosen.x - pulls[1] / pulls[0]) <= 1e-5f);
    assert_true(fabsf(length3(chosen) - view.preferred_speed) <= 1e-6f);
}

static void potential_of_walls_pushes(void **state)
{
    (void)state;
    VeerWall wall = {vec3(-9.0f, 2.0f, 0.0f), vec3(9.0f, 2.0f, 0.0f)};
    VeerView view = make_view(VEER_PLANAR);
    view.walls = &wall;
    view.wall_count = 1;
    VeerAvoidParams params = source();
    VeerAvoidResult result = veer_avoid_potential(&view, &params, vec3(1.0f, 0.0f, 0.0f));
    assert_true(result.velocity.y < -0.9f && result.is_avoiding);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(potential_pull_and_push_balance_at_34_20),
        cmocka_unit_test(potential_of_a_friend_is_zero_at_100),
        cmocka_unit_test(potential_at_a_gap_of_one_is_2000),
        cmocka_unit_test(potential_follows_the_rule_in_the_plane),
        cmocka_unit_test(potential_follows_the_rule_in_space),
        cmocka_unit_test(potential_beyond_range_does_not_act),
        cmocka_unit_test(potential_of_a_goal_may_fall_with_distance),
        cmocka_unit_test(potential_of_targets_may_fall_with_distance),
        cmocka_unit_test(potential_of_walls_pushes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
