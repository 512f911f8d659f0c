// Agents and obstacles with a time to live: they go in the tick in which it runs out, and not
// otherwise than if the host had removed them after it.
#include "world/base/state.h"
#include "world/busy_world.h"
#include "world/host/check.h"
#include "world/rollback.h"

static VeerWorld *make_mortal(uint32_t agents, uint32_t obstacles)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = agents;
    def.max_obstacles = obstacles;
    def.has_lifetimes = true;
    return make_world_of(&def);
}

static VeerAgentId add_mortal(VeerWorld *world, VeerVec3 position, float seconds)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    def.time_to_live = seconds;
    return add_agent(world, &def);
}

static VeerObstacleId add_mortal_ball(VeerWorld *world, VeerVec3 position, float seconds)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = position;
    def.time_to_live = seconds;
    return add_obstacle(world, &def);
}

/// Ticks until an agent is gone, which is told in the last of them alone.
static uint32_t ticks_to_live(float seconds, float dt, uint32_t before)
{
    VeerWorld *world = make_mortal(4, 4);
    step_times(world, (int)before, dt);
    VeerAgentId agent = add_mortal(world, vec3(0.0f, 0.0f, 0.0f), seconds);
    uint32_t ticks = 0;
    while (veer_agent_is_alive(world, agent)) {
        step_times(world, 1, dt);
        ticks++;
        uint32_t count = 0;
        const VeerEvent *events = veer_world_events(world, &count);
        assert_int_equal(count, !veer_agent_is_alive(world, agent));
        assert_true(count == 0 || (events->kind == VEER_EVENT_REMOVED && events->is_expired &&
                                   memcmp(&events->agent, &agent, sizeof agent) == 0));
        assert_in_range(ticks, 1, 10000);
    }
    step_times(world, 3, dt);
    uint32_t count = 1;
    (void)veer_world_events(world, &count);
    assert_int_equal(count, 0);
    veer_world_destroy(world);
    return ticks;
}

static void agents_live_for_as_many_ticks_as_there_are_in_their_time(void **unused)
{
    (void)unused;
    static const struct {
        float seconds, dt;
        uint32_t ticks;
    } lives[] = {
        {0.0f, TICK, 1},      {1e-30f, TICK, 1},   {TICK, TICK, 1},    {1.0f, TICK, 60},
        {1.0f, 0.01f, 100},   {0.3f, 0.1f, 3},     {0.25f, 0.1f, 3},   {0.31f, 0.1f, 4},
        {10.0f, 0.01f, 1000}, {60.0f, TICK, 3600}, {0.7f, 0.07f, 10},  {2.5f, 1.0f, 3},
        {3.0f, 1.0f, 3},      {0.1f, 0.001f, 100}, {1.02f, 0.05f, 21}, {99.0f, 0.033f, 3000}};
    for (size_t i = 0; i < sizeof lives / sizeof *lives; ++i) {
        for (uint32_t before = 0; before < 3; ++before) {
            uint32_t ticks = ticks_to_live(lives[i].seconds, lives[i].dt, 777 * before);
            assert_int_equal(ticks, lives[i].ticks);
        }
    }
}

static void what_is_left_can_be_read_and_changed(void **unused)
{
    (void)unused;
    VeerWorld *world = make_mortal(8, 8);
    VeerAgentId agent = add_mortal(world, vec3(0.0f, 0.0f, 0.0f), 5.0f);
    VeerAgentId other = add_agent_at(world, vec3(9.0f, 0.0f, 0.0f));
    VeerObstacleId ball = add_mortal_ball(world, vec3(0.0f, 9.0f, 0.0f), 0.5f);
    assert_true(read_agent(world, agent).time_to_live == 5.0f);
    assert_true(isinf(read_agent(world, other).time_to_live));
    assert_true(read_obstacle(world, ball).time_to_live == 0.5f);
    step_times(world, 15, TICK);
    assert_float_equal(read_agent(world, agent).time_to_live, 4.75f, 1e-5);
    assert_float_equal(read_obstacle(world, ball).time_to_live, 0.25f, 1e-5);
    assert_int_equal(veer_obstacle_set_time_to_live(world, ball, INFINITY), VEER_OK);
    assert_int_equal(veer_agent_set_time_to_live(world, other, 0.7f), VEER_OK);
    assert_true(read_agent(world, other).time_to_live == 0.7f);
    assert_int_equal(veer_agent_set_time_to_live(world, agent, 0.0f), VEER_OK);
    assert_true(read_agent(world, agent).time_to_live == 0.0f);
    assert_true(veer_agent_is_alive(world, agent));
    step_times(world, 1, TICK);
    assert_false(veer_agent_is_alive(world, agent));
    step_times(world, 41, TICK);
    assert_false(veer_agent_is_alive(world, other));
    assert_true(isinf(read_obstacle(world, ball).time_to_live));
    assert_int_equal(veer_agent_set_time_to_live(world, other, 1.0f), VEER_BAD_HANDLE);
    // Who comes into the place of one that had an end has none.
    VeerAgentId next = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    assert_true(isinf(read_agent(world, next).time_to_live));
    assert_int_equal(veer_obstacle_destroy(world, ball), VEER_OK);
    assert_true(isinf(read_obstacle(world, add_ball(world, vec3(5, 5, 0), 1.0f)).time_to_live));
    veer_world_destroy(world);
}

/// A busy world in which much has an end.
static Busy make_busy_mortals(VeerSpace space)
{
    VeerWorldDef def = busy_def(space, (VeerTasks){0});
    def.has_lifetimes = true;
    return make_busy_of(&def, NULL);
}

static float life_of(uint32_t slot)
{
    return slot % 3 == 0 ? 0.05f * (float)(slot % 41) : INFINITY;
}

static void end_all_lives(const Busy *busy)
{
    for (uint32_t slot = 0; slot < BUSY_AGENTS; ++slot) {
        VeerAgentId agent = veer_agent_at(busy->world, slot);
        assert_int_equal(veer_agent_set_time_to_live(busy->world, agent, life_of(slot)), VEER_OK);
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(busy->world); ++slot) {
        VeerObstacleId obstacle = veer_obstacle_at(busy->world, slot);
        assert_int_equal(veer_obstacle_set_time_to_live(busy->world, obstacle, life_of(slot)),
                         VEER_OK);
    }
}

/// Ticks that are as long as a life.
static int ticks_of(float seconds)
{
    return seconds == 0.0f ? 1 : (int)ceilf(seconds / TICK - 1e-3f);
}

static void remove_all_of(VeerWorld *world, int ticks)
{
    for (uint32_t slot = 0; slot < BUSY_AGENTS; ++slot) {
        if (isfinite(life_of(slot)) && ticks_of(life_of(slot)) == ticks) {
            assert_int_equal(veer_agent_destroy(world, veer_agent_at(world, slot)), VEER_OK);
        }
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        if (isfinite(life_of(slot)) && ticks_of(life_of(slot)) == ticks) {
            assert_int_equal(veer_obstacle_destroy(world, veer_obstacle_at(world, slot)), VEER_OK);
        }
    }
}

/// Each body's share of the hash, but for its time to live.
static void expect_same_bodies(const VeerWorld *a, const VeerWorld *b)
{
    assert_int_equal(veer_agent_count(a), veer_agent_count(b));
    for (uint32_t slot = 0; slot < veer_agent_slot_count(a); ++slot) {
        VeerAgentId agent = veer_agent_at(a, slot), other = veer_agent_at(b, slot);
        assert_memory_equal(&agent, &other, sizeof agent);
        if (agent.generation > 0) {
            VeerAgentState own = read_agent(a, agent), others = read_agent(b, other);
            assert_memory_equal(&own.position, &others.position, sizeof own.position);
            assert_memory_equal(&own.velocity, &others.velocity, sizeof own.velocity);
            assert_int_equal(own.status, others.status);
        }
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(a); ++slot) {
        assert_int_equal(veer_obstacle_at(a, slot).generation,
                         veer_obstacle_at(b, slot).generation);
    }
}

static uint32_t count_removals(const VeerWorld *world)
{
    uint32_t count = 0, found = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        found += events[i].kind == VEER_EVENT_REMOVED && events[i].is_expired;
    }
    return found;
}

static void expect_as_removed(VeerSpace space)
{
    Busy mortals = make_busy_mortals(space), others = make_busy_mortals(space);
    end_all_lives(&mortals);
    uint32_t removed = 0;
    for (int tick = 1; tick <= 130; ++tick) {
        uint32_t before = veer_agent_count(mortals.world);
        step_times(mortals.world, 1, TICK);
        step_times(others.world, 1, TICK);
        assert_int_equal(count_removals(others.world), 0);
        removed += count_removals(mortals.world);
        assert_true(before - veer_agent_count(mortals.world) <= count_removals(mortals.world));
        remove_all_of(others.world, tick);
        expect_same_bodies(mortals.world, others.world);
    }
    assert_int_equal(removed, 80 + 9);
    assert_true(veer_world_hash(mortals.world) == veer_world_hash(others.world));
    veer_world_destroy(mortals.world);
    veer_world_destroy(others.world);
}

static void who_goes_by_itself_leaves_as_if_the_host_had_removed_it_after_the_tick(void **unused)
{
    (void)unused;
    expect_as_removed(VEER_PLANAR);
    expect_as_removed(VEER_SPATIAL);
}

static void all_can_go_in_one_tick_and_each_is_told_in_order(void **unused)
{
    (void)unused;
    enum { ALL = 900 };
    VeerWorld *world = make_mortal(ALL, ALL);
    for (uint32_t i = 0; i < ALL; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.id = 1 + (i * 7) % ALL;
        def.position = vec3((float)(i % 30), 2.0f * (float)(i / 30), 0.0f); // in touch
        def.time_to_live = 0.5f;
        add_agent(world, &def);
        add_mortal_ball(world, vec3(500.0f + 9.0f * (float)i, 0.0f, 0.0f), 0.5f);
    }
    uint32_t gone = veer_agent_slot_count(world) + veer_obstacle_slot_count(world);
    step_times(world, 30, TICK);
    assert_int_equal(count_removals(world), gone);
    uint32_t count = 0, at = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_REMOVED) {
            uint32_t slot = at < ALL ? events[i].agent.slot * 7 % ALL : events[i].obstacle.slot;
            assert_int_equal(slot, at % ALL);
            at++;
        }
    }
    assert_int_equal(veer_agent_count(world), 0);
    assert_int_equal(veer_world_stats(world).pairs_dropped, 0);
    veer_world_destroy(world);
}

static void walls_go_and_targets_are_lost(void **unused)
{
    (void)unused;
    VeerWorld *world = make_mortal(8, 8);
    VeerVec3 ends[2] = {{3.0f, -9.0f, 0.0f}, {3.0f, 9.0f, 0.0f}};
    VeerObstacleDef wall = veer_obstacle_def_default();
    wall.shape = VEER_SHAPE_CHAIN;
    wall.vertices = ends;
    wall.vertex_count = 2;
    wall.time_to_live = 4.0f;
    add_obstacle(world, &wall);
    VeerAgentId walker = add_blind(world, vec3(0, 0, 0), vec3(1.5f, 0, 0));
    VeerAgentId hunter = add_agent_at(world, vec3(-20, 0, 0));
    VeerAgentId prey = add_mortal(world, vec3(-40, 0, 0), 1.0f);
    veer_agent_follow_agent(world, hunter, prey, 1.0f);
    step_times(world, 61, TICK);
    assert_int_equal(read_agent(world, hunter).status, VEER_AGENT_LOST);
    step_times(world, 175, TICK);
    assert_true(read_agent(world, walker).position.x < 2.6f);
    step_times(world, 240, TICK);
    assert_true(read_agent(world, walker).position.x > 5.0f);
    veer_world_destroy(world);
}

static void a_host_that_moves_the_bodies_gets_the_same_ends(void **unused)
{
    (void)unused;
    Busy stepped = make_busy_mortals(VEER_PLANAR);
    end_all_lives(&stepped);
    Busy hosted = make_busy_mortals(VEER_PLANAR);
    end_all_lives(&hosted);
    for (int tick = 0; tick < 130; ++tick) {
        step_times(stepped.world, 1, TICK);
        if (tick % 2 == 0) { // less often than it moves
            assert_int_equal(veer_world_steer(hosted.world, TICK), VEER_OK);
        }
        assert_int_equal(veer_world_moved(hosted.world, TICK), VEER_OK);
        assert_int_equal(count_removals(stepped.world), count_removals(hosted.world));
        assert_int_equal(veer_agent_count(stepped.world), veer_agent_count(hosted.world));
    }
    assert_int_equal(veer_agent_count(hosted.world), BUSY_AGENTS - 80);
    veer_world_destroy(stepped.world);
    veer_world_destroy(hosted.world);
}

static void worlds_refuse_what_is_no_time_and_what_they_have_no_room_for(void **unused)
{
    (void)unused;
    static const float bad[] = {-1.0f, -0x1p-149f, -INFINITY, NAN, 1.0f};
    VeerWorld *mortal = make_mortal(4, 4), *plain = make_world(VEER_PLANAR);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        VeerWorld *world = i < 4 ? mortal : plain; // which has no times to live
        VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0)), none = {0, 0};
        VeerObstacleId ball = add_ball(world, vec3(9, 0, 0), 1.0f), no_ball = {0, 0};
        VeerAgentDef def = veer_agent_def_default();
        VeerObstacleDef ball_def = veer_obstacle_def_default();
        def.time_to_live = ball_def.time_to_live = bad[i];
        Copy copy = copy_of(world);
        assert_int_equal(veer_agent_create(world, &def, &none), VEER_BAD_VALUE);
        assert_int_equal(veer_obstacle_create(world, &ball_def, &no_ball), VEER_BAD_VALUE);
        assert_int_equal(veer_agent_set_time_to_live(world, agent, bad[i]), VEER_BAD_VALUE);
        assert_int_equal(veer_obstacle_set_time_to_live(world, ball, bad[i]), VEER_BAD_VALUE);
        assert_unchanged(world, copy);
        veer_agent_destroy(world, agent);
        veer_obstacle_destroy(world, ball);
    }
    assert_int_equal(veer_agent_set_time_to_live(NULL, (VeerAgentId){0, 0}, 1), VEER_BAD_HANDLE);
    assert_int_equal(
        veer_agent_set_time_to_live(plain, add_agent_at(plain, vec3(0, 0, 0)), INFINITY), VEER_OK);
    veer_world_destroy(mortal);
    veer_world_destroy(plain);
}

static void lives_are_saved_and_taken_over_and_told_by_hashes(void **unused)
{
    (void)unused;
    Busy busy = make_busy_mortals(VEER_PLANAR), other = make_busy_mortals(VEER_PLANAR);
    uint64_t plain = veer_world_hash(busy.world);
    Busy without = make_busy(VEER_PLANAR);
    assert_true(veer_world_hash(without.world) == plain); // who has no end is as without
    veer_world_destroy(without.world);
    end_all_lives(&busy);
    assert_true(veer_world_hash(busy.world) != plain);
    step_times(busy.world, 40, TICK);
    size_t size = veer_world_packed_size(busy.world);
    void *packed = malloc(size);
    assert_int_equal(veer_world_pack(busy.world, packed, size), VEER_OK);
    assert_int_equal(veer_world_import(other.world, packed, size, NULL), VEER_OK);
    free(packed);
    expect_same_future(busy.world, other.world, NULL, 0, 100);
    assert_int_equal(veer_agent_count(other.world), BUSY_AGENTS - 80);
    veer_world_destroy(busy.world);
    veer_world_destroy(other.world);
}

static void ends_that_are_no_times_are_found(void **unused)
{
    (void)unused;
    static const double bad[] = {-1.0, (double)NAN, (double)INFINITY, 1e40};
    VeerWorld *world = make_mortal(4, 4);
    add_mortal(world, vec3(0, 0, 0), 3.0f);
    add_mortal_ball(world, vec3(9, 0, 0), 3.0f);
    assert_true(veer_world_check(world, NULL));
    for (int i = 0; i < 10; ++i) {
        double *ends = i % 2 == 0 ? world->agent_end : world->obstacle_end;
        VeerStateFault fault = {NULL, 0};
        double *end = &ends[i < 8 ? 0 : 2], before = *end;
        *end = i < 8 ? bad[i / 2] : 5.0; // of nobody
        assert_false(veer_world_check(world, &fault));
        assert_string_equal(fault.what, i % 2 == 0 ? "agent.end" : "obstacle.end");
        *end = before;
    }
    veer_world_destroy(world);
}

static void lives_ask_for_no_memory(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = busy_def(VEER_PLANAR, (VeerTasks){0});
    def.has_lifetimes = true;
    def.allocator = veer_test_allocator(&counting);
    Busy busy = make_busy_of(&def, NULL);
    end_all_lives(&busy);
    expect_no_allocation(busy.world, &counting, 130);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_live_for_as_many_ticks_as_there_are_in_their_time),
        cmocka_unit_test(what_is_left_can_be_read_and_changed),
        cmocka_unit_test(who_goes_by_itself_leaves_as_if_the_host_had_removed_it_after_the_tick),
        cmocka_unit_test(all_can_go_in_one_tick_and_each_is_told_in_order),
        cmocka_unit_test(walls_go_and_targets_are_lost),
        cmocka_unit_test(a_host_that_moves_the_bodies_gets_the_same_ends),
        cmocka_unit_test(worlds_refuse_what_is_no_time_and_what_they_have_no_room_for),
        cmocka_unit_test(lives_are_saved_and_taken_over_and_told_by_hashes),
        cmocka_unit_test(ends_that_are_no_times_are_found),
        cmocka_unit_test(lives_ask_for_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
