/// Whether a body is clear of walls.
#include "io/scenario/place/place.h"

/// A point or vector in double, so that far from the origin nothing is lost.
typedef struct Flat {
    double x, y;
} Flat;

static Flat flat(VeerVec3 from, VeerVec3 to)
{
    return (Flat){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

static double clamp(double value, double lower, double upper)
{
    return value < lower ? lower : value > upper ? upper : value;
}

/// Squared distance from p to the segment a b.
static double segment_distance2(VeerVec3 a, VeerVec3 b, VeerVec3 p)
{
    Flat way = flat(a, b), to = flat(a, p);
    double square = way.x * way.x + way.y * way.y;
    double along = square > 0.0 ? (way.x * to.x + way.y * to.y) / square : 0.0;
    along = clamp(along, 0.0, 1.0);
    double x = to.x - along * way.x, y = to.y - along * way.y;
    return x * x + y * y;
}

static bool is_left(VeerVec3 a, VeerVec3 b, VeerVec3 p)
{
    Flat way = flat(a, b), to = flat(a, p);
    return way.x * to.y - way.y * to.x >= 0.0;
}

static bool is_clear_of_points(const VeerObstacleDef *def, VeerVec3 p, double side)
{
    bool is_block = def->shape == VEER_SHAPE_POLYGON;
    bool is_inside = is_block;
    uint32_t edges = def->vertex_count - !(is_block || def->is_closed);
    for (uint32_t i = 0; i < edges; i++) {
        VeerVec3 a = def->vertices[i], b = def->vertices[(i + 1) % def->vertex_count];
        if (segment_distance2(a, b, p) < side * side) {
            return false;
        }
        is_inside = is_inside && is_left(a, b, p);
    }
    return !is_inside;
}

static bool is_clear_of_box(const VeerObstacleDef *def, VeerVec3 p, double side)
{
    double half[3] = {(double)def->half_extents.x, (double)def->half_extents.y,
                      (double)def->half_extents.z};
    double to[3] = {(double)p.x - (double)def->position.x, (double)p.y - (double)def->position.y,
                    (double)p.z - (double)def->position.z};
    double square = 0.0;
    bool is_inside = true;
    for (int axis = 0; axis < 3; axis++) {
        double out = to[axis] - clamp(to[axis], -half[axis], half[axis]);
        square += out * out;
        is_inside = is_inside && out == 0.0;
    }
    return !is_inside && square >= side * side;
}

bool veer_is_clear_of_walls(const VeerLoader *loader, VeerVec3 position, float side)
{
    for (uint32_t i = 0; i < loader->wall_count; i++) {
        const VeerObstacleDef *def = &loader->scenario->obstacles[loader->walls[i]];
        bool is_clear = def->shape == VEER_SHAPE_BOX
                            ? is_clear_of_box(def, position, (double)side)
                            : is_clear_of_points(def, position, (double)side);
        if (!is_clear) {
            return false;
        }
    }
    const VeerGrid *map = loader->scenario->map;
    const VeerVoxels *voxels = loader->scenario->voxels;
    if (voxels) {
        return veer_voxels_gap(voxels, position, side) >= side;
    }
    const VeerMesh *mesh = loader->scenario->mesh;
    if (mesh) {
        return veer_mesh_gap(mesh, position, side) >= side;
    }
    return !map || veer_grid_gap(map, position, side) >= side;
}
