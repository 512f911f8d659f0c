/// What follows when the state has been replaced.
#ifndef VEER_WORLD_HOST_SNAPSHOT_H
#define VEER_WORLD_HOST_SNAPSHOT_H

#include "world/base/state.h"

/// Makes anew what is made from the state.
void veer_world_resume(VeerWorld *world);

#endif
