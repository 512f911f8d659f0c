/// Strings pulled tight through the free cells that are beside a route.
///
/// Each column that the route passes has a run of free cells round it. From one run to the next
/// leads a portal: the edge that both have in common. From the last turn on, a funnel holds the
/// shortest strings to both ends of the portal last passed; each new end shortens one of them, and
/// where that crosses the other one, the string turns. A string turns at few ends; three portals
/// side by side rule out most without a branch.
/// Source: Lee and Preparata, "Euclidean shortest paths in the presence of rectilinear barriers",
/// Networks 14, 1984. Here a string longer than there is room for is cut off, and the walk begins
/// anew from the cut when it gets there.
#include "plan/grid/grid.h"
#include "plan/grid/pull_walk.h"

#include <string.h>

enum { ROOM = 16 }; // turns of a string

/// How far the strings have come.
typedef struct PullMark {
    VeerPullWalk walk; ///< at the begin of a stretch
    uint32_t done;     ///< of its turns
} PullMark;

/// One side of the funnel: the string from its narrow end, which is at `apex`, to `last`.
typedef struct FunnelSide {
    VeerHalfCell *apex, *last;
    bool is_cut;   ///< there was more, which there is no room for after the last turn of all
    PullMark mark; ///< just after that was found
    VeerHalfCell turns[ROOM + 1];
} FunnelSide;

/// The funnel from the last turn of the string on.
typedef struct PullFunnel {
    FunnelSide sides[2]; ///< left, right
} PullFunnel;

/// > 0: c is to the left of the ray from a through b.
static int64_t side_of(VeerHalfCell a, VeerHalfCell b, VeerHalfCell c)
{
    return (int64_t)(b.y - a.y) * (c.x - a.x) - (int64_t)(b.x - a.x) * (c.y - a.y);
}

static bool is_same(VeerHalfCell a, VeerHalfCell b)
{
    return a.x == b.x && a.y == b.y;
}

/// Adds a point to the string, unless it is the last one.
static void add_point(VeerPull *pull, VeerHalfCell point)
{
    if (pull->point_count > 0 && is_same(pull->last, point)) {
        return;
    }
    pull->last = point;
    if (pull->point_count < pull->capacity) {
        const VeerGridDef *def = &pull->grid->def;
        float x = (float)(pull->is_turned ? point.y : point.x) * 0.5f;
        float y = (float)(pull->is_turned ? point.x : point.y) * 0.5f;
        pull->points[pull->point_count] = (VeerVec3){
            def->origin.x + x * def->cell_size, def->origin.y + y * def->cell_size, def->origin.z};
    }
    pull->point_count++;
}

static void open_at(PullFunnel *funnel, VeerHalfCell apex)
{
    for (int i = 0; i < 2; i++) {
        FunnelSide *side = &funnel->sides[i];
        side->apex = side->last = side->turns;
        side->is_cut = false;
        side->turns[0] = apex;
    }
}

static inline bool is_full(const FunnelSide *side)
{
    return side->last == side->turns + ROOM;
}

/// Makes room after the last turn of all. @return false where there is none: the string is cut off
static bool make_room(FunnelSide *side)
{
    if (side->is_cut || side->apex == side->turns) {
        side->is_cut = true;
        return false;
    }
    size_t count = (size_t)(side->last - side->apex) + 1u;
    memmove(side->turns, side->apex, count * sizeof(VeerHalfCell));
    side->apex = side->turns;
    side->last = side->turns + count - 1u;
    return true;
}

static inline void push(FunnelSide *side, VeerHalfCell at, const PullMark *mark)
{
    if (is_full(side) && !make_room(side)) {
        return;
    }
    *++side->last = at;
    if (is_full(side)) {
        side->is_cut = false;
        side->mark = *mark;
    }
}

/// Takes the first turn of a side: the string turns there, and the other side, which has none,
/// begins there. @return false where the side was cut off there, and the mark is set there
static bool take_turn(VeerPull *pull, PullFunnel *funnel, uint32_t which, PullMark *mark)
{
    FunnelSide *side = &funnel->sides[which], *other = &funnel->sides[!which];
    VeerHalfCell turn = *++side->apex;
    add_point(pull, turn);
    *other->apex = turn;
    if (side->apex < side->last || !is_full(side) || !side->is_cut) {
        return true;
    }
    *mark = side->mark;
    open_at(funnel, turn);
    return false;
}

/// Takes those turns of the other side that a side without any crosses before a portal's
/// end. @return as take_turn
static bool cross_over(VeerPull *pull, PullFunnel *funnel, uint32_t which, VeerHalfCell end,
                       PullMark *mark)
{
    FunnelSide *other = &funnel->sides[!which];
    int64_t inwards = 2 * (int64_t)which - 1;
    while (other->apex < other->last &&
           inwards * side_of(other->apex[0], other->apex[1], end) > 0) {
        if (!take_turn(pull, funnel, !which, mark)) {
            return false;
        }
    }
    return true;
}

/// Leads the string of one side (0: left, 1: right) to a portal's end. @return as take_turn
static inline bool lead(VeerPull *pull, PullFunnel *funnel, uint32_t which, VeerHalfCell end,
                        PullMark *mark)
{
    FunnelSide *side = &funnel->sides[which];
    VeerHalfCell *last = side->last, *apex = side->apex;
    int64_t inwards = 2 * (int64_t)which - 1;
    while (last > apex && inwards * side_of(last[-1], last[0], end) >= 0) {
        last--;
    }
    side->last = last;
    if (last == apex && !cross_over(pull, funnel, which, end, mark)) {
        return false;
    }
    push(side, end, mark);
    return true;
}

/// The string to the goal, by the turns of the right side, which ends there. @return as take_turn
static bool finish(VeerPull *pull, PullFunnel *funnel, VeerHalfCell goal, PullMark *mark)
{
    FunnelSide *right = &funnel->sides[1];
    if (!lead(pull, funnel, 1, goal, mark)) {
        return false;
    }
    while (right->apex < right->last) {
        if (!take_turn(pull, funnel, 1, mark)) {
            return false;
        }
    }
    return true;
}

/// Leads the strings through a stretch, after what is done of it. @return as take_turn
static bool pass(VeerPull *pull, PullFunnel *funnel, const VeerPullStretch *stretch, PullMark *mark)
{
    const int32_t *sides[2] = {stretch->begin, stretch->end};
    uint32_t is_west = stretch->dx < 0;
    while (mark->done < stretch->turn_count) {
        uint32_t turn = stretch->turns[mark->done++], i = turn / 2u, which = turn & 1u;
        VeerHalfCell end = {stretch->edge + 2 * stretch->dx * (int32_t)i,
                            2 * sides[which ^ is_west][i]};
        if (!lead(pull, funnel, which, end, mark)) {
            return false;
        }
    }
    return true;
}

/// Leads the strings to the end of the route, or to where it is blocked.
static void march(VeerPull *pull, PullFunnel *funnel, PullMark *mark)
{
    VeerPullStretch stretch;
    VeerPullWalk next = mark->walk;
    while (veer_pull_collect(pull, &next, &stretch)) {
        if (pass(pull, funnel, &stretch, mark)) {
            *mark = (PullMark){next, 0};
        }
        next = mark->walk;
    }
}

/// Pulls any route.
static void pull_through(VeerPull *pull)
{
    VeerCell start = veer_pull_cell(pull, 0);
    PullMark mark = {.walk = {.x = start.x, .y = start.y}};
    VeerHalfCell goal = veer_half_middle(veer_pull_cell(pull, pull->count - 1));
    PullFunnel funnel;
    mark.walk.run = veer_pull_run(pull, start.x, start.y);
    open_at(&funnel, veer_half_middle(start));
    add_point(pull, veer_half_middle(start));
    do {
        march(pull, &funnel, &mark);
    } while (!finish(pull, &funnel, goal, &mark));
}

/// Whether the cells are a route whose turns are on free cells; sums how far it goes along x and y.
static bool is_route(const VeerGrid *grid, const VeerCell *cells, uint32_t count, int64_t extent[2])
{
    uint32_t width = grid->def.width, height = grid->def.height;
    for (uint32_t i = 0; i < count; i++) {
        if ((uint32_t)cells[i].x >= width || (uint32_t)cells[i].y >= height) {
            return false;
        }
        VeerCell before = cells[i > 0 ? i - 1 : 0];
        int32_t dx = veer_apart(cells[i].x, before.x), dy = veer_apart(cells[i].y, before.y);
        if (dx != dy && dx != 0 && dy != 0) {
            return false;
        }
        extent[0] += dx;
        extent[1] += dy;
    }
    return count > 0;
}

static void find_box(VeerPull *pull)
{
    VeerCellRun box = {INT32_MAX, 0};
    for (uint32_t i = 0; i < pull->count; i++) {
        int32_t y = veer_pull_cell(pull, i).y;
        box.begin = y < box.begin ? y : box.begin;
        box.end = y + 1 > box.end ? y + 1 : box.end;
    }
    pull->box = box;
}

VeerStatus veer_grid_pull(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                          VeerVec3 *points, uint32_t capacity, uint32_t *point_count)
{
    int64_t extent[2] = {0, 0};
    if (!grid || !cells || !point_count || (!points && capacity > 0)) {
        return VEER_BAD_VALUE;
    }
    *point_count = 0;
    if (!is_route(grid, cells, count, extent)) {
        return VEER_BAD_VALUE;
    }
    if (grid->costs) {
        *point_count = veer_grid_pull_over_costs(grid, cells, count, points, capacity);
        return *point_count <= capacity ? VEER_OK : VEER_FULL;
    }
    bool is_turned = extent[1] < extent[0];
    VeerPull pull = {.grid = grid,
                     .columns = &grid->blocked[!is_turned],
                     .cells = cells,
                     .count = count,
                     .is_turned = is_turned,
                     .points = points,
                     .capacity = capacity};
    find_box(&pull);
    pull_through(&pull);
    if (pull.is_blocked) {
        return VEER_BAD_VALUE;
    }
    *point_count = pull.point_count;
    return pull.point_count <= capacity ? VEER_OK : VEER_FULL;
}
