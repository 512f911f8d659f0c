/// Scenarios from short texts, for tests.
#ifndef VEER_TEST_SCENARIO_MAKER_H
#define VEER_TEST_SCENARIO_MAKER_H

#include "support/suite.h"
#include "veer/scenario.h"

#include <stdio.h>
#include <string.h>

/// Reads a text that must be right.
static inline VeerScenario *read_with(const char *text, const VeerScenarioOptions *options)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    if (veer_scenario_read("test.json", text, strlen(text), options, &scenario, &error) !=
        VEER_OK) {
        fail_msg("%s", error.text);
    }
    return scenario;
}

static inline VeerScenario *read_text(const char *text)
{
    return read_with(text, NULL);
}

/// Starts a scenario that must start.
static inline VeerWorld *start(VeerScenario *scenario)
{
    VeerWorld *world = NULL;
    VeerInputError error = {{0}};
    if (veer_scenario_start(scenario, NULL, NULL, &world, &error) != VEER_OK) {
        fail_msg("%s", error.text);
    }
    return world;
}

/// Takes a world through some ticks with its timeline.
static inline void run(VeerScenario *scenario, VeerWorld *world, uint32_t ticks)
{
    float dt = veer_scenario_info(scenario).dt;
    for (uint32_t i = 0; i < ticks; i++) {
        assert_int_equal(veer_scenario_update(scenario, world), VEER_OK);
        assert_int_equal(veer_world_step(world, dt), VEER_OK);
    }
}

/// The hash after some ticks of a new world.
static inline uint64_t hash_after(VeerScenario *scenario, uint32_t ticks)
{
    VeerWorld *world = start(scenario);
    run(scenario, world, ticks);
    uint64_t hash = veer_world_hash(world);
    veer_world_destroy(world);
    return hash;
}

/// Reads a text that must be wrong, and says what the error is.
static inline void assert_error_with(const char *text, const VeerScenarioOptions *options,
                                     const char *expected)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(veer_scenario_read("f.json", text, strlen(text), options, &scenario, &error),
                     VEER_BAD_VALUE);
    assert_null(scenario);
    assert_string_equal(error.text, expected);
}

#endif
