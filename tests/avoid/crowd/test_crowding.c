// What an agent in a crowd makes of how many are near it.
#include "avoid/view_maker.h"

#include "avoid/crowd/crowding.h"
#include "avoid/orca/orca.h"
#include "math/trig.h"

enum { RING = 6 };

static const VeerVec3 PREFERRED = {1.0f, 0.0f, 0.0f};
static const VeerVec3 STILL = {0.0f, 0.0f, 0.0f};

/// An agent in the middle of six, so many m away.
static VeerView view_in_ring(VeerNeighbour ring[RING], float distance)
{
    for (int i = 0; i < RING; i++) {
        float angle = (float)i * VEER_PI / 3.0f;
        VeerVec3 offset = vec3(distance * veer_cos(angle), distance * veer_sin(angle), 0.0f);
        ring[i] = make_neighbour(offset, STILL);
    }
    VeerView view = make_view(VEER_PLANAR);
    view.neighbours = ring;
    view.neighbour_count = RING;
    return view;
}

/// The params of an agent that keeps six in mind.
static VeerAvoidParams six(void)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.max_neighbours = RING;
    return params;
}

/// How jammed an agent is that has rested in the ring for some seconds.
static float press_for(VeerView *view, float seconds, VeerVec3 answer)
{
    VeerAvoidParams params = six();
    VeerCrowding crowding = veer_crowding_of(view, &params);
    float *jam = &view->memory.crowd.jam;
    for (int i = 0; i < (int)(seconds / view->dt); i++) {
        *jam = veer_crowding_jam(view, &crowding, PREFERRED, answer);
    }
    return *jam;
}

static void crowding_is_the_part_of_the_area_that_agents_cover(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 4.0f);
    VeerAvoidParams params = six();
    VeerCrowding crowding = veer_crowding_of(&view, &params);
    assert_float_equal(crowding.range, 4.0f, 1e-5f);
    assert_float_equal(crowding.density, 6.0f / 16.0f, 1e-5f);
}

static void crowding_of_fewer_than_it_keeps_in_mind_is_of_all_that_it_senses(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 4.0f);
    VeerAvoidParams params = veer_avoid_params_default();
    VeerCrowding crowding = veer_crowding_of(&view, &params);
    assert_true(crowding.range == params.sense_range);
    assert_float_equal(crowding.density, 6.0f / 100.0f, 1e-5f);
}

static void crowding_is_of_agents_in_the_plane_alone(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 2.5f);
    VeerAvoidParams params = six();
    for (int i = 0; i < RING; i++) {
        ring[i].is_obstacle = true;
    }
    assert_true(veer_crowding_of(&view, &params).density == 0.0f);
    view = view_in_ring(ring, 2.5f);
    view.space = VEER_SPATIAL;
    assert_true(veer_crowding_of(&view, &params).density == 0.0f);
}

static void crowding_of_points_in_one_spot_is_a_number(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 0.0f);
    VeerAvoidParams params = six();
    view.radius = 0.0f;
    assert_true(veer_crowding_of(&view, &params).density == 0.0f);
}

static void agents_held_up_among_few_are_slowed_but_not_jammed(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 4.5f);
    assert_true(press_for(&view, 5.0f, STILL) == 1.0f);
    assert_true(jammed_part(&view.memory) == 0.0f);
}

static void agents_held_up_among_many_are_jammed(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 2.5f);
    assert_float_equal(press_for(&view, 0.5f, STILL), 1.0f, 0.04f);
    press_for(&view, 5.0f, STILL);
    assert_true(jammed_part(&view.memory) == 1.0f);
}

static void agents_that_get_on_are_free_again(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 2.5f);
    press_for(&view, 5.0f, STILL);
    assert_float_equal(press_for(&view, 2.0f, PREFERRED), 1.0f, 0.02f);
    assert_true(press_for(&view, 3.0f, PREFERRED) == 0.0f);
}

static void jammed_agents_look_to_the_next_gap_only(void **state)
{
    (void)state;
    VeerNeighbour ring[RING];
    VeerView view = view_in_ring(ring, 2.5f);
    VeerAvoidParams params = six();
    VeerCrowding crowding = veer_crowding_of(&view, &params);
    view.memory.crowd.jam = 1.0f;
    float before = veer_crowding_look(&view, &params, &crowding, PREFERRED).time_horizon;
    view.memory.crowd.jam = 2.0f;
    float after = veer_crowding_look(&view, &params, &crowding, PREFERRED).time_horizon;
    assert_float_equal(before, 1.875f, 1e-4f); // 0.75 of the way to the ring
    assert_float_equal(after, 1.0f, 1e-4f);    // a radius
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowding_is_the_part_of_the_area_that_agents_cover),
        cmocka_unit_test(crowding_of_fewer_than_it_keeps_in_mind_is_of_all_that_it_senses),
        cmocka_unit_test(crowding_is_of_agents_in_the_plane_alone),
        cmocka_unit_test(crowding_of_points_in_one_spot_is_a_number),
        cmocka_unit_test(agents_held_up_among_few_are_slowed_but_not_jammed),
        cmocka_unit_test(agents_held_up_among_many_are_jammed),
        cmocka_unit_test(agents_that_get_on_are_free_again),
        cmocka_unit_test(jammed_agents_look_to_the_next_gap_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
