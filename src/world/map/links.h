/// Links of the map: where their ends are, which components they connect, and agents on them.
#ifndef VEER_WORLD_MAP_LINKS_H
#define VEER_WORLD_MAP_LINKS_H

#include "base/arena.h"
#include "veer/link.h"
#include "world/base/base.h"

static inline bool veer_links_has_label(const uint32_t *labels, uint32_t count, uint32_t label)
{
    while (count > 0 && labels[count - 1u] != label) {
        count--;
    }
    return count > 0;
}

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena);
uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash);
/// Moves the ends of all links to free cells of a class; a link without is closed for the class.
void veer_links_settle(const VeerWorld *world, VeerMapClass *class);
/// Labels that can be reached from one over links that may be used: written to map->links.labels;
/// over a mesh, components.
/// @param class  of a grid; NULL: the map is a mesh
/// @return how many, 1 at least: the first is `from`
uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from);
bool veer_links_has_open(const VeerWorld *world);
/// Initialises an agent's links: it may use all, and is on none.
void veer_links_forget(VeerWorld *world, uint32_t slot);
/// The cell of a class at the end of the link that an agent is on.
VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class);

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
