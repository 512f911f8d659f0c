// Optimal reciprocal collision avoidance in the plane, on views made by hand.
#include "orca2_maker.h"

#define SEED 4201u
#define CASES 4000

/// The half-plane of one neighbour, with default horizons.
static VeerHalfSpace plane_of(const VeerView *view, const VeerNeighbour *neighbour)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_orca2_body(view, &params, neighbour);
}

static void orca2_alone_keeps_velocity(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult answer = ask(&view, vec3(0.6f, -0.3f, 0.0f));
    assert_true(same_bits3(answer.velocity, vec3(0.6f, -0.3f, 0.0f)));
    assert_false(answer.is_avoiding);
}

static void orca2_preferred_velocity_beyond_the_limit_is_shortened(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult answer = ask(&view, vec3(3e30f, 4e30f, 5.0f));
    assert_float_equal(answer.velocity.x, 1.2f, 1e-5f);
    assert_float_equal(answer.velocity.y, 1.6f, 1e-5f);
    assert_true(answer.velocity.z == 0.0f);
}

static void orca2_without_speed_stands_still(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(1.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.max_speed = 0.0f;
    assert_true(
        same_bits3(meet(&view, &other, vec3(1.0f, 0.0f, 0.0f)).velocity, vec3(0.0f, 0.0f, 0.0f)));
}

static void orca2_neighbour_out_of_the_way_changes_nothing(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(-5.0f, 1.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerAvoidResult answer = meet(&view, &other, view.velocity);
    assert_true(same_bits3(answer.velocity, view.velocity));
    assert_false(answer.is_avoiding);
}

static void orca2_head_on_keeps_right(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(4.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerAvoidResult answer = meet(&view, &other, view.velocity);
    assert_true(answer.velocity.y < -0.05f);
    assert_true(answer.is_avoiding);
}

static void orca2_head_on_nearly_keeps_right(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 2e-4f, 0.0f); // a hair to the left: still head-on
    VeerNeighbour other = make_neighbour(vec3(9.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    assert_true(meet(&view, &other, view.velocity).velocity.y < 0.0f);
}

static void orca2_passes_on_the_side_that_is_nearer(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(5.0f, -1.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    assert_true(meet(&view, &other, view.velocity).velocity.y > 0.0f);
    other.offset.y = 1.0f;
    assert_true(meet(&view, &other, view.velocity).velocity.y < 0.0f);
}

/// The least distance of the centres within `seconds`, of a neighbour at `offset` that comes nearer
/// at the relative velocity.
static double least_distance(VeerVec2 offset, double vx, double vy, double seconds)
{
    double x = (double)offset.x, y = (double)offset.y, square = vx * vx + vy * vy;
    double t = square > 0.0 ? fmin(fmax((x * vx + y * vy) / square, 0.0), seconds) : 0.0;
    return hypot(x - vx * t, y - vy * t);
}

static VeerNeighbour roll_neighbour(Dice *dice, float least)
{
    for (;;) {
        VeerNeighbour other = make_neighbour(roll_vec(dice, 8.0, true), roll_vec(dice, 2.0, true));
        other.radius = (float)roll_between(dice, 0.0, 2.0);
        if (length3(other.offset) > least * (1.0f + other.radius)) {
            return other;
        }
    }
}

static void orca2_every_velocity_of_the_half_plane_is_safe(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_PLANAR);
    for (int i = 0; i < CASES; i++) {
        VeerNeighbour other = roll_neighbour(&dice, 1.01f);
        other.share = 1.0f;
        view.velocity = roll_vec(&dice, 2.0, true);
        VeerHalfSpace plane = plane_of(&view, &other);
        assert_float_equal(length3(plane.normal), 1.0f, 1e-6f);
        for (int k = 0; k < 8; k++) {
            // On the edge of the half-plane is the nearest that is allowed.
            VeerVec2 v =
                add2(scale2(plane2(plane.normal), plane.distance),
                     scale2(left2(plane2(plane.normal)), (float)roll_between(&dice, -4.0, 4.0)));
            double least = least_distance(plane2(other.offset), (double)(v.x - other.velocity.x),
                                          (double)(v.y - other.velocity.y), 4.0);
            assert_true(least >= (1.0 + (double)other.radius));
        }
    }
}

static void orca2_two_that_share_are_safe(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView a = make_view(VEER_PLANAR), b = make_view(VEER_PLANAR);
    for (int i = 0; i < CASES; i++) {
        VeerNeighbour of_a = roll_neighbour(&dice, 1.01f);
        a.velocity = roll_vec(&dice, 2.0, true);
        b.velocity = of_a.velocity;
        b.radius = of_a.radius;
        VeerNeighbour of_b = make_neighbour(scale3(of_a.offset, -1.0f), a.velocity);
        of_a.share = (float)roll(&dice);
        of_b.share = 1.0f - of_a.share;
        VeerHalfSpace one = plane_of(&a, &of_a), two = plane_of(&b, &of_b);
        VeerVec2 v = scale2(plane2(one.normal), one.distance),
                 w = scale2(plane2(two.normal), two.distance);
        double least =
            least_distance(plane2(of_a.offset), (double)(v.x - w.x), (double)(v.y - w.y), 4.0);
        assert_true(least >= (1.0 + (double)of_a.radius));
    }
}

/// Whether a relative velocity is within the velocity obstacle of a 4 s horizon.
static bool is_blocked(const VeerNeighbour *other, double vx, double vy)
{
    double reach = (1.0 + (double)other->radius) * (1.0 + (double)VEER_AVOID_SKIN);
    return least_distance(plane2(other->offset), vx, vy, 4.0) < reach;
}

static void orca2_change_is_the_least_that_helps(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_PLANAR);
    view.memory.crowd.jam = 1.0f; // without the margin of those at ease
    for (int i = 0; i < CASES / 8; i++) {
        VeerNeighbour other = roll_neighbour(&dice, 1.1f);
        other.share = 1.0f;
        view.velocity = roll_vec(&dice, 2.0, true);
        double vx = (double)(view.velocity.x - other.velocity.x);
        double vy = (double)(view.velocity.y - other.velocity.y);
        VeerHalfSpace plane = plane_of(&view, &other);
        double change =
            (double)(plane.distance - dot2(plane2(plane.normal), plane2(view.velocity)));
        if (!is_blocked(&other, vx, vy)) {
            continue;
        }
        for (int k = 0; k < 720; k++) {
            double angle = k * 3.14159265358979 / 360.0;
            // 1e-4 is for rounding, and for head-on, which goes right by up to 1e-3 more.
            double less = change * (1.0 - 1e-3) - 1e-4;
            assert_true(is_blocked(&other, vx + less * cos(angle), vy + less * sin(angle)));
        }
    }
}

static void orca2_share_scales_the_evasion(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(5.0f, 1.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    other.share = 1.0f;
    VeerHalfSpace all = plane_of(&view, &other);
    other.share = 0.25f;
    VeerHalfSpace part = plane_of(&view, &other);
    float now = dot2(plane2(all.normal), vec2(1.0f, 0.0f));
    assert_float_equal(part.distance - now, 0.25f * (all.distance - now), 1e-6f);
    other.share = 0.0f;
    VeerAvoidResult answer = meet(&view, &other, view.velocity);
    assert_float_equal(answer.velocity.x, 1.0f, 1e-5f);
}

static void orca2_obstacle_uses_its_own_horizon(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    // Met in 3 s: within the horizon of agents (4 s), beyond that of obstacles (2 s).
    VeerNeighbour other = make_neighbour(vec3(5.0f, 0.3f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    other.share = 1.0f;
    assert_true(meet(&view, &other, view.velocity).is_avoiding);
    other.is_obstacle = true;
    assert_false(meet(&view, &other, view.velocity).is_avoiding);
}

static void orca2_keeps_pace_where_that_is_safe(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(4.0f, -1.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    VeerAvoidResult answer = meet(&view, &other, view.velocity);
    assert_true(answer.velocity.y > 0.1f);
    assert_float_equal(length3(answer.velocity), 1.0f, 2e-3f);
}

static void orca2_turned_view_turns_the_answer(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < CASES; i++) {
        VeerView view = make_view(VEER_PLANAR), turned = view;
        VeerNeighbour near[6], near_turned[6];
        for (int k = 0; k < 6; k++) {
            near[k] = roll_neighbour(&dice, 0.5f);
            near_turned[k] = near[k];
            near_turned[k].offset = vec3(-near[k].offset.y, near[k].offset.x, 0.0f);
            near_turned[k].velocity = vec3(-near[k].velocity.y, near[k].velocity.x, 0.0f);
        }
        VeerVec3 preferred = roll_vec(&dice, 1.0, true);
        view.neighbours = near;
        turned.neighbours = near_turned;
        view.neighbour_count = turned.neighbour_count = 6;
        VeerVec3 v = ask(&view, preferred).velocity;
        VeerVec3 w = ask(&turned, vec3(-preferred.y, preferred.x, 0.0f)).velocity;
        assert_true(w.x == -v.y && w.y == v.x);
    }
}

static void orca2_any_finite_view_gets_a_finite_answer(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < CASES; i++) {
        WildView wild = roll_wild_view(&dice, VEER_PLANAR);
        VeerVec3 v = ask_wild(&wild);
        assert_true(is_finite3(v));
        assert_true(sqrtf(v.x * v.x + v.y * v.y) <= wild.view.max_speed);
        assert_true(v.z == 0.0f);
    }
}

static void orca2_more_neighbours_than_there_is_room_for_are_left_out(void **state)
{
    (void)state;
    VeerNeighbour near[100];
    for (uint32_t i = 0; i < 100; i++) {
        near[i] = make_neighbour(vec3(9.0f, 0.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f));
    }
    near[99] = make_neighbour(vec3(3.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = near;
    view.neighbour_count = 100;
    assert_false(ask(&view, vec3(1.0f, 0.0f, 0.0f)).is_avoiding);
}

/// Whether an agent that keeps so many in mind heeds who walks ahead, slower than it: the last
/// of the two that it senses.
static bool heeds_far(uint32_t max_neighbours)
{
    VeerNeighbour near[2] = {
        make_neighbour(vec3(-2.5f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f)),
        make_neighbour(vec3(5.0f, 0.5f, 0.0f), vec3(0.7f, 0.0f, 0.0f)),
    };
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(0.7f, 0.0f, 0.0f);
    view.neighbours = near;
    view.neighbour_count = 2;
    VeerAvoidParams params = veer_avoid_params_default();
    params.time_horizon = 8.0f;
    params.max_neighbours = max_neighbours;
    return veer_avoid_crowd(&view, &params, vec3(1.0f, 0.0f, 0.0f)).is_avoiding;
}

static void orca2_looks_no_further_than_those_it_keeps_in_mind(void **state)
{
    (void)state;
    assert_true(heeds_far(3));
    assert_false(heeds_far(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca2_alone_keeps_velocity),
        cmocka_unit_test(orca2_preferred_velocity_beyond_the_limit_is_shortened),
        cmocka_unit_test(orca2_without_speed_stands_still),
        cmocka_unit_test(orca2_neighbour_out_of_the_way_changes_nothing),
        cmocka_unit_test(orca2_head_on_keeps_right),
        cmocka_unit_test(orca2_head_on_nearly_keeps_right),
        cmocka_unit_test(orca2_passes_on_the_side_that_is_nearer),
        cmocka_unit_test(orca2_every_velocity_of_the_half_plane_is_safe),
        cmocka_unit_test(orca2_two_that_share_are_safe),
        cmocka_unit_test(orca2_change_is_the_least_that_helps),
        cmocka_unit_test(orca2_share_scales_the_evasion),
        cmocka_unit_test(orca2_obstacle_uses_its_own_horizon),
        cmocka_unit_test(orca2_keeps_pace_where_that_is_safe),
        cmocka_unit_test(orca2_turned_view_turns_the_answer),
        cmocka_unit_test(orca2_any_finite_view_gets_a_finite_answer),
        cmocka_unit_test(orca2_looks_no_further_than_those_it_keeps_in_mind),
        cmocka_unit_test(orca2_more_neighbours_than_there_is_room_for_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
