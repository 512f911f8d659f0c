/// Links of the map: where their ends are, and which components they connect.
#ifndef VEER_WORLD_MAP_LINKS_H
#define VEER_WORLD_MAP_LINKS_H

#include "base/arena.h"
#include "veer/link.h"
#include "world/base/base.h"

/// Whether labels[count] contains a label.
static inline bool veer_links_has_label(const uint32_t *labels, uint32_t count, uint32_t label)
{
    while (count > 0 && labels[count - 1u] != label) {
        count--;
    }
    return count > 0;
}

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// The hash of all links, after `hash`.
uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash);
/// Moves the ends of all links to free cells of a class; a link without is closed for the class.
void veer_links_settle(const VeerWorld *world, VeerMapClass *class);
/// Labels that can be reached from one over links that may be used: written to map->links.labels;
/// over a mesh, components.
/// @param class  of a grid; NULL: the map is a mesh
/// @return how many, 1 at least: the first is `from`
uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from);
/// Whether any link is open.
bool veer_links_has_open(const VeerWorld *world);
/// Initialises an agent's links: it may use all, and is on none.
void veer_links_forget(VeerWorld *world, uint32_t slot);
/// The cell of a class at the end of the link that an agent is on.
VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class);

#endif
