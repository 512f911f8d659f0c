/// What two bodies that meet do to each other's velocities. Pure functions of plain values.
#ifndef VEER_MOTION_IMPACT_H
#define VEER_MOTION_IMPACT_H

#include "math/vec.h"

/// One of two bodies that meet.
typedef struct VeerImpactBody {
    VeerVec3 velocity; ///< m/s
    float mass;        ///< kg; INFINITY: nothing moves it
    VeerVec3 held;     ///< unit vector off a wall that it leans on, into which it cannot be pushed;
                       ///< 0: none
} VeerImpactBody;

/// How two bodies meet.
typedef struct VeerImpact {
    VeerVec3 normal;   ///< unit vector, from the other to the body
    float restitution; ///< 0 to 1: of the speed at which they come together, they part with this
    float friction;    ///< >= 0: Coulomb's; what slides is slowed by this part of the push
} VeerImpact;

/// Exchanges momentum between a body and another one that come together.
///
/// @return N s along the normal; less than 0: neither can be moved, or they do not come together
/// Bodies do not spin: friction acts on their centres. The momentum of the two stays but for what
/// walls take that they lean on, their energy never grows. Cost O(1).
/// Source: the impulse (1 + e) u / (1/m + 1/m') of Newton's law of restitution; of a body held by a
/// wall the inverse mass is that along the wall.
float veer_impact_exchange(const VeerImpact *impact, VeerImpactBody *body, VeerImpactBody *other);

#endif
