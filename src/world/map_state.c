/// The map of a world: where it lies in the blocks, and what is made from its state.
#include "base/arena.h"
#include "math/vec.h"
#include "world/stages.h"

static bool has_map(const VeerWorldMapDef *def)
{
    return def->has_grid || def->has_voxels || def->mesh;
}

static uint32_t words_of_row(const VeerGridDef *def)
{
    return (def->width + 63u) / 64u;
}

static uint32_t chunk_capacity(const VeerWorldMapDef *def)
{
    return (def->max_route_points + VEER_CHUNK_POINTS - 1u) / VEER_CHUNK_POINTS;
}

bool veer_map_def_is_good(const VeerWorldDef *def)
{
    const VeerWorldMapDef *map = &def->map;
    bool is_grid = def->space == VEER_PLANAR && !map->has_voxels &&
                   veer_grid_size(&map->grid) > 0 && !map->grid.has_costs;
    bool is_voxels =
        def->space == VEER_SPATIAL && !map->has_grid && veer_voxels_size(&map->voxels) > 0;
    bool is_mesh = def->space == VEER_PLANAR && !map->has_grid && !map->has_voxels;
    bool is_known = map->mesh ? is_mesh : is_grid || is_voxels;
    uint32_t most_fields = is_grid && !map->mesh ? VEER_WORLD_MOST_FIELDS : 0u;
    return !has_map(map) ||
           (is_known && map->max_classes >= 1 && map->max_classes <= VEER_MOST_CLASSES &&
            map->max_route_points <= 1u << 24 && map->budget > 0 && map->max_fields <= most_fields);
}

void veer_map_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerWorldMap *map = &world->map;
    if (!has_map(def)) {
        return;
    }
    map->head = veer_arena_take(arena, 1, sizeof *map->head);
    map->standing = veer_arena_take(arena, veer_map_words(world), sizeof *map->standing);
    map->routes = veer_arena_take(arena, world->def.max_agents, sizeof *map->routes);
    map->chunks = veer_arena_take(arena, chunk_capacity(def), sizeof *map->chunks);
    map->agent_covers = veer_arena_take(arena, world->def.max_agents, sizeof *map->agent_covers);
    map->obstacle_covers =
        veer_arena_take(arena, world->def.max_obstacles, sizeof *map->obstacle_covers);
    veer_fields_lay_out_state(world, arena);
}

size_t veer_map_words(const VeerWorld *world)
{
    const VeerWorldMapDef *def = &world->def.map;
    return def->mesh         ? veer_deck_words(def->mesh)
           : def->has_voxels ? veer_solid_words(&def->voxels)
                             : (size_t)words_of_row(&def->grid) * def->grid.height;
}

float veer_map_cell_size(const VeerWorld *world)
{
    const VeerWorldMapDef *def = &world->def.map;
    return def->mesh ? 1.0f : def->has_voxels ? def->voxels.cell_size : def->grid.cell_size;
}

/// Takes a grid's memory; makes the grid once there is a block.
static VeerGrid *take_grid(VeerArena *arena, const VeerGridDef *def)
{
    void *memory = veer_arena_take(arena, 1, veer_grid_size(def));
    return arena->base ? veer_grid_init(memory, def) : NULL;
}

static void lay_out_class(VeerMapClass *class, VeerArena *arena, const VeerGridDef *def)
{
    class->grid = take_grid(arena, def);
    void *labels = veer_arena_take(arena, 1, veer_labels_size(def->width, def->height));
    class->labels = arena->base ? veer_labels_init(labels, def->width, def->height) : NULL;
}

void veer_map_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerGridDef *def = &world->def.map.grid;
    VeerWorldMap *map = &world->map;
    if (!has_map(&world->def.map)) {
        return;
    }
    map->queue = veer_arena_take(arena, world->def.max_agents, sizeof *map->queue);
    if (world->def.map.mesh) {
        veer_deck_lay_out_scratch(world, arena);
        return;
    }
    if (world->def.map.has_voxels) {
        veer_solid_lay_out_scratch(world, arena);
        return;
    }
    uint32_t cells = def->width * def->height;
    map->walls = take_grid(arena, def);
    map->covered = take_grid(arena, def);
    void *occupancy = veer_arena_take(arena, 1, veer_occupancy_size(def->width, def->height));
    map->occupancy = arena->base ? veer_occupancy_init(occupancy, map->walls) : NULL;
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        lay_out_class(&map->classes[i], arena, def);
    }
    void *search = veer_arena_take(arena, 1, veer_search_size(cells));
    map->search = arena->base ? veer_search_init(search, cells) : NULL;
    // A way turns no more often than at each second cell of every second row.
    map->room = cells / 2u + 64u;
    map->cells = veer_arena_take(arena, map->room, sizeof *map->cells);
    map->points = veer_arena_take(arena, map->room, sizeof *map->points);
    veer_fields_lay_out_scratch(world, arena);
}

void veer_map_begin(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    if (map->head) {
        map->head->chunk_free = VEER_NO_SLOT;
        map->head->job.slot = VEER_NO_SLOT;
        if (map->mesh) {
            veer_deck_begin(world);
        }
        veer_map_rebuild(world);
        veer_fields_begin(world);
    }
}

static void forget_classes(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        world->map.classes[i].is_built = false;
    }
    world->map.is_search_live = false;
}

static bool is_standing(const VeerWorldMap *map, uint32_t words, VeerCell cell)
{
    uint64_t word = map->standing[(size_t)cell.y * words + (size_t)cell.x / 64u];
    return word >> (cell.x & 63) & 1u;
}

static void count_covers(VeerWorldMap *map, const VeerCover *covers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (covers[i].is_counted) {
            veer_occupancy_add(map->occupancy, map->covered, covers[i].disc);
        }
    }
}

void veer_map_rebuild(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    const VeerGridDef *def = &world->def.map.grid;
    if (map->head) {
        forget_classes(world);
    }
    if (map->voxels) {
        veer_solid_rebuild(world);
    }
    if (map->mesh) {
        veer_deck_rebuild(world);
    }
    if (!map->walls) {
        return;
    }
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)def->width; cell.x++) {
            veer_grid_set_blocked(map->walls, cell, is_standing(map, words_of_row(def), cell));
        }
    }
    veer_grid_commit(map->walls);
    (void)veer_grid_dilate(map->walls, 0.0f, map->covered);
    map->occupancy = veer_occupancy_init(map->occupancy, map->walls);
    count_covers(map, map->agent_covers, world->def.max_agents);
    count_covers(map, map->obstacle_covers, world->def.max_obstacles);
    veer_grid_commit(map->covered);
}

void veer_map_put(VeerWorld *world, VeerCell cell, bool is_blocked)
{
    VeerWorldMap *map = &world->map;
    uint32_t words = words_of_row(&world->def.map.grid);
    uint64_t *word = &map->standing[(size_t)cell.y * words + (size_t)cell.x / 64u];
    uint64_t bit = UINT64_C(1) << (cell.x & 63);
    *word = is_blocked ? *word | bit : *word & ~bit;
    veer_grid_set_blocked(map->walls, cell, is_blocked);
    veer_occupancy_set_standing(map->occupancy, map->covered, cell, is_blocked);
}

const VeerMapClass *veer_map_class(VeerWorld *world, uint32_t number)
{
    VeerWorldMap *map = &world->map;
    VeerMapClass *class = &map->classes[number];
    if (map->voxels) {
        return veer_solid_class(world, number);
    }
    uint32_t version = veer_grid_version(map->covered);
    if (!class->is_built || class->version != version) {
        (void)veer_grid_dilate(map->covered, map->head->radii[number], class->grid);
        (void)veer_labels_build(class->labels, class->grid);
        class->version = version;
        class->is_built = true;
    }
    return class;
}

/// The class that fits a radius: the least of those not below it, if it is not much more.
static uint32_t fitting_class(const VeerMapHead *head, float radius, float most)
{
    uint32_t best = VEER_NO_SLOT;
    for (uint32_t i = 0; i < head->class_count; i++) {
        bool fits = head->radii[i] >= radius && head->radii[i] <= most;
        if (fits && (best == VEER_NO_SLOT || head->radii[i] < head->radii[best])) {
            best = i;
        }
    }
    return best;
}

static uint32_t greatest_class(const VeerMapHead *head)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < head->class_count; i++) {
        best = head->radii[i] > head->radii[best] ? i : best;
    }
    return best;
}

uint32_t veer_map_class_for(VeerWorld *world, float radius)
{
    VeerWorldMap *map = &world->map;
    VeerMapHead *head = map->head;
    float step = 0.25f * veer_map_cell_size(world);
    // Whole steps, so that bodies of about one size share a class whoever comes first.
    float rounded = min_f(ceilf(radius / step) * step, VEER_WORLD_LIMIT);
    rounded = max_f(rounded, radius);
    uint32_t found = fitting_class(head, radius, rounded);
    if (found != VEER_NO_SLOT) {
        return found;
    }
    if (head->class_count < world->def.map.max_classes) {
        found = head->class_count++;
    } else {
        found = fitting_class(head, radius, INFINITY);
        if (found != VEER_NO_SLOT) {
            return found;
        }
        found = greatest_class(head);
        head->job.slot = head->job.class == found ? VEER_NO_SLOT : head->job.slot;
    }
    head->radii[found] = rounded;
    map->classes[found].is_built = false;
    return found;
}
