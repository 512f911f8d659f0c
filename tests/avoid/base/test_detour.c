// Out of pockets: the preferred velocity turned aside while obstacles at rest bar it.
#include "avoid/view_maker.h"

#include "avoid/base/detour.h"

static void detour_of_nothing_keeps_every_bit_of_the_velocity(void **state)
{
    (void)state;
    VeerVec3 preferred = vec3(0.1f, -0.7f, 0.3f);
    assert_true(same_bits3(veer_detour_turn(preferred, 0.0f), preferred));
}

static void detour_turns_to_the_left_round_up(void **state)
{
    (void)state;
    VeerVec3 turned = veer_detour_turn(vec3(2.0f, 0.0f, 1.0f), 1.5707963f);
    assert_float_equal(turned.x, 0.0f, 1e-6f);
    assert_float_equal(turned.y, 2.0f, 1e-6f);
    assert_float_equal(turned.z, 1.0f, 1e-6f);
}

static void detour_of_an_upright_velocity_turns_round_x(void **state)
{
    (void)state;
    VeerVec3 turned = veer_detour_turn(vec3(0.0f, 0.0f, 2.0f), 1.5707963f);
    assert_float_equal(turned.y, -2.0f, 1e-6f);
    assert_float_equal(turned.z, 0.0f, 1e-6f);
}

#define DT (1.0f / 60.0f)

static void detour_grows_while_barred_and_goes_back_when_free(void **state)
{
    (void)state;
    VeerVec3 aim = vec3(1.0f, 0.0f, 0.0f), still = vec3(0.0f, 0.0f, 0.0f);
    float detour = 0.0f;
    for (int tick = 0; tick < 100; tick++) {
        float next = veer_detour_update(detour, DT, aim, still, true);
        assert_true(next <= detour); // to the right
        detour = next;
    }
    assert_true(detour < -2.0f);
    assert_true(detour > -3.1415926f);
    for (int tick = 0; tick < 300; tick++) {
        detour = veer_detour_update(detour, DT, aim, aim, false);
    }
    assert_true(detour == 0.0f);
}

static void detour_takes_the_side_to_which_the_answer_leans(void **state)
{
    (void)state;
    VeerVec3 aim = vec3(1.0f, 0.0f, 0.0f), left = vec3(0.0f, 0.3f, 0.0f);
    assert_true(veer_detour_update(0.0f, DT, aim, left, true) > 0.0f);
    assert_true(veer_detour_update(0.0f, DT, aim, scale3(left, -1.0f), true) < 0.0f);
    assert_true(veer_detour_update(0.5f, DT, aim, scale3(left, -1.0f), true) > 0.5f); // keeps it
}

static void detour_waits_while_the_way_is_neither_barred_nor_free(void **state)
{
    (void)state;
    VeerVec3 aim = vec3(1.0f, 0.0f, 0.0f);
    assert_true(veer_detour_update(-0.5f, DT, aim, vec3(0.3f, 0.0f, 0.0f), false) == -0.5f);
}

static void detour_is_not_for_what_moves(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(2.1f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    view.neighbours = &other;
    view.neighbour_count = 1;
    other.share = 1.0f;
    VeerVec3 preferred = vec3(1.0f, 0.0f, 0.0f);
    assert_true(ask(&view, preferred).memory.crowd.detour == 0.0f); // an agent
    other.is_obstacle = true;
    other.velocity = vec3(-0.5f, 0.0f, 0.0f);
    assert_true(ask(&view, preferred).memory.crowd.detour == 0.0f);
    other.velocity = vec3(0.0f, 0.0f, 0.0f);
    assert_true(ask(&view, preferred).memory.crowd.detour < 0.0f);
}

/// Takes an agent of radius 1 m past `count` standing discs of radius 4 m from (0, 0.1) towards
/// (50, 0) at 5 m/s. @return seconds to within 1 m of it; never touching a disc
static float find_a_way(const VeerVec3 *discs, uint32_t count, float seconds)
{
    VeerAvoidParams params = veer_avoid_params_default();
    VeerView view = make_view(VEER_PLANAR);
    view.max_speed = view.preferred_speed = 5.0f;
    VeerVec3 position = vec3(0.0f, 0.1f, 0.0f), goal = vec3(50.0f, 0.0f, 0.0f);
    for (int tick = 0; tick < (int)(seconds * 60.0f); tick++) {
        VeerNeighbour near[8];
        for (uint32_t i = 0; i < count; i++) {
            near[i] = make_neighbour(sub3(discs[i], position), vec3(0.0f, 0.0f, 0.0f));
            near[i].radius = 4.0f;
            near[i].share = 1.0f;
            near[i].id = i;
            near[i].is_obstacle = true;
            assert_true(length3(near[i].offset) >= 5.0f);
        }
        view.neighbours = near;
        view.neighbour_count = count;
        VeerVec3 course = sub3(goal, position);
        if (length3(course) <= 1.0f) {
            return (float)tick / 60.0f;
        }
        VeerAvoidResult answer =
            veer_avoid_crowd(&view, &params, scale3(course, 5.0f / length3(course)));
        view.velocity = answer.velocity;
        view.memory = answer.memory;
        position = along3(position, answer.velocity, view.dt);
    }
    return INFINITY;
}

static void detour_leads_out_of_a_pocket(void **state)
{
    (void)state;
    // Five discs whose gaps are too narrow, open to where the agent comes from.
    const VeerVec3 discs[5] = {{30.0f, 0.0f, 0.0f},
                               {27.5f, 5.0f, 0.0f},
                               {27.5f, -5.0f, 0.0f},
                               {22.5f, 8.0f, 0.0f},
                               {22.5f, -8.0f, 0.0f}};
    // 49 m straight; into the pocket and round it is some 75 m.
    assert_true(find_a_way(discs, 5, 60.0f) <= 20.0f);
}

static void detour_does_not_delay_the_way_round_one_disc(void **state)
{
    (void)state;
    const VeerVec3 disc = {25.0f, 0.0f, 0.0f};
    assert_true(find_a_way(&disc, 1, 60.0f) <= 11.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(detour_of_nothing_keeps_every_bit_of_the_velocity),
        cmocka_unit_test(detour_turns_to_the_left_round_up),
        cmocka_unit_test(detour_of_an_upright_velocity_turns_round_x),
        cmocka_unit_test(detour_grows_while_barred_and_goes_back_when_free),
        cmocka_unit_test(detour_takes_the_side_to_which_the_answer_leans),
        cmocka_unit_test(detour_waits_while_the_way_is_neither_barred_nor_free),
        cmocka_unit_test(detour_is_not_for_what_moves),
        cmocka_unit_test(detour_leads_out_of_a_pocket),
        cmocka_unit_test(detour_does_not_delay_the_way_round_one_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
