// Worlds on threads: the same bits for any number of workers, and reads while models are asked.
#include "world/busy_world.h"

#include "veer/threads.h"

static void bits_are_the_same_for_any_number_of_workers(void **unused)
{
    (void)unused;
    const uint32_t counts[] = {1, 2, 4, 7};
    for (int space = 0; space < 2; ++space) {
        uint64_t alone = busy_future_of((VeerSpace)space, (VeerTasks){0}, NULL);
        for (int i = 0; i < 4; ++i) {
            VeerThreads *threads = NULL;
            assert_int_equal(veer_threads_create(counts[i], &threads), VEER_OK);
            VeerTasks tasks = veer_threads_tasks(threads);
            assert_true(busy_future_of((VeerSpace)space, tasks, NULL) == alone);
            veer_threads_destroy(threads);
        }
    }
}

static void bits_are_the_same_for_any_instructions(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        VeerWorldDef def = busy_def((VeerSpace)space, (VeerTasks){0});
        uint64_t widest = busy_future_of((VeerSpace)space, (VeerTasks){0}, NULL);
        for (int isa = VEER_ISA_BASE; veer_isa_name((VeerIsa)isa); ++isa) {
            def.isa = (VeerIsa)isa;
            Busy busy = make_busy_of(&def, NULL);
            assert_int_equal(veer_world_def(busy.world).isa, isa);
            assert_true(busy_future(&busy, BUSY_TICKS) == widest);
            veer_world_destroy(busy.world);
        }
    }
}

static void instructions_that_the_machine_lacks_are_refused(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    for (int isa = VEER_ISA_COUNT; isa < VEER_ISA_COUNT + 3; ++isa) {
        def.isa = (VeerIsa)isa;
        assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
        assert_null(world);
    }
}

/// Reads the world while it decides, on workers; and tries to end it.
static VeerAvoidResult read_and_decide(const VeerView *view, const VeerAvoidParams *params,
                                       VeerVec3 preferred, void *user)
{
    VeerWorld *world = user;
    uint32_t count = 7;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot += 50) {
        VeerAgentState state = read_agent(world, veer_agent_at(world, slot));
        assert_true(length3(state.safe_velocity) == 0.0f && !state.is_avoiding);
        assert_true(length3(state.preferred_velocity) > 0.0f);
    }
    (void)veer_world_events(world, &count);
    assert_int_equal(count, 0);
    assert_int_equal(veer_world_hash(world), 0);
    veer_world_destroy(world);
    return veer_avoid_crowd(view, params, preferred);
}

/// Two ranges at a time, each on a thread of its own.
static void world_is_read_while_models_are_asked(void **unused)
{
    (void)unused;
    VeerThreads *threads;
    assert_int_equal(veer_threads_create(4, &threads), VEER_OK);
    VeerWorld *world = make_crowd(veer_threads_tasks(threads));
    VeerWorld *calm = make_crowd((VeerTasks){0, NULL, NULL});
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_CUSTOM);
    veer_world_set_avoid_callback(world, 0, read_and_decide, world);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentId agent = veer_agent_at(world, slot);
        assert_int_equal(veer_agent_set_avoidance(world, agent, VEER_AVOID_CUSTOM, &params),
                         VEER_OK);
    }
    step_times(world, 3, TICK);
    step_times(calm, 3, TICK);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerVec3 place = read_agent(world, veer_agent_at(world, slot)).position;
        VeerVec3 other = read_agent(calm, veer_agent_at(calm, slot)).position;
        assert_memory_equal(&place, &other, sizeof place);
    }
    veer_world_destroy(world);
    veer_world_destroy(calm);
    veer_threads_destroy(threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_the_same_for_any_number_of_workers),
        cmocka_unit_test(bits_are_the_same_for_any_instructions),
        cmocka_unit_test(instructions_that_the_machine_lacks_are_refused),
        cmocka_unit_test(world_is_read_while_models_are_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
