/// Timed paths: from the states of a search to points, and where to be when.
#include "plan/interval/interval.h"

/// A cell and when to be in the middle of it.
typedef struct PathStop {
    VeerWindowCell cell;
    uint64_t time;
} PathStop;

/// Takes the stops of a path one by one from its end, and keeps those where it changes.
typedef struct PathChanges {
    const VeerIntervalSearch *all;
    VeerTimedPoint *points; ///< NULL: only counts
    uint32_t total, count;
    PathStop last;
    VeerWindowCell heading;
} PathChanges;

static VeerTimedPoint point_of(const VeerIntervalSearch *all, PathStop stop)
{
    float ticks = (float)(all->offset + stop.time) / (float)all->tick;
    return (VeerTimedPoint){veer_window_centre(all->window, stop.cell),
                            ticks * all->window->def.tick};
}

static void add_stop(PathChanges *changes, PathStop stop)
{
    VeerWindowCell heading = {veer_sign(changes->last.cell.x - stop.cell.x),
                              veer_sign(changes->last.cell.y - stop.cell.y),
                              veer_sign(changes->last.cell.z - stop.cell.z)};
    bool goes_on = changes->count > 1 && heading.x == changes->heading.x &&
                   heading.y == changes->heading.y && heading.z == changes->heading.z;
    changes->count += goes_on ? 0 : 1u;
    changes->last = stop;
    changes->heading = heading;
    if (changes->points) {
        changes->points[changes->total - changes->count] = point_of(changes->all, stop);
    }
}

static PathStop stop_at(const VeerIntervalSearch *all, uint32_t node)
{
    return (PathStop){veer_window_node_cell(all->window, all->states[node].cell),
                      veer_interval_time(all->search->nodes[node].cost)};
}

/// How long the step from one cell to another beside it takes; 0: the same.
static uint32_t step_time(VeerWindowCell a, VeerWindowCell b)
{
    static const uint32_t lengths[4] = {0, VEER_COST_STRAIGHT, VEER_COST_DIAGONAL,
                                        VEER_INTERVAL_CUBIC};
    return lengths[(a.x != b.x) + (a.y != b.y) + (a.z != b.z)];
}

static uint32_t walk(const VeerIntervalSearch *all, VeerTimedPoint *points, uint32_t total)
{
    PathChanges changes = {.all = all, .points = points, .total = total};
    uint32_t node = all->search->target;
    PathStop stop = stop_at(all, node);
    add_stop(&changes, stop);
    while ((node = all->search->nodes[node].parent) != VEER_NO_NODE) {
        PathStop before = stop_at(all, node);
        // It waits where it was, and then goes.
        uint64_t leaves = stop.time - step_time(before.cell, stop.cell);
        if (leaves > before.time) {
            add_stop(&changes, (PathStop){before.cell, leaves});
        }
        add_stop(&changes, before);
        stop = before;
    }
    return changes.count;
}

VeerStatus veer_interval_search_route(const VeerIntervalSearch *all, VeerTimedPoint *points,
                                      uint32_t capacity, uint32_t *count)
{
    if (!all || !count || (!points && capacity > 0) || all->search->target == VEER_NO_NODE) {
        return VEER_BAD_VALUE;
    }
    *count = walk(all, NULL, 0);
    if (*count > capacity) {
        return VEER_FULL;
    }
    (void)walk(all, points, *count);
    bool is_whole = all->search->state == VEER_SEARCH_FOUND && !all->is_replaced;
    return is_whole ? VEER_OK : VEER_PARTIAL;
}

VeerVec3 veer_interval_position(const VeerTimedPoint *points, uint32_t count, float time)
{
    uint32_t i = 1;
    if (!points || count == 0) {
        return (VeerVec3){0};
    }
    if (!(time > points[0].time)) {
        return points[0].position;
    }
    while (i < count && points[i].time <= time) {
        i++;
    }
    if (i >= count) {
        return points[count - 1].position;
    }
    VeerVec3 a = points[i - 1].position, b = points[i].position;
    float share = (time - points[i - 1].time) / (points[i].time - points[i - 1].time);
    return (VeerVec3){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                      a.z + (b.z - a.z) * share};
}
