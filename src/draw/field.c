/// Draws the directions of fields.
#include "draw/draw.h"

#define MAX_LINES 48       ///< along the longer side of the map
#define MAX_VOXEL_LINES 24 ///< likewise, in space
#define PART 0.7f          ///< of the distance from line to line that one is long

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

void veer_draw_field(const VeerGrid *grid, const VeerVoxels *voxels, const VeerField *field,
                     uint32_t number, const VeerDraw *draw)
{
    VeerVoxel cells = voxels ? veer_voxels_def(voxels)->cells
                             : (VeerVoxel){(int32_t)veer_grid_def(grid)->width,
                                           (int32_t)veer_grid_def(grid)->height, 1};
    int32_t longer = cells.x > cells.y ? cells.x : cells.y;
    int32_t most = voxels ? MAX_VOXEL_LINES : MAX_LINES;
    int32_t step = ((longer > cells.z ? longer : cells.z) + most - 1) / most;
    float size = voxels ? veer_voxels_def(voxels)->cell_size : veer_grid_def(grid)->cell_size;
    VeerVoxel at;
    for (at.z = voxels ? step / 2 : 0; at.z < cells.z; at.z += step) {
        for (at.y = step / 2; at.y < cells.y; at.y += step) {
            for (at.x = step / 2; at.x < cells.x; at.x += step) {
                VeerCell cell = {at.x, at.y};
                if (!(voxels ? veer_voxels_is_blocked(voxels, at)
                             : veer_grid_is_blocked(grid, cell))) {
                    draw_direction(field,
                                   voxels ? veer_voxels_centre(voxels, at)
                                          : veer_grid_centre(grid, cell),
                                   PART * (float)step * size, number, draw);
                }
            }
        }
    }
}
