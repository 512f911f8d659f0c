/// Axis-aligned boxes. A rectangle in the plane is one without extent along z.
#ifndef VEER_GEOM_BOX_H
#define VEER_GEOM_BOX_H

#include "math/vec.h"

/// Whether two boxes share a point, if only one of their faces.
static inline bool veer_boxes_meet(VeerBounds a, VeerBounds b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

/// The smallest box round two.
static inline VeerBounds veer_boxes_join(VeerBounds a, VeerBounds b)
{
    return (VeerBounds){
        {min_f(a.lower.x, b.lower.x), min_f(a.lower.y, b.lower.y), min_f(a.lower.z, b.lower.z)},
        {max_f(a.upper.x, b.upper.x), max_f(a.upper.y, b.upper.y), max_f(a.upper.z, b.upper.z)}};
}

/// The point of the solid box that is nearest to p: p itself inside.
static inline VeerVec3 veer_box_nearest(VeerBounds box, VeerVec3 p)
{
    return (VeerVec3){clamp_f(p.x, box.lower.x, box.upper.x),
                      clamp_f(p.y, box.lower.y, box.upper.y),
                      clamp_f(p.z, box.lower.z, box.upper.z)};
}

/// The least distance from the segment origin to origin + move to the solid box, m; 0 where they
/// meet.
float veer_box_segment_distance(VeerBounds box, VeerVec3 origin, VeerVec3 move);

/// Where a ball that moves from `origin` to `origin + move` first touches the solid box; a ray is a
/// ball of radius 0.
///
/// @return the fraction of the movement, 0 to 1; 0 where it touches from the start; INFINITY where
/// never
float veer_box_cast(VeerBounds box, VeerVec3 origin, VeerVec3 move, float radius);

/// Whether some of the segment origin to origin + move, of any length, is inside of the solid box.
/// What only touches it is not; what goes along a face is inside of the box whose lower face it is.
bool veer_box_is_entered(VeerBounds box, VeerVec3 origin, VeerVec3 move);

#endif
