// Steps that are too long for one decision: how many substeps they are made in, and that a host
// sees nothing of these but what comes of them.
#include "world/world_maker.h"

enum { SIDE = 6, GROUP = SIDE * SIDE };

static VeerAgentDef walker(float radius, float speed)
{
    VeerAgentDef def = veer_agent_def_default();
    def.radius = radius;
    def.max_speed = speed;
    return def;
}

static uint32_t substeps_with(const VeerAgentDef *def, float dt)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    (void)add_agent(world, def);
    uint32_t count = veer_world_substeps(world, dt);
    veer_world_destroy(world);
    return count;
}

static void nobody_goes_more_than_a_sixth_of_its_radius(void **unused)
{
    (void)unused;
    VeerAgentDef person = walker(0.25f, 1.4f), crate = walker(1.5f, 1.0f), ball = person;
    assert_int_equal(substeps_with(&person, 1.0f / 60.0f), 1);
    assert_int_equal(substeps_with(&person, 0.05f), 1); // three frames
    assert_int_equal(substeps_with(&person, 0.1f), 4);
    assert_int_equal(substeps_with(&person, 0.5f), 17);
    assert_int_equal(substeps_with(&crate, 0.25f), 1);
    person.preferred_speed = 0.35f;
    assert_int_equal(substeps_with(&person, 0.1f), 1);
    ball.radius = 0.0f; // no more of them than there are frames
    assert_int_equal(substeps_with(&ball, 0.5f), 30);
    VeerAgentDef other = ball;
    other.model = VEER_AVOID_RAYS;
    other.avoid = veer_avoid_params_for(VEER_AVOID_RAYS);
    assert_int_equal(substeps_with(&other, 0.5f), 1);
    ball.is_immovable = true;
    assert_int_equal(substeps_with(&ball, 0.5f), 1);
    assert_int_equal(veer_world_substeps(NULL, 0.5f), 1);
    VeerWorld *world = make_world(VEER_PLANAR);
    assert_int_equal(veer_world_substeps(world, 0.5f), 1);
    assert_int_equal(veer_world_substeps(world, NAN), 1);
    veer_world_destroy(world);
}

typedef struct Crossing {
    double mean, last; ///< s
    uint32_t arrived;
} Crossing;

/// Two groups walk through each other.
static Crossing cross(float dt, VeerAgentId agents[2 * GROUP])
{
    VeerWorld *world = make_world(VEER_PLANAR);
    for (int i = 0; i < 2 * GROUP; ++i) {
        float side = i < GROUP ? -1.0f : 1.0f;
        VeerAgentDef def = walker(0.23f, 2.0f);
        def.position = vec3(side * (4.0f + 0.9f * (float)(i % SIDE)),
                            0.9f * (float)(i % GROUP / SIDE) + 0.1f * side, 0.0f);
        agents[i] = add_agent(world, &def);
        (void)veer_agent_go_to(world, agents[i],
                               vec3(-def.position.x, def.position.y - 0.2f * side, 0.0f), 0.4f);
    }
    Crossing crossing = {0};
    for (int tick = 1; crossing.arrived < 2 * GROUP && (float)tick * dt < 30.0f; ++tick) {
        uint32_t count;
        step_times(world, 1, dt);
        const VeerEvent *events = veer_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i) {
            bool has_arrived = events[i].kind == VEER_EVENT_ARRIVED;
            crossing.arrived += has_arrived;
            crossing.mean += has_arrived ? veer_world_time(world) / (2.0 * GROUP) : 0.0;
            crossing.last = has_arrived ? veer_world_time(world) : crossing.last;
        }
        assert_int_equal(veer_world_tick(world), tick);
        assert_float_equal((float)veer_world_time(world), (float)tick * dt, 1e-4f);
    }
    veer_world_destroy(world);
    return crossing;
}

static void crowds_take_as_long_whatever_the_tick(void **unused)
{
    (void)unused;
    VeerAgentId agents[2 * GROUP];
    Crossing fine = cross(1.0f / 60.0f, agents);
    assert_int_equal(fine.arrived, 2 * GROUP);
    const float ticks[] = {0.03f, 0.1f, 0.2f, 0.25f, 0.5f};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; ++i) {
        Crossing crossing = cross(ticks[i], agents);
        // An arrival is told of at the end of its tick.
        double late = 0.5 * (double)ticks[i];
        if (crossing.arrived != 2 * GROUP ||
            fabs(crossing.mean - late - fine.mean) > 0.1 * fine.mean) {
            fail_msg("ticks of %g s: %u arrive, in the mean after %g s in place of %g",
                     (double)ticks[i], crossing.arrived, crossing.mean, fine.mean);
        }
    }
}

static void poses_are_those_of_the_whole_step(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = walker(0.25f, 1.4f);
    VeerAgentId agent = add_agent(world, &def);
    (void)veer_agent_go_to(world, agent, vec3(90.0f, 0.0f, 0.0f), 0.4f);
    step_times(world, 10, 0.5f);
    for (int i = 0; i < 5; ++i) {
        VeerVec3 before = read_agent(world, agent).position, place;
        step_times(world, 1, 0.5f);
        for (int part = 0; part <= 4; ++part) {
            float fraction = 0.25f * (float)part;
            assert_int_equal(veer_agent_pose(world, agent, fraction, &place, NULL), VEER_OK);
            assert_float_equal(place.x, before.x + fraction * 0.7f, 1e-4f);
        }
    }
    veer_world_destroy(world);
}

/// A hundred arrive one after the other within one tick.
static void events_of_all_substeps_are_told(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    for (int i = 0; i < 100; ++i) {
        VeerAgentDef def = walker(0.25f, 1.4f);
        def.position = vec3(0.0f, 3.0f * (float)i, 0.0f);
        VeerAgentId agent = add_agent(world, &def);
        float way = 0.1f + 0.005f * (float)i;
        (void)veer_agent_go_to(world, agent, vec3(way, def.position.y, 0.0f), 0.05f);
    }
    step_times(world, 1, 1.0f);
    uint32_t count;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_int_equal(count, 100);
    bool is_told[100] = {false};
    for (uint32_t i = 0; i < count; ++i) {
        assert_int_equal(events[i].kind, VEER_EVENT_ARRIVED);
        assert_false(is_told[events[i].agent.slot]);
        is_told[events[i].agent.slot] = true;
    }
    assert_true(events[0].agent.slot < events[99].agent.slot); // who was first comes first
    step_times(world, 1, 1.0f);
    (void)veer_world_events(world, &count);
    assert_int_equal(count, 0);
    veer_world_destroy(world);
}

/// A ball hits it in the first of the substeps, and is far by the last.
static void who_was_knocked_in_any_substep_is_known_as_such(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = walker(0.25f, 1.4f);
    VeerAgentId agent = add_agent(world, &def);
    VeerObstacleDef ball = veer_obstacle_def_default();
    ball.motion = VEER_MOTION_FREE;
    ball.radius = 0.25f;
    ball.position = vec3(-1.0f, 0.2f, 0.0f);
    ball.velocity = vec3(20.0f, 0.0f, 0.0f);
    (void)add_obstacle(world, &ball);
    step_times(world, 1, 0.5f);
    assert_true(read_agent(world, agent).is_knocked);
    step_times(world, 1, 0.5f);
    assert_false(read_agent(world, agent).is_knocked);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_goes_more_than_a_sixth_of_its_radius),
        cmocka_unit_test(crowds_take_as_long_whatever_the_tick),
        cmocka_unit_test(poses_are_those_of_the_whole_step),
        cmocka_unit_test(events_of_all_substeps_are_told),
        cmocka_unit_test(who_was_knocked_in_any_substep_is_known_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
