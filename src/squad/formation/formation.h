/// A formation that moves: the trail along which its slots move, and the free width across it.
#ifndef VEER_SQUAD_FORMATION_H
#define VEER_SQUAD_FORMATION_H

#include "math/need.h"
#include "veer/formation.h"

enum { VEER_TRAIL_POINTS = 56, VEER_SLICE_RANGES = 8 };

/// A polyline with at least two points, no two consecutive ones equal; straight on beyond its ends.
typedef struct VeerTrail {
    VeerVec3 points[VEER_TRAIL_POINTS]; ///< m, from behind to ahead
    float along[VEER_TRAIL_POINTS];     ///< m, arc length from the first point to each
    uint32_t count;
} VeerTrail;

/// What a formation's def must be, as that of a squad, to place `count` members.
void veer_formation_need(VeerRefusal *refusal, const VeerFormationDef *def, uint32_t count);

/// Adds a point ahead; one that equals the last one, or one too many, is left out.
void veer_trail_add(VeerTrail *trail, VeerVec3 point);

/// The index of the point that ends the segment at an arc length, m: at least 1.
uint32_t veer_trail_segment(const VeerTrail *trail, float along);

/// The point at an arc length, m, which may be before the first point or beyond the last.
VeerVec3 veer_trail_at(const VeerTrail *trail, float along);

/// The mean of all points from `half` behind to `half` ahead, m, > 0: a trail without corners. Its
/// tangent is veer_trail_direction, and its curvature falls with `half`.
VeerVec3 veer_trail_smooth(const VeerTrail *trail, float along, float half);

/// The direction of the chord from `half` behind to `half` ahead, m, > 0: it turns before a corner
/// and after it, so that a wide formation wheels round it.
/// @return a unit vector; `fallback` where the chord has no length
VeerVec3 veer_trail_direction(const VeerTrail *trail, float along, float half, VeerVec3 fallback);

/// The blocked ranges of a cross-section of the trail, m to the left of its middle: sorted and
/// disjoint.
typedef struct VeerSlice {
    float lower[VEER_SLICE_RANGES], upper[VEER_SLICE_RANGES];
    uint32_t count;
} VeerSlice;

/// Blocks a range, merged with those that it touches. If there are too many the two nearest are
/// merged.
void veer_slice_block(VeerSlice *slice, float lower, float upper);

/// Blocks the ranges of another slice.
void veer_slice_join(VeerSlice *slice, const VeerSlice *other);

/// Whether a point is free.
bool veer_slice_is_free(const VeerSlice *slice, float point);

/// The free range round a free point, *lower to *upper, clamped to -limit and limit.
void veer_slice_room(const VeerSlice *slice, float point, float limit, float *lower, float *upper);

/// The free point nearest to a point; of two at equal distances the left one.
float veer_slice_nearest(const VeerSlice *slice, float point);

/// The free length between -limit and limit, m.
float veer_slice_free(const VeerSlice *slice, float limit);

/// The length from -limit to limit without the ranges that reach beyond either end, m: ranges in
/// the middle count as open.
float veer_slice_open(const VeerSlice *slice, float limit);

#endif
