/// The three parts together: scene E18 without a world. +y is up, as in the source.
#include "veer/formation.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec.h"
#include "support/memory.h"

static const VeerVec3 y_up = {0, 1, 0};
static const VeerVec3 goal = {0, 0, 0};

// A squad and its answers.
typedef struct Squad {
    VeerVec3 agents[4], preferred[4];
    VeerPlace places[4];
    uint32_t slot_of[4]; // of the places that are slots
    VeerVec3 slots[4];
    uint32_t slot_count;
} Squad;

// m below a point to a floor at y = 0 that is a disc of radius *context.
static float floor_below(void *context, VeerVec3 point)
{
    const float *radius = context;
    return length3(vec3(point.x, 0, point.z)) <= *radius && point.y >= 0.0f ? point.y : INFINITY;
}

static void find_slots(Squad *squad, uint32_t count, float floor)
{
    VeerFormationDef trio = veer_formation_def_default();
    trio.shape = VEER_FORMATION_TRIO;
    trio.spacing = 5.0f;
    VeerVec3 approach = veer_formation_approach(squad->agents, count, goal);
    VeerFrame frame = veer_formation_frame(approach, goal, y_up, true);
    assert_int_equal(veer_formation_slots(&trio, goal, &frame, count, squad->preferred), VEER_OK);
    VeerPlaceDef def = veer_place_def_default();
    def.separation = 4.0f;
    def.up = y_up;
    def.ahead = frame.ahead;
    def.goal = goal;
    def.sense = (VeerPlaceSense){.floor_below = floor_below, .context = &floor};
    (void)veer_place_find(&def, squad->preferred, count, squad->places);
}

static VeerAssignment assign_slots(Squad *squad, uint32_t count)
{
    squad->slot_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (squad->places[i].result == VEER_PLACE_SLOT) {
            squad->slots[squad->slot_count++] = squad->places[i].position;
        }
    }
    VeerAssignDef def = veer_assign_def_default();
    def.agents = squad->agents;
    def.agent_count = count;
    def.slots = squad->slots;
    def.slot_count = squad->slot_count;
    size_t size = veer_assign_size(count, squad->slot_count);
    void *memory = take(size);
    VeerAssignment out;
    assert_int_equal(veer_assign(&def, memory, size, squad->slot_of, &out), VEER_OK);
    free(memory);
    return out;
}

static Squad four_from_below(void)
{
    return (Squad){.agents = {{-3, 0, -50}, {3, 0, -50}, {-3, 0, -56}, {3, 0, -56}}};
}

static void four_land_on_four_slots_without_crossing(void **state)
{
    (void)state;
    Squad squad = four_from_below();
    find_slots(&squad, 4, 100.0f);
    assert_int_equal(assign_slots(&squad, 4).assigned_count, 4);
    const VeerVec3 wanted[4] = {{-5, 0, 5}, {5, 0, 5}, {-5, 0, -5}, {5, 0, -5}};
    for (int i = 0; i < 4; i++) { // each keeps its side and its rank
        assert_true(length3(sub3(squad.slots[squad.slot_of[i]], wanted[i])) < 1e-5f);
        for (int j = 0; j < i; j++) {
            assert_true(length3(sub3(squad.slots[i], squad.slots[j])) >= 4.0f);
        }
    }
}

static void three_land_on_the_offsets_of_the_source(void **state)
{
    (void)state;
    Squad squad = {.agents = {{0, 0, -50}, {9, 0, -60}, {-9, 0, -60}}};
    find_slots(&squad, 3, 100.0f);
    assert_int_equal(assign_slots(&squad, 3).assigned_count, 3);
    const VeerVec3 wanted[3] = {{0, 0, 5}, {5, 0, -5}, {-5, 0, -5}};
    for (int i = 0; i < 3; i++) {
        assert_true(length3(sub3(squad.slots[squad.slot_of[i]], wanted[i])) < 1e-5f);
    }
}

static void four_over_a_pinpoint_get_one_slot_for_the_nearest(void **state)
{
    (void)state;
    Squad squad = four_from_below();
    squad.agents[2] = vec3(-1, 0, -40);
    find_slots(&squad, 4, 1.0f);
    assert_int_equal(assign_slots(&squad, 4).assigned_count, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(squad.slot_of[i], i == 2u ? 0u : VEER_NO_SLOT);
        assert_int_equal(squad.places[i].result, i == 0u ? VEER_PLACE_SLOT : VEER_PLACE_NONE);
    }
}

static void four_from_straight_above_land_too(void **state)
{
    (void)state;
    Squad squad = {.agents = {{-3, 50, 3}, {3, 50, 3}, {-3, 50, -3}, {3, 50, -3}}};
    find_slots(&squad, 4, 100.0f);
    assert_int_equal(assign_slots(&squad, 4).assigned_count, 4);
    for (int i = 0; i < 4; i++) {
        VeerVec3 slot = squad.slots[squad.slot_of[i]];
        assert_true(is_finite3(slot));
        assert_true(slot.x * squad.agents[i].x > 0.0f && slot.z * squad.agents[i].z > 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_land_on_four_slots_without_crossing),
        cmocka_unit_test(three_land_on_the_offsets_of_the_source),
        cmocka_unit_test(four_over_a_pinpoint_get_one_slot_for_the_nearest),
        cmocka_unit_test(four_from_straight_above_land_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
