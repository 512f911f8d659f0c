/// Links of a world's map: their state, which components they connect, and agents on them.
#include "world/map/links.h"
#include "base/arena.h"
#include "base/hash.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

#include <string.h>

/// Radii and cells: an agent further from the link's end than its length and this was moved by the
/// host.
#define FAR_AWAY 8.0f

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
    is_found = is_found && sqrtf(x * x + y * y) <= radius / def->cell_size + VEER_BESIDE_CELLS;
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
        .cost = (uint32_t)min_f(cells * (float)VEER_COST_STRAIGHT, (float)(UINT32_MAX / 2u)),
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

/// The label, or the component of a mesh, at an end of a link.
static uint32_t label_at(const VeerWorldMap *map, const VeerMapClass *class, uint32_t number,
                         bool is_far)
{
    if (class) {
        const VeerGridLink *link = &class->links[number];
        return veer_labels_at(class->labels, is_far ? link->to : link->from);
    }
    const VeerMeshLink *link = &map->mesh.whole->links[number];
    uint32_t polygon = is_far ? link->to_polygon : link->from_polygon;
    return veer_mesh_has_link(link) ? map->mesh.components[polygon] : VEER_NO_LABEL;
}

/// Adds the label at the other end of a link, if it can be reached. @return how many there are
static uint32_t reach_over(uint32_t from, uint32_t to, uint32_t *labels, uint32_t count)
{
    if (from != VEER_NO_LABEL && to != VEER_NO_LABEL && veer_links_has_label(labels, count, from) &&
        !veer_links_has_label(labels, count, to)) {
        labels[count++] = to;
    }
    return count;
}

uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from)
{
    const VeerWorldMap *map = &world->map;
    uint32_t *labels = map->links.labels, count = 1, before = 0;
    labels[0] = from;
    while (before < count) {
        before = count;
        for (uint32_t i = 0; i < world->def.map.max_links; i++) {
            const VeerWorldLink *link = &map->links.all[i];
            if (link->is_alive && (link->flags & ~may_use) == 0) {
                uint32_t a = label_at(map, class, i, false), b = label_at(map, class, i, true);
                count = reach_over(a, b, labels, count);
                count = link->is_one_way ? count : reach_over(b, a, labels, count);
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

// --- Agents on links ---

static bool sees(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    VeerVec3 position = veer_map_point(world, world->agent.position[slot]);
    VeerMapSight sight =
        veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    return veer_map_is_clear(&sight, position, end);
}

/// Whether an agent is close to an end of a link, and sees it.
static bool is_by(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return distance <= VEER_NEAR_RADII * world->agent.radius[slot] && sees(world, slot, end);
}

/// Whether an agent has passed the end of its link: others can keep it from coming close.
static bool is_past(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    VeerCrossing link = veer_links_crossed(world, slot);
    VeerVec3 across = sub3(link.to, link.from), beyond = sub3(world->agent.position[slot], end);
    return dot3(veer_world_flat(world, across), veer_world_flat(world, beyond)) > 0.0f &&
           sees(world, slot, end);
}

bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return (is_by(world, slot, end, distance) || is_past(world, slot, end)) &&
           world->map.traits->links->is_free(world, slot);
}

/// Takes an agent off a link that it has crossed, and has its path checked from there.
static void leave(VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    if (!veer_links_is_across(world, slot, end, distance)) {
        return;
    }
    world->map.links.use[slot].crossing = 0;
    if (distance > VEER_NEAR_RADII * world->agent.radius[slot]) {
        veer_route_ask(world, slot);
    }
}

bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near)
{
    if (!world->map.links.all) {
        return false;
    }
    VeerLinkUse *use = &world->map.links.use[slot];
    VeerVec3 offset = veer_world_offset(world, slot, next);
    float distance = length3(offset);
    if (use->crossing > 0) {
        leave(world, slot, next, max_f(distance - near, 0.0f));
        return false;
    }
    uint32_t start;
    if (veer_links_leg(world, slot, left, &start) != VEER_LEG_LINK ||
        !is_by(world, slot, next, max_f(distance - near, 0.0f))) {
        return false;
    }
    use->crossing = start + 1u;
    memmove(use->crossings, use->crossings + 1, (VEER_ROUTE_LINKS - 1u) * sizeof *use->crossings);
    use->crossings[VEER_ROUTE_LINKS - 1u] = (VeerRouteLink){0, 0};
    return true;
}

bool veer_links_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred)
{
    return veer_links_is_crossing(world, slot) && world->map.traits->links->velocity &&
           world->map.traits->links->velocity(world, slot, speed, preferred);
}

static bool is_going(const VeerWorld *world, uint32_t slot)
{
    return veer_route_is_on(world, slot) &&
           world->map.routes.all[slot].status != VEER_ROUTE_GIVEN_UP &&
           world->agent.status[slot] != VEER_AGENT_ARRIVED;
}

/// Whether an agent is as near to its link's end as one on the link must be.
static bool is_near(const VeerWorld *world, uint32_t slot)
{
    VeerCrossing link = veer_links_crossed(world, slot);
    float length = length3(veer_world_flat(world, sub3(link.to, link.from)));
    float limit = length + FAR_AWAY * (world->agent.radius[slot] + veer_map_cell_size(world));
    return length3(veer_world_flat(world, sub3(link.to, world->agent.position[slot]))) <= limit;
}

void veer_links_tend(VeerWorld *world)
{
    uint32_t count = world->map.links.all ? world->head->agent_slot_count : 0;
    for (uint32_t slot = 0; slot < count; ++slot) {
        uint32_t *crossing = &world->map.links.use[slot].crossing;
        if (*crossing > 0 && !(is_going(world, slot) && is_near(world, slot))) {
            *crossing = 0;
        }
    }
}
