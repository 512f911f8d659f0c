/// Routes that are straight, then diagonal, then straight, pulled tight: most short ones, and all
/// that are as short as if nothing were in the way.
///
/// Such a route goes through each column but the first and the last by one cell, so that its
/// portals come in one go. A wedge from the last turn on is narrowed by one portal after the other;
/// where one lies beside it, the string turns at the edge that was held last, and a wedge begins
/// there anew. What holds no wedge at all is a line of sight.
#include "plan/grid_pull.h"

enum {
    MOST_PORTALS = 1024,
    MOST_TURNS = 8, // each may look at all portals again
};

/// The portals of a route: portal i lies 2 i + 1 half cells ahead of the start.
typedef struct Strip {
    VeerCell start;
    VeerHalfCell goal; ///< x: how far ahead
    int32_t dx;
    int32_t count;
    int32_t begin[MOST_PORTALS], end[MOST_PORTALS]; ///< cells
} Strip;

/// Where a string turns; `next` is the first portal after that.
typedef struct Turn {
    VeerHalfCell at; ///< x: how far ahead of the start
    int32_t next;
} Turn;

/// What can be seen from a turn: between two portals' ends, relative to it.
typedef struct Wedge {
    int64_t low_x, low_y, high_x, high_y;
    int32_t low, high; ///< the portals
} Wedge;

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
    bool is_straight_last = count == 4 || !is_straight_first;
    bends[0] = is_straight_first ? first : a;
    bends[1] = count > 2 && is_straight_last ? veer_pull_cell(pull, count - 2u) : b;
    int32_t across = distance(a.x, b.x);
    return bends[0].x == a.x && bends[1].x == b.x && across <= MOST_PORTALS &&
           (across == 0 || distance(bends[0].y, bends[1].y) == across) &&
           is_in_order(a.y, bends[0].y, bends[1].y, b.y);
}

/// @return whether the route is such a one, and free
static bool make_strip(const VeerPull *pull, Strip *strip)
{
    VeerCell bends[2];
    if (!is_bent_twice(pull, bends)) {
        return false;
    }
    VeerCell a = veer_pull_cell(pull, 0), b = veer_pull_cell(pull, pull->count - 1u);
    VeerCell step = {a.x < b.x ? 1 : -1, bends[0].y < bends[1].y ? 1 : -1};
    VeerCellRun run = veer_pull_run(pull, a.x, bends[0].y);
    bool begins_free = run.begin <= a.y && a.y < run.end;
    strip->start = a;
    strip->dx = step.x;
    strip->count = distance(a.x, b.x);
    strip->goal = (VeerHalfCell){2 * strip->count, 2 * b.y + 1};
    bool is_open =
        veer_pull_portals(pull, bends[0], step, strip->count, &run, strip->begin, strip->end);
    return begins_free && is_open && run.begin <= b.y && b.y < run.end;
}

/// Whether a portal lies beside a wedge: before its low ray (-1), behind its high one (1), or not.
static inline int side_of(const Wedge *wedge, int64_t x, int64_t low, int64_t high)
{
    return (low * wedge->high_x > wedge->high_y * x) - (high * wedge->low_x < wedge->low_y * x);
}

/// Narrows a wedge to what is seen of it through a portal.
static inline void narrow(Wedge *wedge, int32_t portal, int64_t x, int64_t low, int64_t high)
{
    if (low * wedge->low_x >= wedge->low_y * x) {
        wedge->low_x = x;
        wedge->low_y = low;
        wedge->low = portal;
    }
    if (high * wedge->high_x <= wedge->high_y * x) {
        wedge->high_x = x;
        wedge->high_y = high;
        wedge->high = portal;
    }
}

/// All that is seen through one portal.
static Wedge wedge_of(const Strip *strip, const Turn *turn)
{
    int32_t i = turn->next;
    int64_t x = 2 * i + 1 - turn->at.x;
    return (Wedge){x, 2 * strip->begin[i] - turn->at.y, x, 2 * strip->end[i] - turn->at.y, i, i};
}

/// Goes on from a turn as far as it sees. @return where that ends: as side_of, of the goal at last
static int look_ahead(const Strip *strip, const Turn *turn, Wedge *wedge)
{
    VeerHalfCell at = turn->at;
    for (int32_t i = turn->next + 1; i < strip->count; i++) {
        int64_t x = 2 * i + 1 - at.x, low = 2 * strip->begin[i] - at.y,
                high = 2 * strip->end[i] - at.y;
        int side = side_of(wedge, x, low, high);
        if (side != 0) {
            return side;
        }
        narrow(wedge, i, x, low, high);
    }
    int64_t y = strip->goal.y - at.y;
    return side_of(wedge, strip->goal.x - at.x, y, y);
}

/// Finds where the string turns next. @return false: nowhere
static bool find_turn(const Strip *strip, Turn *turn)
{
    if (turn->next >= strip->count) {
        return false;
    }
    Wedge wedge = wedge_of(strip, turn);
    int side = look_ahead(strip, turn, &wedge);
    int32_t portal = side > 0 ? wedge.high : wedge.low;
    int32_t edge = (side > 0 ? strip->end : strip->begin)[portal];
    if (side != 0) {
        *turn = (Turn){{2 * portal + 1, 2 * edge}, portal + 1};
    }
    return side != 0;
}

static void add_turn(VeerPull *pull, const Strip *strip, VeerHalfCell at)
{
    veer_pull_add(pull, (VeerHalfCell){2 * strip->start.x + 1 + strip->dx * at.x, at.y});
}

bool veer_pull_bent(VeerPull *pull)
{
    Strip strip;
    VeerHalfCell turns[MOST_TURNS];
    if (!make_strip(pull, &strip)) {
        return false;
    }
    uint32_t count = 0;
    Turn turn = {{0, 2 * strip.start.y + 1}, 0};
    while (find_turn(&strip, &turn)) {
        if (count == MOST_TURNS) {
            return false;
        }
        turns[count++] = turn.at;
    }
    add_turn(pull, &strip, (VeerHalfCell){0, 2 * strip.start.y + 1});
    for (uint32_t i = 0; i < count; i++) {
        add_turn(pull, &strip, turns[i]);
    }
    add_turn(pull, &strip, strip.goal);
    return true;
}
