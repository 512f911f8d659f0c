/// Shards: worlds that are one part of a larger one. For libraries that spread a world over
/// processes, as veer_mpi does (veer/mpi.h); hosts have no use for it.
#ifndef VEER_SHARD_H
#define VEER_SHARD_H

#include "veer/world.h"

/// What such libraries call, as an internal header of this version lists it. Opaque.
typedef struct VeerShardDoor VeerShardDoor;

/// Never NULL. Fits libraries that were built with the same sources only.
VEER_API const VeerShardDoor *veer_shard_door(void);

#endif
