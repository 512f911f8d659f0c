// The avoidance models by name and default.
#include "avoid/view_maker.h"

static void model_names_are_those_of_scenario_files(void **state)
{
    (void)state;
    assert_string_equal(veer_avoid_model_name(VEER_AVOID_NONE), "none");
    assert_string_equal(veer_avoid_model_name(VEER_AVOID_ORCA), "orca");
}

static void model_of_no_name_is_null(void **state)
{
    (void)state;
    assert_null(veer_avoid_model_name(VEER_AVOID_MODEL_COUNT));
    assert_null(veer_avoid_model_name((VeerAvoidModel)99));
}

static void model_defaults_are_in_range(void **state)
{
    (void)state;
    VeerAvoidParams params = veer_avoid_params_default();
    assert_true(params.sense_range > 0.0f);
    assert_true(params.time_horizon > 0.0f && params.time_horizon_obstacles > 0.0f);
    assert_true(params.max_neighbours > 0 && params.max_neighbours <= VEER_MAX_NEIGHBOURS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_names_are_those_of_scenario_files),
        cmocka_unit_test(model_of_no_name_is_null),
        cmocka_unit_test(model_defaults_are_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
