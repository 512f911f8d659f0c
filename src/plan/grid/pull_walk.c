/// Walks along routes, and the portals that they go through: the edges that the runs of free cells
/// beside them have in common.
#include "plan/grid/pull_walk.h"

#include "plan/search/search.h"

/// Walks within its column as far as the route does, and looks at what leads on from there.
/// @return false at the end of the route
static bool next_leg(VeerPull *pull, VeerPullWalk *walk)
{
    VeerCell to = veer_pull_cell(pull, walk->next);
    while (walk->x == to.x) {
        walk->y = to.y;
        pull->is_blocked |= to.y < walk->run.begin || to.y >= walk->run.end;
        if (++walk->next == pull->count) {
            --walk->next;
            return false;
        }
        to = veer_pull_cell(pull, walk->next);
    }
    walk->dx = to.x > walk->x ? 1 : -1;
    walk->dy = veer_sign(to.y - walk->y);
    walk->left = (to.x - walk->x) * walk->dx;
    return true;
}

/// Keeps the portals between columns one after the other, from a cell on in steps of (dx, dy).
/// @param run   of the column that it comes from; then of the last
/// @param begins, ends  begins[count], ends[count]
/// @return whether all are open
static inline bool keep_portals(const VeerPull *pull, VeerCell from, VeerCell step, int32_t count,
                                VeerCellRun *run, int32_t *begins, int32_t *ends)
{
    const uint64_t *line = veer_bitmap_line(pull->columns, from.x);
    ptrdiff_t stride = step.x * (ptrdiff_t)pull->columns->stride;
    int32_t begin = run->begin, end = run->end, y = from.y, widths = -1;
    int32_t least = pull->box.begin, most = pull->box.end;
    for (int32_t i = 0; i < count; i++) {
        line += stride;
        y += step.y;
        int32_t next_begin = veer_bitmap_line_last(line, y) + 1;
        int32_t next_end = veer_bitmap_line_next(line, y);
        int32_t greater = begin > next_begin ? begin : next_begin;
        int32_t lesser = end < next_end ? end : next_end;
        begins[i] = greater > least ? greater : least;
        ends[i] = lesser < most ? lesser : most;
        widths &= begins[i] - ends[i];
        begin = next_begin;
        end = next_end;
    }
    *run = (VeerCellRun){begin, end};
    return widths < 0;
}

/// Walks `count` columns on, and keeps the portals from run to run.
static void step_on(VeerPull *pull, VeerPullWalk *walk, VeerPullStretch *stretch, int32_t count)
{
    int32_t *begins = stretch->begin + stretch->count, *ends = stretch->end + stretch->count;
    VeerCell at = {walk->x, walk->y};
    bool is_open = walk->dy == 0 ? keep_portals(pull, at, (VeerCell){walk->dx, 0}, count,
                                                &walk->run, begins, ends)
                                 : keep_portals(pull, at, (VeerCell){walk->dx, walk->dy}, count,
                                                &walk->run, begins, ends);
    pull->is_blocked |= !is_open;
    stretch->count += (uint32_t)count;
    walk->x += count * walk->dx;
    walk->y += count * walk->dy;
    walk->left -= count;
}

/// Goes back through the last portal, which is taken back. @return false where the path back leads
/// elsewhere: nothing has changed
static bool step_back(VeerPull *pull, VeerPullWalk *walk, VeerPullStretch *stretch)
{
    VeerPullWalk back = *walk;
    int32_t begin = stretch->begin[stretch->count - 1u];
    back.x += back.dx;
    back.y += back.dy;
    back.left--;
    back.run = veer_pull_run(pull, back.x, back.y);
    if (begin < back.run.begin || begin >= back.run.end) {
        return false;
    }
    *walk = back;
    stretch->count--;
    return true;
}

/// Walks one leg of the route, as far as there is room. @return false where it turns round
static bool walk_leg(VeerPull *pull, VeerPullWalk *walk, VeerPullStretch *stretch)
{
    if (stretch->count == 0) {
        stretch->dx = walk->dx;
        stretch->edge = 2 * walk->x + 1 + walk->dx;
    }
    if (walk->dx == stretch->dx) {
        int32_t room = VEER_PULL_STRETCH - (int32_t)stretch->count;
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

/// Lists the ends of portals that a string may turn at. It does not where an end is on the
/// straight line between the ends before and after it, or outside of that.
static void find_turns(VeerPullStretch *stretch)
{
    const int32_t *begin = stretch->begin, *end = stretch->end;
    uint32_t last = stretch->count - 1u, count = 0;
    // With y downwards, what is above is on the left when going east; the right one first.
    uint8_t flags[VEER_PULL_STRETCH];
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

/// Walks on to the end of the route, to where it turns round, or as far as there is room.
/// @return false where nothing is left
bool veer_pull_collect(VeerPull *pull, VeerPullWalk *at, VeerPullStretch *stretch)
{
    VeerPullWalk walk = *at;
    bool goes_on = true;
    stretch->count = 0;
    while (goes_on && stretch->count < VEER_PULL_STRETCH &&
           (walk.left > 0 || next_leg(pull, &walk))) {
        goes_on = walk_leg(pull, &walk, stretch);
    }
    *at = walk;
    if (stretch->count == 0 || pull->is_blocked) {
        return false;
    }
    find_turns(stretch);
    return true;
}
