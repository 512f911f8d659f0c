#include "flow.h"

#include "ink.h"
#include "veer/density.h"
#include "veer/route.h"

#include <math.h>
#include <stdlib.h>

#define REACH_RADII 3.0f ///< about a cell that counts as being there
#define MAX_INK 0.75     ///< of a cell that is full

static const VeerColour crowd_colour = {0.86, 0.36, 0.24}, direction_colour = {0.45, 0.66, 0.86};

void veer_flow_draw_direction(const VeerScreen *screen, cairo_t *cairo, VeerPoint from,
                              VeerPoint to)
{
    veer_ink_line(cairo, from, to, screen->unit, direction_colour, 0.4);
    cairo_arc(cairo, to.x, to.y, 1.8 * screen->unit, 0.0, 2.0 * acos(-1.0));
    veer_ink_set(cairo, direction_colour, 0.7);
    cairo_fill(cairo);
}

/// Counts the agents. @return the mean of their radii, m
static float count_agents(const VeerWorld *world, VeerDensity *density)
{
    float radii = 0.0f;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, slot), &state) == VEER_OK) {
            veer_density_add(density, state.position, state.velocity);
            radii += state.radius;
            count++;
        }
    }
    return count > 0 ? radii / (float)count : 0.0f;
}

/// Fills a cell, the more so the less room is left in it.
static void draw_cell(const VeerScreen *screen, cairo_t *cairo, const VeerGrid *map, VeerCell cell,
                      double full)
{
    float half = 0.5f * veer_grid_def(map)->cell_size;
    VeerVec3 at = veer_grid_centre(map, cell);
    VeerPoint a = veer_screen_point(screen, (VeerVec3){at.x - half, at.y - half, at.z});
    VeerPoint b = veer_screen_point(screen, (VeerVec3){at.x + half, at.y + half, at.z});
    cairo_rectangle(cairo, fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y));
    veer_ink_set(cairo, crowd_colour, MAX_INK * fmin(full, 1.0));
    cairo_fill(cairo);
}

static void draw_cells(const VeerWorld *world, VeerDensity *density, const VeerScreen *screen,
                       cairo_t *cairo)
{
    const VeerGrid *map = veer_world_grid(world);
    const VeerGridDef *def = veer_grid_def(map);
    float radius = count_agents(world, density);
    veer_density_blur(density, map, (uint32_t)ceilf(REACH_RADII * radius / def->cell_size));
    double room = pow((double)(2.0f * radius / def->cell_size), 2.0);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE); // no seams between cells
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)def->width; cell.x++) {
            double full = room * (double)veer_density_at(density, cell);
            if (full > 0.02 && !veer_grid_is_blocked(map, cell)) {
                draw_cell(screen, cairo, map, cell, full);
            }
        }
    }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void veer_flow_draw_crowd(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    const VeerWorld *world = picture->session->world;
    const VeerGrid *map = picture->options.has_fields ? veer_world_grid(world) : NULL;
    void *memory = map ? veer_memory_take(veer_density_size(veer_grid_def(map))) : NULL;
    if (memory) {
        VeerDensity *density = veer_density_init(memory, veer_grid_def(map), 1.0f);
        draw_cells(world, density, screen, cairo);
        free(memory);
    }
}
