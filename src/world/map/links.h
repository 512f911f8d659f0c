/// Links of the map: where they lie, and where they lead.
#ifndef VEER_WORLD_MAP_LINKS_H
#define VEER_WORLD_MAP_LINKS_H

#include "base/arena.h"
#include "veer/link.h"
#include "world/base/base.h"

/// Whether a label is one of labels[count].
static inline bool veer_links_has_label(const uint32_t *labels, uint32_t count, uint32_t label)
{
    while (count > 0 && labels[count - 1u] != label) {
        count--;
    }
    return count > 0;
}

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// The hash of all links, after `hash`; and of what an agent has of them.
uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash);
/// Puts the ends of all links on free cells of a class; links without are closed there.
void veer_links_settle(const VeerWorld *world, VeerMapClass *class);
/// The labels that can be reached from one by the links that may be used: the map's link_labels.
/// Over a mesh they are its rooms.
/// @param class  of a grid; NULL: the map is a mesh
/// @return how many, 1 at least: the first is `from`
uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from);
/// Whether any link is open.
bool veer_links_has_open(const VeerWorld *world);
/// Sets what a new agent has: it may use all, and is on none.
void veer_links_forget(VeerWorld *world, uint32_t slot);
/// The cell of a class where the link ends that an agent is on.
VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class);

#endif
