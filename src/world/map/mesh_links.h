/// Links over a mesh.
#ifndef VEER_WORLD_MAP_MESH_LINKS_H
#define VEER_WORLD_MAP_MESH_LINKS_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/map/traits.h"

/// Whether the world has slots for the mesh's own links, and all of them are valid.
bool veer_mesh_map_links_fit(const VeerWorldMapDef *def);
void veer_mesh_map_lay_out_links(VeerWorld *world, VeerArena *arena);
/// Makes the mesh's own links the first of a new world's.
void veer_mesh_map_take_links(VeerWorld *world, const VeerMesh *mesh);
/// Puts the world's links on its mesh, as they are now.
void veer_mesh_map_bring_links(VeerWorld *world);
/// The height after this tick of an agent on a link, m.
float veer_mesh_map_link_height(const VeerWorld *world, uint32_t slot, float dt);
extern const VeerLinkTraits veer_link_traits_mesh;

#endif
