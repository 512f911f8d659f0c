// What agents of a world do by their list: seek, wander, flock, chase, hide, queue.
#include "world/behaviour_maker.h"

/// Where an agent with one behaviour is after some seconds, and how fast.
static VeerAgentState after(VeerBehaviour behaviour, float seconds)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(behaviour);
    VeerBehaviourListId id = add_behaviours(world, &list);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), vec3(1.0f, 0.0f, 0.0f), id, 1);
    step_times(world, (int)(seconds * 60.0f), TICK);
    VeerAgentState state = read_agent(world, agent);
    veer_world_destroy(world);
    return state;
}

static void agent_seeks_arrives_and_flees(void **unused)
{
    (void)unused;
    VeerBehaviour behaviour = veer_behaviour_default(VEER_BEHAVIOUR_SEEK);
    behaviour.point = vec3(0.0f, 8.0f, 0.0f);
    behaviour.range = 20.0f;
    assert_true(after(behaviour, 3.0f).position.y > 3.5f);
    behaviour.kind = VEER_BEHAVIOUR_FLEE;
    assert_true(after(behaviour, 3.0f).position.y < -3.0f);
    behaviour.kind = VEER_BEHAVIOUR_ARRIVE;
    VeerAgentState state = after(behaviour, 15.0f);
    assert_near3(state.position, behaviour.point, 0.1f);
    assert_true(length3(state.velocity) <= 0.05f);
}

static void behaviours_without_effect_keeps_the_velocity(void **unused)
{
    (void)unused;
    VeerBehaviour behaviour = veer_behaviour_default(VEER_BEHAVIOUR_COHESION);
    assert_near3(after(behaviour, 2.0f).position, vec3(2.0f, 0.0f, 0.0f), 1e-3f);
    const VeerBehaviourKind kinds[] = {VEER_BEHAVIOUR_GOAL,  VEER_BEHAVIOUR_PURSUE,
                                       VEER_BEHAVIOUR_HIDE,  VEER_BEHAVIOUR_LEADER,
                                       VEER_BEHAVIOUR_WALL,  VEER_BEHAVIOUR_SEPARATION,
                                       VEER_BEHAVIOUR_QUEUE, VEER_BEHAVIOUR_ALIGNMENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        behaviour.kind = kinds[i];
        behaviour.group = 9;
        assert_near3(after(behaviour, 2.0f).position, vec3(2.0f, 0.0f, 0.0f), 1e-3f);
    }
}

static void agent_wanders_within_a_box(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(veer_behaviour_default(VEER_BEHAVIOUR_WANDER));
    VeerBehaviour box = veer_behaviour_default(VEER_BEHAVIOUR_CONTAIN);
    box.point = vec3(-10.0f, -10.0f, -1.0f);
    box.upper = vec3(10.0f, 10.0f, 1.0f);
    box.seconds = 1.0f;
    box.weight = 3.0f;
    list.behaviours[list.behaviour_count++] = box;
    VeerBehaviourListId id = add_behaviours(world, &list);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    float furthest = 0.0f;
    for (int i = 0; i < 6000; ++i) {
        step_times(world, 1, TICK);
        VeerVec3 at = read_agent(world, agent).position;
        furthest = max_f(furthest, max_f(fabsf(at.x), fabsf(at.y)));
    }
    assert_true(furthest > 5.0f && furthest <= 10.5f);
    veer_world_destroy(world);
}

/// Mean length of the sum of unit velocities: 1 when all go one way.
static float order_of(const VeerWorld *world, const VeerAgentId *agents, int count)
{
    VeerVec3 sum = {0};
    for (int i = 0; i < count; ++i) {
        sum = add3(sum, unit3(read_agent(world, agents[i]).velocity, (VeerVec3){0}));
    }
    return length3(sum) / (float)count;
}

static void expect_flock(VeerSpace space, VeerBehaviourList list)
{
    VeerWorld *world = make_world(space);
    VeerBehaviourListId id = add_behaviours(world, &list);
    VeerAgentId agents[40];
    Dice dice = make_dice(3);
    for (int i = 0; i < 40; ++i) {
        VeerVec3 at = {(float)(i % 8) * 1.5f, (float)(i / 8) * 1.5f, 0.0f};
        at.z = space == VEER_SPATIAL ? (float)(i % 3) : 0.0f;
        VeerVec3 velocity = {(float)roll_index(&dice, 5) * 0.5f - 1.0f,
                             (float)roll_index(&dice, 5) * 0.5f - 1.0f, 0.0f};
        agents[i] = add_steered(world, at, velocity, id, 4);
    }
    float before = order_of(world, agents, 40);
    step_times(world, 1200, TICK);
    assert_true(before < 0.6f && order_of(world, agents, 40) > 0.9f);
    VeerVec3 centre = {0};
    float nearest = INFINITY, furthest = 0.0f;
    for (int i = 0; i < 40; ++i) {
        centre = along3(centre, read_agent(world, agents[i]).position, 1.0f / 40.0f);
    }
    for (int i = 0; i < 40; ++i) {
        furthest = max_f(furthest, distance3(read_agent(world, agents[i]).position, centre));
        for (int k = 0; k < i; ++k) {
            nearest = min_f(nearest, gap_of_agents(world, agents[i], agents[k]));
        }
    }
    assert_true(nearest > -0.01f);
    assert_true(furthest <= 10.0f);
    veer_world_destroy(world);
}

static void flocks_and_schools_go_one_way_together(void **unused)
{
    (void)unused;
    expect_flock(VEER_PLANAR, veer_behaviour_list_flock(1.5f));
    expect_flock(VEER_SPATIAL, veer_behaviour_list_flock(1.5f));
    expect_flock(VEER_PLANAR, veer_behaviour_list_school(1.2f));
    expect_flock(VEER_SPATIAL, veer_behaviour_list_school(1.2f));
}

static void mates_are_those_of_the_same_group(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(veer_behaviour_default(VEER_BEHAVIOUR_COHESION));
    VeerBehaviourListId id = add_behaviours(world, &list);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    add_steered(world, vec3(4.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 2);
    step_times(world, 60, TICK);
    assert_true(length3(read_agent(world, agent).velocity) == 0.0f);
    add_steered(world, vec3(0.0f, 4.0f, 0.0f), (VeerVec3){0}, id, 1);
    step_times(world, 30, TICK);
    assert_true(read_agent(world, agent).velocity.y > 0.5f);
    veer_world_destroy(world);
}

static void pursuers_catch_and_evaders_run(void **unused)
{
    (void)unused;
    for (int is_hunted = 0; is_hunted < 2; ++is_hunted) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerBehaviour behaviour =
            veer_behaviour_default(is_hunted ? VEER_BEHAVIOUR_EVADE : VEER_BEHAVIOUR_PURSUE);
        behaviour.group = 2;
        behaviour.range = 30.0f;
        VeerBehaviourList list = with(behaviour);
        VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0},
                                        add_behaviours(world, &list), 1);
        VeerBehaviourListId none = {0, 0};
        VeerAgentId other = add_steered(world, vec3(8.0f, 0.0f, 0.0f), (VeerVec3){0}, none, 2);
        veer_agent_set_preferred_velocity(world, other, vec3(0.0f, 1.0f, 0.0f));
        step_times(world, 300, TICK);
        float gap = gap_of_agents(world, agent, other);
        assert_true(is_hunted ? gap > 10.0f : gap < 0.5f);
        veer_world_destroy(world);
    }
}

static void hiders_get_behind_cover(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviour behaviour = veer_behaviour_default(VEER_BEHAVIOUR_HIDE);
    behaviour.group = 2;
    behaviour.range = 40.0f;
    behaviour.distance = 0.5f;
    VeerBehaviourList list = with(behaviour);
    VeerBehaviourListId id = add_behaviours(world, &list), none = {0, 0};
    add_ball(world, vec3(0.0f, 0.0f, 0.0f), 2.0f);
    VeerAgentId agent = add_steered(world, vec3(3.0f, 5.0f, 0.0f), (VeerVec3){0}, id, 1);
    add_steered(world, vec3(20.0f, 0.0f, 0.0f), (VeerVec3){0}, none, 2);
    step_times(world, 900, TICK);
    assert_near3(read_agent(world, agent).position, vec3(-2.8f, 0.0f, 0.0f), 0.4f);
    veer_world_destroy(world);
}

static void hiders_without_cover_run(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviour behaviour = veer_behaviour_default(VEER_BEHAVIOUR_HIDE);
    behaviour.group = 2;
    VeerBehaviourList list = with(behaviour);
    VeerBehaviourListId id = add_behaviours(world, &list), none = {0, 0};
    VeerAgentId agent = add_steered(world, vec3(3.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    add_steered(world, vec3(9.0f, 0.0f, 0.0f), (VeerVec3){0}, none, 2);
    step_times(world, 60, TICK);
    assert_true(read_agent(world, agent).velocity.x < -1.0f);
    veer_world_destroy(world);
}

static void followers_keep_their_slots(void **unused)
{
    (void)unused;
    for (int is_slot = 0; is_slot < 2; ++is_slot) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerBehaviour behaviour =
            veer_behaviour_default(is_slot ? VEER_BEHAVIOUR_SLOT : VEER_BEHAVIOUR_LEADER);
        behaviour.point = vec3(-2.0f, 1.5f, 0.0f);
        VeerBehaviourList list = with(behaviour);
        VeerBehaviourListId id = add_behaviours(world, &list), none = {0, 0};
        VeerAgentId leader = add_steered(world, vec3(5.0f, 0.0f, 0.0f), (VeerVec3){0}, none, 1);
        VeerAgentId agent = add_steered(world, vec3(0.0f, -3.0f, 0.0f), (VeerVec3){0}, id, 1);
        veer_agent_follow_agent(world, agent, leader, 0.5f);
        veer_agent_set_preferred_velocity(world, leader, vec3(1.0f, 0.0f, 0.0f));
        step_times(world, 900, TICK);
        VeerVec3 place = read_agent(world, leader).position;
        place = add3(place, is_slot ? vec3(-2.0f, 1.5f, 0.0f) : vec3(-2.0f, 0.0f, 0.0f));
        assert_near3(read_agent(world, agent).position, place, 0.4f);
        veer_world_destroy(world);
    }
}

static void paths_and_walls_are_followed(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(veer_behaviour_default(VEER_BEHAVIOUR_PATH));
    list.path[0] = vec3(0.0f, 0.0f, 0.0f);
    list.path[1] = vec3(10.0f, 0.0f, 0.0f);
    list.path[2] = vec3(10.0f, 10.0f, 0.0f);
    list.path_count = 3;
    VeerAgentId agent =
        add_steered(world, vec3(0.0f, 1.0f, 0.0f), (VeerVec3){0}, add_behaviours(world, &list), 1);
    const VeerVec3 wall[] = {{-50.0f, 30.0f, 0.0f}, {50.0f, 30.0f, 0.0f}};
    add_chain(world, wall, 2);
    VeerBehaviour along = veer_behaviour_default(VEER_BEHAVIOUR_WALL);
    list = with(along);
    VeerAgentId second = add_steered(world, vec3(-20.0f, 25.0f, 0.0f), vec3(1.0f, 0.0f, 0.0f),
                                     add_behaviours(world, &list), 1);
    step_times(world, 1200, TICK);
    assert_near3(read_agent(world, agent).position, vec3(10.0f, 10.0f, 0.0f), 0.3f);
    VeerAgentState walker = read_agent(world, second);
    assert_float_equal(walker.position.y, 28.0f, 0.3f);
    assert_true(walker.position.x > 5.0f);
    veer_world_destroy(world);
}

static void queues_form_behind_who_stands(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(veer_behaviour_default(VEER_BEHAVIOUR_GOAL));
    VeerBehaviour behind = veer_behaviour_default(VEER_BEHAVIOUR_QUEUE);
    list.behaviours[list.behaviour_count++] = behind;
    VeerBehaviourListId id = add_behaviours(world, &list), none = {0, 0};
    add_steered(world, vec3(12.0f, 0.0f, 0.0f), (VeerVec3){0}, none, 1);
    VeerAgentId agents[3];
    for (int i = 0; i < 3; ++i) {
        VeerVec3 at = {4.0f - 3.0f * (float)i, 0.0f, 0.0f};
        agents[i] = add_steered(world, at, (VeerVec3){0}, id, 1);
        veer_agent_go_to(world, agents[i], vec3(30.0f, 0.0f, 0.0f), 0.5f);
    }
    step_times(world, 900, TICK);
    for (int i = 0; i < 3; ++i) {
        VeerAgentState state = read_agent(world, agents[i]);
        assert_true(state.position.x < 11.4f - 0.6f * (float)i);
        assert_true(length3(state.velocity) <= 0.1f);
    }
    assert_true(gap_of_agents(world, agents[0], agents[1]) > 0.0f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agent_seeks_arrives_and_flees),
        cmocka_unit_test(behaviours_without_effect_keeps_the_velocity),
        cmocka_unit_test(agent_wanders_within_a_box),
        cmocka_unit_test(flocks_and_schools_go_one_way_together),
        cmocka_unit_test(mates_are_those_of_the_same_group),
        cmocka_unit_test(pursuers_catch_and_evaders_run),
        cmocka_unit_test(hiders_get_behind_cover),
        cmocka_unit_test(hiders_without_cover_run),
        cmocka_unit_test(followers_keep_their_slots),
        cmocka_unit_test(paths_and_walls_are_followed),
        cmocka_unit_test(queues_form_behind_who_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
