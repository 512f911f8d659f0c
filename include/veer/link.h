/// Links: passages over the map of a world that its free cells do not show.
///
/// A link leads straight from one point to another at a cost, in both directions or in one: a jump,
/// a bridge, a ladder, a door for those with the key. Routes take links where that is cheaper
/// than going round, or the only path. An agent that goes over one is not held by the walls of the
/// map until it is across, so a link may lead over blocked cells; other walls and bodies are
/// avoided as ever.
///
/// Worlds with a grid or a mesh have room for as many links as `VeerWorldMapDef.max_links` says.
/// Links belong to the state: saved and hashed.
///
/// Over a mesh a link may lead from floor to floor: an agent on it goes straight in plan, and up or
/// down no faster than its max_speed. Costs and lengths are measured in plan there.
#ifndef VEER_LINK_H
#define VEER_LINK_H

#include "veer/agent.h"
#include "veer/world.h"

/// A link; all zero: none.
typedef struct VeerLinkId {
    uint32_t slot, generation; ///< private
} VeerLinkId;

/// Flags that links may have: all but the highest bit, which is the world's own.
#define VEER_LINK_FLAGS 0x7FFFFFFFu

/// What a link is like. Take it from veer_link_def_default.
typedef struct VeerLinkDef {
    VeerVec3 from, to; ///< m: on the map, of a mesh within 1 m in height; where a body has no room,
                       ///< the nearest place by that has
    float cost;        ///< m of free path that it counts as; less than its length: its length
    uint32_t flags;    ///< only agents that may use all of them take it; 0: all do
    bool is_one_way;   ///< only leads from `from` to `to`
    bool is_open;      ///< closed, no route leads over it
    uint32_t cookie;   ///< private, set by veer_link_def_default
} VeerLinkDef;

/// A link at the origin, as costly as it is long, for all, both ways, open.
VEER_API VeerLinkDef veer_link_def_default(void);

/// Adds a link. Routes that it may shorten are planned anew.
///
/// @param out  the new handle; untouched on failure
/// @return VEER_OK; VEER_FULL at max_links; VEER_BAD_VALUE in a world without room for links, or
/// for an end off the map or values out of range; VEER_BUSY during a step. Cost O(max_links +
/// agents with routes).
VEER_API VeerStatus veer_link_create(VeerWorld *world, const VeerLinkDef *def, VeerLinkId *out);
/// Removes a link. An agent on it comes off it wherever it is; those that were to take it plan
/// anew.
/// @return VEER_OK, VEER_BAD_HANDLE or VEER_BUSY. Cost O(agents)
VEER_API VeerStatus veer_link_destroy(VeerWorld *world, VeerLinkId link);
/// Opens or closes a link, as a door or a drawbridge. Routes that lead over what closes are planned
/// anew in the next step, but an agent on it goes across; and so are those that what opens may
/// shorten.
/// @return as veer_link_destroy
VEER_API VeerStatus veer_link_set_open(VeerWorld *world, VeerLinkId link, bool is_open);

/// Reads a link. @return VEER_OK or VEER_BAD_HANDLE
VEER_API VeerStatus veer_link_get(const VeerWorld *world, VeerLinkId link, VeerLinkDef *out);
/// How many links there is room for: the max_links of the world's def.
VEER_API uint32_t veer_world_link_room(const VeerWorld *world);
/// The links one by one: numbers are from 0 to veer_world_link_room less one.
/// @return false: there is none of this number; *out is untouched
VEER_API bool veer_link_at(const VeerWorld *world, uint32_t number, VeerLinkId *out);

/// Tells which links an agent may use: those all of whose flags are among these; at first all.
/// Its route is planned anew. On a map that is a graph the same goes for edges with flags.
/// @return VEER_OK, VEER_BAD_HANDLE, VEER_BUSY, or VEER_BAD_VALUE in a world without room for links
/// and without such edges
VEER_API VeerStatus veer_agent_set_may_use(VeerWorld *world, VeerAgentId agent, uint32_t flags);
/// The link that an agent is on. @return false: none; *out is untouched
VEER_API bool veer_agent_link(const VeerWorld *world, VeerAgentId agent, VeerLinkId *out);

#endif
