/// The map of a world: its layout in the blocks, what is made from its state, sight over it.
#include "world/map/map.h"
#include "base/arena.h"
#include "geom/box.h"
#include "map/grid/grid.h"
#include "math/vec.h"
#include "path/path.h"
#include "world/map/links.h"
#include "world/map/traits.h"

const VeerMapTraits *veer_map_traits_of(const VeerWorldMapDef *def)
{
    static const VeerMapTraits *const traits[VEER_MAP_KIND_COUNT] = {
        [VEER_MAP_GRID] = &veer_map_traits_grid,
        [VEER_MAP_VOXELS] = &veer_map_traits_voxels,
        [VEER_MAP_MESH] = &veer_map_traits_mesh,
        [VEER_MAP_GRAPH] = &veer_map_traits_graph,
    };
    return (unsigned)def->kind < VEER_MAP_KIND_COUNT ? traits[def->kind] : NULL;
}

uint64_t veer_map_content(const VeerWorldMapDef *def)
{
    const VeerMapTraits *kind = veer_map_traits_of(def);
    return kind ? kind->content(def) : 0;
}

void veer_map_def_need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    const VeerWorldMapDef *map = &def->map;
    const VeerMapTraits *kind = veer_map_traits_of(map);
    veer_need(refusal, kind || map->kind == VEER_MAP_NONE, "def.map.kind", "must be a VeerMapKind",
              (double)map->kind);
    if (refusal->status != VEER_OK || !kind) {
        return;
    }
    kind->need(refusal, def);
    veer_need_count(refusal, "def.map.max_fields", map->max_fields, 0, VEER_MAX_WORLD_FIELDS,
                    "must be 0 to 64");
    veer_need_count(refusal, "def.map.max_classes", map->max_classes, 1, VEER_MAX_CLASSES,
                    "must be 1 to 16");
    veer_need_count(refusal, "def.map.max_route_points", map->max_route_points, 0, 1u << 24,
                    "must be 0 to 2^24");
    veer_need_count(refusal, "def.map.budget", map->budget, 1, UINT32_MAX, "must be > 0");
    veer_need_count(refusal, "def.map.max_links", map->max_links, 0,
                    kind->links ? VEER_MAX_LINKS : 0u,
                    kind->links ? "must be 0 to 65536" : "must be 0: such maps have no links");
}

void veer_map_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerWorldMap *map = &world->map;
    map->traits = veer_map_traits_of(def);
    if (!map->traits) {
        return;
    }
    map->shape = map->traits->shape(def);
    map->head = veer_arena_take(arena, 1, sizeof *map->head);
    map->blocked = veer_arena_take(arena, map->shape.words, sizeof *map->blocked);
    if (map->traits == &veer_map_traits_grid && def->grid.has_costs) {
        map->grid.costs =
            veer_arena_take(arena, ((size_t)def->grid.width * def->grid.height + 3u) / 4u, 4u);
    }
    map->routes.all = veer_arena_take(arena, world->def.max_agents, sizeof *map->routes.all);
    map->routes.chunks = veer_arena_take(arena, veer_route_chunks(def), sizeof *map->routes.chunks);
    if (def->kind == VEER_MAP_GRID) {
        map->traffic.gates =
            veer_arena_take(arena, world->def.max_agents, sizeof *map->traffic.gates);
        map->traffic.passages =
            veer_arena_take(arena, world->def.max_agents, sizeof *map->traffic.passages);
        map->traffic.reservations =
            veer_arena_take(arena, world->def.max_agents, sizeof *map->traffic.reservations);
    }
    map->covers.agents = veer_arena_take(arena, world->def.max_agents, sizeof *map->covers.agents);
    map->covers.obstacles =
        veer_arena_take(arena, world->def.max_obstacles, sizeof *map->covers.obstacles);
    veer_links_lay_out_state(world, arena);
}

bool veer_map_is_kept(const VeerWorld *world, size_t bit)
{
    return world->map.blocked[bit / 64u] >> (bit % 64u) & 1u;
}

void veer_map_keep(VeerWorld *world, size_t bit, bool is_blocked)
{
    uint64_t mask = UINT64_C(1) << (bit % 64u), *word = &world->map.blocked[bit / 64u];
    *word = is_blocked ? *word | mask : *word & ~mask;
}

void veer_map_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    if (map->traits) {
        map->routes.queue =
            veer_arena_take(arena, world->def.max_agents, sizeof *map->routes.queue);
        map->routes.chunk_marks =
            veer_arena_take(arena, (veer_route_chunks(&world->def.map) + 63u) / 64u,
                            sizeof *map->routes.chunk_marks);
        map->traits->lay_out_scratch(world, arena);
        veer_links_lay_out_scratch(world, arena);
    }
}

void veer_map_begin(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    if (map->head) {
        map->head->chunk_free = VEER_NO_SLOT;
        map->head->job.slot = VEER_NO_SLOT;
        if (map->traits->begin) {
            map->traits->begin(world);
        }
        for (uint32_t slot = 0; slot < world->def.max_agents; slot++) {
            veer_links_forget(world, slot);
        }
        veer_map_rebuild(world);
    }
}

static void forget_classes(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        world->map.classes[i].is_built = false;
        world->map.classes[i].has_deep = false;
        world->map.classes[i].has_through = false;
    }
    world->map.covers.has_fixed = false;
    if (world->map.traffic.maze) {
        world->map.traffic.maze->is_made = false;
    }
    world->map.routes.is_search_live = false;
    world->map.fields.trees.is_live = false;
    for (uint32_t i = 0; i <= VEER_MAX_WORLD_FIELDS; i++) {
        world->map.fields.trees.is_made[i] = false;
    }
}

void veer_map_rebuild(VeerWorld *world)
{
    if (world->map.traits) {
        forget_classes(world);
        world->map.traits->rebuild(world);
    }
}

const VeerMapClass *veer_map_class(VeerWorld *world, uint32_t number)
{
    if (world->map.traits->build_class) {
        world->map.traits->build_class(world, number);
    }
    return &world->map.classes[number];
}

/// The smallest class that a radius fits, or the greatest if it fits none.
static uint32_t nearest_class(const VeerMapHead *head, float radius)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < head->class_count; i++) {
        float own = head->radii[i], other = head->radii[best];
        bool is_better = other < radius ? own > other : own >= radius && own < other;
        best = is_better ? i : best;
    }
    return best;
}

uint32_t veer_map_class_for(VeerWorld *world, float radius)
{
    VeerWorldMap *map = &world->map;
    VeerMapHead *head = map->head;
    float step = 0.25f * veer_map_cell_size(world);
    // Whole steps: bodies of similar size share a class, whichever is created first.
    float rounded = min_f(ceilf(radius / step) * step, VEER_WORLD_LIMIT);
    rounded = max_f(rounded, radius);
    uint32_t found = nearest_class(head, radius);
    bool fits = head->class_count > 0 && head->radii[found] >= radius;
    bool has_room = head->class_count < world->def.map.max_classes;
    if (fits && (!has_room || head->radii[found] <= rounded)) {
        return found;
    }
    found = has_room ? head->class_count++ : found;
    head->job.slot = head->job.class == found ? VEER_NO_SLOT : head->job.slot;
    head->radii[found] = rounded;
    map->classes[found].is_built = false;
    map->classes[found].has_deep = false;
    return found;
}

// --- Sight ---

VeerMapSight veer_map_sight(const VeerWorld *world, const VeerGrid *grid, float radius)
{
    return (VeerMapSight){&world->map, grid, radius};
}

bool veer_map_is_clear(void *sight, VeerVec3 from, VeerVec3 to)
{
    const VeerMapSight *own = sight;
    return own->map->traits->is_clear(own, from, to);
}

bool veer_map_sees(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to)
{
    float radius = VEER_SIGHT_RADII * world->agent.radius[slot];
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, radius);
    return veer_map_is_clear(&sight, from, to);
}

static float bisect(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit)
{
    float free = 0.0f;
    for (float step = limit; free < limit && step > 0.02f * limit; step *= 0.5f) {
        if (veer_map_is_clear(sight, from, along3(from, direction, free + step))) {
            free += step;
        }
    }
    return min_f(free, limit);
}

float veer_map_free_distance(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit)
{
    if (sight->map->traits->kind != VEER_MAP_GRID || !sight->grid) {
        return bisect(sight, from, direction, limit);
    }
    VeerVec3 to = along3(from, direction, limit);
    return limit * veer_grid_free_part(sight->grid, from, to, sight->radius);
}

VeerFreeSides veer_map_free_sides(VeerMapSight *sight, VeerVec3 from, VeerVec3 side, float limit,
                                  float most)
{
    VeerFreeSides free = {.right = veer_map_free_distance(sight, from, side, limit)};
    float left = min_f(limit, most - free.right);
    free.left = veer_map_free_distance(sight, from, scale3(side, -1.0f), left);
    return free;
}

float veer_map_free_across(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit)
{
    VeerVec3 along = unit3(direction, (VeerVec3){0});
    VeerVec3 right = vec3(along.y, -along.x, 0.0f);
    VeerFreeSides free = veer_map_free_sides(sight, from, right, limit, 2.0f * limit);
    return free.right + free.left;
}

// --- Routes that edits concern ---

/// m from a point to a box, in a planar world in the plane.
static float distance_to(const VeerWorld *world, VeerBounds box, VeerVec3 point)
{
    VeerVec3 nearest = veer_box_nearest(box, point);
    return length3(veer_world_flat(world, sub3(nearest, point)));
}

bool veer_map_may_shorten(const VeerWorld *world, uint32_t slot, VeerBounds enter, VeerBounds leave,
                          float cost)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    if (route->field > 0 || route->status != VEER_ROUTE_WHOLE) {
        return route->field == 0 && route->status != VEER_ROUTE_NONE; // fields are recomputed
    }
    float through = distance_to(world, enter, world->agent.position[slot]) +
                    distance_to(world, leave, world->agent.goal_point[slot]) + cost;
    return through < veer_route_rest(world, slot);
}

/// Whether a route leads past a place as near as that.
static bool leads_past(const VeerWorld *world, uint32_t slot, VeerBounds box, float reach)
{
    enum { PART = 128 };
    VeerVec3 points[PART + 1] = {veer_map_point(world, world->agent.position[slot])};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_past = count < world->map.routes.all[slot].count; // further ahead than is looked
    for (uint32_t i = 0; i < count && !is_past; i++) {
        VeerVec3 leg = sub3(points[i + 1], points[i]);
        is_past = veer_box_segment_distance(box, points[i], leg) <= reach;
    }
    return is_past;
}

/// Whether something that has opened may be worth another path to an agent.
static bool is_worth_it(const VeerWorld *world, uint32_t slot, const VeerMapOpening *opening)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 goal = world->agent.goal_point[slot];
    float left = length3(veer_world_flat(world, sub3(route->target, goal)));
    if (route->status == VEER_ROUTE_PARTIAL && opening->gain < INFINITY) {
        return distance_to(world, opening->box, goal) < left; // it leads nowhere else
    }
    return route->status != VEER_ROUTE_WHOLE ||
           opening->gain > VEER_AS_GOOD * veer_route_rest(world, slot) ||
           (opening->gain > 0.0f && leads_past(world, slot, opening->box, opening->reach));
}

void veer_map_note_edit(VeerWorld *world, VeerMapOpening opening)
{
    opening.gain = world->map.head->is_edited ? INFINITY : opening.gain;
    world->map.head->is_edited = 1;
    world->is_sensed = false; // of walls that were
    for (uint32_t slot = 0; opening.is_there && slot < world->head->agent_slot_count; ++slot) {
        if (veer_map_may_shorten(world, slot, opening.box, opening.box, 0.0f) &&
            is_worth_it(world, slot, &opening)) {
            veer_route_wake(world, slot);
        }
    }
}
