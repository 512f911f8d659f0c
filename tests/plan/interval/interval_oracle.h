/// The earliest arrival through a window without safe intervals: every time at which a body can be
/// in a cell is a node of its own.
#ifndef VEER_TEST_PLAN_INTERVAL_ORACLE_H
#define VEER_TEST_PLAN_INTERVAL_ORACLE_H

#include "veer/interval_search.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

#define ORACLE_NEVER UINT64_MAX

/// A cell and a time, in units of 1/VEER_COST_STRAIGHT of the time that a cell takes.
typedef struct OracleNode {
    VeerWindowCell cell;
    uint64_t time;
} OracleNode;

typedef struct Oracle {
    const VeerWindow *window;
    uint64_t tick;  ///< units
    uint64_t limit; ///< who cannot be at the goal by then is not looked at
    VeerWindowCell goal;
    OracleNode *nodes;
    size_t count, capacity;
    size_t *table; ///< table[4 * capacity]: 1 + the number of a node
} Oracle;

static inline bool oracle_is_taken(const Oracle *oracle, VeerWindowCell cell, uint64_t from,
                                   uint64_t to)
{
    // Bodies are in a cell in [from, to); each tick that this overlaps must be free.
    uint64_t word = veer_window_word(oracle->window, cell);
    for (uint64_t tick = from / oracle->tick; tick * oracle->tick < to; tick++) {
        if (word >> (tick < 63 ? tick : 63) & 1) {
            return true;
        }
        if (tick >= 63) {
            break;
        }
    }
    return false;
}

static inline void oracle_add(Oracle *oracle, VeerWindowCell cell, uint64_t time)
{
    size_t size = 4 * oracle->capacity;
    uint64_t key = ((uint64_t)cell.x * 131 + (uint64_t)cell.y) * 131 + (uint64_t)cell.z;
    size_t at = (size_t)((key * 1000003 + time) * UINT64_C(0x9e3779b97f4a7c15) >> 20) % size;
    int x = abs(cell.x - oracle->goal.x), y = abs(cell.y - oracle->goal.y);
    int z = abs(cell.z - oracle->goal.z);
    double left = sqrt(x * x + y * y + z * z) * VEER_COST_STRAIGHT;
    if ((double)time + left > (double)oracle->limit + 1.0) {
        return;
    }
    for (; oracle->table[at]; at = (at + 1) % size) {
        const OracleNode *node = &oracle->nodes[oracle->table[at] - 1];
        if (node->time == time && node->cell.x == cell.x && node->cell.y == cell.y &&
            node->cell.z == cell.z) {
            return;
        }
    }
    assert_true(oracle->count < oracle->capacity);
    oracle->nodes[oracle->count] = (OracleNode){cell, time};
    oracle->table[at] = ++oracle->count;
}

/// Whether nothing stands in the box of a step.
static inline bool oracle_is_open(const Oracle *oracle, VeerWindowCell from, int x, int y, int z)
{
    for (int i = 1; i < 8; i++) {
        VeerWindowCell cell = {from.x + (i & 1 ? x : 0), from.y + (i & 2 ? y : 0),
                               from.z + (i & 4 ? z : 0)};
        bool is_start = cell.x == from.x && cell.y == from.y && cell.z == from.z;
        if (!is_start && veer_window_is_static(oracle->window, cell)) {
            return false;
        }
    }
    return true;
}

/// Tries a step that leaves now, and ones that come over when some tick begins.
static inline void oracle_step(Oracle *oracle, OracleNode from, int x, int y, int z)
{
    static const uint64_t lengths[4] = {0, VEER_COST_STRAIGHT, VEER_COST_DIAGONAL, 57956};
    uint64_t length = lengths[abs(x) + abs(y) + abs(z)], half = length / 2;
    VeerWindowCell to = {from.cell.x + x, from.cell.y + y, from.cell.z + z};
    if (!oracle_is_open(oracle, from.cell, x, y, z)) {
        return;
    }
    uint64_t next = (from.time + half) / oracle->tick + 1;
    for (uint64_t tick = next - 1; tick <= 64; tick++) {
        uint64_t crossing = tick < next ? from.time + half : tick * oracle->tick;
        if (oracle_is_taken(oracle, from.cell, from.time, crossing)) {
            break;
        }
        if (!oracle_is_taken(oracle, to, crossing, crossing + length - half)) {
            oracle_add(oracle, to, crossing + length - half);
        }
    }
}

/// The least time at which a body that is safe in `start` now can be in the middle of `goal`, which
/// is then free for `stay` more; ORACLE_NEVER: none up to the limit.
static inline uint64_t oracle_arrival(const VeerWindow *window, uint64_t tick, VeerWindowCell start,
                                      VeerWindowCell goal, uint64_t stay, uint64_t limit)
{
    enum { CAPACITY = 400000 };
    Oracle oracle = {
        .window = window, .tick = tick, .limit = limit, .goal = goal, .capacity = CAPACITY};
    oracle.nodes = calloc(CAPACITY, sizeof *oracle.nodes);
    oracle.table = calloc(4 * (size_t)CAPACITY, sizeof *oracle.table);
    int layers = veer_window_def(window)->depth > 0 ? 1 : 0;
    uint64_t best = ORACLE_NEVER;
    oracle_add(&oracle, start, 0);
    for (size_t i = 0; i < oracle.count; i++) {
        OracleNode node = oracle.nodes[i];
        bool is_there = node.cell.x == goal.x && node.cell.y == goal.y && node.cell.z == goal.z;
        if (is_there && node.time < best &&
            !oracle_is_taken(&oracle, goal, node.time, node.time + stay)) {
            best = node.time;
        }
        for (int step = 0; step < 27; step++) {
            int x = step % 3 - 1, y = step / 3 % 3 - 1, z = step / 9 - 1;
            if (step != 13 && abs(z) <= layers) {
                oracle_step(&oracle, node, x, y, z);
            }
        }
    }
    free(oracle.nodes);
    free(oracle.table);
    return best;
}

#endif
