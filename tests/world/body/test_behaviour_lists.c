/// Agents with behaviour_lists.
#include "world/behaviour_maker.h"

static void behaviours_are_read_as_they_were_given(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList flock = veer_behaviour_list_flock(2.0f), back;
    VeerBehaviourListId id = add_behaviours(world, &flock);
    assert_int_equal(veer_behaviour_list_get(world, id, &back), VEER_OK);
    assert_int_equal(back.behaviour_count, 4);
    assert_true(back.behaviours[0].range == 3.0f);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    assert_int_equal(veer_agent_behaviours(world, agent).generation, id.generation);
    VeerBehaviourListId none = {0, 0};
    assert_int_equal(veer_agent_set_behaviours(world, agent, none), VEER_OK);
    assert_int_equal(veer_agent_behaviours(world, agent).generation, 0);
    veer_world_destroy(world);
}

static void list_that_is_destroyed_leaves_its_agents(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList list = with(veer_behaviour_default(VEER_BEHAVIOUR_WANDER)), out;
    VeerBehaviourListId id = add_behaviours(world, &list);
    VeerAgentId agent = add_steered(world, vec3(0.0f, 0.0f, 0.0f), (VeerVec3){0}, id, 1);
    assert_int_equal(veer_behaviour_list_destroy(world, id), VEER_OK);
    assert_int_equal(veer_agent_behaviours(world, agent).generation, 0);
    assert_int_equal(veer_behaviour_list_get(world, id, &out), VEER_BAD_HANDLE);
    assert_int_equal(veer_behaviour_list_set(world, id, &list), VEER_BAD_HANDLE);
    assert_int_equal(veer_behaviour_list_destroy(world, id), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_set_behaviours(world, agent, id), VEER_BAD_HANDLE);
    VeerBehaviourListId next = add_behaviours(world, &list);
    assert_true(next.slot == id.slot && next.generation != id.generation);
    VeerAgentId stale = {agent.slot, agent.generation + 1};
    assert_int_equal(veer_agent_set_behaviours(world, stale, next), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_behaviours(world, stale).generation, 0);
    veer_world_destroy(world);
}

static void behaviour_lists_are_as_many_as_the_def_says(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_behaviour_lists = 2;
    VeerWorld *world = make_world_of(&def);
    VeerBehaviourList list = veer_behaviour_list_default();
    VeerBehaviourListId id;
    add_behaviours(world, &list);
    add_behaviours(world, &list);
    assert_int_equal(veer_behaviour_list_create(world, &list, &id), VEER_FULL);
    veer_world_destroy(world);
    def.max_behaviour_lists = 256;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
}

static void list_refuses_what_is_out_of_range(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerBehaviourList good = with(veer_behaviour_default(VEER_BEHAVIOUR_PATH));
    good.path_count = 1;
    VeerBehaviourListId id = add_behaviours(world, &good), other;
    Copy copy = copy_of(world);
    for (int i = 0; i < 19; ++i) {
        VeerBehaviourList bad = good;
        VeerBehaviour *behaviour = &bad.behaviours[0];
        bad.cookie += i == 0;
        bad.mode = i == 1 ? (VeerBehaviourMode)7 : bad.mode;
        bad.response = i == 2 ? -1.0f : bad.response;
        bad.max_mates = i == 3 ? VEER_MAX_NEIGHBOURS + 1 : bad.max_mates;
        bad.behaviour_count = i == 4 ? VEER_MAX_BEHAVIOURS + 1 : bad.behaviour_count;
        bad.path_count = i == 5 ? VEER_MAX_PATH_POINTS + 1 : i == 6 ? 0 : bad.path_count;
        bad.path[0].x = i == 7 ? NAN : 0.0f;
        behaviour->kind = i == 8 ? VEER_BEHAVIOUR_COUNT : behaviour->kind;
        behaviour->weight = i == 9 ? NAN : behaviour->weight;
        behaviour->range = i == 10 ? -1.0f : behaviour->range;
        behaviour->distance = i == 11 ? 0.0f : i == 16 ? 3e6f : behaviour->distance;
        behaviour->angle = i == 12 ? 4.0f : i == 17 ? -0.1f : behaviour->angle;
        behaviour->seconds = i == 13 ? 0.0f : i == 18 ? 3e6f : behaviour->seconds;
        behaviour->point.y = i == 14 ? INFINITY : 0.0f;
        behaviour->upper.z = i == 15 ? 3e6f : 0.0f;
        assert_int_equal(veer_behaviour_list_create(world, &bad, &other), VEER_BAD_VALUE);
        assert_int_equal(veer_behaviour_list_set(world, id, &bad), VEER_BAD_VALUE);
    }
    VeerBehaviourList box = with(veer_behaviour_default(VEER_BEHAVIOUR_CONTAIN));
    for (int axis = 0; axis < 3; ++axis) {
        box.behaviours[0].point = vec3(axis == 0, axis == 1, axis == 2);
        assert_int_equal(veer_behaviour_list_create(world, &box, &other), VEER_BAD_VALUE);
    }
    assert_int_equal(veer_behaviour_list_create(world, NULL, &other), VEER_BAD_VALUE);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void list_is_part_of_the_hash(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    uint64_t before = veer_world_hash(world);
    VeerBehaviourList list = veer_behaviour_list_flock(1.0f);
    VeerBehaviourListId id = add_behaviours(world, &list);
    uint64_t with_flock = veer_world_hash(world);
    list = veer_behaviour_list_school(1.0f);
    assert_int_equal(veer_behaviour_list_set(world, id, &list), VEER_OK);
    assert_true(with_flock != before && veer_world_hash(world) != with_flock);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behaviours_are_read_as_they_were_given),
        cmocka_unit_test(list_that_is_destroyed_leaves_its_agents),
        cmocka_unit_test(behaviour_lists_are_as_many_as_the_def_says),
        cmocka_unit_test(list_refuses_what_is_out_of_range),
        cmocka_unit_test(list_is_part_of_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
