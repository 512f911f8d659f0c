/// The door of the map: its kinds, sight over it, its classes, what covers it.
#ifndef VEER_WORLD_MAP_MAP_H
#define VEER_WORLD_MAP_MAP_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/map/graph_components.h"
#include "world/map/graph_map.h"
#include "world/map/link_use.h"
#include "world/map/links.h"
#include "world/map/mesh_cover.h"
#include "world/map/mesh_map.h"
#include "world/map/traits.h"
#include "world/map/walls.h"

/// Ways pass walls at this many radii: strings that were pulled touch the corners of cells.
#define VEER_SIGHT_RADII 0.99f

/// Counts the bodies that cover the map where they are now. @return whether a cell changed
bool veer_map_cover(VeerWorld *world);
/// Whether bodies can cover the map.
bool veer_map_has_covers(const VeerWorld *world);
/// Counts all in that the state says are counted, on a map that nothing covers.
void veer_map_recount(VeerWorld *world);

/// Asks for new plans where what was freed opens a way. What was blocked the routes find out
/// themselves, in the next plan stage.
void veer_map_tell_routes(VeerWorld *world, VeerBounds opened);
/// How a body looks over the map; of one of cells, over `grid`.
VeerMapSight veer_map_sight(const VeerWorld *world, const VeerGrid *grid, float radius);
/// Whether a body may go straight from one point to another, as veer_grid_is_clear.
/// @param sight  a VeerMapSight
bool veer_map_is_clear(void *sight, VeerVec3 from, VeerVec3 to);
/// How far it is free in a direction, m, up to `most`: halved a few times until it is, so up to a
/// fiftieth of `most` too little.
float veer_map_free_distance(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float most);
/// How far it is free to both sides of a way in all, m; up to `most` to each.
float veer_map_free_across(VeerMapSight *sight, VeerVec3 from, VeerVec3 way, float most);

bool veer_map_def_is_good(const VeerWorldDef *def);
void veer_map_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_map_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// Sets what is not zero in a new world's state.
void veer_map_begin(VeerWorld *world);
/// Makes the scratch anew from the state.
void veer_map_rebuild(VeerWorld *world);
/// The number of the class for bodies of a radius.
uint32_t veer_map_class_for(VeerWorld *world, float radius);
/// A class, up to date with the covered map. Cost as veer_grid_dilate where it was not.
const VeerMapClass *veer_map_class(VeerWorld *world, uint32_t number);
/// How many words of the state hold what is blocked.
size_t veer_map_words(const VeerWorld *world);
/// m, of a cell or a voxel.
float veer_map_cell_size(const VeerWorld *world);
/// The kind of map that a def asks for; NULL: none, or more than one.
const VeerMapTraits *veer_map_traits_of(const VeerWorldMapDef *def);

#endif
