/// Bodies that cover a mesh.
#ifndef VEER_WORLD_MAP_MESH_COVER_H
#define VEER_WORLD_MAP_MESH_COVER_H

#include "base/arena.h"
#include "world/map/traits.h"

/// Whether pieces lie on a mesh: each one's middle does, about. Cost O(pieces) nearest polygons.
bool veer_mesh_map_pieces_fit(const VeerMesh *whole, const VeerMesh *pieces);
void veer_mesh_map_lay_out_covers(VeerWorld *world, VeerArena *arena);
/// Initialises constant data of the pieces of a new world.
void veer_mesh_map_begin_covers(VeerWorld *world);
/// Counts all bodies anew that the state has on the pieces.
/// @param has_changed  blocked polygons have changed
void veer_mesh_map_rebuild_covers(VeerWorld *world, bool has_changed);
/// Blocks or frees pieces, as polygons in a box are now, m.
void veer_mesh_map_block_pieces(VeerWorld *world, VeerBounds box);
/// Whether a straight leg of a route crosses a covered piece; about the end of the last leg it may.
bool veer_mesh_map_is_covered(const VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_last);
extern const VeerCoverTraits veer_cover_traits_mesh;

#endif
