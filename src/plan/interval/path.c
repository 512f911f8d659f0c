/// Timed paths: from the states of a search to points, where to be when, and whether that is safe.
#include "plan/interval/interval.h"

#include <math.h>

/// A part of a tick by which times may be off from rounding.
#define ROUNDING (1.0f / 256.0f)

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

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static VeerTimedPoint point_of(const VeerIntervalSearch *all, PathStop stop)
{
    float ticks = (float)(all->offset + stop.time) / (float)all->tick;
    return (VeerTimedPoint){veer_window_centre(all->window, stop.cell),
                            ticks * all->window->def.tick};
}

static void add_stop(PathChanges *changes, PathStop stop)
{
    VeerWindowCell heading = {sign(changes->last.cell.x - stop.cell.x),
                              sign(changes->last.cell.y - stop.cell.y),
                              sign(changes->last.cell.z - stop.cell.z)};
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
    *count = 0;
    if (all->search->target == VEER_NO_NODE) {
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

/// A path that is being checked, in ticks from the window's now.
typedef struct PathCheck {
    const VeerWindow *window;
    float broken; ///< tick; INFINITY: not so far
} PathCheck;

uint64_t veer_interval_bits(float enter, float leave)
{
    enter = enter + ROUNDING > 0.0f ? enter + ROUNDING : 0.0f;
    leave -= ROUNDING;
    if (leave <= 0.0f) {
        return 0;
    }
    // What comes after the window is as its last tick.
    uint32_t first = enter < 63.0f ? (uint32_t)enter : 63u;
    uint32_t last = leave < 63.0f ? (uint32_t)leave : 63u;
    last = last > first ? last : first;
    return ~UINT64_C(0) << first & ~UINT64_C(0) >> (63u - last);
}

static void check_cell(PathCheck *check, VeerWindowCell cell, float enter, float leave)
{
    uint64_t taken = veer_window_word(check->window, cell) & veer_interval_bits(enter, leave);
    if (taken && !(check->broken < INFINITY)) {
        float tick = (float)veer_bits_lowest(taken);
        check->broken = enter > tick ? enter : tick;
    }
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Checks the cells from one point up to the middle of that of the next.
static void check_leg(PathCheck *check, VeerTimedPoint from, VeerTimedPoint to, float elapsed)
{
    float tick = check->window->def.tick;
    float begin = (from.time - elapsed) / tick, end = (to.time - elapsed) / tick;
    VeerWindowCell a = veer_window_cell_at(check->window, from.position);
    VeerWindowCell b = veer_window_cell_at(check->window, to.position);
    int32_t x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    int32_t steps = most(most(x < 0 ? -x : x, y < 0 ? -y : y), z < 0 ? -z : z);
    float step = (end - begin) / (float)most(steps, 1);
    for (int32_t i = 0; i <= steps; i++) {
        VeerWindowCell cell = {a.x + i * sign(x), a.y + i * sign(y), a.z + i * sign(z)};
        float enter = i > 0 ? begin + ((float)i - 0.5f) * step : begin;
        float leave = i < steps ? begin + ((float)i + 0.5f) * step : end;
        check_cell(check, cell, enter, leave);
    }
}

bool veer_interval_is_safe(const VeerWindow *window, const VeerTimedPoint *points, uint32_t count,
                           float elapsed, float *broken)
{
    PathCheck check = {window, INFINITY};
    for (uint32_t i = 1; i < count; i++) {
        check_leg(&check, points[i - 1], points[i], elapsed);
    }
    if (broken) {
        *broken = check.broken < INFINITY ? elapsed + check.broken * window->def.tick : INFINITY;
    }
    return !(check.broken < INFINITY);
}

VeerVec3 veer_interval_position(const VeerTimedPoint *points, uint32_t count, float time)
{
    uint32_t i = 1;
    if (time <= points[0].time) {
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
