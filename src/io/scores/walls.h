/// Chains, polygons and boxes of a world, and how far away they are.
#ifndef VEER_IO_WALLS_H
#define VEER_IO_WALLS_H

#include "veer/scenario.h"

/// A segment of a chain, a whole polygon or a box.
typedef struct VeerWallPart {
    VeerObstacleShape shape;
    uint32_t obstacle;     ///< its slot
    VeerVec3 a, b;         ///< m: a segment's ends; a box's lower and upper corner
    uint32_t first, count; ///< a polygon's vertices
    float lower, upper;    ///< m: the heights that it fills, planar
} VeerWallPart;

/// What is known of one slot of obstacles, to see when it changes.
typedef struct VeerWallSlot {
    VeerObstacleId id;
    VeerVec3 position;
    bool is_wall;
} VeerWallSlot;

typedef struct VeerWalls {
    VeerWallPart *parts; ///< parts[part_count]
    uint32_t part_count, part_capacity;
    VeerVec3 *vertices; ///< of the polygons
    uint32_t vertex_count, vertex_capacity;
    VeerWallSlot *slots; ///< slots[slot_count]
    uint32_t slot_count, slot_capacity;
    VeerBounds *boxes;
    uint32_t box_capacity, tree_capacity;
    VeerTree *tree;
    void *tree_memory;
    bool has_changed; ///< since the tree was made
} VeerWalls;

void veer_walls_free(VeerWalls *walls);

/// Notes what is in a slot of obstacles, `state` is NULL for an empty one. @return false: no memory
bool veer_walls_note(VeerWalls *walls, uint32_t slot, VeerObstacleId id,
                     const VeerObstacleState *state);

/// Reads the walls anew where one of them has changed. @return false: no memory
bool veer_walls_read(VeerWalls *walls, const VeerWorld *world);

/// An agent, as walls see it.
typedef struct VeerWallBody {
    VeerVec3 centre;
    float radius, height; ///< m
} VeerWallBody;

/// Called with an obstacle's slot and the gap (m, negative when overlapping; within a polygon or a
/// box, the way out counts) to one part of it. @return false to end
typedef bool VeerWallVisit(void *context, uint32_t slot, double gap);

/// Visits at least every wall within `reach` (m, >= 0) of the body's surface.
void veer_walls_visit(const VeerWalls *walls, const VeerWallBody *body, double reach,
                      VeerWallVisit *visit, void *context);

#endif
