/// Trails: the way of a formation, from where it came to where it goes, by the metre.
#ifndef VEER_SQUAD_TRAIL_H
#define VEER_SQUAD_TRAIL_H

#include "math/vec.h"

#define VEER_TRAIL_POINTS 56u

/// A polyline with at least two points, none twice in a row; straight on beyond both ends.
typedef struct VeerTrail {
    VeerVec3 points[VEER_TRAIL_POINTS]; ///< m, from behind to ahead
    float along[VEER_TRAIL_POINTS];     ///< m, from the first point to each
    uint32_t count;
} VeerTrail;

/// Adds a point ahead; one that is where the last one is, or one too many, is left out.
void veer_trail_add(VeerTrail *trail, VeerVec3 point);

/// The number of the point that the leg leads to on which a place lies, m along: 1 at least.
uint32_t veer_trail_leg(const VeerTrail *trail, float along);

/// The point so far along, m, which may lie before the first or beyond the last.
VeerVec3 veer_trail_at(const VeerTrail *trail, float along);

/// The mean of all points from `half` behind to `half` ahead, m, > 0: a trail without corners. Its
/// direction is that of veer_trail_direction, and it bends the less the longer the half is.
VeerVec3 veer_trail_smooth(const VeerTrail *trail, float along, float half);

/// The direction of the chord from `half` behind to `half` ahead, m, > 0: it turns before a corner
/// and after it, so that what is wide wheels round it.
/// @return a unit vector; `fallback` where the chord has no length
VeerVec3 veer_trail_direction(const VeerTrail *trail, float along, float half, VeerVec3 fallback);

#endif
