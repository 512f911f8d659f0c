/// Which legs of stored routes are links, and which link an agent is on.
#ifndef VEER_WORLD_BASE_ROUTE_LINKS_H
#define VEER_WORLD_BASE_ROUTE_LINKS_H

#include "veer/link.h"
#include "world/base/state.h"

/// The flag of a link that nobody may use.
#define VEER_LINK_CLOSED (~VEER_LINK_FLAGS)

/// Where a link begins for those who come to its start: twice its number, and 1 for those who go
/// back.
typedef struct VeerLinkStart {
    bool is_link;    ///< false: the leg is walked
    bool is_allowed; ///< it is open, and the agent may use it
    uint32_t link;
    uint32_t start;
} VeerLinkStart;

/// A leg of a route: walked, over a link, or over one that the agent may not use.
typedef enum VeerHop { VEER_HOP_NONE, VEER_HOP_OPEN, VEER_HOP_CLOSED } VeerHop;

/// m: where the link ends that an agent is on.
VeerVec3 veer_links_end(const VeerWorld *world, uint32_t slot);
uint64_t veer_link_use_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);
/// What an agent may use; 0 where there are no links.
uint32_t veer_links_allowed(const VeerWorld *world, uint32_t slot);
/// Has an agent forget a link that is gone: its slot may soon be another's.
void veer_links_drop(VeerWorld *world, uint32_t slot, uint32_t link);
/// Keeps the hops of the way that was just kept as a route.
void veer_links_keep(VeerWorld *world, uint32_t slot);
/// How many points of the way that was just read can be kept.
uint32_t veer_links_max_points(const VeerWorld *world);
/// Whether a route's leg from the point with so many points ahead, itself among them, is a link.
VeerLinkStart veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left);
/// What the leg of a route is after so many points ahead; the first is that which the agent is on.
VeerHop veer_links_hop(const VeerWorld *world, uint32_t slot, uint32_t passed);
/// Whether an agent is on a link.
bool veer_links_is_crossing(const VeerWorld *world, uint32_t slot);
/// How many points ahead, the next link's first included, may be passed by sight.
uint32_t veer_links_free_points(const VeerWorld *world, uint32_t slot);

#endif
