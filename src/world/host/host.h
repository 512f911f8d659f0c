/// What hosts call that concerns every room: a world is made, saved and read, agents come and go.
#ifndef VEER_WORLD_HOST_HOST_H
#define VEER_WORLD_HOST_HOST_H

#include "world/base/base.h"

/// The hash of a slot's route and cover, after `hash`; of all else of the map.
uint64_t veer_route_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);
uint64_t veer_map_hash(const VeerWorld *world);

/// Computes sizes; with blocks in place, sets every pointer of the world into them.
void veer_world_lay_out(VeerWorld *world);

#endif
