#define _POSIX_C_SOURCE 200809L
#include "problems.h"

#include "base/base.h"
#include "veer/grid_search.h"
#include "veer/mapfile.h"

#include <stdio.h>
#include <unistd.h>

/// So many pairs are looked at for each that is drawn.
#define TRIES 64u
/// Between a length in steps of whole units and one by √2, cells.
#define ROUNDED 1e-3

bool veer_plan_has_costs(const VeerMapText *map)
{
    size_t count = (size_t)map->width * map->height, same = 0;
    while (map->costs && same < count && map->costs[same] == 1) {
        same++;
    }
    return map->costs && same < count;
}

/// A map that problems are drawn for.
typedef struct DrawnMap {
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
} DrawnMap;

uint32_t veer_bench_draw(uint64_t *state, uint32_t below)
{
    // Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((bits ^ bits >> 31) % below);
}

static void close_drawn(DrawnMap *drawn)
{
    free(drawn->grid);
    free(drawn->labels);
    free(drawn->search);
}

static bool open_drawn(DrawnMap *drawn, const VeerMapText *map)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.has_costs = veer_plan_has_costs(map);
    uint32_t cells = map->width * map->height;
    void *grid = veer_memory_take(veer_grid_size(&def));
    void *labels = veer_memory_take(veer_labels_size(def.width, def.height));
    void *search = veer_memory_take(veer_search_size(cells));
    *drawn = (DrawnMap){grid, labels, search};
    if (!grid || !labels || !search) {
        close_drawn(drawn);
        return false;
    }
    drawn->grid = veer_grid_init(grid, &def);
    drawn->labels = veer_labels_init(labels, def.width, def.height);
    drawn->search = veer_search_init(search, cells);
    veer_map_text_lay(map, drawn->grid, (VeerCell){0, 0});
    veer_grid_commit(drawn->grid);
    (void)veer_labels_build(drawn->labels, drawn->grid);
    return true;
}

static VeerCell draw_cell(const VeerMapText *map, uint64_t *state)
{
    int32_t x = (int32_t)veer_bench_draw(state, map->width);
    return (VeerCell){x, (int32_t)veer_bench_draw(state, map->height)};
}

static double length_between(const DrawnMap *drawn, VeerCell start, VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = drawn->grid;
    query.planner = VEER_GRID_ASTAR;
    query.start = start;
    query.goal = goal;
    (void)veer_grid_search_begin(drawn->search, &query);
    (void)veer_search_run(drawn->search, UINT32_MAX);
    return (double)veer_search_cost(drawn->search) / VEER_COST_STRAIGHT;
}

/// Draws pairs of free cells between which there is a path, as many as there are or
/// VEER_DRAWN_PROBLEMS, with the length of the shortest one by plain A*. @return false: no memory
static bool draw_problems(const VeerMapText *map, VeerMapScene *out)
{
    DrawnMap drawn;
    VeerMapProblem *problems = calloc(VEER_DRAWN_PROBLEMS, sizeof *problems);
    if (!problems || !open_drawn(&drawn, map)) {
        free(problems);
        return false;
    }
    uint32_t count = 0;
    uint64_t state = 0;
    for (uint32_t i = 0; i < TRIES * VEER_DRAWN_PROBLEMS && count < VEER_DRAWN_PROBLEMS; i++) {
        VeerCell start = draw_cell(map, &state), goal = draw_cell(map, &state);
        uint32_t label = veer_labels_at(drawn.labels, start);
        if (label != VEER_NO_LABEL && label == veer_labels_at(drawn.labels, goal)) {
            double length = length_between(&drawn, start, goal);
            problems[count++] = (VeerMapProblem){start, goal, length, ROUNDED, UINT32_MAX};
        }
    }
    close_drawn(&drawn);
    *out = (VeerMapScene){
        .width = map->width, .height = map->height, .count = count, .problems = problems};
    return true;
}

/// A scene of version 2 alone: its size and its patches are all that there is of a map.
static bool read_scene_alone(VeerPlanFiles *files, const char *scene, const VeerInputLimits *limits,
                             VeerInputError *error)
{
    if (veer_map_scene_read_file(scene, limits, &files->scene, error) != VEER_OK) {
        return false;
    }
    if (!files->scene.begins_free) {
        return veer_error_set(error, "%.200s: is of version 1, so its map must be named before it",
                              scene);
    }
    files->map.width = files->scene.width;
    files->map.height = files->scene.height;
    return true;
}

/// @param name  of the map
static bool read_scene(VeerPlanFiles *files, const char *path, const char *name,
                       const VeerInputLimits *limits, VeerInputError *error)
{
    const VeerMapText *map = &files->map;
    const VeerMapScene *scene = &files->scene;
    if (veer_map_scene_read_file(path, limits, &files->scene, error) != VEER_OK) {
        return false;
    }
    bool is_for_map = scene->width == map->width && scene->height == map->height;
    return scene->count == 0 || is_for_map ||
           veer_error_set(error, "%.200s: is for a map of %u × %u cells; %.200s has %u × %u", path,
                          scene->width, scene->height, name, map->width, map->height);
}

bool veer_plan_files_read(VeerPlanFiles *files, const char *map, const char *scene,
                          const VeerInputLimits *limits, VeerInputError *error)
{
    char beside[4096];
    if (!scene && veer_text_ends_with(map, ".scen")) {
        return read_scene_alone(files, map, limits, error);
    }
    snprintf(beside, sizeof beside, "%s.scen", map);
    if (veer_map_read_file(map, limits, &files->map, error) != VEER_OK) {
        return false;
    }
    if (!scene && access(beside, F_OK) != 0) {
        return draw_problems(&files->map, &files->scene) || veer_error_of(error, map, "no memory");
    }
    return read_scene(files, scene ? scene : beside, map, limits, error);
}

void veer_plan_files_free(VeerPlanFiles *files)
{
    veer_map_text_free(&files->map);
    veer_map_scene_free(&files->scene);
}
