/// Links of a world's map in its state, and what routes make of them.
#include "base/arena.h"
#include "base/hash.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "math/vec.h"
#include "world/map/links.h"

#include <stddef.h>
#include <string.h>

/// The end of a link may be so many cells further than its radius off the nearest place that has
/// room for a body.
#define NEAR_CELLS 1.5f
/// Who is this near to where a link begins, in radii, and sees that, goes on it; to where it ends,
/// is across.
#define BY_RADII 3.0f
/// Who is further off the end of its link than its length, and this, was put elsewhere.
#define FAR_RADII 16.0f
#define FAR_CELLS 4.0f
/// Costs of searches end here, far beyond all ways.
#define MAX_COST 2e9f

void veer_links_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    uint32_t links = world->def.map.max_links;
    if (links > 0) {
        map->links = veer_arena_take(arena, links, sizeof *map->links);
    }
    if (links > 0 || (world->def.map.graph && veer_graph_has_flags(world->def.map.graph))) {
        map->link_use = veer_arena_take(arena, world->def.max_agents, sizeof *map->link_use);
    }
}

void veer_links_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    uint32_t links = world->def.map.max_links;
    if (links == 0) {
        return;
    }
    map->link_labels = veer_arena_take(arena, links + 1u, sizeof *map->link_labels);
    map->found_hops = veer_arena_take(arena, links, sizeof *map->found_hops);
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        VeerMapClass *class = &map->classes[i];
        class->links = veer_arena_take(arena, links, sizeof *class->links);
    }
}

uint64_t veer_links_hash(const VeerWorld *world, uint64_t hash)
{
    const VeerWorldMap *map = &world->map;
    return map->links
               ? veer_hash_words(hash, map->links, world->def.map.max_links * sizeof *map->links)
               : hash;
}

uint64_t veer_link_use_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    const VeerLinkUse *use = world->map.link_use ? &world->map.link_use[slot] : NULL;
    size_t size = use && use->is_held ? sizeof *use : offsetof(VeerLinkUse, is_held);
    return use ? veer_hash_words(hash, use, size) : hash;
}

// --- On the map of a class ---

/// Moves a cell at an end to the nearest by where a body of the class has room. @return false:
/// there is none, and it stays
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
    const VeerCell none = {0, 0}; // slots without a link have cells of the grid, too
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
        class->links[i] = settled(class, &world->map.links[i], radius);
    }
}

uint32_t veer_links_allowed(const VeerWorld *world, uint32_t slot)
{
    return world->map.link_use ? world->map.link_use[slot].may_use : 0;
}

/// A link from label to label.
typedef struct Passage {
    uint32_t from, to; ///< VEER_NO_LABEL: nowhere
    uint32_t flags;
    bool is_one_way;
} Passage;

static Passage passage_over_grid(const VeerMapClass *class, uint32_t number)
{
    const VeerGridLink *link = &class->links[number];
    return (Passage){veer_labels_at(class->labels, link->from),
                     veer_labels_at(class->labels, link->to), link->flags, link->is_one_way};
}

static Passage passage_over_mesh(const VeerWorldMap *map, uint32_t number)
{
    const VeerMeshLink *link = &map->mesh->links[number];
    if (!veer_mesh_has_link(link)) {
        return (Passage){VEER_NO_LABEL, VEER_NO_LABEL, VEER_LINK_CLOSED, true};
    }
    return (Passage){map->mesh_rooms[link->from_polygon], map->mesh_rooms[link->to_polygon],
                     link->flags, link->is_one_way};
}

/// Adds what a passage leads to, if its other end can be reached. @return how many labels there are
static uint32_t reach_over(Passage passage, uint32_t *labels, uint32_t count)
{
    bool has_from = veer_links_has_label(labels, count, passage.from);
    bool has_to = veer_links_has_label(labels, count, passage.to);
    if (passage.from == VEER_NO_LABEL || passage.to == VEER_NO_LABEL) {
        return count;
    }
    if (has_from && !has_to) {
        labels[count++] = passage.to;
    } else if (has_to && !has_from && !passage.is_one_way) {
        labels[count++] = passage.from;
    }
    return count;
}

uint32_t veer_links_reach(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          uint32_t from)
{
    uint32_t *labels = world->map.link_labels, count = 1, before = 0;
    labels[0] = from;
    while (before < count) {
        before = count;
        for (uint32_t i = 0; i < world->def.map.max_links; i++) {
            Passage passage =
                class ? passage_over_grid(class, i) : passage_over_mesh(&world->map, i);
            if ((passage.flags & ~may_use) == 0) {
                count = reach_over(passage, labels, count);
            }
        }
    }
    return count;
}

bool veer_links_has_open(const VeerWorld *world)
{
    const VeerWorldLink *links = world->map.links;
    for (uint32_t i = 0; links && i < world->def.map.max_links; i++) {
        if (links[i].is_alive && !(links[i].flags & VEER_LINK_CLOSED)) {
            return true;
        }
    }
    return false;
}

// --- Of a route ---

void veer_links_forget(VeerWorld *world, uint32_t slot)
{
    if (world->map.link_use) {
        world->map.link_use[slot] = (VeerLinkUse){.may_use = VEER_LINK_FLAGS};
    }
}

void veer_links_drop(VeerWorld *world, uint32_t slot, uint32_t link)
{
    VeerLinkUse *use = &world->map.link_use[slot];
    bool is_on = use->crossing > 0 && (use->crossing - 1u) / 2u == link, is_ahead = false;
    for (uint32_t i = 0; i < VEER_ROUTE_HOPS; i++) {
        is_ahead = is_ahead || (use->hops[i].left > 0 && use->hops[i].start / 2u == link);
    }
    use->crossing = is_on ? 0 : use->crossing;
    if ((is_on || is_ahead) && veer_route_is_on(world, slot)) {
        veer_route_keep(world, slot, NULL, 0); // what is left of its way leads nowhere
        veer_route_wake(world, slot);
    }
}

void veer_links_keep(VeerWorld *world, uint32_t slot)
{
    VeerWorldMap *map = &world->map;
    uint32_t kept = map->routes[slot].count;
    for (uint32_t i = 0; map->links && i < VEER_ROUTE_HOPS; i++) {
        bool is_kept = i < map->hop_count && map->hops[i].left + 1u < kept;
        map->link_use[slot].hops[i] =
            is_kept ? (VeerRouteHop){kept - map->hops[i].left, map->hops[i].start}
                    : (VeerRouteHop){0, 0};
    }
}

uint32_t veer_links_most_points(const VeerWorld *world)
{
    bool is_more = world->map.hop_count > VEER_ROUTE_HOPS;
    return is_more ? world->map.hops[VEER_ROUTE_HOPS].left + 1u : UINT32_MAX;
}

VeerLinkStart veer_links_leg(const VeerWorld *world, uint32_t slot, uint32_t left)
{
    const VeerWorldMap *map = &world->map;
    for (uint32_t i = 0; map->links && i < VEER_ROUTE_HOPS; i++) {
        VeerRouteHop hop = map->link_use[slot].hops[i];
        if (hop.left == left && left > 0) {
            const VeerWorldLink *link = &map->links[hop.start / 2u];
            bool is_allowed =
                link->is_alive && (link->flags & ~veer_links_allowed(world, slot)) == 0;
            return (VeerLinkStart){true, is_allowed, hop.start / 2u, hop.start};
        }
    }
    return (VeerLinkStart){false, false, 0, 0};
}

VeerHop veer_links_hop(const VeerWorld *world, uint32_t slot, uint32_t passed)
{
    if (passed == 0) {
        return veer_links_is_crossing(world, slot) ? VEER_HOP_OPEN : VEER_HOP_NONE;
    }
    VeerLinkStart leg = veer_links_leg(world, slot, world->map.routes[slot].count - passed + 1u);
    return !leg.is_one ? VEER_HOP_NONE : leg.is_allowed ? VEER_HOP_OPEN : VEER_HOP_CLOSED;
}

uint32_t veer_links_free_points(const VeerWorld *world, uint32_t slot)
{
    uint32_t count = world->map.routes[slot].count;
    if (!world->map.links) {
        return count;
    }
    if (veer_links_is_crossing(world, slot)) {
        return 1;
    }
    uint32_t left = world->map.link_use[slot].hops[0].left;
    return left > 0 && left <= count ? count - left + 1u : count;
}

bool veer_links_is_crossing(const VeerWorld *world, uint32_t slot)
{
    return world->map.links && world->map.link_use[slot].crossing > 0;
}

VeerCell veer_links_exit(const VeerWorld *world, uint32_t slot, const VeerMapClass *class)
{
    uint32_t start = world->map.link_use[slot].crossing - 1u;
    const VeerGridLink *link = &class->links[start / 2u];
    return start & 1u ? link->from : link->to;
}

static bool sees(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    VeerVec3 position = veer_map_point(world, world->agent.position[slot]);
    VeerMapSight looking =
        veer_map_sight(world, world->map.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    return veer_map_is_clear(&looking, position, end);
}

/// Whether an agent is close by an end of a link, and sees it.
static bool is_by(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return distance <= BY_RADII * world->agent.radius[slot] && sees(world, slot, end);
}

/// Whether an agent has come past the end of its link: others kept it from going by there.
static bool is_past(const VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    uint32_t start = world->map.link_use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links[start / 2u];
    VeerVec3 across = sub3(link->to, link->from), beyond = sub3(world->agent.position[slot], end);
    float along = dot3(veer_world_flat(world, across), veer_world_flat(world, beyond));
    return (start & 1u ? -along : along) > 0.0f && sees(world, slot, end);
}

bool veer_links_is_across(const VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    return (is_by(world, slot, end, distance) || is_past(world, slot, end)) &&
           world->map.kind->links->is_free(world, slot);
}

/// Takes an agent off a link that it has crossed; from beside its end the way on may be another.
static void leave(VeerWorld *world, uint32_t slot, VeerVec3 end, float distance)
{
    if (!veer_links_is_across(world, slot, end, distance)) {
        return;
    }
    world->map.link_use[slot].crossing = 0;
    if (distance > BY_RADII * world->agent.radius[slot]) {
        veer_route_ask(world, slot);
    }
}

bool veer_links_follow(VeerWorld *world, uint32_t slot, VeerVec3 next, uint32_t left, float near)
{
    if (!world->map.links) {
        return false;
    }
    VeerLinkUse *use = &world->map.link_use[slot];
    VeerVec3 offset = veer_world_flat(world, sub3(next, world->agent.position[slot]));
    float distance = length3(offset);
    if (use->crossing > 0) {
        leave(world, slot, next, max_f(distance - near, 0.0f));
        return false;
    }
    VeerLinkStart leg = veer_links_leg(world, slot, left);
    if (!leg.is_allowed || !is_by(world, slot, next, max_f(distance - near, 0.0f))) {
        return false;
    }
    use->crossing = leg.start + 1u;
    memmove(use->hops, use->hops + 1, (VEER_ROUTE_HOPS - 1u) * sizeof *use->hops);
    use->hops[VEER_ROUTE_HOPS - 1u] = (VeerRouteHop){0, 0};
    return true;
}

bool veer_links_wish(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish)
{
    return veer_links_is_crossing(world, slot) && world->map.kind->links->wish &&
           world->map.kind->links->wish(world, slot, speed, wish);
}

static bool is_going(const VeerWorld *world, uint32_t slot)
{
    return veer_route_is_on(world, slot) && world->map.routes[slot].status != VEER_ROUTE_GIVEN_UP &&
           world->agent.status[slot] != VEER_AGENT_ARRIVED;
}

/// Whether an agent is no further from where its link ends than one that is on it can be.
static bool is_near(const VeerWorld *world, uint32_t slot)
{
    uint32_t start = world->map.link_use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links[start / 2u];
    VeerVec3 end = start & 1u ? link->from : link->to;
    float length = length3(veer_world_flat(world, sub3(link->to, link->from)));
    float most =
        length + FAR_RADII * world->agent.radius[slot] + FAR_CELLS * veer_map_cell_size(world);
    return length3(veer_world_flat(world, sub3(end, world->agent.position[slot]))) <= most;
}

void veer_links_tend(VeerWorld *world)
{
    uint32_t count = world->map.links ? world->head->agent_slot_count : 0;
    for (uint32_t slot = 0; slot < count; ++slot) {
        uint32_t *crossing = &world->map.link_use[slot].crossing;
        if (*crossing > 0 && !(is_going(world, slot) && is_near(world, slot))) {
            *crossing = 0;
        }
    }
}
