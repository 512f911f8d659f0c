// Promise 6 and what crowds ask of contacts: limits hold, piles come apart, far places are exact.
#include "world/world_maker.h"

#include "math/trig.h"

enum { CROWD = 80 };

static VeerAgentDef random_agent(Dice *dice, VeerSpace space)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = roll3(dice, space == VEER_PLANAR ? 9.0f : 5.0f);
    def.position.z = space == VEER_PLANAR ? 0.0f : def.position.z;
    def.radius = roll(dice, 0.1f, 0.8f);
    def.max_speed = roll(dice, 0.2f, 6.0f);
    def.max_acceleration = roll_index(dice, 4) == 0 ? INFINITY : roll(dice, 0.5f, 20.0f);
    def.max_braking = roll_index(dice, 4) == 0 ? INFINITY : roll(dice, 0.5f, 20.0f);
    def.max_turn_rate = roll_index(dice, 2) == 0 ? INFINITY : roll(dice, 0.3f, 6.0f);
    def.model = roll_index(dice, 5) == 0 ? VEER_AVOID_NONE : VEER_AVOID_CROWD;
    return def;
}

static float angle_between(VeerVec3 a, VeerVec3 b)
{
    return veer_atan2(length3(cross3(a, b)), dot3(a, b));
}

static void expect_limits(const VeerAgentState *before, const VeerAgentState *after, float braking,
                          float dt)
{
    float speed = length3(after->velocity), early = length3(before->velocity);
    float change = distance3(after->velocity, before->velocity);
    float slack = 1e-4f * after->max_speed;
    float gain = after->max_acceleration * dt, loss = braking * dt;
    // Where the speed stays, to rounding, either limit may have counted.
    float limit = speed < early - slack ? loss : speed > early + slack ? gain : max_f(gain, loss);
    assert_true(speed <= after->max_speed);
    assert_true(change <= limit + slack);
    // The last digits of 10 m.
    assert_true(distance3(after->position, before->position) <= after->max_speed * dt + 4e-6f);
    float turned = angle_between(before->heading, after->heading);
    assert_true(!isfinite(after->max_turn_rate) || turned <= after->max_turn_rate * dt + 1e-3f);
}

/// In a step of several substeps one may gain speed and lose it again.
static void expect_limits_in_crowd(VeerSpace space, uint32_t seed, float step)
{
    Dice dice = make_dice(seed);
    VeerWorld *world = make_world(space);
    VeerAgentId agents[CROWD];
    VeerAgentState states[CROWD];
    for (int i = 0; i < CROWD; ++i) {
        VeerAgentDef def = random_agent(&dice, space);
        agents[i] = add_agent(world, &def);
        veer_agent_go_to(world, agents[i], scale3(def.position, -1.0f), 0.3f);
        states[i] = read_agent(world, agents[i]);
    }
    add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(-12.0f, 0.0f, 0.0f), vec3(2.0f, 0.0f, 0.0f),
                    1.0f);
    float dt = step / (float)veer_world_substeps(world, step);
    for (int tick = 0; tick < 240; ++tick) {
        step_times(world, 1, dt);
        for (int i = 0; i < CROWD; ++i) {
            VeerAgentState now = read_agent(world, agents[i]);
            expect_limits(&states[i], &now, now.max_braking, dt);
            states[i] = now;
        }
    }
    veer_world_destroy(world);
}

static void limits_hold_in_a_planar_crowd(void **unused)
{
    (void)unused;
    expect_limits_in_crowd(VEER_PLANAR, 1, TICK);
    expect_limits_in_crowd(VEER_PLANAR, 2, 0.1f);
    expect_limits_in_crowd(VEER_PLANAR, 3, 0.5f);
}

static void limits_hold_in_a_spatial_crowd(void **unused)
{
    (void)unused;
    expect_limits_in_crowd(VEER_SPATIAL, 4, TICK);
    expect_limits_in_crowd(VEER_SPATIAL, 5, 0.25f);
}

/// The deepest overlap of two agents, as a fraction of the sum of their radii.
static float worst_overlap(const VeerWorld *world)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < veer_agent_slot_count(world); ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            VeerAgentId a = veer_agent_at(world, i), b = veer_agent_at(world, k);
            float reach = read_agent(world, a).radius + read_agent(world, b).radius;
            worst = max_f(worst, -gap_of_agents(world, a, b) / reach);
        }
    }
    return worst;
}

/// @return the overlap that is left after some seconds
static float spread_pile(VeerSpace space, VeerAvoidModel model, float jitter, float seconds)
{
    Dice dice = make_dice(9);
    VeerWorld *world = make_world(space);
    for (int i = 0; i < 50; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.model = model;
        def.position = roll3(&dice, jitter);
        def.position.z = space == VEER_PLANAR ? 0.0f : def.position.z;
        add_agent(world, &def);
    }
    VeerVec3 before[50];
    memcpy(before, veer_agent_positions(world).data, sizeof before);
    for (int tick = 0; tick < (int)(seconds / TICK); ++tick) {
        step_times(world, 1, TICK);
        const VeerVec3 *now = veer_agent_positions(world).data;
        for (int i = 0; i < 50; ++i) {
            assert_true(distance3(now[i], before[i]) <= 1.4f * TICK + 1e-5f);
        }
        memcpy(before, now, sizeof before);
    }
    float worst = worst_overlap(world);
    veer_world_destroy(world);
    return worst;
}

static void piles_of_fifty_in_one_spot_come_apart(void **unused)
{
    (void)unused;
    for (int model = VEER_AVOID_NONE; model <= VEER_AVOID_CROWD; ++model) {
        for (int space = 0; space < 2; ++space) {
            float left = spread_pile((VeerSpace)space, (VeerAvoidModel)model, 0.0f, 8.0f);
            print_message("model %d space %d overlap %g\n", model, space, (double)left);
            assert_true(left <= 0.02f);
        }
    }
}

static void piles_of_fifty_that_overlap_come_apart(void **unused)
{
    (void)unused;
    for (int model = VEER_AVOID_NONE; model <= VEER_AVOID_CROWD; ++model) {
        for (int space = 0; space < 2; ++space) {
            float left = spread_pile((VeerSpace)space, (VeerAvoidModel)model, 1.5f, 8.0f);
            print_message("model %d space %d overlap %g\n", model, space, (double)left);
            assert_true(left <= 0.02f);
        }
    }
}

static void blind_crowds_into_one_point_do_not_pass_through_each_other(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    for (int i = 0; i < 36; ++i) {
        float angle = (float)i * 0.1745329f;
        VeerVec3 place = vec3(10.0f * veer_cos(angle), 10.0f * veer_sin(angle), 0.0f);
        VeerAgentId agent = add_blind(world, place, vec3(1.4f, 0.0f, 0.0f));
        veer_agent_go_to(world, agent, vec3(0.0f, 0.0f, 0.0f), 0.1f);
    }
    float worst = 0.0f;
    for (int tick = 0; tick < 1200; ++tick) {
        step_times(world, 1, TICK);
        worst = max_f(worst, tick % 10 == 0 ? worst_overlap(world) : 0.0f);
    }
    print_message("deepest overlap %g\n", (double)worst);
    // Pushed from all sides they overlap, but none gets through.
    assert_true(worst <= 0.6f);
    veer_world_destroy(world);
}

static void immovable_agents_stay_in_a_pile(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.is_immovable = true;
    VeerAgentId rock = add_agent(world, &def);
    for (int i = 0; i < 10; ++i) {
        add_agent_at(world, vec3(0.01f * (float)i, 0.0f, 0.0f));
    }
    step_times(world, 480, TICK);
    assert_near3(read_agent(world, rock).position, vec3(0.0f, 0.0f, 0.0f), 0.0f);
    assert_true(worst_overlap(world) <= 0.02f);
    veer_world_destroy(world);
}

static void touching_agents_yield_by_their_priorities(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[2];
    for (int i = 0; i < 2; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.model = VEER_AVOID_NONE;
        def.position.x = 0.9f * (float)i;
        def.priority = i == 0 ? 3.0f : 1.0f;
        agents[i] = add_agent(world, &def);
    }
    step_times(world, 300, TICK);
    float heavy = -read_agent(world, agents[0]).position.x;
    float light = read_agent(world, agents[1]).position.x - 0.9f;
    // 0.1 m in all, a quarter of it to the agent of three times the priority.
    assert_float_equal(heavy, 0.025f, 0.002f);
    assert_float_equal(light, 0.075f, 0.002f);
    veer_world_destroy(world);
}

static void slow_agents_at_the_end_of_the_world_arrive(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        VeerWorld *world = make_world((VeerSpace)i);
        VeerAgentDef def = veer_agent_def_default();
        def.position = vec3(VEER_WORLD_LIMIT - 12.0f, 12.0f - VEER_WORLD_LIMIT, 0.0f);
        def.max_speed = 0.5f;
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = add3(def.position, vec3(6.0f, -8.0f, 0.0f));
        veer_agent_go_to(world, agent, goal, 0.1f);
        // A tick is 8 mm, the last digit 62 mm.
        step_times(world, 20 * 60 - 30, TICK);
        assert_true(distance3(read_agent(world, agent).position, goal) > 0.1f);
        step_times(world, 90, TICK);
        assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
        assert_near3(read_agent(world, agent).position, goal, 0.07f);
        veer_world_destroy(world);
    }
}

static void agents_at_the_end_of_the_world_stop_there(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent =
        add_blind(world, vec3(VEER_WORLD_LIMIT - 1.0f, 0.0f, 0.0f), vec3(5.0f, 0.0f, 0.0f));
    step_times(world, 60, TICK);
    assert_near3(read_agent(world, agent).position, vec3(VEER_WORLD_LIMIT, 0.0f, 0.0f), 0.0f);
    veer_agent_set_preferred_velocity(world, agent, vec3(-5.0f, 0.0f, 0.0f));
    step_times(world, 60, TICK);
    assert_float_equal(read_agent(world, agent).position.x, VEER_WORLD_LIMIT - 5.0f, 0.2f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold_in_a_planar_crowd),
        cmocka_unit_test(limits_hold_in_a_spatial_crowd),
        cmocka_unit_test(piles_of_fifty_in_one_spot_come_apart),
        cmocka_unit_test(piles_of_fifty_that_overlap_come_apart),
        cmocka_unit_test(blind_crowds_into_one_point_do_not_pass_through_each_other),
        cmocka_unit_test(immovable_agents_stay_in_a_pile),
        cmocka_unit_test(touching_agents_yield_by_their_priorities),
        cmocka_unit_test(slow_agents_at_the_end_of_the_world_arrive),
        cmocka_unit_test(agents_at_the_end_of_the_world_stop_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
