// Who enters a passage: gates alone, without motion.
#include "world/base/base.h"
#include "world/map_maker.h"
#include "world/traffic/traffic.h"

enum { HALL = 24, LENGTH = 8, SIDE = 2 * HALL + LENGTH, FAR = 10, LOOKED_AT = 16 };

#define GATE_TICK 0.1f

/// Two halls and a passage along x in the middle.
static VeerWorld *make_halls(void)
{
    VeerWorldDef def = map_def(SIDE, SIDE);
    VeerWorld *world = make_world_of(&def);
    VeerCellRect wall = {{HALL, 0}, {HALL + LENGTH, SIDE}},
                 gap = {{HALL, SIDE / 2}, {HALL + LENGTH, SIDE / 2 + 1}};
    assert_int_equal(veer_world_grid_fill(world, wall, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, gap, false), VEER_OK);
    return world;
}

/// Two agents far from all passages, so that only the gates count that they are told.
static VeerWorld *make_two(void)
{
    VeerWorld *world = make_halls();
    add_traveller(world, vec3(3.5f, 4.5f, 0.0f), vec3(3.5f, 40.5f, 0.0f), 0.4f);
    add_traveller(world, vec3(9.5f, 4.5f, 0.0f), vec3(9.5f, 40.5f, 0.0f), 0.4f);
    step_times(world, 4, GATE_TICK);
    return world;
}

static VeerRouteGate waiting_gate(VeerCell enter, VeerCell leave, uint32_t since)
{
    return (VeerRouteGate){.enter = enter,
                           .leave = leave,
                           .enter_remaining = 1.0f,
                           .leave_remaining = 0.5f,
                           .since = since,
                           .state = VEER_GATE_AHEAD};
}

/// Has both wait for passages, in the first tick from `from` on in which none looks for another
/// one.
static void run_gates_from(VeerWorld *world, VeerRouteGate first, VeerRouteGate second,
                           uint32_t from)
{
    uint32_t *tick = &world->map.head->plan_tick;
    *tick = from;
    while ((*tick + world->agent.id[0]) % 8 == 0 || (*tick + world->agent.id[1]) % 8 == 0) {
        ++*tick;
    }
    world->map.traffic.gates[0] = first;
    world->map.traffic.gates[1] = second;
    world->agent.goal_stalled[0] = world->agent.goal_stalled[1] = 0.0f;
    veer_gates_run(world, GATE_TICK);
}

static void run_gates(VeerWorld *world, VeerRouteGate first, VeerRouteGate second)
{
    run_gates_from(world, first, second, 4096);
}

static bool is_held(const VeerWorld *world, uint32_t slot)
{
    return world->map.traffic.gates[slot].is_held;
}

/// Whether the ends of a passage are too near to be told from one another.
static bool is_one_place(int32_t x, int32_t y)
{
    return abs(x) <= 3 && abs(y) <= 3;
}

/// Their ends may differ by a few cells, as they come from different sides.
static void of_two_who_come_at_once_one_enters_whatever_the_direction(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    for (int32_t i = 0; i < (2 * FAR + 1) * (2 * FAR + 1); i++) {
        int32_t x = i % (2 * FAR + 1) - FAR, y = i / (2 * FAR + 1) - FAR;
        for (int32_t off = -2; off <= 2 && !is_one_place(x, y); off++) {
            VeerCell a = {30, 30}, b = {30 + x, 30 + y}, c = {30 + off, 30 - off};
            run_gates(world, waiting_gate(a, b, 3000), waiting_gate(b, c, 3000));
            bool is_opposed = !is_one_place(x - off, y + off);
            int32_t waiting = is_held(world, 0) + is_held(world, 1);
            assert_true(!is_opposed || waiting <= 1);
            assert_true(off != 0 || waiting == 1);
        }
    }
    veer_world_destroy(world);
}

/// Of two passages one behind the other, none waits while both are empty.
static void who_comes_to_where_another_begins_waits_for_none(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    for (int32_t i = 0; i < (2 * FAR + 1) * (2 * FAR + 1); i++) {
        int32_t x = i % (2 * FAR + 1) - FAR, y = i / (2 * FAR + 1) - FAR;
        VeerCell a = {30 - x, 30 - y}, b = {30, 30}, c = {30 + x, 30 + y};
        run_gates(world, waiting_gate(a, b, 3000), waiting_gate(b, c, 3000));
        assert_true(is_one_place(x, y) || (!is_held(world, 0) && !is_held(world, 1)));
    }
    veer_world_destroy(world);
}

static void who_goes_towards_higher_x_or_y_enters_first(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    for (int32_t length = 4; length <= FAR; length++) {
        for (int32_t aside = -2; aside <= 2; aside++) {
            VeerCell low = {30, 30}, right = {30 + length, 30 + aside},
                     up = {30 + aside, 30 + length};
            run_gates(world, waiting_gate(low, right, 3000), waiting_gate(right, low, 3000));
            assert_true(!is_held(world, 0) && is_held(world, 1));
            run_gates(world, waiting_gate(low, up, 3000), waiting_gate(up, low, 3000));
            assert_true(!is_held(world, 0) && is_held(world, 1));
        }
    }
    veer_world_destroy(world);
}

/// Batches are of 30 s, so of 301 ticks, however late one comes within it.
static void who_came_in_an_earlier_batch_enters_first(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    VeerCell low = {30, 30}, right = {38, 30};
    for (uint32_t since = 301 * 5; since < 301 * 7; since += 7) {
        VeerRouteGate first = waiting_gate(right, low, since),
                      second = waiting_gate(low, right, 301 * 6);
        run_gates(world, first, second);
        bool is_earlier = since < 301 * 6;
        assert_true(is_held(world, 0) == !is_earlier && is_held(world, 1) == is_earlier);
    }
    veer_world_destroy(world);
}

static void none_enters_while_another_comes_out(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    VeerCell low = {30, 30}, right = {38, 30};
    VeerRouteGate inside = waiting_gate(low, right, 4000);
    inside.state = VEER_GATE_INSIDE;
    run_gates(world, inside, waiting_gate(right, low, 100));
    assert_true(!is_held(world, 0) && is_held(world, 1));
    // One that goes in at the same end holds nobody up.
    run_gates(world, inside, waiting_gate(low, right, 100));
    assert_true(!is_held(world, 0) && !is_held(world, 1));
    veer_world_destroy(world);
}

/// Nor is memory asked that would be the next agent's.
static void who_is_not_there_holds_nobody_up(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    VeerCell low = {30, 30}, right = {38, 30};
    VeerRouteGate inside = waiting_gate(low, right, 4000);
    inside.state = VEER_GATE_INSIDE;
    assert_int_equal(world->head->agent_slot_count, 2);
    world->map.routes.all[2].status = VEER_ROUTE_WHOLE;
    world->map.traffic.gates[2] = inside;
    run_gates(world, waiting_gate(right, low, 100), waiting_gate(right, low, 100));
    assert_true(!is_held(world, 0) && !is_held(world, 1));
    assert_int_equal(world->map.traffic.at_gate_count, 2);
    veer_world_destroy(world);
}

static void ends_three_cells_apart_are_one_and_four_are_two(void **state)
{
    (void)state;
    VeerWorld *world = make_two();
    for (int32_t off = 0; off < 6; off++) {
        for (int32_t side = 0; side < 4; side++) {
            int32_t x = side == 0   ? off
                        : side == 1 ? -off
                                    : 0,
                    y = side == 2   ? off
                        : side == 3 ? -off
                                    : 0;
            VeerCell low = {30, 30}, far = {40, 40}, beside = {40 + x, 40 + y};
            VeerRouteGate inside = waiting_gate(low, far, 4000);
            inside.state = VEER_GATE_INSIDE;
            run_gates(world, inside, waiting_gate(beside, low, 100));
            assert_true(is_held(world, 1) == (off <= 3));
        }
    }
    veer_world_destroy(world);
}

/// An agent whose path has so many points before it comes to the passage: whether it sees that.
static bool sees_passage(int32_t points)
{
    VeerWorld *world = make_halls();
    VeerVec3 path[40], at = {HALL - 5.0f, SIDE / 2 + 0.5f, 0.0f};
    add_traveller(world, at, vec3(SIDE - 3.5f, at.y, 0.0f), 0.4f);
    step_times(world, 1, GATE_TICK);
    world->agent.position[0] = at;
    for (int32_t i = 0; i < points; i++) { // the last one before the passage at its mouth
        path[i] = vec3(at.x + 0.25f + 4.0f * (float)i / (float)points, at.y, 0.0f);
    }
    path[points] = vec3(HALL + LENGTH + 0.5f, at.y, 0.0f);
    path[points + 1] = world->agent.goal_point[0];
    veer_route_keep(world, 0, path, (uint32_t)points + 2);
    assert_int_equal(world->map.routes.all[0].count, points + 2);
    while ((world->map.head->plan_tick + world->agent.id[0]) % 8 != 0) {
        world->map.head->plan_tick++;
    }
    world->map.traffic.gates[0] = (VeerRouteGate){0};
    veer_gates_run(world, GATE_TICK);
    bool is_seen = world->map.traffic.gates[0].state != VEER_GATE_NONE;
    veer_world_destroy(world);
    return is_seen;
}

static void passage_is_seen_behind_so_many_points_of_a_path_and_no_more(void **state)
{
    (void)state;
    for (int32_t points = 1; points < 24; points++) {
        assert_true(sees_passage(points) == (points < LOOKED_AT));
    }
}

/// Who goes towards lower x, and came before the clock of routes wrapped, or in an earlier batch.
static void who_came_in_an_earlier_batch_enters_first_over_a_wrap(void **state)
{
    (void)state;
    enum { BATCH = 301 }; // of 30 s
    VeerWorld *world = make_two();
    VeerCell low = {30, 30}, high = {40, 30};
    for (uint32_t ago = 1; ago < 3 * BATCH; ago += 7) {
        run_gates_from(world, waiting_gate(low, high, 5), waiting_gate(high, low, 0u - ago), 20);
        assert_true(is_held(world, 0) && !is_held(world, 1));
        uint32_t begun = 8 * BATCH;
        run_gates_from(world, waiting_gate(low, high, begun), waiting_gate(high, low, begun - ago),
                       begun + 20);
        assert_true(is_held(world, 0) && !is_held(world, 1));
        run_gates_from(world, waiting_gate(low, high, begun - ago), waiting_gate(high, low, begun),
                       begun + 20);
        assert_true(!is_held(world, 0) && is_held(world, 1));
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_who_come_at_once_one_enters_whatever_the_direction),
        cmocka_unit_test(who_comes_to_where_another_begins_waits_for_none),
        cmocka_unit_test(who_came_in_an_earlier_batch_enters_first_over_a_wrap),
        cmocka_unit_test(who_goes_towards_higher_x_or_y_enters_first),
        cmocka_unit_test(who_came_in_an_earlier_batch_enters_first),
        cmocka_unit_test(none_enters_while_another_comes_out),
        cmocka_unit_test(who_is_not_there_holds_nobody_up),
        cmocka_unit_test(ends_three_cells_apart_are_one_and_four_are_two),
        cmocka_unit_test(passage_is_seen_behind_so_many_points_of_a_path_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
