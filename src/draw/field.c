#include "draw/map.h"

#define MOST_LINES 48 ///< along the longer side of the map
#define PART 0.7f     ///< of the way from line to line that one is long

/// How many cells lie from line to line.
static int32_t step_of(const VeerGridDef *def)
{
    uint32_t longer = def->width > def->height ? def->width : def->height;
    return (int32_t)((longer + MOST_LINES - 1u) / MOST_LINES);
}

void veer_draw_field(const VeerGrid *map, const VeerField *field, uint32_t number,
                     const VeerDraw *draw)
{
    const VeerGridDef *def = veer_grid_def(map);
    int32_t step = step_of(def);
    float half = 0.5f * PART * (float)step * def->cell_size;
    for (VeerCell cell = {0, step / 2}; cell.y < (int32_t)def->height; cell.y += step) {
        for (cell.x = step / 2; cell.x < (int32_t)def->width; cell.x += step) {
            VeerVec3 at = veer_grid_centre(map, cell);
            VeerVec3 way = veer_field_direction(field, at);
            bool leads_on = way.x != 0.0f || way.y != 0.0f;
            if (leads_on && !veer_grid_is_blocked(map, cell)) {
                VeerVec3 from = {at.x - half * way.x, at.y - half * way.y, at.z};
                VeerVec3 to = {at.x + half * way.x, at.y + half * way.y, at.z};
                draw->line(draw->user, VEER_DRAW_FIELD, number, from, to);
            }
        }
    }
}
