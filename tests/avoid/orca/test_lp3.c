// Velocity programs in space, against every point where the optimum can lie.
#include "avoid/orca/program_cases.h"

#include "avoid/orca/lp.h"

#define SEED 20213u
#define CASES 2500

static VeerVec3 solve(const ProgramCase *c)
{
    VeerLpDef def = {c->planes, c->count, c->hard_count, c->limit, VEER_SPATIAL};
    return veer_lp_solve(&def, c->preferred);
}

static void lp3_is_optimal(void **state)
{
    (void)state;
    assert_all_optimal(solve, SEED, CASES, false);
}

static void lp3_of_flat_planes_is_optimal(void **state)
{
    (void)state;
    assert_all_optimal(solve, SEED, CASES, true);
}

static void lp3_does_not_depend_on_order(void **state)
{
    (void)state;
    assert_order_is_nothing(solve, SEED, CASES, false);
}

static void lp3_without_planes_keeps_the_preferred_velocity(void **state)
{
    (void)state;
    VeerVec3 v =
        veer_lp_solve(&(VeerLpDef){NULL, 0, 0, 1.0f, VEER_SPATIAL}, vec3(0.3f, -0.4f, 0.5f));
    assert_true(v.x == 0.3f && v.y == -0.4f && v.z == 0.5f);
}

static void lp3_breaks_soft_planes_before_hard_ones(void **state)
{
    (void)state;
    VeerHalfSpace spaces[2] = {{{0.0f, 0.0f, 1.0f}, 0.2f}, {{0.0f, 0.0f, -1.0f}, 0.2f}};
    VeerVec3 v =
        veer_lp_solve(&(VeerLpDef){spaces, 2, 1, 1.0f, VEER_SPATIAL}, vec3(0.5f, 0.1f, 0.0f));
    assert_float_equal(v.x, 0.5f, 1e-5f);
    assert_float_equal(v.y, 0.1f, 1e-5f);
    assert_float_equal(v.z, 0.2f, 1e-5f);
}

static void lp3_beyond_the_limit_goes_as_far_as_it_can(void **state)
{
    (void)state;
    VeerHalfSpace space = {{0.0f, 0.0f, 1.0f}, 3.0f};
    VeerVec3 v =
        veer_lp_solve(&(VeerLpDef){&space, 1, 0, 1.0f, VEER_SPATIAL}, vec3(0.0f, 0.0f, -1.0f));
    assert_float_equal(v.z, 1.0f, 1e-5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lp3_is_optimal),
        cmocka_unit_test(lp3_of_flat_planes_is_optimal),
        cmocka_unit_test(lp3_does_not_depend_on_order),
        cmocka_unit_test(lp3_without_planes_keeps_the_preferred_velocity),
        cmocka_unit_test(lp3_breaks_soft_planes_before_hard_ones),
        cmocka_unit_test(lp3_beyond_the_limit_goes_as_far_as_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
