// Discs that overlap already, or lie on each other.
#include "orca2_maker.h"

static void orca2_overlap_is_left_at_a_bounded_speed(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(0.5f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    VeerAvoidResult answer = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f));
    // Half of the least of max speed (2 m/s) and overlap in VEER_SEPARATION_TIME (15 m/s).
    assert_float_equal(answer.velocity.x, -1.0f, 1e-4f);
    assert_float_equal(answer.velocity.y, 0.0f, 1e-4f);
}

static void orca2_small_overlap_is_left_slowly(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(1.99f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    VeerAvoidResult answer = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f));
    assert_true(answer.velocity.x < -0.01f && answer.velocity.x > -0.2f);
}

static void orca2_coincident_two_go_opposite_ways(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    for (uint32_t id = 2; id < 500; id++) {
        view.id = 1;
        other.id = id;
        VeerVec3 one = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f)).velocity;
        view.id = id;
        other.id = 1;
        VeerVec3 two = meet(&view, &other, vec3(0.0f, 0.0f, 0.0f)).velocity;
        assert_true(length3(one) > 0.9f);
        assert_true(one.x == -two.x && one.y == -two.y);
    }
}

static void orca2_coincident_ids_of_one_direction_go_along_x(void **state)
{
    (void)state;
    // Ids that only an obstacle and an agent can share.
    VeerVec2 apart = spread_apart2(7, 7);
    assert_true(apart.x == 1.0f && apart.y == 0.0f);
}

static void orca2_coincident_many_spread_over_all_directions(void **state)
{
    (void)state;
    uint32_t per_octant[8] = {0};
    for (uint32_t id = 1; id <= 64; id++) {
        VeerVec2 d = spread_turn(spread_fraction(id, 2654435769u));
        assert_float_equal(length2(d), 1.0f, 1e-6f);
        per_octant[(d.x > 0.0f ? 1 : 0) + (d.y > 0.0f ? 2 : 0) +
                   (fabsf(d.x) > fabsf(d.y) ? 4 : 0)]++;
    }
    for (int i = 0; i < 8; i++) {
        assert_true(per_octant[i] >= 4);
    }
}

static void orca2_zero_radii_pass(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    view.radius = 0.0f;
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(1.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    other.radius = 0.0f;
    assert_true(is_finite3(meet(&view, &other, view.velocity).velocity));
    other.offset = vec3(0.0f, 0.0f, 0.0f);
    assert_true(is_finite3(meet(&view, &other, view.velocity).velocity));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca2_overlap_is_left_at_a_bounded_speed),
        cmocka_unit_test(orca2_small_overlap_is_left_slowly),
        cmocka_unit_test(orca2_coincident_two_go_opposite_ways),
        cmocka_unit_test(orca2_coincident_ids_of_one_direction_go_along_x),
        cmocka_unit_test(orca2_coincident_many_spread_over_all_directions),
        cmocka_unit_test(orca2_zero_radii_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
