/// A constrained Delaunay triangulation of lattice points, exact.
#ifndef VEER_MAP_DECOMPOSE_TRIANGULATION_H
#define VEER_MAP_DECOMPOSE_TRIANGULATION_H

#include "base/arena.h"
#include "veer/grid.h"

#define VEER_NO_EDGE UINT32_MAX

/// Triangle t has the half-edges 3t to 3t + 2, counter-clockwise. The first four points are the
/// corners of a rectangle that holds all others, counter-clockwise; no point is there twice.
/// Coordinates from 0 to 16383, so that all tests are exact in 64 bits.
typedef struct VeerTriangles {
    const VeerCell *points; ///< points[point_count]
    uint32_t point_count;
    uint32_t count;    ///< triangles
    uint32_t *corner;  ///< corner[3 * count]: where a half-edge begins
    uint32_t *mate;    ///< the half-edge the other way, or VEER_NO_EDGE
    uint8_t *is_fixed; ///< is_fixed[3 * count]: a constraint
    uint32_t *leaving; ///< leaving[point_count]: a half-edge that begins there
    uint32_t *stack;   ///< of edges to be checked
    uint32_t stack_count;
} VeerTriangles;

/// Takes the memory for so many points.
VeerTriangles veer_triangles_take(VeerArena *arena, uint32_t point_count);

/// Begins with two triangles between the first four points.
void veer_triangles_begin(VeerTriangles *triangles, const VeerCell *points);

/// Adds a point, and keeps the triangulation Delaunay. Fast where it is near the one before.
/// Source: Lawson, "Software for C1 surface interpolation", 1977.
void veer_triangles_add(VeerTriangles *triangles, uint32_t point);

/// Makes the edge between two points, with no third one on it, a constraint. Call
/// veer_triangles_restore when all are made.
/// Source: Sloan, "A fast algorithm for generating constrained Delaunay triangulations", 1993.
void veer_triangles_fix(VeerTriangles *triangles, uint32_t a, uint32_t b);

/// Makes it Delaunay again but for the constraints.
void veer_triangles_restore(VeerTriangles *triangles);

/// On which side of the line from a to b the point c lies: > 0 left, 0 on it.
static inline int64_t veer_lattice_side(VeerCell a, VeerCell b, VeerCell c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

static inline uint32_t veer_triangle_next(uint32_t edge)
{
    return edge % 3u == 2u ? edge - 2u : edge + 1u;
}

static inline uint32_t veer_triangle_before(uint32_t edge)
{
    return edge % 3u == 0u ? edge + 2u : edge - 1u;
}

#endif
