// Optimal reciprocal collision avoidance in space, on views made by hand.
#include "avoid/view_maker.h"

#include "avoid/base/spread.h"
#include "avoid/orca/orca.h"

#define SEED 4203u
#define CASES 4000

static VeerHalfSpace space_of(const VeerView *view, const VeerNeighbour *neighbour)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_orca3_body(view, &params, neighbour);
}

static VeerHalfSpace space_of_box(const VeerView *view, VeerWall box)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_orca3_wall(view, &params, &box, view->velocity);
}

static VeerAvoidResult meet(VeerView *view, const VeerNeighbour *neighbour, VeerVec3 preferred)
{
    view->neighbours = neighbour;
    view->neighbour_count = 1;
    return ask(view, preferred);
}

static void orca3_alone_keeps_velocity(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerAvoidResult answer = ask(&view, vec3(0.6f, -0.3f, 0.2f));
    assert_true(same_bits3(answer.velocity, vec3(0.6f, -0.3f, 0.2f)));
    assert_false(answer.is_avoiding);
}

static void orca3_head_on_keeps_right(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerNeighbour other = make_neighbour(vec3(4.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerAvoidResult answer = meet(&view, &other, view.velocity);
    assert_true(answer.velocity.y < -0.05f);
    assert_float_equal(answer.velocity.z, 0.0f, 1e-6f);
}

static void orca3_head_on_along_up_takes_opposite_sides(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerNeighbour other = make_neighbour(vec3(0.0f, 0.0f, 4.0f), vec3(0.0f, 0.0f, -1.0f));
    view.velocity = vec3(0.0f, 0.0f, 1.0f);
    VeerVec3 one = meet(&view, &other, view.velocity).velocity;
    other.offset.z = -4.0f;
    other.velocity.z = 1.0f;
    view.velocity.z = -1.0f;
    VeerVec3 two = meet(&view, &other, view.velocity).velocity;
    assert_true(length2(plane2(one)) > 0.05f);
    assert_float_equal(one.x, -two.x, 1e-6f);
    assert_float_equal(one.y, -two.y, 1e-6f);
}

/// The least distance of the centres within 4 s.
static double least_distance(VeerVec3 offset, VeerVec3 v)
{
    double x = (double)offset.x, y = (double)offset.y, z = (double)offset.z;
    double vx = (double)v.x, vy = (double)v.y, vz = (double)v.z;
    double square = vx * vx + vy * vy + vz * vz;
    double t = square > 0.0 ? fmin(fmax((x * vx + y * vy + z * vz) / square, 0.0), 4.0) : 0.0;
    x -= vx * t;
    y -= vy * t;
    z -= vz * t;
    return sqrt(x * x + y * y + z * z);
}

static VeerNeighbour roll_neighbour(Dice *dice, float least)
{
    for (;;) {
        VeerNeighbour other =
            make_neighbour(roll_vec(dice, 8.0, false), roll_vec(dice, 2.0, false));
        other.radius = (float)roll_between(dice, 0.0, 2.0);
        if (length3(other.offset) > least * (1.0f + other.radius)) {
            return other;
        }
    }
}

/// In space encounters near head-on keep right, at a price: what is least holds for the others.
static bool is_head_on(const VeerView *view, const VeerNeighbour *other)
{
    VeerVec3 relative = sub3(view->velocity, other->velocity);
    VeerVec3 across = cross3(relative, other->offset);
    return length3(across) <= VEER_HEAD_ON_3D * length3(relative) * length3(other->offset) * 1.001f;
}

static void orca3_every_velocity_of_the_half_space_is_safe(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_SPATIAL);
    for (int i = 0; i < CASES; i++) {
        VeerNeighbour other = roll_neighbour(&dice, 1.01f);
        other.share = 1.0f;
        view.velocity = roll_vec(&dice, 2.0, false);
        VeerHalfSpace space = space_of(&view, &other);
        assert_float_equal(length3(space.normal), 1.0f, 1e-6f);
        for (int k = 0; k < 8; k++) {
            VeerVec3 v = roll_vec(&dice, 4.0, false);
            v = along3(v, space.normal, space.distance - dot3(space.normal, v));
            assert_true(least_distance(other.offset, sub3(v, other.velocity)) >=
                        1.0 + (double)other.radius);
        }
    }
}

static void orca3_change_is_the_least_that_helps(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_SPATIAL);
    view.memory.crowd.jam = 1.0f; // without the margin of those at ease
    for (int i = 0; i < CASES / 8; i++) {
        VeerNeighbour other = roll_neighbour(&dice, 1.1f);
        other.share = 1.0f;
        view.velocity = roll_vec(&dice, 2.0, false);
        VeerVec3 relative = sub3(view.velocity, other.velocity);
        if (is_head_on(&view, &other)) {
            continue;
        }
        VeerHalfSpace space = space_of(&view, &other);
        float change = space.distance - dot3(space.normal, view.velocity);
        double reach = (1.0 + (double)other.radius) * (1.0 + (double)VEER_AVOID_SKIN);
        if (least_distance(other.offset, relative) >= reach) {
            continue;
        }
        for (int k = 0; k < 500; k++) {
            // 1e-4 is for rounding, and for head-on, which goes right by up to 1e-3 more.
            VeerVec3 direction = unit3(roll_vec(&dice, 1.0, false), vec3(1.0f, 0.0f, 0.0f));
            VeerVec3 v = along3(relative, direction, change * (1.0f - 1e-3f) - 1e-4f);
            assert_true(least_distance(other.offset, v) < reach);
        }
    }
}

static void orca3_of_a_flat_scene_is_that_of_the_plane(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerAvoidParams params = veer_avoid_params_default();
    VeerView view = make_view(VEER_SPATIAL);
    for (int i = 0; i < CASES; i++) {
        VeerNeighbour other = roll_neighbour(&dice, 0.3f);
        other.offset.z = other.velocity.z = 0.0f;
        view.velocity = roll_vec(&dice, 2.0, true);
        if (is_head_on(&view, &other)) {
            continue;
        }
        VeerHalfSpace space = space_of(&view, &other);
        VeerHalfSpace plane = veer_orca2_body(&view, &params, &other);
        // Rounding of the lateral velocity, where it is short, turns the normal by more than 1e-6.
        assert_float_equal(space.normal.x, plane.normal.x, 1e-4f);
        assert_float_equal(space.normal.y, plane.normal.y, 1e-4f);
        assert_float_equal(space.distance, plane.distance, 1e-4f);
    }
}

static void orca3_overlap_is_left_at_a_bounded_speed(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerNeighbour other = make_neighbour(vec3(0.0f, 0.0f, 0.5f), vec3(0.0f, 0.0f, 0.0f));
    VeerAvoidResult answer = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f));
    assert_float_equal(answer.velocity.z, -1.0f, 1e-4f);
}

static void orca3_coincident_two_go_opposite_ways(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerNeighbour other = make_neighbour(vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    for (uint32_t id = 2; id < 500; id++) {
        view.id = 1;
        other.id = id;
        VeerVec3 one = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f)).velocity;
        view.id = id;
        other.id = 1;
        VeerVec3 two = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f)).velocity;
        assert_true(length3(one) > 0.9f);
        assert_true(length3(add3(one, two)) <= 1e-5f);
    }
}

static void orca3_coincident_ids_of_one_direction_go_along_x(void **state)
{
    (void)state;
    assert_true(same_bits3(spread_apart3(7, 7), vec3(1.0f, 0.0f, 0.0f)));
}

static void orca3_any_finite_view_gets_a_finite_answer(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < CASES; i++) {
        WildView wild = roll_wild_view(&dice, VEER_SPATIAL);
        VeerVec3 v = ask_wild(&wild);
        assert_true(is_finite3(v));
        assert_true(length3(v) <= wild.view.max_speed);
    }
}

static double distance_to_box(VeerVec3 p, VeerWall box)
{
    double x = fmax(fmax((double)(box.a.x - p.x), (double)(p.x - box.b.x)), 0.0);
    double y = fmax(fmax((double)(box.a.y - p.y), (double)(p.y - box.b.y)), 0.0);
    double z = fmax(fmax((double)(box.a.z - p.z), (double)(p.z - box.b.z)), 0.0);
    return sqrt(x * x + y * y + z * z);
}

/// The least distance from the box on the way along v for 2 s: convex along the way.
static double least_distance_to_box(VeerWall box, VeerVec3 v)
{
    float lower = 0.0f, upper = 2.0f;
    for (int step = 0; step < 40; step++) {
        float one = lower + (upper - lower) / 3.0f, two = upper - (upper - lower) / 3.0f;
        if (distance_to_box(scale3(v, one), box) < distance_to_box(scale3(v, two), box)) {
            upper = two;
        } else {
            lower = one;
        }
    }
    return distance_to_box(scale3(v, lower), box);
}

/// A box that the agent (radius 1 m) does not touch; some of them flat, some points.
static VeerWall roll_box(Dice *dice)
{
    for (;;) {
        VeerVec3 a = roll_vec(dice, 6.0, false);
        VeerVec3 size = add3(roll_vec(dice, 3.0, false), vec3(3.0f, 3.0f, 3.0f));
        uint32_t kind = roll_below(dice, 5);
        if (kind == 0) {
            size = vec3(0.0f, 0.0f, 0.0f);
        } else if (kind == 1) {
            size.z = 0.0f;
        }
        VeerWall box = {a, add3(a, size)};
        if (distance_to_box(vec3(0.0f, 0.0f, 0.0f), box) > 1.02) {
            return box;
        }
    }
}

static void wall3_every_velocity_of_the_half_space_is_safe(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_SPATIAL);
    for (int i = 0; i < CASES; i++) {
        VeerWall box = roll_box(&dice);
        view.velocity = roll_vec(&dice, 4.0, false);
        VeerHalfSpace space = space_of_box(&view, box);
        assert_float_equal(length3(space.normal), 1.0f, 1e-6f);
        for (int k = 0; k < 4; k++) {
            VeerVec3 v = roll_vec(&dice, 4.0, false);
            v = along3(v, space.normal, space.distance - dot3(space.normal, v));
            assert_true(least_distance_to_box(box, v) >= 1.0);
        }
    }
}

static void wall3_half_space_touches_the_obstacle_nearest_to_the_velocity(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerView view = make_view(VEER_SPATIAL);
    for (int i = 0; i < CASES / 10; i++) {
        VeerWall box = roll_box(&dice);
        view.velocity = roll_vec(&dice, 4.0, false);
        VeerHalfSpace space = space_of_box(&view, box);
        float room = dot3(space.normal, view.velocity) - space.distance;
        const double reach = 1.0 + (double)VEER_AVOID_SKIN;
        bool is_inside = least_distance_to_box(box, view.velocity) < reach;
        // 1e-3 is for rounding of distances in float.
        float less = fabsf(room) * (1.0f - 1e-3f) - 1e-3f;
        for (int k = 0; k < 200 && less > 0.0f; k++) {
            VeerVec3 direction = unit3(roll_vec(&dice, 1.0, false), vec3(1.0f, 0.0f, 0.0f));
            VeerVec3 v = along3(view.velocity, direction, less);
            assert_true((least_distance_to_box(box, v) < reach) == is_inside);
        }
    }
}

static void wall3_too_near_is_left_gently(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerWall box = {vec3(0.99f, -5.0f, -5.0f), vec3(3.0f, 5.0f, 5.0f)};
    VeerHalfSpace space = space_of_box(&view, box);
    assert_float_equal(space.normal.x, -1.0f, 1e-6f);
    assert_true(space.distance > 0.05f && space.distance < 0.2f);
}

static void wall3_from_inside_leads_out_of_the_nearest_face(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerWall box = {vec3(-4.0f, -5.0f, -5.0f), vec3(6.0f, 5.0f, 0.5f)};
    assert_true(same_bits3(space_of_box(&view, box).normal, vec3(0.0f, 0.0f, 1.0f)));
    box = (VeerWall){vec3(-0.3f, -5.0f, -5.0f), vec3(6.0f, 5.0f, 5.0f)};
    assert_true(same_bits3(space_of_box(&view, box).normal, vec3(-1.0f, 0.0f, 0.0f)));
}

static void wall3_is_kept_before_bodies(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    VeerWall box = {vec3(-5.0f, -5.0f, -3.0f), vec3(5.0f, 5.0f, -1.0f)};
    VeerNeighbour other = make_neighbour(vec3(0.0f, 0.0f, 1.0f), vec3(0.0f, 0.0f, -2.0f));
    other.share = 1.0f;
    view.walls = &box;
    view.wall_count = 1;
    assert_true(meet(&view, &other, vec3(0.0f, 0.0f, -1.0f)).velocity.z >= 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca3_alone_keeps_velocity),
        cmocka_unit_test(orca3_head_on_keeps_right),
        cmocka_unit_test(orca3_head_on_along_up_takes_opposite_sides),
        cmocka_unit_test(orca3_every_velocity_of_the_half_space_is_safe),
        cmocka_unit_test(orca3_change_is_the_least_that_helps),
        cmocka_unit_test(orca3_of_a_flat_scene_is_that_of_the_plane),
        cmocka_unit_test(orca3_overlap_is_left_at_a_bounded_speed),
        cmocka_unit_test(orca3_coincident_two_go_opposite_ways),
        cmocka_unit_test(orca3_coincident_ids_of_one_direction_go_along_x),
        cmocka_unit_test(orca3_any_finite_view_gets_a_finite_answer),
        cmocka_unit_test(wall3_every_velocity_of_the_half_space_is_safe),
        cmocka_unit_test(wall3_half_space_touches_the_obstacle_nearest_to_the_velocity),
        cmocka_unit_test(wall3_too_near_is_left_gently),
        cmocka_unit_test(wall3_from_inside_leads_out_of_the_nearest_face),
        cmocka_unit_test(wall3_is_kept_before_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
