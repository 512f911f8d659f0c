#include "squad/assign/cases.h"

static void assign_bottleneck_equals_brute_force(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 10u * COUNTS; k++) {
        Case *c = draw_case(1000u + k, counts[k % COUNTS][0], counts[k % COUNTS][1], k % 2u);
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        Best best = search_all(c);
        assert_int_equal(c->out.assigned_count, best.count);
        assert_true(fabs((double)c->out.worst - best.worst) <= 1e-6 * best.worst);
        assert_equal_cost(c->out.total, best.total_of_worst);
        free(c);
    }
}

// Whole costs, so that there are many ties; some pairs impossible.
static Case *draw_matrix(uint64_t stream, uint32_t agent_count, uint32_t slot_count, float *costs)
{
    Case *c = open_case(stream, agent_count, slot_count);
    for (uint32_t i = 0; i < agent_count * slot_count; i++) {
        float cost = floorf(fabsf(draw(c, 10.0f)));
        costs[i] = draw(c, 1.0f) < -0.4f ? INFINITY : cost;
    }
    c->def.costs = costs;
    c->def.agents = c->def.slots = NULL;
    return c;
}

static void assign_by_matrix_equals_brute_force(void **state)
{
    (void)state;
    float costs[64];
    for (uint32_t k = 0; k < 10u * COUNTS; k++) {
        Case *c = draw_matrix(2000u + k, counts[k % COUNTS][0], counts[k % COUNTS][1], costs);
        c->def.aim = k % 2u ? VEER_ASSIGN_TOTAL : VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        Best best = search_all(c);
        assert_int_equal(c->out.assigned_count, best.count);
        assert_equal_cost(k % 2u ? c->out.total : (double)c->out.worst,
                          k % 2u ? best.total : best.worst);
        free(c);
    }
}

static void assign_by_squared_lengths_equals_assign_by_points(void **state)
{
    (void)state;
    Case *c = draw_case(5000, 60, 60, false);
    float *costs = calloc(60 * 60, sizeof *costs);
    assert_int_equal(solve(c), VEER_OK);
    double total = c->out.total;
    for (uint32_t i = 0; i < 3600; i++) {
        costs[i] = (float)cost_of(c, i / 60u, i % 60u);
    }
    c->def.costs = costs;
    assert_int_equal(solve(c), VEER_OK);
    assert_true(fabs(c->out.total - total) <= 1e-6 * total); // the costs are rounded to float
    free(costs);
    free(c);
}

static double cross(VeerVec3 a, VeerVec3 b, VeerVec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

// Whether they do, and not only by what the rounding of the lengths to float can hide.
static bool do_paths_cross(const Case *c, uint32_t i, uint32_t j)
{
    uint32_t s = c->slot_of[i], t = c->slot_of[j];
    VeerVec3 a = c->agents[i], b = c->slots[s], p = c->agents[j], q = c->slots[t];
    double saved = sqrt(squared_length(a, b)) + sqrt(squared_length(p, q)) -
                   sqrt(squared_length(a, q)) - sqrt(squared_length(p, b));
    return saved > 4e-5 && cross(a, b, p) * cross(a, b, q) < 0.0 &&
           cross(p, q, a) * cross(p, q, b) < 0.0;
}

static void assign_by_lengths_in_the_plane_has_no_crossing_paths(void **state)
{
    (void)state;
    float *costs = calloc(80 * 80, sizeof *costs);
    for (uint32_t k = 0; k < 5; k++) {
        Case *c = draw_case(6000u + k, 80, 80, true);
        for (uint32_t i = 0; i < 6400; i++) {
            costs[i] = (float)sqrt(cost_of(c, i / 80u, i % 80u));
        }
        c->def.costs = costs;
        assert_int_equal(solve(c), VEER_OK);
        for (uint32_t i = 0; i < 80; i++) {
            for (uint32_t j = 0; j < i; j++) {
                assert_false(do_paths_cross(c, i, j));
            }
        }
        free(c);
    }
    free(costs);
}

// Kuhn's augmenting search within a limit.
static bool finds_slot(const Case *c, uint32_t agent, double limit, bool *seen, uint32_t *agent_of)
{
    for (uint32_t s = 0; s < c->def.slot_count; s++) {
        if (seen[s] || cost_of(c, agent, s) > limit) {
            continue;
        }
        seen[s] = true;
        if (agent_of[s] == VEER_NO_SLOT || finds_slot(c, agent_of[s], limit, seen, agent_of)) {
            agent_of[s] = agent;
            return true;
        }
    }
    return false;
}

static bool is_enough(const Case *c, double limit)
{
    uint32_t agent_of[MOST];
    memset(agent_of, 0xFF, sizeof agent_of);
    for (uint32_t i = 0; i < c->def.agent_count; i++) {
        bool seen[MOST] = {false};
        if (!finds_slot(c, i, limit, seen, agent_of)) {
            return false;
        }
    }
    return true;
}

static void assign_bottleneck_is_the_least_threshold(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 8; k++) {
        Case *c = k < 4 ? draw_case(7000u + k, 90, 90 + 15 * (k % 2u), k / 2u)
                        : draw_move(7000u + k, 121, k, 0.0f);
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        double worst = (double)c->out.worst;
        assert_true(is_enough(c, worst * (1.0 + 1e-6))); // costs are compared in float
        assert_false(is_enough(c, worst * (1.0 - 1e-6)));
        free(c);
    }
}

static void assign_bottleneck_states_what_it_costs_in_total(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 6; k++) {
        Case *c = draw_case(7100u + k, 70, 70 + 10 * (k % 2u), k / 3u);
        assert_int_equal(solve(c), VEER_OK);
        double least = c->out.total;
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        assert_equal_cost(c->out.bound, least);
        assert_true(c->out.total >= c->out.bound);
        free(c);
    }
}

// With pairs above the greatest cost forbidden, the least total must be the same.
// Of boxes turned and of rings, where searches are long; a multiple of 64, which fills its memory.
static void assign_bottleneck_of_shapes_is_the_least_threshold(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 8; k++) {
        uint32_t count = k % 2u ? 256 : 192;
        Case *c = draw_move(7100u + k, count, k < 4 ? 16 : count, 0.0f);
        for (uint32_t i = 0; i < count; i++) {
            float turn = (float)i * 0.0174533f * 360.0f / (float)count;
            VeerVec3 ring = {30.0f * cosf(turn), 30.0f * sinf(turn), 0.0f};
            c->slots[i] = k % 4u < 2u ? c->slots[i] : ring;
        }
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, count);
        double worst = (double)c->out.worst;
        assert_true(is_enough(c, worst * (1.0 + 1e-6)));
        assert_false(is_enough(c, worst * (1.0 - 1e-6)));
        free(c);
    }
}

static void assign_bottleneck_has_the_least_total_within_its_limit(void **state)
{
    (void)state;
    float *costs = calloc(100 * 100, sizeof *costs);
    for (uint32_t k = 0; k < 4; k++) {
        Case *c = draw_case(7200u + k, 100 - 20 * (k % 2u), 100, true);
        c->def.aim = VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        for (uint32_t i = 0; i < c->def.agent_count * 100u; i++) {
            float cost = (float)cost_of(c, i / 100u, i % 100u);
            costs[i] = cost > c->out.worst * (1.0f + 1e-6f) ? INFINITY : cost;
        }
        double total = c->out.total;
        c->def.costs = costs;
        c->def.aim = VEER_ASSIGN_TOTAL;
        assert_int_equal(solve(c), VEER_OK);
        assert_int_equal(c->out.assigned_count, c->def.agent_count);
        assert_true(fabs(c->out.total - total) <= 1e-6 * total); // the costs are rounded to float
        free(c);
    }
    free(costs);
}

static void assign_quickly_states_its_loss(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        uint32_t agents = k % 3u == 1u ? 90 : 100, slots = k % 3u == 2u ? 90 : 100;
        Case *c = draw_case(9000u + k, agents, slots, k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        double least = c->out.total;
        c->def.aim = VEER_ASSIGN_GREEDY;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, agents < slots ? agents : slots);
        assert_true(c->out.bound > 0.0);
        assert_true(c->out.bound <= least * (1.0 + 1e-9));
        assert_true(c->out.total >= least * (1.0 - 1e-9));
        free(c);
    }
}

static void assign_beyond_the_exact_limit_is_quick_and_says_so(void **state)
{
    (void)state;
    Case *c = draw_case(9100, 40, 40, true);
    c->def.exact_limit = 39;
    assert_int_equal(solve(c), VEER_PARTIAL);
    check_answer(c);
    assert_int_equal(c->out.assigned_count, 40);
    c->def.exact_limit = 40;
    assert_int_equal(solve(c), VEER_OK);
    assert_true(c->out.bound == c->out.total);
    free(c);
}

static void assign_quickly_with_impossible_pairs_knows_no_bound(void **state)
{
    (void)state;
    float costs[4] = {INFINITY, 1.0f, INFINITY, 2.0f};
    Case *c = open_case(9200, 2, 2);
    c->def.aim = VEER_ASSIGN_GREEDY;
    c->def.costs = costs;
    assert_int_equal(solve(c), VEER_OK);
    check_answer(c);
    assert_int_equal(c->out.assigned_count, 1);
    assert_true(c->out.bound == 0.0);
    free(c);
}

static void assign_where_nobody_can_go_anywhere(void **state)
{
    (void)state;
    float costs[6] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    for (int aim = 0; aim <= VEER_ASSIGN_GREEDY; aim++) {
        Case *c = open_case(9201, 2, 3);
        c->def.aim = (VeerAssignAim)aim;
        c->def.costs = costs;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, 0);
        free(c);
    }
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_bottleneck_equals_brute_force),
        cmocka_unit_test(assign_by_matrix_equals_brute_force),
        cmocka_unit_test(assign_by_squared_lengths_equals_assign_by_points),
        cmocka_unit_test(assign_by_lengths_in_the_plane_has_no_crossing_paths),
        cmocka_unit_test(assign_bottleneck_is_the_least_threshold),
        cmocka_unit_test(assign_bottleneck_states_what_it_costs_in_total),
        cmocka_unit_test(assign_bottleneck_of_shapes_is_the_least_threshold),
        cmocka_unit_test(assign_bottleneck_has_the_least_total_within_its_limit),
        cmocka_unit_test(assign_quickly_states_its_loss),
        cmocka_unit_test(assign_beyond_the_exact_limit_is_quick_and_says_so),
        cmocka_unit_test(assign_quickly_with_impossible_pairs_knows_no_bound),
        cmocka_unit_test(assign_where_nobody_can_go_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
