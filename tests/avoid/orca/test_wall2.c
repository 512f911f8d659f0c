// Segments as hard constraints, in the plane.
#include "avoid/view_maker.h"

#include "avoid/orca/orca.h"

#define SEED 77u
#define CASES 4000

static VeerHalfSpace plane_of(const VeerView *view, VeerWall wall)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_orca2_wall(view, &params, &wall, view->velocity);
}

static VeerWall wall_between(float ax, float ay, float bx, float by)
{
    return (VeerWall){vec3(ax, ay, 0.0f), vec3(bx, by, 0.0f)};
}

static double distance_to_segment(double px, double py, VeerWall wall)
{
    double ax = (double)wall.a.x, ay = (double)wall.a.y;
    double dx = (double)wall.b.x - ax, dy = (double)wall.b.y - ay, square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(px - ax - t * dx, py - ay - t * dy);
}

/// The least distance from the segment on the way along v for 2 s: convex along the way.
static double least_distance(VeerWall wall, double vx, double vy)
{
    double lower = 0.0, upper = 2.0;
    for (int step = 0; step < 60; step++) {
        double one = lower + (upper - lower) / 3.0, two = upper - (upper - lower) / 3.0;
        if (distance_to_segment(vx * one, vy * one, wall) <
            distance_to_segment(vx * two, vy * two, wall)) {
            upper = two;
        } else {
            lower = one;
        }
    }
    return distance_to_segment(vx * lower, vy * lower, wall);
}

/// A segment that the agent (radius 1 m) does not touch; some of length 0, some seen end-on.
static VeerWall roll_wall(Dice *dice)
{
    for (;;) {
        VeerWall wall = {roll_vec(dice, 6.0, true), roll_vec(dice, 6.0, true)};
        uint32_t kind = roll_below(dice, 5);
        if (kind == 0) {
            wall.b = wall.a;
        } else if (kind == 1) {
            wall.b = scale3(wall.a, 2.0f);
        }
        if (distance_to_segment(0.0, 0.0, wall) > 1.02) {
            return wall;
        }
    }
}

static void wall2_every_velocity_of_the_half_plane_is_safe(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_PLANAR);
    for (int i = 0; i < CASES; i++) {
        VeerWall wall = roll_wall(&dice);
        view.velocity = roll_vec(&dice, 4.0, true);
        VeerHalfSpace plane = plane_of(&view, wall);
        assert_float_equal(length3(plane.normal), 1.0f, 1e-6f);
        for (int k = 0; k < 4; k++) {
            VeerVec2 v =
                add2(scale2(plane2(plane.normal), plane.distance),
                     scale2(left2(plane2(plane.normal)), (float)roll_between(&dice, -4.0, 4.0)));
            assert_true(least_distance(wall, (double)v.x, (double)v.y) >= 1.0);
        }
    }
}

static void wall2_half_plane_touches_the_obstacle_nearest_to_the_velocity(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_PLANAR);
    for (int i = 0; i < CASES / 20; i++) {
        VeerWall wall = roll_wall(&dice);
        view.velocity = roll_vec(&dice, 4.0, true);
        VeerHalfSpace plane = plane_of(&view, wall);
        double room = (double)(dot2(plane2(plane.normal), plane2(view.velocity)) - plane.distance);
        const double reach = 1.0 + (double)VEER_AVOID_SKIN;
        bool is_inside =
            least_distance(wall, (double)view.velocity.x, (double)view.velocity.y) < reach;
        // 1e-4 is for rounding. Every step shorter than the room leaves things as they are.
        double less = fabs(room) * (1.0 - 1e-3) - 1e-4;
        for (int k = 0; k < 360 && less > 0.0; k++) {
            double angle = k * 3.14159265358979 / 180.0;
            double vx = (double)view.velocity.x + less * cos(angle);
            double vy = (double)view.velocity.y + less * sin(angle);
            assert_true((least_distance(wall, vx, vy) < reach) == is_inside);
        }
    }
}

static void wall2_ahead_limits_the_approach(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerWall wall = wall_between(2.0f, -50.0f, 2.0f, 50.0f);
    view.walls = &wall;
    view.wall_count = 1;
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    // 1 m of gap in the horizon of 2 s, less the skin.
    assert_float_equal(ask(&view, vec3(1.0f, 0.0f, 0.0f)).velocity.x, 0.4975f, 1e-3f);
}

static void wall2_is_solid_from_both_sides(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerHalfSpace one = plane_of(&view, wall_between(2.0f, -50.0f, 2.0f, 50.0f));
    VeerHalfSpace other = plane_of(&view, wall_between(2.0f, 50.0f, 2.0f, -50.0f));
    assert_true(one.normal.x == other.normal.x && one.distance == other.distance);
    assert_float_equal(one.normal.x, -1.0f, 1e-6f);
}

static void wall2_too_near_is_left_gently(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerHalfSpace plane = plane_of(&view, wall_between(0.99f, -5.0f, 0.99f, 5.0f));
    assert_float_equal(plane.normal.x, -1.0f, 1e-6f);
    assert_true(plane.distance > 0.05f && plane.distance < 0.2f);
    plane = plane_of(&view, wall_between(0.1f, -5.0f, 0.1f, 5.0f));
    assert_true(plane.distance == view.max_speed);
}

static void wall2_through_the_centre_sends_back(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.velocity = vec3(1.0f, 0.2f, 0.0f);
    VeerHalfSpace plane = plane_of(&view, wall_between(0.0f, -5.0f, 0.0f, 5.0f));
    assert_float_equal(plane.normal.x, -1.0f, 1e-6f);
    plane = plane_of(&view, wall_between(0.0f, 5.0f, 0.0f, -5.0f));
    assert_float_equal(plane.normal.x, -1.0f, 1e-6f);
}

static void wall2_point_on_the_centre_sends_back(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerWall point = wall_between(0.0f, 0.0f, 0.0f, 0.0f);
    view.velocity = vec3(0.0f, 2.0f, 0.0f);
    assert_float_equal(plane_of(&view, point).normal.y, -1.0f, 1e-6f);
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    assert_float_equal(length3(plane_of(&view, point).normal), 1.0f, 1e-6f);
}

static void wall2_of_a_point_agent_ends_at_the_wall(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 0.0f;
    VeerHalfSpace plane = plane_of(&view, wall_between(0.0f, -1.0f, 0.0f, 1.0f));
    assert_true(plane.distance == 0.0f);
    assert_float_equal(fabsf(plane.normal.x), 1.0f, 1e-6f);
}

static void wall2_is_kept_before_bodies(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerWall wall = wall_between(-5.0f, -1.0f, 5.0f, -1.0f);
    VeerNeighbour other = make_neighbour(vec3(0.0f, 1.0f, 0.0f), vec3(0.0f, -2.0f, 0.0f));
    other.share = 1.0f;
    view.walls = &wall;
    view.wall_count = 1;
    view.neighbours = &other;
    view.neighbour_count = 1;
    assert_true(ask(&view, vec3(0.0f, -1.0f, 0.0f)).velocity.y >= 0.0f);
}

static void wall2_behind_a_nearer_one_is_covered(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidParams params = veer_avoid_params_default();
    VeerHalfSpace near = plane_of(&view, wall_between(-2.0f, -1.5f, 2.0f, -1.5f));
    VeerWall next = wall_between(2.0f, -1.5f, 6.0f, -1.5f);
    VeerWall rising = wall_between(2.0f, -1.5f, 6.0f, 0.0f);
    assert_true(veer_orca2_covers(&near, &view, &params, &next));
    assert_false(veer_orca2_covers(&near, &view, &params, &rising));
}

/// Slides an agent along y = 0 for `seconds`, heading into it at a slant. @return the least speed
/// along it after the first second
static float slide_along(const VeerWall *walls, uint32_t count, float seconds)
{
    VeerView view = make_view(VEER_PLANAR);
    VeerVec3 position = vec3(-9.3f, 1.2f, 0.0f);
    float least = 1.0f;
    for (int tick = 0; tick < (int)(seconds * 60.0f); tick++) {
        VeerWall seen[VEER_MAX_WALLS];
        for (uint32_t i = 0; i < count; i++) {
            seen[i] = (VeerWall){sub3(walls[i].a, position), sub3(walls[i].b, position)};
        }
        view.walls = seen;
        view.wall_count = count;
        view.velocity = ask(&view, vec3(0.8f, -0.6f, 0.0f)).velocity;
        position = along3(position, view.velocity, view.dt);
        if (tick >= 60) {
            least = min_f(least, view.velocity.x);
        }
        assert_true(position.y >= 1.0f);
    }
    return least;
}

static void wall2_chain_does_not_catch_what_slides_along_it(void **state)
{
    (void)state;
    VeerWall whole = wall_between(-12.0f, 0.0f, 12.0f, 0.0f);
    VeerWall chain[12];
    for (uint32_t i = 0; i < 12; i++) {
        float x = -12.0f + 2.0f * (float)i;
        chain[i] = wall_between(x, 0.0f, x + 2.0f, 0.0f);
    }
    float alone = slide_along(&whole, 1, 15.0f);
    assert_true(alone >= 0.79f);
    assert_true(slide_along(chain, 12, 15.0f) >= alone - 0.01f);
}

/// What an agent with this velocity, 0.05 m before an opening as wide as itself and a quarter,
/// makes of its wish to go through.
static VeerVec3 answer_before_opening(VeerVec3 velocity)
{
    VeerWall jambs[] = {
        wall_between(1.05f, 1.25f, 1.05f, 9.0f), wall_between(1.05f, 1.25f, 9.0f, 1.25f),
        wall_between(1.05f, -1.25f, 1.05f, -9.0f), wall_between(1.05f, -1.25f, 9.0f, -1.25f)};
    VeerView view = make_view(VEER_PLANAR);
    view.walls = jambs;
    view.wall_count = 4;
    view.velocity = velocity;
    return ask(&view, vec3(1.0f, 0.0f, 0.0f)).velocity;
}

/// The paper's half-planes, nearest to the present velocity, let it run to and fro before it.
static void wall2_opening_is_taken_whatever_the_velocity_is(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        float angle = (float)i * 0.392699f;
        VeerVec3 answer = answer_before_opening(vec3(cosf(angle), sinf(angle), 0.0f));
        assert_true(answer.x >= 0.9f);
        assert_true(fabsf(answer.y) <= 0.1f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall2_every_velocity_of_the_half_plane_is_safe),
        cmocka_unit_test(wall2_half_plane_touches_the_obstacle_nearest_to_the_velocity),
        cmocka_unit_test(wall2_ahead_limits_the_approach),
        cmocka_unit_test(wall2_is_solid_from_both_sides),
        cmocka_unit_test(wall2_too_near_is_left_gently),
        cmocka_unit_test(wall2_through_the_centre_sends_back),
        cmocka_unit_test(wall2_point_on_the_centre_sends_back),
        cmocka_unit_test(wall2_of_a_point_agent_ends_at_the_wall),
        cmocka_unit_test(wall2_is_kept_before_bodies),
        cmocka_unit_test(wall2_behind_a_nearer_one_is_covered),
        cmocka_unit_test(wall2_chain_does_not_catch_what_slides_along_it),
        cmocka_unit_test(wall2_opening_is_taken_whatever_the_velocity_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
