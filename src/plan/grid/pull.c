/// Strings pulled tight through the free cells that are beside a route.
///
/// Each column that the route passes has a run of free cells round it. From one run to the next
/// leads a portal: the edge that both have in common. From the last turn on, a funnel holds the
/// narrowest ends of the portals passed; where one of them would pass the other, the string turns
/// there, and the walk begins anew behind it. A string turns at few ends; three portals side by
/// side rule out most without a branch.
/// Source: Lee and Preparata, "Euclidean shortest paths in the presence of rectilinear barriers",
/// Networks 14, 1984.
#include "plan/grid/grid.h"
#include "plan/grid/pull_walk.h"

/// How far a walk has come.
typedef struct PullMark {
    VeerPullWalk walk; ///< at the begin of a stretch
    uint32_t done;     ///< of its turns
} PullMark;

/// What the string from the last turn on passes between: ends on the left, on the right.
typedef struct PullFunnel {
    VeerHalfCell tip, ends[2];
    PullMark marks[2]; ///< just after the ends
} PullFunnel;

/// A walk through the portals of a route.
typedef struct PullCursor {
    VeerPull *pull;
    PullMark mark;
    VeerPullWalk next; ///< at the end of the stretch
    VeerPullStretch stretch;
} PullCursor;

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

static PullFunnel funnel_at(VeerHalfCell tip)
{
    return (PullFunnel){.tip = tip, .ends = {tip, tip}};
}

/// Narrows the funnel on one side (0: left, 1: right) by a portal's end. @return whether that would
/// pass the other side: the string turns there
static inline bool narrow(PullFunnel *funnel, uint32_t which, VeerHalfCell end,
                          const PullMark *mark)
{
    int64_t inwards = 2 * (int64_t)which - 1;
    VeerHalfCell tip = funnel->tip, *ends = funnel->ends;
    if (inwards * side_of(tip, ends[which], end) < 0) {
        return false;
    }
    if (inwards * side_of(tip, ends[!which], end) > 0) {
        return true;
    }
    ends[which] = end;
    funnel->marks[which] = *mark;
    return false;
}

/// Looks at a stretch. @return whether there is any
static bool look_from(PullCursor *cursor, VeerPullWalk walk)
{
    cursor->mark = (PullMark){walk, 0};
    cursor->next = walk;
    return veer_pull_collect(cursor->pull, &cursor->next, &cursor->stretch);
}

/// Goes back to a mark.
static void go_to(PullCursor *cursor, const PullMark *mark)
{
    const VeerPullWalk *at = &cursor->mark.walk, *to = &mark->walk;
    if (at->next != to->next || at->x != to->x || at->y != to->y) {
        (void)look_from(cursor, *to);
    }
    cursor->mark.done = mark->done;
}

/// Narrows the funnel by all that is left of the route. @return the side where the string turns; 2:
/// nowhere
static uint32_t march(PullCursor *cursor, PullFunnel *funnel, VeerHalfCell goal)
{
    const VeerPullStretch *stretch = &cursor->stretch;
    const int32_t *sides[2] = {stretch->begin, stretch->end};
    do {
        uint32_t is_west = stretch->dx < 0;
        const PullMark after = {cursor->next, 0};
        while (cursor->mark.done < stretch->turn_count) {
            uint32_t turn = stretch->turns[cursor->mark.done++], i = turn / 2u, which = turn & 1u;
            VeerHalfCell end = {stretch->edge + 2 * stretch->dx * (int32_t)i,
                                2 * sides[which ^ is_west][i]};
            bool is_last = i + 1u == stretch->count;
            if (narrow(funnel, which, end, is_last ? &after : &cursor->mark)) {
                return !which;
            }
        }
    } while (look_from(cursor, cursor->next));
    return narrow(funnel, 1, goal, &cursor->mark)   ? 0
           : narrow(funnel, 0, goal, &cursor->mark) ? 1
                                                    : 2;
}

/// Pulls any route.
static void pull_through(VeerPull *pull)
{
    VeerCell start = veer_pull_cell(pull, 0);
    VeerPullWalk walk = {.x = start.x, .y = start.y, .run = veer_pull_run(pull, start.x, start.y)};
    VeerHalfCell goal = veer_half_middle(veer_pull_cell(pull, pull->count - 1));
    PullFunnel funnel = funnel_at(veer_half_middle(start));
    PullCursor cursor;
    cursor.pull = pull;
    (void)look_from(&cursor, walk);
    add_point(pull, funnel.tip);
    for (uint32_t side; (side = march(&cursor, &funnel, goal)) < 2u;) {
        add_point(pull, funnel.ends[side]);
        go_to(&cursor, &funnel.marks[side]);
        funnel = funnel_at(funnel.ends[side]);
    }
    add_point(pull, goal);
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
