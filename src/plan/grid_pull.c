/// Strings pulled tight through the free cells that lie beside a route.
///
/// Each column that the route passes has a run of free cells round it. From one run to the next
/// leads a portal: the edge that both have in common. From the last turn on, a funnel holds the
/// shortest strings to both ends of the portal last passed; each new end shortens one of them, and
/// where that crosses the other one, the string turns. Most ends are never turned at, which three
/// portals side by side tell without a branch.
/// Source: Lee and Preparata, "Euclidean shortest paths in the presence of rectilinear barriers",
/// Networks 14, 1984. Here a string longer than there is room for is cut off, and the walk begins
/// anew from the cut when it gets there.
#include "plan/grid_pull.h"
#include "plan/grid_sight.h"

#include "map/grid.h"

#include <string.h>

/// A point in half cells: middles are odd, corners even.
typedef struct Point {
    int32_t x, y;
} Point;

/// Cells [begin, end) of a column.
typedef struct Run {
    int32_t begin, end;
} Run;

/// Where on a route a walk along it is, and the run of its column.
typedef struct Walk {
    uint32_t next;        ///< the cell of the route that it goes to
    int32_t x, y;         ///< where it is
    int32_t dx, dy, left; ///< its steps to the next cell, and how many
    Run run;              ///< of its column
} Walk;

enum {
    ROOM = 16,     // turns of a string
    STRETCH = 128, // portals that are looked at in one go
};

/// Portals that the walk goes through one after the other, in one direction: the edges that lead
/// from run to run.
typedef struct Stretch {
    int32_t dx, edge; ///< where the first portal is, in half cells
    uint32_t count, turn_count;
    int32_t begin[STRETCH], end[STRETCH]; ///< of what both runs have in common
    uint16_t turns[2 * STRETCH];          ///< 2 portal + the side of an end
} Stretch;

/// How far the strings have come.
typedef struct Mark {
    Walk walk;     ///< at the begin of a stretch
    uint32_t done; ///< of its turns
} Mark;

typedef struct Pull {
    const VeerGrid *grid;
    const VeerBitmap *columns;
    Run box; ///< of all cells: no string on the same side of all obstacles is shorter outside of it
    const VeerCell *cells;
    uint32_t count;
    bool is_turned;  ///< rows in place of columns, x and y changed
    bool is_blocked; ///< it leads over what is
    VeerVec3 *points;
    uint32_t capacity, point_count;
    Point last; ///< the last of them
} Pull;

/// One side of the funnel: the string from its narrow end, which is at `apex`, to `last`.
typedef struct Side {
    Point *apex, *last;
    bool is_cut; ///< there was more, which there is no room for after the last turn of all
    Mark mark;   ///< just after that was found
    Point turns[ROOM + 1];
} Side;

/// The funnel from the last turn of the string on.
typedef struct Funnel {
    Side sides[2]; ///< left, right
} Funnel;

static VeerCell cell_at(const Pull *pull, uint32_t i)
{
    VeerCell cell = pull->cells[i];
    return pull->is_turned ? (VeerCell){cell.y, cell.x} : cell;
}

static Point middle_of(VeerCell cell)
{
    return (Point){2 * cell.x + 1, 2 * cell.y + 1};
}

static inline int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline void enter_run(const Pull *pull, Walk *walk)
{
    walk->run = (Run){veer_bitmap_last(pull->columns, walk->x, walk->y) + 1,
                      veer_bitmap_next(pull->columns, walk->x, walk->y)};
}

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/// Walks within its column as far as the route does, and looks at what leads on from there.
/// @return false at the end of the route
static bool next_leg(Pull *pull, Walk *walk)
{
    VeerCell to = cell_at(pull, walk->next);
    while (walk->x == to.x) {
        walk->y = to.y;
        pull->is_blocked |= to.y < walk->run.begin || to.y >= walk->run.end;
        if (++walk->next == pull->count) {
            --walk->next;
            return false;
        }
        to = cell_at(pull, walk->next);
    }
    walk->dx = to.x > walk->x ? 1 : -1;
    walk->dy = sign(to.y - walk->y);
    walk->left = (to.x - walk->x) * walk->dx;
    return true;
}

/// > 0: c lies to the left of the ray from a through b.
static int64_t side_of(Point a, Point b, Point c)
{
    return (int64_t)(b.y - a.y) * (c.x - a.x) - (int64_t)(b.x - a.x) * (c.y - a.y);
}

static bool is_same(Point a, Point b)
{
    return a.x == b.x && a.y == b.y;
}

static void add_point(Pull *pull, Point point)
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

static void open_at(Funnel *funnel, Point apex)
{
    for (int i = 0; i < 2; i++) {
        Side *side = &funnel->sides[i];
        side->apex = side->last = side->turns;
        side->is_cut = false;
        side->turns[0] = apex;
    }
}

static inline bool is_full(const Side *side)
{
    return side->last == side->turns + ROOM;
}

/// Makes room after the last turn of all. @return false where there is none: the string is cut off
static bool make_room(Side *side)
{
    if (side->is_cut || side->apex == side->turns) {
        side->is_cut = true;
        return false;
    }
    size_t count = (size_t)(side->last - side->apex) + 1u;
    memmove(side->turns, side->apex, count * sizeof(Point));
    side->apex = side->turns;
    side->last = side->turns + count - 1u;
    return true;
}

static inline void push(Side *side, Point at, const Mark *mark)
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
static bool take_turn(Pull *pull, Funnel *funnel, uint32_t which, Mark *mark)
{
    Side *side = &funnel->sides[which], *other = &funnel->sides[!which];
    Point turn = *++side->apex;
    add_point(pull, turn);
    *other->apex = turn;
    if (side->apex < side->last || !is_full(side) || !side->is_cut) {
        return true;
    }
    *mark = side->mark;
    open_at(funnel, turn);
    return false;
}

/// Takes those turns of the other side that a side without any crosses on the way to a portal's
/// end. @return as take_turn
static bool cross_over(Pull *pull, Funnel *funnel, uint32_t which, Point end, Mark *mark)
{
    Side *other = &funnel->sides[!which];
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
static inline bool lead(Pull *pull, Funnel *funnel, uint32_t which, Point end, Mark *mark)
{
    Side *side = &funnel->sides[which];
    Point *last = side->last, *apex = side->apex;
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
static bool finish(Pull *pull, Funnel *funnel, Point goal, Mark *mark)
{
    Side *right = &funnel->sides[1];
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

/// Keeps the portals between `count` columns one after the other.
/// @param run   of the column that it comes from; then of the last
/// @return whether all are open
static inline bool keep_portals(const Pull *pull, Walk walk, int32_t dy, int32_t count, Run *run,
                                int32_t *begins, int32_t *ends)
{
    const uint64_t *line = veer_bitmap_line(pull->columns, walk.x);
    ptrdiff_t stride = walk.dx * (ptrdiff_t)pull->columns->stride;
    int32_t begin = run->begin, end = run->end, y = walk.y, widths = -1;
    int32_t least = pull->box.begin, most = pull->box.end;
    for (int32_t i = 0; i < count; i++) {
        line += stride;
        y += dy;
        int32_t next_begin = veer_bitmap_line_last(line, y) + 1;
        int32_t next_end = veer_bitmap_line_next(line, y);
        begins[i] = greater(greater(begin, next_begin), least);
        ends[i] = lesser(lesser(end, next_end), most);
        widths &= begins[i] - ends[i];
        begin = next_begin;
        end = next_end;
    }
    *run = (Run){begin, end};
    return widths < 0;
}

/// Walks `count` columns on, and keeps the portals from run to run.
static void step_on(Pull *pull, Walk *walk, Stretch *stretch, int32_t count)
{
    int32_t *begins = stretch->begin + stretch->count, *ends = stretch->end + stretch->count;
    bool is_open = walk->dy == 0
                       ? keep_portals(pull, *walk, 0, count, &walk->run, begins, ends)
                       : keep_portals(pull, *walk, walk->dy, count, &walk->run, begins, ends);
    pull->is_blocked |= !is_open;
    stretch->count += (uint32_t)count;
    walk->x += count * walk->dx;
    walk->y += count * walk->dy;
    walk->left -= count;
}

/// Goes back through the last portal, which is taken back. @return false where the way back leads
/// elsewhere: nothing has changed
static bool step_back(Pull *pull, Walk *walk, Stretch *stretch)
{
    Walk back = *walk;
    int32_t begin = stretch->begin[stretch->count - 1u];
    back.x += back.dx;
    back.y += back.dy;
    back.left--;
    enter_run(pull, &back);
    if (begin < back.run.begin || begin >= back.run.end) {
        return false;
    }
    *walk = back;
    stretch->count--;
    return true;
}

/// Walks one leg of the route, as far as there is room. @return false where it turns round
static bool walk_leg(Pull *pull, Walk *walk, Stretch *stretch)
{
    if (stretch->count == 0) {
        stretch->dx = walk->dx;
        stretch->edge = 2 * walk->x + 1 + walk->dx;
    }
    if (walk->dx == stretch->dx) {
        int32_t room = STRETCH - (int32_t)stretch->count;
        step_on(pull, walk, stretch, walk->left < room ? walk->left : room);
        return true;
    }
    while (walk->left > 0 && stretch->count > 0) {
        if (!step_back(pull, walk, stretch)) {
            return false;
        }
    }
    return true;
}

/// Walks on to the end of the route, to where it turns round, or as far as there is room.
/// @return false where nothing is left
static bool collect(Pull *pull, Walk *at, Stretch *stretch)
{
    Walk walk = *at;
    bool goes_on = true;
    stretch->count = 0;
    while (goes_on && stretch->count < STRETCH && (walk.left > 0 || next_leg(pull, &walk))) {
        goes_on = walk_leg(pull, &walk, stretch);
    }
    *at = walk;
    return stretch->count > 0 && !pull->is_blocked;
}

/// Lists the ends of portals that a string may turn at. It does not where an end lies on the
/// straight line between the ends before and after it, or outside of that.
static void find_turns(Stretch *stretch)
{
    const int32_t *begin = stretch->begin, *end = stretch->end;
    uint32_t last = stretch->count - 1u, count = 0;
    // With y downwards, what lies above is on the left of one who goes east; the right one first.
    uint8_t flags[STRETCH];
    int32_t is_west = stretch->dx < 0, is_east = !is_west;
    for (uint32_t i = 1; i < last; i++) {
        int32_t at_begin = 2 * begin[i] > begin[i - 1u] + begin[i + 1u];
        int32_t at_end = 2 * end[i] < end[i - 1u] + end[i + 1u];
        flags[i] = (uint8_t)(at_begin << is_east | at_end << is_west);
    }
    flags[0] = flags[last] = 3;
    for (uint32_t i = 0; i <= last; i++) {
        stretch->turns[count] = (uint16_t)(2u * i + 1u);
        count += flags[i] & 1u;
        stretch->turns[count] = (uint16_t)(2u * i);
        count += flags[i] >> 1;
    }
    stretch->turn_count = count;
}

/// Leads the strings through a stretch, after what is done of it. @return as take_turn
static bool pass(Pull *pull, Funnel *funnel, const Stretch *stretch, Mark *mark)
{
    const int32_t *sides[2] = {stretch->begin, stretch->end};
    uint32_t is_west = stretch->dx < 0;
    while (mark->done < stretch->turn_count) {
        uint32_t turn = stretch->turns[mark->done++], i = turn / 2u, which = turn & 1u;
        Point end = {stretch->edge + 2 * stretch->dx * (int32_t)i, 2 * sides[which ^ is_west][i]};
        if (!lead(pull, funnel, which, end, mark)) {
            return false;
        }
    }
    return true;
}

/// Leads the strings to the end of the route, or to where it is blocked.
static void march(Pull *pull, Funnel *funnel, Mark *mark)
{
    Stretch stretch;
    Walk next = mark->walk;
    while (collect(pull, &next, &stretch)) {
        find_turns(&stretch);
        if (pass(pull, funnel, &stretch, mark)) {
            *mark = (Mark){next, 0};
        }
        next = mark->walk;
    }
}

static void find_box(Pull *pull)
{
    Run box = {INT32_MAX, 0};
    for (uint32_t i = 0; i < pull->count; i++) {
        int32_t y = cell_at(pull, i).y;
        box = (Run){lesser(box.begin, y), greater(box.end, y + 1)};
    }
    pull->box = box;
}

static void pull_through(Pull *pull)
{
    VeerCell start = cell_at(pull, 0);
    Mark mark = {.walk = {.x = start.x, .y = start.y}};
    Point goal = middle_of(cell_at(pull, pull->count - 1));
    Funnel funnel;
    find_box(pull);
    enter_run(pull, &mark.walk);
    open_at(&funnel, middle_of(start));
    add_point(pull, middle_of(start));
    do {
        march(pull, &funnel, &mark);
    } while (!finish(pull, &funnel, goal, &mark));
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/// Whether the cells are a route whose turns lie on free cells; sums how far it goes along x and y.
static bool is_route(const VeerGrid *grid, const VeerCell *cells, uint32_t count, int64_t way[2])
{
    uint32_t width = grid->def.width, height = grid->def.height;
    for (uint32_t i = 0; i < count; i++) {
        if ((uint32_t)cells[i].x >= width || (uint32_t)cells[i].y >= height) {
            return false;
        }
        VeerCell before = cells[i > 0 ? i - 1 : 0];
        int32_t dx = distance(cells[i].x, before.x), dy = distance(cells[i].y, before.y);
        if (dx != dy && dx != 0 && dy != 0) {
            return false;
        }
        way[0] += dx;
        way[1] += dy;
    }
    return count > 0;
}

VeerStatus veer_grid_pull(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                          VeerVec3 *points, uint32_t capacity, uint32_t *point_count)
{
    int64_t way[2] = {0, 0};
    *point_count = 0;
    if (!is_route(grid, cells, count, way)) {
        return VEER_BAD_VALUE;
    }
    if (grid->costs) {
        *point_count = veer_grid_pull_over_costs(grid, cells, count, points, capacity);
        return *point_count <= capacity ? VEER_OK : VEER_FULL;
    }
    bool is_turned = way[1] < way[0];
    Pull pull = {.grid = grid,
                 .columns = &grid->blocked[!is_turned],
                 .cells = cells,
                 .count = count,
                 .is_turned = is_turned,
                 .points = points,
                 .capacity = capacity};
    if (veer_grid_sees_along(grid, cells, count)) {
        add_point(&pull, middle_of(cell_at(&pull, 0)));
        add_point(&pull, middle_of(cell_at(&pull, count - 1u)));
    } else {
        pull_through(&pull);
    }
    if (pull.is_blocked) {
        return VEER_BAD_VALUE;
    }
    *point_count = pull.point_count;
    return pull.point_count <= capacity ? VEER_OK : VEER_FULL;
}
