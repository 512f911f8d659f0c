/// Vehicles within the library: one tick of each kind, and what contacts do to it.
#ifndef VEER_MOTION_MOTION_H
#define VEER_MOTION_MOTION_H

#include "math/need.h"
#include "veer/vehicle.h"

/// The constants of any one kind, as the world keeps them: those that the kind lacks are 0.
typedef struct VeerVehicleValues {
    float value[4];
} VeerVehicleValues;

/// What the constants of a vehicle must be, as those of an agent's def.
void veer_vehicle_params_need(VeerRefusal *refusal, const VeerVehicleParams *params);

VeerVehicleValues veer_vehicle_pack(const VeerVehicleParams *params);
VeerVehicleParams veer_vehicle_unpack(VeerVehicle kind, VeerVehicleValues values);

/// Rounding makes no body faster than its limit by more than this part of it: one that is was
/// thrown, by something else than its own motion.
#define VEER_SPEED_SLOP 1e-4f

static inline bool veer_motion_is_thrown(VeerVec3 velocity, float max_speed)
{
    float limit = max_speed * (1.0f + VEER_SPEED_SLOP);
    return dot3(velocity, velocity) > limit * limit;
}

/// What a body is during one tick.
typedef struct VeerMotionTick {
    const VeerVehicleParams *vehicle;
    const VeerMotionLimits *limits;
    float dt; ///< s, > 0
} VeerMotionTick;

/// As veer_vehicle_step, of what is good; dt may be of any length.
VeerMotionState veer_motion_step(const VeerMotionTick *tick, VeerMotionState state,
                                 VeerVec3 command);
/// As veer_vehicle_turning_radius, likewise.
float veer_motion_turning_radius(const VeerMotionTick *tick, float speed);

/// The state of a body that meant to move as `meant`, but whose contacts made it move otherwise.
///
/// @param before  the state at the start of the tick, within its limits; its spin is not read
/// @param moved   m/s: the displacement that it really made ÷ dt, within max_speed
/// The velocity goes as near to `moved` as the limits allow. Cost O(1).
VeerMotionState veer_vehicle_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                           VeerMotionState meant, VeerVec3 moved);

/// @name One tick of each kind: as veer_vehicle_step
/// @{
VeerMotionState veer_free_step(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command);
/// Torque vehicles too.
VeerMotionState veer_thruster_step(const VeerMotionTick *tick, VeerMotionState state,
                                   VeerVec3 command);
VeerMotionState veer_car_step(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command);
VeerMotionState veer_aircraft_step(const VeerMotionTick *tick, VeerMotionState state,
                                   VeerVec3 command);
/// @}

/// @name As veer_vehicle_after_contact, of each kind
/// @{
VeerMotionState veer_free_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                        VeerMotionState meant, VeerVec3 moved);
VeerMotionState veer_thruster_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                            VeerMotionState meant, VeerVec3 moved);
VeerMotionState veer_car_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                       VeerMotionState meant, VeerVec3 moved);
VeerMotionState veer_aircraft_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                            VeerMotionState meant, VeerVec3 moved);
/// @}

/// How far a car rolls, as good as straight on, before it turns its tightest, m: while it slows
/// down and steers. Of one that stands or reverses, what it needs at most once it has set off: so
/// that who reverses to get there does not set off too early.
float veer_car_lead(const VeerMotionTick *tick, const VeerMotionState *state, bool is_left);

/// @name As veer_vehicle_turning_radius
/// @{
float veer_car_turning_radius(const VeerMotionTick *tick, float speed);
float veer_aircraft_turning_radius(const VeerMotionTick *tick, float speed);
/// @}

/// The heading and spin of a torque vehicle after it turned towards `aim`, a unit vector, for one
/// tick; the velocity stays. Rests on the aim exactly, in the shortest time, without overshoot;
/// where it turns about another axis at first, as soon as it can turn about this one.
VeerMotionState veer_torque_turn(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 aim);

#endif
