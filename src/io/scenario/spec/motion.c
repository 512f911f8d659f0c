/// What bodies can do: their limits and vehicles.
#include "io/scenario/spec/tables.h"

#define AT(member) offsetof(VeerGroupSpec, member)
#define CAR(member) AT(vehicles[VEER_VEHICLE_CAR].car.member)
#define AIRCRAFT(member) AT(vehicles[VEER_VEHICLE_AIRCRAFT].aircraft.member)
/// Just below a quarter turn, rad.
#define STEEPEST 1.57

static const char *const vehicle_names[] = {"free", "thruster", "torque", "car", "aircraft", NULL};
_Static_assert(sizeof vehicle_names / sizeof vehicle_names[0] == VEER_VEHICLE_COUNT + 1,
               "a name for each vehicle");

static const VeerProperty motion_keys[] = {
    {NUMBER("max_acceleration", AT(def.max_acceleration), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("max_braking", AT(def.max_braking), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("max_turn_rate", AT(def.max_turn_rate), 0, LIMIT, ABOVE | ENDLESS)},
    {CHOICE("vehicle", AT(vehicle), vehicle_names, 0)},
    {NUMBER("lateral", AT(vehicles[VEER_VEHICLE_TORQUE].torque.lateral), 0, 1, 0)},
    {FLAG("headlong", AT(vehicles[VEER_VEHICLE_THRUSTER].thruster.is_headlong))},
    {NUMBER("max_angular_acceleration",
            AT(vehicles[VEER_VEHICLE_TORQUE].torque.max_angular_acceleration), 0, LIMIT,
            ABOVE | ENDLESS)},
    {NUMBER("wheelbase", CAR(wheelbase), 0, LIMIT, ABOVE)},
    {NUMBER("max_steering", CAR(max_steering), 0, STEEPEST, ABOVE)},
    {NUMBER("steering_rate", CAR(steering_rate), 0, LIMIT, ABOVE | ENDLESS)},
    {NUMBER("reverse", CAR(reverse), 0, 1, 0)},
    {NUMBER("min_speed", AIRCRAFT(min_speed), 0, LIMIT, 0)},
    {NUMBER("max_climb", AIRCRAFT(max_climb), 0, STEEPEST, 0)},
    {NUMBER("max_bank", AIRCRAFT(max_bank), 0, STEEPEST, ABOVE)},
    {NUMBER("roll_rate", AIRCRAFT(roll_rate), 0, LIMIT, ABOVE | ENDLESS)},
};
const VeerSchema veer_motion_schema = VEER_SCHEMA("motion", motion_keys);
