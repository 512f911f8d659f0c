/// Paths over a mesh, kept off its walls.
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/route/route.h"

#include <string.h>

/// Moves of a link's end off the walls, at most.
#define MAX_PUSHES 8u
/// Corners inserted into a leg, at most.
#define MAX_ADDED 8u

/// A point beyond the end of the wall that a point is on.
static VeerVec3 beyond(const VeerNearWall *wall, VeerVec3 place, float wanted)
{
    VeerVec2 from_b = sub2(plane2(place), plane2(wall->b));
    VeerVec3 along = unit3(sub3(wall->b, wall->a), (VeerVec3){0});
    return along3(place, along, from_b.x == 0.0f && from_b.y == 0.0f ? wanted : -wanted);
}

/// A point moved off the map's walls near it.
/// @param is_single  for one body: beyond the end of walls that the path crosses
static VeerVec3 pushed(const VeerWorld *world, VeerVec3 place, float wanted, bool is_single)
{
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {.point = place,
                           .range = wanted,
                           .lower = place.z,
                           .upper = place.z,
                           .mask = world->def.map.layer};
    VeerWallCollector found = {.world = world, .query = &query, .out = near};
    world->map.traits->find_walls(&found);
    VeerVec3 at = place;
    for (uint32_t i = 0; i < found.count; i++) {
        at = along3(at, veer_walls_away(&near[i]), wanted - near[i].distance);
    }
    if (is_single && found.count > 0 && near[0].distance == 0.0f &&
        veer_map_gap(world, at, wanted) < VEER_SIGHT_RADII / VEER_PATH_RADII * wanted) {
        // walls that end in one point have it between their sides
        at = beyond(&near[0], place, wanted);
    }
    return at;
}

/// Moves a place off the walls near it, between two of them by less each time. @return whether a
/// body has room there
static bool push_off(const VeerWorld *world, VeerVec3 *place, float body, bool is_single)
{
    for (uint32_t i = 0; i < MAX_PUSHES; i++) {
        float part = (float)i / (float)(MAX_PUSHES - 1u);
        float wanted = body * (VEER_PATH_RADII + (1.0f - VEER_PATH_RADII) * part);
        if (veer_map_gap(world, *place, wanted) >= wanted) {
            break;
        }
        *place = pushed(world, *place, wanted, is_single);
        (void)veer_mesh_nearest(world->map.mesh.whole, *place, place);
    }
    return veer_map_has_room(world, *place, body);
}

VeerVec3 veer_mesh_plan_off_walls(const VeerWorld *world, VeerVec3 point, float body)
{
    VeerVec3 place = point;
    return push_off(world, &place, body, true) ? place : point;
}

/// Corners between the ends of a leg, off the walls. @return how many
static uint32_t find_corners(const VeerWorld *world, VeerVec3 before, VeerVec3 to, float body,
                             bool is_single, VeerVec3 points[MAX_ADDED + 1u])
{
    const VeerMesh *mesh = world->map.mesh.whole;
    float radius = VEER_SIGHT_RADII * body, part;
    uint32_t count = 1;
    points[0] = to;
    for (uint32_t at = 0; at < count; before = points[at++]) {
        while (count <= MAX_ADDED &&
               (part = veer_mesh_pinch(mesh, before, points[at], radius)) <= 1.0f) {
            VeerVec3 place = along3(before, sub3(points[at], before), part);
            (void)veer_mesh_nearest(mesh, place, &place); // the slope may change along the leg
            if (!push_off(world, &place, body, is_single)) {
                break; // narrow: the walls lead the body through
            }
            memmove(points + at + 1, points + at, (count++ - at) * sizeof *points);
            points[at] = place;
        }
    }
    return count - 1u;
}

uint32_t veer_mesh_plan_path_off_walls(const VeerWorld *world, VeerVec3 from, VeerVec3 *points,
                                       uint32_t count, float body, bool is_single)
{
    VeerVec3 corners[MAX_ADDED + 1u];
    for (uint32_t at = 0; body > 0.0f && at < count; from = points[at++]) {
        points[at] =
            at + 1u < count ? veer_mesh_plan_off_walls(world, points[at], body) : points[at];
        uint32_t added = find_corners(world, from, points[at], body, is_single, corners);
        added = count + added <= world->map.routes.room ? added : 0;
        memmove(points + at + added, points + at, (count - at) * sizeof *points);
        memcpy(points + at, corners, added * sizeof *points);
        count += added;
        at += added;
    }
    return count;
}
