// The constants of the sources, those that fit a ship, and what is refused.
#include "avoid/model.h"
#include "avoid/view_maker.h"

static void presets_are_those_of_the_sources(void **state)
{
    (void)state;
    VeerMagnets magnets = veer_avoid_params_for(VEER_AVOID_MAGNETS).magnets;
    assert_true(magnets.range == 3.0f && magnets.push == 1.0f && magnets.exponent == 1.0f);
    assert_true(magnets.pull == 1.0f && magnets.pull_per_body == 4.0f);
    assert_true(magnets.least_gap == 1e-4f);
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_POTENTIAL);
    VeerPotential potential = params.potential;
    assert_true(params.sense_range == 175.0f);
    assert_true(potential.goal_pull == 10.0f && potential.goal_exponent == 0.0f);
    assert_true(potential.friend_pull == 2.0f && potential.friend_exponent == 1e-5f);
    assert_true(potential.push == 2000.0f && potential.push_exponent == 1.5f);
    VeerWhiskers whiskers = veer_avoid_params_for(VEER_AVOID_WHISKERS).whiskers;
    assert_true(whiskers.look_ahead == 150.0f && whiskers.width == 1.0f);
    assert_true(whiskers.safe_own == 1.85f && whiskers.safe_other == 0.85f);
    assert_true(fabsf(whiskers.inside_turn - 2.0734512f) < 1e-6f && whiskers.probe_step == 0.0f);
    VeerRays rays = veer_avoid_params_for(VEER_AVOID_RAYS).rays;
    // 50 N, and density 20 times the area of a disc of radius 0.23.
    assert_true(fabs((double)rays.acceleration - 50.0 / (20.0 * acos(-1.0) * 0.23 * 0.23)) < 1e-5);
    assert_true(rays.look_ahead == 1.0f && rays.separation == 2.2f);
    assert_true(rays.separation_range == 4.0f && rays.flocking == 0.0f);
    assert_true(rays.hit == VEER_RAYS_NEAREST_HIT);
}

static void presets_of_no_model_are_the_default(void **state)
{
    (void)state;
    VeerAvoidParams params = veer_avoid_params_for((VeerAvoidModel)99);
    assert_true(params.sense_range == veer_avoid_params_default().sense_range);
}

/// The thruster ship of the sources, with the turn rate of the potential's or of the whiskers'.
static VeerShipClass source_ship(float turn_rate)
{
    return (VeerShipClass){120.0f, 250.0f, turn_rate, 15.0f};
}

static void ship_of_the_source_gets_the_source_constants(void **state)
{
    (void)state;
    VeerShipClass ship = source_ship(4.712389f);
    VeerAvoidParams params = veer_avoid_params_for_ship(VEER_AVOID_POTENTIAL, &ship);
    assert_true(fabsf(params.potential.push - 2000.0f) < 40.0f);
    assert_true(fabsf(params.potential.friend_pull - 2.0f) < 0.02f);
    assert_true(fabsf(params.sense_range - 175.0f) < 2.0f);
    assert_true(params.potential.goal_pull == 10.0f && params.potential.push_exponent == 1.5f);
    ship = source_ship(3.1415927f);
    params = veer_avoid_params_for_ship(VEER_AVOID_WHISKERS, &ship);
    assert_true(fabsf(params.whiskers.look_ahead - 150.0f) < 1.0f);
    assert_true(fabsf(params.whiskers.safe_own - 1.85f) < 0.1f);
}

/// How far ahead a model of a ship begins to act on a body, m.
static float foresight(VeerAvoidModel model, const VeerShipClass *ship)
{
    VeerAvoidParams params = veer_avoid_params_for_ship(model, ship);
    assert_true(veer_avoid_params_are_valid(model, &params));
    switch (model) {
    case VEER_AVOID_POTENTIAL:
        return powf(params.potential.push / params.potential.goal_pull, 1.0f / 1.5f);
    case VEER_AVOID_WHISKERS:
        return params.whiskers.look_ahead;
    case VEER_AVOID_MAGNETS:
        return params.magnets.range;
    case VEER_AVOID_RAYS:
        return params.rays.look_ahead;
    default:
        return params.time_horizon;
    }
}

static void ship_that_is_clumsy_avoids_from_further(void **state)
{
    (void)state;
    VeerShipClass nimble = {120.0f, 1000.0f, 9.0f, 15.0f}, clumsy = {120.0f, 12.0f, 0.3f, 15.0f};
    const VeerAvoidModel models[] = {VEER_AVOID_POTENTIAL, VEER_AVOID_WHISKERS, VEER_AVOID_MAGNETS,
                                     VEER_AVOID_RAYS, VEER_AVOID_CROWD};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        assert_true(foresight(models[i], &clumsy) > 1.5f * foresight(models[i], &nimble));
    }
}

static void ship_at_the_ends_of_the_range_is_valid(void **state)
{
    (void)state;
    const VeerShipClass ships[] = {{1e6f, 1e-30f, 1e-30f, 1e6f},
                                   {1e-20f, INFINITY, INFINITY, 0.0f},
                                   {1e6f, INFINITY, INFINITY, 0.0f},
                                   {1e-20f, 1e-20f, 1e-20f, 1e-20f}};
    for (size_t i = 0; i < sizeof ships / sizeof *ships; i++) {
        for (int model = 0; model < VEER_AVOID_MODEL_COUNT; model++) {
            VeerAvoidParams params = veer_avoid_params_for_ship((VeerAvoidModel)model, &ships[i]);
            assert_true(veer_avoid_params_are_valid((VeerAvoidModel)model, &params));
        }
    }
}

static void ship_that_is_none_gets_the_source_constants(void **state)
{
    (void)state;
    const VeerShipClass ships[] = {{0.0f, 1.0f, 1.0f, 1.0f},
                                   {1.0f, -1.0f, 1.0f, 1.0f},
                                   {1.0f, 1.0f, NAN, 1.0f},
                                   {1.0f, 1.0f, 1.0f, INFINITY}};
    for (size_t i = 0; i < sizeof ships / sizeof *ships; i++) {
        VeerAvoidParams params = veer_avoid_params_for_ship(VEER_AVOID_POTENTIAL, &ships[i]);
        assert_true(params.potential.push == 2000.0f && params.sense_range == 175.0f);
    }
}

/// Whether a model refuses its preset with one of its numbers (of 32 bits) made another.
static bool refuses(VeerAvoidModel model, size_t index, float value)
{
    VeerAvoidParams params = veer_avoid_params_for(model);
    unsigned char *constants = (unsigned char *)&params + offsetof(VeerAvoidParams, magnets);
    memcpy(constants + index * sizeof value, &value, sizeof value);
    return !veer_avoid_params_are_valid(model, &params);
}

static void params_of_each_model_must_be_numbers(void **state)
{
    (void)state;
    const size_t counts[VEER_AVOID_MODEL_COUNT] = {
        [VEER_AVOID_MAGNETS] = 6, [VEER_AVOID_POTENTIAL] = 6, [VEER_AVOID_WHISKERS] = 6,
        [VEER_AVOID_RAYS] = 6,    [VEER_AVOID_CUSTOM] = 6,
    };
    for (int model = 0; model < VEER_AVOID_MODEL_COUNT; model++) {
        for (size_t i = 0; i < counts[model]; i++) {
            assert_true(refuses((VeerAvoidModel)model, i, NAN));
            assert_true(refuses((VeerAvoidModel)model, i, INFINITY));
            assert_true(refuses((VeerAvoidModel)model, i, -INFINITY));
        }
    }
}

static void params_of_both_orders_are_in_range(void **state)
{
    (void)state;
    VeerAvoidParams params = veer_avoid_params_default();
    assert_true(veer_avoid_params_are_valid(VEER_AVOID_CROWD, &params));
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_MODEL_COUNT, &params));
    params.max_neighbours = VEER_MAX_NEIGHBOURS + 1;
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_CROWD, &params));
    params = veer_avoid_params_default();
    params.time_horizon = 0.0f;
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_CROWD, &params));
    params = veer_avoid_params_default();
    params.time_horizon_obstacles = INFINITY;
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_CROWD, &params));
    params = veer_avoid_params_default();
    params.sense_range = -1.0f;
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_CROWD, &params));
}

static void params_tidied_keep_what_the_model_uses_alone(void **state)
{
    (void)state;
    for (int i = 0; i < VEER_AVOID_MODEL_COUNT; i++) {
        VeerAvoidModel model = (VeerAvoidModel)i;
        VeerAvoidParams clean, dirty;
        memset(&clean, 0, sizeof clean);
        memset(&dirty, 0x5a, sizeof dirty);
        VeerAvoidParams source = veer_avoid_params_for(model);
        source = veer_avoid_params_tidy(model, &source);
        assert_true(veer_avoid_params_are_valid(model, &source));
        VeerAvoidParams again = veer_avoid_params_tidy(model, &source);
        assert_memory_equal(&source, &again, sizeof again);
        clean = veer_avoid_params_tidy(model, &clean);
        dirty = veer_avoid_params_tidy(model, &dirty);
        if (model == VEER_AVOID_CROWD || model == VEER_AVOID_ORCA || model == VEER_AVOID_NONE) {
            assert_memory_equal(&clean.magnets, &dirty.magnets, sizeof clean.magnets);
        }
    }
}

static void model_for_a_body_is_by_what_limits_it(void **unused)
{
    (void)unused;
    VeerMotionLimits limits = {3.0f, INFINITY, 2.0f, INFINITY};
    assert_int_equal(veer_avoid_model_for(VEER_VEHICLE_FREE, &limits), VEER_AVOID_CROWD);
    assert_int_equal(veer_avoid_model_for(VEER_VEHICLE_THRUSTER, &limits), VEER_AVOID_PILOT);
    limits.max_turn_rate = 2.0f;
    assert_int_equal(veer_avoid_model_for(VEER_VEHICLE_FREE, &limits), VEER_AVOID_PILOT);
    limits = (VeerMotionLimits){3.0f, 4.0f, INFINITY, INFINITY};
    assert_int_equal(veer_avoid_model_for(VEER_VEHICLE_FREE, &limits), VEER_AVOID_PILOT);
    assert_int_equal(veer_avoid_model_for(VEER_VEHICLE_FREE, NULL), VEER_AVOID_PILOT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_those_of_the_sources),
        cmocka_unit_test(presets_of_no_model_are_the_default),
        cmocka_unit_test(ship_of_the_source_gets_the_source_constants),
        cmocka_unit_test(ship_that_is_clumsy_avoids_from_further),
        cmocka_unit_test(ship_at_the_ends_of_the_range_is_valid),
        cmocka_unit_test(ship_that_is_none_gets_the_source_constants),
        cmocka_unit_test(model_for_a_body_is_by_what_limits_it),
        cmocka_unit_test(params_of_each_model_must_be_numbers),
        cmocka_unit_test(params_of_both_orders_are_in_range),
        cmocka_unit_test(params_tidied_keep_what_the_model_uses_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
