/// Which cells of a grid see a goal: the rows away from it, one after the other, keep the open
/// ranges of slopes that nothing has shadowed yet. All in whole numbers, so a line that touches a
/// corner is told from one that passes it.
#include "plan/field/field.h"

#define STEPS VEER_FIELD_STEPS

/// A row as seen from the goal: how far its near and far edge and its middle are, in STEPS a cell.
typedef struct SightRow {
    const uint16_t *weights;
    uint64_t *bits;
    int32_t y, width;
    int32_t goal_x;
    int32_t near, middle, far;
} SightRow;

static bool is_less(VeerSlope a, VeerSlope b)
{
    return (int64_t)a.over * b.down < (int64_t)b.over * a.down;
}

static int64_t floor_of(int64_t value, int64_t divisor)
{
    return value / divisor - (value % divisor < 0);
}

static bool is_clear(const SightRow *row, int32_t x)
{
    return row->weights[x] == VEER_FIELD_UNIT;
}

bool veer_field_is_nearest(const VeerField *field, uint32_t goal, int32_t x, int32_t y, int32_t z)
{
    const int32_t cell[3] = {x, y, z};
    int axes = field->shape.side[2] > 1 ? 3 : 2;
    int64_t least = INT64_MAX, own = 0;
    for (uint32_t i = 0; i < field->goal_count; i++) {
        int64_t square = 0;
        for (int axis = 0; axis < axes; axis++) {
            int64_t off = (int64_t)cell[axis] * STEPS + STEPS / 2 - field->goals[i].at[axis];
            square += off * off;
        }
        least = square < least ? square : least;
        own = i == goal ? square : own;
    }
    return own == least;
}

/// Marks the cells [from, to) of a row. With several goals only those whose nearest one this is:
/// another that is nearer may be reached sooner, even if it is not seen.
static void mark(const VeerField *field, uint32_t goal, const SightRow *row, int32_t from,
                 int32_t to)
{
    for (int32_t x = from; x < to;) {
        int32_t end = (x | 63) + 1;
        if (field->goal_count == 1) {
            int32_t count = (end < to ? end : to) - x;
            row->bits[x >> 6] |= (UINT64_MAX >> (64 - count)) << (x & 63);
        } else {
            end = x + 1;
            row->bits[x >> 6] |= (uint64_t)veer_field_is_nearest(field, goal, x, row->y, 0)
                                 << (x & 63);
        }
        x = end;
    }
}

/// The part of a span that passes between two edges from the near edge of the row to `depth`.
static VeerSightSpan between(VeerSightSpan span, int32_t left, int32_t right, int32_t near,
                             int32_t depth)
{
    VeerSlope low = {left, left > 0 ? near : depth}, high = {right, right < 0 ? near : depth};
    return (VeerSightSpan){is_less(span.left, low) ? low : span.left,
                           is_less(high, span.right) ? high : span.right};
}

/// The cells of a row whose middles are within a span.
static void mark_span(const VeerField *field, uint32_t goal, const SightRow *row,
                      VeerSightSpan span)
{
    int64_t shift = row->goal_x - STEPS / 2;
    int64_t low = (int64_t)span.left.over * row->middle + shift * span.left.down;
    int64_t high = (int64_t)span.right.over * row->middle + shift * span.right.down;
    int64_t from = floor_of(low, (int64_t)span.left.down * STEPS) + 1;
    int64_t to = -floor_of(-high, (int64_t)span.right.down * STEPS);
    if (from < to) {
        mark(field, goal, row, (int32_t)from, (int32_t)to);
    }
}

/// The first column that a slope touches in a row, or the last one.
static int32_t column_of(const SightRow *row, VeerSlope slope, bool is_first)
{
    bool is_near = is_first ? slope.over > 0 : slope.over < 0;
    int64_t over = (int64_t)slope.over * (is_near ? row->near : row->far);
    int64_t column =
        floor_of(over + (int64_t)row->goal_x * slope.down, (int64_t)slope.down * STEPS);
    if (is_first) {
        return column > 0 ? (int32_t)column : 0;
    }
    return column < row->width ? (int32_t)column : row->width - 1;
}

/// Leads a span through a row. @return how many spans it leaves
static uint32_t lead(const VeerField *field, uint32_t goal, const SightRow *row, VeerSightSpan span,
                     VeerSightSpan *to, uint32_t room)
{
    uint32_t count = 0;
    int32_t last = column_of(row, span.right, false);
    for (int32_t x = column_of(row, span.left, true); x <= last; x++) {
        int32_t begin = x;
        while (x <= last && is_clear(row, x)) {
            x++;
        }
        if (x == begin) {
            continue;
        }
        int32_t left = begin * STEPS - row->goal_x, right = x * STEPS - row->goal_x;
        VeerSightSpan seen = between(span, left, right, row->near, row->middle);
        VeerSightSpan through = between(span, left, right, row->near, row->far);
        if (is_less(seen.left, seen.right)) {
            mark_span(field, goal, row, seen);
        }
        if (is_less(through.left, through.right) && count < room) {
            to[count++] = through;
        }
    }
    return count;
}

static SightRow row_at(const VeerFieldSolver *solver, const VeerField *field, int32_t y)
{
    const int32_t *goal = field->goals[solver->goal].at;
    const VeerFieldShape *shape = &solver->shape;
    int32_t near = solver->direction < 0 ? goal[1] - (y + 1) * STEPS : y * STEPS - goal[1];
    return (SightRow){veer_field_weights(solver) + veer_field_index(shape, 0, y, 0),
                      veer_field_bits(shape, veer_field_sight(solver), y, 0),
                      y,
                      (int32_t)shape->side[0],
                      goal[0],
                      near,
                      near + STEPS / 2,
                      near + STEPS};
}

/// Begins a sweep: the goal sees its own row up to what is blocked.
static void begin_sweep(VeerFieldSolver *solver, const VeerField *field)
{
    VeerSightSpan *spans = veer_field_part(solver, solver->spans_at);
    const int32_t *goal = field->goals[solver->goal].at;
    solver->row = goal[1] / STEPS;
    SightRow row = row_at(solver, field, solver->row);
    int32_t begin = goal[0] / STEPS, end = begin;
    while (is_clear(&row, end) && begin > 0 && is_clear(&row, begin - 1)) {
        begin--;
    }
    while (end < row.width && is_clear(&row, end)) {
        end++;
    }
    solver->which = 0;
    solver->span_count = 0;
    if (begin < end) {
        mark(field, solver->goal, &row, begin, end);
        solver->work += (uint32_t)(end - begin);
        spans[solver->span_count++] =
            (VeerSightSpan){{begin * STEPS - goal[0], row.far}, {end * STEPS - goal[0], row.far}};
    }
}

static void sweep_row(VeerFieldSolver *solver, const VeerField *field)
{
    uint32_t room = solver->shape.side[0] + 2u, count = 0;
    VeerSightSpan *spans = veer_field_part(solver, solver->spans_at);
    const VeerSightSpan *from = spans + (size_t)solver->which * room;
    VeerSightSpan *to = spans + (size_t)!solver->which * room;
    SightRow row = row_at(solver, field, solver->row);
    for (uint32_t i = 0; i < solver->span_count; i++) {
        count += lead(field, solver->goal, &row, from[i], to + count, room - count);
    }
    solver->which = !solver->which;
    solver->span_count = count;
    solver->work += solver->shape.side[0] / 16u + count;
}

bool veer_field_sweep(VeerFieldSolver *solver, const VeerField *field)
{
    int32_t height = (int32_t)solver->shape.side[1];
    if (solver->goal == field->goal_count) {
        return false;
    }
    solver->row += solver->direction;
    if (solver->direction == 0 || solver->span_count == 0 || solver->row < 0 ||
        solver->row >= height) {
        if (solver->direction < 0) {
            solver->goal++;
            solver->direction = 0;
            return solver->goal < field->goal_count;
        }
        solver->direction = solver->direction == 0 ? 1 : -1;
        begin_sweep(solver, field);
        return true;
    }
    sweep_row(solver, field);
    return true;
}
