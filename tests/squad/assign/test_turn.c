#include "squad/assign/cases.h"

enum { COUNT = 256 };

// By about 16°, 37°, 90° and 180°.
static const float turns[][2] = {{0.96f, 0.28f}, {0.8f, 0.6f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};

// A box of so many ranks, or another formation, that has turned and gone elsewhere.
static Case *draw_turn(uint64_t stream, VeerFormation shape, uint32_t ranks, const float *turn)
{
    Case *c = open_case(stream, COUNT, COUNT);
    VeerFormationDef def = veer_formation_def_default();
    def.shape = shape;
    assert_int_equal(veer_formation_offsets(&def, COUNT, c->slots), VEER_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        if (ranks > 0) {
            c->slots[i] = (VeerVec3){(float)(i / ranks), (float)(i % ranks), 0.0f};
        }
        VeerVec3 p = c->slots[i];
        // Out of order, as 131 has no divisor in common with a power of two.
        c->agents[(i * 131u + 7u) % COUNT] = (VeerVec3){100.0f + turn[0] * p.x - turn[1] * p.y,
                                                        turn[1] * p.x + turn[0] * p.y - 40.0f, p.z};
    }
    return c;
}

static void check_least(Case *c)
{
    assert_int_equal(solve(c), VEER_OK);
    check_answer(c);
    assert_equal_cost(c->out.total, oracle_total(c));
    free(c);
}

static void assign_total_of_a_turn_equals_another_method(void **state)
{
    (void)state;
    static const VeerFormation shapes[] = {VEER_FORMATION_WEDGE, VEER_FORMATION_CIRCLE,
                                           VEER_FORMATION_DISC, VEER_FORMATION_SPHERE};
    for (uint32_t k = 0; k < 16; k++) {
        check_least(draw_turn(k, shapes[k % 4u], 0, turns[k / 4u]));
    }
}

// Boxes of 16, 8 and 4 ranks: the narrower, the more agents suit a slot equally well.
static void assign_total_of_a_turned_box_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        check_least(draw_turn(100u + k, VEER_FORMATION_BOX, 16u >> (k % 3u), turns[k / 3u]));
    }
}

// Many at the same places, so that many answers cost the same.
static void assign_total_of_crowds_on_few_points_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t k = 2; k <= 8; k *= 2) {
        Case *c = draw_case(200u + k, COUNT, COUNT, true);
        for (uint32_t i = k; i < COUNT; i++) {
            c->slots[i] = c->slots[i % k];
        }
        check_least(c);
    }
}

// The sum of a ring that becomes a line, and of a cloud among its own slots.
static void assign_total_from_bad_first_duals_equals_another_method(void **state)
{
    (void)state;
    Case *ring = draw_turn(300, VEER_FORMATION_CIRCLE, 0, turns[1]);
    for (uint32_t i = 0; i < COUNT; i++) {
        ring->slots[i] = (VeerVec3){0.0f, (float)i, 0.0f};
    }
    check_least(ring);
    for (uint32_t k = 0; k < 4; k++) {
        Case *c = draw_case(310u + k, COUNT, COUNT, k % 2u);
        for (uint32_t i = 0; i < COUNT; i++) {
            c->slots[i] = draw_point(c, 50.0f, k % 2u);
        }
        check_least(c);
    }
}

// Squared lengths of paths through the nearer of two gaps in a wall; those of the first `seen`
// agents are straight.
static void fill_lengths(const Case *c, float *costs, uint32_t seen)
{
    const VeerVec3 gaps[2] = {{60.0f, -3.0f, 0.0f}, {60.0f, 9.0f, 0.0f}};
    for (uint32_t i = 0; i < COUNT * COUNT; i++) {
        VeerVec3 a = c->agents[i / COUNT], s = c->slots[i % COUNT];
        double length = sqrt(squared_length(a, s)), least = HUGE_VAL;
        for (uint32_t k = 0; k < 2u; k++) {
            least =
                fmin(least, sqrt(squared_length(a, gaps[k])) + sqrt(squared_length(gaps[k], s)));
        }
        length = i / COUNT < seen ? length : least;
        costs[i] = (float)(length * length);
    }
}

static void assign_total_by_lengths_of_paths_equals_another_method(void **state)
{
    (void)state;
    static float costs[COUNT * COUNT];
    for (uint32_t k = 0; k < 4; k++) {
        Case *c = draw_turn(500u + k, VEER_FORMATION_BOX, 16u >> (k % 2u), turns[k]);
        fill_lengths(c, costs, k < 2u ? COUNT / 2u : 0u);
        c->def.costs = costs;
        check_least(c);
    }
}

// Whole numbers, so that there are many ties; one price for all; and hardly any structure.
static void assign_total_by_any_matrix_equals_another_method(void **state)
{
    (void)state;
    static float costs[COUNT * COUNT];
    for (uint32_t k = 0; k < 3; k++) {
        Case *c = open_case(600u + k, COUNT, COUNT);
        for (uint32_t i = 0; i < COUNT * COUNT; i++) {
            float cost = fabsf(draw(c, 20.0f));
            costs[i] = k == 0 ? floorf(cost) : k == 1 ? 3.0f : cost;
        }
        c->def.costs = costs;
        check_least(c);
    }
}

// What the bottleneck goes on from, and goes on with once pairs are forbidden.
static void assign_bottleneck_of_a_turn_is_no_worse_than_of_the_total(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        Case *c = draw_turn(400u + k, VEER_FORMATION_WEDGE, 0, turns[k]);
        assert_int_equal(solve(c), VEER_OK);
        VeerAssignment least = c->out;
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_true(c->out.worst <= least.worst);
        assert_true(c->out.total >= least.total * (1.0 - 1e-12));
        free(c);
    }
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_total_of_a_turn_equals_another_method),
        cmocka_unit_test(assign_total_of_a_turned_box_equals_another_method),
        cmocka_unit_test(assign_total_of_crowds_on_few_points_equals_another_method),
        cmocka_unit_test(assign_total_from_bad_first_duals_equals_another_method),
        cmocka_unit_test(assign_total_by_lengths_of_paths_equals_another_method),
        cmocka_unit_test(assign_total_by_any_matrix_equals_another_method),
        cmocka_unit_test(assign_bottleneck_of_a_turn_is_no_worse_than_of_the_total),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
