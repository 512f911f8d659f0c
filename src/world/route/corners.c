/// Corners of planned paths over grids: off the walls, and apart from those of other agents.
#include "math/vec.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Radii off the walls at which corners are put, where there is space.
#define WIDE_RADII 1.02f
/// Radii of free width over which corners are spread.
#define SPREAD_RADII 16.0f
/// Halvings of that where the moved corner is not in sight.
#define SPREAD_TRIES 3u
/// Fraction by which the legs at a corner may become longer.
#define SPREAD_COST 0.05f

static VeerVec3 outside_of(const VeerVec3 *corner)
{
    VeerVec3 before = unit3(sub3(corner[0], corner[-1]), (VeerVec3){0});
    VeerVec3 after = unit3(sub3(corner[1], corner[0]), (VeerVec3){0});
    return unit3(sub3(before, after), (VeerVec3){0});
}

/// A corner moved off the wall that it is too near to. @param corner  with the points before and
/// after beside it
static VeerVec3 off_walls(const VeerWorld *world, const VeerVec3 *corner, float radius)
{
    VeerNearWall near[VEER_MAX_WALLS];
    float wanted = WIDE_RADII * radius;
    VeerWallQuery query = {.point = *corner,
                           .range = wanted,
                           .lower = -INFINITY,
                           .upper = INFINITY,
                           .mask = world->def.map.layer};
    if (veer_walls_near(world, &query, near) == 0) {
        return *corner;
    }
    float distance = near[0].distance;
    VeerVec3 off = distance > 1e-3f * wanted
                       ? scale3(veer_world_flat(world, near[0].offset), -1.0f / distance)
                       : outside_of(corner);
    VeerVec3 moved = along3(*corner, off, wanted - distance);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, 0.0f);
    return veer_map_is_clear(&sight, *corner, moved) ? moved : *corner;
}

/// Whether a corner may be moved: both legs are clear, and not much longer.
static bool is_good_corner(VeerMapSight *sight, const VeerVec3 *corner, VeerVec3 moved)
{
    float straight = length3(sub3(corner[0], corner[-1])) + length3(sub3(corner[1], corner[0]));
    float length = length3(sub3(moved, corner[-1])) + length3(sub3(corner[1], moved));
    return length <= (1.0f + SPREAD_COST) * straight &&
           veer_map_is_clear(sight, corner[-1], moved) &&
           veer_map_is_clear(sight, moved, corner[1]);
}

VeerVec3 veer_route_spread_corner(const VeerWorld *world, uint32_t slot, const VeerVec3 *corner)
{
    float radius = world->agent.radius[slot];
    VeerVec3 out = outside_of(corner);
    VeerVec3 before = sub3(corner[0], corner[-1]), after = sub3(corner[1], corner[0]);
    float limit = SPREAD_RADII * radius;
    VeerMapSight sight = veer_map_sight(world, world->map.grid.covered, VEER_SIGHT_RADII * radius);
    float width = veer_map_free_distance(&sight, *corner, out, limit);
    bool is_left_corner = before.x * after.y - before.y * after.x > 0.0f;
    float part = 0.5f * veer_keep_right_part(world, slot);
    float off = width * (is_left_corner ? 0.5f + part : 0.5f - part);
    for (uint32_t i = 0; i < SPREAD_TRIES; i++, off *= 0.5f) {
        VeerVec3 moved = along3(*corner, out, off);
        if (is_good_corner(&sight, corner, moved)) {
            return moved;
        }
    }
    return *corner;
}

void veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius)
{
    for (uint32_t i = 0; i < count; i++) {
        points[i] = veer_world_flat(world, points[i]);
        points[i] = i > 0 && i + 1 < count ? off_walls(world, &points[i], radius) : points[i];
    }
}

uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count)
{
    memmove(points, points + 1, (count - 1) * sizeof *points);
    return count - 1;
}
