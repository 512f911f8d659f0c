/// Walls: segments of chains and polygons, and boxes, in one tree.
#include "world/map/walls.h"
#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"
#include "space/tree.h"
#include "world/body/body.h"
#include "world/map/traits.h"

#include <string.h>

static void add_wall(VeerWorld *world, VeerWallItem wall)
{
    VeerBounds a = {wall.a, wall.a}, b = {wall.b, wall.b};
    world->walls[world->wall_count] = wall;
    world->wall_boxes[world->wall_count++] = veer_boxes_join(a, b);
}

/// What rounding took from a sum in the plane: exact where the second summand is the greater one,
/// and little where it is not.
static VeerVec3 rest_of(VeerVec3 sum, VeerVec3 vertex, VeerVec3 position)
{
    return (VeerVec3){vertex.x - (sum.x - position.x), vertex.y - (sum.y - position.y), 0.0f};
}

static void add_segments(VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t count = obstacle->vertex_count[slot];
    uint32_t segments = obstacle->is_closed[slot] ? count : count - 1;
    VeerVec3 position = obstacle->position[slot];
    for (uint32_t i = 0; i < segments; ++i) {
        VeerVec3 from = veer_obstacle_corner(world, slot, i);
        VeerVec3 to = veer_obstacle_corner(world, slot, (i + 1) % count);
        VeerVec3 a = add3(from, position), b = add3(to, position);
        float floor = min_f(a.z, b.z);
        float ceiling = max_f(a.z, b.z) + obstacle->height[slot];
        a.z = b.z = 0.0f;
        add_wall(world, (VeerWallItem){a, b, rest_of(a, from, position), rest_of(b, to, position),
                                       floor, ceiling, slot});
    }
}

static void add_box(VeerWorld *world, uint32_t slot)
{
    VeerVec3 centre = world->obstacle.position[slot];
    VeerVec3 half = world->obstacle.half_extents[slot];
    add_wall(world,
             (VeerWallItem){.a = sub3(centre, half), .b = add3(centre, half), .obstacle = slot});
}

/// Joins the boxes of each obstacle's walls, which follow each other, and indexes them. Uses up the
/// boxes.
static void build_shapes(VeerWorld *world)
{
    world->shape_count = 0;
    for (uint32_t wall = 0; wall < world->wall_count; ++wall) {
        uint32_t slot = world->walls[wall].obstacle, last = world->shape_count - 1u;
        VeerBounds box = world->wall_boxes[wall];
        if (world->shape_count > 0 && world->shapes[last] == slot) {
            world->wall_boxes[last] = veer_boxes_join(world->wall_boxes[last], box);
        } else {
            world->shapes[world->shape_count] = slot;
            world->wall_boxes[world->shape_count++] = box;
        }
    }
    veer_tree_build(world->shape_tree, world->wall_boxes, world->shape_count);
}

/// m/s, that no point of an obstacle is faster than.
static float speed_of(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    float reach = 0.0f, rate = fabsf(obstacle->turn_rate[slot]);
    for (uint32_t i = 0; rate > 0.0f && i < obstacle->vertex_count[slot]; ++i) {
        reach = max_f(reach, length3(world->vertices[obstacle->first_vertex[slot] + i]));
    }
    return length3(obstacle->velocity[slot]) + rate * reach;
}

void veer_walls_build(VeerWorld *world)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    world->wall_count = 0;
    world->wall_speed = 0.0f;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        bool is_wall = obstacle->shape[slot] != VEER_SHAPE_BALL && !obstacle->is_ghost[slot];
        if (!obstacle->is_alive[slot] || !is_wall) {
            continue;
        }
        world->wall_speed = max_f(world->wall_speed, speed_of(world, slot));
        if (obstacle->shape[slot] == VEER_SHAPE_BOX) {
            add_box(world, slot);
        } else {
            add_segments(world, slot);
        }
    }
    veer_tree_build(world->wall_tree, world->wall_boxes, world->wall_count);
    build_shapes(world);
    world->built_wall_version = world->head->wall_version;
}

void veer_bodies_place(VeerWorld *world)
{
    veer_agents_place(world);
    veer_balls_index(world);
    if (world->built_wall_version != world->head->wall_version) {
        veer_walls_build(world);
    }
    world->is_indexed = true;
    world->moved_count = 0;
    world->is_sensed = false;
}

void veer_walls_index(VeerWorld *world)
{
    veer_bodies_place(world);
    veer_agents_put(world);
}

/// From a point to the nearest one of a segment, m, in the plane. Between the ends it is
/// perpendicular to the segment to the last bit, however long that is: bodies that slide along it
/// must not drift.
static VeerVec3 segment_offset(VeerVec3 a, VeerVec3 b, VeerVec3 point)
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

/// A wall from a query's point, with what rounding took from all.
static VeerWall wall_from(const VeerWorld *world, const VeerWallQuery *query,
                          const VeerWallItem *wall)
{
    const VeerVec3 *point = &query->point, *low = &query->low;
    return (VeerWall){veer_world_between(world, point, low, &wall->a, &wall->a_low, true),
                      veer_world_between(world, point, low, &wall->b, &wall->b_low, true)};
}

VeerWall veer_walls_from(const VeerWorld *world, const VeerWallQuery *query,
                         const VeerNearWall *near)
{
    return near->obstacle != VEER_NO_SLOT
               ? wall_from(world, query, &world->walls[near->order])
               : wall_from(world, query, &(VeerWallItem){.a = near->a, .b = near->b});
}

static VeerVec3 offset_to_wall(const VeerWorld *world, const VeerWallQuery *query,
                               const VeerWallItem *wall)
{
    VeerVec3 point = query->point, a = wall->a, b = wall->b;
    if (query->is_far) {
        VeerWall from = wall_from(world, query, wall);
        point = (VeerVec3){0};
        a = from.a;
        b = from.b;
    }
    if (world->def.space == VEER_SPATIAL) {
        return sub3(veer_box_nearest((VeerBounds){a, b}, point), point);
    }
    return segment_offset(a, b, point);
}

static bool is_nearer(const VeerNearWall *a, const VeerNearWall *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->order < b->order);
}

void veer_walls_add(VeerWallCollector *collector, VeerNearWall wall)
{
    bool is_full = collector->count == VEER_MAX_WALLS;
    if (collector->visit) {
        collector->visit(collector->context, &wall);
        return;
    }
    if (is_full && !is_nearer(&wall, &collector->out[VEER_MAX_WALLS - 1])) {
        return;
    }
    collector->count += is_full ? 0u : 1u;
    uint32_t place = collector->count - 1u;
    for (; place > 0 && is_nearer(&wall, &collector->out[place - 1]); --place) {
        collector->out[place] = collector->out[place - 1];
    }
    collector->out[place] = wall;
}

void veer_walls_add_side(VeerWallCollector *collector, VeerVec3 a, VeerVec3 b, uint64_t order,
                         bool is_one_sided)
{
    VeerVec3 point = collector->query->point;
    VeerVec3 offset =
        offset_to_wall(collector->world, collector->query, &(VeerWallItem){.a = a, .b = b});
    VeerVec2 along = sub2(plane2(b), plane2(a)), from = sub2(plane2(point), plane2(a));
    float distance = length3(offset);
    a.z = b.z = 0.0f;
    if ((!is_one_sided || cross2(along, from) >= 0.0f) && distance <= collector->query->range) {
        order |= VEER_MAP_ORDER;
        veer_walls_add(collector, (VeerNearWall){order, a, b, VEER_NO_SLOT, distance, offset});
    }
}

static bool collect(void *context, uint32_t box)
{
    VeerWallCollector *collector = context;
    const VeerWorld *world = collector->world;
    const VeerWallQuery *query = collector->query;
    const VeerWallItem *wall = &world->walls[box];
    bool is_level = world->def.space == VEER_SPATIAL ||
                    (wall->lower <= query->upper && wall->upper >= query->lower);
    if (!is_level || !(world->obstacle.layer[wall->obstacle] & query->mask)) {
        return true;
    }
    VeerVec3 offset = offset_to_wall(world, query, wall);
    float distance = length3(offset);
    if (distance <= query->range) {
        veer_walls_add(collector,
                       (VeerNearWall){box, wall->a, wall->b, wall->obstacle, distance, offset});
    }
    return true;
}

VeerBounds veer_walls_region(const VeerWallCollector *collector, float range)
{
    VeerVec3 reach = {range, range, range};
    VeerVec3 centre = veer_world_flat(collector->world, collector->query->point);
    return (VeerBounds){sub3(centre, reach), add3(centre, reach)};
}

/// Searches up to a range. @return whether that are enough walls; else it is as if it had not
static bool is_enough(VeerWallCollector *collector, float range, VeerWallSearch *search)
{
    VeerNearWall others[VEER_MAX_WALLS];
    uint32_t count = collector->count;
    memcpy(others, collector->out, count * sizeof *others);
    search(collector, range);
    if (collector->count == VEER_MAX_WALLS &&
        collector->out[VEER_MAX_WALLS - 1].distance <= range) {
        return true;
    }
    collector->count = count;
    memcpy(collector->out, others, count * sizeof *others);
    return false;
}

/// m: no place of the map is further away from a point along any axis.
static float farthest(const VeerWorld *world, VeerVec3 point)
{
    VeerBounds map = world->map.traits->bounds(&world->map);
    VeerVec3 low = sub3(point, map.lower), high = sub3(map.upper, point);
    float in_plan = max_f(max_f(low.x, high.x), max_f(low.y, high.y));
    return world->def.space == VEER_PLANAR ? in_plan : max_f(in_plan, max_f(low.z, high.z));
}

void veer_walls_search(VeerWallCollector *collector, float cell, VeerWallSearch *search)
{
    const VeerWallQuery *query = collector->query;
    float first = VEER_FIRST_SEARCH * cell;
    // All searches in vain together cost a fifteenth of the last in the plane, a seventh in space.
    float growth = collector->world->def.space == VEER_PLANAR ? 4.0f : 2.0f;
    bool is_far = !collector->visit && growth * first <= query->range;
    float whole = is_far ? farthest(collector->world, query->point) : 0.0f;
    for (float range = first; growth * range <= query->range && range < whole; range *= growth) {
        if (is_enough(collector, range, search)) {
            return;
        }
    }
    search(collector, query->range);
}

/// m from which on walls do not matter to a collector.
static float range_of(const VeerWallCollector *collector)
{
    bool is_full = !collector->visit && collector->count == VEER_MAX_WALLS;
    return is_full ? collector->out[VEER_MAX_WALLS - 1].distance : collector->query->range;
}

static float collect_near(void *context, uint32_t box)
{
    (void)collect(context, box);
    return range_of(context);
}

uint32_t veer_walls_near(const VeerWorld *world, const VeerWallQuery *query,
                         VeerNearWall out[VEER_MAX_WALLS])
{
    VeerWallCollector collector = {.world = world, .query = query, .out = out};
    if (world->wall_count > 0) {
        VeerVec3 centre = veer_world_flat(world, query->point);
        veer_tree_near(world->wall_tree, centre, query->range, collect_near, &collector);
    }
    if (world->map.traits && !query->crosses_map && (world->def.map.layer & query->mask)) {
        world->map.traits->find_walls(&collector);
    }
    return collector.count;
}

float veer_map_gap(const VeerWorld *world, VeerVec3 point, float limit)
{
    return world->map.traits->gap(world, point, limit);
}

bool veer_map_has_room(const VeerWorld *world, VeerVec3 point, float radius)
{
    float needed = (1.0f - VEER_OVERLAP_SLOP) * radius;
    return veer_map_gap(world, point, needed) >= needed;
}

VeerVec3 veer_walls_away(const VeerNearWall *wall)
{
    VeerVec3 side = sub3(wall->b, wall->a);
    VeerVec3 off = unit3(vec3(-side.y, side.x, 0.0f), (VeerVec3){0});
    return unit3(scale3(wall->offset, -1.0f), off);
}

bool veer_walls_leave_no_room(const VeerWorld *world, float radius)
{
    VeerBounds map = world->map.traits->bounds(&world->map);
    VeerVec3 side = sub3(map.upper, map.lower);
    float least = min_f(side.x, side.y);
    least = world->def.space == VEER_PLANAR ? least : min_f(least, side.z);
    return radius > 0.51f * least;
}
