/// Cells of a world's map as sensors: each is a ghost of the cell's shape.
#include "veer/sensor.h"

#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

/// As many corners as an obstacle has at most, and one more, which is refused.
enum { MOST_CORNERS = 65 };

/// A cell: the def of its sensor, and the corners that the def points at.
typedef struct Cell {
    VeerObstacleDef def;
    VeerVec3 corners[MOST_CORNERS]; ///< m, from its position
    bool is_there;
} Cell;

/// A polygon in plan, with its first corner for a position: corners relative to that are as exact
/// as on the map.
static void take_polygon(Cell *cell, uint32_t count)
{
    VeerVec3 first = cell->corners[0];
    cell->is_there = count >= 3 && count < MOST_CORNERS;
    cell->def.shape = VEER_SHAPE_POLYGON;
    cell->def.position = first;
    cell->def.vertices = cell->corners;
    cell->def.vertex_count = count;
    for (uint32_t i = 0; cell->is_there && i < count; ++i) {
        cell->corners[i] = vec3(cell->corners[i].x - first.x, cell->corners[i].y - first.y, 0.0f);
    }
}

static void take_tile(const VeerWorld *world, uint32_t number, Cell *cell)
{
    const VeerGridDef *grid = veer_grid_def(veer_world_grid(world));
    float size = grid->cell_size;
    uint32_t column = number % grid->width, row = number / grid->width;
    if (row >= grid->height) {
        return;
    }
    VeerVec3 low = add3(grid->origin, vec3(size * (float)column, size * (float)row, 0.0f));
    for (int i = 0; i < 4; ++i) {
        VeerVec3 off = vec3(i == 1 || i == 2 ? size : 0.0f, i >= 2 ? size : 0.0f, 0.0f);
        cell->corners[i] = add3(low, off);
    }
    take_polygon(cell, 4);
}

static void take_voxel(const VeerWorld *world, uint32_t number, Cell *cell)
{
    const VeerVoxelsDef *voxels = veer_voxels_def(veer_world_voxels(world));
    uint32_t width = (uint32_t)voxels->cells.x, height = (uint32_t)voxels->cells.y;
    uint32_t z = number / width / height;
    float half = 0.5f * voxels->cell_size;
    cell->is_there = z < (uint32_t)voxels->cells.z;
    cell->def.shape = VEER_SHAPE_BOX;
    cell->def.half_extents = vec3(half, half, half);
    VeerVec3 middle = vec3((float)(number % width) + 0.5f, (float)(number / width % height) + 0.5f,
                           (float)z + 0.5f);
    cell->def.position = along3(voxels->origin, middle, voxels->cell_size);
}

/// Over cells in plan the height does not count.
static void take_node(const VeerWorld *world, uint32_t number, Cell *cell)
{
    const VeerGraph *graph = veer_world_graph(world);
    uint32_t count = veer_graph_corners(graph, number, cell->corners, MOST_CORNERS);
    float radius = veer_graph_radius(graph, number);
    if (number < veer_graph_node_count(graph) && count == 0) {
        cell->is_there = true;
        cell->def.radius = radius;
        cell->def.position = veer_graph_position(graph, number);
    } else if (number < veer_graph_node_count(graph) && radius == 0.0f) {
        take_polygon(cell, count);
    }
    cell->def.position.z =
        world->def.space == VEER_PLANAR ? -VEER_WORLD_LIMIT : cell->def.position.z;
}

/// From its lowest corner to as far over its highest as something is on its floor.
static void take_mesh_polygon(const VeerWorld *world, uint32_t number, Cell *cell)
{
    const VeerMesh *mesh = veer_world_mesh(world);
    if (number >= veer_mesh_polygon_count(mesh)) {
        return;
    }
    uint32_t count = veer_mesh_corners(mesh, number, cell->corners, MOST_CORNERS);
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count && i < MOST_CORNERS; ++i) {
        low = min_f(low, cell->corners[i].z);
        high = max_f(high, cell->corners[i].z);
    }
    take_polygon(cell, count);
    cell->def.position.z = low;
    cell->def.height = high - low + VEER_OFF_FLOOR;
}

static void take_cell(const VeerWorld *world, uint32_t number, Cell *cell)
{
    if (veer_world_grid(world)) {
        take_tile(world, number, cell);
    } else if (veer_world_voxels(world)) {
        take_voxel(world, number, cell);
    } else if (veer_world_graph(world)) {
        take_node(world, number, cell);
    } else if (veer_world_mesh(world)) {
        take_mesh_polygon(world, number, cell);
    }
}

VeerStatus veer_sensor_create_cell(VeerWorld *world, uint32_t cell, uint32_t mask,
                                   VeerObstacleId *out)
{
    VeerRefusal refusal = {.function = __func__};
    Cell made = {.def = veer_obstacle_def_default(), .is_there = false};
    if (veer_need_object(&refusal, world, "world")) {
        take_cell(world, cell, &made);
        veer_need_that(&refusal, made.is_there, "cell",
                       "must be one of the map's, of at most 64 corners and none of them round");
    }
    made.def.is_ghost = true;
    made.def.layer = 0; // nobody avoids it
    made.def.sense_mask = mask;
    made.def.user_data = cell;
    return veer_obstacle_add(world, &refusal, &made.def, out);
}
