/// Passages ahead: where an agent's path becomes narrow next, as a place of the map.
#ifndef VEER_WORLD_TRAFFIC_PASSAGE_H
#define VEER_WORLD_TRAFFIC_PASSAGE_H

#include "world/base/base.h"

/// To the widest corridor: at so many parts of it along its path an agent looks for walls, and so
/// far before a mouth it waits, or goes to it.
#define VEER_STRIDES 4u

/// m.
static inline float veer_stride(float radius)
{
    return VEER_STREAM_RADII * radius / (float)VEER_STRIDES;
}

/// Once a tick, after paths were planned: which passage is ahead of each agent, or which it
/// is in. Cost O(agents), and O(path) for those that look for one.
void veer_passages_run(VeerWorld *world);
/// From an agent to the mouth of the passage ahead on its path, or to its lane where it is astray,
/// m; 0: there is none, or it is in it.
VeerVec3 veer_passage_ahead(const VeerWorld *world, uint32_t slot);

#endif
