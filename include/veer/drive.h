/// What drives a body of a physics engine that veer steers (veer/chipmunk.h, veer/ode.h).
#ifndef VEER_DRIVE_H
#define VEER_DRIVE_H

#include "veer/api.h"

/// How a body is pushed towards what it should do. All zero: as hard as its agent's limits allow.
///
/// In each step of the engine it gets the force that changes its velocity as its agent's vehicle
/// would (veer_vehicle_step), and, if it can turn and the vehicle has a heading to turn (it is not
/// free, or has a turn rate), the torque that turns it likewise: without contacts it moves as
/// veer's own agents do. Limits in newtons become the agent's limits in m/s² by the body's mass and
/// inertia, so that avoidance reckons with them.
typedef struct VeerDrive {
    float response;   ///< 1/s, >= 0: the force is mass · response · (safe velocity − velocity)
                      ///< within the limits; 0: all that is missing within one step
    float max_force;  ///< N, >= 0; 0: by the agent's max_acceleration and max_braking
    float max_torque; ///< N m, >= 0; 0: by the agent's vehicle; else it is a VEER_VEHICLE_TORQUE,
                      ///< if it is one or a free one with thrust on all sides
} VeerDrive;

#endif
