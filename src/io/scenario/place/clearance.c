/// Whether a body is clear of walls.
#include "io/base/shape.h"
#include "io/scenario/place/place.h"

#include <math.h>

static double chain_distance(const VeerObstacleDef *def, VeerShapePoint point)
{
    double least = HUGE_VAL;
    uint32_t edges = def->vertex_count - !def->is_closed;
    for (uint32_t i = 0; i < edges; i++) {
        VeerVec3 a = def->vertices[i], b = def->vertices[(i + 1) % def->vertex_count];
        least = fmin(least, veer_shape_segment_distance(point, a, b));
    }
    return least;
}

static double box_distance(const VeerObstacleDef *def, VeerShapePoint point)
{
    VeerVec3 at = def->position, half = def->half_extents;
    return veer_shape_box_distance(point, (VeerVec3){at.x - half.x, at.y - half.y, at.z - half.z},
                                   (VeerVec3){at.x + half.x, at.y + half.y, at.z + half.z});
}

bool veer_is_clear_of_walls(const VeerLoader *loader, VeerVec3 position, float side)
{
    const VeerScenario *scenario = loader->scenario;
    VeerShapePoint point = veer_shape_point(position, (VeerVec3){0});
    for (uint32_t i = 0; i < loader->wall_count; i++) {
        const VeerObstacleDef *def = &scenario->obstacles[loader->walls[i]];
        double distance =
            def->shape == VEER_SHAPE_BOX ? box_distance(def, point)
            : def->shape == VEER_SHAPE_CHAIN
                ? chain_distance(def, point)
                : veer_shape_polygon_distance(point, def->vertices, def->vertex_count);
        if (distance < (double)side) {
            return false;
        }
    }
    float gap = scenario->voxels ? veer_voxels_gap(scenario->voxels, position, side)
                : scenario->mesh ? veer_mesh_gap(scenario->mesh, position, side)
                : scenario->map  ? veer_grid_gap(scenario->map, position, side)
                                 : side;
    return gap >= side;
}
