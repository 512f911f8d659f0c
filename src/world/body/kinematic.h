/// Kinematic obstacles, which their velocity and turn rate move, and how places go on.
#ifndef VEER_WORLD_BODY_KINEMATIC_H
#define VEER_WORLD_BODY_KINEMATIC_H

#include "world/base/base.h"

/// Moves a place, m; `compensation` is what rounding took from it before, and then.
void veer_place_advance(VeerVec3 *position, VeerVec3 *compensation, VeerVec3 shift);

/// A vertex turned by an angle, rad, about the z axis; by 0 to the last bit.
VeerVec3 veer_obstacle_turned(VeerVec3 vertex, float angle);
/// A vertex of a chain or a polygon, from its position, as it is turned now.
VeerVec3 veer_obstacle_corner(const VeerWorld *world, uint32_t slot, uint32_t index);
/// Whether an obstacle is a chain, polygon or box that its velocity moves.
bool veer_obstacle_is_kinematic(const VeerWorld *world, uint32_t slot);
/// m/s, of a point of it.
VeerVec3 veer_obstacle_velocity_at(const VeerWorld *world, uint32_t slot, VeerVec3 point);

#endif
