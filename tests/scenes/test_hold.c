// The invariants of the state, after each tick of every scene's first seconds.
#include "io/scenario/scenario_maker.h"

#include "world/host/check.h"

// Big scenes are cut down: it is kinds of state that count here.
enum { TICKS = 60, AGENTS = 100 };

static VeerScenario *read_scene(const char *name)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    VeerScenarioOptions options = veer_scenario_options_default();
    const char *text = veer_scene_text(name);
    options.agents = AGENTS;
    if (veer_scenario_read(name, text, strlen(text), &options, &scenario, &error) != VEER_OK) {
        options.agents = 0;
        assert_int_equal(veer_scenario_read(name, text, strlen(text), &options, &scenario, &error),
                         VEER_OK);
    }
    return scenario;
}

static void states_of_all_scenes_hold_after_each_tick(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        VeerScenario *scenario = read_scene(veer_scene_name(i));
        VeerWorld *world = start(scenario);
        VeerStateFault fault = {NULL, 0};
        for (int tick = 0; tick < TICKS; tick++) {
            veer_scenario_update(scenario, world);
            assert_int_equal(veer_world_step(world, veer_scenario_info(scenario).dt), VEER_OK);
            if (!veer_world_check(world, &fault)) {
                fail_msg("%s: %s of %u", veer_scene_name(i), fault.what, fault.slot);
            }
        }
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_all_scenes_hold_after_each_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
