/// Moves the turns of planned ways off the walls, and apart from each other.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/route.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Turns of a route lie this many radii off the walls, where there is room.
#define WIDE_RADII 1.02f
/// Turns are spread over this many radii of what is free across.
#define SPREAD_RADII 16.0f
/// And by half as much, and half of that, where that is not clear.
#define SPREAD_TRIES 3u
/// Nor by more than makes the legs about the turn longer by this part.
#define SPREAD_COST 0.05f

/// To the outside of a turn.
static VeerVec3 outside_of(const VeerVec3 *turn)
{
    VeerVec3 before = unit3(sub3(turn[0], turn[-1]), (VeerVec3){0});
    VeerVec3 after = unit3(sub3(turn[1], turn[0]), (VeerVec3){0});
    return unit3(sub3(before, after), (VeerVec3){0});
}

/// A turn (the points before and after lie beside it) moved off the wall that it is too near to:
/// pulled strings touch the corners of cells, and of walls.
static VeerVec3 widened(const VeerWorld *world, const VeerVec3 *turn, float radius)
{
    VeerNearWall near[VEER_MAX_WALLS];
    float wanted = WIDE_RADII * radius;
    VeerWallQuery query = {.point = *turn,
                           .range = wanted,
                           .lower = -INFINITY,
                           .upper = INFINITY,
                           .mask = world->def.map.layer};
    if (veer_walls_near(world, &query, near) == 0) {
        return *turn;
    }
    float distance = near[0].distance;
    VeerVec3 off = distance > 1e-3f * wanted
                       ? scale3(veer_world_flat(world, near[0].offset), -1.0f / distance)
                       : outside_of(turn);
    VeerVec3 moved = along3(*turn, off, wanted - distance);
    VeerMapSight looking = veer_map_sight(world, world->map.grid.walls, 0.0f);
    return veer_map_is_clear(&looking, *turn, moved) ? moved : *turn;
}

/// Whether a turn may be moved as far: both legs are clear, and not much longer.
static bool is_good_turn(VeerMapSight *sight, const VeerVec3 *turn, VeerVec3 moved)
{
    float straight = length3(sub3(turn[0], turn[-1])) + length3(sub3(turn[1], turn[0]));
    float length = length3(sub3(moved, turn[-1])) + length3(sub3(turn[1], moved));
    return length <= (1.0f + SPREAD_COST) * straight && veer_map_is_clear(sight, turn[-1], moved) &&
           veer_map_is_clear(sight, moved, turn[1]);
}

VeerVec3 veer_route_spread_corner(const VeerWorld *world, uint32_t slot, const VeerVec3 *turn)
{
    float radius = world->agent.radius[slot];
    VeerVec3 out = outside_of(turn);
    VeerVec3 before = sub3(turn[0], turn[-1]), after = sub3(turn[1], turn[0]);
    float most = SPREAD_RADII * radius;
    VeerMapSight looking =
        veer_map_sight(world, world->map.grid.covered, VEER_SIGHT_RADII * radius);
    float width = veer_map_free_distance(&looking, *turn, out, most);
    bool turns_left = before.x * after.y - before.y * after.x > 0.0f;
    float part = 0.5f * veer_keep_right_part(world, slot);
    float off = width * (turns_left ? 0.5f + part : 0.5f - part);
    for (uint32_t i = 0; i < SPREAD_TRIES; i++, off *= 0.5f) {
        VeerVec3 moved = along3(*turn, out, off);
        if (is_good_turn(&looking, turn, moved)) {
            return moved;
        }
    }
    return *turn;
}

void veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius)
{
    for (uint32_t i = 0; i < count; i++) {
        points[i] = veer_world_flat(world, points[i]);
        points[i] = i > 0 && i + 1 < count ? widened(world, &points[i], radius) : points[i];
    }
}

uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count)
{
    memmove(points, points + 1, (count - 1) * sizeof *points);
    return count - 1;
}
