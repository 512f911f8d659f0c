// Pilots among each other: who gives way, and how two part.
#include "pilot_maker.h"

/// One of two that turn at once and go for each other, at 4 m/s.
static VeerView make_walker(float side)
{
    VeerView view = make_view(VEER_PLANAR);
    view.id = side > 0.0f ? 1 : 2;
    view.radius = 0.25f;
    view.max_speed = view.preferred_speed = 4.0f;
    view.velocity = vec3(4.0f * side, 0.0f, 0.0f);
    view.heading = vec3(side, 0.0f, 0.0f);
    float far = INFINITY;
    view.bounds = (VeerBounds){{-far, -far, -far}, {far, far, far}};
    return view;
}

static void pilots_that_turn_at_once_do_not_dance(void **state)
{
    (void)state;
    VeerView walkers[2] = {make_walker(1.0f), make_walker(-1.0f)};
    VeerVec3 gap = vec3(16.0f, 0.0f, 0.0f);
    float turned = 0.0f, least = INFINITY;
    for (int tick = 0; tick < 240; ++tick) {
        VeerVec3 before[2] = {walkers[0].velocity, walkers[1].velocity};
        for (int i = 0; i < 2; ++i) {
            float side = i == 0 ? 1.0f : -1.0f;
            VeerNeighbour other = make_neighbour(scale3(gap, side), before[1 - i]);
            other.radius = 0.25f;
            other.id = walkers[1 - i].id;
            walkers[i].neighbours = &other;
            walkers[i].neighbour_count = 1;
            VeerAvoidResult result = fly(&walkers[i], vec3(4.0f * side, 0.0f, 0.0f));
            walkers[i].velocity = result.velocity;
            walkers[i].memory = result.memory;
            turned += fabsf(result.velocity.y - before[i].y) / 4.0f;
        }
        gap = along3(gap, sub3(walkers[1].velocity, walkers[0].velocity), walkers[0].dt);
        least = min_f(least, length3(gap) - 0.5f);
    }
    assert_true(least > 0.0f);
    // Aside and back again, each of them, by some 0.05 rad; a dance would turn so much every tick.
    assert_true(turned < 0.3f);
}

/// A car that does 8 m/s, and the neighbour with whom it would meet at a right angle.
static VeerView make_car(VeerNeighbour *other)
{
    VeerView view = make_view(VEER_PLANAR);
    view.vehicle = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    view.velocity = vec3(8.0f, 0.0f, 0.0f);
    view.max_speed = view.preferred_speed = 8.0f;
    view.max_acceleration = view.max_braking = 8.0f;
    *other = make_neighbour(vec3(18.0f, -18.0f, 0.0f), vec3(0.0f, 8.0f, 0.0f));
    view.neighbours = other;
    view.neighbour_count = 1;
    return view;
}

static bool gives_way(VeerView view)
{
    return fly(&view, vec3(8.0f, 0.0f, 0.0f)).is_avoiding;
}

static void pilots_that_cross_do_not_both_give_way(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 1;
    assert_false(gives_way(view));
    view.id = 3;
    assert_true(gives_way(view));
    other.share = 0.2f; // the other's is the greater
    assert_false(gives_way(view));
    other.share = 0.8f;
    view.id = 1;
    assert_true(gives_way(view));
}

static void pilot_trusts_no_longer_than_it_can_stop(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 1;
    other.offset = vec3(10.0f, -10.0f, 0.0f);
    assert_true(gives_way(view));
}

static void pilot_leads_agents_that_follow(void **state)
{
    (void)state;
    VeerNeighbour other;
    VeerView view = make_car(&other);
    view.id = 3;
    view.velocity = vec3(4.0f, 0.0f, 0.0f);
    other.offset = vec3(-20.0f, 0.5f, 0.0f);
    other.velocity = vec3(12.0f, 0.0f, 0.0f);
    assert_false(gives_way(view));
    view.id = 1; // and the number is no matter
    other.offset = vec3(12.0f, 0.5f, 0.0f);
    other.velocity = vec3(1.0f, 0.0f, 0.0f);
    assert_true(gives_way(view));
}

static void pilot_of_a_car_backs_out_of_a_dead_end(void **state)
{
    (void)state;
    VeerNeighbour others[5];
    VeerView view = make_car(others);
    view.id = 3;
    view.velocity = vec3(0.0f, 0.0f, 0.0f);
    view.memory.pilot.impatience = 1.0f; // and has stood there for long
    for (int i = 0; i < 5; ++i) {
        float angle = 0.6f * (float)(i - 2);
        others[i] = make_neighbour(vec3(2.9f * cosf(angle), 2.9f * sinf(angle), 0.0f),
                                   vec3(0.0f, 0.0f, 0.0f));
    }
    view.neighbour_count = 5;
    VeerAvoidResult result = fly(&view, vec3(8.0f, 0.0f, 0.0f));
    assert_true(result.velocity.x < 0.0f && length3(result.velocity) <= 2.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pilots_that_turn_at_once_do_not_dance),
        cmocka_unit_test(pilots_that_cross_do_not_both_give_way),
        cmocka_unit_test(pilot_trusts_no_longer_than_it_can_stop),
        cmocka_unit_test(pilot_leads_agents_that_follow),
        cmocka_unit_test(pilot_of_a_car_backs_out_of_a_dead_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
