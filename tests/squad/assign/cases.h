/// Assignment problems, and slow and simple methods to solve them.
#ifndef VEER_TEST_SQUAD_CASES_H
#define VEER_TEST_SQUAD_CASES_H

#include "veer/formation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "squad/assign/hungarian.h"
#include "support/memory.h"

enum { MOST = 400, SEED = 41 };

// Points, the def that holds them and the answer.
typedef struct Case {
    VeerVec3 agents[MOST], slots[MOST];
    uint32_t slot_of[MOST];
    VeerAssignDef def;
    VeerAssignment out;
    uint64_t stream, counter;
} Case;

static inline float draw(Case *c, float extent)
{
    return (veer_random_unit(SEED, c->stream, c->counter++) * 2.0f - 1.0f) * extent;
}

static inline VeerVec3 draw_point(Case *c, float extent, bool is_planar)
{
    float x = draw(c, extent), y = draw(c, extent);
    return (VeerVec3){x, y, is_planar ? 0.0f : draw(c, extent)};
}

static inline Case *open_case(uint64_t stream, uint32_t agent_count, uint32_t slot_count)
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

static inline Case *draw_case(uint64_t stream, uint32_t agent_count, uint32_t slot_count,
                              bool is_planar)
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

static inline VeerStatus solve(Case *c)
{
    size_t size = veer_assign_size(c->def.agent_count, c->def.slot_count);
    void *memory = take(size + 64u);
    assert_non_null(memory);
    memset(memory, 0xA5, size + 64u);
    VeerStatus status = veer_assign(&c->def, memory, size, c->slot_of, &c->out);
    for (size_t i = size; i < size + 64u; i++) {
        assert_true(((unsigned char *)memory)[i] == 0xA5); // keeps within its memory
    }
    free(memory);
    return status;
}

static inline double squared_length(VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

static inline double cost_of(const Case *c, uint32_t agent, uint32_t slot)
{
    if (c->def.costs) {
        return (double)c->def.costs[agent * c->def.slot_count + slot];
    }
    return squared_length(c->def.agents[agent], c->def.slots[slot]);
}

// Each slot has at most one agent, and the sums are right.
static inline void check_answer(const Case *c)
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

static inline void consider(Best *best, uint32_t count, double total, double worst)
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

static inline void search(const Case *c, Best *best, uint32_t agent, uint32_t used, uint32_t count,
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

static inline Best search_all(const Case *c)
{
    Best best = {0, 0.0, 0.0, 0.0};
    search(c, &best, 0, 0, 0, 0.0, 0.0);
    return best;
}

// Needs agent_count <= slot_count.
static inline double oracle_total(const Case *c)
{
    uint32_t n = c->def.agent_count, m = c->def.slot_count;
    double *cost = malloc((size_t)n * m * sizeof *cost);
    assert_non_null(cost);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < m; j++) {
            cost[i * m + j] = cost_of(c, i, j);
        }
    }
    double total = hungarian_least(cost, n, m);
    free(cost);
    return total;
}

// Rounding of the library's sums and of the oracle's, both in double.
static inline void assert_equal_cost(double own, double wanted)
{
    assert_true(fabs(own - wanted) <= 1e-9 * (1.0 + fabs(wanted)));
}

static const uint32_t counts[][2] = {{1, 1}, {2, 2}, {3, 3}, {5, 5}, {7, 7}, {8, 8},
                                     {3, 7}, {7, 3}, {1, 8}, {6, 8}, {8, 6}, {8, 1}};

enum { COUNTS = sizeof counts / sizeof *counts };

// What goes, turned and jittered, into a narrower block, wholly elsewhere and far from the origin.
static inline Case *draw_move(uint64_t stream, uint32_t count, uint32_t width, float far)
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

#endif
