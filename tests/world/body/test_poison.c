// Promise 5: nothing poisons the world. Whatever may come in, every state stays finite.
#include "world/world_maker.h"

enum { AGENTS = 60, BALLS = 20 };

static const float lengths[] = {0.0f,  1e-45f, 1e-39f, 1e-30f, 1e-22f, 1e-20f,
                                1e-6f, 0.3f,   0.5f,   2.0f,   50.0f,  1e6f};
static const float ticks[] = {1e-4f, 1.0f / 60.0f, 0.25f, 1.0f};

static float pick(Dice *dice, const float *values, uint32_t count)
{
    return values[roll_index(dice, count)];
}

static float any_length(Dice *dice)
{
    return pick(dice, lengths, 12);
}

static float any_positive(Dice *dice)
{
    float length = pick(dice, lengths + 1, 11);
    return roll_index(dice, 4) == 0 ? INFINITY : length;
}

/// Coincident, denormal, near and at the ends of the world.
static VeerVec3 any_point(Dice *dice)
{
    const float reaches[] = {0.0f, 1e-40f, 1e-3f, 2.0f, 10.0f, 10.0f, 10.0f, 1e6f};
    VeerVec3 point = roll3(dice, pick(dice, reaches, 8));
    return roll_index(dice, 8) == 0 ? vec3(1e6f, -1e6f, 1e6f) : point;
}

static VeerAgentDef any_agent(Dice *dice)
{
    VeerAgentDef def = veer_agent_def_default();
    def.id = roll_index(dice, 3) == 0 ? 1 + roll_index(dice, 5) : 0;
    def.position = any_point(dice);
    def.radius = any_length(dice);
    def.height = any_positive(dice);
    def.max_speed = any_length(dice);
    def.velocity = clamp_length3(roll3(dice, any_length(dice)), 0.99f * def.max_speed);
    def.heading = roll3(dice, any_length(dice));
    def.preferred_speed = any_length(dice);
    def.max_acceleration = any_positive(dice);
    def.max_braking = any_positive(dice);
    def.max_turn_rate = any_positive(dice);
    def.priority = any_positive(dice);
    def.is_immovable = roll_index(dice, 10) == 0;
    def.model = roll_index(dice, 4) == 0 ? VEER_AVOID_NONE : VEER_AVOID_CROWD;
    def.avoid.sense_range = any_length(dice);
    def.avoid.max_neighbours = roll_index(dice, VEER_MAX_NEIGHBOURS + 1);
    def.avoid.time_horizon = pick(dice, lengths + 1, 11);
    def.avoid.time_horizon_obstacles = pick(dice, lengths + 1, 11);
    return def;
}

static VeerObstacleDef any_obstacle(Dice *dice, VeerSpace space, VeerVec3 vertices[3])
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = (VeerObstacleShape)roll_index(dice, 4);
    def.motion =
        def.shape == VEER_SHAPE_BALL ? (VeerObstacleMotion)roll_index(dice, 4) : VEER_MOTION_STATIC;
    def.position = any_point(dice);
    def.velocity = roll3(dice, any_length(dice));
    def.radius = any_length(dice);
    def.height = any_positive(dice);
    def.mass = any_length(dice);
    def.half_extents = vec3(any_length(dice), any_length(dice), any_length(dice));
    def.orbit = (VeerOrbit){.semi_major = any_length(dice),
                            .semi_minor = any_length(dice),
                            .rate = any_length(dice),
                            .phase = any_length(dice),
                            .inclination = space == VEER_SPATIAL ? any_length(dice) : 0.0f};
    for (int i = 0; i < 3; ++i) {
        vertices[i] = roll3(dice, any_length(dice));
    }
    def.vertices = vertices;
    def.vertex_count = 3;
    return def;
}

static void set_any_goal(VeerWorld *world, VeerAgentId agent, Dice *dice)
{
    uint32_t other = roll_index(dice, AGENTS);
    float radius = pick(dice, lengths + 1, 11);
    switch (roll_index(dice, 5)) {
    case 0:
        veer_agent_follow_agent(world, agent, veer_agent_at(world, other), radius);
        break;
    case 1:
        veer_agent_follow_obstacle(world, agent, veer_obstacle_at(world, other % BALLS), radius);
        break;
    case 2:
        veer_agent_set_preferred_velocity(world, agent, any_point(dice));
        break;
    default:
        veer_agent_go_to(world, agent, any_point(dice), radius);
        break;
    }
}

static void call_anything(VeerWorld *world, Dice *dice, VeerSpace space)
{
    VeerAgentId agent = veer_agent_at(world, roll_index(dice, AGENTS));
    VeerObstacleId obstacle = veer_obstacle_at(world, roll_index(dice, BALLS));
    VeerAgentDef def = any_agent(dice);
    VeerVec3 vertices[3];
    VeerObstacleDef other = any_obstacle(dice, space, vertices);
    switch (roll_index(dice, 12)) {
    case 0:
        veer_agent_destroy(world, agent);
        break;
    case 1:
    case 2:
        veer_agent_create(world, &def, &agent);
        set_any_goal(world, agent, dice);
        break;
    case 3:
        veer_obstacle_destroy(world, obstacle);
        break;
    case 4:
        veer_obstacle_create(world, &other, &obstacle);
        break;
    case 5:
        veer_obstacle_set_position(world, obstacle, other.position);
        veer_obstacle_set_velocity(world, obstacle, other.velocity);
        veer_obstacle_set_radius(world, obstacle, other.radius);
        break;
    case 6:
        veer_agent_set_position(world, agent, def.position);
        veer_agent_set_radius(world, agent, def.radius);
        break;
    case 7:
        veer_agent_set_max_speed(world, agent, def.max_speed);
        veer_agent_set_velocity(world, agent, def.velocity);
        veer_agent_set_heading(world, agent, def.heading);
        break;
    case 8:
        veer_agent_set_limits(world, agent, def.max_acceleration, def.max_braking,
                              def.max_turn_rate);
        veer_agent_set_priority(world, agent, def.priority);
        break;
    case 9:
        veer_agent_set_avoidance(world, agent, def.model, &def.avoid);
        break;
    default:
        set_any_goal(world, agent, dice);
        break;
    }
}

static bool is_within(VeerVec3 point)
{
    float limit = VEER_WORLD_LIMIT;
    return fabsf(point.x) <= limit && fabsf(point.y) <= limit && fabsf(point.z) <= limit;
}

static void expect_sane(const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, slot), &state) != VEER_OK) {
            continue;
        }
        assert_true(is_within(state.position) && is_finite3(state.velocity));
        assert_true(length3(state.velocity) <= 2.0f * VEER_WORLD_LIMIT); // rocks may throw it
        assert_float_equal(length3(state.heading), 1.0f, 1e-4f);
        assert_true(is_finite3(state.preferred_velocity) && is_finite3(state.safe_velocity));
        assert_true(is_finite3(state.goal));
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        VeerObstacleState state;
        if (veer_obstacle_get(world, veer_obstacle_at(world, slot), &state) == VEER_OK) {
            assert_true(is_within(state.position) && is_finite3(state.velocity));
        }
    }
}

static void expect_not_poisoned(VeerSpace space, uint32_t seed)
{
    Dice dice = make_dice(seed);
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = AGENTS;
    def.max_obstacles = BALLS;
    def.bounds = (VeerBounds){{-30.0f, -30.0f, -30.0f}, {30.0f, 1e6f, 30.0f}};
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 400; ++i) {
        call_anything(world, &dice, space);
    }
    for (int tick = 0; tick < 250; ++tick) {
        call_anything(world, &dice, space);
        step_times(world, 1, pick(&dice, ticks, 4));
        expect_sane(world);
    }
    veer_world_destroy(world);
}

static void nothing_poisons_a_planar_world(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 6; seed += suite_stride()) {
        expect_not_poisoned(VEER_PLANAR, seed);
    }
}

static void nothing_poisons_a_spatial_world(void **unused)
{
    (void)unused;
    for (uint32_t seed = 101; seed <= 106; seed += suite_stride()) {
        expect_not_poisoned(VEER_SPATIAL, seed);
    }
}

static void any_tick_length_is_survived_by_a_crowd(void **unused)
{
    (void)unused;
    const float all[] = {1e-4f, 1e-3f, 0.01f, 1.0f / 60.0f, 0.1f, 0.5f, 1.0f};
    for (int i = 0; i < 7; ++i) {
        VeerWorld *world = make_world((VeerSpace)(i & 1));
        for (int k = 0; k < 50; ++k) {
            VeerVec3 place = vec3((float)(k % 5) * 0.6f, (float)(k / 5) * 0.6f, 0.0f);
            VeerAgentId agent = add_agent_at(world, place);
            veer_agent_go_to(world, agent, vec3(3.0f - place.x, 6.0f - place.y, 0.0f), 0.3f);
        }
        for (int k = 0; k < 200; ++k) {
            step_times(world, 1, all[i]);
            expect_sane(world);
        }
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_poisons_a_planar_world),
        cmocka_unit_test(nothing_poisons_a_spatial_world),
        cmocka_unit_test(any_tick_length_is_survived_by_a_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
