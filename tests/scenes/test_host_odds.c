/// A host's ship in the field of the odds: limits are set, nothing is said of a model.
#include "support/suite.h"
#include "veer/scenario.h"

#include <string.h>

/// The ship of the scene goes, and one of a def comes in its place.
static VeerAgentId replace_ship(VeerWorld *world, VeerAvoidModel model)
{
    VeerAgentId agent = veer_agent_at(world, 0);
    VeerAgentState ship;
    assert_int_equal(veer_agent_get(world, agent, &ship), VEER_OK);
    VeerVec3 goal = {ship.position.x + 310.0f, ship.position.y, 0.0f};
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    VeerAgentDef def = veer_agent_def_default();
    def.position = ship.position;
    def.radius = 1.5f;
    def.max_speed = 14.0f;
    def.preferred_speed = 12.0f;
    def.max_acceleration = 15.0f;
    def.max_turn_rate = 3.0f;
    if (model != VEER_AVOID_DEFAULT) {
        def.model = model;
    }
    assert_int_equal(veer_agent_create(world, &def, &agent), VEER_OK);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 4.0f), VEER_OK);
    return agent;
}

/// Whether a ship arrives and never comes nearer to a rock than a thousandth of its radius.
static bool comes_through(uint64_t seed, VeerAvoidModel model)
{
    const char *text = veer_scene_text("odds");
    VeerScenarioOptions options = veer_scenario_options_default();
    options.has_seed = true;
    options.seed = seed;
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    assert_int_equal(veer_scenario_read("odds", text, strlen(text), &options, &scenario, NULL),
                     VEER_OK);
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, NULL), VEER_OK);
    VeerAgentId agent = replace_ship(world, model);
    VeerQueryFilter filter = veer_query_filter_default();
    filter.has_agents = false;
    VeerAgentState ship = {0};
    bool is_touched = false;
    for (int i = 0; i < 3600 && !is_touched && ship.status != VEER_AGENT_ARRIVED; i++) {
        assert_int_equal(veer_world_step(world, 1.0f / 60.0f), VEER_OK);
        assert_int_equal(veer_agent_get(world, agent, &ship), VEER_OK);
        is_touched = veer_world_find_in_ball(world, ship.position, 1.001f * ship.radius, &filter,
                                             NULL, 0) > 0 ||
                     ship.is_knocked;
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return !is_touched && ship.status == VEER_AGENT_ARRIVED;
}

static uint32_t count_through(VeerAvoidModel model, uint32_t seeds)
{
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        count += comes_through(seed, model);
    }
    return count;
}

static void ships_come_through_by_the_default(void **unused)
{
    (void)unused;
    uint32_t seeds = suite_seeds(40);
    assert_int_equal(count_through(VEER_AVOID_DEFAULT, seeds), seeds);
}

static void field_is_hard_for_others(void **unused)
{
    (void)unused;
    uint32_t seeds = suite_seeds(40);
    assert_in_range(count_through(VEER_AVOID_CROWD, seeds), 1, seeds / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ships_come_through_by_the_default),
        cmocka_unit_test(field_is_hard_for_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
