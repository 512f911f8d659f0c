/// Grids as maps of worlds: memory, edits, classes and walls.
#include "base/arena.h"
#include "base/hash.h"
#include "map/grid/grid.h"
#include "math/vec.h"
#include "world/map/links.h"
#include "world/map/map.h"
#include "world/map/traits.h"

#include <string.h>

static uint32_t words_of_row(const VeerGridDef *def)
{
    return (def->width + 63u) / 64u;
}

static void need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    const VeerGridDef *grid = &def->map.grid;
    const char *must = "must be 1 to VEER_MAX_GRID_CELLS";
    veer_need(refusal, def->space == VEER_PLANAR, "def.space", "must be VEER_PLANAR with a grid",
              (double)def->space);
    veer_need_count(refusal, "def.map.grid.width", grid->width, 1, VEER_MAX_GRID_CELLS, must);
    veer_need_count(refusal, "def.map.grid.height", grid->height, 1, VEER_MAX_GRID_CELLS, must);
    veer_need_position(refusal, "def.map.grid.origin", grid->origin);
    veer_need(refusal, grid->cell_size > 0.0f && grid->cell_size <= VEER_WORLD_LIMIT,
              "def.map.grid.cell_size", "must be > 0, at most 2e6", (double)grid->cell_size);
    veer_need_that(refusal, veer_grid_size(grid) > 0, "def.map.grid", VEER_MUST_DEFAULT);
}

static VeerMapShape shape(const VeerWorldMapDef *def)
{
    const VeerGridDef *grid = &def->grid;
    return (VeerMapShape){(size_t)words_of_row(grid) * grid->height,
                          grid->cell_size,
                          {grid->width, grid->height, grid->has_costs}};
}

static uint64_t content(const VeerWorldMapDef *def)
{
    const VeerGridDef *grid = &def->grid;
    const uint32_t numbers[] = {grid->width, grid->height, grid->has_costs};
    uint64_t hash = veer_hash_words(VEER_MAP_GRID, numbers, sizeof numbers);
    hash = veer_hash_words(hash, &grid->origin, sizeof grid->origin);
    return veer_hash_words(hash, &grid->cell_size, sizeof grid->cell_size);
}

/// Takes a grid's memory; makes the grid once there is a block.
static VeerGrid *take_grid(VeerArena *arena, const VeerGridDef *def)
{
    void *memory = veer_arena_take(arena, 1, veer_grid_size(def));
    return arena->base ? veer_grid_init(memory, def) : NULL;
}

static VeerNarrow *take_narrow(VeerArena *arena, const VeerGridDef *def)
{
    void *memory = veer_arena_take(arena, 1, veer_narrow_size(def->width, def->height));
    return arena->base ? veer_narrow_init(memory, def->width, def->height) : NULL;
}

static VeerLabels *take_labels(VeerArena *arena, const VeerGridDef *def)
{
    void *memory = veer_arena_take(arena, 1, veer_labels_size(def->width, def->height));
    return arena->base ? veer_labels_init(memory, def->width, def->height) : NULL;
}

static void lay_out_class(VeerMapClass *class, VeerArena *arena, const VeerGridDef *def)
{
    class->grid = take_grid(arena, def);
    class->wide = take_grid(arena, def);
    class->deep = take_narrow(arena, def);
    class->tight = take_narrow(arena, def);
    class->narrow = take_narrow(arena, def);
    class->labels = take_labels(arena, def);
    class->through = take_grid(arena, def);
    class->through_labels = take_labels(arena, def);
}

static void lay_out_search(VeerWorld *world, VeerArena *arena)
{
    const VeerGridDef *def = &world->def.map.grid;
    VeerWorldMap *map = &world->map;
    uint32_t cells = def->width * def->height;
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        lay_out_class(&map->classes[i], arena, def);
    }
    uint32_t link_ends = 2u * world->def.map.max_links;
    void *search = veer_arena_take(arena, 1, veer_search_size(cells + link_ends));
    map->routes.search = arena->base ? veer_search_init(search, cells + link_ends) : NULL;
    // paths have no more corners than one in each second cell of each second row
    map->routes.room = cells / 2u + 64u + link_ends;
    map->routes.cells = veer_arena_take(arena, map->routes.room, sizeof *map->routes.cells);
    map->routes.points = veer_arena_take(arena, map->routes.room, sizeof *map->routes.points);
    map->routes.spare_room =
        (uint32_t)(map->routes.room * sizeof *map->routes.cells / sizeof *map->routes.spare);
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerGridDef *def = &world->def.map.grid;
    VeerWorldMap *map = &world->map;
    map->grid.walls = take_grid(arena, def);
    map->grid.covered = take_grid(arena, def);
    void *occupancy = veer_arena_take(arena, 1, veer_occupancy_size(def->width, def->height));
    map->grid.occupancy = arena->base ? veer_occupancy_init(occupancy, map->grid.walls) : NULL;
    map->traffic.at_gates =
        veer_arena_take(arena, world->def.max_agents, sizeof *map->traffic.at_gates);
    lay_out_search(world, arena);
}

/// Rows begin with a word.
static size_t bit_of(const VeerWorld *world, VeerCell cell)
{
    return (size_t)cell.y * words_of_row(&world->def.map.grid) * 64u + (size_t)cell.x;
}

/// All cells of a new world cost 1.
static void begin(VeerWorld *world)
{
    const VeerGridDef *def = &world->def.map.grid;
    if (world->map.grid.costs) {
        memset(world->map.grid.costs, 1, (size_t)def->width * def->height);
    }
}

static void rebuild(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    const VeerGridDef *def = &world->def.map.grid;
    const uint8_t *cost = map->grid.costs;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)def->width; cell.x++) {
            if (cost) {
                (void)veer_grid_set_cost(map->grid.walls, cell, *cost++);
            }
            bool is_blocked = veer_map_is_kept(world, bit_of(world, cell));
            veer_grid_set_blocked(map->grid.walls, cell, is_blocked);
        }
    }
    veer_grid_commit(map->grid.walls);
    (void)veer_grid_dilate(map->grid.walls, 0.0f, map->grid.covered);
    map->grid.occupancy = veer_occupancy_init(map->grid.occupancy, map->grid.walls);
    veer_map_recount(world);
    veer_grid_commit(map->grid.covered);
}

static void put(VeerWorld *world, VeerCell cell, bool is_blocked, uint8_t cost)
{
    VeerWorldMap *map = &world->map;
    veer_map_keep(world, bit_of(world, cell), is_blocked);
    veer_grid_set_blocked(map->grid.walls, cell, is_blocked);
    veer_occupancy_set_static(map->grid.occupancy, map->grid.covered, cell, is_blocked);
    if (map->grid.costs) {
        map->grid.costs[(size_t)cell.y * world->def.map.grid.width + (size_t)cell.x] = cost;
        (void)veer_grid_set_cost(map->grid.walls, cell, cost);
        (void)veer_grid_set_cost(map->grid.covered, cell, cost);
    }
}

/// Edits cells of the map.
/// @param from  what they are to be, but for is_blocked, if not NULL, and cost, if not 0
static void edit(VeerWorld *world, VeerCellRect rect, const VeerGrid *from, const bool *is_blocked,
                 uint8_t cost)
{
    for (VeerCell cell = rect.lower; cell.y < rect.upper.y; cell.y++) {
        for (cell.x = rect.lower.x; cell.x < rect.upper.x; cell.x++) {
            put(world, cell, is_blocked ? *is_blocked : veer_grid_is_blocked(from, cell),
                cost > 0 ? cost : veer_grid_cost(from, cell));
        }
    }
    veer_grid_commit(world->map.grid.walls);
    veer_grid_commit(world->map.grid.covered);
}

const VeerGrid *veer_world_grid(const VeerWorld *world)
{
    return world ? world->map.grid.walls : NULL;
}

const VeerGrid *veer_world_covered_grid(const VeerWorld *world)
{
    return world ? world->map.grid.covered : NULL;
}

static VeerBounds box_of(const VeerGridDef *def, VeerCellRect rect)
{
    float size = def->cell_size;
    return (VeerBounds){
        {def->origin.x + (float)rect.lower.x * size, def->origin.y + (float)rect.lower.y * size, 0},
        {def->origin.x + (float)rect.upper.x * size, def->origin.y + (float)rect.upper.y * size,
         0}};
}

/// A corner of a rectangle, clipped to the map.
static VeerCell clipped(const VeerWorld *world, VeerCell corner)
{
    const VeerGridDef *def = &world->def.map.grid;
    return (VeerCell){clamp_i(corner.x, 0, (int32_t)def->width),
                      clamp_i(corner.y, 0, (int32_t)def->height)};
}

/// What cells that are free now may be worth, to the class that they are worth most.
static VeerMapOpening opening_of(const VeerWorld *world, VeerCellRect rect, bool has_opened)
{
    const VeerMapHead *head = world->map.head;
    float size = veer_map_cell_size(world);
    VeerMapOpening opening = {has_opened, box_of(&world->def.map.grid, rect), 0.0f, 0.0f};
    for (uint32_t i = 0; has_opened && head->routed_count > 0 && i < head->class_count; i++) {
        opening.gain =
            max_f(opening.gain, veer_grid_detour(world->map.grid.walls, rect, head->radii[i]));
        opening.reach = max_f(opening.reach, head->radii[i] + VEER_BESIDE_CELLS * size);
    }
    return opening;
}

VeerStatus veer_world_grid_fill(VeerWorld *world, VeerCellRect rect, bool is_blocked)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_that(&refusal, veer_world_grid(world), "world", "must have a grid");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        rect = (VeerCellRect){clipped(world, rect.lower), clipped(world, rect.upper)};
        edit(world, rect, world->map.grid.walls, &is_blocked, 0);
        bool has_opened = !is_blocked && rect.lower.x < rect.upper.x;
        veer_map_note_edit(world, opening_of(world, rect, has_opened));
    }
    return status;
}

VeerStatus veer_world_grid_set_cost(VeerWorld *world, VeerCellRect rect, uint8_t cost)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_that(&refusal, world && world->map.grid.costs, "world",
                   "must have a grid with costs");
    veer_need(&refusal, cost > 0, "cost", "must be 1 to 255", (double)cost);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    rect = (VeerCellRect){clipped(world, rect.lower), clipped(world, rect.upper)};
    edit(world, rect, world->map.grid.walls, NULL, cost);
    world->map.head->is_edited = 1;
    // changed costs may concern any route
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            veer_route_ask(world, slot);
        }
    }
    return VEER_OK;
}

VeerStatus veer_world_grid_copy(VeerWorld *world, const VeerGrid *from)
{
    const VeerGridDef *def = veer_grid_def(veer_world_grid(world)), *other = veer_grid_def(from);
    bool fits = def && other && other->width == def->width && other->height == def->height;
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_that(&refusal, def, "world", "must have a grid");
    veer_need_object(&refusal, from, "from");
    veer_need_that(&refusal, fits, "from", "must be as wide and high as the world's");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        VeerCellRect all = {{0, 0}, {(int32_t)def->width, (int32_t)def->height}};
        edit(world, all, from, NULL, 0);
        veer_map_note_edit(world, (VeerMapOpening){true, box_of(def, all), INFINITY, 0.0f});
    }
    return status;
}

static void build_class(VeerWorld *world, uint32_t number)
{
    VeerWorldMap *map = &world->map;
    VeerMapClass *class = &map->classes[number];
    uint32_t version = veer_grid_version(map->grid.covered);
    if (!class->is_built || class->version != version) {
        (void)veer_grid_dilate(map->grid.covered, map->head->radii[number], class->grid);
        (void)veer_labels_build(class->labels, class->grid);
        class->version = version;
        class->is_built = true;
        class->has_links = false;
    }
    if (map->links.all && !class->has_links) {
        veer_links_settle(world, class);
        class->has_links = true;
    }
}

static float gap(const VeerWorld *world, VeerVec3 point, float limit)
{
    return veer_grid_gap(world->map.grid.walls, point, limit);
}

static bool is_clear(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to)
{
    return veer_grid_lets_through(sight->grid, from, to, sight->radius);
}

static bool collect_edge(void *context, const VeerGridEdge *edge)
{
    veer_walls_add_side(context, edge->a, edge->b, edge->order, true);
    return true;
}

static void search_walls(VeerWallCollector *collector, float range)
{
    veer_grid_edges(collector->world->map.grid.walls, veer_walls_region(collector, range),
                    collect_edge, collector);
}

static void search_listed(VeerWallCollector *collector, float range)
{
    veer_grid_listed_edges(collector->world->map.grid.walls, veer_walls_region(collector, range),
                           collector->query->edges, collect_edge, collector);
}

static void find_walls(VeerWallCollector *collector)
{
    const VeerGrid *walls = collector->world->map.grid.walls;
    VeerGridEdgeList *list = collector->query->edges;
    float size = collector->world->def.map.grid.cell_size, range = collector->query->range;
    bool is_listed = list && veer_grid_list_edges(walls, veer_walls_region(collector, range), list);
    if (is_listed && list->count <= VEER_MAX_WALLS) {
        search_listed(collector, range);
        return;
    }
    veer_walls_search(collector, size, is_listed ? search_listed : search_walls);
}

static VeerBounds bounds(const VeerWorldMap *map)
{
    const VeerGridDef *def = veer_grid_def(map->grid.walls);
    return box_of(def, (VeerCellRect){{0, 0}, {(int32_t)def->width, (int32_t)def->height}});
}

static VeerCover place_cover(const VeerWorldMap *map, VeerVec3 position, float radius)
{
    return (VeerCover){.disc = veer_grid_disc(map->grid.covered, position, radius)};
}

static void count_cover(VeerWorldMap *map, const VeerCover *from, const VeerCover *to)
{
    veer_occupancy_move(map->grid.occupancy, map->grid.covered, from->disc, to->disc);
}

static uint32_t commit_covers(VeerWorldMap *map)
{
    veer_grid_commit(map->grid.covered);
    return veer_grid_version(map->grid.covered);
}

static uint64_t hash_cells(const VeerWorldMap *map, uint64_t hash)
{
    return veer_grid_hash(map->grid.covered, hash);
}

static const VeerCoverTraits covers = {NULL, place_cover, count_cover, commit_covers, hash_cells};

static bool place_link(const VeerWorld *world, VeerVec3 *end)
{
    const VeerGrid *grid = world->map.grid.walls;
    *end = veer_world_flat(world, *end);
    return veer_grid_has(grid, veer_grid_cell_at(grid, *end));
}

static bool is_off_walls(const VeerWorld *world, uint32_t slot)
{
    float radius = world->agent.radius[slot];
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    return veer_grid_gap(world->map.grid.walls, position, radius) >= VEER_SIGHT_RADII * radius;
}

static void change_links(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        world->map.classes[i].has_links = false;
    }
}

static const VeerLinkTraits links = {place_link, is_off_walls, change_links, NULL};

const VeerMapTraits veer_map_traits_grid = {
    .kind = VEER_MAP_GRID,
    .need = need,
    .shape = shape,
    .content = content,
    .lay_out_scratch = lay_out_scratch,
    .lay_out_search = lay_out_search,
    .begin = begin,
    .rebuild = rebuild,
    .build_class = build_class,
    .bounds = bounds,
    .gap = gap,
    .is_clear = is_clear,
    .find_walls = find_walls,
    .covers = &covers,
    .links = &links,
};
