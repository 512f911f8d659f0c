/// Static obstacles as blocked cells of the map.
#include "io/scenario/map/map.h"

#include <math.h>

static VeerVec3 vertex_of(const VeerObstacleDef *def, uint32_t index)
{
    VeerVec3 at = def->vertices[index % def->vertex_count], by = def->position;
    return (VeerVec3){at.x + by.x, at.y + by.y, at.z + by.z};
}

static VeerStatus lay_polygon(VeerStore *store, const VeerObstacleDef *def, VeerGrid *map)
{
    VeerVec3 *points = veer_store_take(store, def->vertex_count, sizeof *points);
    for (uint32_t i = 0; points && i < def->vertex_count; i++) {
        points[i] = vertex_of(def, i);
    }
    return points ? veer_grid_fill_polygon(map, points, def->vertex_count, true)
                  : VEER_OUT_OF_MEMORY;
}

static void lay_chain(const VeerObstacleDef *def, VeerGrid *map)
{
    uint32_t segments = def->is_closed ? def->vertex_count : def->vertex_count - 1u;
    for (uint32_t i = 0; i < segments; i++) {
        (void)veer_grid_fill_segment(map, vertex_of(def, i), vertex_of(def, i + 1u), 0.0f, true);
    }
}

bool veer_map_lay_obstacles(VeerScenario *scenario)
{
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        const VeerObstacleDef *def = &scenario->obstacles[i];
        if (def->shape == VEER_SHAPE_CHAIN) {
            lay_chain(def, scenario->map);
        } else if (def->shape == VEER_SHAPE_POLYGON) {
            if (lay_polygon(&scenario->store, def, scenario->map) == VEER_OUT_OF_MEMORY) {
                return false;
            }
        } else if (def->shape == VEER_SHAPE_BALL && def->motion == VEER_MOTION_STATIC) {
            (void)veer_grid_fill_segment(scenario->map, def->position, def->position, def->radius,
                                         true);
        }
    }
    veer_grid_commit(scenario->map);
    return true;
}
