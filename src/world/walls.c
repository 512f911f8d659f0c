/// What stands: the segments of chains and polygons, and boxes, in one tree.
#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"
#include "world/stages.h"

#include <string.h>

/// Edges of the map come after all other walls.
#define MAP_ORDER (UINT64_C(1) << 63)
/// Voxels to each side that are looked at first.
#define NEAR_VOXELS 4.0f

static void add_wall(VeerWorld *world, VeerWallItem wall)
{
    bool is_planar = world->def.space == VEER_PLANAR;
    VeerVec3 lower = {min_f(wall.a.x, wall.b.x), min_f(wall.a.y, wall.b.y),
                      is_planar ? 0.0f : min_f(wall.a.z, wall.b.z)};
    VeerVec3 upper = {max_f(wall.a.x, wall.b.x), max_f(wall.a.y, wall.b.y),
                      is_planar ? 0.0f : max_f(wall.a.z, wall.b.z)};
    world->walls[world->wall_count] = wall;
    world->wall_boxes[world->wall_count] = (VeerBounds){lower, upper};
    world->wall_count++;
}

static void add_segments(VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    const VeerVec3 *vertices = world->vertices + obstacle->first_vertex[slot];
    uint32_t count = obstacle->vertex_count[slot];
    uint32_t segments = obstacle->is_closed[slot] ? count : count - 1;
    VeerVec3 position = obstacle->position[slot];
    for (uint32_t i = 0; i < segments; ++i) {
        VeerVec3 a = add3(vertices[i], position);
        VeerVec3 b = add3(vertices[(i + 1) % count], position);
        float floor = min_f(a.z, b.z);
        float ceiling = max_f(a.z, b.z) + obstacle->height[slot];
        a.z = b.z = 0.0f;
        add_wall(world, (VeerWallItem){a, b, floor, ceiling, slot});
    }
}

static void add_box(VeerWorld *world, uint32_t slot)
{
    VeerVec3 centre = world->obstacle.position[slot];
    VeerVec3 half = world->obstacle.half_extents[slot];
    add_wall(world, (VeerWallItem){sub3(centre, half), add3(centre, half), 0.0f, 0.0f, slot});
}

void veer_walls_build(VeerWorld *world)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    world->wall_count = 0;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (!obstacle->is_alive[slot] || obstacle->shape[slot] == VEER_SHAPE_BALL) {
            continue;
        }
        if (obstacle->shape[slot] == VEER_SHAPE_BOX) {
            add_box(world, slot);
        } else {
            add_segments(world, slot);
        }
    }
    veer_tree_build(world->wall_tree, world->wall_boxes, world->wall_count);
    world->built_wall_version = world->head->wall_version;
}

/// The nearest walls found so far, in (distance, index) order.
typedef struct Collector {
    const VeerWorld *world;
    const VeerWallQuery *query;
    VeerNearWall *out;
    uint32_t count;
} Collector;

/// From a point to the nearest one of a segment. Between the ends it is at right angles to the
/// segment to the last place, however long that is: what slides along it must not be led astray.
static VeerVec3 offset_to_segment(VeerVec3 a, VeerVec3 b, VeerVec3 point)
{
    VeerVec2 start = plane2(a), end = plane2(b), centre = plane2(point);
    float part = veer_segment_nearest2(start, end, centre);
    VeerVec2 across = left2(sub2(end, start));
    float square = dot2(across, across);
    VeerVec2 offset = sub2(part > 0.0f ? end : start, centre);
    if (part > 0.0f && part < 1.0f && square > 0.0f) {
        offset = scale2(across, dot2(sub2(start, centre), across) / square);
    }
    return vec3(offset.x, offset.y, 0.0f);
}

static VeerVec3 offset_to_wall(const VeerWorld *world, const VeerWallItem *wall, VeerVec3 point)
{
    if (world->def.space == VEER_SPATIAL) {
        return sub3(veer_box_nearest((VeerBounds){wall->a, wall->b}, point), point);
    }
    return offset_to_segment(wall->a, wall->b, point);
}

static bool is_nearer(const VeerNearWall *a, const VeerNearWall *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->order < b->order);
}

/// Sorts a wall in among the nearest; the farthest of too many is dropped.
static void insert(Collector *collector, VeerNearWall wall)
{
    uint32_t place = collector->count;
    if (place == VEER_MAX_WALLS) {
        if (!is_nearer(&wall, &collector->out[place - 1])) {
            return;
        }
        place--;
    } else {
        collector->count++;
    }
    for (; place > 0 && is_nearer(&wall, &collector->out[place - 1]); --place) {
        collector->out[place] = collector->out[place - 1];
    }
    collector->out[place] = wall;
}

static bool collect(void *context, uint32_t box)
{
    Collector *collector = context;
    const VeerWorld *world = collector->world;
    const VeerWallQuery *query = collector->query;
    const VeerWallItem *wall = &world->walls[box];
    bool is_level = world->def.space == VEER_SPATIAL ||
                    (wall->lower <= query->upper && wall->upper >= query->lower);
    if (!is_level || !(world->obstacle.layer[wall->obstacle] & query->mask)) {
        return true;
    }
    VeerVec3 offset = offset_to_wall(world, wall, query->point);
    float distance = length3(offset);
    if (distance <= query->range) {
        insert(collector, (VeerNearWall){box, wall->a, wall->b, wall->obstacle, distance, offset});
    }
    return true;
}

/// An edge of the map holds those on its free side: from the other they may come out.
static bool collect_edge(void *context, const VeerGridEdge *edge)
{
    Collector *collector = context;
    VeerVec2 along = sub2(plane2(edge->b), plane2(edge->a));
    VeerVec2 from = sub2(plane2(collector->query->point), plane2(edge->a));
    VeerVec3 offset = offset_to_segment(edge->a, edge->b, collector->query->point);
    float distance = length3(offset);
    if (cross2(along, from) >= 0.0f && distance <= collector->query->range) {
        VeerVec3 a = edge->a, b = edge->b;
        a.z = b.z = 0.0f;
        uint64_t order = MAP_ORDER | edge->order;
        insert(collector, (VeerNearWall){order, a, b, VEER_NO_SLOT, distance, offset});
    }
    return true;
}

static bool collect_voxels(void *context, const VeerVoxelWall *found)
{
    Collector *collector = context;
    VeerVec3 offset = sub3(found->nearest, collector->query->point);
    uint64_t order = MAP_ORDER | found->order;
    insert(collector, (VeerNearWall){order, found->box.lower, found->box.upper, VEER_NO_SLOT,
                                     length3(offset), offset});
    return true;
}

static bool collect_side(void *context, const VeerMeshWall *wall)
{
    Collector *collector = context;
    VeerVec3 a = wall->a, b = wall->b;
    a.z = b.z = 0.0f;
    VeerVec3 offset = offset_to_segment(a, b, collector->query->point);
    float distance = length3(offset);
    if (distance <= collector->query->range) {
        uint64_t order = MAP_ORDER | wall->order;
        insert(collector, (VeerNearWall){order, a, b, VEER_NO_SLOT, distance, offset});
    }
    return true;
}

/// Walls of the floor that a body stands on, a body's height up and down from it.
static void visit_mesh(const VeerMesh *mesh, const VeerWallQuery *query, Collector *collector)
{
    VeerMeshWallQuery asked = {query->point, query->range, 2.0f * query->lower - query->upper,
                               query->upper};
    veer_mesh_walls(mesh, &asked, collect_side, collector);
}

/// Looks close by first, and twice as far each time: where there are enough, none that is further
/// off is nearer.
static void look_at_voxels(Collector *collector)
{
    const VeerVoxels *voxels = collector->world->map.voxels;
    const VeerWallQuery *query = collector->query;
    VeerNearWall others[VEER_MAX_WALLS];
    uint32_t count = collector->count;
    float range = NEAR_VOXELS * veer_voxels_def(voxels)->cell_size;
    bool is_enough = false;
    memcpy(others, collector->out, count * sizeof *others);
    for (; !is_enough && 2.0f * range <= query->range; range *= 2.0f) {
        veer_voxels_walls(voxels, query->point, range, collect_voxels, collector);
        is_enough = collector->count == VEER_MAX_WALLS &&
                    collector->out[VEER_MAX_WALLS - 1].distance <= range;
        if (!is_enough) {
            collector->count = count;
            memcpy(collector->out, others, count * sizeof *others);
        }
    }
    if (!is_enough) {
        veer_voxels_walls(voxels, query->point, query->range, collect_voxels, collector);
    }
}

uint32_t veer_walls_near(const VeerWorld *world, const VeerWallQuery *query,
                         VeerNearWall out[VEER_MAX_WALLS])
{
    Collector collector = {world, query, out, 0};
    const VeerWorldMap *map = &world->map;
    bool is_map = map->head && (world->def.map.layer & query->mask);
    VeerVec3 reach = {query->range, query->range, query->range};
    VeerVec3 centre = veer_world_flat(world, query->point);
    VeerBounds region = {sub3(centre, reach), add3(centre, reach)};
    if (world->wall_count > 0) {
        veer_tree_visit(world->wall_tree, region, collect, &collector);
    }
    if (is_map && map->voxels) {
        look_at_voxels(&collector);
    } else if (is_map && map->mesh) {
        visit_mesh(map->mesh, query, &collector);
    } else if (is_map) {
        veer_grid_edges(map->walls, region, collect_edge, &collector);
    }
    return collector.count;
}
