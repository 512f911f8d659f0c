// Crowds that meet head-on pass through each other wherever exactly they start: scene E14, shaken.
#include "world/world_maker.h"

enum { COLUMNS = 3, ROWS = 12, GROUP = COLUMNS * ROWS, SEEDS = 6 };

/// One of E14's, moved by up to `shake` m along x and y.
static VeerAgentId add_one(VeerWorld *world, Dice *dice, int number, float shake)
{
    bool is_first = number < GROUP;
    int place = number % GROUP;
    VeerAgentDef def = veer_agent_def_default();
    def.radius = 0.23f;
    def.max_speed = def.preferred_speed = 4.0f;
    def.position.x = (float)(place % COLUMNS) + (is_first ? 0.0f : 22.0f);
    def.position.y = 1.0f + (float)(place / COLUMNS);
    VeerVec3 goal = def.position;
    goal.x += is_first ? 22.0f : -22.0f;
    def.position.x += roll(dice, -shake, shake);
    def.position.y += roll(dice, -shake, shake);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 1.0f), VEER_OK);
    return agent;
}

/// How many of the two groups have been within 1 m of their goals after 8 s.
static int count_across(uint32_t seed, float shake)
{
    Dice dice = make_dice(seed);
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[2 * GROUP];
    bool is_across[2 * GROUP] = {false};
    for (int i = 0; i < 2 * GROUP; i++) {
        agents[i] = add_one(world, &dice, i, shake);
    }
    for (int tick = 0; tick < 8 * 60; tick++) {
        step_times(world, 1, TICK);
        for (int i = 0; i < 2 * GROUP; i++) {
            is_across[i] =
                is_across[i] || read_agent(world, agents[i]).status == VEER_AGENT_ARRIVED;
        }
    }
    int count = 0;
    for (int i = 0; i < 2 * GROUP; i++) {
        count += is_across[i];
    }
    veer_world_destroy(world);
    return count;
}

static void expect_all_across(float shake)
{
    for (uint32_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        print_message("seed %u, shaken by %g m\n", seed, (double)shake);
        assert_int_equal(count_across(seed, shake), 2 * GROUP);
    }
}

static void groups_moved_by_millimetres_are_across_in_eight_seconds(void **unused)
{
    (void)unused;
    expect_all_across(0.003f);
}

static void groups_moved_by_centimetres_are_across_in_eight_seconds(void **unused)
{
    (void)unused;
    expect_all_across(0.05f);
}

static void groups_moved_by_decimetres_are_across_in_eight_seconds(void **unused)
{
    (void)unused;
    expect_all_across(0.2f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_moved_by_millimetres_are_across_in_eight_seconds),
        cmocka_unit_test(groups_moved_by_centimetres_are_across_in_eight_seconds),
        cmocka_unit_test(groups_moved_by_decimetres_are_across_in_eight_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
