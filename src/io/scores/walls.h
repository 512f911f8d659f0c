/// Chains, polygons and boxes of a world, and how far away they are.
#ifndef VEER_IO_WALLS_H
#define VEER_IO_WALLS_H

#include "veer/scenario.h"

/// A segment of a chain, a whole polygon or a box.
typedef struct VeerWallPart {
    VeerObstacleShape shape;
    uint32_t obstacle;     ///< its slot
    uint32_t first, count; ///< vertices: a segment's ends, a box's lower and upper corner
    float lower, upper;    ///< m: the heights that it fills, planar
} VeerWallPart;

/// All zero: not read yet.
typedef struct VeerWalls {
    VeerWallPart *parts; ///< parts[count]
    VeerBounds *boxes;   ///< boxes[count] round them; planar ones in the plane z = 0
    VeerVec3 *vertices;  ///< vertices[vertex_count]
    uint32_t count, part_capacity, box_capacity, vertex_count, vertex_capacity;
    VeerTree *tree;
    void *tree_memory;
    uint64_t state; ///< tells these walls and places from others
} VeerWalls;

void veer_walls_free(VeerWalls *walls);

/// Reads the walls, where one of them has changed. @return false: no memory
bool veer_walls_read(VeerWalls *walls, const VeerWorld *world);

/// An agent, as walls see it.
typedef struct VeerWallBody {
    VeerVec3 centre, remainder; ///< m: its position, and what rounding took from that
    float radius, height;       ///< m
} VeerWallBody;

/// The gap to a part, m, negative when overlapping: within a polygon or a box, the way out counts.
/// INFINITY to walls on other floors.
double veer_walls_gap(const VeerWalls *walls, const VeerWallPart *part, const VeerWallBody *body);

/// Visits at least every part within `reach` (m, >= 0) of the body's surface, by its number.
void veer_walls_visit(const VeerWalls *walls, const VeerWallBody *body, double reach,
                      VeerTreeVisit *visit, void *context);

#endif
