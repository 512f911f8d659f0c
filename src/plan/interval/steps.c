/// From a cell and a safe interval to the cells around it, each in its own time.
#include "plan/interval/interval.h"

#define STEPS 26
#define PLANAR_STEPS 8

/// A step to a cell around one.
typedef struct IntervalDirection {
    signed char by[3];
    unsigned char axes; ///< along how many it leads at once
    uint32_t box;       ///< the cells of its box but the first, as bits of blocked_around
} IntervalDirection;

// Those of the cell's own layer first: along the axes, then across.
static const IntervalDirection around[STEPS] = {
    {{1, 0, 0}, 1, 0x0004000},    {{0, 1, 0}, 1, 0x0010000},   {{-1, 0, 0}, 1, 0x0001000},
    {{0, -1, 0}, 1, 0x0000400},   {{1, 1, 0}, 2, 0x0034000},   {{-1, 1, 0}, 2, 0x0019000},
    {{-1, -1, 0}, 2, 0x0001600},  {{1, -1, 0}, 2, 0x0004c00},  {{0, 0, 1}, 1, 0x0400000},
    {{0, 0, -1}, 1, 0x0000010},   {{1, 0, 1}, 2, 0x0c04000},   {{0, 1, 1}, 2, 0x2410000},
    {{-1, 0, 1}, 2, 0x0601000},   {{0, -1, 1}, 2, 0x0480400},  {{1, 0, -1}, 2, 0x0004030},
    {{0, 1, -1}, 2, 0x0010090},   {{-1, 0, -1}, 2, 0x0001018}, {{0, -1, -1}, 2, 0x0000412},
    {{1, 1, 1}, 3, 0x6c34000},    {{-1, 1, 1}, 3, 0x3619000},  {{-1, -1, 1}, 3, 0x06c1600},
    {{1, -1, 1}, 3, 0x0d84c00},   {{1, 1, -1}, 3, 0x00341b0},  {{-1, 1, -1}, 3, 0x00190d8},
    {{-1, -1, -1}, 3, 0x000161b}, {{1, -1, -1}, 3, 0x0004c36}};

/// What the steps out of one state have in common.
typedef struct IntervalLeave {
    VeerIntervalSearch *all;
    VeerSearch *search;
    uint64_t time;   ///< of arrival
    uint64_t danger; ///< that is behind, as part of a cost
    uint64_t until;  ///< when the cell is taken again; in danger: never
    bool is_danger;
    uint32_t crossing[4]; ///< the tick when it crosses to the next cell, by how many axes it is
                          ///< across
} IntervalLeave;

/// A step of some length into a cell.
typedef struct IntervalStep {
    VeerWindowCell cell;
    uint32_t node;
    uint32_t length, half;
    uint32_t tick; ///< in which it would be in the cell first
} IntervalStep;

static const uint32_t lengths[4] = {0, VEER_COST_STRAIGHT, VEER_COST_DIAGONAL, VEER_INTERVAL_CUBIC};

static uint32_t tick_at(const VeerIntervalSearch *all, uint64_t time)
{
    uint64_t tick = (all->offset + time) / all->tick;
    return tick < 63u ? (uint32_t)tick : 63u;
}

static uint64_t in_danger(uint64_t time)
{
    // More than this is out of the window by far.
    uint64_t most = (VEER_MAX_COST >> VEER_INTERVAL_TIME_BITS) - 1u;
    return (time < most ? time : most) << VEER_INTERVAL_TIME_BITS;
}

static void reach(const IntervalLeave *from, VeerWindowCell cell, uint32_t node, uint32_t slot,
                  uint64_t danger, uint64_t time)
{
    uint64_t cost = danger | time;
    if (time >> VEER_INTERVAL_TIME_BITS || cost >= VEER_MAX_COST) {
        return;
    }
    uint32_t state = veer_interval_state(from->all, node, slot);
    if (state != VEER_NO_NODE && veer_search_improve(from->search, state, cost, 0)) {
        veer_search_wait(from->search, state, cost, veer_interval_estimate(from->all, cell));
    }
}

/// Where the free run that holds a tick begins.
static uint32_t run_begin(uint64_t word, uint32_t tick)
{
    uint64_t before = word & ((UINT64_C(1) << tick) - 1u);
    return before ? veer_bits_highest(before) + 1u : 0;
}

/// The begin of the next free run after a tick that is taken; 64: none.
static uint32_t next_run(uint64_t word, uint32_t tick)
{
    uint64_t after = ~word >> tick;
    return after ? tick + veer_bits_lowest(after) : 64u;
}

/// Steps into each safe interval that can be met before the cell behind is taken: at once, or when
/// it begins. A body is in the one cell up to the half of the step, then in the other.
static void step_safely(const IntervalLeave *from, const IntervalStep *to, uint64_t word)
{
    uint32_t begin, end = to->tick;
    if (!(word >> to->tick & 1u)) {
        end = veer_interval_end(word, to->tick);
        if (from->time + to->half > from->until) {
            return;
        }
        if (from->time + to->length <= veer_interval_tick_time(from->all, end)) {
            reach(from, to->cell, to->node, run_begin(word, to->tick), from->danger,
                  from->time + to->length);
        }
    }
    while (end < 64u && (begin = next_run(word, end)) < 64u) {
        uint64_t crossing = veer_interval_tick_time(from->all, begin);
        uint64_t arrival = crossing + to->length - to->half;
        if (crossing > from->until) {
            break;
        }
        end = veer_interval_end(word, begin);
        if (arrival <= veer_interval_tick_time(from->all, end)) {
            reach(from, to->cell, to->node, begin, from->danger, arrival);
        }
    }
}

/// Steps on without a pause: into safety, or further through danger.
static void step_in_danger(const IntervalLeave *from, const IntervalStep *to, uint64_t word)
{
    uint64_t arrival = from->time + to->length;
    if (!(word >> to->tick & 1u)) {
        uint32_t end = veer_interval_end(word, to->tick);
        if (arrival <= veer_interval_tick_time(from->all, end)) {
            reach(from, to->cell, to->node, run_begin(word, to->tick),
                  in_danger(from->time + to->half), arrival);
            return;
        }
    }
    reach(from, to->cell, to->node, VEER_INTERVAL_DANGER, in_danger(arrival), arrival);
}

/// Waits in danger until the cell is free.
static void wait_it_out(const IntervalLeave *from, VeerWindowCell cell, uint32_t node,
                        uint64_t word)
{
    uint32_t begin = next_run(word, tick_at(from->all, from->time));
    if (begin < 64u) {
        uint64_t time = veer_interval_tick_time(from->all, begin);
        time = time > from->time ? time : from->time;
        reach(from, cell, node, begin, in_danger(time), time);
    }
}

// Bit 0 to 2: whether the cells at x - 1, x, x + 1 of a row are blocked for ever.
static uint32_t three_of_row(const VeerWindow *window, VeerWindowCell cell, int32_t dy, int32_t dz)
{
    const uint64_t *line =
        veer_bitmap_line(&window->fixed, veer_window_line(window, cell.y + dy, cell.z + dz));
    // Counted from one word earlier, so that x - 1 is not negative.
    return (uint32_t)veer_bits_from(line - 1, (size_t)cell.x + 63u) & 7u;
}

/// Bit 9 (dz + 1) + 3 (dy + 1) + dx + 1: whether the cell there is blocked for ever.
static uint32_t blocked_around(const VeerWindow *window, VeerWindowCell cell)
{
    int32_t layers = window->def.depth > 0 ? 1 : 0;
    uint32_t blocked = 0;
    for (int32_t dz = -layers; dz <= layers; dz++) {
        for (int32_t dy = -1; dy <= 1; dy++) {
            blocked |= three_of_row(window, cell, dy, dz) << (9 * (dz + 1) + 3 * (dy + 1));
        }
    }
    return blocked;
}

static void take_step(const IntervalLeave *from, VeerWindowCell cell,
                      const IntervalDirection *direction, uint64_t word)
{
    uint32_t length = lengths[direction->axes];
    IntervalStep to = {
        .cell = {cell.x + direction->by[0], cell.y + direction->by[1], cell.z + direction->by[2]},
        .length = length,
        .half = length / 2u,
        .tick = from->crossing[direction->axes]};
    to.node = veer_window_node(from->all->window, to.cell);
    if (from->is_danger) {
        step_in_danger(from, &to, word);
    } else if (word) {
        step_safely(from, &to, word);
    } else if (from->time + to.half <= from->until) {
        reach(from, to.cell, to.node, 0, from->danger, from->time + length); // the most frequent
    }
}

/// Takes all steps that are not blocked for ever. The words come first, so that their loads
/// overlap.
static void take_steps(const IntervalLeave *from, VeerWindowCell cell, uint32_t node)
{
    const VeerWindow *window = from->all->window;
    int32_t wide = (int32_t)window->def.width, layer = wide * (int32_t)window->def.height;
    int count = window->def.depth > 0 ? STEPS : PLANAR_STEPS;
    uint32_t blocked = blocked_around(window, cell);
    uint64_t words[STEPS];
    for (int32_t dy = -1; dy <= 1; dy++) {
        uint32_t beside = (uint32_t)((int32_t)node + dy * wide);
        veer_prefetch(&from->all->table[veer_interval_entry(from->all, beside, 0)]);
    }
    for (int i = 0; i < count; i++) {
        const signed char *by = around[i].by;
        bool is_open = (blocked & around[i].box) == 0;
        words[i] =
            is_open ? window->words[(int32_t)node + by[0] + by[1] * wide + by[2] * layer] : 0;
    }
    for (int i = 0; i < count; i++) {
        if (!(blocked & around[i].box)) {
            take_step(from, cell, &around[i], words[i]);
        }
    }
}

static uint64_t word_at(const VeerWindow *window, VeerWindowCell cell, uint32_t node)
{
    return veer_window_is_static(window, cell) ? ~UINT64_C(0) : window->words[node];
}

void veer_interval_steps(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    VeerIntervalSearch *all = user;
    VeerIntervalState state = all->states[node];
    VeerWindowCell cell = veer_window_node_cell(all->window, state.cell);
    IntervalLeave from = {.all = all,
                          .search = search,
                          .time = veer_interval_time(cost),
                          .danger = cost & ~((UINT64_C(1) << VEER_INTERVAL_TIME_BITS) - 1u),
                          .until = VEER_INTERVAL_NEVER,
                          .is_danger = state.slot == VEER_INTERVAL_DANGER};
    bool is_spatial = all->window->def.depth > 0;
    for (int axes = 1; axes <= (is_spatial ? 3 : 2); axes++) {
        from.crossing[axes] = tick_at(all, from.time + lengths[axes] / 2u);
    }
    if (from.is_danger) {
        wait_it_out(&from, cell, state.cell, word_at(all->window, cell, state.cell));
    } else {
        uint32_t end = veer_interval_end(all->window->words[state.cell], state.slot);
        from.until = veer_interval_tick_time(all, end);
    }
    take_steps(&from, cell, state.cell);
}
