// Paths are kept for as long as nothing cuts them.
#include "veer/scenario.h"
#include "world/world_maker.h"

#include <string.h>

enum { AGENTS = 60, SECONDS = 40 };

// Bodies of several sizes share a class, whose cells are free for the widest: the paths of others
// lead nearer to walls, and were found to be cut by these whenever they were looked at.
static void paths_through_a_maze_are_kept(void **unused)
{
    (void)unused;
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = AGENTS;
    const char *text = veer_scene_text("maze");
    assert_int_equal(veer_scenario_read("maze", text, strlen(text), &options, &scenario, &error),
                     VEER_OK);
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, &error), VEER_OK);
    float dt = veer_scenario_info(scenario).dt;
    uint32_t planned = 0;
    for (int tick = 0; (float)tick * dt < (float)SECONDS; tick++) {
        assert_int_equal(veer_world_step(world, dt), VEER_OK);
        planned += veer_world_plan_stats(world).planned;
    }
    assert_in_range(planned, AGENTS, 3 * AGENTS);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_through_a_maze_are_kept),
    };
    return cmocka_run_group_tests_name("world.route.kept", tests, NULL, NULL);
}
