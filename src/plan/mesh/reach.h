/// How far it is over a mesh from one point to many, at any angle. A tree of ways (tree.h)
/// tells it, too, but finds the way from everywhere: for 36 goals about one place of the benchmark
/// maps that takes 1.6 (arena) to 35 times as long (Berlin), and twice the memory.
#ifndef VEER_PLAN_MESH_REACH_H
#define VEER_PLAN_MESH_REACH_H

#include "plan/mesh/space.h"

/// So many looks at goals are as much work as to spread an interval.
#define VEER_REACH_LOOKS 16u

/// Ends a polygon's list of goals.
#define VEER_NO_GOAL UINT32_MAX

/// Many goals, and the least lengths of ways to them from the start of the last search.
struct VeerMeshReach {
    const VeerMesh *mesh;
    uint32_t count, capacity;
    uint32_t settled; ///< so many of the first goals can be reached by no shorter way
    VeerVec2 *at;     ///< at[count], in units
    uint32_t *polygon;
    uint32_t *first;       ///< first[polygons]: of the goals in it
    uint32_t *next;        ///< next[count]
    double *length;        ///< length[count], in units; INFINITY: no way was found
    VeerVec2 lower, upper; ///< the box of all goals
    float narrow;          ///< in units: sides from wall to wall that are narrower are closed
    bool is_fine;          ///< all are on the lattice that plain products are exact on
    uint64_t work; ///< since the reach was made: intervals that were spread, and looks at goals
};
typedef struct VeerMeshReach VeerMeshReach;

/// Bytes for so many goals.
size_t veer_mesh_reach_size(const VeerMesh *mesh, uint32_t capacity);

/// A reach without goals, in `memory` aligned to 64.
VeerMeshReach *veer_mesh_reach_init(void *memory, const VeerMesh *mesh, uint32_t capacity);

/// Sets the goals: the nearest points of a part of the mesh.
/// @param points  points[count], m, count <= capacity
/// @param radius  m: of a body that has no room in what is narrower than twice that
void veer_mesh_reach_aim(VeerMeshReach *reach, const VeerVec3 *points, uint32_t count,
                         uint32_t part, float radius);

/// Finds the lengths from a point, or from the nearest one of the part that the goals are in; as
/// the search by intervals, with no links. @param search  of the same mesh; what it was at is lost
/// @return whether all were found: false where the search ran out of intervals, too
bool veer_mesh_reach_from(VeerMeshReach *reach, VeerMeshSearch *search, VeerVec3 start,
                          uint32_t part);

/// m, in plan, to a goal.
static inline double veer_mesh_reach_length(const VeerMeshReach *reach, uint32_t goal)
{
    return reach->length[goal] * (double)reach->mesh->unit.x;
}

/// Notes a way to a goal that turns last at a root.
static inline void veer_mesh_reach_note(VeerMeshReach *reach, uint32_t goal, double length)
{
    if (length < reach->length[goal]) {
        reach->length[goal] = length;
    }
}

/// Whether a side is too narrow for the body.
static inline bool veer_mesh_reach_is_closed(const VeerMeshReach *reach, uint32_t side)
{
    const VeerMesh *mesh = reach->mesh;
    uint32_t a = mesh->corner[side], b = mesh->corner[veer_mesh_next(mesh, side)];
    VeerVec2 way = sub2(mesh->plan[b], mesh->plan[a]);
    return mesh->is_border[a] && mesh->is_border[b] &&
           dot2(way, way) < reach->narrow * reach->narrow;
}

/// Notes the ways straight from a point to all goals of a polygon that holds it.
void veer_mesh_reach_straight(VeerMeshReach *reach, uint32_t polygon, VeerVec2 from, double cost);

/// No way to any goal by an interval is shorter than this, its root not counted, in units.
double veer_mesh_reach_left(const VeerMeshReach *reach, VeerVec2 root,
                            const VeerInterval *interval);

/// Whether ways of `total` or more are not worth while.
bool veer_mesh_reach_is_done(VeerMeshReach *reach, double total);

#endif
