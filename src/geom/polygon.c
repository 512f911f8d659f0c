#include "geom/polygon.h"

#include "geom/orient.h"
#include "geom/segment.h"

static uint32_t after(uint32_t i, uint32_t count)
{
    return i + 1u < count ? i + 1u : 0u;
}

// Whether b is above a, or level with it and to the right: a half of all directions.
static bool goes_up(VeerVec2 a, VeerVec2 b)
{
    return b.y > a.y || (b.y == a.y && b.x > a.x);
}

static bool is_same(VeerVec2 a, VeerVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Where every turn is to the left by less than a half turn, the directions go round as often as
// they change from one half of all directions to the other, twice a round.
bool veer_polygon_is_convex(const VeerVec2 *corners, uint32_t count)
{
    uint32_t changes = 0;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec2 a = corners[i];
        VeerVec2 b = corners[after(i, count)];
        VeerVec2 c = corners[after(after(i, count), count)];
        bool does_change = goes_up(a, b) != goes_up(b, c);
        int turn = veer_orient(a, b, c);
        // Straight on is fine, straight back is not.
        if (is_same(a, b) || turn < 0 || (turn == 0 && does_change)) {
            return false;
        }
        changes += does_change;
    }
    return count >= 3 && changes == 2;
}

bool veer_polygon_contains(const VeerVec2 *corners, uint32_t count, VeerVec2 p)
{
    for (uint32_t i = 0; i < count; i++) {
        if (veer_orient(corners[i], corners[after(i, count)], p) < 0) {
            return false;
        }
    }
    return true;
}

float veer_polygon_distance(const VeerVec2 *corners, uint32_t count, VeerVec2 p)
{
    float distance = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        distance = min_f(veer_segment_distance2(corners[i], corners[after(i, count)], p), distance);
    }
    return veer_polygon_contains(corners, count, p) ? -distance : distance;
}
