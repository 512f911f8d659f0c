/// Paths between two points, without an agent.
#ifndef VEER_WORLD_ROUTE_BETWEEN_H
#define VEER_WORLD_ROUTE_BETWEEN_H

#include "world/base/base.h"

/// From where to where a body goes.
typedef struct VeerTrip {
    VeerVec3 from, to; ///< m
    float radius;      ///< m
    uint32_t may_use;  ///< flags of links, and of edges
} VeerTrip;

/// Searches a path and writes it to the map's points, from its begin on: over cells that is the
/// middle of one. Uses the map's search; its links are those of the map's path.
/// @return whether it leads to the end. Cost of a search
bool veer_route_between(VeerWorld *world, const VeerTrip *trip, uint32_t *count);
/// Whether there is a path to the end. Over cells their labels tell: cost O(1), unless the begin or
/// the end is blocked, or links count; else as above, with what is there overwritten.
bool veer_route_leads(VeerWorld *world, const VeerTrip *trip);

#endif
