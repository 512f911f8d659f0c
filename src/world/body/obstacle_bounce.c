/// Where free balls bounce off the map of a world: edges of a grid, voxels, sides of a mesh, the
/// rim of a graph.
#include "geom/segment.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"

/// Walls that turn a ball back in one tick, at most: it may fly into a corner.
#define MAX_TURNS 4

/// The wall that a ball meets first, and when.
typedef struct MapHit {
    VeerVec3 position, velocity;
    float radius;
    float time;      ///< s; less than 0 where it is in the wall by a part of its radius
    VeerVec3 normal; ///< unit, off the wall
} MapHit;

/// A wall whose nearest point lies `off` from the ball's middle. @param side  off the wall, where
/// the middle touches it
static void meet(MapHit *hit, VeerVec3 off, VeerVec3 side)
{
    VeerVec3 normal = unit3(scale3(off, -1.0f), side);
    float approach = -dot3(hit->velocity, normal);
    if (approach > 0.0f) {
        float time = (length3(off) - hit->radius) / approach;
        hit->normal = time < hit->time ? normal : hit->normal;
        hit->time = min_f(time, hit->time);
    }
}

/// A wall with two ends, which holds from the left of the path from a to b alone.
static void meet_side(MapHit *hit, VeerVec3 from, VeerVec3 to)
{
    VeerVec2 a = plane2(from), ab = sub2(plane2(to), a), at = plane2(hit->position);
    VeerVec2 off = sub2(add2(a, scale2(ab, veer_segment_nearest2(a, plane2(to), at))), at);
    if (cross2(ab, sub2(at, a)) >= 0.0f) {
        meet(hit, vec3(off.x, off.y, 0.0f), unit3(vec3(-ab.y, ab.x, 0.0f), (VeerVec3){0}));
    }
}

static bool meet_edge(void *context, const VeerGridEdge *edge)
{
    meet_side(context, edge->a, edge->b);
    return true;
}

static bool meet_mesh(void *context, const VeerMeshWall *wall)
{
    meet_side(context, wall->a, wall->b);
    return true;
}

static bool meet_rim(void *context, const VeerGraphWall *wall, uint32_t number)
{
    (void)number;
    meet_side(context, vec3(wall->a.x, wall->a.y, 0.0f), vec3(wall->b.x, wall->b.y, 0.0f));
    return true;
}

static bool meet_voxels(void *context, const VeerVoxelWall *wall)
{
    MapHit *hit = context;
    meet(hit, sub3(wall->nearest, hit->position), (VeerVec3){0});
    return true;
}

static void visit_walls(const VeerWorldMap *map, float height, float reach, MapHit *hit)
{
    VeerVec3 at = hit->position, span = {reach, reach, 0.0f};
    if (map->grid.walls) {
        veer_grid_edges(map->grid.walls, (VeerBounds){sub3(at, span), add3(at, span)}, meet_edge,
                        hit);
    } else if (map->voxels.blocked) {
        veer_voxels_walls(map->voxels.blocked, at, reach, meet_voxels, hit);
    } else if (map->mesh.whole) {
        veer_mesh_walls(map->mesh.whole,
                        &(VeerMeshWallQuery){at, reach, at.z - height, at.z + height}, meet_mesh,
                        hit);
    } else if (map->graph.area) {
        VeerFlatBox box = {plane2(sub3(at, span)), plane2(add3(at, span))};
        (void)veer_graph_area_walls(map->graph.area, box, meet_rim, hit);
    }
}

/// Turns a ball back at the wall that it meets first. @return whether there is one in this tick
static bool turn_back(const VeerWorld *world, uint32_t slot, float dt, VeerVec3 *velocity)
{
    float radius = world->obstacle.radius[slot];
    MapHit hit = {.position = world->obstacle.position[slot],
                  .velocity = *velocity,
                  .radius = radius,
                  .time = dt};
    visit_walls(&world->map, world->obstacle.height[slot], radius + length3(*velocity) * dt, &hit);
    if (hit.time < dt) {
        *velocity = along3(*velocity, hit.normal, -2.0f * dot3(*velocity, hit.normal));
    }
    return hit.time < dt;
}

void veer_obstacle_bounce_off_map(VeerWorld *world, uint32_t slot, float dt)
{
    VeerVec3 *velocity = &world->ball_next_velocity[slot];
    int turns = 0;
    while (turns < MAX_TURNS && turn_back(world, slot, dt, velocity)) {
        turns++;
    }
    if (turns > 0) {
        // Between walls nearer to each other than it is wide, it stays.
        world->ball_shift[slot] = scale3(*velocity, turns < MAX_TURNS ? dt : 0.0f);
    }
}
