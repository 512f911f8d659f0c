/// The goals of a search for lengths from one point to many.
#ifndef VEER_PLAN_MESH_LENGTHS_H
#define VEER_PLAN_MESH_LENGTHS_H

#include "plan/mesh/mesh.h"
#include "plan/mesh/space.h"

/// So many looks at goals are as much work as to spread an interval.
#define VEER_LENGTHS_LOOKS 16u

/// Ends a polygon's list of goals.
#define VEER_NO_GOAL UINT32_MAX

/// Many goals, and the least lengths of paths to them from the start of the last search.
struct VeerMeshLengths {
    const VeerMesh *mesh;
    uint32_t count, capacity;
    uint32_t settled; ///< so many of the first goals can be reached by no shorter path
    VeerVec2 *at;     ///< at[count], in units
    uint32_t *polygon;
    uint32_t *first;       ///< first[polygons]: of the goals in it
    uint32_t *next;        ///< next[count]
    double *length;        ///< length[count], in units; INFINITY: no path was found
    VeerVec2 lower, upper; ///< the box of all goals
    float narrow;          ///< in units: sides from wall to wall that are narrower are closed
    bool is_fine;          ///< all are on the lattice that plain products are exact on
    uint64_t work; ///< since the goals were set: intervals that were spread, and looks at goals
};

/// Forgets all lengths.
void veer_mesh_lengths_forget(VeerMeshLengths *lengths);

/// Notes a path to a goal that turns last at a root.
static inline void veer_mesh_lengths_note(VeerMeshLengths *lengths, uint32_t goal, double length)
{
    if (length < lengths->length[goal]) {
        lengths->length[goal] = length;
    }
}

/// Whether a side is too narrow for the body.
static inline bool veer_mesh_lengths_is_closed(const VeerMeshLengths *lengths, uint32_t side)
{
    const VeerMesh *mesh = lengths->mesh;
    uint32_t a = mesh->corner[side], b = mesh->corner[veer_mesh_next(mesh, side)];
    VeerVec2 along = sub2(mesh->plan[b], mesh->plan[a]);
    return mesh->is_border[a] && mesh->is_border[b] &&
           dot2(along, along) < lengths->narrow * lengths->narrow;
}

/// Notes the paths straight from a point to all goals of a polygon that holds it.
void veer_mesh_lengths_straight(VeerMeshLengths *lengths, uint32_t polygon, VeerVec2 from,
                                double cost);

/// No path to any goal by an interval is shorter than this, its root not counted, in units.
double veer_mesh_lengths_left(const VeerMeshLengths *lengths, VeerVec2 root,
                              const VeerInterval *interval);

/// Whether paths of `total` or more are not worth while.
bool veer_mesh_lengths_is_done(VeerMeshLengths *lengths, double total);

#endif
