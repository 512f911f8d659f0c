// Hosts that move the bodies themselves: veer_world_moved closes the tick.
#include "world/busy_world.h"

#include "veer/vehicle.h"

/// A host that moves bodies as veer does where nothing touches, with what is public.
static void move_all(VeerWorld *world, float dt)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentId agent = veer_agent_at(world, slot);
        if (!veer_agent_is_alive(world, agent)) {
            continue;
        }
        VeerAgentState now = read_agent(world, agent);
        VeerMotionLimits limits = {now.max_speed, now.max_acceleration, now.max_braking,
                                   now.max_turn_rate};
        VeerMotionState motion = {now.velocity, now.heading, now.spin};
        motion = veer_vehicle_step(&now.vehicle, &limits, motion, now.safe_velocity, dt);
        VeerVec3 shift = scale3(motion.velocity, dt);
        veer_agent_set_position(world, agent, add3(now.position, shift));
        veer_agent_set_velocity(world, agent, motion.velocity);
        veer_agent_set_heading(world, agent, motion.heading);
        veer_agent_set_spin(world, agent, motion.spin);
    }
}

static void host_tick(VeerWorld *world, float dt)
{
    assert_int_equal(veer_world_steer(world, dt), VEER_OK);
    move_all(world, dt);
    assert_int_equal(veer_world_moved(world, dt), VEER_OK);
}

static uint32_t count_events(const VeerWorld *world, VeerEventKind kind)
{
    uint32_t count = 0, found = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        found += events[i].kind == kind;
    }
    return found;
}

/// Vehicles of each kind, so far apart that none touches.
static VeerWorld *make_parade(VeerSpace space)
{
    VeerWorld *world = make_world(space);
    for (int i = 0; i < 15; ++i) {
        VeerAgentDef def = veer_agent_def_for((VeerVehicle)(i % VEER_VEHICLE_COUNT));
        def.position = vec3(0.0f, 30.0f * (float)i, 0.0f);
        def.max_speed = 3.0f;
        def.max_acceleration = i < 5 ? 2.0f : INFINITY;
        def.max_turn_rate = i > 10 ? 1.0f : INFINITY;
        VeerAgentId agent = add_agent(world, &def);
        veer_agent_go_to(world, agent, vec3(12.0f, def.position.y + 3.0f, 0.0f), 1.0f);
    }
    add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(6.0f, -4.0f, 0.0f), vec3(0.0f, 0.7f, 0.0f),
                    0.7f);
    return world;
}

/// As a host would: floats, and no more.
static void round_positions(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentId agent = veer_agent_at(world, slot);
        veer_agent_set_position(world, agent, read_agent(world, agent).position);
    }
}

static void expect_as_stepped(VeerSpace space)
{
    VeerWorld *hosted = make_parade(space), *stepped = make_parade(space);
    uint32_t arrived = 0;
    for (int i = 0; i < 900; ++i) {
        host_tick(hosted, TICK);
        step_times(stepped, 1, TICK);
        arrived += count_events(hosted, VEER_EVENT_ARRIVED);
        assert_int_equal(count_events(hosted, VEER_EVENT_ARRIVED),
                         count_events(stepped, VEER_EVENT_ARRIVED));
        round_positions(stepped);
        assert_true(veer_world_hash(hosted) == veer_world_hash(stepped));
    }
    assert_true(arrived >= 10);
    assert_true(veer_world_time(hosted) == veer_world_time(stepped));
    veer_world_destroy(hosted);
    veer_world_destroy(stepped);
}

static void moving_with_veer_vehicle_step_is_stepping_in_the_plane(void **unused)
{
    (void)unused;
    expect_as_stepped(VEER_PLANAR);
}

static void moving_with_veer_vehicle_step_is_stepping_in_space(void **unused)
{
    (void)unused;
    expect_as_stepped(VEER_SPATIAL);
}

static void moved_tells_of_blocked_and_lost(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId stuck = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerAgentId hunter = add_agent_at(world, vec3(20.0f, 0.0f, 0.0f));
    VeerAgentId prey = add_agent_at(world, vec3(40.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, stuck, vec3(-9.0f, 0.0f, 0.0f), 0.3f);
    veer_agent_follow_agent(world, hunter, prey, 1.5f);
    uint32_t blocked = 0, lost = 0, removed = 0;
    for (int i = 0; i < 200; ++i) { // this host moves nobody
        if (i == 50) {
            veer_agent_destroy(world, prey);
        }
        assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
        blocked += count_events(world, VEER_EVENT_BLOCKED);
        lost += count_events(world, VEER_EVENT_LOST);
        removed += count_events(world, VEER_EVENT_REMOVED);
    }
    assert_int_equal(blocked, 1);
    assert_int_equal(lost, 1);
    assert_int_equal(removed, 1);
    assert_int_equal(read_agent(world, stuck).status, VEER_AGENT_BLOCKED);
    veer_world_destroy(world);
}

static void contacts_of_the_host_are_told_and_left(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId a = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerAgentId b = add_agent_at(world, vec3(5.0f, 0.0f, 0.0f));
    VeerVec3 wall[2] = {{-3.0f, 3.0f, 0.0f}, {3.0f, 3.0f, 0.0f}};
    VeerObstacleId chain = add_chain(world, wall, 2);
    VeerObstacleId ball = add_ball(world, vec3(20.0f, 0.0f, 0.0f), 1.0f);
    const struct {
        VeerVec3 a, b;
        uint32_t begun, ended;
    } places[] = {
        {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, 0, 0},
        {{0.0f, 0.0f, 0.0f}, {0.7f, 0.0f, 0.0f}, 1, 0},  // into the other, far in one tick
        {{0.0f, 2.8f, 0.0f}, {0.7f, 2.8f, 0.0f}, 2, 0},  // and both into the wall
        {{18.6f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}, 1, 3}, // put at the ball
        {{17.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}, 0, 1},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
        veer_agent_set_position(world, a, places[i].a);
        veer_agent_set_position(world, b, places[i].b);
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
        assert_int_equal(count_events(world, VEER_EVENT_CONTACT_BEGUN), places[i].begun);
        assert_int_equal(count_events(world, VEER_EVENT_CONTACT_ENDED), places[i].ended);
        VeerVec3 at = read_agent(world, a).position;
        assert_memory_equal(&at, &places[i].a, sizeof at);
        uint32_t count = 0;
        const VeerEvent *event = veer_world_events(world, &count);
        if (i == 1) {
            assert_int_equal(event->agent.slot, a.slot);
            assert_int_equal(event->other.slot, b.slot);
        } else if (i == 2) {
            assert_int_equal(event->obstacle.slot, chain.slot);
        } else if (i == 3) {
            assert_int_equal(event->obstacle.slot, ball.slot);
        }
    }
    veer_world_destroy(world);
}

/// What a host has done to a steered world, taken over as a state, is as if it had done it there:
/// agents are on their way from where they were.
static void a_moved_state_can_be_taken_over_before_the_tick_is_closed(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR), other = make_busy(VEER_PLANAR);
    size_t size = veer_world_export_size(busy.world);
    void *exported = malloc(size);
    for (int tick = 0; tick < 40; ++tick) {
        assert_int_equal(veer_world_steer(busy.world, TICK), VEER_OK);
        assert_int_equal(veer_world_steer(other.world, TICK), VEER_OK);
        move_all(busy.world, TICK);
        assert_int_equal(veer_world_export(busy.world, exported, size), VEER_OK);
        assert_int_equal(veer_world_import(other.world, exported, size, NULL), VEER_OK);
        assert_int_equal(veer_world_moved(busy.world, TICK), VEER_OK);
        assert_int_equal(veer_world_moved(other.world, TICK), VEER_OK);
        VeerWorldDifference difference;
        assert_int_equal(veer_world_diff(busy.world, other.world, &difference), VEER_OK);
        assert_null(difference.what);
    }
    free(exported);
    veer_world_destroy(busy.world);
    veer_world_destroy(other.world);
}

/// A state saved before the bodies are moved goes on alike wherever the world was when it came
/// back.
static void a_steered_state_is_rolled_back_to(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    size_t size = veer_world_save_size(busy.world);
    void *saved = malloc(size);
    for (int tick = 0; tick < 40; ++tick) {
        uint64_t hashes[2];
        assert_int_equal(veer_world_steer(busy.world, TICK), VEER_OK);
        assert_int_equal(veer_world_save(busy.world, saved, size), VEER_OK);
        for (int i = 0; i < 2; ++i) {
            move_all(busy.world, TICK);
            assert_int_equal(veer_world_moved(busy.world, TICK), VEER_OK);
            hashes[i] = veer_world_hash(busy.world);
            if (i == 0) {
                assert_int_equal(veer_world_step(busy.world, TICK), VEER_OK);
                assert_int_equal(veer_world_restore(busy.world, saved, size), VEER_OK);
            }
        }
        assert_true(hashes[0] == hashes[1]);
    }
    free(saved);
    veer_world_destroy(busy.world);
}

static void free_balls_bounce_off_agents_that_the_host_leaves(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_FREE, vec3(4.0f, 0.0f, 0.0f),
                                          vec3(-2.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 150; ++i) {
        assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
        assert_true(gap_to_ball(world, agent, ball) > -0.05f);
    }
    assert_true(read_obstacle(world, ball).velocity.x > 1.9f);
    veer_world_destroy(world);
}

/// Between the two calls the host may do what it does between ticks.
static void bodies_may_come_and_go_before_the_tick_is_closed(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId first = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerAgentId second = add_agent_at(world, vec3(0.5f, 0.0f, 0.0f));
    assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
    veer_agent_destroy(world, second);
    VeerAgentId third = add_agent_at(world, vec3(0.0f, 0.6f, 0.0f));
    add_ball(world, vec3(-1.2f, -0.6f, 0.0f), 1.0f);
    assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_int_equal(count, 3);
    assert_int_equal(events[0].kind, VEER_EVENT_CONTACT_BEGUN);
    assert_int_equal(events[0].agent.slot, first.slot);
    assert_int_equal(events[0].other.generation, third.generation);
    assert_int_equal(events[1].kind, VEER_EVENT_CONTACT_BEGUN);
    assert_int_equal(events[2].kind, VEER_EVENT_REMOVED);
    veer_world_destroy(world);
}

static void moved_alone_lets_time_pass(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_ORBIT;
    def.orbit = (VeerOrbit){.semi_major = 30.0f, .semi_minor = 30.0f, .rate = 1.0f};
    VeerObstacleId ball = add_obstacle(world, &def);
    veer_agent_go_to(world, agent, vec3(6.0f, 0.0f, 0.0f), 0.5f);
    uint32_t arrived = 0;
    for (int i = 1; i <= 60; ++i) { // steered every tenth tick
        if (i % 10 == 1) {
            assert_int_equal(veer_world_steer(world, 10.0f * TICK), VEER_OK);
        }
        veer_agent_set_position(world, agent, vec3(0.1f * (float)i, 0.0f, 0.0f));
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
        arrived += count_events(world, VEER_EVENT_ARRIVED);
    }
    assert_int_equal(arrived, 1);
    assert_int_equal(veer_world_tick(world), 60);
    assert_true(fabs(veer_world_time(world) - 1.0) < 1e-5);
    assert_near3(read_obstacle(world, ball).position, vec3(16.2f, 25.2f, 0.0f), 0.1f);
    veer_world_destroy(world);
}

/// Of a body that was thrown, tick by tick: its speed falls, by no more than its limits let it.
static void expect_braking(VeerSpace space, const VeerAgentDef *def, VeerVec3 thrown)
{
    VeerWorld *world = make_world(space);
    VeerAgentId agent = add_agent(world, def);
    veer_agent_go_to(world, agent, vec3(0.0f, 500.0f, 0.0f), 1.0f);
    assert_int_equal(veer_agent_set_velocity(world, agent, thrown), VEER_OK);
    VeerAgentState before = read_agent(world, agent);
    float most = max_f(def->max_acceleration, def->max_braking) * TICK;
    int ticks = 0;
    for (; length3(before.velocity) > def->max_speed * 1.0001f && ticks < 600; ++ticks) {
        step_times(world, 1, TICK);
        VeerAgentState now = read_agent(world, agent);
        assert_true(length3(now.velocity) <= length3(before.velocity));
        assert_true(distance3(now.velocity, before.velocity) <= most * 1.001f + 1e-5f);
        assert_true(length3(now.safe_velocity) <= def->max_speed * 1.0001f);
        before = now;
    }
    assert_in_range(ticks, 1, 599);
    step_times(world, 1, TICK);
    assert_true(length3(read_agent(world, agent).velocity) <= def->max_speed * 1.0001f);
    veer_world_destroy(world);
}

static void what_is_thrown_brakes_as_it_can(void **unused)
{
    (void)unused;
    static const VeerVec3 velocities[] = {
        {4.0048f, 0.0f, 0.0f}, {20.0f, 0.0f, 0.0f}, {0.0f, -30.0f, 0.0f}, {-8.0f, 9.0f, 0.0f}};
    for (int i = 0; i < 2 * VEER_VEHICLE_COUNT; ++i) {
        for (int k = 0; k < 4; ++k) {
            VeerAgentDef def = veer_agent_def_for((VeerVehicle)(i / 2));
            def.max_speed = 4.0f;
            def.max_acceleration = 4.0f;
            def.max_braking = 8.0f;
            def.max_turn_rate = i % 2 == 0 ? 2.0f : INFINITY;
            expect_braking(k % 2 == 0 ? VEER_PLANAR : VEER_SPATIAL, &def, velocities[k]);
        }
    }
}

static void headlong_bodies_brake_to_their_limit_too(void **unused)
{
    (void)unused;
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_THRUSTER);
    def.vehicle.thruster.is_headlong = true;
    def.max_speed = 4.0f;
    def.max_acceleration = 5.0f;
    def.max_braking = 5.0f;
    expect_braking(VEER_PLANAR, &def, vec3(12.0f, 0.0f, 0.0f));
}

static void what_is_thrown_into_a_wall_stays_before_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 ends[2] = {{5.0f, -9.0f, 0.0f}, {5.0f, 9.0f, 0.0f}};
    add_chain(world, ends, 2);
    VeerAgentDef def = veer_agent_def_default();
    def.max_braking = 3.0f;
    def.velocity = vec3(60.0f, 0.0f, 0.0f); // a metre a tick
    VeerAgentId agent = add_agent(world, &def);
    for (int i = 0; i < 60; ++i) {
        step_times(world, 1, TICK);
        assert_true(read_agent(world, agent).position.x < 4.51f);
    }
    veer_world_destroy(world);
}

static void heading_that_was_read_is_the_same_when_set(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    Dice dice = make_dice(7);
    for (int i = 0; i < 1000; ++i) {
        veer_agent_set_heading(world, agent, roll3(&dice, 1.0f));
        VeerVec3 heading = read_agent(world, agent).heading;
        veer_agent_set_heading(world, agent, heading);
        VeerVec3 again = read_agent(world, agent).heading;
        assert_memory_equal(&heading, &again, sizeof heading);
    }
    veer_world_destroy(world);
}

static void moved_refuses_what_step_refuses(void **unused)
{
    (void)unused;
    static const float bad[] = {0.0f, -0.1f, NAN, INFINITY, 1.1f, 1e-9f};
    VeerWorld *world = make_world(VEER_PLANAR);
    assert_int_equal(veer_world_moved(NULL, TICK), VEER_BAD_VALUE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(veer_world_moved(world, bad[i]), VEER_BAD_VALUE);
    }
    assert_int_equal(veer_world_tick(world), 0);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_with_veer_vehicle_step_is_stepping_in_the_plane),
        cmocka_unit_test(moving_with_veer_vehicle_step_is_stepping_in_space),
        cmocka_unit_test(moved_tells_of_blocked_and_lost),
        cmocka_unit_test(contacts_of_the_host_are_told_and_left),
        cmocka_unit_test(a_moved_state_can_be_taken_over_before_the_tick_is_closed),
        cmocka_unit_test(a_steered_state_is_rolled_back_to),
        cmocka_unit_test(free_balls_bounce_off_agents_that_the_host_leaves),
        cmocka_unit_test(bodies_may_come_and_go_before_the_tick_is_closed),
        cmocka_unit_test(moved_alone_lets_time_pass),
        cmocka_unit_test(what_is_thrown_brakes_as_it_can),
        cmocka_unit_test(headlong_bodies_brake_to_their_limit_too),
        cmocka_unit_test(what_is_thrown_into_a_wall_stays_before_it),
        cmocka_unit_test(heading_that_was_read_is_the_same_when_set),
        cmocka_unit_test(moved_refuses_what_step_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
