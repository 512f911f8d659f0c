/// What follows when the state has been replaced.
#ifndef VEER_WORLD_HOST_SNAPSHOT_H
#define VEER_WORLD_HOST_SNAPSHOT_H

#include "world/base/state.h"

/// Makes anew what is made from the state.
void veer_world_resume(VeerWorld *world);
/// What an agent that is there adds to the hash of its world.
uint64_t veer_world_hash_agent(const VeerWorld *world, uint32_t slot);

#endif
