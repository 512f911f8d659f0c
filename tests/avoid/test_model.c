// The avoidance models by name and default.
#include "avoid/view_maker.h"

static void model_names_are_those_of_scenario_files(void **state)
{
    (void)state;
    const char *const names[] = {"none", "crowd", "magnets", "potential", "whiskers",
                                 "rays", "pilot", "orca",    "custom"};
    assert_int_equal(VEER_AVOID_MODEL_COUNT, sizeof names / sizeof *names);
    for (int i = 0; i < VEER_AVOID_MODEL_COUNT; i++) {
        assert_string_equal(veer_avoid_model_name((VeerAvoidModel)i), names[i]);
    }
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
    for (int i = 0; i < VEER_AVOID_MODEL_COUNT; i++) {
        VeerAvoidParams params = veer_avoid_params_for((VeerAvoidModel)i);
        assert_true(veer_avoid_params_are_valid((VeerAvoidModel)i, &params));
        assert_true(params.sense_range > 0.0f && params.max_neighbours > 0);
    }
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
