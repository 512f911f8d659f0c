/// Draws grids: runs of cells as rectangles, and edges.
#include "draw/draw.h"

#include <math.h>

static bool is_blocked(const VeerGrid *grid, int32_t x, int32_t y)
{
    VeerCell cell = {x, y};
    return veer_grid_has(grid, cell) && veer_grid_is_blocked(grid, cell);
}

/// The end of the run of blocked cells that begins at x.
static int32_t run_end(const VeerGrid *grid, int32_t x, int32_t y)
{
    while (is_blocked(grid, x, y)) {
        x++;
    }
    return x;
}

/// Whether a row has a run from begin to end, no longer and no shorter.
static bool has_run(const VeerGrid *grid, int32_t begin, int32_t end, int32_t y)
{
    return !is_blocked(grid, begin - 1, y) && is_blocked(grid, begin, y) &&
           run_end(grid, begin, y) == end;
}

static void draw_rect(const VeerGrid *grid, VeerDrawRole role, const VeerDraw *draw,
                      VeerCellRect rect)
{
    const VeerGridDef *def = veer_grid_def(grid);
    float x0 = def->origin.x + (float)rect.lower.x * def->cell_size;
    float y0 = def->origin.y + (float)rect.lower.y * def->cell_size;
    float x1 = def->origin.x + (float)rect.upper.x * def->cell_size;
    float y1 = def->origin.y + (float)rect.upper.y * def->cell_size;
    float z = def->origin.z;
    VeerVec3 corners[] = {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
    veer_draw_polygon(draw, role, corners, 4);
}

/// Equal runs of rows that follow each other are one rectangle.
static void draw_row(const VeerGrid *grid, VeerDrawRole role, const VeerDraw *draw, int32_t y)
{
    int32_t width = (int32_t)veer_grid_def(grid)->width, end;
    for (int32_t x = 0; x < width; x = end) {
        end = run_end(grid, x, y);
        if (end == x) {
            end = x + 1;
        } else if (!has_run(grid, x, end, y - 1)) {
            int32_t top = y + 1;
            while (has_run(grid, x, end, top)) {
                top++;
            }
            draw_rect(grid, role, draw, (VeerCellRect){{x, y}, {end, top}});
        }
    }
}

static bool draw_edge(void *context, const VeerGridEdge *edge)
{
    const VeerDraw *draw = context;
    veer_draw_line(draw, VEER_DRAW_MAP, 0, edge->a, edge->b);
    return true;
}

void veer_draw_cells(const VeerGrid *grid, VeerDrawRole role, const VeerDraw *draw)
{
    for (int32_t y = 0; y < (int32_t)veer_grid_def(grid)->height; y++) {
        draw_row(grid, role, draw, y);
    }
}

/// Runs of cells that cost more than their length, row by row.
static void draw_costs(const VeerGrid *grid, const VeerDraw *draw)
{
    int32_t width = (int32_t)veer_grid_def(grid)->width, begin;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)veer_grid_def(grid)->height; cell.y++) {
        for (cell.x = 0; cell.x < width; cell.x++) {
            for (begin = cell.x; veer_grid_cost(grid, cell) > 1; cell.x++) {
            }
            if (cell.x > begin) {
                draw_rect(grid, VEER_DRAW_COST, draw,
                          (VeerCellRect){{begin, cell.y}, {cell.x, cell.y + 1}});
            }
        }
    }
}

void veer_draw_grid(const VeerGrid *grid, const VeerDraw *draw)
{
    if (veer_grid_def(grid)->has_costs) {
        draw_costs(grid, draw);
    }
    VeerBounds all = {{-INFINITY, -INFINITY, 0.0f}, {INFINITY, INFINITY, 0.0f}};
    veer_draw_cells(grid, VEER_DRAW_MAP, draw);
    VeerDraw host = *draw;
    veer_grid_edges(grid, all, draw_edge, &host);
}
