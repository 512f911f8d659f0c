// Promises 2 and 3: save, run, restore, run gives equal hashes; and a step allocates nothing.
#include "world/busy_world.h"

#include "support/allocator.h"

enum { FUTURE = 90 };

static void run(Busy *busy, int from, int ticks, uint64_t *hashes)
{
    for (int i = 0; i < ticks; ++i) {
        stir(busy, from + i);
        step_times(busy->world, 1, TICK);
        hashes[i] = veer_world_hash(busy->world);
    }
}

static void expect_rollback(VeerSpace space, int past)
{
    Busy busy = make_busy(space);
    uint64_t hashes[FUTURE], again[FUTURE];
    for (int tick = 0; tick < past; ++tick) {
        stir(&busy, tick);
        step_times(busy.world, 1, TICK);
    }
    Busy then = busy;
    Copy copy = copy_of(busy.world);
    run(&busy, past, FUTURE, hashes);
    assert_int_equal(veer_world_restore(busy.world, copy.block, copy.size), VEER_OK);
    assert_true(veer_world_hash(busy.world) == copy.hash);
    busy = then;
    run(&busy, past, FUTURE, again);
    assert_memory_equal(hashes, again, sizeof hashes);
    free(copy.block);
    veer_world_destroy(busy.world);
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    for (int past = 0; past <= 90; past += 45) {
        expect_rollback(VEER_PLANAR, past);
        expect_rollback(VEER_SPATIAL, past);
    }
}

static void restore_into_a_fresh_world_gives_the_same_future(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        Busy busy = make_busy((VeerSpace)space);
        step_times(busy.world, 60, TICK);
        Copy copy = copy_of(busy.world);
        VeerWorldDef def = busy_def((VeerSpace)space, (VeerTasks){0});
        Busy fresh = busy;
        fresh.world = make_world_of(&def);
        assert_int_equal(veer_world_restore(fresh.world, copy.block, copy.size), VEER_OK);
        uint64_t hashes[FUTURE], again[FUTURE];
        run(&busy, 60, FUTURE, hashes);
        run(&fresh, 60, FUTURE, again);
        assert_memory_equal(hashes, again, sizeof hashes);
        free(copy.block);
        veer_world_destroy(busy.world);
        veer_world_destroy(fresh.world);
    }
}

static void restore_brings_removals_and_contacts_back(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 still = {0};
    VeerAgentId a = add_blind(world, still, still);
    add_blind(world, vec3(0.99f, 0.0f, 0.0f), still);
    step_times(world, 1, TICK);
    veer_agent_destroy(world, a);
    Copy copy = copy_of(world);
    uint32_t count, again;
    step_times(world, 1, TICK);
    veer_world_events(world, &count);
    assert_int_equal(count, 2);
    veer_world_restore(world, copy.block, copy.size);
    veer_world_events(world, &again);
    assert_int_equal(again, 0);
    step_times(world, 1, TICK);
    veer_world_events(world, &again);
    assert_int_equal(again, 2);
    free(copy.block);
    veer_world_destroy(world);
}

static void expect_foreign(const VeerWorldDef *def)
{
    VeerWorldDef own = veer_world_def_default();
    own.max_obstacles = 1;
    own.max_wall_vertices = 0;
    VeerWorld *world = make_world_of(&own), *other = make_world_of(def);
    size_t size = veer_world_save_size(world) + veer_world_save_size(other);
    void *block = calloc(1, size);
    assert_int_equal(veer_world_save(other, block, size), VEER_OK);
    Copy copy = copy_of(world);
    assert_int_equal(veer_world_restore(world, block, size), VEER_BAD_VALUE);
    assert_unchanged(world, copy);
    free(block);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void restore_refuses_a_block_of_another_def(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_obstacles = 1;
    def.max_wall_vertices = 0;
    VeerWorldDef other = def;
    other.max_agents += 1;
    expect_foreign(&other);
    other = def;
    other.max_obstacles = 2;
    expect_foreign(&other);
    other = def;
    other.max_obstacles = 0;
    other.max_wall_vertices = 1u << 16;
    expect_foreign(&other);
    other = def;
    other.space = VEER_SPATIAL;
    expect_foreign(&other);
    other = def;
    other.seed = 1;
    expect_foreign(&other);
    other = def;
    other.bounds.upper.x = 10.0f;
    expect_foreign(&other);
}

static void restore_refuses_what_is_no_block(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    size_t size = veer_world_save_size(busy.world);
    void *zeros = calloc(1, size);
    Copy copy = copy_of(busy.world);
    assert_int_equal(veer_world_restore(busy.world, zeros, size), VEER_BAD_VALUE);
    assert_int_equal(veer_world_restore(busy.world, NULL, size), VEER_BAD_VALUE);
    assert_int_equal(veer_world_restore(busy.world, copy.block, size - 1), VEER_BAD_VALUE);
    assert_int_equal(veer_world_save(busy.world, zeros, size - 1), VEER_BAD_VALUE);
    assert_int_equal(veer_world_save(busy.world, NULL, size), VEER_BAD_VALUE);
    assert_unchanged(busy.world, copy);
    free(zeros);
    veer_world_destroy(busy.world);
}

static void save_size_is_constant(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    size_t size = veer_world_save_size(busy.world);
    for (int tick = 0; tick < 60; ++tick) {
        stir(&busy, tick);
        step_times(busy.world, 1, TICK);
        assert_int_equal(veer_world_save_size(busy.world), size);
    }
    veer_world_destroy(busy.world);
}

static void steps_and_calls_allocate_nothing(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        VeerTestAllocator state = {0};
        VeerWorldDef def = busy_def((VeerSpace)space, (VeerTasks){0});
        def.allocator = veer_test_allocator(&state);
        Busy busy = make_busy_of(&def, NULL);
        step_times(busy.world, 2, TICK);
        state.calls = 0;
        size_t bytes = state.live_bytes;
        for (int tick = 0; tick < 300; ++tick) {
            stir(&busy, tick);
            step_times(busy.world, 1, TICK);
        }
        assert_int_equal(state.calls, 0);
        assert_int_equal(state.live_bytes, bytes);
        veer_world_destroy(busy.world);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.errors, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(restore_into_a_fresh_world_gives_the_same_future),
        cmocka_unit_test(restore_brings_removals_and_contacts_back),
        cmocka_unit_test(restore_refuses_a_block_of_another_def),
        cmocka_unit_test(restore_refuses_what_is_no_block),
        cmocka_unit_test(save_size_is_constant),
        cmocka_unit_test(steps_and_calls_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
