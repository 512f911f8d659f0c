/// Links of a world's map: their state, and which components they connect.
#include "world/map/links.h"
#include "base/arena.h"
#include "base/hash.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/base/base.h"

/// Cells beyond its radius within which a body's end of a link is moved to free cells.
#define NEAR_CELLS 1.5f

/// Costs that searches saturate at, greater than those of all paths.
#define MAX_COST 2e9f

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    uint32_t links = world->def.map.max_links;
    if (links > 0) {
        map->links.all = veer_arena_take(arena, links, sizeof *map->links.all);
    }
    if (links > 0 || (world->def.map.kind == VEER_MAP_GRAPH &&
                      veer_graph_has_flags(world->def.map.graph.whole))) {
        map->links.use = veer_arena_take(arena, world->def.max_agents, sizeof *map->links.use);
    }
}

void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    uint32_t links = world->def.map.max_links;
    if (links == 0) {
        return;
    }
    map->links.labels = veer_arena_take(arena, links + 1u, sizeof *map->links.labels);
    map->links.found = veer_arena_take(arena, links, sizeof *map->links.found);
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        VeerMapClass *class = &map->classes[i];
        class->links = veer_arena_take(arena, links, sizeof *class->links);
    }
}

uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash)
{
    const VeerWorldMap *map = &world->map;
    return map->links.all ? veer_hash_words(hash, map->links.all,
                                            world->def.map.max_links * sizeof *map->links.all)
                          : hash;
}

/// Moves an end to the nearest cell that is free for a class. @return false: there is none, and the
/// end stays
static bool settle_end(const VeerMapClass *class, float radius, VeerCell *cell)
{
    const VeerGridDef *def = veer_grid_def(class->grid);
    VeerCell found = *cell;
    bool is_found = veer_labels_nearest(class->labels, *cell, VEER_NO_LABEL, &found);
    float x = (float)(found.x - cell->x), y = (float)(found.y - cell->y);
    is_found = is_found && sqrtf(x * x + y * y) <= radius / def->cell_size + NEAR_CELLS;
    *cell = is_found ? found : *cell;
    return is_found;
}

static VeerGridLink settled(const VeerMapClass *class, const VeerWorldLink *link, float radius)
{
    const VeerCell none = {0, 0}; // unused slots have cells on the grid too
    float cells = link->cost / veer_grid_def(class->grid)->cell_size;
    VeerGridLink made = {
        .from = link->is_alive ? veer_grid_cell_at(class->grid, link->from) : none,
        .to = link->is_alive ? veer_grid_cell_at(class->grid, link->to) : none,
        .cost = (uint32_t)min_f(cells * (float)VEER_COST_STRAIGHT, MAX_COST),
        .flags = link->flags,
        .is_one_way = link->is_one_way,
    };
    bool has_from = settle_end(class, radius, &made.from);
    bool has_to = settle_end(class, radius, &made.to);
    made.flags = link->is_alive && has_from && has_to ? made.flags : VEER_LINK_CLOSED;
    return made;
}

void veer_links_settle(const VeerWorld *world, VeerMapClass *class)
{
    float radius = world->map.head->radii[class - world->map.classes];
    for (uint32_t i = 0; i < world->def.map.max_links; i++) {
        class->links[i] = settled(class, &world->map.links.all[i], radius);
    }
}

/// A link between connected components.
typedef struct LabelLink {
    uint32_t from, to; ///< labels; VEER_NO_LABEL: none
    uint32_t flags;
    bool is_one_way;
} LabelLink;

static LabelLink link_over_grid(const VeerMapClass *class, uint32_t number)
{
    const VeerGridLink *link = &class->links[number];
    return (LabelLink){veer_labels_at(class->labels, link->from),
                       veer_labels_at(class->labels, link->to), link->flags, link->is_one_way};
}

static LabelLink link_over_mesh(const VeerWorldMap *map, uint32_t number)
{
    const VeerMeshLink *link = &map->mesh.whole->links[number];
    if (!veer_mesh_has_link(link)) {
        return (LabelLink){VEER_NO_LABEL, VEER_NO_LABEL, VEER_LINK_CLOSED, true};
    }
    return (LabelLink){map->mesh.components[link->from_polygon],
                       map->mesh.components[link->to_polygon], link->flags, link->is_one_way};
}

/// Adds the labels at the other end of a link, if it can be reached. @return how many there are
static uint32_t reach_over(LabelLink link, uint32_t *labels, uint32_t count)
{
    bool has_from = veer_links_has_label(labels, count, link.from);
    bool has_to = veer_links_has_label(labels, count, link.to);
    if (link.from == VEER_NO_LABEL || link.to == VEER_NO_LABEL) {
        return count;
    }
    if (has_from && !has_to) {
        labels[count++] = link.to;
    } else if (has_to && !has_from && !link.is_one_way) {
        labels[count++] = link.from;
    }
    return count;
}

uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from)
{
    uint32_t *labels = world->map.links.labels, count = 1, before = 0;
    labels[0] = from;
    while (before < count) {
        before = count;
        for (uint32_t i = 0; i < world->def.map.max_links; i++) {
            LabelLink link = class ? link_over_grid(class, i) : link_over_mesh(&world->map, i);
            if ((link.flags & ~may_use) == 0) {
                count = reach_over(link, labels, count);
            }
        }
    }
    return count;
}

bool veer_links_has_open(const VeerWorld *world)
{
    const VeerWorldLink *links = world->map.links.all;
    for (uint32_t i = 0; links && i < world->def.map.max_links; i++) {
        if (links[i].is_alive && !(links[i].flags & VEER_LINK_CLOSED)) {
            return true;
        }
    }
    return false;
}

void veer_links_forget(VeerWorld *world, uint32_t slot)
{
    if (world->map.links.use) {
        world->map.links.use[slot] = (VeerLinkUse){.may_use = VEER_LINK_FLAGS};
    }
}

VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerGridLink *link = &class->links[start / 2u];
    return start & 1u ? link->from : link->to;
}
