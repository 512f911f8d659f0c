/// What follows when the state has been replaced.
#ifndef VEER_WORLD_HOST_SNAPSHOT_H
#define VEER_WORLD_HOST_SNAPSHOT_H

#include "world/base/state.h"

/// Where agents were at the start of the tick, when a state takes the place of another: where it
/// has them; but who is there in both is on its way, while the host moves the bodies.
void veer_world_put_poses(VeerWorld *world, const void *from, const void *to);
/// Makes anew what is made from the state.
void veer_world_resume(VeerWorld *world);

#endif
