/// Maps in a walkable area.
#ifndef VEER_IO_WALKABLE_MAP_H
#define VEER_IO_WALKABLE_MAP_H

#include "io/recording/walkable.h"

/// Adds the map and the links. @return false: no memory
bool veer_walkable_read_map(VeerWalkableArea *area, const VeerWorld *world);

#endif
