// Velocity programs in the plane, against every point where the optimum can lie.
#include "avoid/orca/program_cases.h"

#include "avoid/orca/lp.h"

#define SEED 20211u
#define CASES 6000

static VeerVec3 solve(const ProgramCase *c)
{
    VeerLpDef def = {c->planes, c->count, c->hard_count, c->limit, VEER_PLANAR};
    return veer_lp_solve(&def, c->preferred);
}

static VeerVec2 solve2(const VeerHalfSpace *planes, uint32_t count, uint32_t hard_count,
                       float limit, VeerVec2 preferred)
{
    VeerLpDef def = {planes, count, hard_count, limit, VEER_PLANAR};
    return plane2(veer_lp_solve(&def, vec3(preferred.x, preferred.y, 0.0f)));
}

static void lp2_is_optimal(void **state)
{
    (void)state;
    assert_all_optimal(solve, SEED, CASES, true);
}

static void lp2_does_not_depend_on_order(void **state)
{
    (void)state;
    assert_order_is_nothing(solve, SEED, CASES, true);
}

static void lp2_second_choice_is_that_of_a_fresh_program(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < CASES; i++) {
        ProgramCase c = roll_program(&dice, true);
        VeerLpRegion region;
        veer_lp_open(&region, &(VeerLpDef){c.planes, c.count, c.hard_count, c.limit, VEER_PLANAR});
        VeerVec3 first = veer_lp_choose(&region, c.preferred);
        c.preferred = vec3(-0.5f * c.preferred.y, 0.5f * c.preferred.x, 0.0f);
        VeerVec3 second = veer_lp_choose(&region, c.preferred);
        assert_true(is_finite3(first));
        assert_optimal(&c, second);
    }
}

static void lp2_without_planes_keeps_the_preferred_velocity(void **state)
{
    (void)state;
    VeerVec2 preferred = vec2(0.3f, -0.4f);
    VeerVec2 v = solve2(NULL, 0, 0, 1.0f, preferred);
    assert_true(v.x == preferred.x && v.y == preferred.y);
}

static void lp2_keeps_the_speed_limit(void **state)
{
    (void)state;
    VeerVec2 v = solve2(NULL, 0, 0, 1.0f, vec2(30.0f, -40.0f));
    assert_true(sqrtf(v.x * v.x + v.y * v.y) <= 1.0f);
    assert_float_equal(v.x, 0.6f, 1e-6f);
}

static void lp2_between_opposed_planes_stays_near_the_preferred_velocity(void **state)
{
    (void)state;
    // Nowhere is there room; on y = 0 both are broken alike, and there x is free.
    VeerHalfSpace planes[2] = {{{0.0f, 1.0f, 0.0f}, 0.2f}, {{0.0f, -1.0f, 0.0f}, 0.2f}};
    VeerVec2 v = solve2(planes, 2, 0, 1.0f, vec2(0.5f, 0.1f));
    assert_float_equal(v.x, 0.5f, 1e-5f);
    assert_float_equal(v.y, 0.0f, 1e-5f);
}

static void lp2_breaks_soft_planes_before_hard_ones(void **state)
{
    (void)state;
    VeerHalfSpace planes[2] = {{{0.0f, 1.0f, 0.0f}, 0.2f}, {{0.0f, -1.0f, 0.0f}, 0.2f}};
    VeerVec2 v = solve2(planes, 2, 1, 1.0f, vec2(0.5f, 0.0f));
    assert_float_equal(v.x, 0.5f, 1e-5f);
    assert_float_equal(v.y, 0.2f, 1e-5f);
}

static void lp2_beyond_the_limit_goes_as_far_as_it_can(void **state)
{
    (void)state;
    VeerHalfSpace plane = {{1.0f, 0.0f, 0.0f}, 3.0f};
    VeerVec2 v = solve2(&plane, 1, 0, 1.0f, vec2(-1.0f, 0.0f));
    assert_float_equal(v.x, 1.0f, 1e-5f);
}

static void lp2_far_program_takes_the_end_of_the_line(void **state)
{
    (void)state;
    VeerHalfSpace plane = {{0.0f, -1.0f, 0.0f}, 0.0f};
    VeerLpRegion region;
    veer_lp_open(&region, &(VeerLpDef){&plane, 1, 0, 1.0f, VEER_PLANAR});
    VeerLp program = {&region, 1, 1.0f, 1e-6f, {1.0f, 1.0f, 0.0f}, true};
    VeerVec3 v;
    assert_int_equal(veer_lp_reach(&program, &v), 1);
    assert_float_equal(v.x, 1.0f, 1e-6f);
    assert_float_equal(v.y, 0.0f, 1e-6f);
}

static void lp2_far_program_without_direction_stays_near_zero(void **state)
{
    (void)state;
    VeerHalfSpace plane = {{0.0f, -1.0f, 0.0f}, 0.5f};
    VeerLpRegion region;
    veer_lp_open(&region, &(VeerLpDef){&plane, 1, 0, 1.0f, VEER_PLANAR});
    VeerLp program = {&region, 1, 1.0f, 1e-6f, {0.0f, 0.0f, 0.0f}, true};
    VeerVec3 v;
    assert_int_equal(veer_lp_reach(&program, &v), 1);
    assert_float_equal(v.x, 0.0f, 1e-6f);
    assert_float_equal(v.y, -0.5f, 1e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lp2_is_optimal),
        cmocka_unit_test(lp2_does_not_depend_on_order),
        cmocka_unit_test(lp2_second_choice_is_that_of_a_fresh_program),
        cmocka_unit_test(lp2_without_planes_keeps_the_preferred_velocity),
        cmocka_unit_test(lp2_keeps_the_speed_limit),
        cmocka_unit_test(lp2_between_opposed_planes_stays_near_the_preferred_velocity),
        cmocka_unit_test(lp2_breaks_soft_planes_before_hard_ones),
        cmocka_unit_test(lp2_beyond_the_limit_goes_as_far_as_it_can),
        cmocka_unit_test(lp2_far_program_takes_the_end_of_the_line),
        cmocka_unit_test(lp2_far_program_without_direction_stays_near_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
