#include "draw/map.h"

#include <math.h>

static bool is_blocked(const VeerGrid *map, int32_t x, int32_t y)
{
    VeerCell cell = {x, y};
    return veer_grid_has(map, cell) && veer_grid_is_blocked(map, cell);
}

/// The end of the run of blocked cells that begins at x.
static int32_t run_end(const VeerGrid *map, int32_t x, int32_t y)
{
    while (is_blocked(map, x, y)) {
        x++;
    }
    return x;
}

/// Whether a row has a run from begin to end, no longer and no shorter.
static bool has_run(const VeerGrid *map, int32_t begin, int32_t end, int32_t y)
{
    return !is_blocked(map, begin - 1, y) && is_blocked(map, begin, y) &&
           run_end(map, begin, y) == end;
}

static void draw_rect(const VeerGrid *map, VeerDrawRole role, const VeerDraw *draw,
                      VeerCellRect rect)
{
    const VeerGridDef *def = veer_grid_def(map);
    float x0 = def->origin.x + (float)rect.lower.x * def->cell_size;
    float y0 = def->origin.y + (float)rect.lower.y * def->cell_size;
    float x1 = def->origin.x + (float)rect.upper.x * def->cell_size;
    float y1 = def->origin.y + (float)rect.upper.y * def->cell_size;
    float z = def->origin.z;
    VeerVec3 corners[] = {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
    draw->polygon(draw->user, role, corners, 4);
}

/// Equal runs of rows that follow each other are one rectangle.
static void draw_row(const VeerGrid *map, VeerDrawRole role, const VeerDraw *draw, int32_t y)
{
    int32_t width = (int32_t)veer_grid_def(map)->width, end;
    for (int32_t x = 0; x < width; x = end) {
        end = run_end(map, x, y);
        if (end == x) {
            end = x + 1;
        } else if (!has_run(map, x, end, y - 1)) {
            int32_t top = y + 1;
            while (has_run(map, x, end, top)) {
                top++;
            }
            draw_rect(map, role, draw, (VeerCellRect){{x, y}, {end, top}});
        }
    }
}

static bool draw_edge(void *context, const VeerGridEdge *edge)
{
    const VeerDraw *draw = context;
    draw->line(draw->user, VEER_DRAW_MAP, 0, edge->a, edge->b);
    return true;
}

void veer_draw_cells(const VeerGrid *map, VeerDrawRole role, const VeerDraw *draw)
{
    for (int32_t y = 0; draw->polygon && y < (int32_t)veer_grid_def(map)->height; y++) {
        draw_row(map, role, draw, y);
    }
}

/// Runs of cells that cost more than their length, row by row.
static void draw_costs(const VeerGrid *map, const VeerDraw *draw)
{
    int32_t width = (int32_t)veer_grid_def(map)->width, begin;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)veer_grid_def(map)->height; cell.y++) {
        for (cell.x = 0; cell.x < width; cell.x++) {
            for (begin = cell.x; veer_grid_cost(map, cell) > 1; cell.x++) {
            }
            if (cell.x > begin) {
                draw_rect(map, VEER_DRAW_COST, draw,
                          (VeerCellRect){{begin, cell.y}, {cell.x, cell.y + 1}});
            }
        }
    }
}

void veer_draw_map(const VeerGrid *map, const VeerDraw *draw)
{
    if (veer_grid_def(map)->has_costs && draw->polygon) {
        draw_costs(map, draw);
    }
    VeerBounds all = {{-INFINITY, -INFINITY, 0.0f}, {INFINITY, INFINITY, 0.0f}};
    veer_draw_cells(map, VEER_DRAW_MAP, draw);
    if (draw->line) {
        VeerDraw host = *draw;
        veer_grid_edges(map, all, draw_edge, &host);
    }
}
