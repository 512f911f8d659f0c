/// Segments, and capsules: all points within a radius of a segment.
#ifndef VEER_GEOM_SEGMENT_H
#define VEER_GEOM_SEGMENT_H

#include "math/vec.h"

/// Where on the segment from a to b the point nearest to p lies: 0 at a, 1 at b. A segment of
/// length 0 is a point, at 0.
float veer_segment_nearest2(VeerVec2 a, VeerVec2 b, VeerVec2 p);

/// From p to the segment, m. That to a capsule is less by its radius (and negative inside).
float veer_segment_distance2(VeerVec2 a, VeerVec2 b, VeerVec2 p);
float veer_segment_distance3(VeerVec3 a, VeerVec3 b, VeerVec3 p);

/// Between the segments a b and c d, m; 0 where they meet, which is decided exactly.
float veer_segment_separation2(VeerVec2 a, VeerVec2 b, VeerVec2 c, VeerVec2 d);

/// Where a disc that moves from `origin` to `origin + move` first touches the segment from a to b.
/// For a capsule add its radius; for a ray the disc's is 0.
///
/// @param radius  m, >= 0
/// @return the fraction of the movement, 0 to 1; 0 where it touches from the start; INFINITY where
/// never A ray that passes an end within 1e-6 of the segment's length hits, so that chains have no
/// gaps.
float veer_segment_cast2(VeerVec2 a, VeerVec2 b, VeerVec2 origin, VeerVec2 move, float radius);

#endif
