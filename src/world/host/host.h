/// What hosts call that concerns every room: a world is made, saved and read, agents come and go.
#ifndef VEER_WORLD_HOST_HOST_H
#define VEER_WORLD_HOST_HOST_H

#include "world/base/base.h"

/// Computes sizes; with blocks in place, sets every pointer of the world into them.
void veer_world_lay_out(VeerWorld *world);

#endif
