/// What may stop a disc that goes straight over a grid.
#ifndef VEER_MAP_GRID_CLEAR_H
#define VEER_MAP_GRID_CLEAR_H

#include "math/vec.h"
#include "veer/grid.h"

/// A side of a blocked cell, and how near the middle of a disc may come to it.
typedef struct VeerGridBarrier {
    VeerVec2 a, b;
    float least; ///< m
} VeerGridBarrier;

#define VEER_MAX_BARRIERS 24u

/// What may stop a disc that goes straight from a point.
typedef struct VeerGridBarriers {
    VeerVec3 from; ///< m
    float radius;  ///< m, of the disc
    uint32_t count;
    bool is_whole; ///< there was room for all
    VeerGridBarrier all[VEER_MAX_BARRIERS];
} VeerGridBarriers;

/// Finds what may stop it between two points about it, so that more than one way can be looked at
/// for the cost of one.
/// @param barriers  with from and radius @return is_whole
bool veer_grid_find_barriers(const VeerGrid *grid, VeerVec3 back, VeerVec3 ahead,
                             VeerGridBarriers *barriers);
/// As veer_grid_lets_through, for a way in the box of those points. @param barriers
/// VeerGridBarriers
bool veer_grid_passes_barriers(void *barriers, VeerVec3 from, VeerVec3 to);

#endif
