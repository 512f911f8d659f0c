/// What a picture of a scenario shows.
#include "io/base/shape.h"
#include "io/scenario/load/load.h"

#include <math.h>

static void include_group(VeerBounds *box, const VeerGroup *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        veer_shape_hold(box, group->positions[i], group->radii[i]);
        veer_shape_hold(box, veer_goal_point(&group->goal, i, group->positions[i]),
                        group->radii[i]);
    }
}

static void include_obstacle(VeerBounds *box, const VeerObstacleDef *def)
{
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        veer_shape_hold(box, def->vertices[i], 0.0f);
    }
    if (def->motion == VEER_MOTION_ORBIT) {
        veer_shape_hold(box, def->orbit.centre, def->orbit.semi_major + def->radius);
    } else if (def->vertex_count == 0) {
        VeerVec3 half = def->half_extents;
        veer_shape_hold(box, def->position, def->shape == VEER_SHAPE_BALL ? def->radius : half.x);
    }
}

static VeerBounds with_margin(VeerBounds box, float share)
{
    float x = (box.upper.x - box.lower.x) * share + 1.0f;
    float y = (box.upper.y - box.lower.y) * share + 1.0f;
    return (VeerBounds){{box.lower.x - x, box.lower.y - y, box.lower.z},
                        {box.upper.x + x, box.upper.y + y, box.upper.z}};
}

static void include_squad(VeerBounds *box, const VeerSquadEntry *squad)
{
    float margin = squad->spec.def.formation.spacing;
    for (uint32_t i = 0; i < squad->order_count; i++) {
        const VeerOrder *order = &squad->orders[i].order;
        for (uint32_t k = 0; k < order->point_count; k++) {
            veer_shape_hold(box, order->points[k], margin);
        }
    }
}

/// Nothing, for points to be included.
static const VeerBounds no_box = {{INFINITY, INFINITY, INFINITY},
                                  {-INFINITY, -INFINITY, -INFINITY}};

/// The box round all that is there at first and where it wants to go.
static VeerBounds box_of_all(const VeerScenario *scenario)
{
    VeerBounds box = no_box;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        include_group(&box, &scenario->groups[i]);
    }
    for (uint32_t i = 0; i < scenario->squad_count; i++) {
        include_squad(&box, &scenario->squads[i]);
    }
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        include_obstacle(&box, &scenario->obstacles[i]);
    }
    return box.lower.x <= box.upper.x ? box : (VeerBounds){0};
}

/// The box of a mesh or a graph: of the corners of its parts, and of nodes.
static VeerBounds box_of_parts(const VeerMesh *mesh, const VeerGraph *graph)
{
    enum { MOST = 64 };
    VeerVec3 corners[MOST];
    VeerBounds box = no_box;
    uint32_t parts = mesh ? veer_mesh_polygon_count(mesh) : veer_graph_node_count(graph);
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t count = mesh ? veer_mesh_corners(mesh, part, corners, MOST)
                              : veer_graph_corners(graph, part, corners, MOST);
        float radius = mesh ? 0.0f : veer_graph_radius(graph, part);
        for (uint32_t i = 0; i < count && i < MOST; i++) {
            veer_shape_hold(&box, corners[i], radius);
        }
        if (graph) {
            veer_shape_hold(&box, veer_graph_position(graph, part), radius);
        }
    }
    return box;
}

/// The box of cells from an origin on.
static VeerBounds box_of_cells(VeerVec3 origin, VeerVoxel cells, float size)
{
    return (VeerBounds){origin,
                        {origin.x + (float)cells.x * size, origin.y + (float)cells.y * size,
                         origin.z + (float)cells.z * size}};
}

static VeerBounds choose_view(const VeerLoader *loader)
{
    const VeerScenario *scenario = loader->scenario;
    const VeerWorldSpec *world = &loader->world;
    if (world->has_viewport) {
        return world->viewport;
    }
    if (scenario->map) {
        const VeerGridDef *def = veer_grid_def(scenario->map);
        VeerVoxel cells = {(int32_t)def->width, (int32_t)def->height, 0};
        return with_margin(box_of_cells(def->origin, cells, def->cell_size), 0.01f);
    }
    if (scenario->mesh || scenario->graph) {
        return with_margin(box_of_parts(scenario->mesh, scenario->graph), 0.03f);
    }
    if (scenario->voxels) {
        const VeerVoxelsDef *def = veer_voxels_def(scenario->voxels);
        return with_margin(box_of_cells(def->origin, def->cells, def->cell_size), 0.01f);
    }
    if (isfinite(world->bounds.lower.x)) {
        return with_margin(world->bounds, 0.02f);
    }
    return with_margin(box_of_all(scenario), 0.05f);
}

VeerBounds veer_choose_viewport(const VeerLoader *loader)
{
    VeerBounds view = choose_view(loader);
    // Floors above each other have heights in the plane too.
    bool is_flat = loader->space == VEER_PLANAR && !loader->scenario->mesh;
    if (is_flat || !isfinite(view.lower.z) || !isfinite(view.upper.z)) {
        view.lower.z = 0.0f;
        view.upper.z = 0.0f;
    }
    return view;
}
