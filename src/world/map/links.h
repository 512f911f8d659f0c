/// Links in the state of a world: what routes and the tick do with them. Worlds without have none
/// of this, and all of it may be called there.
#ifndef VEER_WORLD_LINKS_H
#define VEER_WORLD_LINKS_H

#include "veer/link.h"
#include "world/map/traits.h"

/// The flag of a link that nobody may use.
#define VEER_LINK_CLOSED (~VEER_LINK_FLAGS)

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// The hash of all links, after `hash`; and of what an agent has of them.
uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash);
uint64_t veer_link_use_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);

/// Puts the ends of all links on free cells of a class; links without are closed there.
void veer_links_settle(const VeerWorld *world, VeerMapClass *class);
/// The labels that can be reached from one by the links that may be used: the map's link_labels.
/// Over a mesh they are its rooms.
/// @param class  of a grid; NULL: the map is a mesh
/// @return how many, 1 at least: the first is `from`
uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from);
/// Whether a label is one of labels[count].
static inline bool veer_links_has_label(const uint32_t *labels, uint32_t count, uint32_t label)
{
    while (count > 0 && labels[count - 1u] != label) {
        count--;
    }
    return count > 0;
}
/// Whether any link is open.
bool veer_links_has_open(const VeerWorld *world);
/// What an agent may use; 0 where there are no links.
uint32_t veer_links_allowed(const VeerWorld *world, uint32_t slot);

/// Sets what a new agent has: it may use all, and is on none.
void veer_links_forget(VeerWorld *world, uint32_t slot);
/// Has an agent forget a link that is gone: its slot may soon be another's.
void veer_links_drop(VeerWorld *world, uint32_t slot, uint32_t link);
/// Keeps the hops of the way that was just kept as a route.
void veer_links_keep(VeerWorld *world, uint32_t slot);
/// How many points of the way that was just read can be kept.
uint32_t veer_links_most_points(const VeerWorld *world);

/// Where a link begins for those who come to its start: twice its number, and 1 for those who go
/// back.
typedef struct VeerLinkStart {
    bool is_one;     ///< false: it is none
    bool is_allowed; ///< it is open, and the agent may use it
    uint32_t link;
    uint32_t start;
} VeerLinkStart;

/// Whether a route's leg from the point with so many points ahead, itself among them, is a link.
VeerLinkStart veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left);
/// A leg of a route: walked, over a link, or over one that the agent may not use.
typedef enum VeerHop { VEER_HOP_NONE, VEER_HOP_OPEN, VEER_HOP_CLOSED } VeerHop;

/// What the leg of a route is after so many points ahead; the first is that which the agent is on.
VeerHop veer_links_hop(const VeerWorld *world, uint32_t slot, uint32_t passed);
/// Whether an agent is on a link.
bool veer_links_is_crossing(const VeerWorld *world, uint32_t slot);
/// The cell of a class where the link ends that an agent is on.
VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class);
/// Whether an agent that is on a link has crossed it: it sees its end, close by or behind it.
/// @param distance  m, to the end
bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance);
/// Has an agent that came to a link go on it, or leave one that it has crossed.
/// @param next  m: the point that it heads for
/// @param left  points ahead, that one included
/// @param near  m: it is where a link ends
/// @return whether it just went on one: then that point is passed
bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near);
/// How many points ahead, the next link's first included, may be passed by sight.
uint32_t veer_links_free_points(const VeerWorld *world, uint32_t slot);
/// The wish of an agent that is on a link and cannot just go on, m/s. @return false: it is not
bool veer_links_wish(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish);
/// Takes agents off links that no longer go by route, or were put elsewhere.
void veer_links_tend(VeerWorld *world);

#endif
