// Three rays and the negotiation of sides, against the rule in double.
#include "avoid/view_maker.h"

/// The source's agent: radius 0.23, 4 m/s, going +x, with bodies ahead.
static VeerView walker(const VeerNeighbour *bodies, uint32_t count)
{
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 0.23f;
    view.max_speed = view.preferred_speed = 4.0f;
    view.velocity = vec3(4.0f, 0.0f, 0.0f);
    view.neighbours = bodies;
    view.neighbour_count = count;
    return view;
}

static VeerNeighbour other(float x, float y, float vx)
{
    VeerNeighbour body = make_neighbour(vec3(x, y, 0.0f), vec3(vx, 0.0f, 0.0f));
    body.radius = 0.23f;
    return body;
}

/// The source's constants without separation, which has a test of its own.
static VeerAvoidParams alone(void)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_RAYS);
    params.rays.separation = 0.0f;
    return params;
}

static VeerAvoidResult go(const VeerView *view)
{
    VeerAvoidParams params = alone();
    return veer_avoid_rays(view, &params, vec3(4.0f, 0.0f, 0.0f));
}

static float side_of(VeerAvoidResult result)
{
    return result.memory.rays.side;
}

static void rays_golden_vector(void **state)
{
    (void)state;
    // The other at (2, -0.1) comes on: the ray from the right edge (y = -0.23) enters at
    // x = 2 - sqrt(0.23^2 - 0.13^2), the one from the centre at 2 - sqrt(0.23^2 - 0.1^2): first.
    double f = (2.0 - sqrt(0.23 * 0.23 - 0.1 * 0.1)) / 4.0;
    double length = sqrt(4.0 + 0.01), pace = 0.46 * 4.0;
    double limit = 15.043001;
    // It is to the right, so: left across the line of centres, (0.1, 2) / length.
    double fx = (0.1 / length * pace - 4.0) * limit / 4.0 / f;
    double fy = (2.0 / length * pace) * limit / 4.0 / f;
    double norm = sqrt(fx * fx + fy * fy);
    assert_true(norm > limit); // the total is cut to the greatest force
    VeerNeighbour body = other(2.0f, -0.1f, -4.0f);
    VeerView view = walker(&body, 1);
    VeerAvoidResult result = go(&view);
    assert_true(fabs((double)result.velocity.x - (4.0 + fx / norm * limit / 60.0)) < 1e-5);
    assert_true(fabs((double)result.velocity.y - fy / norm * limit / 60.0) < 1e-5);
    assert_true(side_of(result) == 1.0f && result.is_avoiding);
}

static void rays_force_below_the_limit_is_the_seek_force_over_the_part(void **state)
{
    (void)state;
    // Slow, and the other at the end of the ray: the force is small enough not to be cut.
    VeerNeighbour body = other(0.7f, 0.1f, -1.0f);
    VeerView view = walker(&body, 1);
    view.velocity = vec3(0.6f, 0.0f, 0.0f);
    VeerAvoidParams params = alone();
    VeerAvoidResult result = veer_avoid_rays(&view, &params, vec3(0.6f, 0.0f, 0.0f));
    double f = (0.7 - sqrt(0.23 * 0.23 - 0.1 * 0.1)) / 0.6, length = sqrt(0.49 + 0.01);
    double gain = 15.043001 / 4.0 / f / 60.0, pace = 0.46 * 4.0;
    assert_true(fabs((double)result.velocity.x - (0.6 + gain * (0.1 / length * pace - 0.6))) <
                1e-5);
    assert_true(fabs((double)result.velocity.y - gain * (-0.7 / length * pace)) < 1e-5);
    assert_true(side_of(result) == -1.0f);
}

static void rays_pass_on_the_far_side(void **state)
{
    (void)state;
    VeerNeighbour right = other(2.0f, -0.2f, -4.0f), left = other(2.0f, 0.2f, -4.0f);
    VeerView view = walker(&right, 1);
    assert_true(side_of(go(&view)) == 1.0f);
    view.neighbours = &left;
    assert_true(side_of(go(&view)) == -1.0f);
}

static void rays_pass_right_of_agents_head_on(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, 0.0f, -4.0f);
    VeerView view = walker(&body, 1);
    assert_true(side_of(go(&view)) == -1.0f);
}

static void rays_reach_one_second(void **state)
{
    (void)state;
    VeerNeighbour near = other(4.22f, 0.0f, -4.0f), far = other(4.24f, 0.0f, -4.0f);
    VeerView view = walker(&near, 1);
    assert_true(go(&view).is_avoiding);
    view.neighbours = &far;
    assert_false(go(&view).is_avoiding);
}

static void rays_are_three(void **state)
{
    (void)state;
    // Between the rays (they are 0.23 apart) a small one slips through; at an edge it does not.
    VeerNeighbour between = other(2.0f, 0.115f, -4.0f), edge = other(2.0f, 0.23f, -4.0f);
    between.radius = edge.radius = 0.1f;
    VeerView view = walker(&between, 1);
    assert_false(go(&view).is_avoiding);
    view.neighbours = &edge;
    assert_true(go(&view).is_avoiding);
}

static void rays_in_space_are_the_swept_sphere(void **state)
{
    (void)state;
    VeerNeighbour between = other(2.0f, 0.115f, -4.0f), above = between;
    between.radius = above.radius = 0.1f;
    above.offset = vec3(2.0f, 0.0f, 0.3f);
    VeerView view = walker(&between, 1);
    view.space = VEER_SPATIAL;
    assert_true(go(&view).is_avoiding);
    view.neighbours = &above;
    assert_true(side_of(go(&view)) == -1.0f);
    above.offset.z = 0.34f;
    assert_false(go(&view).is_avoiding);
}

static void rays_along_the_vertical_have_a_side_too(void **state)
{
    (void)state;
    VeerNeighbour body = other(0.0f, 0.0f, 0.0f);
    body.offset = vec3(0.0f, 0.0f, 2.0f);
    body.velocity = vec3(0.0f, 0.0f, -4.0f);
    VeerView view = walker(&body, 1);
    view.space = VEER_SPATIAL;
    view.velocity = vec3(0.0f, 0.0f, 4.0f);
    VeerAvoidParams params = alone();
    VeerVec3 v = veer_avoid_rays(&view, &params, vec3(0.0f, 0.0f, 4.0f)).velocity;
    assert_true(v.x < 0.0f && is_finite3(v));
}

static void rays_ignore_agents_that_go_the_same_way(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, 0.0f, 1.0f);
    VeerView view = walker(&body, 1);
    assert_false(go(&view).is_avoiding);
    body.side = 1; // unless that one avoids somebody
    assert_true(go(&view).is_avoiding);
}

static void rays_skip_when_nearly_still(void **state)
{
    (void)state;
    VeerNeighbour body = other(0.3f, 0.0f, -0.4f);
    VeerView view = walker(&body, 1);
    view.velocity = vec3(0.479f, 0.0f, 0.0f); // its square is 0.2294
    assert_false(go(&view).is_avoiding);
    view.velocity = vec3(0.481f, 0.0f, 0.0f);
    assert_true(go(&view).is_avoiding);
}

static void rays_heed_no_obstacles(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, 0.0f, -4.0f);
    body.is_obstacle = true;
    VeerView view = walker(&body, 1);
    assert_false(go(&view).is_avoiding);
}

static void rays_take_the_nearest_hit_in_any_order(void **state)
{
    (void)state;
    VeerNeighbour a = other(3.0f, -0.1f, -4.0f), b = other(2.0f, 0.1f, -4.0f);
    VeerNeighbour first[2] = {a, b}, second[2] = {b, a};
    VeerView view = walker(first, 2);
    VeerAvoidResult one = go(&view);
    view.neighbours = second;
    VeerAvoidResult two = go(&view);
    assert_true(side_of(one) == -1.0f);
    assert_true(same_bits3(one.velocity, two.velocity));
}

static void rays_copy_the_side_of_agents_that_avoid(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, -0.2f, -4.0f);
    VeerView view = walker(&body, 1);
    body.side = -1;
    assert_true(side_of(go(&view)) == -1.0f);
}

static void rays_of_two_that_chose_differently_settle(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, 0.0f, -4.0f);
    VeerView view = walker(&body, 1);
    view.memory.rays.side = -1.0f;
    body.side = 1;
    body.id = 2; // ours is 1: we keep our side
    assert_true(side_of(go(&view)) == -1.0f);
    body.id = 0;
    assert_true(side_of(go(&view)) == 1.0f);
}

static void rays_forget_the_side_once_past(void **state)
{
    (void)state;
    VeerView view = walker(NULL, 0);
    view.memory.rays.side = -1.0f;
    assert_true(side_of(go(&view)) == 0.0f);
}

static void rays_seek_with_the_greatest_force(void **state)
{
    (void)state;
    VeerView view = walker(NULL, 0);
    view.velocity = (VeerVec3){0};
    VeerVec3 v = go(&view).velocity;
    // From rest the whole force: (v_des - v) F_max / v_max = F_max.
    assert_true(fabsf(v.x - 15.043001f / 60.0f) < 1e-6f && v.y == 0.0f);
}

static void rays_keep_apart_from_agents_too_near(void **state)
{
    (void)state;
    // At 0.69 between centres: 1 - (0.69 - 0.46) / (0.92 - 0.46) = 0.5.
    VeerNeighbour body = other(0.0f, 0.69f, 4.0f);
    VeerView view = walker(&body, 1);
    VeerVec3 preferred = view.velocity = vec3(3.0f, 0.0f, 0.0f);
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_RAYS);
    params.rays.separation = 0.5f;
    VeerVec3 v = veer_avoid_rays(&view, &params, preferred).velocity;
    assert_true(fabsf(v.y + 0.25f * 15.043001f / 60.0f) < 1e-5f);
    body.offset.y = 0.93f;
    v = veer_avoid_rays(&view, &params, preferred).velocity;
    assert_true(v.y == 0.0f);
    body.offset.y = 0.23f; // overlapping: 1.5
    v = veer_avoid_rays(&view, &params, preferred).velocity;
    assert_true(fabsf(v.y + 0.75f * 15.043001f / 60.0f) < 1e-5f);
}

static void rays_never_exceed_the_max_speed(void **state)
{
    (void)state;
    VeerNeighbour body = other(0.5f, 0.01f, -4.0f);
    VeerView view = walker(&body, 1);
    view.dt = 1.0f;
    assert_true(length3(go(&view).velocity) <= 4.0f);
}

/// What the source's form decides.
static VeerAvoidResult go_first(const VeerView *view)
{
    VeerAvoidParams params = alone();
    params.rays.hit = VEER_RAYS_FIRST_HIT;
    return veer_avoid_rays(view, &params, vec3(4.0f, 0.0f, 0.0f));
}

static void rays_told_of_the_first_stop_at_the_lowest_id(void **state)
{
    (void)state;
    // Both on the ray from the centre; the far one has the lower id.
    VeerNeighbour bodies[2] = {other(2.0f, 0.1f, -4.0f), other(3.0f, -0.1f, -4.0f)};
    bodies[0].id = 9;
    bodies[1].id = 3;
    VeerView view = walker(bodies, 2);
    assert_true(side_of(go(&view)) == -1.0f);
    // The left ray misses the far one and meets the near one: of those told of the nearest counts.
    assert_true(side_of(go_first(&view)) == -1.0f);
    bodies[0].offset.y = 0.0f;
    bodies[0].radius = 0.05f;
    assert_true(side_of(go_first(&view)) == 1.0f);
    bodies[0].id = 2;
    assert_true(side_of(go_first(&view)) == -1.0f);
}

static void rays_told_of_the_first_copy_every_side(void **state)
{
    (void)state;
    VeerNeighbour body = other(2.0f, -0.2f, -4.0f);
    VeerView view = walker(&body, 1);
    body.side = -1;
    body.id = view.id + 1;
    assert_true(side_of(go_first(&view)) == -1.0f);
    view.memory.rays.side = 1.0f; // nor does it keep its own
    assert_true(side_of(go_first(&view)) == -1.0f);
    body.id = view.id - 1;
    assert_true(side_of(go_first(&view)) == -1.0f);
    body.side = 0;
    assert_true(side_of(go_first(&view)) == 1.0f);
    body.velocity.x = 1.0f; // who goes the same way, and avoids nobody, is left alone
    assert_false(go_first(&view).is_avoiding);
}

static void rays_told_of_the_first_meet_the_nearest_in_space(void **state)
{
    (void)state;
    VeerNeighbour bodies[2] = {other(2.0f, 0.1f, -4.0f), other(3.0f, -0.1f, -4.0f)};
    bodies[0].id = 9;
    VeerView view = walker(bodies, 2);
    view.space = VEER_SPATIAL;
    assert_true(side_of(go_first(&view)) == -1.0f);
}

static void rays_flock_with_their_group(void **state)
{
    (void)state;
    // At the preferred velocity, so that flocking alone acts: the friend heads +y, left behind.
    VeerNeighbour bodies[2] = {other(-1.5f, 0.0f, 0.0f), other(0.0f, -1.5f, 0.0f)};
    bodies[0].velocity = vec3(0.0f, 2.0f, 0.0f);
    bodies[0].is_friend = true;
    VeerView view = walker(bodies, 2);
    VeerAvoidParams params = alone();
    params.rays.flocking = 0.5f;
    VeerVec3 preferred = view.velocity = vec3(3.0f, 0.0f, 0.0f);
    VeerVec3 v = veer_avoid_rays(&view, &params, preferred).velocity;
    double gain = 15.043001 / 4.0 / 60.0 * 0.5;
    // Mean heading (0.5, 0.5); towards the friend (-1, 0).
    double x = 0.3 * (2.0 - 3.0) + 0.05 * (-4.0 - 3.0), y = 0.3 * 2.0;
    assert_true(fabs((double)v.x - (3.0 + gain * x)) < 1e-5);
    assert_true(fabs((double)v.y - gain * y) < 1e-5);
    bodies[0].offset.x = -2.31f; // beyond ten radii: its own heading is left
    v = veer_avoid_rays(&view, &params, preferred).velocity;
    assert_true(fabs((double)v.x - (3.0 + gain * 0.3)) < 1e-5 && v.y == 0.0f);
}

static void rays_at_rest_and_alone_do_not_flock(void **state)
{
    (void)state;
    VeerView view = walker(NULL, 0);
    VeerAvoidParams params = alone();
    params.rays.flocking = 1.0f;
    view.velocity = (VeerVec3){0};
    assert_true(length3(veer_avoid_rays(&view, &params, view.velocity).velocity) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_golden_vector),
        cmocka_unit_test(rays_force_below_the_limit_is_the_seek_force_over_the_part),
        cmocka_unit_test(rays_pass_on_the_far_side),
        cmocka_unit_test(rays_pass_right_of_agents_head_on),
        cmocka_unit_test(rays_reach_one_second),
        cmocka_unit_test(rays_are_three),
        cmocka_unit_test(rays_in_space_are_the_swept_sphere),
        cmocka_unit_test(rays_along_the_vertical_have_a_side_too),
        cmocka_unit_test(rays_ignore_agents_that_go_the_same_way),
        cmocka_unit_test(rays_skip_when_nearly_still),
        cmocka_unit_test(rays_heed_no_obstacles),
        cmocka_unit_test(rays_take_the_nearest_hit_in_any_order),
        cmocka_unit_test(rays_copy_the_side_of_agents_that_avoid),
        cmocka_unit_test(rays_of_two_that_chose_differently_settle),
        cmocka_unit_test(rays_forget_the_side_once_past),
        cmocka_unit_test(rays_seek_with_the_greatest_force),
        cmocka_unit_test(rays_keep_apart_from_agents_too_near),
        cmocka_unit_test(rays_never_exceed_the_max_speed),
        cmocka_unit_test(rays_told_of_the_first_stop_at_the_lowest_id),
        cmocka_unit_test(rays_told_of_the_first_copy_every_side),
        cmocka_unit_test(rays_told_of_the_first_meet_the_nearest_in_space),
        cmocka_unit_test(rays_flock_with_their_group),
        cmocka_unit_test(rays_at_rest_and_alone_do_not_flock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
