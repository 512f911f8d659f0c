#include "plan_draw.h"

#include "plan_tally.h"

#include "veer/grid_search.h"

#include <stdlib.h>

/// So many pairs are looked at for each that is drawn.
#define TRIES 64u
/// Between a length in steps of whole units and one by √2, cells.
#define ROUNDED 1e-3

/// A map under drawing.
typedef struct Drawing {
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
} Drawing;

uint32_t veer_plan_lot(uint64_t count, uint32_t below)
{
    // The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
    uint64_t bits = (count + 1u) * 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((bits ^ bits >> 31) % below);
}

static void close_drawing(Drawing *drawing)
{
    free(drawing->grid);
    free(drawing->labels);
    free(drawing->search);
}

static bool open_drawing(Drawing *drawing, const VeerMapText *map, bool has_costs)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.has_costs = has_costs;
    uint32_t cells = map->width * map->height;
    void *grid = veer_plan_take(veer_grid_size(&def));
    void *labels = veer_plan_take(veer_labels_size(def.width, def.height));
    void *search = veer_plan_take(veer_search_size(cells));
    *drawing = (Drawing){grid, labels, search};
    if (!grid || !labels || !search) {
        close_drawing(drawing);
        return false;
    }
    drawing->grid = veer_grid_init(grid, &def);
    drawing->labels = veer_labels_init(labels, def.width, def.height);
    drawing->search = veer_search_init(search, cells);
    veer_map_text_lay(map, drawing->grid, (VeerCell){0, 0});
    veer_grid_commit(drawing->grid);
    (void)veer_labels_build(drawing->labels, drawing->grid);
    return true;
}

static VeerCell cell_of(const VeerMapText *map, uint64_t number)
{
    return (VeerCell){(int32_t)veer_plan_lot(2u * number, map->width),
                      (int32_t)veer_plan_lot(2u * number + 1u, map->height)};
}

static double length_between(const Drawing *drawing, VeerCell start, VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = drawing->grid;
    query.planner = VEER_GRID_ASTAR;
    query.start = start;
    query.goal = goal;
    (void)veer_grid_search_begin(drawing->search, &query);
    (void)veer_search_run(drawing->search, UINT32_MAX);
    return (double)veer_search_cost(drawing->search) / VEER_COST_STRAIGHT;
}

bool veer_plan_draw(const VeerMapText *map, bool has_costs, VeerMapScene *out)
{
    Drawing drawing;
    VeerMapProblem *problems = calloc(VEER_DRAWN_PROBLEMS, sizeof *problems);
    if (!problems || !open_drawing(&drawing, map, has_costs)) {
        free(problems);
        return false;
    }
    uint32_t count = 0;
    for (uint64_t i = 0; i < TRIES * VEER_DRAWN_PROBLEMS && count < VEER_DRAWN_PROBLEMS; i++) {
        VeerCell start = cell_of(map, 2u * i), goal = cell_of(map, 2u * i + 1u);
        uint32_t label = veer_labels_at(drawing.labels, start);
        if (label != VEER_NO_LABEL && label == veer_labels_at(drawing.labels, goal)) {
            double length = length_between(&drawing, start, goal);
            problems[count++] = (VeerMapProblem){start, goal, length, ROUNDED, UINT32_MAX};
        }
    }
    close_drawing(&drawing);
    *out = (VeerMapScene){
        .width = map->width, .height = map->height, .count = count, .problems = problems};
    return true;
}
