/// The parts of a map that boxes cover, and doors, which are such parts.
#include "io/scenario/map/map.h"

#include <math.h>

static int32_t whole(float at, float origin, float size)
{
    // As far as a cell counts that its middle lies in. No map has as many cells to a side.
    const double far = 0x1p30;
    double cells = ceil(((double)at - (double)origin) / (double)size - 0.5);
    return (int32_t)fmax(fmin(cells, far), -far);
}

VeerCellRect veer_map_rect(const VeerGridDef *def, VeerVec3 lower, VeerVec3 upper)
{
    float size = def->cell_size, x = def->origin.x, y = def->origin.y;
    return (VeerCellRect){{whole(lower.x, x, size), whole(lower.y, y, size)},
                          {whole(upper.x, x, size), whole(upper.y, y, size)}};
}

static VeerVoxel voxel_at(const VeerVoxelsDef *def, VeerVec3 at)
{
    float size = def->cell_size;
    return (VeerVoxel){whole(at.x, def->origin.x, size), whole(at.y, def->origin.y, size),
                       whole(at.z, def->origin.z, size)};
}

static VeerVoxelBox voxels_box(const VeerVoxelsDef *def, VeerVec3 lower, VeerVec3 upper)
{
    return (VeerVoxelBox){voxel_at(def, lower), voxel_at(def, upper)};
}

static bool is_in_box(VeerVec3 p, VeerVec3 lower, VeerVec3 upper)
{
    bool has_height = lower.z < upper.z; // else at all heights
    return p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y &&
           (!has_height || (p.z >= lower.z && p.z <= upper.z));
}

/// How many cells or voxels of so many there are from one place to another.
static double span_of(int32_t lower, int32_t upper, int32_t most)
{
    return fmax(fmin(upper, most) - fmax(lower, 0), 0.0);
}

double veer_map_box_cells(const VeerGridDef *def, VeerVec3 lower, VeerVec3 upper)
{
    VeerCellRect rect = veer_map_rect(def, lower, upper);
    return span_of(rect.lower.x, rect.upper.x, (int32_t)def->width) *
           span_of(rect.lower.y, rect.upper.y, (int32_t)def->height);
}

/// How much work it is to lay a box.
enum { VOXELS_A_STEP = 8 /* 64 are laid at once, in about 40 ns */ };
static double steps_of(const VeerScenario *scenario, const VeerRectSpec *box)
{
    if (scenario->graph) {
        return veer_graph_node_count(scenario->graph);
    }
    if (scenario->voxels) {
        const VeerVoxelsDef *def = veer_voxels_def(scenario->voxels);
        VeerVoxelBox voxels = voxels_box(def, box->lower, box->upper);
        return span_of(voxels.lower.x, voxels.upper.x, def->cells.x) *
               span_of(voxels.lower.y, voxels.upper.y, def->cells.y) *
               span_of(voxels.lower.z, voxels.upper.z, def->cells.z) / VOXELS_A_STEP;
    }
    return veer_map_box_cells(veer_grid_def(scenario->map), box->lower, box->upper);
}

static void block_nodes(VeerGraph *graph, const VeerRectSpec *box, bool is_blocked)
{
    for (uint32_t i = 0; i < veer_graph_node_count(graph); i++) {
        if (is_in_box(veer_graph_position(graph, i), box->lower, box->upper)) {
            veer_graph_set_blocked(graph, i, is_blocked);
        }
    }
}

bool veer_load_boxes(VeerLoader *loader, const VeerNode *list, bool is_blocked)
{
    const VeerScenario *scenario = loader->scenario;
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    for (; node; node = node->next) {
        VeerRectSpec box;
        if (!veer_reader_object(&loader->reader, node, &veer_rect_schema, &box) ||
            !veer_reader_spend(&loader->reader, node, steps_of(scenario, &box))) {
            return false;
        }
        if (scenario->graph) {
            block_nodes(scenario->graph, &box, is_blocked);
        } else if (scenario->voxels) {
            const VeerVoxelsDef *def = veer_voxels_def(scenario->voxels);
            VeerVoxelBox voxels = voxels_box(def, box.lower, box.upper);
            veer_voxels_fill(scenario->voxels, voxels, is_blocked);
        } else {
            const VeerGridDef *def = veer_grid_def(scenario->map);
            veer_grid_fill(scenario->map, veer_map_rect(def, box.lower, box.upper), is_blocked);
        }
    }
    return loader->reader.status == VEER_OK;
}

/// The middle of a polygon's corners.
static VeerVec3 middle_of(const VeerMesh *mesh, uint32_t polygon)
{
    enum { MOST = 64 };
    VeerVec3 corners[MOST], sum = {0.0f, 0.0f, 0.0f};
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, MOST);
    count = count < MOST ? count : MOST;
    for (uint32_t i = 0; i < count; i++) {
        sum = (VeerVec3){sum.x + corners[i].x, sum.y + corners[i].y, sum.z + corners[i].z};
    }
    float share = 1.0f / (float)count;
    return (VeerVec3){sum.x * share, sum.y * share, sum.z * share};
}

/// Blocks or frees polygons, or nodes.
static VeerStatus move_parts(VeerWorld *world, const VeerTimelineSpec *spec, bool is_closed)
{
    const VeerMesh *mesh = veer_world_mesh(world);
    const VeerGraph *graph = veer_world_graph(world);
    uint32_t count = mesh ? veer_mesh_polygon_count(mesh) : veer_graph_node_count(graph);
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; status == VEER_OK && i < count; i++) {
        VeerVec3 at = mesh ? middle_of(mesh, i) : veer_graph_position(graph, i);
        if (is_in_box(at, spec->lower, spec->upper)) {
            status = mesh ? veer_world_mesh_set_blocked(world, i, is_closed)
                          : veer_world_graph_set_blocked(world, i, is_closed);
        }
    }
    return status;
}

VeerStatus veer_map_move_door(const VeerScenario *scenario, VeerWorld *world,
                              const VeerTimelineEvent *event)
{
    const VeerWorldMapDef *def = &scenario->def.map;
    bool is_closed = event->kind == VEER_TIMELINE_CLOSE;
    VeerLinkId link;
    if (veer_link_at(world, event->spec.link, &link)) {
        return veer_link_set_open(world, link, !is_closed);
    }
    if (def->kind == VEER_MAP_MESH || def->kind == VEER_MAP_GRAPH) {
        return move_parts(world, &event->spec, is_closed);
    }
    if (def->kind == VEER_MAP_VOXELS) {
        VeerVoxelBox box = voxels_box(&def->voxels, event->spec.lower, event->spec.upper);
        return veer_world_voxels_fill(world, box, is_closed);
    }
    VeerCellRect rect = veer_map_rect(&def->grid, event->spec.lower, event->spec.upper);
    return veer_world_grid_fill(world, rect, is_closed);
}
