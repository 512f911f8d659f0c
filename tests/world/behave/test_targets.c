// Several targets at once: what agents that sum forces seek by their list of behaviours.
#include "world/behaviour_maker.h"

#include <math.h>

/// Everything that `ship` goes for, and how much of it.
typedef struct Scene {
    VeerWorld *world;
    VeerAgentId ship;
    VeerBehaviourList list;
    VeerBehaviourListId id;
} Scene;

static VeerAgentDef ship_def(void)
{
    VeerAgentDef def = veer_agent_def_default();
    def.radius = 0.5f;
    def.max_speed = 2.0f;
    def.preferred_speed = 1.5f;
    def.model = VEER_AVOID_POTENTIAL;
    def.avoid = veer_avoid_params_for(def.model);
    def.avoid.sense_range = 1.0f;
    def.avoid.potential.goal_exponent = 1.0f;
    def.group = 1;
    return def;
}

static void seek(Scene *scene, VeerBehaviourKind kind, VeerVec3 point, float weight)
{
    VeerBehaviour behaviour = veer_behaviour_default(kind);
    behaviour.point = point;
    behaviour.weight = weight;
    behaviour.group = 2;
    behaviour.range = 100.0f;
    scene->list.behaviours[scene->list.behaviour_count++] = behaviour;
}

static Scene make_scene(VeerSpace space)
{
    Scene scene = {.world = make_world(space), .list = veer_behaviour_list_default()};
    VeerAgentDef def = ship_def();
    scene.ship = add_agent(scene.world, &def);
    return scene;
}

static VeerAgentId add_prey(Scene *scene, VeerVec3 position)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    def.radius = 0.75f;
    def.group = 2;
    def.model = VEER_AVOID_NONE;
    return add_agent(scene->world, &def);
}

/// Its velocity after one tick.
static VeerVec3 velocity_of(Scene *scene)
{
    if (scene->id.generation == 0) {
        scene->id = add_behaviours(scene->world, &scene->list);
        assert_int_equal(veer_agent_set_behaviours(scene->world, scene->ship, scene->id), VEER_OK);
    }
    step_times(scene->world, 1, TICK);
    return read_agent(scene->world, scene->ship).velocity;
}

/// Adds what a target pulls with, in double: its direction, by the gap.
static void pull(double sum[3], VeerVec3 to, double radius, double weight)
{
    double o[3] = {(double)to.x, (double)to.y, (double)to.z};
    double d = sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    for (int k = 0; k < 3; ++k) {
        sum[k] += weight * o[k] / d / (d - 0.5 - radius);
    }
}

static void expect_along(VeerVec3 velocity, const double sum[3], double speed)
{
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    assert_true(fabs((double)velocity.x - speed * sum[0] / length) <= 1e-5);
    assert_true(fabs((double)velocity.y - speed * sum[1] / length) <= 1e-5);
    assert_true(fabs((double)velocity.z - speed * sum[2] / length) <= 1e-5);
}

static void targets_are_summed(VeerSpace space)
{
    float up = space == VEER_SPATIAL ? 3.0f : 0.0f;
    VeerVec3 points[] = {
        {9.0f, 0.0f, up}, {-4.0f, 7.0f, 0.0f}, {0.0f, -6.0f, -up}, {5.0f, 5.0f, up}};
    Scene scene = make_scene(space);
    seek(&scene, VEER_BEHAVIOUR_GOAL, (VeerVec3){0}, 1.0f);
    seek(&scene, VEER_BEHAVIOUR_SEEK, points[1], 2.0f);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 0.5f);
    veer_agent_go_to(scene.world, scene.ship, points[0], 0.5f);
    add_prey(&scene, points[2]);
    add_prey(&scene, points[3]);
    double sum[3] = {0.0, 0.0, 0.0};
    pull(sum, points[0], 0.0, 1.0);
    pull(sum, points[1], 0.0, 2.0);
    pull(sum, points[2], 0.75, 0.5);
    pull(sum, points[3], 0.75, 0.5);
    expect_along(velocity_of(&scene), sum, 1.5);
    veer_world_destroy(scene.world);
}

static void targets_are_summed_in_the_plane_and_in_space(void **unused)
{
    (void)unused;
    targets_are_summed(VEER_PLANAR);
    targets_are_summed(VEER_SPATIAL);
}

static void nearest_of_many_targets_wins_where_pulls_fall_off(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 1.0f);
    VeerAgentId near = add_prey(&scene, vec3(4.0f, 3.0f, 0.0f));
    add_prey(&scene, vec3(-30.0f, 0.0f, 0.0f));
    add_prey(&scene, vec3(0.0f, -30.0f, 0.0f));
    for (int i = 0; i < 200; ++i) {
        (void)velocity_of(&scene);
    }
    assert_true(gap_of_agents(scene.world, scene.ship, near) < 0.05f);
    veer_world_destroy(scene.world);
}

static void others_than_targets_push(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 1.0f);
    VeerAgentId prey = add_prey(&scene, vec3(2.0f, 0.0f, 0.0f));
    assert_true(velocity_of(&scene).x > 0.0f);
    assert_int_equal(veer_agent_set_group(scene.world, prey, 3), VEER_OK);
    add_prey(&scene, vec3(-9.0f, 0.1f, 0.0f));
    assert_true(velocity_of(&scene).x < 0.0f);
    veer_world_destroy(scene.world);
}

static void what_else_is_listed_is_preferred_beside_targets(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_SEEK, vec3(8.0f, 0.0f, 0.0f), 1.0f);
    seek(&scene, VEER_BEHAVIOUR_ARRIVE, vec3(0.0f, 8.0f, 0.0f), 1.0f);
    VeerVec3 velocity = velocity_of(&scene);
    assert_true(velocity.x > 0.1f && velocity.y > 0.1f);
    veer_world_destroy(scene.world);
}

static void goal_that_is_reached_pulls_no_more(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_GOAL, (VeerVec3){0}, 1.0f);
    seek(&scene, VEER_BEHAVIOUR_SEEK, vec3(9.0f, 0.0f, 0.0f), 1.0f);
    veer_agent_go_to(scene.world, scene.ship, vec3(0.0f, 0.25f, 0.0f), 0.5f);
    (void)velocity_of(&scene);
    assert_int_equal(read_agent(scene.world, scene.ship).status, VEER_AGENT_ARRIVED);
    VeerVec3 to = sub3(vec3(9.0f, 0.0f, 0.0f), read_agent(scene.world, scene.ship).position);
    assert_near3(velocity_of(&scene), scale3(to, 1.5f / length3(to)), 1e-5f);
    veer_world_destroy(scene.world);
}

static void goal_that_is_a_velocity_is_preferred_beside_targets(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_GOAL, (VeerVec3){0}, 1.0f);
    seek(&scene, VEER_BEHAVIOUR_SEEK, vec3(8.0f, 0.0f, 0.0f), 1.0f);
    veer_agent_set_preferred_velocity(scene.world, scene.ship, vec3(0.0f, 1.0f, 0.0f));
    VeerVec3 velocity = velocity_of(&scene);
    assert_true(velocity.x > 0.1f && velocity.y > 0.1f);
    veer_world_destroy(scene.world);
}

static void those_out_of_range_push_and_do_not_pull(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_SEEK, vec3(0.0f, 9.0f, 0.0f), 1.0f);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 1.0f);
    scene.list.behaviours[1].range = 1.0f;
    add_prey(&scene, vec3(1.6f, 0.0f, 0.0f));
    assert_true(velocity_of(&scene).x < -0.1f);
    veer_world_destroy(scene.world);
}

static void nobody_to_pursue_leaves_it_standing(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 1.0f);
    assert_true(length3(velocity_of(&scene)) == 0.0f);
    veer_world_destroy(scene.world);
}

static void targets_are_as_many_as_a_view_has(void **unused)
{
    (void)unused;
    Scene scene = make_scene(VEER_PLANAR);
    seek(&scene, VEER_BEHAVIOUR_PURSUE, (VeerVec3){0}, 1.0f);
    seek(&scene, VEER_BEHAVIOUR_SEEK, vec3(0.0f, 9.0f, 0.0f), 1000.0f);
    for (int i = 0; i < VEER_MAX_TARGETS; ++i) {
        add_prey(&scene, vec3(10.0f + (float)i * 2.0f, 0.0f, 0.0f));
    }
    assert_near3(velocity_of(&scene), vec3(1.5f, 0.0f, 0.0f), 1e-5f);
    veer_world_destroy(scene.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_summed_in_the_plane_and_in_space),
        cmocka_unit_test(nearest_of_many_targets_wins_where_pulls_fall_off),
        cmocka_unit_test(others_than_targets_push),
        cmocka_unit_test(what_else_is_listed_is_preferred_beside_targets),
        cmocka_unit_test(goal_that_is_reached_pulls_no_more),
        cmocka_unit_test(goal_that_is_a_velocity_is_preferred_beside_targets),
        cmocka_unit_test(those_out_of_range_push_and_do_not_pull),
        cmocka_unit_test(nobody_to_pursue_leaves_it_standing),
        cmocka_unit_test(targets_are_as_many_as_a_view_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
