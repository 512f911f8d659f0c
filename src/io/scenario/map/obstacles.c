/// Static obstacles as blocked cells of the map. Walls of a file are where their vertices are.
#include "io/base/shape.h"
#include "io/scenario/map/map.h"

#include <math.h>

static void lay_chain(const VeerObstacleDef *def, VeerGrid *map)
{
    uint32_t segments = def->is_closed ? def->vertex_count : def->vertex_count - 1u;
    for (uint32_t i = 0; i < segments; i++) {
        VeerVec3 next = def->vertices[(i + 1u) % def->vertex_count];
        (void)veer_grid_fill_segment(map, def->vertices[i], next, 0.0f, true);
    }
}

/// How much work it is to lay an obstacle: the cells of the box round it, which of a ball are all
/// measured, and of a wall one by one along its sides.
static double steps_of(const VeerGrid *map, const VeerObstacleDef *def)
{
    enum { MEASURED = 16 };
    VeerVec3 at = def->position;
    VeerBounds box = {at, at};
    veer_shape_hold(&box, at, def->radius);
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        box = i == 0 ? (VeerBounds){def->vertices[0], def->vertices[0]} : box;
        veer_shape_hold(&box, def->vertices[i], 0.0f);
    }
    double cells = veer_map_box_cells(veer_grid_def(map), box.lower, box.upper);
    double rows = veer_grid_def(map)->height, sides = def->vertex_count;
    return def->shape == VEER_SHAPE_BALL    ? MEASURED * cells
           : def->shape == VEER_SHAPE_CHAIN ? fmin(rows, cells) * sides
                                            : cells + fmin(rows, cells) * sides * 2.0;
}

bool veer_map_lay_obstacles(VeerLoader *loader)
{
    const VeerScenario *scenario = loader->scenario;
    VeerGrid *map = scenario->map;
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        const VeerObstacleDef *def = &scenario->obstacles[i];
        if (!veer_reader_spend(&loader->reader, loader->file.obstacles, steps_of(map, def))) {
            return false;
        }
        if (def->motion != VEER_MOTION_STATIC) {
            continue; // routes lead where it is now, and avoidance and contacts see it
        }
        if (def->shape == VEER_SHAPE_CHAIN) {
            lay_chain(def, map);
        } else if (def->shape == VEER_SHAPE_POLYGON) {
            (void)veer_grid_fill_polygon(map, def->vertices, def->vertex_count, true);
        } else if (def->shape == VEER_SHAPE_BALL) {
            (void)veer_grid_fill_segment(map, def->position, def->position, def->radius, true);
        }
    }
    veer_grid_commit(map);
    return true;
}
