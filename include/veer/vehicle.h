/// Vehicles: what a body can really do in one tick. Pure functions of plain values.
#ifndef VEER_VEHICLE_H
#define VEER_VEHICLE_H

#include "veer/api.h"

/// How a body moves. docs/vehicles.md has a section on each.
typedef enum VeerVehicle {
    VEER_VEHICLE_FREE = 0, ///< in any direction at once; with a turn rate, along its heading only
    VEER_VEHICLE_THRUSTER, ///< thrust along the heading, brakes against the velocity; it may drift
    VEER_VEHICLE_TORQUE,   ///< as a thruster, and turns by torque: finite angular acceleration
    VEER_VEHICLE_CAR,      ///< rolls along its heading or back, in the plane, and turns by steering
    VEER_VEHICLE_AIRCRAFT, ///< keeps a least speed, banks to turn, climbs within limits
    VEER_VEHICLE_COUNT
} VeerVehicle;

/// Constants of VEER_VEHICLE_THRUSTER.
typedef struct VeerThruster {
    float lateral;    ///< part of the acceleration that it has sideways too, 0 to 1
    bool is_headlong; ///< in full thrust, and never braking, as long as it is told to go anywhere
} VeerThruster;

/// Constants of VEER_VEHICLE_TORQUE.
typedef struct VeerTorque {
    float lateral;                  ///< as a thruster's
    float max_angular_acceleration; ///< rad/s², > 0: torque ÷ inertia; INFINITY: none
} VeerTorque;

/// Constants of VEER_VEHICLE_CAR.
typedef struct VeerCar {
    float wheelbase;     ///< m, > 0
    float max_steering;  ///< rad, > 0 and < π/2
    float steering_rate; ///< rad/s, > 0; INFINITY: at once
    float reverse;       ///< part of the max speed that it has backwards, 0 to 1
} VeerCar;

/// Constants of VEER_VEHICLE_AIRCRAFT.
typedef struct VeerAircraft {
    float min_speed; ///< m/s, >= 0; where it is above the max speed, that is used
    float max_climb; ///< rad, 0 to π/2, up and down
    float max_bank;  ///< rad, > 0 and < π/2: it turns at VEER_GRAVITY tan(bank) ÷ speed
    float roll_rate; ///< rad/s, > 0; INFINITY: at once
} VeerAircraft;

/// What a banked aircraft turns by, m/s².
#define VEER_GRAVITY 9.81f

/// A kind of vehicle and the constants of its own that it has beside VeerMotionLimits.
typedef struct VeerVehicleParams {
    VeerVehicle kind; ///< says which of the values are used
    union {
        VeerThruster thruster;
        VeerTorque torque;
        VeerCar car;
        VeerAircraft aircraft;
    }; ///< of the kind that they are for; VEER_VEHICLE_FREE has none
} VeerVehicleParams;

/// A vehicle with usual constants: no lateral thrust, 20 rad/s²; wheelbase 2.5 m, 0.6 rad, 1 rad/s,
/// 0.25 of the max speed; 10 m/s, 0.5 rad, 1 rad, 2 rad/s. For a number that is no vehicle
/// VEER_VEHICLE_FREE.
VEER_API VeerVehicleParams veer_vehicle_params_default(VeerVehicle kind);

/// Whether a body may have these: each of the kind's constants a number in range.
VEER_API bool veer_vehicle_params_are_valid(const VeerVehicleParams *params);

/// Limits of a body; INFINITY: none.
typedef struct VeerMotionLimits {
    float max_speed;        ///< m/s
    float max_acceleration; ///< m/s²
    float max_braking;      ///< m/s², while the speed falls
    float max_turn_rate;    ///< rad/s
} VeerMotionLimits;

/// How a body moves at one time.
typedef struct VeerMotionState {
    VeerVec3 velocity; ///< m/s
    VeerVec3 heading;  ///< unit vector
    VeerVec3 spin;     ///< of a torque vehicle rad/s about each axis; x is a car's steering (left:
                       ///< positive) or an aircraft's bank (likewise), rad; of others zero
} VeerMotionState;

/// The state after one tick that comes nearest to the commanded velocity, or leads to it soonest.
///
/// @param vehicle  valid; all else finite, but for limits: else the answer is all zero
/// @param command  m/s: the velocity that it should have as soon as it can
/// @param dt       s, VEER_MIN_DT to VEER_MAX_DT
/// The result keeps every limit: |velocity| <= max_speed, |change| <= acceleration (or braking) ·
/// dt, heading turned by at most max_turn_rate · dt, and the vehicle's own. The state that goes in
/// keeps max_speed; where it breaks another limit, the result goes back within it as fast as the
/// rest allow. Cost O(1).
VEER_API VeerMotionState veer_vehicle_step(const VeerVehicleParams *vehicle,
                                           const VeerMotionLimits *limits, VeerMotionState state,
                                           VeerVec3 command, float dt);

/// The radius of the tightest circle that a vehicle can keep to at a speed, m; 0 for those that can
/// turn on the spot.
///
/// @param speed  m/s, >= 0
/// @param dt     s, VEER_MIN_DT to VEER_MAX_DT, of a tick
VEER_API float veer_vehicle_turning_radius(const VeerVehicleParams *vehicle,
                                           const VeerMotionLimits *limits, float speed, float dt);

#endif
