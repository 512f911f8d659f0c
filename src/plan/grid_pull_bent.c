/// Routes that are straight, then diagonal, then straight, pulled tight: most short ones, and all
/// that are as short as if nothing were in the way.
///
/// Such a route passes each column but the first and the last in one cell, so its portals come in
/// one go; where it bends once, only those ends count that lie between it and the straight line.
/// Of the ends that lie beyond a line from one point of the string to another, the string turns at
/// that which is farthest from the line: elsewhere it bends away from it. So it is found by halves,
/// and what holds no such end at all is a line of sight.
#include "plan/grid_pull.h"

#include <string.h>

enum {
    MOST_PORTALS = 1024,
    MOST_POINTS = 10, // of a string: each may look at all portals again
};

/// The portals of a route, from its start on: portal i lies 2 i + 1 half cells ahead.
typedef struct Strip {
    VeerCell from, step; ///< where the diagonal begins, and its steps
    int32_t count;
    bool has_side[2];              ///< whether the string may be held there: below, above
    int32_t ends[2][MOST_PORTALS]; ///< cells
} Strip;

/// A point of a string.
typedef struct Knot {
    int32_t ahead, y; ///< half cells
    int32_t portal;   ///< -1: the start; the count: the goal
} Knot;

/// That end on one side of a line that lies farthest beyond it.
typedef struct Worst {
    int64_t beyond; ///< 0: none is
    int32_t portal, side;
} Worst;

static bool is_in_order(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (a <= b && b <= c && c <= d) || (a >= b && b >= c && c >= d);
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/// Whether the route goes along a column, then diagonally, then along a column, and none of it
/// back; either of the first and the last may be missing.
/// @param bends  where the diagonal begins and ends
static bool is_bent_twice(const VeerPull *pull, VeerCell bends[2])
{
    uint32_t count = pull->count;
    if (count < 2 || count > 4) {
        return false;
    }
    VeerCell a = veer_pull_cell(pull, 0), b = veer_pull_cell(pull, count - 1u);
    VeerCell first = veer_pull_cell(pull, 1);
    bool is_straight_first = count > 2 && first.x == a.x;
    bool is_straight_last = count > 2u + is_straight_first;
    bends[0] = is_straight_first ? first : a;
    bends[1] = is_straight_last ? veer_pull_cell(pull, count - 2u) : b;
    int32_t across = distance(a.x, b.x);
    return count <= 3u + is_straight_first && bends[0].x == a.x && bends[1].x == b.x &&
           across <= MOST_PORTALS && (across == 0 || distance(bends[0].y, bends[1].y) == across) &&
           is_in_order(a.y, bends[0].y, bends[1].y, b.y);
}

/// Keeps the ends on one side of the portals between columns one after the other.
/// @return whether the route passes each portal with both cells at that end of it free
static inline bool keep_ends(const VeerPull *pull, Strip *strip, int side)
{
    const uint64_t *line = veer_bitmap_line(pull->columns, strip->from.x);
    ptrdiff_t stride = strip->step.x * (ptrdiff_t)pull->columns->stride;
    int32_t y = strip->from.y, room = -1;
    // The nearer of the route's two cells at a portal, as seen from its cell behind it.
    int32_t nearer = (strip->step.y > 0) == (side == 0) ? -strip->step.y : 0;
    int32_t last = side ? veer_bitmap_line_next(line, y) : veer_bitmap_line_last(line, y);
    for (int32_t i = 0; i < strip->count; i++) {
        line += stride;
        y += strip->step.y;
        int32_t next = side ? veer_bitmap_line_next(line, y) : veer_bitmap_line_last(line, y);
        int32_t end = (last < next) == (side != 0) ? last : next;
        room &= side ? y + nearer - end : end - (y + nearer);
        strip->ends[side][i] = end + (side ? 0 : 1);
        last = next;
    }
    return room < 0;
}

/// Looks for the end on one side that lies farthest beyond the line from a to b.
static inline void find_worst(const Strip *strip, Knot a, Knot b, int side, Worst *worst)
{
    int64_t ahead = b.ahead - a.ahead, rise = b.y - a.y;
    int64_t line = (2 * (a.portal + 1) + 1 - a.ahead) * rise;
    for (int32_t i = a.portal + 1; i < b.portal; i++) {
        int64_t above = (2 * strip->ends[side][i] - a.y) * ahead - line;
        int64_t beyond = side ? -above : above;
        if (beyond > worst->beyond) {
            *worst = (Worst){beyond, i, side};
        }
        line += 2 * rise;
    }
}

/// Which ends may hold the string: those between the route and the line from start to goal. The
/// route lies above the line where it goes along a column first and upwards, or last and downwards.
/// Where it is the line, one side tells whether it is free.
static void choose_sides(Strip *strip, const VeerCell bends[2], VeerCell start, VeerCell goal)
{
    bool is_late = bends[0].y != start.y, is_early = bends[1].y != goal.y;
    bool is_upwards = strip->step.y > 0;
    strip->has_side[0] = (is_upwards ? is_late : is_early) || is_late == is_early;
    strip->has_side[1] = is_upwards ? is_early : is_late;
}

static bool holds(VeerCellRun run, int32_t y)
{
    return run.begin <= y && y < run.end;
}

/// @return whether the route is such a one, and free
static bool make_strip(const VeerPull *pull, Strip *strip)
{
    VeerCell bends[2];
    if (!is_bent_twice(pull, bends)) {
        return false;
    }
    VeerCell a = veer_pull_cell(pull, 0), b = veer_pull_cell(pull, pull->count - 1u);
    strip->from = bends[0];
    strip->step = (VeerCell){a.x < b.x ? 1 : -1, bends[0].y < bends[1].y ? 1 : -1};
    strip->count = distance(a.x, b.x);
    choose_sides(strip, bends, a, b);
    VeerCell last = strip->count > 0 ? bends[1] : bends[0];
    return holds(veer_pull_run(pull, a.x, bends[0].y), a.y) &&
           holds(veer_pull_run(pull, b.x, last.y), b.y) &&
           (!strip->has_side[0] || keep_ends(pull, strip, 0)) &&
           (!strip->has_side[1] || keep_ends(pull, strip, 1));
}

/// Finds where the string from a to b turns. @return whether it does
static bool find_turn(const Strip *strip, Knot a, Knot b, Knot *turn)
{
    Worst worst = {0, 0, 0};
    if (strip->has_side[0]) {
        find_worst(strip, a, b, 0, &worst);
    }
    if (strip->has_side[1]) {
        find_worst(strip, a, b, 1, &worst);
    }
    if (worst.beyond == 0) {
        return false;
    }
    *turn = (Knot){2 * worst.portal + 1, 2 * strip->ends[worst.side][worst.portal], worst.portal};
    return true;
}

/// Finds all points of the string between the first and the last of two.
/// @param knots  knots[MOST_POINTS]
/// @return how many there are; 0: there is no room for them
static uint32_t find_knots(const Strip *strip, Knot *knots)
{
    uint32_t count = 2;
    for (uint32_t i = 0; i + 1u < count;) {
        Knot turn;
        if (!find_turn(strip, knots[i], knots[i + 1u], &turn)) {
            i++;
            continue;
        }
        if (count == MOST_POINTS) {
            return 0;
        }
        memmove(knots + i + 2, knots + i + 1, (count - i - 1u) * sizeof *knots);
        knots[i + 1u] = turn;
        count++;
    }
    return count;
}

bool veer_pull_bent(VeerPull *pull)
{
    Strip strip;
    Knot knots[MOST_POINTS];
    if (!make_strip(pull, &strip)) {
        return false;
    }
    VeerCell start = veer_pull_cell(pull, 0), goal = veer_pull_cell(pull, pull->count - 1u);
    knots[0] = (Knot){0, 2 * start.y + 1, -1};
    knots[1] = (Knot){2 * strip.count, 2 * goal.y + 1, strip.count};
    uint32_t count = find_knots(&strip, knots);
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = 2 * start.x + 1 + strip.step.x * knots[i].ahead;
        veer_pull_add(pull, (VeerHalfCell){x, knots[i].y});
    }
    return count > 0;
}
