/// Drawing a map.
#ifndef VEER_DRAW_MAP_H
#define VEER_DRAW_MAP_H

#include "veer/draw.h"
#include "veer/map.h"

/// What is blocked, as few rectangles, and its edges. Cost O(cells).
void veer_draw_map(const VeerGrid *map, const VeerDraw *draw);

#endif
