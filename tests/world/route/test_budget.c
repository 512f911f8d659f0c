// What a tick's budget of work pays for.
#include "world/map_maker.h"

enum { AGENTS = 40, LENGTH = 400, BUDGET = 2000 };

/// Agents side by side on open ground, all to go so far along x. @return those with a path after
/// one tick
static uint32_t plans_in_a_tick(float distance)
{
    VeerWorldDef def = map_def(LENGTH + 10, 2 * AGENTS + 2);
    def.map.budget = BUDGET;
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < AGENTS; i++) {
        float y = 1.0f + 2.0f * (float)i;
        (void)add_traveller(world, vec3(2.0f, y, 0.0f), vec3(2.0f + distance, y, 0.0f), 0.3f);
    }
    step_times(world, 1, TICK);
    VeerPlanStats stats = veer_world_plan_stats(world);
    assert_int_equal(stats.planned + stats.waiting, AGENTS);
    veer_world_destroy(world);
    return stats.planned;
}

// A search over open ground expands next to nothing, however far it goes: what is left is the path.
static void plans_are_paid_by_the_cells_of_their_paths(void **unused)
{
    (void)unused;
    assert_int_equal(plans_in_a_tick(4.0f), AGENTS);
    uint32_t far = plans_in_a_tick((float)LENGTH);
    assert_true(far >= 1 && far <= BUDGET / LENGTH + 1);
    uint32_t nearer = plans_in_a_tick(0.5f * (float)LENGTH);
    assert_true(nearer > far && nearer <= 2 * BUDGET / LENGTH + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_paid_by_the_cells_of_their_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
