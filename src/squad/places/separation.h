/// Separation tests against many points by a hash grid.
#ifndef VEER_SQUAD_SEPARATION_H
#define VEER_SQUAD_SEPARATION_H

#include "veer/formation.h"

enum { VEER_MAX_SEPARATION_POINTS = 4096, VEER_SEPARATION_BUCKETS = 1024 };

/// Points in lists by their cell in the plane: those that are taken, and the places that were
/// added. Positions are read from where they are stored, so that it is small enough for the stack.
typedef struct VeerSeparation {
    float least; ///< m, > 0
    double size; ///< m, of a cell
    const VeerVec3 *taken;
    const VeerPlace *places;
    uint32_t taken_count;
    uint16_t heads[VEER_SEPARATION_BUCKETS]; ///< indices: places follow the points taken
    uint16_t next[VEER_MAX_SEPARATION_POINTS];
} VeerSeparation;

/// Starts with the points that are taken.
/// @param least  m, > 0: nearer points are not separate
/// @param count  of places, which may be found later
/// @return false: both together are more than VEER_MAX_SEPARATION_POINTS
bool veer_separation_begin(VeerSeparation *separation, float least, const VeerVec3 *taken,
                           uint32_t taken_count, const VeerPlace *places, uint32_t count);

/// Adds the position of places[index].
void veer_separation_add(VeerSeparation *separation, uint32_t index);

/// Whether all points are at least so far from this one. Cost O(points within three cells).
bool veer_separation_is_free(const VeerSeparation *separation, VeerVec3 point);

#endif
