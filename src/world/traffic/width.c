/// Ways with room for two: where the shortest way leads deep through what is too narrow for two to
/// pass each other, one that does not is taken if it is not much longer.
///
/// Source: flow through what is narrow comes to a stand where it goes both ways (Helbing and
/// Molnár, "Social force model for pedestrian dynamics", 1995); who can go round need not wait.
#include "world/traffic/width.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"

#include "math/vec.h"

/// Two pass each other in so many radii; doors are as deep as that to either side.
#define ROOM_RADII 4.8f
/// Steps that a door is deep at most. Sparse crowds get through doors best without gates.
#define TIGHT_DEPTH 1
/// How much longer a way may be: this part, and so many radii.
#define LONGER_PART 0.3f
#define LONGER_RADII 32.0f
/// What is deep about where a way begins and ends counts as free, if it is no more than this,
/// cells: there are none but narrow ways in a maze.
#define MAX_FREED 1024u
/// The search for it may take as many times the expansions of the first, and so many.
#define MORE_TIMES 4u
#define MORE_EXPANSIONS 512u

static bool is_deep(const VeerMapClass *class, VeerCell cell)
{
    return !veer_grid_is_blocked(class->grid, cell) && veer_narrow_has(class->deep, cell);
}

/// Whether a way, straight or diagonal from cell to cell, leads over blocked cells of a grid.
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

float veer_width_side(const VeerWorld *world, const VeerMapClass *class)
{
    float radius = world->map.head->radii[class - world->map.classes];
    float cells = ceilf(ROOM_RADII * radius / veer_map_cell_size(world));
    return min_f(cells, (float)VEER_MAX_GRID_CELLS);
}

static void find_narrow(VeerWorld *world, VeerMapClass *class)
{
    const VeerGrid *walls = world->map.grid.walls;
    uint32_t since = class->walls_version, version = veer_grid_version(walls);
    if (class->has_deep && since == version) {
        return;
    }
    int32_t side = (int32_t)veer_width_side(world, class);
    if (class->has_deep) {
        (void)veer_narrow_update(class->deep, walls, side, side, since);
        class->has_tight = veer_narrow_update(class->tight, walls, side, TIGHT_DEPTH, since);
    } else {
        (void)veer_narrow_mark(class->deep, walls, side, side);
        class->has_tight = veer_narrow_mark(class->tight, walls, side, TIGHT_DEPTH);
    }
    class->walls_version = version;
    class->has_deep = true;
    class->is_roomy = false;
}

const VeerMapClass *veer_width_class(VeerWorld *world, float radius)
{
    VeerMapClass *class = &world->map.classes[veer_map_class_for(world, radius)];
    find_narrow(world, class);
    return class;
}

/// Brings the class's roomy grid up to date.
static void make_roomy(VeerWorld *world, VeerMapClass *class)
{
    find_narrow(world, class);
    if (!class->is_roomy || class->roomy_version != class->version) {
        veer_narrow_block(class->deep, class->grid, class->roomy);
        class->roomy_version = class->version;
        class->is_roomy = true;
    }
}

/// Cells that were freed: cells[count] of at most `most`.
typedef struct Freed {
    VeerCell *cells;
    uint32_t count, most;
} Freed;

static void free_cell(const VeerMapClass *class, VeerCell cell, Freed *freed)
{
    if (freed->count < freed->most && is_deep(class, cell) &&
        veer_grid_is_blocked(class->roomy, cell)) {
        veer_grid_set_blocked(class->roomy, cell, false);
        freed->cells[freed->count++] = cell;
    }
}

/// Frees the deep cells that hang together with `from`.
static void free_about(const VeerMapClass *class, VeerCell from, Freed *freed)
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
    float cells = LONGER_RADII * radius / veer_map_cell_size(world);
    float most = (float)shortest * (1.0f + LONGER_PART) + cells * (float)VEER_COST_STRAIGHT;
    return (float)cost <= most;
}

/// Searches the roomy grid; what it expands counts as the job's.
static VeerSearchState run_roomy(VeerWorldMap *map, const VeerPlanJob *job, const VeerGrid *roomy)
{
    uint32_t budget =
        MORE_TIMES * (uint32_t)veer_search_expansions(map->routes.search) + MORE_EXPANSIONS;
    VeerGridQuery query = veer_grid_query_default();
    query.grid = roomy;
    query.start = job->start;
    query.goal = job->goal;
    (void)veer_grid_search_begin(map->routes.search, &query);
    VeerSearchState state = veer_search_run(map->routes.search, budget);
    uint32_t spent = (uint32_t)veer_search_expansions(map->routes.search);
    map->head->stats.expansions += spent;
    map->head->job.done += spent;
    return state;
}

/// Replaces the map's cells[count] by a short way over the roomy grid. @return how many there are
static uint32_t find_roomy(VeerWorld *world, const VeerPlanJob *job, const VeerGrid *roomy,
                           uint32_t count)
{
    VeerWorldMap *map = &world->map;
    uint64_t shortest = veer_search_cost(map->routes.search);
    float radius = map->head->radii[job->class];
    if (run_roomy(map, job, roomy) == VEER_SEARCH_FOUND &&
        is_short(world, veer_search_cost(map->routes.search), shortest, radius)) {
        (void)veer_grid_search_route(map->routes.search, map->grid.cells, map->routes.room, &count);
    }
    return count;
}

uint32_t veer_width_prefer(VeerWorld *world, const VeerPlanJob *job, uint32_t cells)
{
    VeerWorldMap *map = &world->map;
    VeerMapClass *class = &map->classes[job->class];
    make_roomy(world, class);
    if (!is_crossing(class->roomy, map->grid.cells, cells)) {
        return cells;
    }
    Freed freed = {map->grid.cells + cells, 0, map->routes.room - cells};
    freed.most = freed.most < MAX_FREED ? freed.most : MAX_FREED;
    free_about(class, job->start, &freed);
    free_about(class, job->goal, &freed);
    veer_grid_commit(class->roomy);
    if (freed.count < freed.most && is_crossing(class->roomy, map->grid.cells, cells)) {
        cells = find_roomy(world, job, class->roomy, cells);
    }
    if (freed.count > 0) {
        veer_narrow_block(class->deep, class->grid, class->roomy);
    }
    return cells;
}
