/// The edges of what is free among voxels, as lines.
#include "draw/draw.h"

/// A voxel along three axes: `axis` first, then the next two in turn.
static VeerVoxel turned(int axis, int32_t along, int32_t second, int32_t third)
{
    return axis == 0   ? (VeerVoxel){along, second, third}
           : axis == 1 ? (VeerVoxel){third, along, second}
                       : (VeerVoxel){second, third, along};
}

static int32_t side_of(VeerVoxel cells, int axis)
{
    return axis == 0 ? cells.x : axis == 1 ? cells.y : cells.z;
}

/// Whether the surface of what is blocked bends at the line along an axis before the voxel: of the
/// four around it one or three are blocked, or two across from each other.
static bool is_bend(const VeerVoxels *voxels, int axis, int32_t along, int32_t second,
                    int32_t third)
{
    bool a = veer_voxels_is_blocked(voxels, turned(axis, along, second - 1, third - 1));
    bool b = veer_voxels_is_blocked(voxels, turned(axis, along, second, third - 1));
    bool c = veer_voxels_is_blocked(voxels, turned(axis, along, second - 1, third));
    bool d = veer_voxels_is_blocked(voxels, turned(axis, along, second, third));
    return (a ^ b ^ c ^ d) || (a == d && b == c && a != b);
}

static VeerVec3 corner_of(const VeerVoxels *voxels, VeerVoxel voxel)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    return (VeerVec3){def->origin.x + (float)voxel.x * def->cell_size,
                      def->origin.y + (float)voxel.y * def->cell_size,
                      def->origin.z + (float)voxel.z * def->cell_size};
}

/// The bends along one line, each run of them at once.
static void draw_line(const VeerVoxels *voxels, const VeerDraw *draw, int axis, int32_t second,
                      int32_t third)
{
    int32_t length = side_of(veer_voxels_def(voxels)->cells, axis);
    for (int32_t at = 0; at < length; at++) {
        int32_t begin = at;
        while (at < length && is_bend(voxels, axis, at, second, third)) {
            at++;
        }
        if (at > begin) {
            veer_draw_line(draw, VEER_DRAW_MAP, 0,
                           corner_of(voxels, turned(axis, begin, second, third)),
                           corner_of(voxels, turned(axis, at, second, third)));
        }
    }
}

void veer_draw_voxels(const VeerVoxels *voxels, const VeerDraw *draw)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    for (int axis = 0; draw->line && axis < 3; axis++) {
        for (int32_t third = 0; third <= side_of(cells, (axis + 2) % 3); third++) {
            for (int32_t second = 0; second <= side_of(cells, (axis + 1) % 3); second++) {
                draw_line(voxels, draw, axis, second, third);
            }
        }
    }
}
