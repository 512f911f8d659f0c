/// What all questions share: filters, the order of answers, polygons, and what the map is.
#include "geom/box.h"
#include "geom/polygon.h"
#include "map/graph/graph.h"
#include "map/mesh/mesh.h"
#include "map/voxels/voxels.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/query/query.h"

#define FILTER_COOKIE 0x7EE20A5Cu
#define POLYGON_CORNERS 64
/// Cells or voxels that are looked at to tell that none is free.
#define MOST_LOOKS 4096

const char *veer_found_kind_name(VeerFoundKind kind)
{
    static const char *const names[VEER_FOUND_KIND_COUNT] = {
        [VEER_FOUND_NONE] = "none",
        [VEER_FOUND_AGENT] = "agent",
        [VEER_FOUND_OBSTACLE] = "obstacle",
        [VEER_FOUND_MAP] = "map",
    };
    return kind >= 0 && kind < VEER_FOUND_KIND_COUNT ? names[kind] : NULL;
}

VeerQueryFilter veer_query_filter_default(void)
{
    return (VeerQueryFilter){
        .mask = UINT32_MAX,
        .has_agents = true,
        .has_obstacles = true,
        .has_map = true,
        .has_ghosts = true,
        .lower = -INFINITY,
        .upper = INFINITY,
        .cookie = FILTER_COOKIE,
    };
}

VeerStatus veer_world_prepare_queries(VeerWorld *world)
{
    VeerRefusal refusal = {.function = __func__};
    if (!veer_need_object(&refusal, world, "world") || world->is_indexed) {
        return refusal.status;
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_walls_index(world);
    }
    return status;
}

/// As veer_world_prepare_queries, for questions: they answer with nothing, and tell nobody.
static bool prepare(VeerWorld *world)
{
    bool can_be = world && (world->is_indexed || !world->is_stepping);
    return can_be && veer_world_prepare_queries(world) == VEER_OK;
}

bool veer_ask_begin(VeerWorld *world, const VeerQueryFilter *filter, VeerAsk *ask)
{
    VeerQueryFilter all = veer_query_filter_default();
    filter = filter ? filter : &all;
    bool is_filter = filter->cookie == FILTER_COOKIE && filter->lower <= filter->upper;
    if (!is_filter || !prepare(world)) {
        return false;
    }
    *ask = (VeerAsk){.world = world,
                     .filter = *filter,
                     .except = veer_agent_slot(world, filter->except),
                     .except_obstacle = veer_obstacle_slot(world, filter->except_obstacle)};
    return true;
}

bool veer_ask_is_level(const VeerAsk *ask, float lower, float upper)
{
    return ask->world->def.space == VEER_SPATIAL ||
           (lower <= ask->filter.upper && upper >= ask->filter.lower);
}

bool veer_ask_wants_agent(const VeerAsk *ask, uint32_t slot)
{
    const VeerAgentColumns *agent = &ask->world->agent;
    float floor = agent->position[slot].z;
    return slot != ask->except && (agent->layer[slot] & ask->filter.mask) != 0 &&
           veer_ask_is_level(ask, floor, floor + agent->height[slot]);
}

void veer_ask_moved(const VeerAsk *ask, VeerAskAgent *visit, void *context)
{
    const VeerWorld *world = ask->world;
    for (uint32_t i = 0; i < world->moved_count; ++i) {
        uint32_t slot = world->moved[i];
        if (world->agent.is_alive[slot] && veer_ask_wants_agent(ask, slot)) {
            visit(context, slot);
        }
    }
}

bool veer_ask_wants_obstacle(const VeerAsk *ask, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &ask->world->obstacle;
    float floor = obstacle->position[slot].z;
    return slot != ask->except_obstacle && (obstacle->layer[slot] & ask->filter.mask) != 0 &&
           (!obstacle->is_ghost[slot] || ask->filter.has_ghosts) &&
           (!obstacle->is_ball[slot] ||
            veer_ask_is_level(ask, floor, floor + obstacle->height[slot]));
}

bool veer_ask_wants_map(const VeerAsk *ask)
{
    return ask->filter.has_map && ask->world->map.traits &&
           (ask->world->def.map.layer & ask->filter.mask) != 0;
}

VeerFound veer_ask_agent(const VeerAsk *ask, uint32_t slot, float distance)
{
    const VeerAgentColumns *agent = &ask->world->agent;
    return (VeerFound){.kind = VEER_FOUND_AGENT,
                       .id = agent->id[slot],
                       .agent = {slot, agent->generation[slot]},
                       .distance = distance};
}

VeerFound veer_ask_obstacle(const VeerAsk *ask, uint32_t slot, float distance)
{
    return (VeerFound){.kind = VEER_FOUND_OBSTACLE,
                       .id = slot,
                       .obstacle = {slot, ask->world->obstacle.generation[slot]},
                       .distance = distance};
}

bool veer_found_precedes(const VeerFound *a, const VeerFound *b)
{
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    return a->id < b->id || (a->id == b->id && a->agent.slot < b->agent.slot);
}

// --- Polygons ---

VeerVec3 veer_ask_vertex(const VeerAsk *ask, uint32_t slot, uint32_t index)
{
    return add3(veer_obstacle_corner(ask->world, slot, index), ask->world->obstacle.position[slot]);
}

bool veer_ask_is_in_polygon(const VeerAsk *ask, uint32_t slot, VeerVec3 point)
{
    const VeerObstacleColumns *obstacle = &ask->world->obstacle;
    if (obstacle->shape[slot] != VEER_SHAPE_POLYGON) {
        return false;
    }
    VeerVec2 corners[POLYGON_CORNERS];
    uint32_t count = obstacle->vertex_count[slot];
    float floor = INFINITY, ceiling = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 vertex = veer_ask_vertex(ask, slot, i);
        corners[i] = plane2(vertex);
        floor = min_f(floor, vertex.z);
        ceiling = max_f(ceiling, vertex.z + obstacle->height[slot]);
    }
    return veer_ask_is_level(ask, floor, ceiling) &&
           veer_polygon_contains(corners, count, plane2(point));
}

// --- The map ---

static bool is_off_mesh(const VeerMesh *mesh, VeerVec3 point)
{
    VeerVec3 on_it;
    uint32_t polygon = veer_mesh_nearest(mesh, point, &on_it);
    float slop = VEER_COORDINATE_SLOP * (1.0f + fabsf(point.x) + fabsf(point.y));
    return veer_mesh_is_blocked(mesh, polygon) || !(fabsf(on_it.x - point.x) <= slop) ||
           !(fabsf(on_it.y - point.y) <= slop);
}

static bool is_off_grid(const VeerGrid *grid, VeerVec3 point)
{
    return veer_grid_is_blocked(grid, veer_grid_cell_at(grid, point));
}

bool veer_ask_is_off_map(const VeerAsk *ask, VeerVec3 point)
{
    const VeerWorldMap *map = &ask->world->map;
    switch (map->traits->kind) {
    case VEER_MAP_GRID:
        return is_off_grid(map->grid.walls, point);
    case VEER_MAP_VOXELS:
        return veer_voxels_is_blocked(map->voxels.blocked,
                                      veer_voxels_at(map->voxels.blocked, point));
    case VEER_MAP_MESH:
        return is_off_mesh(map->mesh.whole, point);
    default:
        return map->graph.area && !map->graph.area->is_flat &&
               !veer_graph_area_holds(map->graph.area, plane2(point));
    }
}

/// Whether none of the cells of a box is free; false for more than are worth a look.
static bool are_cells_blocked(const VeerGrid *grid, VeerBounds box)
{
    VeerCell lower = veer_grid_cell_at(grid, box.lower), upper = veer_grid_cell_at(grid, box.upper);
    if ((int64_t)(upper.x - lower.x + 1) * (upper.y - lower.y + 1) > MOST_LOOKS) {
        return false;
    }
    bool is_blocked = true;
    for (VeerCell at = lower; is_blocked && at.y <= upper.y; at.y++) {
        for (at.x = lower.x; is_blocked && at.x <= upper.x; at.x++) {
            is_blocked = veer_grid_is_blocked(grid, at);
        }
    }
    return is_blocked;
}

static bool are_voxels_blocked(const VeerVoxels *voxels, VeerBounds box)
{
    VeerVoxel lower = veer_voxels_at(voxels, box.lower), upper = veer_voxels_at(voxels, box.upper);
    int64_t layer = (int64_t)(upper.x - lower.x + 1) * (upper.y - lower.y + 1);
    if (layer > MOST_LOOKS || layer * (upper.z - lower.z + 1) > MOST_LOOKS) {
        return false;
    }
    bool is_blocked = true;
    for (VeerVoxel at = lower; is_blocked && at.z <= upper.z; at.z++) {
        for (at.y = lower.y; is_blocked && at.y <= upper.y; at.y++) {
            for (at.x = lower.x; is_blocked && at.x <= upper.x; at.x++) {
                is_blocked = veer_voxels_is_blocked(voxels, at);
            }
        }
    }
    return is_blocked;
}

typedef struct AskMeshBox {
    const VeerMesh *mesh;
    VeerBounds box; ///< in its units, flat
} AskMeshBox;

/// Ends a visit at a polygon that is on the map and in the box.
static bool is_polygon_off(void *context, uint32_t polygon)
{
    const AskMeshBox *asked = context;
    const VeerMeshBox *own = &asked->mesh->boxes[polygon];
    VeerBounds flat = {{own->lower.x, own->lower.y, 0.0f}, {own->upper.x, own->upper.y, 0.0f}};
    return veer_mesh_is_blocked(asked->mesh, polygon) || !veer_boxes_meet(flat, asked->box);
}

static bool are_polygons_off(const VeerMesh *mesh, VeerBounds box)
{
    AskMeshBox asked = {mesh,
                        {veer_mesh_to_units(mesh, box.lower), veer_mesh_to_units(mesh, box.upper)}};
    asked.box.lower.z = asked.box.upper.z = 0.0f;
    VeerFlatBox flat = {plane2(asked.box.lower), plane2(asked.box.upper)};
    return veer_buckets_visit(&mesh->buckets, flat, is_polygon_off, &asked);
}

static bool end_visit(void *context, uint32_t item)
{
    (void)context;
    (void)item;
    return false;
}

bool veer_ask_is_all_off_map(const VeerAsk *ask, VeerVec3 point, float reach)
{
    const VeerWorldMap *map = &ask->world->map;
    VeerVec3 far = {reach, reach, reach};
    VeerBounds all = map->traits->bounds(map), box = {sub3(point, far), add3(point, far)};
    if (ask->world->def.space == VEER_PLANAR) {
        all.lower.z = all.upper.z = box.lower.z = box.upper.z = 0.0f;
    }
    if (!veer_boxes_meet(all, box)) {
        return map->traits->kind != VEER_MAP_GRAPH ||
               (map->graph.area && !map->graph.area->is_flat);
    }
    box = (VeerBounds){veer_box_nearest(all, box.lower), veer_box_nearest(all, box.upper)};
    VeerFlatBox flat = {plane2(box.lower), plane2(box.upper)};
    switch (map->traits->kind) {
    case VEER_MAP_GRID:
        return are_cells_blocked(map->grid.walls, box);
    case VEER_MAP_VOXELS:
        return are_voxels_blocked(map->voxels.blocked, box);
    case VEER_MAP_MESH:
        return are_polygons_off(map->mesh.whole, box);
    default:
        return map->graph.area && !map->graph.area->is_flat &&
               veer_graph_area_visit(map->graph.area, flat, end_visit, NULL);
    }
}

typedef struct AskTeller {
    VeerAskWall *visit;
    void *context;
} AskTeller;

static bool tell_voxel(void *context, VeerBounds voxel)
{
    const AskTeller *teller = context;
    teller->visit(teller->context, voxel.lower, voxel.upper);
    return true;
}

static void tell_wall(void *context, const VeerNearWall *wall)
{
    const AskTeller *teller = context;
    teller->visit(teller->context, wall->a, wall->b);
}

void veer_ask_walls(const VeerAsk *ask, VeerVec3 middle, VeerBounds region, VeerAskWall *visit,
                    void *context)
{
    const VeerWorldMap *map = &ask->world->map;
    AskTeller teller = {visit, context};
    if (map->traits->kind == VEER_MAP_VOXELS) {
        veer_voxels_visit(map->voxels.blocked, region, tell_voxel, &teller);
        return;
    }
    VeerVec3 side = {max_f(region.upper.x - middle.x, middle.x - region.lower.x),
                     max_f(region.upper.y - middle.y, middle.y - region.lower.y), 0.0f};
    VeerWallQuery query = {.point = middle,
                           .range = length3(side),
                           .lower = ask->filter.lower,
                           .upper = ask->filter.upper,
                           .mask = UINT32_MAX};
    VeerWallCollector collector = {
        .world = ask->world, .query = &query, .visit = tell_wall, .context = &teller};
    map->traits->find_walls(&collector);
}
