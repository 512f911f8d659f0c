/// The door of the map: its kinds, sight over it, its classes, what covers it.
#ifndef VEER_WORLD_MAP_MAP_H
#define VEER_WORLD_MAP_MAP_H

#include "base/arena.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "plan/mesh/mesh.h"
#include "world/map/check.h"
#include "world/map/cover.h"
#include "world/map/graph_components.h"
#include "world/map/links.h"
#include "world/map/mesh_cover.h"
#include "world/map/traits.h"
#include "world/map/walls.h"

/// Samples of a line per cell, or per bucket of cells.
#define VEER_MAP_SAMPLES 4.0f
/// m between samples of a path over a map without cells.
#define VEER_SAMPLE_STEP 1.0f
/// m above or below a floor within which something is on it. Storeys are further apart.
#define VEER_OFF_FLOOR 1.0f

/// What an edit has freed.
typedef struct VeerMapOpening {
    bool is_there;  ///< false: it has freed nothing
    VeerBounds box; ///< m
    float gain;     ///< m that any path may become shorter by at most; INFINITY: not known
    float reach;    ///< m off the box within which all paths that go round it nearby lie
} VeerMapOpening;

/// Has paths checked in the next plan stage, and asks for new ones where what has opened may
/// shorten them: those that lead past it, and others where they may gain much. Several edits
/// between two ticks may add up: then all that may gain anything.
void veer_map_note_edit(VeerWorld *world, VeerMapOpening opening);
/// Whether a path may be shorter through a passage that has opened: the straight one to it and on
/// is.
/// @param enter,leave  m: its ends; one box: an area
/// @param cost  m, from one to the other
bool veer_map_may_shorten(const VeerWorld *world, uint32_t slot, VeerBounds enter, VeerBounds leave,
                          float cost);
/// A body's sight over the map; over a grid, over `grid`.
VeerMapSight veer_map_sight(const VeerWorld *world, const VeerGrid *grid, float radius);
/// Whether a body may go straight from one point to another, as veer_grid_is_clear.
/// @param sight  a VeerMapSight
bool veer_map_is_clear(void *sight, VeerVec3 from, VeerVec3 to);
/// Whether an agent sees a point from another past the map's walls.
bool veer_map_sees(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to);
/// m, free distance in a direction, up to `limit`: bisected, so up to a fiftieth of `limit` too
/// short.
float veer_map_free_distance(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit);
/// m of free width to both sides of a point.
typedef struct VeerFreeSides {
    float right, left;
} VeerFreeSides;

/// The free width to a side, which is called the right one, and to the other, as
/// veer_map_free_distance, for little more than that of one.
/// @param most  m, of both
VeerFreeSides veer_map_free_sides(VeerMapSight *sight, VeerVec3 from, VeerVec3 side, float limit,
                                  float most);
/// m, free width to both sides of a direction, up to `limit` to each.
float veer_map_free_across(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit);

/// A hash of what a map is made of, all of it; 0: there is none.
uint64_t veer_map_content(const VeerWorldMapDef *def);
void veer_map_def_need(VeerRefusal *refusal, const VeerWorldDef *def);
void veer_map_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_map_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// Initialises what is not zero in a new world's state.
void veer_map_begin(VeerWorld *world);
/// Makes the scratch anew from the state.
void veer_map_rebuild(VeerWorld *world);
/// The number of the class for bodies of a radius.
uint32_t veer_map_class_for(VeerWorld *world, float radius);
/// A class, up to date with the covered map. Cost as veer_grid_dilate if it was not.
const VeerMapClass *veer_map_class(VeerWorld *world, uint32_t number);
/// Whether a bit of the state says that something is blocked.
bool veer_map_is_kept(const VeerWorld *world, size_t bit);
void veer_map_keep(VeerWorld *world, size_t bit, bool is_blocked);
/// m, of a cell or a voxel.
static inline float veer_map_cell_size(const VeerWorld *world)
{
    return world->map.shape.cell_size;
}

/// Puts an agent on the nearest floor of a mesh, or at the height of its link.
void veer_mesh_map_stand(VeerWorld *world, uint32_t slot, float from, float dt);
/// Samples along a line so that no cell of a graph is left out, with the node that each is over:
/// the one before, a neighbour, or the nearest.
uint32_t veer_graph_map_samples(const VeerGraph *graph, VeerVec3 from, VeerVec3 to);
uint32_t veer_graph_map_next(const VeerGraph *graph, uint32_t node, VeerVec3 at);
/// The kind of map that a def asks for; NULL: none.
const VeerMapTraits *veer_map_traits_of(const VeerWorldMapDef *def);

#endif
