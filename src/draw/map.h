/// Drawing a map.
#ifndef VEER_DRAW_MAP_H
#define VEER_DRAW_MAP_H

#include "veer/draw.h"
#include "veer/map.h"
#include "veer/voxel.h"

/// What is blocked, as few rectangles, and its edges. Cost O(cells).
void veer_draw_map(const VeerGrid *map, const VeerDraw *draw);

/// Draws where the surfaces of voxels bend. Cost O(voxels).
void veer_draw_voxels(const VeerVoxels *voxels, const VeerDraw *draw);

#endif
