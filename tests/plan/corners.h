/// The shortest path at all over a small grid, by the graph of all corners that see each other.
#ifndef VEER_TEST_PLAN_CORNERS_H
#define VEER_TEST_PLAN_CORNERS_H

#include "plan/maps.h"

#include <math.h>

enum { MAX_CORNERS = 1200 };

// A point in half cells: exact.
typedef struct Half {
    int64_t x, y;
} Half;

static inline Half half_of(VeerVec3 p)
{
    return (Half){(int64_t)(2.0f * p.x), (int64_t)(2.0f * p.y)};
}

static inline int64_t side_of(Half a, Half b, int64_t x, int64_t y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// Whether a segment passes through the inside of a cell.
static inline bool crosses(Half a, Half b, VeerCell cell)
{
    int64_t left = 2 * cell.x, top = 2 * cell.y;
    if ((a.x <= left && b.x <= left) || (a.x >= left + 2 && b.x >= left + 2) ||
        (a.y <= top && b.y <= top) || (a.y >= top + 2 && b.y >= top + 2)) {
        return false;
    }
    int above = 0, below = 0;
    for (int i = 0; i < 4; i++) {
        int64_t side = side_of(a, b, left + 2 * (i & 1), top + (i & 2));
        above += side > 0;
        below += side < 0;
    }
    return above > 0 && below > 0;
}

static inline bool is_between(int64_t a, int64_t b, int64_t value)
{
    return (a < value && value < b) || (b < value && value < a);
}

// Whether a segment runs along an edge between two blocked cells: to the right of or below a
// corner.
static inline bool runs_inside(const Maps *maps, Half a, Half b, int32_t x, int32_t y)
{
    bool ne = !maps_is_free(maps, x, y - 1), sw = !maps_is_free(maps, x - 1, y);
    bool se = !maps_is_free(maps, x, y);
    return (ne && se && a.y == b.y && a.y == 2 * y && is_between(a.x, b.x, 2 * (int64_t)x + 1)) ||
           (sw && se && a.x == b.x && a.x == 2 * x && is_between(a.y, b.y, 2 * (int64_t)y + 1));
}

// Whether a segment slips through between two blocked cells that meet at a corner.
static inline bool squeezes(const Maps *maps, Half a, Half b, int32_t x, int32_t y)
{
    bool nw = !maps_is_free(maps, x - 1, y - 1), ne = !maps_is_free(maps, x, y - 1);
    bool sw = !maps_is_free(maps, x - 1, y), se = !maps_is_free(maps, x, y);
    Half corner = {2 * (int64_t)x, 2 * (int64_t)y};
    bool is_on = side_of(a, b, corner.x, corner.y) == 0 &&
                 (corner.x - a.x) * (corner.x - b.x) <= 0 &&
                 (corner.y - a.y) * (corner.y - b.y) <= 0;
    bool is_inside =
        is_on && (corner.x != a.x || corner.y != a.y) && (corner.x != b.x || corner.y != b.y);
    return is_inside && ((nw && se) || (ne && sw));
}

static inline bool is_clear(const Maps *maps, Half a, Half b)
{
    for (int32_t y = 0; y <= maps->height; y++) {
        for (int32_t x = 0; x <= maps->width; x++) {
            if ((!maps_is_free(maps, x, y) && crosses(a, b, (VeerCell){x, y})) ||
                squeezes(maps, a, b, x, y) || runs_inside(maps, a, b, x, y)) {
                return false;
            }
        }
    }
    return true;
}

static inline double distance(Half a, Half b)
{
    return 0.5 * hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

// Corners that stick out, where shortest paths may turn.
static inline uint32_t list_corners(const Maps *maps, Half *corners)
{
    uint32_t count = 0;
    for (int32_t y = 1; y < maps->height; y++) {
        for (int32_t x = 1; x < maps->width && count < MAX_CORNERS - 2; x++) {
            int blocked = !maps_is_free(maps, x, y) + !maps_is_free(maps, x - 1, y) +
                          !maps_is_free(maps, x, y - 1) + !maps_is_free(maps, x - 1, y - 1);
            if (blocked == 1) {
                corners[count++] = (Half){2 * (int64_t)x, 2 * (int64_t)y};
            }
        }
    }
    return count;
}

// Dijkstra's search over all corners that see each other: the shortest path at all.
static inline double shortest(const Maps *maps, Half start, Half goal)
{
    static Half corners[MAX_CORNERS];
    static double length[MAX_CORNERS];
    static bool is_done[MAX_CORNERS];
    uint32_t count = list_corners(maps, corners);
    corners[count++] = start;
    corners[count++] = goal;
    for (uint32_t i = 0; i < count; i++) {
        length[i] = i == count - 2 ? 0.0 : (double)INFINITY;
        is_done[i] = false;
    }
    for (;;) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++) {
            if (!is_done[i] && (best == count || length[i] < length[best])) {
                best = i;
            }
        }
        if (best == count - 1) {
            return length[best];
        }
        is_done[best] = true;
        for (uint32_t i = 0; i < count; i++) {
            double through = length[best] + distance(corners[best], corners[i]);
            if (!is_done[i] && through < length[i] && is_clear(maps, corners[best], corners[i])) {
                length[i] = through;
            }
        }
    }
}

#endif
