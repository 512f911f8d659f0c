// Which bodies avoid and touch each other: layers, heights, shares of the evasion.
#include "world/world_maker.h"

typedef struct Pair {
    VeerWorld *world;
    VeerAgentId left, right;
} Pair;

/// Two agents that walk into each other along x.
static Pair make_pair(const VeerAgentDef *left, const VeerAgentDef *right, float aside)
{
    Pair pair = {.world = make_world(VEER_PLANAR)};
    VeerAgentDef a = *left, b = *right;
    a.position.x = -5.0f;
    a.position.y = aside;
    b.position.x = 5.0f;
    pair.left = add_agent(pair.world, &a);
    pair.right = add_agent(pair.world, &b);
    veer_agent_go_to(pair.world, pair.left, vec3(5.0f, aside, 0.0f), 0.3f);
    veer_agent_go_to(pair.world, pair.right, vec3(-5.0f, 0.0f, 0.0f), 0.3f);
    return pair;
}

/// How far the two leave their lines, and the least gap between them.
typedef struct Passing {
    float left_aside, right_aside, least_gap;
} Passing;

static Passing pass(Pair pair)
{
    Passing passing = {0.0f, 0.0f, INFINITY};
    float line = read_agent(pair.world, pair.left).position.y;
    for (int i = 0; i < 600; ++i) {
        step_times(pair.world, 1, TICK);
        float left = fabsf(read_agent(pair.world, pair.left).position.y - line);
        float right = fabsf(read_agent(pair.world, pair.right).position.y);
        passing.left_aside = max_f(passing.left_aside, left);
        passing.right_aside = max_f(passing.right_aside, right);
        passing.least_gap =
            min_f(passing.least_gap, gap_of_agents(pair.world, pair.left, pair.right));
    }
    veer_world_destroy(pair.world);
    return passing;
}

static void agents_of_layers_that_neither_avoids_pass_through(void **unused)
{
    (void)unused;
    VeerAgentDef left = veer_agent_def_default(), right = left;
    left.layer = 1;
    left.avoid_mask = 1;
    right.layer = 2;
    right.avoid_mask = 2;
    Passing passing = pass(make_pair(&left, &right, 0.0f));
    assert_true(passing.left_aside == 0.0f && passing.right_aside == 0.0f);
    assert_true(passing.least_gap < -0.9f);
}

static void agents_that_avoid_nothing_and_are_avoided_by_none_pass_through(void **unused)
{
    (void)unused;
    VeerAgentDef left = veer_agent_def_default();
    left.avoid_mask = 0;
    Passing passing = pass(make_pair(&left, &left, 0.0f));
    assert_true(passing.left_aside == 0.0f && passing.least_gap < -0.9f);
}

static void one_that_is_ignored_does_all_of_the_evasion(void **unused)
{
    (void)unused;
    VeerAgentDef left = veer_agent_def_default(), right = left;
    right.avoid_mask = 0;
    Passing passing = pass(make_pair(&left, &right, 0.1f));
    assert_true(passing.right_aside <= 1e-3f && passing.left_aside >= 0.8f);
    assert_true(passing.least_gap > 0.0f);
}

static void equal_priorities_share_equally(void **unused)
{
    (void)unused;
    VeerAgentDef def = veer_agent_def_default();
    Passing passing = pass(make_pair(&def, &def, 0.1f));
    assert_true(passing.least_gap > 0.0f);
    assert_float_equal(passing.left_aside, passing.right_aside, 0.05f);
}

static void the_lower_priority_gives_way_more(void **unused)
{
    (void)unused;
    VeerAgentDef low = veer_agent_def_default(), high = low;
    high.priority = 4.0f;
    low.velocity.x = 1.4f;
    high.velocity.x = -1.4f;
    Passing passing = pass(make_pair(&low, &high, 0.1f));
    assert_true(passing.least_gap > 0.0f);
    assert_true(passing.left_aside > 2.0f * passing.right_aside);
}

static void priority_zero_gives_way_to_all_and_infinity_to_none(void **unused)
{
    (void)unused;
    VeerAgentDef def = veer_agent_def_default(), zero = def, infinite = def;
    zero.priority = 0.0f;
    infinite.priority = INFINITY;
    Passing passing = pass(make_pair(&zero, &def, 0.1f));
    assert_true(passing.least_gap > 0.0f && passing.right_aside <= 1e-3f);
    passing = pass(make_pair(&infinite, &def, 0.1f));
    assert_true(passing.least_gap > 0.0f && passing.left_aside <= 1e-3f);
}

static void huge_priorities_still_share(void **unused)
{
    (void)unused;
    VeerAgentDef huge = veer_agent_def_default(), infinite = huge;
    huge.priority = 3.4e38f;
    infinite.priority = INFINITY;
    Passing passing = pass(make_pair(&huge, &huge, 0.1f));
    assert_true(passing.least_gap > 0.0f);
    assert_float_equal(passing.left_aside, passing.right_aside, 0.05f);
    passing = pass(make_pair(&infinite, &infinite, 0.1f));
    assert_true(passing.least_gap > 0.0f);
    assert_float_equal(passing.left_aside, passing.right_aside, 0.05f);
}

static void immovable_agents_are_gone_round(void **unused)
{
    (void)unused;
    VeerAgentDef walker = veer_agent_def_default(), rock = walker;
    rock.is_immovable = true;
    Pair pair = make_pair(&walker, &rock, 0.1f);
    float least = INFINITY;
    for (int i = 0; i < 600; ++i) {
        // Straight through it.
        if (i == 0) {
            veer_agent_go_to(pair.world, pair.left, vec3(12.0f, 0.0f, 0.0f), 0.3f);
        }
        step_times(pair.world, 1, TICK);
        least = min_f(least, gap_of_agents(pair.world, pair.left, pair.right));
    }
    VeerAgentState state = read_agent(pair.world, pair.right);
    assert_near3(state.position, vec3(5.0f, 0.0f, 0.0f), 0.0f);
    assert_true(length3(state.velocity) == 0.0f && least > 0.0f);
    // It took a longer path, so it is late but nearly there.
    assert_true(read_agent(pair.world, pair.left).position.x > 7.0f);
    veer_world_destroy(pair.world);
}

static void bodies_at_different_heights_pass_freely(void **unused)
{
    (void)unused;
    VeerAgentDef low = veer_agent_def_default(), high = low;
    high.position.z = 2.1f;
    Passing passing = pass(make_pair(&low, &high, 0.0f));
    assert_true(passing.left_aside == 0.0f && passing.right_aside == 0.0f);
    high.position.z = 1.9f;
    passing = pass(make_pair(&low, &high, 0.0f));
    assert_true(passing.left_aside > 0.1f);
}

/// Walks along x past an obstacle at the origin.
/// @return how far it comes off its line; INFINITY where it does not get past
static float aside_of(VeerWorld *world, float z, uint32_t avoid_mask)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(-5.0f, 0.0f, z);
    def.avoid_mask = avoid_mask;
    VeerAgentId agent = add_agent(world, &def);
    veer_agent_go_to(world, agent, vec3(5.0f, 0.0f, z), 0.3f);
    float aside = 0.0f;
    for (int i = 0; i < 900; ++i) {
        step_times(world, 1, TICK);
        aside = max_f(aside, fabsf(read_agent(world, agent).position.y));
    }
    bool is_there = read_agent(world, agent).status == VEER_AGENT_ARRIVED;
    veer_world_destroy(world);
    return is_there ? aside : INFINITY;
}

static VeerWorld *with_ball(uint32_t layer)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position.y = 0.2f;
    def.height = 3.0f;
    def.layer = layer;
    add_obstacle(world, &def);
    return world;
}

static void balls_on_other_layers_and_heights_are_passed_through(void **unused)
{
    (void)unused;
    assert_true(aside_of(with_ball(2u), 0.0f, 3u) > 0.5f);
    assert_true(aside_of(with_ball(2u), 0.0f, 1u) == 0.0f);
    assert_true(aside_of(with_ball(2u), 3.1f, 3u) == 0.0f);
    assert_true(aside_of(with_ball(2u), -2.1f, 3u) == 0.0f);
    assert_true(aside_of(with_ball(2u), 2.5f, 3u) > 0.5f);
}

/// A wall across the path, with its end near: if seen, it is passed or stopped at.
static VeerWorld *with_wall(uint32_t layer, bool is_polygon)
{
    const VeerVec3 ends[] = {{0.0f, -0.6f, 0.0f}, {0.1f, -0.6f, 0.0f}, {0.1f, 1.5f, 0.0f}};
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = is_polygon ? VEER_SHAPE_POLYGON : VEER_SHAPE_CHAIN;
    def.vertices = ends;
    def.vertex_count = 3;
    def.height = 3.0f;
    def.layer = layer;
    add_obstacle(world, &def);
    return world;
}

static void walls_on_other_layers_and_heights_are_passed_through(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        assert_true(aside_of(with_wall(2u, i == 1), 0.0f, 3u) > 0.3f);
        assert_true(aside_of(with_wall(2u, i == 1), 0.0f, 1u) == 0.0f);
        assert_true(aside_of(with_wall(2u, i == 1), 3.1f, 3u) == 0.0f);
        assert_true(aside_of(with_wall(2u, i == 1), -2.1f, 3u) == 0.0f);
    }
}

static void layers_can_be_changed_on_the_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId ball = add_ball(world, vec3(0.0f, 0.2f, 0.0f), 1.0f);
    veer_obstacle_set_layer(world, ball, 2u);
    assert_true(aside_of(world, 0.0f, 1u) == 0.0f);
    world = make_world(VEER_PLANAR);
    VeerAgentId walker = add_agent_at(world, vec3(-5.0f, 9.0f, 0.0f));
    veer_agent_set_layers(world, walker, 4u, 0u);
    VeerAgentId other = add_agent_at(world, vec3(5.0f, 9.0f, 0.0f));
    veer_agent_set_layers(world, other, 1u, 1u);
    veer_agent_go_to(world, walker, vec3(5.0f, 9.0f, 0.0f), 0.3f);
    veer_agent_go_to(world, other, vec3(-5.0f, 9.0f, 0.0f), 0.3f);
    for (int i = 0; i < 300; ++i) {
        step_times(world, 1, TICK);
        assert_true(read_agent(world, walker).position.y == 9.0f);
    }
    veer_world_destroy(world);
}

static void walls_are_avoided_where_they_were_moved_to(void **unused)
{
    (void)unused;
    const VeerVec3 ends[] = {{0.0f, -1.0f, 0.0f}, {0.0f, 1.5f, 0.0f}};
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId wall = add_chain(world, ends, 2);
    step_times(world, 1, TICK);
    veer_obstacle_set_position(world, wall, vec3(0.0f, 50.0f, 0.0f));
    assert_true(aside_of(world, 0.0f, UINT32_MAX) == 0.0f);
    world = make_world(VEER_PLANAR);
    wall = add_chain(world, ends, 2);
    veer_obstacle_set_position(world, wall, vec3(0.0f, 50.0f, 0.0f));
    step_times(world, 1, TICK);
    veer_obstacle_set_position(world, wall, vec3(0.0f, 0.0f, 0.0f));
    assert_true(aside_of(world, 0.0f, UINT32_MAX) > 0.5f);
    world = make_world(VEER_PLANAR);
    wall = add_chain(world, ends, 2);
    step_times(world, 1, TICK);
    veer_obstacle_destroy(world, wall);
    assert_true(aside_of(world, 0.0f, UINT32_MAX) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_of_layers_that_neither_avoids_pass_through),
        cmocka_unit_test(agents_that_avoid_nothing_and_are_avoided_by_none_pass_through),
        cmocka_unit_test(one_that_is_ignored_does_all_of_the_evasion),
        cmocka_unit_test(equal_priorities_share_equally),
        cmocka_unit_test(the_lower_priority_gives_way_more),
        cmocka_unit_test(priority_zero_gives_way_to_all_and_infinity_to_none),
        cmocka_unit_test(huge_priorities_still_share),
        cmocka_unit_test(immovable_agents_are_gone_round),
        cmocka_unit_test(bodies_at_different_heights_pass_freely),
        cmocka_unit_test(balls_on_other_layers_and_heights_are_passed_through),
        cmocka_unit_test(walls_on_other_layers_and_heights_are_passed_through),
        cmocka_unit_test(layers_can_be_changed_on_the_way),
        cmocka_unit_test(walls_are_avoided_where_they_were_moved_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
