/// Paths over a mesh, kept off its walls.
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/route/route.h"

#include <string.h>

/// Radii off the walls that need no correction.
#define CUT_RADII 0.99f
/// Moves of a link's end off the walls, at most.
#define MAX_PUSHES 4u
/// Corners inserted into a leg, at most.
#define MAX_ADDED 8u

/// The direction away from a wall: from its nearest point; for what touches it, to its free side.
static VeerVec3 away_from(const VeerNearWall *wall)
{
    VeerVec3 side = sub3(wall->b, wall->a);
    VeerVec3 off = unit3(vec3(-side.y, side.x, 0.0f), (VeerVec3){0});
    return unit3(scale3(wall->offset, -1.0f), off);
}

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
        at = along3(at, away_from(&near[i]), wanted - near[i].distance);
    }
    if (is_single && found.count > 0 && near[0].distance == 0.0f &&
        veer_mesh_gap(world->map.mesh.whole, at, wanted) < CUT_RADII / VEER_MESH_RADII * wanted) {
        // walls that end in one point have it between their sides
        at = beyond(&near[0], place, wanted);
    }
    return at;
}

VeerVec3 veer_mesh_plan_off_walls(const VeerWorld *world, VeerVec3 point, float wanted)
{
    const VeerMesh *mesh = world->map.mesh.whole;
    VeerVec3 place = point;
    for (uint32_t i = 0; i < MAX_PUSHES && veer_mesh_gap(mesh, place, wanted) < wanted; i++) {
        place = pushed(world, place, wanted, true);
        (void)veer_mesh_nearest(mesh, place, &place);
    }
    return veer_mesh_gap(mesh, place, wanted) >= CUT_RADII / VEER_MESH_RADII * wanted ? place
                                                                                      : point;
}

/// Corners between the ends of a leg, off the walls. @return how many
static uint32_t find_corners(const VeerWorld *world, VeerVec3 before, VeerVec3 to, float body,
                             bool is_single, VeerVec3 points[MAX_ADDED + 1u])
{
    const VeerMesh *mesh = world->map.mesh.whole;
    float radius = CUT_RADII * body, part;
    uint32_t count = 1;
    points[0] = to;
    for (uint32_t at = 0; at < count; before = points[at++]) {
        while (count <= MAX_ADDED &&
               (part = veer_mesh_pinch(mesh, before, points[at], radius)) <= 1.0f) {
            VeerVec3 place = along3(before, sub3(points[at], before), part);
            (void)veer_mesh_nearest(mesh, place, &place); // the slope may change along the leg
            place = pushed(world, place, VEER_MESH_RADII * body, is_single);
            if (veer_mesh_gap(mesh, place, radius) < radius) {
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
        uint32_t added = find_corners(world, from, points[at], body, is_single, corners);
        added = count + added <= world->map.routes.room ? added : 0;
        memmove(points + at + added, points + at, (count - at) * sizeof *points);
        memcpy(points + at, corners, added * sizeof *points);
        count += added;
        at += added;
    }
    return count;
}
