/// Meshes as maps of worlds.
#ifndef VEER_WORLD_MAP_MESH_MAP_H
#define VEER_WORLD_MAP_MESH_MAP_H

#include "map/mesh/mesh.h"
#include "plan/mesh/mesh.h"
#include "world/base/base.h"

/// Puts an agent on the nearest floor of a mesh, or at the height of its link.
void veer_mesh_map_stand(VeerWorld *world, uint32_t slot, float dt);

#endif
