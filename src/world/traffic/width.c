/// Paths that are wide enough for two: where the shortest path leads deep through single-file
/// passages, a wider one is taken if it is not much longer.
///
/// Source: opposing flows come to a stop in narrow passages (Helbing and Molnár, "Social force
/// model for pedestrian dynamics", 1995); agents that go round need not wait.
#include "world/traffic/width.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"

#include "math/vec.h"

/// A wider path may be longer by this fraction, and so many radii.
#define LONGER_PART 0.3f
/// Deep cells about the start and goal count as free up to this number; in mazes, where all is
/// narrow, there are more.
#define MAX_FREED 1024u
/// The budget of the second search: so many times the first one's expansions, and so many more.
#define BUDGET_TIMES 4u
#define BUDGET_EXPANSIONS 512u

static bool is_deep(const VeerMapClass *class, VeerCell cell)
{
    return !veer_grid_is_blocked(class->grid, cell) && veer_narrow_has(class->deep, cell);
}

/// Whether a path of straight and diagonal legs crosses blocked cells.
static bool is_crossing(const VeerGrid *grid, const VeerCell *cells, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        VeerCell at = cells[i - 1], end = cells[i];
        while (at.x != end.x || at.y != end.y) {
            at.x += (end.x > at.x) - (end.x < at.x);
            at.y += (end.y > at.y) - (end.y < at.y);
            if (veer_grid_is_blocked(grid, at)) {
                return true;
            }
        }
    }
    return false;
}

/// Cells along the side of a square of some radii of a class.
static float side_of(const VeerWorld *world, const VeerMapClass *class, float radii)
{
    float radius = world->map.head->radii[class - world->map.classes];
    float cells = ceilf(radii * radius / veer_map_cell_size(world));
    return min_f(cells, (float)VEER_MAX_GRID_CELLS);
}

float veer_width_side(const VeerWorld *world, const VeerMapClass *class)
{
    return side_of(world, class, VEER_PASSING_RADII);
}

static void find_narrow(VeerWorld *world, VeerMapClass *class)
{
    const VeerGrid *walls = world->map.grid.walls;
    uint32_t version = veer_grid_version(walls);
    if (class->has_deep && class->walls_version == version) {
        return;
    }
    int32_t side = (int32_t)veer_width_side(world, class);
    (void)veer_narrow_mark(class->deep, walls, side, side);
    class->has_tight = veer_narrow_mark(class->tight, walls, side, 0);
    int32_t few = (int32_t)side_of(world, class, VEER_NARROW_RADII);
    class->has_narrow = veer_narrow_mark(class->narrow, walls, few, 0);
    class->walls_version = version;
    class->has_deep = true;
    class->has_wide = false;
}

const VeerMapClass *veer_width_class(VeerWorld *world, float radius)
{
    VeerMapClass *class = &world->map.classes[veer_map_class_for(world, radius)];
    find_narrow(world, class);
    return class;
}

/// Brings the class's wide grid up to date.
static void build_wide(VeerWorld *world, VeerMapClass *class)
{
    find_narrow(world, class);
    if (!class->has_wide || class->wide_version != class->version) {
        veer_narrow_block(class->deep, class->grid, class->wide);
        class->wide_version = class->version;
        class->has_wide = true;
    }
}

/// Cells that were freed: cells[count], at limit `limit`.
typedef struct Freed {
    VeerCell *cells;
    uint32_t count, limit;
} Freed;

static void free_cell(const VeerMapClass *class, VeerCell cell, Freed *freed)
{
    if (freed->count < freed->limit && is_deep(class, cell) &&
        veer_grid_is_blocked(class->wide, cell)) {
        veer_grid_set_blocked(class->wide, cell, false);
        freed->cells[freed->count++] = cell;
    }
}

/// Frees the deep cells that are connected to `from`.
static void free_component(const VeerMapClass *class, VeerCell from, Freed *freed)
{
    uint32_t next = freed->count;
    free_cell(class, from, freed);
    for (; next < freed->count; next++) {
        VeerCell at = freed->cells[next];
        for (int32_t i = 0; i < 9; i++) {
            free_cell(class, (VeerCell){at.x + i % 3 - 1, at.y + i / 3 - 1}, freed);
        }
    }
}

static bool is_short(const VeerWorld *world, uint64_t cost, uint64_t shortest, float radius)
{
    float cells = VEER_STREAM_RADII * radius / veer_map_cell_size(world);
    float limit = (float)shortest * (1.0f + LONGER_PART) + cells * (float)VEER_COST_STRAIGHT;
    return (float)cost <= limit;
}

/// Searches the wide grid; its expansions count as the job's.
static VeerSearchState search_wide(VeerWorldMap *map, const VeerPlanJob *job, const VeerGrid *wide)
{
    uint32_t budget =
        BUDGET_TIMES * (uint32_t)veer_search_expansions(map->routes.search) + BUDGET_EXPANSIONS;
    VeerGridQuery query = veer_grid_query_default();
    query.grid = wide;
    query.start = (VeerCell){job->start.x, job->start.y};
    query.goal = (VeerCell){job->goal.x, job->goal.y};
    (void)veer_grid_search_begin(map->routes.search, &query);
    VeerSearchState state = veer_search_run(map->routes.search, budget);
    uint32_t spent = (uint32_t)veer_search_expansions(map->routes.search);
    map->head->stats.expansions += spent;
    map->head->job.done += spent;
    return state;
}

/// Replaces the map's cells[count] by a short path over the wide grid. @return how many there are
static uint32_t find_wide(VeerWorld *world, const VeerPlanJob *job, const VeerGrid *wide,
                          uint32_t count)
{
    VeerWorldMap *map = &world->map;
    uint64_t shortest = veer_search_cost(map->routes.search);
    float radius = map->head->radii[job->class];
    if (search_wide(map, job, wide) == VEER_SEARCH_FOUND &&
        is_short(world, veer_search_cost(map->routes.search), shortest, radius)) {
        (void)veer_grid_search_route(map->routes.search, map->routes.cells, map->routes.room,
                                     &count);
    }
    return count;
}

uint32_t veer_width_prefer(VeerWorld *world, const VeerPlanJob *job, uint32_t cells)
{
    VeerWorldMap *map = &world->map;
    VeerMapClass *class = &map->classes[job->class];
    build_wide(world, class);
    if (!is_crossing(class->wide, map->routes.cells, cells)) {
        return cells;
    }
    Freed freed = {map->routes.cells + cells, 0, map->routes.room - cells};
    freed.limit = freed.limit < MAX_FREED ? freed.limit : MAX_FREED;
    free_component(class, (VeerCell){job->start.x, job->start.y}, &freed);
    free_component(class, (VeerCell){job->goal.x, job->goal.y}, &freed);
    veer_grid_commit(class->wide);
    if (freed.count < freed.limit && is_crossing(class->wide, map->routes.cells, cells)) {
        cells = find_wide(world, job, class->wide, cells);
    }
    if (freed.count > 0) {
        veer_narrow_block(class->deep, class->grid, class->wide);
    }
    return cells;
}
