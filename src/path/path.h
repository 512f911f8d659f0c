/// Following a path, point by point. Pure functions of plain values: the caller tells what is in
/// sight.
#ifndef VEER_PATH_H
#define VEER_PATH_H

#include "math/vec.h"

/// Whether a body may go straight from one point to another.
typedef struct VeerPathSight {
    bool (*is_clear)(void *user, VeerVec3 from, VeerVec3 to);
    void *user;
} VeerPathSight;

/// A body on its path.
typedef struct VeerPathWalker {
    VeerVec3 position; ///< m
    float near;        ///< m: a point that is nearer is passed
    float reach;       ///< m: how far it looks along the path
} VeerPathWalker;

/// How many of points[count] ahead the body is done with: those that are near, and those from
/// beyond which it sees the path go on. The last one always remains.
///
/// A point within reach is done with once the next leg is in sight as far as the reach:
/// turning towards what comes later never makes a pulled path longer.
uint32_t veer_path_passed(const VeerPathSight *sight, const VeerPathWalker *walker,
                          const VeerVec3 *points, uint32_t count);

/// Whether a body sees its aim, or the way to it as far as the reach.
bool veer_path_sees(const VeerPathSight *sight, const VeerPathWalker *walker, VeerVec3 aim);

/// Rounds the turns of a path for a body that turns on a circle: each corner is replaced by a few
/// points on an arc of this radius that passes outside of it, where that is clear, else of half
/// or a quarter of it. Corners without room stay.
///
/// @param points    points[count], m
/// @param radius    m, > 0, of the circle
/// @param out       out[capacity]
/// @return how many there are, also when they do not fit: then use the path as it was
uint32_t veer_path_round(const VeerPathSight *sight, const VeerVec3 *points, uint32_t count,
                         float radius, VeerVec3 *out, uint32_t capacity);

#endif
