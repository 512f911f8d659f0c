/// Draws the directions of fields.
#include "draw/draw.h"

#define MAX_LINES 48       ///< along the longer side of the map
#define MAX_VOXEL_LINES 24 ///< likewise, in space
#define PART 0.7f          ///< of the distance from line to line that one is long

/// How many cells there are from line to line.
static int32_t step_of(uint32_t longer, uint32_t most)
{
    return (int32_t)((longer + most - 1u) / most);
}

/// A line of a length along the direction of a field at a point.
static void draw_direction(const VeerField *field, VeerVec3 at, float length, uint32_t number,
                           const VeerDraw *draw)
{
    VeerVec3 toward = veer_field_direction(field, at);
    float half = 0.5f * length;
    if (toward.x != 0.0f || toward.y != 0.0f || toward.z != 0.0f) {
        VeerVec3 from = {at.x - half * toward.x, at.y - half * toward.y, at.z - half * toward.z};
        VeerVec3 to = {at.x + half * toward.x, at.y + half * toward.y, at.z + half * toward.z};
        veer_draw_line(draw, VEER_DRAW_FIELD, number, from, to);
    }
}

void veer_draw_grid_field(const VeerGrid *grid, const VeerField *field, uint32_t number,
                          const VeerDraw *draw)
{
    const VeerGridDef *def = veer_grid_def(grid);
    int32_t step = step_of(def->width > def->height ? def->width : def->height, MAX_LINES);
    float length = PART * (float)step * def->cell_size;
    for (VeerCell cell = {0, step / 2}; cell.y < (int32_t)def->height; cell.y += step) {
        for (cell.x = step / 2; cell.x < (int32_t)def->width; cell.x += step) {
            if (!veer_grid_is_blocked(grid, cell)) {
                draw_direction(field, veer_grid_centre(grid, cell), length, number, draw);
            }
        }
    }
}

void veer_draw_voxel_field(const VeerVoxels *voxels, const VeerField *field, uint32_t number,
                           const VeerDraw *draw)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells, at;
    int32_t longer = cells.x > cells.y ? cells.x : cells.y;
    int32_t step = step_of((uint32_t)(longer > cells.z ? longer : cells.z), MAX_VOXEL_LINES);
    float length = PART * (float)step * veer_voxels_def(voxels)->cell_size;
    for (at.z = step / 2; at.z < cells.z; at.z += step) {
        for (at.y = step / 2; at.y < cells.y; at.y += step) {
            for (at.x = step / 2; at.x < cells.x; at.x += step) {
                if (!veer_voxels_is_blocked(voxels, at)) {
                    draw_direction(field, veer_voxels_centre(voxels, at), length, number, draw);
                }
            }
        }
    }
}
