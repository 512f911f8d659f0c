/// Where one side is on a line, or nearly: sorting answers, and many answers cost the same.
#include "squad/assign/cases.h"

// Cosines and sines of 0, 30, 89, 90, 91 and 180 degrees.
static const float turns[][2] = {{1.0f, 0.0f}, {0.8660254f, 0.5f},        {0.0174524f, 0.9998477f},
                                 {0.0f, 1.0f}, {-0.0174524f, 0.9998477f}, {-1.0f, 0.0f}};

enum { TURNS = sizeof turns / sizeof *turns };

// Ranks of so many, out of order, `gap` apart aside.
static void draw_ranks(VeerVec3 *points, uint32_t count, uint32_t ranks, float gap)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (i * 131u + 7u) % count; // prime to all counts below
        points[i] = (VeerVec3){(float)(k / ranks), (float)(k % ranks) * gap, 0.0f};
    }
}

static void turn_and_move(VeerVec3 *points, uint32_t count, const float *turn)
{
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 p = points[i];
        points[i] = (VeerVec3){100.0f + turn[0] * p.x - turn[1] * p.y,
                               turn[1] * p.x + turn[0] * p.y - 40.0f, p.z};
    }
}

static Case *draw_line_case(uint64_t stream, uint32_t count, uint32_t ranks, const float *turn)
{
    Case *c = open_case(stream, count, count);
    draw_ranks(c->agents, count, ranks, 1.0f);
    draw_ranks(c->slots, count, 1, 1.0f);
    turn_and_move(c->agents, count, turn);
    return c;
}

static void check_least(Case *c)
{
    assert_int_equal(solve(c), VEER_OK);
    check_answer(c);
    assert_equal_cost(c->out.total, oracle_total(c));
}

static void assign_total_of_a_turned_line_equals_another_method(void **state)
{
    (void)state;
    const uint32_t sizes[] = {2, 3, 33, 64, 200};
    for (uint32_t k = 0; k < 5 * TURNS; k++) {
        Case *c = draw_line_case(k, sizes[k % 5u], 1, turns[k / 5u]);
        check_least(c);
        free(c);
    }
}

// Whole ranks are abreast of one slot: many answers cost the same.
static void assign_total_of_a_box_to_a_line_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2 * TURNS; k++) {
        Case *c = draw_line_case(100u + k, 150, 12, turns[k / 2u]);
        if (k % 2u) {
            c->def.agents = c->slots;
            c->def.slots = c->agents;
        }
        check_least(c);
        free(c);
    }
}

// Slots on a line that is not along an axis, so that rounding puts them a little off it.
static void assign_total_to_a_slanting_line_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < TURNS; k++) {
        Case *c = draw_line_case(200u + k, 160, 4u >> (k % 3u), turns[k]);
        turn_and_move(c->slots, 160, turns[1]);
        check_least(c);
        free(c);
    }
}

// Agents and slots off slanting lines in space by next to nothing: the spread of one side is nearly
// singular in two directions.
static void assign_total_of_nearly_a_line_in_space_equals_another_method(void **state)
{
    (void)state;
    const float jitters[4] = {0.0f, 1e-6f, 1e-3f, 0.3f};
    for (uint32_t k = 0; k < 4 * TURNS; k++) {
        Case *c = draw_line_case(800u + k, 120, 1, turns[k / 4u]);
        for (uint32_t i = 0; i < 120u; i++) {
            c->agents[i].z = 0.3f * c->agents[i].x + draw(c, jitters[k % 4u]);
            c->slots[i].x = 0.7f * c->slots[i].y + draw(c, jitters[k % 4u]);
            c->slots[i].z = draw(c, jitters[k % 4u]) - 0.2f * c->slots[i].y;
        }
        check_least(c);
        free(c);
    }
}

static void assign_total_of_crowds_on_one_or_two_points_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        Case *c = draw_case(300u + k, 144, 144, k % 2u);
        for (uint32_t i = 1; i < 144; i++) {
            c->slots[i] = c->slots[k < 2u ? 0u : i % 2u];
        }
        check_least(c);
        free(c);
    }
}

// Two, three and four ranks that turn square to themselves, and a line that zigzags.
static void assign_total_of_narrow_columns_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4 * TURNS; k++) {
        uint32_t ranks = 2u + k % 4u;
        Case *c = open_case(400u + k, 200, 200);
        draw_ranks(c->agents, 200, ranks == 5u ? 2u : ranks, ranks == 5u ? 0.3f : 1.0f);
        memcpy(c->slots, c->agents, sizeof c->slots);
        turn_and_move(c->agents, 200, turns[k / 4u]);
        check_least(c);
        free(c);
    }
}

// Grids of equal spacing: in place, moved by whole cells, and turned by right angles.
static void assign_total_of_grids_with_ties_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 9; k++) {
        Case *c = open_case(500u + k, 196, 196);
        draw_ranks(c->slots, 196, 14u - k % 3u, 1.0f);
        draw_ranks(c->agents, 196, 14, 1.0f);
        for (uint32_t i = 0; i < 196u; i++) {
            c->agents[i].x += (float)(k % 4u);
        }
        turn_and_move(c->agents, 196, turns[k < 3 ? 0 : k < 6 ? 3 : 5]);
        check_least(c);
        free(c);
    }
}

// The bottleneck goes on from the dual variables that sorting leaves.
static void assign_bottleneck_of_a_line_is_the_least(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        Case *c = draw_line_case(600u + k, 7, 1u + k % 3u, turns[k % TURNS]);
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        Best best = search_all(c);
        assert_true(fabs((double)c->out.worst - best.worst) <= 1e-6 * best.worst);
        assert_true(fabs(c->out.total - best.total_of_worst) <= 1e-6 * best.total_of_worst);
        free(c);
    }
}

static void assign_greedily_on_a_line_loses_nothing(void **state)
{
    (void)state;
    Case *c = draw_line_case(700, 100, 5, turns[1]);
    c->def.aim = VEER_ASSIGN_GREEDY;
    check_least(c);
    assert_true(c->out.bound >= c->out.total * (1.0 - 1e-9));
    free(c);
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_total_of_a_turned_line_equals_another_method),
        cmocka_unit_test(assign_total_of_a_box_to_a_line_equals_another_method),
        cmocka_unit_test(assign_total_to_a_slanting_line_equals_another_method),
        cmocka_unit_test(assign_total_of_nearly_a_line_in_space_equals_another_method),
        cmocka_unit_test(assign_total_of_crowds_on_one_or_two_points_equals_another_method),
        cmocka_unit_test(assign_total_of_narrow_columns_equals_another_method),
        cmocka_unit_test(assign_total_of_grids_with_ties_equals_another_method),
        cmocka_unit_test(assign_bottleneck_of_a_line_is_the_least),
        cmocka_unit_test(assign_greedily_on_a_line_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
