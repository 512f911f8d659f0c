#include "io/scores/walls.h"

#include "io/base/array.h"
#include "io/base/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void veer_walls_free(VeerWalls *walls)
{
    free(walls->parts);
    free(walls->boxes);
    free(walls->vertices);
    free(walls->tree_memory);
    *walls = (VeerWalls){0};
}

/// Whether there is a wall in a slot of obstacles.
static bool get_wall(const VeerWorld *world, uint32_t slot, VeerObstacleState *out)
{
    return veer_obstacle_get(world, veer_obstacle_at(world, slot), out) == VEER_OK &&
           out->shape != VEER_SHAPE_BALL && !out->is_ghost;
}

/// FNV-1a, word by word, of which walls there are, and where: a wall does not change otherwise.
static uint64_t state_of(const VeerWorld *world)
{
    uint64_t state = UINT64_C(14695981039346656037);
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); slot++) {
        VeerObstacleState wall;
        if (get_wall(world, slot, &wall)) {
            uint32_t words[6] = {slot, veer_obstacle_at(world, slot).generation};
            memcpy(words + 2, &wall.position, sizeof wall.position);
            memcpy(words + 5, &wall.angle, sizeof wall.angle);
            for (int i = 0; i < 6; i++) {
                state = (state ^ words[i]) * UINT64_C(1099511628211);
            }
        }
    }
    return state;
}

/// Adds a part, whose vertices are there.
static bool add_part(VeerWalls *walls, VeerWallPart part, float height)
{
    const VeerVec3 *vertices = walls->vertices + part.first;
    VeerBounds box = {vertices[0], vertices[0]};
    if (!veer_array_reserve(&walls->parts, &walls->part_capacity, walls->count + UINT64_C(1),
                            sizeof part) ||
        !veer_array_reserve(&walls->boxes, &walls->box_capacity, walls->count + UINT64_C(1),
                            sizeof box)) {
        return false;
    }
    for (uint32_t i = 1; i < part.count; i++) {
        veer_shape_hold(&box, vertices[i], 0.0f);
    }
    part.lower = box.lower.z;
    part.upper = box.upper.z + height;
    if (part.shape != VEER_SHAPE_BOX) {
        box.lower.z = box.upper.z = 0.0f;
    }
    walls->parts[walls->count] = part;
    walls->boxes[walls->count++] = box;
    return true;
}

static bool read_wall(VeerWalls *walls, const VeerWorld *world, uint32_t slot,
                      const VeerObstacleState *state)
{
    bool is_box = state->shape == VEER_SHAPE_BOX, is_chain = state->shape == VEER_SHAPE_CHAIN;
    uint32_t count = is_box ? 2 : state->vertex_count;
    VeerWallPart part = {state->shape, slot, walls->vertex_count, is_chain ? 2 : count, 0, 0};
    // One more: the end of the segment that closes a chain.
    if (!veer_array_reserve(&walls->vertices, &walls->vertex_capacity,
                            part.first + UINT64_C(1) + count, sizeof *walls->vertices)) {
        return false;
    }
    VeerVec3 *vertices = walls->vertices + part.first, at = state->position;
    VeerVec3 half = state->half_extents;
    walls->vertex_count += count + 1;
    if (is_box) {
        vertices[0] = (VeerVec3){at.x - half.x, at.y - half.y, at.z - half.z};
        vertices[1] = (VeerVec3){at.x + half.x, at.y + half.y, at.z + half.z};
    } else {
        veer_obstacle_vertices(world, veer_obstacle_at(world, slot), vertices, count);
        vertices[count] = vertices[0];
    }
    uint32_t parts = !is_chain ? 1 : state->is_closed ? count : count - 1;
    bool is_added = true;
    for (uint32_t i = 0; i < parts && is_added; i++, part.first++) {
        is_added = add_part(walls, part, state->height);
    }
    return is_added;
}

bool veer_walls_read(VeerWalls *walls, const VeerWorld *world)
{
    uint64_t state = state_of(world);
    if (walls->tree && walls->state == state) {
        return true;
    }
    free(walls->tree_memory);
    walls->tree_memory = walls->tree = NULL;
    walls->count = walls->vertex_count = 0;
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); slot++) {
        VeerObstacleState wall;
        if (get_wall(world, slot, &wall) && !read_wall(walls, world, slot, &wall)) {
            return false;
        }
    }
    walls->tree_memory = veer_aligned_take(veer_tree_size(walls->count));
    if (!walls->tree_memory) {
        return false;
    }
    walls->tree = veer_tree_init(walls->tree_memory, walls->count);
    veer_tree_build(walls->tree, walls->boxes, walls->count);
    walls->state = state;
    return true;
}

double veer_walls_gap(const VeerWalls *walls, const VeerWallPart *part, const VeerWallBody *body)
{
    const VeerVec3 *at = walls->vertices + part->first;
    VeerShapePoint centre = veer_shape_point(body->centre, body->remainder);
    if (part->shape != VEER_SHAPE_BOX &&
        (body->centre.z > part->upper || part->lower > body->centre.z + body->height)) {
        return HUGE_VAL;
    }
    double distance = part->shape == VEER_SHAPE_BOX ? veer_shape_box_distance(centre, at[0], at[1])
                      : part->shape == VEER_SHAPE_POLYGON
                          ? veer_shape_polygon_distance(centre, at, part->count)
                          : veer_shape_segment_distance(centre, at[0], at[1]);
    return distance - (double)body->radius;
}

void veer_walls_visit(const VeerWalls *walls, const VeerWallBody *body, double reach,
                      VeerTreeVisit *visit, void *context)
{
    if (walls->count == 0) {
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
    veer_tree_visit(walls->tree, region, visit, context);
}
