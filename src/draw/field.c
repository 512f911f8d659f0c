/// Draws which way fields lead.
#include "draw/map.h"

#define MAX_LINES 48       ///< along the longer side of the map
#define MAX_SOLID_LINES 24 ///< likewise, in space
#define PART 0.7f          ///< of the way from line to line that one is long

/// How many cells lie from line to line.
static int32_t step_of(uint32_t longer, uint32_t most)
{
    return (int32_t)((longer + most - 1u) / most);
}

/// A line of a length along the way that a field leads from a point.
static void draw_way(const VeerField *field, VeerVec3 at, float length, uint32_t number,
                     const VeerDraw *draw)
{
    VeerVec3 way = veer_field_direction(field, at);
    float half = 0.5f * length;
    if (way.x != 0.0f || way.y != 0.0f || way.z != 0.0f) {
        VeerVec3 from = {at.x - half * way.x, at.y - half * way.y, at.z - half * way.z};
        VeerVec3 to = {at.x + half * way.x, at.y + half * way.y, at.z + half * way.z};
        draw->line(draw->user, VEER_DRAW_FIELD, number, from, to);
    }
}

void veer_draw_field(const VeerGrid *map, const VeerField *field, uint32_t number,
                     const VeerDraw *draw)
{
    const VeerGridDef *def = veer_grid_def(map);
    int32_t step = step_of(def->width > def->height ? def->width : def->height, MAX_LINES);
    float length = PART * (float)step * def->cell_size;
    for (VeerCell cell = {0, step / 2}; cell.y < (int32_t)def->height; cell.y += step) {
        for (cell.x = step / 2; cell.x < (int32_t)def->width; cell.x += step) {
            if (!veer_grid_is_blocked(map, cell)) {
                draw_way(field, veer_grid_centre(map, cell), length, number, draw);
            }
        }
    }
}

void veer_draw_solid_field(const VeerVoxels *map, const VeerField *field, uint32_t number,
                           const VeerDraw *draw)
{
    VeerVoxel cells = veer_voxels_def(map)->cells, at;
    int32_t longer = cells.x > cells.y ? cells.x : cells.y;
    int32_t step = step_of((uint32_t)(longer > cells.z ? longer : cells.z), MAX_SOLID_LINES);
    float length = PART * (float)step * veer_voxels_def(map)->cell_size;
    for (at.z = step / 2; at.z < cells.z; at.z += step) {
        for (at.y = step / 2; at.y < cells.y; at.y += step) {
            for (at.x = step / 2; at.x < cells.x; at.x += step) {
                if (!veer_voxels_is_blocked(map, at)) {
                    draw_way(field, veer_voxels_centre(map, at), length, number, draw);
                }
            }
        }
    }
}
