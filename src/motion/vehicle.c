/// The kinds of vehicle: their constants, and which function is whose.
#include "motion/motion.h"

#define HALF_PI 1.57079633f

VeerVehicleParams veer_vehicle_params_default(VeerVehicle kind)
{
    VeerVehicleParams params = {.kind = kind};
    switch (kind) {
    case VEER_VEHICLE_THRUSTER:
        params.thruster = (VeerThruster){.lateral = 0.0f};
        break;
    case VEER_VEHICLE_TORQUE:
        params.torque = (VeerTorque){.lateral = 0.0f, .max_angular_acceleration = 20.0f};
        break;
    case VEER_VEHICLE_CAR:
        params.car = (VeerCar){
            .wheelbase = 2.5f, .max_steering = 0.6f, .steering_rate = 1.0f, .reverse = 0.25f};
        break;
    case VEER_VEHICLE_AIRCRAFT:
        params.aircraft = (VeerAircraft){
            .min_speed = 10.0f, .max_climb = 0.5f, .max_bank = 1.0f, .roll_rate = 2.0f};
        break;
    default:
        params.kind = VEER_VEHICLE_FREE;
    }
    return params;
}

static bool is_part(float value)
{
    return value >= 0.0f && value <= 1.0f;
}

static bool is_car(const VeerCar *car)
{
    return car->wheelbase > 0.0f && car->wheelbase <= VEER_WORLD_LIMIT &&
           car->max_steering > 0.0f && car->max_steering < HALF_PI && car->steering_rate > 0.0f &&
           is_part(car->reverse);
}

static bool is_aircraft(const VeerAircraft *aircraft)
{
    return aircraft->min_speed >= 0.0f && aircraft->min_speed <= VEER_WORLD_LIMIT &&
           aircraft->max_climb >= 0.0f && aircraft->max_climb <= HALF_PI &&
           aircraft->max_bank > 0.0f && aircraft->max_bank < HALF_PI && aircraft->roll_rate > 0.0f;
}

bool veer_vehicle_params_are_valid(const VeerVehicleParams *params)
{
    switch (params->kind) {
    case VEER_VEHICLE_FREE:
        return true;
    case VEER_VEHICLE_THRUSTER:
        return is_part(params->thruster.lateral);
    case VEER_VEHICLE_TORQUE:
        return is_part(params->torque.lateral) && params->torque.max_angular_acceleration > 0.0f;
    case VEER_VEHICLE_CAR:
        return is_car(&params->car);
    case VEER_VEHICLE_AIRCRAFT:
        return is_aircraft(&params->aircraft);
    default:
        return false;
    }
}

VeerVehicleValues veer_vehicle_pack(const VeerVehicleParams *params)
{
    const VeerTorque *torque = &params->torque;
    const VeerCar *car = &params->car;
    const VeerAircraft *aircraft = &params->aircraft;
    switch (params->kind) {
    case VEER_VEHICLE_THRUSTER:
        return (VeerVehicleValues){
            {params->thruster.lateral, params->thruster.is_headlong ? 1.0f : 0.0f}};
    case VEER_VEHICLE_TORQUE:
        return (VeerVehicleValues){{torque->lateral, torque->max_angular_acceleration}};
    case VEER_VEHICLE_CAR:
        return (VeerVehicleValues){
            {car->wheelbase, car->max_steering, car->steering_rate, car->reverse}};
    case VEER_VEHICLE_AIRCRAFT:
        return (VeerVehicleValues){
            {aircraft->min_speed, aircraft->max_climb, aircraft->max_bank, aircraft->roll_rate}};
    default:
        return (VeerVehicleValues){0};
    }
}

VeerVehicleParams veer_vehicle_unpack(VeerVehicle kind, VeerVehicleValues values)
{
    VeerVehicleParams params = {.kind = kind};
    const float *value = values.value;
    switch (kind) {
    case VEER_VEHICLE_THRUSTER:
        params.thruster = (VeerThruster){value[0], value[1] > 0.0f};
        break;
    case VEER_VEHICLE_TORQUE:
        params.torque = (VeerTorque){value[0], value[1]};
        break;
    case VEER_VEHICLE_CAR:
        params.car = (VeerCar){value[0], value[1], value[2], value[3]};
        break;
    case VEER_VEHICLE_AIRCRAFT:
        params.aircraft = (VeerAircraft){value[0], value[1], value[2], value[3]};
        break;
    default:
        break;
    }
    return params;
}

VeerMotionState veer_vehicle_step(const VeerVehicleParams *vehicle, const VeerMotionLimits *limits,
                                  VeerMotionState state, VeerVec3 command, float dt)
{
    VeerMotionTick tick = {vehicle, limits, dt};
    switch (vehicle->kind) {
    case VEER_VEHICLE_THRUSTER:
    case VEER_VEHICLE_TORQUE:
        return veer_thruster_step(&tick, state, command);
    case VEER_VEHICLE_CAR:
        return veer_car_step(&tick, state, command);
    case VEER_VEHICLE_AIRCRAFT:
        return veer_aircraft_step(&tick, state, command);
    default:
        return veer_free_step(&tick, state, command);
    }
}

float veer_vehicle_turning_radius(const VeerVehicleParams *vehicle, const VeerMotionLimits *limits,
                                  float speed, float dt)
{
    VeerMotionTick tick = {vehicle, limits, dt};
    switch (vehicle->kind) {
    case VEER_VEHICLE_CAR:
        return veer_car_turning_radius(&tick, speed);
    case VEER_VEHICLE_AIRCRAFT:
        return veer_aircraft_turning_radius(&tick, speed);
    default:
        return 0.0f;
    }
}

VeerMotionState veer_vehicle_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                           VeerMotionState meant, VeerVec3 moved)
{
    switch (tick->vehicle->kind) {
    case VEER_VEHICLE_THRUSTER:
    case VEER_VEHICLE_TORQUE:
        return veer_thruster_after_contact(tick, before, meant, moved);
    case VEER_VEHICLE_CAR:
        return veer_car_after_contact(tick, before, meant, moved);
    case VEER_VEHICLE_AIRCRAFT:
        return veer_aircraft_after_contact(tick, before, meant, moved);
    default:
        return veer_free_after_contact(tick, before, meant, moved);
    }
}
