/// What of a world cannot be spread over shards.
#ifndef VEER_WORLD_HOST_SPREAD_H
#define VEER_WORLD_HOST_SPREAD_H

#include "world/base/state.h"

/// Why a world cannot be spread, in a few words; NULL: it can. Cost O(agents + obstacles).
const char *veer_shard_refusal(const VeerWorld *world);

#endif
