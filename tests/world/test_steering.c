/// Agents with steerings.
#include "steering_maker.h"

static void steering_is_read_as_it_was_given(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerSteering flock = veer_steering_flock(2.0f), back;
    VeerSteeringId id = add_steering(world, &flock);
    assert_int_equal(veer_steering_get(world, id, &back), VEER_OK);
    assert_int_equal(back.behaviour_count, 4);
    assert_true(back.behaviours[0].range == 3.0f);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    assert_int_equal(veer_agent_steering(world, agent).generation, id.generation);
    VeerSteeringId none = {0, 0};
    assert_int_equal(veer_agent_set_steering(world, agent, none), VEER_OK);
    assert_int_equal(veer_agent_steering(world, agent).generation, 0);
    veer_world_destroy(world);
}

static void steering_that_is_removed_leaves_its_agents(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerSteering steering = with(veer_behaviour_default(VEER_BEHAVIOUR_WANDER)), out;
    VeerSteeringId id = add_steering(world, &steering);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    assert_int_equal(veer_steering_remove(world, id), VEER_OK);
    assert_int_equal(veer_agent_steering(world, agent).generation, 0);
    assert_int_equal(veer_steering_get(world, id, &out), VEER_BAD_HANDLE);
    assert_int_equal(veer_steering_set(world, id, &steering), VEER_BAD_HANDLE);
    assert_int_equal(veer_steering_remove(world, id), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_set_steering(world, agent, id), VEER_BAD_HANDLE);
    VeerSteeringId next = add_steering(world, &steering);
    assert_true(next.slot == id.slot && next.generation != id.generation);
    VeerAgentId stale = {agent.slot, agent.generation + 1};
    assert_int_equal(veer_agent_set_steering(world, stale, next), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_steering(world, stale).generation, 0);
    veer_world_destroy(world);
}

static void steerings_are_as_many_as_the_def_says(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_steerings = 2;
    VeerWorld *world = make_world_of(&def);
    VeerSteering steering = veer_steering_default();
    VeerSteeringId id;
    add_steering(world, &steering);
    add_steering(world, &steering);
    assert_int_equal(veer_steering_create(world, &steering, &id), VEER_FULL);
    veer_world_destroy(world);
    def.max_steerings = 256;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
}

static void steering_refuses_what_is_out_of_range(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerSteering good = with(veer_behaviour_default(VEER_BEHAVIOUR_PATH));
    good.path_count = 1;
    VeerSteeringId id = add_steering(world, &good), other;
    Copy copy = copy_of(world);
    for (int i = 0; i < 16; ++i) {
        VeerSteering bad = good;
        VeerBehaviour *behaviour = &bad.behaviours[0];
        bad.cookie += i == 0;
        bad.mode = i == 1 ? (VeerSteeringMode)7 : bad.mode;
        bad.response = i == 2 ? -1.0f : bad.response;
        bad.max_mates = i == 3 ? VEER_MAX_NEIGHBOURS + 1 : bad.max_mates;
        bad.behaviour_count = i == 4 ? VEER_MAX_BEHAVIOURS + 1 : bad.behaviour_count;
        bad.path_count = i == 5 ? VEER_MAX_PATH_POINTS + 1 : i == 6 ? 0 : bad.path_count;
        bad.path[0].x = i == 7 ? NAN : 0.0f;
        behaviour->kind = i == 8 ? VEER_BEHAVIOUR_COUNT : behaviour->kind;
        behaviour->weight = i == 9 ? NAN : behaviour->weight;
        behaviour->range = i == 10 ? -1.0f : behaviour->range;
        behaviour->distance = i == 11 ? 0.0f : behaviour->distance;
        behaviour->angle = i == 12 ? 4.0f : behaviour->angle;
        behaviour->seconds = i == 13 ? 0.0f : behaviour->seconds;
        behaviour->point.y = i == 14 ? INFINITY : 0.0f;
        behaviour->upper.z = i == 15 ? 2e6f : 0.0f;
        assert_int_equal(veer_steering_create(world, &bad, &other), VEER_BAD_VALUE);
        assert_int_equal(veer_steering_set(world, id, &bad), VEER_BAD_VALUE);
    }
    VeerSteering box = with(veer_behaviour_default(VEER_BEHAVIOUR_CONTAIN));
    box.behaviours[0].point.x = 1.0f;
    assert_int_equal(veer_steering_create(world, &box, &other), VEER_BAD_VALUE);
    assert_int_equal(veer_steering_create(world, NULL, &other), VEER_BAD_VALUE);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void steering_is_part_of_the_hash(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    uint64_t before = veer_world_hash(world);
    VeerSteering steering = veer_steering_flock(1.0f);
    VeerSteeringId id = add_steering(world, &steering);
    uint64_t with_flock = veer_world_hash(world);
    steering = veer_steering_school(1.0f);
    assert_int_equal(veer_steering_set(world, id, &steering), VEER_OK);
    assert_true(with_flock != before && veer_world_hash(world) != with_flock);
    veer_world_destroy(world);
}

static void behaviours_have_names(void **unused)
{
    (void)unused;
    assert_string_equal(veer_behaviour_name(VEER_BEHAVIOUR_GOAL), "goal");
    assert_string_equal(veer_behaviour_name(VEER_BEHAVIOUR_QUEUE), "queue");
    assert_null(veer_behaviour_name(VEER_BEHAVIOUR_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steering_is_read_as_it_was_given),
        cmocka_unit_test(steering_that_is_removed_leaves_its_agents),
        cmocka_unit_test(steerings_are_as_many_as_the_def_says),
        cmocka_unit_test(steering_refuses_what_is_out_of_range),
        cmocka_unit_test(steering_is_part_of_the_hash),
        cmocka_unit_test(behaviours_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
