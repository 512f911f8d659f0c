/// The least greatest cost, between a bound from below and a matching from above.
///
/// Source: augmenting paths in the graph of the pairs up to a threshold (Burkard, Dell'Amico and
/// Martello, Assignment Problems, 2009, section 6.2), searched for in phases that look at each
/// column once (after Hopcroft and Karp, SIAM Journal on Computing 2, 1973). Searches that fail at
/// one threshold fail at all below the cheapest pair that leads out of what they reached, so bounds
/// move by leaps.
#include "squad/assign.h"

#include "base/wide.h"
#include "base/wide_bits.h"

#include <math.h>
#include <string.h>

enum { BLOCK = VEER_LANES_BLOCK };

_Static_assert(BLOCK == 32, "a block is a word of bits");
_Static_assert(BLOCK % VEER_WIDE == 0, "a block is whole registers");

// A phase of searches for columns without a row, from rows without a column, by pairs up to the
// limit. Who was reached once in a phase is not reached again.
typedef struct Phase {
    VeerAssignWork *work;
    float limit;
    uint32_t count; // rows reached
    uint32_t lost;  // rows that began before anything was changed, and reached no free column
    bool is_changed;
    bool is_left; // a row is without a column
} Phase;

static inline VeerWide wide_pairs(const VeerAssignPoints *columns, uint32_t j, VeerVec3 p)
{
    VeerWide x = wide_sub(wide_load(columns->raw_x + j), wide_splat(p.x));
    VeerWide y = wide_sub(wide_load(columns->raw_y + j), wide_splat(p.y));
    VeerWide z = wide_sub(wide_load(columns->raw_z + j), wide_splat(p.z));
    return wide_add(wide_add(wide_mul(x, x), wide_mul(y, y)), wide_mul(z, z));
}

// The columns of a block that a row can have, as bits.
static uint32_t columns_within(const Phase *phase, uint32_t row, uint32_t block)
{
    const VeerAssignWork *work = phase->work;
    uint32_t bits = 0, begin = block * BLOCK;
    if (work->costs) {
        for (uint32_t j = begin; j < begin + BLOCK && j < work->columns.count; j++) {
            bits |= (uint32_t)(veer_assign_pair(work, row, j) <= phase->limit) << (j - begin);
        }
        return bits;
    }
    VeerVec3 p = veer_assign_place(&work->rows, row);
    for (uint32_t i = 0; i < BLOCK; i += VEER_WIDE) {
        VeerWide pairs = wide_pairs(&work->columns, begin + i, p);
        bits |= wide_bits(wide_at_most(pairs, wide_splat(phase->limit))) << i;
    }
    return bits;
}

static void reach_row(Phase *phase, uint32_t row, uint32_t via, uint32_t parent)
{
    VeerAssignWork *work = phase->work;
    work->tree[phase->count] = row;
    work->via[phase->count] = via;
    work->parent[phase->count++] = parent;
}

// Reaches the rows of these columns of a block.
static void reach_rows_of(Phase *phase, uint32_t bits, uint32_t block, uint32_t parent)
{
    for (; bits; bits &= bits - 1u) {
        uint32_t column = block * BLOCK + veer_bits_lowest(bits);
        reach_row(phase, phase->work->row_of[column], column, parent);
    }
}

// Closes all columns that the nth row reached can have. @return one without a row, or none
static uint32_t look_from(Phase *phase, uint32_t n)
{
    VeerAssignWork *work = phase->work;
    for (uint32_t b = 0; b < work->columns.blocks; b++) {
        uint32_t bits = work->open[b] ? columns_within(phase, work->tree[n], b) & work->open[b] : 0;
        if (bits & work->vacant[b]) {
            return b * BLOCK + veer_bits_lowest(bits & work->vacant[b]);
        }
        work->open[b] &= ~bits;
        reach_rows_of(phase, bits, b, n);
    }
    return VEER_NO_SLOT;
}

static void join(VeerAssignWork *work, uint32_t row, uint32_t column)
{
    work->column_of[row] = column;
    work->row_of[column] = row;
}

// Gives the column to the nth row reached, that row's to the one before, and so on to where it
// began. By that column nobody is reached in this phase: its row has been.
static void take_path(VeerAssignWork *work, uint32_t n, uint32_t column)
{
    uint32_t bit = 1u << column % BLOCK;
    work->vacant[column / BLOCK] &= ~bit;
    work->open[column / BLOCK] &= ~bit;
    while (column != VEER_NO_SLOT) {
        uint32_t next = work->via[n];
        join(work, work->tree[n], column);
        column = next;
        n = work->parent[n];
    }
}

static bool find_column(Phase *phase, uint32_t row)
{
    uint32_t n = phase->count;
    for (reach_row(phase, row, VEER_NO_SLOT, 0); n < phase->count; n++) {
        uint32_t column = look_from(phase, n);
        if (column != VEER_NO_SLOT) {
            take_path(phase->work, n, column);
            return true;
        }
    }
    return false;
}

// One search from each row without a column, until more have lost than are spared. What failed
// before anything was changed, by all that it reached, fails for good.
static Phase run_phase(VeerAssignWork *work, float limit, uint32_t spare)
{
    Phase phase = {work, limit, 0, 0, false, false};
    memset(work->open, 0xFF, work->columns.blocks * sizeof *work->open);
    for (uint32_t i = 0; i < work->rows.count && phase.lost <= spare; i++) {
        if (work->column_of[i] != VEER_NO_SLOT) {
            continue;
        }
        bool is_found = find_column(&phase, i);
        phase.is_changed = phase.is_changed || is_found;
        phase.is_left = phase.is_left || !is_found;
        phase.lost += !phase.is_changed;
    }
    return phase;
}

static float least_of_row(const VeerAssignWork *work, uint32_t row, const float *far)
{
    const VeerAssignPoints *columns = &work->columns;
    float least = INFINITY;
    for (uint32_t j = 0; work->costs && j < columns->count; j++) {
        float cost = veer_assign_pair(work, row, j) + far[j];
        least = cost < least ? cost : least;
    }
    if (work->costs) {
        return least;
    }
    VeerVec3 p = veer_assign_place(&work->rows, row);
    VeerWide lanes = wide_splat(INFINITY);
    for (uint32_t j = 0; j < columns->blocks * BLOCK; j += VEER_WIDE) {
        lanes = wide_min(wide_add(wide_pairs(columns, j, p), wide_load(far + j)), lanes);
    }
    return wide_least(lanes);
}

// The cheapest pair that leads from the rows reached to a column that was not.
static float cheapest_way_out(const Phase *phase)
{
    const VeerAssignWork *work = phase->work;
    float cheapest = INFINITY;
    for (uint32_t j = 0; j < work->columns.blocks * BLOCK; j++) {
        work->far[j] = work->open[j / BLOCK] >> j % BLOCK & 1u ? 0.0f : INFINITY;
    }
    for (uint32_t n = 0; n < phase->count; n++) {
        float least = least_of_row(work, work->tree[n], work->far);
        cheapest = least < cheapest ? least : cheapest;
    }
    return cheapest;
}

// Undoes the pairs beyond a limit, and marks the columns that are free.
static void drop_beyond(VeerAssignWork *work, float limit)
{
    memset(work->vacant, 0, work->columns.blocks * sizeof *work->vacant);
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (j != VEER_NO_SLOT && !(veer_assign_pair(work, i, j) <= limit)) {
            work->column_of[i] = work->row_of[j] = VEER_NO_SLOT;
        }
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->vacant[j / BLOCK] |= (uint32_t)(work->row_of[j] == VEER_NO_SLOT) << j % BLOCK;
    }
}

// Gives all but `spare` rows columns by pairs up to the limit. @return INFINITY; where that cannot
// be, a cost without which it cannot
static float complete(VeerAssignWork *work, float limit, uint32_t spare)
{
    drop_beyond(work, limit);
    for (;;) {
        Phase phase = run_phase(work, limit, spare);
        if (phase.lost > spare) {
            return cheapest_way_out(&phase);
        }
        if (!phase.is_changed || !phase.is_left) {
            return INFINITY;
        }
    }
}

static float dearest_pair(const VeerAssignWork *work)
{
    float dearest = 0.0f;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        float cost = j == VEER_NO_SLOT ? 0.0f : veer_assign_pair(work, i, j);
        dearest = cost > dearest ? cost : dearest;
    }
    return dearest;
}

// Which no greatest cost can be below when all rows have columns: every row's cheapest pair; with
// no columns to spare, every column's too.
static float bound_from_below(VeerAssignWork *work)
{
    uint32_t blocks = work->columns.blocks;
    double bound = 0.0;
    for (uint32_t j = 0; j < blocks * BLOCK; j++) {
        work->distance[j] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        veer_assign_fill_pairs(work, i, work->fill);
        veer_lanes_relax(work->distance, work->fill, 0.0, blocks, work->least);
        veer_lanes_least(work->fill, blocks, work->least);
        double cheapest = work->least[veer_lanes_first_block(work->least, blocks)];
        bound = cheapest > bound ? cheapest : bound;
    }
    bool is_square = work->rows.count == work->columns.count;
    for (uint32_t j = 0; j < work->columns.count && is_square; j++) {
        bound = work->distance[j] > bound ? work->distance[j] : bound;
    }
    return (float)bound;
}

// The middle: at least the lesser, and less than the greater.
static float between(float below, float above)
{
    float middle = below + 0.5f * (above - below);
    return middle < above ? middle : below;
}

float veer_assign_solve_worst(VeerAssignWork *work)
{
    uint32_t spare = 0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        spare += work->column_of[i] == VEER_NO_SLOT;
    }
    float above = dearest_pair(work), below = spare == 0u ? bound_from_below(work) : 0.0f;
    while (below < above) {
        float needed = complete(work, between(below, above), spare);
        if (needed == INFINITY) {
            above = dearest_pair(work);
        } else {
            below = needed;
        }
    }
    return above;
}
