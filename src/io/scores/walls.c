#include "io/scores/walls.h"

#include "io/base/array.h"
#include "io/base/shape.h"

#include <math.h>
#include <stdlib.h>

void veer_walls_free(VeerWalls *walls)
{
    free(walls->parts);
    free(walls->vertices);
    free(walls->slots);
    free(walls->boxes);
    free(walls->tree_memory);
    *walls = (VeerWalls){0};
}

bool veer_walls_note(VeerWalls *walls, uint32_t slot, VeerObstacleId id,
                     const VeerObstacleState *state)
{
    if (!veer_array_reserve(&walls->slots, &walls->slot_capacity, (uint64_t)slot + 1,
                            sizeof *walls->slots)) {
        return false;
    }
    if (slot >= walls->slot_count) {
        walls->slot_count = slot + 1;
    }
    VeerWallSlot *known = &walls->slots[slot];
    bool is_wall = state && state->shape != VEER_SHAPE_BALL;
    VeerVec3 at = is_wall ? state->position : (VeerVec3){0};
    bool is_same =
        known->is_wall == is_wall &&
        (!is_wall || (known->id.generation == id.generation && known->position.x == at.x &&
                      known->position.y == at.y && known->position.z == at.z));
    walls->has_changed = walls->has_changed || !is_same;
    *known = (VeerWallSlot){id, at, is_wall};
    return true;
}

static bool add_part(VeerWalls *walls, VeerWallPart part)
{
    if (!veer_array_reserve(&walls->parts, &walls->part_capacity, (uint64_t)walls->part_count + 1,
                            sizeof *walls->parts)) {
        return false;
    }
    walls->parts[walls->part_count++] = part;
    return true;
}

/// The heights that a wall fills: those of its vertices, and the height of the wall on them.
static void set_heights(VeerWallPart *part, const VeerVec3 *vertices, uint32_t count, float height)
{
    part->lower = part->upper = vertices[0].z;
    for (uint32_t i = 1; i < count; i++) {
        part->lower = fminf(part->lower, vertices[i].z);
        part->upper = fmaxf(part->upper, vertices[i].z);
    }
    part->upper += height;
}

static bool add_segments(VeerWalls *walls, VeerWallPart part, const VeerObstacleState *state)
{
    const VeerVec3 *vertices = walls->vertices + part.first;
    uint32_t segments = state->is_closed ? part.count : part.count - 1;
    for (uint32_t i = 0; i < segments; i++) {
        const VeerVec3 ends[] = {vertices[i], vertices[(i + 1) % part.count]};
        part.a = ends[0];
        part.b = ends[1];
        set_heights(&part, ends, 2, state->height);
        if (!add_part(walls, part)) {
            return false;
        }
    }
    return true;
}

/// Copies the vertices of a chain or polygon behind those that are there.
static bool read_vertices(VeerWalls *walls, const VeerWorld *world, VeerWallPart *part)
{
    if (!veer_array_reserve(&walls->vertices, &walls->vertex_capacity,
                            (uint64_t)walls->vertex_count + part->count, sizeof *walls->vertices)) {
        return false;
    }
    part->first = walls->vertex_count;
    veer_obstacle_vertices(world, walls->slots[part->obstacle].id, walls->vertices + part->first,
                           part->count);
    walls->vertex_count += part->count;
    return true;
}

static bool read_wall(VeerWalls *walls, const VeerWorld *world, uint32_t slot)
{
    VeerObstacleState state;
    if (veer_obstacle_get(world, walls->slots[slot].id, &state) != VEER_OK) {
        return true;
    }
    VeerVec3 at = state.position, half = state.half_extents;
    VeerWallPart part = {.shape = state.shape, .obstacle = slot, .count = state.vertex_count};
    if (state.shape == VEER_SHAPE_BOX) {
        part.a = (VeerVec3){at.x - half.x, at.y - half.y, at.z - half.z};
        part.b = (VeerVec3){at.x + half.x, at.y + half.y, at.z + half.z};
        return add_part(walls, part);
    }
    if (!read_vertices(walls, world, &part)) {
        return false;
    }
    if (state.shape == VEER_SHAPE_CHAIN) {
        return add_segments(walls, part, &state);
    }
    set_heights(&part, walls->vertices + part.first, part.count, state.height);
    return add_part(walls, part);
}

static void grow(VeerBounds *box, VeerVec3 point)
{
    box->lower.x = fminf(box->lower.x, point.x);
    box->lower.y = fminf(box->lower.y, point.y);
    box->upper.x = fmaxf(box->upper.x, point.x);
    box->upper.y = fmaxf(box->upper.y, point.y);
}

/// The box round a part. Planar ones lie in the plane z = 0: heights are compared apart.
static VeerBounds part_box(const VeerWalls *walls, const VeerWallPart *part)
{
    if (part->shape == VEER_SHAPE_BOX) {
        return (VeerBounds){part->a, part->b};
    }
    bool is_polygon = part->shape == VEER_SHAPE_POLYGON;
    VeerVec3 first = is_polygon ? walls->vertices[part->first] : part->a;
    first.z = 0.0f;
    VeerBounds box = {first, first};
    if (!is_polygon) {
        grow(&box, part->b);
    }
    for (uint32_t i = 1; is_polygon && i < part->count; i++) {
        grow(&box, walls->vertices[part->first + i]);
    }
    return box;
}

static bool reserve_tree(VeerWalls *walls)
{
    uint32_t count = walls->part_count;
    if (walls->tree && walls->tree_capacity >= count) {
        return true;
    }
    void *memory = veer_aligned_take(veer_tree_size(count));
    if (!memory) {
        return false;
    }
    free(walls->tree_memory);
    walls->tree_memory = memory;
    walls->tree = veer_tree_init(memory, count);
    walls->tree_capacity = count;
    return true;
}

static bool build_tree(VeerWalls *walls)
{
    if (!veer_array_reserve(&walls->boxes, &walls->box_capacity, walls->part_count,
                            sizeof *walls->boxes) ||
        !reserve_tree(walls)) {
        return false;
    }
    for (uint32_t i = 0; i < walls->part_count; i++) {
        walls->boxes[i] = part_box(walls, &walls->parts[i]);
    }
    veer_tree_build(walls->tree, walls->boxes, walls->part_count);
    return true;
}

bool veer_walls_read(VeerWalls *walls, const VeerWorld *world)
{
    if (!walls->has_changed) {
        return true;
    }
    walls->part_count = 0;
    walls->vertex_count = 0;
    for (uint32_t slot = 0; slot < walls->slot_count; slot++) {
        if (walls->slots[slot].is_wall && !read_wall(walls, world, slot)) {
            return false;
        }
    }
    if (!build_tree(walls)) {
        return false;
    }
    walls->has_changed = false;
    return true;
}

typedef struct WallsVisit {
    const VeerWalls *walls;
    const VeerWallBody *body;
    VeerWallVisit *visit;
    void *context;
} WallsVisit;

static bool visit_part(void *context, uint32_t index)
{
    const WallsVisit *visit = context;
    const VeerWallPart *part = &visit->walls->parts[index];
    const VeerWallBody *body = visit->body;
    double distance;
    if (part->shape == VEER_SHAPE_BOX) {
        distance = veer_shape_box_distance(body->centre, part->a, part->b);
    } else if (body->centre.z > part->upper || part->lower > body->centre.z + body->height) {
        return true;
    } else if (part->shape == VEER_SHAPE_POLYGON) {
        distance = veer_shape_polygon_distance(body->centre, visit->walls->vertices + part->first,
                                               part->count);
    } else {
        distance = veer_shape_segment_distance(body->centre, part->a, part->b);
    }
    return visit->visit(visit->context, part->obstacle, distance - (double)body->radius);
}

void veer_walls_visit(const VeerWalls *walls, const VeerWallBody *body, double reach,
                      VeerWallVisit *visit, void *context)
{
    if (walls->part_count == 0) {
        return;
    }
    VeerVec3 at = body->centre;
    double far = fmax(fabs((double)at.x), fmax(fabs((double)at.y), fabs((double)at.z)));
    double wide = ((double)body->radius + reach) * (1.0 + 1e-6) + far * 1e-6;
    // Twice the diameter of the greatest world is as good as no limit, and stays finite.
    float half = (float)fmin(wide, 8.0 * (double)VEER_WORLD_LIMIT);
    bool is_flat = walls->parts[0].shape != VEER_SHAPE_BOX;
    VeerBounds region = {{at.x - half, at.y - half, is_flat ? 0.0f : at.z - half},
                         {at.x + half, at.y + half, is_flat ? 0.0f : at.z + half}};
    WallsVisit all = {walls, body, visit, context};
    veer_tree_visit(walls->tree, region, visit_part, &all);
}
