/// Agents on their way over links.
#ifndef VEER_WORLD_MAP_LINK_USE_H
#define VEER_WORLD_MAP_LINK_USE_H

#include "world/base/base.h"

/// Whether an agent that is on a link has crossed it: it sees its end, close by or behind it.
/// @param distance  m, to the end
bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance);
/// Has an agent that came to a link go on it, or leave one that it has crossed.
/// @param next  m: the point that it heads for
/// @param left  points ahead, that one included
/// @param near  m: it is where a link ends
/// @return whether it just went on one: then that point is passed
bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near);
/// The wish of an agent that is on a link and cannot just go on, m/s. @return false: it is not
bool veer_links_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish);
/// Takes agents off links that no longer go by route, or were put elsewhere.
void veer_links_tend(VeerWorld *world);

#endif
