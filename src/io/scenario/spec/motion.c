/// What bodies can do: their limits and vehicles.
#include "io/scenario/spec/tables.h"

#define AT(member) offsetof(VeerGroupSpec, member)
/// Just below a quarter turn, rad.
#define STEEPEST 1.57

static const char *const vehicle_names[] = {"free", "thruster", "torque", "car", "aircraft", NULL};
_Static_assert(sizeof vehicle_names / sizeof vehicle_names[0] == VEER_VEHICLE_COUNT + 1,
               "a name for each vehicle");

static const VeerProperty motion_keys[] = {
    {NUMBER("max_acceleration", AT(def.max_acceleration), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("max_braking", AT(def.max_braking), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("max_turn_rate", AT(def.max_turn_rate), 0, LIMIT, ABOVE | ENDLESS)},
    {CHOICE("vehicle", AT(vehicle.kind), vehicle_names, 0)},
    {NUMBER("lateral", AT(vehicle.lateral), 0, 1, 0)},
    {FLAG("headlong", AT(vehicle.is_headlong))},
    {NUMBER("max_angular_acceleration", AT(vehicle.angular_acceleration), 0, LIMIT,
            ABOVE | ENDLESS)},
    {NUMBER("wheelbase", AT(vehicle.car.wheelbase), 0, LIMIT, ABOVE)},
    {NUMBER("max_steering", AT(vehicle.car.max_steering), 0, STEEPEST, ABOVE)},
    {NUMBER("steering_rate", AT(vehicle.car.steering_rate), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("reverse", AT(vehicle.car.reverse), 0, 1, 0)},
    {NUMBER("min_speed", AT(vehicle.aircraft.min_speed), 0, LIMIT, 0)},
    {NUMBER("max_climb", AT(vehicle.aircraft.max_climb), 0, STEEPEST, 0)},
    {NUMBER("max_bank", AT(vehicle.aircraft.max_bank), 0, STEEPEST, ABOVE)},
    {NUMBER("roll_rate", AT(vehicle.aircraft.roll_rate), 0, LIMIT, ABOVE | ENDLESS)},
};
const VeerSchema veer_motion_schema = VEER_SCHEMA("motion", motion_keys);

VeerVehicleSpec veer_vehicle_spec_default(void)
{
    VeerTorque torque = veer_vehicle_params_default(VEER_VEHICLE_TORQUE).torque;
    return (VeerVehicleSpec){
        .kind = VEER_VEHICLE_FREE,
        .lateral = torque.lateral,
        .angular_acceleration = torque.max_angular_acceleration,
        .car = veer_vehicle_params_default(VEER_VEHICLE_CAR).car,
        .aircraft = veer_vehicle_params_default(VEER_VEHICLE_AIRCRAFT).aircraft,
    };
}

VeerVehicleParams veer_vehicle_spec_params(const VeerVehicleSpec *spec)
{
    VeerVehicleParams params = {.kind = (VeerVehicle)spec->kind};
    if (params.kind == VEER_VEHICLE_THRUSTER) {
        params.thruster = (VeerThruster){spec->lateral, spec->is_headlong};
    } else if (params.kind == VEER_VEHICLE_TORQUE) {
        params.torque = (VeerTorque){spec->lateral, spec->angular_acceleration};
    } else if (params.kind == VEER_VEHICLE_CAR) {
        params.car = spec->car;
    } else if (params.kind == VEER_VEHICLE_AIRCRAFT) {
        params.aircraft = spec->aircraft;
    }
    return params;
}
