/// Static obstacles as blocked cells of the map. Walls of a file are where their vertices are.
#include "io/scenario/map/map.h"

static void lay_chain(const VeerObstacleDef *def, VeerGrid *map)
{
    uint32_t segments = def->is_closed ? def->vertex_count : def->vertex_count - 1u;
    for (uint32_t i = 0; i < segments; i++) {
        VeerVec3 next = def->vertices[(i + 1u) % def->vertex_count];
        (void)veer_grid_fill_segment(map, def->vertices[i], next, 0.0f, true);
    }
}

void veer_map_lay_obstacles(VeerScenario *scenario)
{
    VeerGrid *map = scenario->map;
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        const VeerObstacleDef *def = &scenario->obstacles[i];
        if (def->shape == VEER_SHAPE_CHAIN) {
            lay_chain(def, map);
        } else if (def->shape == VEER_SHAPE_POLYGON) {
            (void)veer_grid_fill_polygon(map, def->vertices, def->vertex_count, true);
        } else if (def->shape == VEER_SHAPE_BALL && def->motion == VEER_MOTION_STATIC) {
            (void)veer_grid_fill_segment(map, def->position, def->position, def->radius, true);
        }
    }
    veer_grid_commit(map);
}
