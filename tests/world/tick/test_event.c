// Events: each kind once, in the stated order.
#include "world/world_maker.h"

static int count_kind(const VeerWorld *world, VeerEventKind kind)
{
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    int found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        found += events[i].kind == kind;
    }
    return found;
}

static int count_over(VeerWorld *world, VeerEventKind kind, int ticks)
{
    int found = 0;
    for (int i = 0; i < ticks; ++i) {
        step_times(world, 1, TICK);
        found += count_kind(world, kind);
    }
    return found;
}

static uint32_t event_total(const VeerWorld *world)
{
    uint32_t count;
    veer_world_events(world, &count);
    return count;
}

static void events_of_a_new_world_are_none(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    assert_int_equal(event_total(world), 0);
    step_times(world, 1, TICK);
    assert_int_equal(event_total(world), 0);
    veer_world_destroy(world);
}

static void arrived_comes_once_a_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(2.0f, 0.0f, 0.0f), 0.5f);
    assert_int_equal(count_over(world, VEER_EVENT_ARRIVED, 300), 1);
    veer_agent_set_position(world, agent, vec3(9.0f, 0.0f, 0.0f));
    assert_int_equal(count_over(world, VEER_EVENT_ARRIVED, 600), 0);
    veer_agent_go_to(world, agent, vec3(4.0f, 0.0f, 0.0f), 0.5f);
    assert_int_equal(count_over(world, VEER_EVENT_ARRIVED, 300), 1);
    veer_world_destroy(world);
}

static void arrived_names_the_agent_in_the_tick_of_its_arrival(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    add_agent_at(world, vec3(0.0f, 50.0f, 0.0f));
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(1.0f, 0.0f, 0.0f), 0.5f);
    while (count_kind(world, VEER_EVENT_ARRIVED) == 0) {
        assert_int_equal(read_agent(world, agent).status, VEER_AGENT_MOVING);
        step_times(world, 1, TICK);
    }
    uint32_t count;
    const VeerEvent *event = veer_world_events(world, &count);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(count == 1 && event->agent.slot == agent.slot);
    assert_true(event->agent.generation == agent.generation && event->other.generation == 0);
    veer_world_destroy(world);
}

/// Their memory is for what agents decide then.
static void events_end_when_the_next_tick_is_steered(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(0.1f, 0.0f, 0.0f), 0.5f);
    step_times(world, 1, TICK);
    assert_int_equal(event_total(world), 1);
    assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
    assert_int_equal(event_total(world), 0);
    assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
    assert_int_equal(event_total(world), 0);
    veer_world_destroy(world);
}

/// A pen of walls round the origin, too small to leave.
static VeerObstacleId add_pen(VeerWorld *world)
{
    const VeerVec3 pen[] = {
        {-1.0f, -1.0f, 0.0f}, {1.0f, -1.0f, 0.0f}, {1.0f, 1.0f, 0.0f}, {-1.0f, 1.0f, 0.0f}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = pen;
    def.vertex_count = 4;
    def.is_closed = true;
    return add_obstacle(world, &def);
}

static void blocked_comes_after_two_seconds_and_once_until_progress(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(1.4f, 0.0f, 0.0f));
    VeerObstacleId pen = add_pen(world);
    veer_agent_go_to(world, agent, vec3(30.0f, 0.0f, 0.0f), 0.5f);
    int ticks = 0;
    while (count_over(world, VEER_EVENT_BLOCKED, 1) == 0 && ticks < 1000) {
        ticks++;
    }
    // It walks half a metre first, at 1.4 m/s.
    assert_in_range(ticks, 120, 145);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    assert_int_equal(count_over(world, VEER_EVENT_BLOCKED, 900), 0);
    veer_obstacle_destroy(world, pen);
    step_times(world, 120, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_MOVING);
    veer_agent_set_max_speed(world, agent, 0.0f);
    assert_int_equal(count_over(world, VEER_EVENT_BLOCKED, 600), 1);
    veer_world_destroy(world);
}

static void blocked_waits_its_full_time_after_a_follower_lost_touch(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(9.0f, 0.0f, 0.0f), 0.1f);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_set_max_speed(world, agent, 0.0f);
    veer_agent_follow_obstacle(world, agent, ball, 1.0f);
    step_times(world, 100, TICK);
    veer_obstacle_set_position(world, ball, vec3(0.9f, 0.0f, 0.0f));
    step_times(world, 10, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_obstacle_set_position(world, ball, vec3(9.0f, 0.0f, 0.0f));
    assert_int_equal(count_over(world, VEER_EVENT_BLOCKED, 115), 0);
    assert_int_equal(count_over(world, VEER_EVENT_BLOCKED, 15), 1);
    veer_world_destroy(world);
}

static void lost_comes_once(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_agent_at(world, vec3(30.0f, 0.0f, 0.0f));
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_follow_agent(world, agent, target, 1.0f);
    assert_int_equal(count_over(world, VEER_EVENT_LOST, 60), 0);
    veer_agent_destroy(world, target);
    assert_int_equal(count_over(world, VEER_EVENT_LOST, 1), 1);
    assert_int_equal(count_over(world, VEER_EVENT_LOST, 60), 0);
    veer_world_destroy(world);
}

static void contact_of_agents_begins_and_ends_once(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId a = add_blind(world, vec3(-3.0f, 0.0f, 0.0f), vec3(1.0f, 0.0f, 0.0f));
    VeerAgentId b = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    veer_agent_set_immovable(world, b, true);
    assert_int_equal(count_over(world, VEER_EVENT_CONTACT_BEGUN, 240), 1);
    assert_int_equal(count_over(world, VEER_EVENT_CONTACT_ENDED, 240), 0);
    veer_agent_set_preferred_velocity(world, a, vec3(-1.0f, 0.0f, 0.0f));
    int ended = 0;
    for (int i = 0; i < 60; ++i) {
        step_times(world, 1, TICK);
        assert_int_equal(count_kind(world, VEER_EVENT_CONTACT_BEGUN), 0);
        ended += count_kind(world, VEER_EVENT_CONTACT_ENDED);
    }
    assert_int_equal(ended, 1);
    veer_world_destroy(world);
}

static void contact_names_the_lower_id_first(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_NONE;
    def.id = 9;
    VeerAgentId nine = add_agent(world, &def);
    def.id = 4;
    def.position.x = 0.5f;
    VeerAgentId four = add_agent(world, &def);
    step_times(world, 1, TICK);
    uint32_t count;
    const VeerEvent *event = veer_world_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(event->kind, VEER_EVENT_CONTACT_BEGUN);
    assert_int_equal(event->agent.slot, four.slot);
    assert_int_equal(event->other.slot, nine.slot);
    assert_int_equal(event->obstacle.generation, 0);
    veer_world_destroy(world);
}

static void expect_obstacle_contact(VeerWorld *world, VeerObstacleId obstacle, VeerVec3 wish)
{
    VeerAgentId agent = add_blind(world, vec3(0.0f, 0.0f, 0.0f), wish);
    int begun = 0, ended = 0;
    for (int i = 0; i < 720; ++i) {
        if (i == 240) {
            veer_agent_set_preferred_velocity(world, agent, scale3(wish, -1.0f));
        }
        step_times(world, 1, TICK);
        uint32_t count;
        const VeerEvent *events = veer_world_events(world, &count);
        for (uint32_t k = 0; k < count; ++k) {
            assert_int_equal(events[k].agent.slot, agent.slot);
            assert_int_equal(events[k].obstacle.slot, obstacle.slot);
            assert_int_equal(events[k].obstacle.generation, obstacle.generation);
            begun += events[k].kind == VEER_EVENT_CONTACT_BEGUN;
            ended += events[k].kind == VEER_EVENT_CONTACT_ENDED;
        }
    }
    assert_true(begun == 1 && ended == 1);
    veer_world_destroy(world);
}

static void contact_with_a_ball_a_wall_and_a_box_begins_and_ends_once(void **unused)
{
    (void)unused;
    VeerVec3 wish = vec3(1.0f, 0.0f, 0.0f);
    VeerWorld *world = make_world(VEER_PLANAR);
    expect_obstacle_contact(world, add_ball(world, vec3(3.0f, 0.0f, 0.0f), 1.0f), wish);
    // The agent meets two segments of one chain at once: one contact.
    const VeerVec3 ends[] = {{2.0f, -9.0f, 0.0f}, {2.0f, 0.1f, 0.0f}, {2.0f, 9.0f, 0.0f}};
    world = make_world(VEER_PLANAR);
    expect_obstacle_contact(world, add_chain(world, ends, 3), wish);
    world = make_world(VEER_SPATIAL);
    expect_obstacle_contact(world, add_box(world, vec3(3.0f, 0.0f, 0.0f), vec3(1.0f, 2.0f, 2.0f)),
                            wish);
}

static void contact_ends_when_one_of_the_two_is_removed(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId a = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(1.0f, 0.0f, 0.0f));
    VeerAgentId b = add_blind(world, vec3(1.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    add_ball(world, vec3(0.0f, 1.5f, 0.0f), 1.0f);
    step_times(world, 5, TICK);
    veer_agent_destroy(world, a);
    step_times(world, 1, TICK);
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_int_equal(count, 3);
    assert_int_equal(events[0].kind, VEER_EVENT_CONTACT_ENDED);
    assert_int_equal(events[0].other.slot, b.slot);
    assert_int_equal(events[1].kind, VEER_EVENT_CONTACT_ENDED);
    assert_int_equal(events[1].obstacle.generation, 1);
    assert_int_equal(events[2].kind, VEER_EVENT_REMOVED);
    assert_int_equal(events[2].agent.generation, a.generation);
    veer_world_destroy(world);
}

static void removed_comes_once_for_agents_then_obstacles(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[3];
    for (int i = 0; i < 3; ++i) {
        agents[i] = add_agent_at(world, vec3(5.0f * (float)i, 0.0f, 0.0f));
    }
    VeerObstacleId ball = add_ball(world, vec3(0.0f, 9.0f, 0.0f), 1.0f);
    veer_obstacle_destroy(world, ball);
    veer_agent_destroy(world, agents[2]);
    veer_agent_destroy(world, agents[0]);
    step_times(world, 1, TICK);
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_int_equal(count, 3);
    assert_int_equal(events[0].agent.slot, agents[0].slot);
    assert_int_equal(events[1].agent.slot, agents[2].slot);
    assert_int_equal(events[2].agent.generation, 0);
    assert_int_equal(events[2].obstacle.generation, ball.generation);
    assert_int_equal(count_over(world, VEER_EVENT_REMOVED, 60), 0);
    veer_world_destroy(world);
}

static void events_come_by_kind_then_agent_id(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId target = add_agent_at(world, vec3(90.0f, 90.0f, 0.0f));
    for (int i = 0; i < 3; ++i) {
        VeerAgentId follower = add_agent_at(world, vec3(20.0f * (float)i, -30.0f, 0.0f));
        veer_agent_follow_agent(world, follower, target, 1.0f);
        VeerAgentId arriving = add_agent_at(world, vec3(20.0f * (float)i, 30.0f, 0.0f));
        veer_agent_go_to(world, arriving, vec3(20.0f * (float)i, 30.0f, 0.0f), 0.5f);
        VeerVec3 place = vec3(20.0f * (float)i, 0.0f, 0.0f), still = {0};
        add_blind(world, place, still);
        add_blind(world, add3(place, vec3(0.5f, 0.0f, 0.0f)), still);
    }
    veer_agent_destroy(world, target);
    step_times(world, 1, TICK);
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_int_equal(count, 10);
    for (uint32_t i = 1; i < count; ++i) {
        assert_true(events[i - 1].kind <= events[i].kind);
        if (events[i - 1].kind == events[i].kind) {
            assert_true(read_agent(world, events[i - 1].agent).id <
                        read_agent(world, events[i].agent).id);
        }
    }
    veer_world_destroy(world);
}

/// Contacts that are begun and not ended, in a crowd that jostles and is thinned out.
static void contacts_begin_and_end_in_pairs(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    Dice dice = make_dice(5);
    for (int i = 0; i < 60; ++i) {
        VeerVec3 place = vec3(roll(&dice, -6.0f, 6.0f), roll(&dice, -6.0f, 6.0f), 0.0f);
        add_blind(world, place, scale3(place, -0.2f));
    }
    int64_t open = 0;
    for (int i = 0; i < 900; ++i) {
        if (i >= 500 && i % 5 == 0) {
            veer_agent_destroy(world, veer_agent_at(world, (uint32_t)(i - 500) / 5));
        }
        step_times(world, 1, TICK);
        open += count_kind(world, VEER_EVENT_CONTACT_BEGUN);
        open -= count_kind(world, VEER_EVENT_CONTACT_ENDED);
        assert_true(open >= 0);
    }
    assert_int_equal(veer_agent_count(world), 0);
    assert_true(open == 0);
    assert_true(veer_world_stats(world).pairs_dropped == 0);
    veer_world_destroy(world);
}

static void events_beyond_the_room_are_counted(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 4;
    def.max_obstacles = 0;
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 400; ++i) {
        veer_agent_destroy(world, add_agent_at(world, vec3(0.0f, 0.0f, 0.0f)));
    }
    step_times(world, 1, TICK);
    int reported = count_kind(world, VEER_EVENT_REMOVED);
    assert_true(reported >= 64);
    assert_int_equal(veer_world_stats(world).pairs_dropped, 400 - reported);
    veer_world_destroy(world);
}

static void events_of_a_pile_beyond_the_room_are_counted(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 400;
    def.max_obstacles = 0;
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 400; ++i) {
        VeerAgentId agent = add_agent_at(world, vec3(0.01f * (float)i, 0.0f, 0.0f));
        veer_agent_go_to(world, agent, vec3(0.0f, 0.0f, 0.0f), 9.0f);
    }
    step_times(world, 1, TICK);
    assert_int_equal(count_kind(world, VEER_EVENT_ARRIVED), 400);
    assert_true(count_kind(world, VEER_EVENT_CONTACT_BEGUN) > 0);
    assert_true(veer_world_stats(world).pairs_dropped > 0);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_of_a_new_world_are_none),
        cmocka_unit_test(arrived_comes_once_a_goal),
        cmocka_unit_test(arrived_names_the_agent_in_the_tick_of_its_arrival),
        cmocka_unit_test(events_end_when_the_next_tick_is_steered),
        cmocka_unit_test(blocked_comes_after_two_seconds_and_once_until_progress),
        cmocka_unit_test(blocked_waits_its_full_time_after_a_follower_lost_touch),
        cmocka_unit_test(lost_comes_once),
        cmocka_unit_test(contact_of_agents_begins_and_ends_once),
        cmocka_unit_test(contact_names_the_lower_id_first),
        cmocka_unit_test(contact_with_a_ball_a_wall_and_a_box_begins_and_ends_once),
        cmocka_unit_test(contact_ends_when_one_of_the_two_is_removed),
        cmocka_unit_test(removed_comes_once_for_agents_then_obstacles),
        cmocka_unit_test(events_come_by_kind_then_agent_id),
        cmocka_unit_test(contacts_begin_and_end_in_pairs),
        cmocka_unit_test(events_beyond_the_room_are_counted),
        cmocka_unit_test(events_of_a_pile_beyond_the_room_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
