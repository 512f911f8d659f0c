/// Agents on links.
#ifndef VEER_WORLD_MAP_LINK_USE_H
#define VEER_WORLD_MAP_LINK_USE_H

#include "world/base/base.h"

/// Whether an agent on a link has crossed it: it sees the end, and is close to it or past it.
/// @param distance  m, to the end
bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance);
/// Moves an agent onto a link that it has come to, or off one that it has crossed.
/// @param next  m: the point that it heads for
/// @param left  points ahead, that one included
/// @param near  m from a link's end within which it is there
/// @return whether it has just entered one: then that point is passed
bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near);
/// The preferred velocity of an agent on a link that cannot simply follow it, m/s. @return false:
/// it can, or is on none
bool veer_links_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred);
/// Takes agents off links if they have no route any more, or were moved by the host.
void veer_links_tend(VeerWorld *world);

#endif
