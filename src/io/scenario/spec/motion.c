/// What bodies can do: their limits and vehicles.
#include "io/scenario/spec/spec.h"

#define AT(member) offsetof(VeerGroupSpec, member)
#define LIMIT ((double)VEER_WORLD_LIMIT)
/// Just below a quarter turn, rad.
#define STEEPEST 1.57

enum { ABOVE = VEER_FIELD_ABOVE, ENDLESS = VEER_FIELD_ABOVE | VEER_FIELD_ENDLESS };

static const char *const vehicle_names[] = {"free", "thruster", "torque", "car", "aircraft", NULL};
_Static_assert(sizeof vehicle_names / sizeof vehicle_names[0] == VEER_VEHICLE_COUNT + 1,
               "a name for each vehicle");

static const VeerField motion_fields[] = {
    {"acceleration", VEER_FIELD_NUMBER, AT(def.max_acceleration), 0, LIMIT, ENDLESS, NULL},
    {"braking", VEER_FIELD_NUMBER, AT(def.max_braking), 0, LIMIT, ENDLESS, NULL},
    {"turn_rate", VEER_FIELD_NUMBER, AT(def.max_turn_rate), 0, LIMIT, ENDLESS, NULL},
    {"vehicle", VEER_FIELD_CHOICE, AT(vehicle.kind), 0, 0, 0, vehicle_names},
    {"lateral", VEER_FIELD_NUMBER, AT(vehicle.lateral), 0, 1, 0, NULL},
    {"headlong", VEER_FIELD_FLAG, AT(vehicle.is_headlong), 0, 0, 0, NULL},
    {"angular_acceleration", VEER_FIELD_NUMBER, AT(vehicle.angular_acceleration), 0, LIMIT, ENDLESS,
     NULL},
    {"wheelbase", VEER_FIELD_NUMBER, AT(vehicle.car.wheelbase), 0, LIMIT, ABOVE, NULL},
    {"steering", VEER_FIELD_NUMBER, AT(vehicle.car.max_steering), 0, STEEPEST, ABOVE, NULL},
    {"steering_rate", VEER_FIELD_NUMBER, AT(vehicle.car.steering_rate), 0, LIMIT, ENDLESS, NULL},
    {"reverse", VEER_FIELD_NUMBER, AT(vehicle.car.reverse), 0, 1, 0, NULL},
    {"min_speed", VEER_FIELD_NUMBER, AT(vehicle.aircraft.min_speed), 0, LIMIT, 0, NULL},
    {"climb", VEER_FIELD_NUMBER, AT(vehicle.aircraft.max_climb), 0, STEEPEST, 0, NULL},
    {"bank", VEER_FIELD_NUMBER, AT(vehicle.aircraft.max_bank), 0, STEEPEST, ABOVE, NULL},
    {"roll_rate", VEER_FIELD_NUMBER, AT(vehicle.aircraft.roll_rate), 0, LIMIT, ENDLESS, NULL},
};
const VeerShape veer_motion_shape = VEER_SHAPE("motion", motion_fields);

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
