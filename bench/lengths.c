#include "lengths.h"

#include <math.h>
#include <stdlib.h>

double veer_points_length(const VeerVec3 *points, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        VeerVec3 a = points[i - 1], b = points[i];
        length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    }
    return length;
}

double veer_cells_length(const VeerCell *cells, uint32_t count)
{
    int64_t straight = 0, diagonal = 0;
    for (uint32_t i = 1; i < count; i++) {
        int32_t dx = abs(cells[i].x - cells[i - 1].x), dy = abs(cells[i].y - cells[i - 1].y);
        diagonal += dx < dy ? dx : dy;
        straight += abs(dx - dy);
    }
    return (double)straight + sqrt(2.0) * (double)diagonal;
}
