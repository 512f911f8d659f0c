// The world as a whole: its def, its clock, its memory, and what it refuses in the middle of a
// step.
#include "world/agent_calls.h"
#include "world/busy_world.h"

#include "support/allocator.h"

static void expect_def_refused(const VeerWorldDef *def)
{
    VeerWorld *world = (VeerWorld *)1;
    assert_int_equal(veer_world_create(def, &world), VEER_BAD_VALUE);
    assert_ptr_equal(world, (VeerWorld *)1);
}

static void world_create_refuses_a_def_without_its_default(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.cookie = 0;
    expect_def_refused(&def);
    memset(&def, 0, sizeof def);
    expect_def_refused(&def);
    expect_def_refused(NULL);
    def = veer_world_def_default();
    assert_int_equal(veer_world_create(&def, NULL), VEER_BAD_VALUE);
}

static void world_create_refuses_capacities_beyond_their_limits(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = (1u << 24) + 1;
    expect_def_refused(&def);
    def = veer_world_def_default();
    def.max_obstacles = (1u << 20) + 1;
    expect_def_refused(&def);
    def = veer_world_def_default();
    def.max_wall_vertices = (1u << 22) + 1;
    expect_def_refused(&def);
    def = veer_world_def_default();
    def.space = (VeerSpace)2;
    expect_def_refused(&def);
}

static void world_create_refuses_bounds_that_hold_nothing(void **unused)
{
    (void)unused;
    for (int axis = 0; axis < 3; ++axis) {
        VeerWorldDef def = veer_world_def_default();
        (&def.bounds.lower.x)[axis] = 1.0f;
        (&def.bounds.upper.x)[axis] = 0.5f;
        expect_def_refused(&def);
        (&def.bounds.upper.x)[axis] = NAN;
        expect_def_refused(&def);
    }
}

static void world_create_refuses_half_an_allocator_and_workers_without_a_run(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerWorldDef def = veer_world_def_default();
    def.allocator = veer_test_allocator(&state);
    def.allocator.release = NULL;
    expect_def_refused(&def);
    def.allocator = veer_test_allocator(&state);
    def.allocator.allocate = NULL;
    expect_def_refused(&def);
    def = veer_world_def_default();
    def.tasks.worker_count = 2;
    expect_def_refused(&def);
    def.tasks.worker_count = 65;
    expect_def_refused(&def);
    assert_int_equal(state.calls, 0);
}

static void world_without_any_room_steps(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = def.max_obstacles = def.max_wall_vertices = 0;
    VeerWorld *world = make_world_of(&def);
    step_times(world, 3, TICK);
    VeerAgentDef agent_def = veer_agent_def_default();
    VeerObstacleDef obstacle_def = veer_obstacle_def_default();
    VeerAgentId agent;
    VeerObstacleId obstacle;
    assert_int_equal(veer_agent_create(world, &agent_def, &agent), VEER_FULL);
    assert_int_equal(veer_obstacle_create(world, &obstacle_def, &obstacle), VEER_FULL);
    assert_int_equal(veer_world_tick(world), 3);
    veer_world_destroy(world);
    veer_world_destroy(NULL);
}

static void world_reads_back_its_def(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.bounds = (VeerBounds){{-1.0f, -2.0f, -3.0f}, {4.0f, 5.0f, 6.0f}};
    VeerWorld *world = make_world_of(&def);
    VeerBounds bounds = veer_world_bounds(world);
    assert_int_equal(veer_world_space(world), VEER_SPATIAL);
    assert_memory_equal(&bounds, &def.bounds, sizeof bounds);
    VeerWorldDef own = veer_world_def(world);
    assert_int_equal(own.max_agents, def.max_agents);
    assert_memory_equal(&own.bounds, &def.bounds, sizeof def.bounds);
    VeerWorld *twin = make_world_of(&own);
    assert_int_equal(veer_world_hash(twin), veer_world_hash(world));
    veer_world_destroy(twin);
    veer_world_destroy(world);
}

static void world_clock_counts_ticks_and_seconds(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    step_times(world, 4, 0.25f);
    step_times(world, 2, 1.0f);
    assert_int_equal(veer_world_tick(world), 6);
    assert_true(veer_world_time(world) == 3.0);
    veer_world_destroy(world);
}

static void world_step_refuses_ticks_out_of_range(void **unused)
{
    (void)unused;
    const float bad[] = {0.0f, -0.1f, 1.001f, 0.99e-6f, 1e-30f, NAN, INFINITY, -INFINITY};
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(5.0f, 0.0f, 0.0f), 0.5f);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_step(world, bad[i]), VEER_BAD_VALUE);
        assert_int_equal(veer_world_steer(world, bad[i]), VEER_BAD_VALUE);
        assert_unchanged(world, copy);
    }
    assert_int_equal(veer_world_step(NULL, TICK), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void world_holds_at_most_428_bytes_an_agent(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        VeerWorldDef def = veer_world_def_default();
        def.space = (VeerSpace)space;
        def.max_agents = 100000;
        VeerWorld *world = make_world_of(&def);
        VeerWorldStats stats = veer_world_stats(world);
        print_message("bytes an agent: %zu\n", stats.bytes_per_agent);
        assert_in_range(stats.bytes_per_agent, 100, 428);
        assert_in_range(stats.bytes, 100000 * stats.bytes_per_agent, 60000000);
        veer_world_destroy(world);
    }
}

static void world_stats_count_the_bytes_that_were_allocated(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerWorldDef def = veer_world_def_default();
    def.allocator = veer_test_allocator(&state);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_stats(world).bytes, state.live_bytes);
    veer_world_destroy(world);
    assert_int_equal(state.live_blocks, 0);
    assert_int_equal(state.errors, 0);
}

static void world_create_survives_each_failed_allocation(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerWorldDef def = veer_world_def_default();
    def.allocator = veer_test_allocator(&state);
    veer_world_destroy(make_world_of(&def));
    size_t calls = state.calls;
    assert_true(calls > 0);
    for (size_t n = 1; n <= calls; ++n) {
        state = (VeerTestAllocator){.fail_at = n};
        VeerWorld *world = NULL;
        assert_int_equal(veer_world_create(&def, &world), VEER_OUT_OF_MEMORY);
        assert_null(world);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.errors, 0);
    }
}

/// A job system that runs all in one go, and tries every call in the middle of it.
typedef struct Meddler {
    VeerWorld *world;
    VeerAgentId agent;
    VeerObstacleId ball;
    void *block;
    int meddlings, refusals;
} Meddler;

static void count(Meddler *meddler, VeerStatus status)
{
    meddler->meddlings++;
    meddler->refusals += status == VEER_BUSY;
}

static void meddle_with_world(Meddler *meddler)
{
    VeerWorld *world = meddler->world;
    size_t size = veer_world_save_size(world);
    count(meddler, veer_world_step(world, TICK));
    count(meddler, veer_world_steer(world, TICK));
    count(meddler, veer_world_save(world, meddler->block, size));
    count(meddler, veer_world_restore(world, meddler->block, size));
    VeerAgentDef agent_def = veer_agent_def_default();
    VeerAgentId agent;
    count(meddler, veer_agent_create(world, &agent_def, &agent));
    for (int i = 0; i < agent_call_count; ++i) {
        count(meddler, agent_calls[i].call(world, meddler->agent, agent_calls[i].good));
    }
}

static void meddle_with_obstacles(Meddler *meddler)
{
    VeerWorld *world = meddler->world;
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId obstacle;
    VeerVec3 there = vec3(1.0f, 1.0f, 1.0f);
    count(meddler, veer_obstacle_create(world, &def, &obstacle));
    count(meddler, veer_obstacle_set_position(world, meddler->ball, there));
    count(meddler, veer_obstacle_set_velocity(world, meddler->ball, there));
    count(meddler, veer_obstacle_set_radius(world, meddler->ball, 1.0f));
    count(meddler, veer_obstacle_set_layer(world, meddler->ball, 1u));
    count(meddler, veer_obstacle_destroy(world, meddler->ball));
}

static void run_and_meddle(void *user, uint32_t size, uint32_t grain, VeerTaskFn *task,
                           void *context)
{
    Meddler *meddler = user;
    for (uint32_t begin = 0; begin < size; begin += grain) {
        task(context, begin, begin + grain < size ? begin + grain : size, 0);
    }
    meddle_with_world(meddler);
    meddle_with_obstacles(meddler);
}

static void world_calls_in_the_middle_of_a_step_are_busy(void **unused)
{
    (void)unused;
    Meddler meddler = {0};
    VeerWorld *world = make_crowd((VeerTasks){2, run_and_meddle, &meddler});
    VeerWorld *calm = make_crowd((VeerTasks){0, NULL, NULL});
    meddler.world = world;
    meddler.agent = veer_agent_at(world, 1);
    meddler.ball = veer_obstacle_at(world, 0);
    Copy copy = copy_of(world);
    meddler.block = copy.block;
    step_times(world, 3, TICK);
    step_times(calm, 3, TICK);
    assert_true(meddler.meddlings > 100);
    assert_int_equal(meddler.refusals, meddler.meddlings);
    assert_true(veer_world_hash(world) == veer_world_hash(calm));
    free(copy.block);
    veer_world_destroy(world);
    veer_world_destroy(calm);
}

static void world_takes_calls_again_after_a_step(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
    assert_int_equal(veer_agent_set_radius(world, agent, 1.0f), VEER_OK);
    assert_int_equal(veer_world_step(world, TICK), VEER_OK);
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    veer_world_destroy(world);
}

/// The stages that a callback was told of.
typedef struct Told {
    VeerWorld *world;
    VeerStage stages[16];
    int count, refusals;
} Told;

static void note_stage(void *user, VeerStage stage)
{
    Told *told = user;
    told->stages[told->count++] = stage;
    told->refusals += veer_world_set_stage_callback(told->world, NULL, NULL) == VEER_BUSY ? 1 : 0;
}

static void stages_are_told_in_their_order(void **unused)
{
    (void)unused;
    Told told = {.world = make_crowd((VeerTasks){0, NULL, NULL})};
    VeerWorld *calm = make_crowd((VeerTasks){0, NULL, NULL});
    assert_int_equal(veer_world_set_stage_callback(told.world, note_stage, &told), VEER_OK);
    step_times(told.world, 1, TICK);
    assert_int_equal(told.count, VEER_STAGE_COUNT);
    assert_int_equal(told.refusals, VEER_STAGE_COUNT);
    for (int i = 0; i < VEER_STAGE_COUNT; ++i) {
        assert_int_equal(told.stages[i], i);
        assert_non_null(veer_stage_name(told.stages[i]));
    }
    step_times(calm, 1, TICK);
    assert_true(veer_world_hash(told.world) == veer_world_hash(calm));
    assert_int_equal(veer_world_steer(told.world, TICK), VEER_OK);
    assert_int_equal(told.stages[told.count - 1], VEER_STAGE_AVOID);
    assert_int_equal(veer_world_set_stage_callback(told.world, NULL, NULL), VEER_OK);
    assert_int_equal(veer_world_set_stage_callback(NULL, NULL, NULL), VEER_BAD_VALUE);
    assert_null(veer_stage_name(VEER_STAGE_COUNT));
    veer_world_destroy(told.world);
    veer_world_destroy(calm);
}

static void count_events(void *user, VeerStage stage)
{
    Told *told = user;
    uint32_t count;
    const VeerEvent *events = veer_world_events(told->world, &count);
    assert_true(events != NULL && (count == 0 || stage == VEER_STAGE_NOTIFY));
    told->count += (int)count;
    veer_world_destroy(told->world);
}

static void world_has_no_events_before_they_are_made(void **unused)
{
    (void)unused;
    Told told = {.world = make_world(VEER_PLANAR)};
    (void)add_agent_at(told.world, vec3(0.0f, 0.0f, 0.0f));
    (void)add_agent_at(told.world, vec3(0.5f, 0.0f, 0.0f));
    step_times(told.world, 1, TICK);
    veer_world_set_stage_callback(told.world, count_events, &told);
    VeerAgentId gone = add_agent_at(told.world, vec3(0.2f, 0.3f, 0.0f));
    veer_agent_destroy(told.world, gone);
    step_times(told.world, 2, TICK);
    assert_true(told.count > 0);
    veer_world_destroy(told.world);
}

/// What the headers say that a world which is not there is answered with; the harness calls all.
static void no_world_is_answered(void **unused)
{
    (void)unused;
    VeerAgentId agent = {0, 1}, made = {7, 7};
    VeerAgentDef def = veer_agent_def_default();
    VeerSpan places = veer_agent_positions(NULL);
    uint32_t count = 7;
    assert_true(veer_world_time(NULL) == 0.0 && veer_world_tick(NULL) == 0);
    assert_true(veer_world_hash(NULL) == 0 && veer_world_save_size(NULL) == 0);
    assert_true(!places.data && places.count == 0);
    assert_true(!veer_world_events(NULL, &count) && count == 7);
    assert_int_equal(veer_agent_create(NULL, &def, &made), VEER_BAD_VALUE);
    assert_int_equal(made.slot, 7);
    for (int i = 0; i < agent_call_count; ++i) {
        assert_int_equal(agent_calls[i].call(NULL, agent, agent_calls[i].good), VEER_BAD_HANDLE);
    }
}

/// A tick as short as it may be, as long, and all between, by turns.
static void world_keeps_limits_at_any_tick(void **unused)
{
    (void)unused;
    const float ticks[] = {VEER_MIN_DT, VEER_MAX_DT, 1e-5f, 0.3f, 1e-4f, 0.01f, 2e-6f};
    for (int space = 0; space < 2; ++space) {
        Busy busy = make_busy((VeerSpace)space);
        for (int i = 0; i < 70; ++i) {
            stir(&busy, i);
            assert_int_equal(veer_world_step(busy.world, ticks[i % 7]), VEER_OK);
        }
        for (int i = 0; i < BUSY_AGENTS; ++i) {
            VeerAgentState state = read_agent(busy.world, busy.agents[i]);
            assert_true(is_position3(state.position));
            // The last ticks are too short for those that balls have thrown to brake.
            assert_true(state.is_knocked || length3(state.velocity) <= state.max_speed);
        }
        veer_world_destroy(busy.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_create_refuses_a_def_without_its_default),
        cmocka_unit_test(world_create_refuses_capacities_beyond_their_limits),
        cmocka_unit_test(world_create_refuses_bounds_that_hold_nothing),
        cmocka_unit_test(world_create_refuses_half_an_allocator_and_workers_without_a_run),
        cmocka_unit_test(world_without_any_room_steps),
        cmocka_unit_test(world_reads_back_its_def),
        cmocka_unit_test(world_clock_counts_ticks_and_seconds),
        cmocka_unit_test(world_step_refuses_ticks_out_of_range),
        cmocka_unit_test(world_holds_at_most_428_bytes_an_agent),
        cmocka_unit_test(world_stats_count_the_bytes_that_were_allocated),
        cmocka_unit_test(world_create_survives_each_failed_allocation),
        cmocka_unit_test(world_calls_in_the_middle_of_a_step_are_busy),
        cmocka_unit_test(world_takes_calls_again_after_a_step),
        cmocka_unit_test(stages_are_told_in_their_order),
        cmocka_unit_test(world_has_no_events_before_they_are_made),
        cmocka_unit_test(no_world_is_answered),
        cmocka_unit_test(world_keeps_limits_at_any_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
