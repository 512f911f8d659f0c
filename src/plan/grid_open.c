/// Ways as short as if nothing were in the way that are straight, then diagonal, then straight:
/// many at once, by a word of bits.
///
/// They run along the axis on which the goal is farther off. Bit j stands for one that goes
/// diagonal j cells later than the first of them; row by row each loses its bit that meets a
/// blocked cell.
#include "plan/grid_space.h"

enum {
    WAYS = 55,    // a look tells of 57 bits, and a diagonal is three wide
    TOGETHER = 16 // rows that are looked at before it is asked whether a way is left
};

/// A way from start to goal, turned so that the rows are along it.
typedef struct Span {
    const VeerBitmap *rows;
    int32_t start, goal;  ///< along
    int32_t row, rows_on; ///< of the start; rows to the goal's, < 0: up
    int32_t ahead;        ///< 1 or -1
    int32_t straight;     ///< steps
} Span;

static int32_t size_of(int32_t value)
{
    return value < 0 ? -value : value;
}

static Span make_span(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    bool is_turned = size_of(dy) > size_of(dx);
    int32_t along = is_turned ? dy : dx, across = is_turned ? dx : dy;
    return (Span){
        .rows = &grid->blocked[is_turned],
        .start = is_turned ? from.y : from.x,
        .goal = is_turned ? to.y : to.x,
        .row = is_turned ? from.x : from.y,
        .rows_on = across,
        .ahead = along < 0 ? -1 : 1,
        .straight = size_of(along) - size_of(across),
    };
}

/// How many cells before or after one of a row are free, up to the first that is not.
static int32_t free_on(const VeerBitmap *rows, int32_t row, int32_t from, int32_t ahead)
{
    return ahead > 0 ? veer_bitmap_next(rows, row, from + 1) - from - 1
                     : from - 1 - veer_bitmap_last(rows, row, from - 1);
}

/// Of ways that go diagonal after `first` steps and on, the bits of those that no blocked cell of
/// the rows between is in the way of. The first is bit 0, or WAYS - 1 of those that go backwards.
static uint64_t open_between(const Span *span, int32_t first, uint64_t ways)
{
    ptrdiff_t stride = span->rows_on < 0 ? -(ptrdiff_t)span->rows->stride : span->rows->stride;
    const uint64_t *line = veer_bitmap_line(span->rows, span->row) - 1;
    // The cell before the first way's, counted from one word earlier.
    int32_t bit = span->start + span->ahead * first + 63 - (span->ahead < 0 ? WAYS - 1 : 0);
    for (int32_t left = size_of(span->rows_on) - 1; left > 0 && ways;) {
        int32_t count = left < TOGETHER ? left : TOGETHER;
        uint64_t blocked = 0;
        left -= count;
        for (; count > 0; count--) {
            line += stride;
            bit += span->ahead;
            blocked |= veer_bits_from(line, (size_t)bit);
        }
        ways &= ~(blocked | blocked >> 1 | blocked >> 2);
    }
    return ways;
}

/// After how many steps the first of all open ways goes diagonal; -1: there is none.
static int32_t steps_before(const Span *span)
{
    // Beside the first and the last diagonal step lie a cell more of either row.
    int32_t most = free_on(span->rows, span->row, span->start, span->ahead) - 1;
    int32_t back = free_on(span->rows, span->row + span->rows_on, span->goal, -span->ahead) - 1;
    int32_t least = span->straight - back;
    most = most < span->straight ? most : span->straight;
    least = least > 0 ? least : 0;
    int32_t count = most - least + 1;
    if (count <= 0) {
        return -1;
    }
    count = count < WAYS ? count : WAYS;
    uint64_t ways = (UINT64_C(1) << count) - 1u;
    if (span->ahead > 0) {
        ways = open_between(span, least, ways);
        return ways ? least + (int32_t)veer_bits_lowest(ways) : -1;
    }
    ways = open_between(span, least, ways << (WAYS - count));
    return ways ? least + WAYS - 1 - (int32_t)veer_bits_highest(ways) : -1;
}

bool veer_grid_open_way(const VeerGrid *grid, VeerCell from, VeerCell to, VeerCell *bend)
{
    *bend = from;
    if (veer_bitmap_get(&grid->blocked[0], to.y, to.x)) {
        return false;
    }
    Span span = make_span(grid, from, to);
    if (span.rows_on == 0) {
        return free_on(span.rows, span.row, span.start, span.ahead) >= span.straight;
    }
    int32_t steps = steps_before(&span) * span.ahead;
    bool is_turned = span.rows == &grid->blocked[1];
    *(is_turned ? &bend->y : &bend->x) += steps;
    return steps * span.ahead >= 0;
}
