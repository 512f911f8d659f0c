#include "veer/squad.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "support/suite.h"

enum { MOST = 256, SEED = 41 };

// Points, the def that holds them and the answer.
typedef struct Case {
    VeerVec3 agents[MOST], slots[MOST];
    uint32_t slot_of[MOST];
    VeerAssignDef def;
    VeerAssignment out;
    uint64_t stream, counter;
} Case;

static float draw(Case *c, float extent)
{
    return (veer_random_unit(SEED, c->stream, c->counter++) * 2.0f - 1.0f) * extent;
}

static VeerVec3 draw_point(Case *c, float extent, bool is_planar)
{
    float x = draw(c, extent), y = draw(c, extent);
    return (VeerVec3){x, y, is_planar ? 0.0f : draw(c, extent)};
}

static Case *open_case(uint64_t stream, uint32_t agent_count, uint32_t slot_count)
{
    Case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->stream = stream;
    c->def = veer_assign_def_default();
    c->def.agents = c->agents;
    c->def.slots = c->slots;
    c->def.agent_count = agent_count;
    c->def.slot_count = slot_count;
    return c;
}

static Case *draw_case(uint64_t stream, uint32_t agent_count, uint32_t slot_count, bool is_planar)
{
    Case *c = open_case(stream, agent_count, slot_count);
    for (uint32_t i = 0; i < agent_count; i++) {
        c->agents[i] = draw_point(c, 50.0f, is_planar);
    }
    for (uint32_t i = 0; i < slot_count; i++) {
        c->slots[i] = draw_point(c, 20.0f, is_planar);
        c->slots[i].x += 100.0f;
    }
    return c;
}

static VeerStatus solve(Case *c)
{
    size_t size = veer_assign_size(c->def.agent_count, c->def.slot_count);
    void *memory = aligned_alloc(64, size + 64u);
    assert_non_null(memory);
    memset(memory, 0xA5, size + 64u);
    VeerStatus status = veer_assign(&c->def, memory, size, c->slot_of, &c->out);
    for (size_t i = size; i < size + 64u; i++) {
        assert_true(((unsigned char *)memory)[i] == 0xA5); // keeps within its memory
    }
    free(memory);
    return status;
}

static double squared_length(VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

static double cost_of(const Case *c, uint32_t agent, uint32_t slot)
{
    if (c->def.costs) {
        return (double)c->def.costs[agent * c->def.slot_count + slot];
    }
    return squared_length(c->def.agents[agent], c->def.slots[slot]);
}

// Each slot has at most one agent, and the sums are right.
static void check_answer(const Case *c)
{
    uint32_t agents_in[MOST] = {0}, count = 0;
    double total = 0.0, worst = 0.0;
    for (uint32_t i = 0; i < c->def.agent_count; i++) {
        uint32_t slot = c->slot_of[i];
        if (slot == VEER_NO_SLOT) {
            continue;
        }
        assert_true(slot < c->def.slot_count);
        assert_int_equal(agents_in[slot]++, 0);
        count++;
        total += cost_of(c, i, slot);
        worst = fmax(worst, cost_of(c, i, slot));
    }
    assert_int_equal(count, c->out.assigned_count);
    assert_true(fabs(total - c->out.total) <= 1e-12 * total);
    assert_true(fabs(worst - (double)c->out.worst) <= 1e-6 * worst);
}

// The answer of a search through all assignments, of those that assign the most.
typedef struct Best {
    uint32_t count;
    double total, worst;
    double total_of_worst; // least total among the least worst
} Best;

static void consider(Best *best, uint32_t count, double total, double worst)
{
    if (count > best->count) {
        *best = (Best){count, total, worst, total};
        return;
    }
    if (count < best->count) {
        return;
    }
    best->total = fmin(best->total, total);
    if (worst < best->worst || (worst == best->worst && total < best->total_of_worst)) {
        best->total_of_worst = total;
    }
    best->worst = fmin(best->worst, worst);
}

static void search(const Case *c, Best *best, uint32_t agent, uint32_t used, uint32_t count,
                   double total, double worst)
{
    if (agent == c->def.agent_count) {
        consider(best, count, total, worst);
        return;
    }
    search(c, best, agent + 1u, used, count, total, worst);
    for (uint32_t slot = 0; slot < c->def.slot_count; slot++) {
        double cost = cost_of(c, agent, slot);
        if (!(used >> slot & 1u) && cost < HUGE_VAL) {
            search(c, best, agent + 1u, used | 1u << slot, count + 1u, total + cost,
                   fmax(worst, cost));
        }
    }
}

static Best search_all(const Case *c)
{
    Best best = {0, 0.0, 0.0, 0.0};
    search(c, &best, 0, 0, 0, 0.0, 0.0);
    return best;
}

// Kuhn's method with potentials in O(n³), one row at a time: shares nothing with the library's.
// Needs agent_count <= slot_count.
static double oracle_total(const Case *c)
{
    uint32_t n = c->def.agent_count, m = c->def.slot_count;
    double u[MOST + 1] = {0}, v[MOST + 1] = {0};
    uint32_t row_of[MOST + 1] = {0}, way[MOST + 1];
    for (uint32_t i = 1; i <= n; i++) {
        double least[MOST + 1];
        bool used[MOST + 1] = {false};
        uint32_t at = 0;
        row_of[0] = i;
        for (uint32_t j = 0; j <= m; j++) {
            least[j] = HUGE_VAL;
        }
        do {
            uint32_t row = row_of[at], next = 0;
            double delta = HUGE_VAL;
            used[at] = true;
            for (uint32_t j = 1; j <= m; j++) {
                if (used[j]) {
                    continue;
                }
                double reduced = cost_of(c, row - 1u, j - 1u) - u[row] - v[j];
                if (reduced < least[j]) {
                    least[j] = reduced;
                    way[j] = at;
                }
                if (least[j] < delta) {
                    delta = least[j];
                    next = j;
                }
            }
            for (uint32_t j = 0; j <= m; j++) {
                if (used[j]) {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            at = next;
        } while (row_of[at] != 0);
        for (; at != 0; at = way[at]) {
            row_of[at] = row_of[way[at]];
        }
    }
    double total = 0.0;
    for (uint32_t j = 1; j <= m; j++) {
        total += row_of[j] ? cost_of(c, row_of[j] - 1u, j - 1u) : 0.0;
    }
    return total;
}

// Rounding of the library's sums and of the oracle's, both in double.
static void assert_equal_cost(double own, double wanted)
{
    assert_true(fabs(own - wanted) <= 1e-9 * (1.0 + fabs(wanted)));
}

static const uint32_t counts[][2] = {{1, 1}, {2, 2}, {3, 3}, {5, 5}, {7, 7}, {8, 8},
                                     {3, 7}, {7, 3}, {1, 8}, {6, 8}, {8, 6}, {8, 1}};

enum { COUNTS = sizeof counts / sizeof *counts };

static void assign_total_equals_brute_force(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 10u * COUNTS; k++) {
        Case *c = draw_case(k, counts[k % COUNTS][0], counts[k % COUNTS][1], k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        Best best = search_all(c);
        assert_int_equal(c->out.assigned_count, best.count);
        assert_equal_cost(c->out.total, best.total);
        assert_true(c->out.bound == c->out.total);
        free(c);
    }
}

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

static void assign_total_equals_another_method_up_to_200(void **state)
{
    (void)state;
    const uint32_t sizes[][2] = {{31, 31}, {32, 32}, {33, 33}, {65, 65}, {100, 120}, {200, 200}};
    for (uint32_t k = 0; k < 12; k++) {
        Case *c = draw_case(3000u + k, sizes[k % 6u][0], sizes[k % 6u][1], k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_equal_cost(c->out.total, oracle_total(c));
        free(c);
    }
}

// What goes, turned and jittered, into a narrower block, wholly elsewhere and far from the origin.
static Case *draw_move(uint64_t stream, uint32_t count, uint32_t width, float far)
{
    Case *c = open_case(stream, count, count);
    uint32_t side = (uint32_t)ceil(sqrt(count));
    for (uint32_t i = 0; i < count; i++) {
        c->agents[i] = (VeerVec3){far + (float)(i % side) + draw(c, 0.2f),
                                  (float)(i / side) + draw(c, 0.2f), 0.0f};
        c->slots[i] = (VeerVec3){far + 80.0f - (float)(i / width), (float)(i % width), 0.0f};
    }
    return c;
}

static void assign_total_of_a_move_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 32; width *= 2) {
        Case *c = draw_move(4000u + width, 144, width, width == 8 ? 1e5f : 0.0f);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_equal_cost(c->out.total, oracle_total(c));
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
static bool do_ways_cross(const Case *c, uint32_t i, uint32_t j)
{
    uint32_t s = c->slot_of[i], t = c->slot_of[j];
    VeerVec3 a = c->agents[i], b = c->slots[s], p = c->agents[j], q = c->slots[t];
    double saved = sqrt(squared_length(a, b)) + sqrt(squared_length(p, q)) -
                   sqrt(squared_length(a, q)) - sqrt(squared_length(p, b));
    return saved > 4e-5 && cross(a, b, p) * cross(a, b, q) < 0.0 &&
           cross(p, q, a) * cross(p, q, b) < 0.0;
}

static void assign_by_lengths_in_the_plane_has_no_crossing_ways(void **state)
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
                assert_false(do_ways_cross(c, i, j));
            }
        }
        free(c);
    }
    free(costs);
}

// Of two that set out and arrive at the same times, at even speeds, the squared distance at time t
// is
// |(1 - t) x + t y|² for x and y their offsets now and then: no less than the least of |x|² and
// |y|² over 2 when x·y >= 0.
static void assign_total_keeps_apart_who_travel_in_step(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 6; k++) {
        Case *c = draw_case(6100u + k, 80, 80, k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        for (uint32_t i = 0; i < 80; i++) {
            for (uint32_t j = 0; j < i; j++) {
                VeerVec3 a = c->agents[i], b = c->slots[c->slot_of[i]];
                VeerVec3 p = c->agents[j], q = c->slots[c->slot_of[j]];
                double product = ((double)a.x - (double)p.x) * ((double)b.x - (double)q.x) +
                                 ((double)a.y - (double)p.y) * ((double)b.y - (double)q.y) +
                                 ((double)a.z - (double)p.z) * ((double)b.z - (double)q.z);
                assert_true(product >= -1e-9);
            }
        }
        free(c);
    }
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

static void assign_of_coincident_points_goes_by_order(void **state)
{
    (void)state;
    for (int aim = 0; aim <= VEER_ASSIGN_GREEDY; aim++) {
        Case *c = open_case(8000, 40, 40); // all at the origin
        c->def.aim = (VeerAssignAim)aim;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, 40);
        assert_true(c->out.total == 0.0 && c->out.worst == 0.0f);
        uint32_t first[40];
        memcpy(first, c->slot_of, sizeof first);
        assert_int_equal(solve(c), VEER_OK);
        assert_memory_equal(first, c->slot_of, sizeof first);
        free(c);
    }
}

static void assign_of_points_on_a_line_keeps_their_order(void **state)
{
    (void)state;
    Case *c = open_case(8001, 50, 50);
    for (uint32_t i = 0; i < 50; i++) {
        c->agents[i] = (VeerVec3){draw(c, 30.0f), 7.0f, 3.0f};
        c->slots[i] = (VeerVec3){draw(c, 90.0f), -200.0f, 9.0f};
    }
    assert_int_equal(solve(c), VEER_OK);
    for (uint32_t i = 0; i < 50; i++) {
        for (uint32_t j = 0; j < 50; j++) {
            float a = c->agents[i].x - c->agents[j].x;
            float b = c->slots[c->slot_of[i]].x - c->slots[c->slot_of[j]].x;
            assert_true(a * b >= 0.0f);
        }
    }
    free(c);
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

static void assign_of_nobody_or_to_nothing(void **state)
{
    (void)state;
    Case *c = draw_case(9300, 3, 0, true);
    assert_int_equal(solve(c), VEER_OK);
    check_answer(c);
    assert_int_equal(c->slot_of[2], VEER_NO_SLOT);
    c->def.agent_count = 0;
    c->def.agents = c->def.slots = NULL;
    assert_int_equal(solve(c), VEER_OK);
    assert_int_equal(c->out.assigned_count, 0);
    free(c);
}

static void assign_without_wish_for_the_sums(void **state)
{
    (void)state;
    Case *c = draw_case(9301, 3, 3, true);
    void *memory = aligned_alloc(64, veer_assign_size(3, 3));
    assert_int_equal(veer_assign(&c->def, memory, veer_assign_size(3, 3), c->slot_of, NULL),
                     VEER_OK);
    assert_true(c->slot_of[0] < 3u);
    free(memory);
    free(c);
}

static void check_refused(const VeerAssignDef *def)
{
    static _Alignas(64) unsigned char memory[16384];
    uint32_t slot_of[4] = {7, 7, 7, 7};
    VeerAssignment out = {.assigned_count = 9};
    assert_int_equal(veer_assign(def, memory, sizeof memory, slot_of, &out), VEER_BAD_VALUE);
    assert_int_equal(slot_of[0], 7);
    assert_int_equal(out.assigned_count, 9);
    assert_int_equal(veer_assign_cost(def, slot_of, &out), VEER_BAD_VALUE);
}

static void assign_refuses_bad_values(void **state)
{
    (void)state;
    Case *c = draw_case(9400, 2, 2, true);
    VeerAssignDef def = c->def;
    check_refused(&(VeerAssignDef){0});
    def.aim = (VeerAssignAim)3;
    check_refused(&def);
    def = c->def;
    def.agent_count = VEER_SQUAD_MAX + 1u;
    check_refused(&def);
    def = c->def;
    def.slots = NULL;
    check_refused(&def);
    def = c->def;
    c->slots[1].y = NAN;
    check_refused(&def);
    c->slots[1].y = 2e6f;
    check_refused(&def);
    def.costs = (float[4]){1.0f, 2.0f, -1.0f, 0.0f};
    check_refused(&def);
    def.costs = (float[4]){1.0f, 2.0f, NAN, 0.0f};
    check_refused(&def);
    free(c);
}

static void assign_refuses_memory_too_small_or_not_aligned(void **state)
{
    (void)state;
    Case *c = draw_case(9401, 2, 2, true);
    size_t size = veer_assign_size(2, 2);
    unsigned char *memory = aligned_alloc(64, size + 64u);
    assert_int_equal(veer_assign(&c->def, memory, size - 1u, c->slot_of, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_assign(&c->def, memory + 8, size, c->slot_of, NULL), VEER_BAD_VALUE);
    free(memory);
    free(c);
}

static void assign_cost_measures_a_given_assignment(void **state)
{
    (void)state;
    Case *c = open_case(9500, 3, 2);
    c->agents[1].x = 3.0f;
    c->slots[1] = (VeerVec3){3.0f, 0.0f, 2.0f};
    uint32_t slot_of[3] = {VEER_NO_SLOT, 1, 0};
    VeerAssignment out;
    assert_int_equal(veer_assign_cost(&c->def, slot_of, &out), VEER_OK);
    assert_int_equal(out.assigned_count, 2);
    assert_true(out.total == 4.0 && out.worst == 4.0f && out.bound == 0.0);
    slot_of[0] = 2;
    assert_int_equal(veer_assign_cost(&c->def, slot_of, &out), VEER_BAD_VALUE);
    free(c);
}

static void assign_is_worth_it_beyond_the_stated_part(void **state)
{
    (void)state;
    VeerAssignment now = {4, 100.0, 0.0, 40.0f}, then = {4, 89.0, 0.0, 38.0f};
    assert_true(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.1f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.2f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_BOTTLENECK, &now, &then, 0.1f));
    assert_true(veer_assign_is_worth(VEER_ASSIGN_BOTTLENECK, &now, &then, 0.04f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &now, 0.0f));
    then.assigned_count = 5;
    then.total = 400.0;
    assert_true(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.5f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &then, &now, 0.0f));
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_total_equals_brute_force),
        cmocka_unit_test(assign_bottleneck_equals_brute_force),
        cmocka_unit_test(assign_by_matrix_equals_brute_force),
        cmocka_unit_test(assign_total_equals_another_method_up_to_200),
        cmocka_unit_test(assign_total_of_a_move_equals_another_method),
        cmocka_unit_test(assign_by_squared_lengths_equals_assign_by_points),
        cmocka_unit_test(assign_by_lengths_in_the_plane_has_no_crossing_ways),
        cmocka_unit_test(assign_total_keeps_apart_who_travel_in_step),
        cmocka_unit_test(assign_bottleneck_is_the_least_threshold),
        cmocka_unit_test(assign_of_coincident_points_goes_by_order),
        cmocka_unit_test(assign_of_points_on_a_line_keeps_their_order),
        cmocka_unit_test(assign_quickly_states_its_loss),
        cmocka_unit_test(assign_beyond_the_exact_limit_is_quick_and_says_so),
        cmocka_unit_test(assign_quickly_with_impossible_pairs_knows_no_bound),
        cmocka_unit_test(assign_where_nobody_can_go_anywhere),
        cmocka_unit_test(assign_of_nobody_or_to_nothing),
        cmocka_unit_test(assign_without_wish_for_the_sums),
        cmocka_unit_test(assign_refuses_bad_values),
        cmocka_unit_test(assign_refuses_memory_too_small_or_not_aligned),
        cmocka_unit_test(assign_cost_measures_a_given_assignment),
        cmocka_unit_test(assign_is_worth_it_beyond_the_stated_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
