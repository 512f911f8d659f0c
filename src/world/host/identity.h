/// Which states fit a world: what it was made by, and how it lays its state out.
#ifndef VEER_WORLD_HOST_IDENTITY_H
#define VEER_WORLD_HOST_IDENTITY_H

#include "world/base/state.h"

/// Sets the hashes of a new world's def and map, and the fingerprint of its state.
void veer_world_identify(VeerWorld *world);
/// What a state begins with that fits a world.
uint64_t veer_world_fingerprint(const VeerWorld *world);
/// A hash of how the library lays out the state of a world: names, places and sizes of all that it
/// has, and bytes in all.
uint64_t veer_world_layout(const VeerWorld *world);

#endif
