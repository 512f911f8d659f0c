/// The kinds of vehicle: their constants, and which function is whose.
#include "motion/motion.h"

#include <string.h>

#define HALF_PI 1.57079633f
#define BELOW_HALF_PI 1.5707962f ///< the float before

/// One constant of a kind. The least is allowed, too, or not.
typedef struct VehicleConstant {
    float usual, lower, upper; ///< upper 0: the kind has no such constant
    bool is_above;             ///< it must be greater than `lower`
    const char *what, *must;
} VehicleConstant;

/// In the order of the members of the kind's struct.
#define NAME(member) "def.vehicle." #member
static const VehicleConstant constants[VEER_VEHICLE_COUNT][4] = {
    [VEER_VEHICLE_THRUSTER] = {{0.0f, 0.0f, 1.0f, false, NAME(thruster.lateral), "must be 0 to 1"},
                               {0.0f, 0.0f, 1.0f, false, NAME(thruster.is_headlong),
                                "must be false or true"}},
    [VEER_VEHICLE_TORQUE] = {{0.0f, 0.0f, 1.0f, false, NAME(torque.lateral), "must be 0 to 1"},
                             {20.0f, 0.0f, INFINITY, true, NAME(torque.max_angular_acceleration),
                              "must be > 0"}},
    [VEER_VEHICLE_CAR] = {{2.5f, 0.0f, VEER_WORLD_LIMIT, true, NAME(car.wheelbase),
                           "must be > 0, at most 2e6"},
                          {0.6f, 0.0f, BELOW_HALF_PI, true, NAME(car.max_steering),
                           "must be > 0 and < pi/2"},
                          {1.0f, 0.0f, INFINITY, true, NAME(car.steering_rate), "must be > 0"},
                          {0.25f, 0.0f, 1.0f, false, NAME(car.reverse), "must be 0 to 1"}},
    [VEER_VEHICLE_AIRCRAFT] =
        {{10.0f, 0.0f, VEER_WORLD_LIMIT, false, NAME(aircraft.min_speed), VEER_MUST_LENGTH},
         {0.5f, 0.0f, HALF_PI, false, NAME(aircraft.max_climb), "must be 0 to pi/2"},
         {1.0f, 0.0f, BELOW_HALF_PI, true, NAME(aircraft.max_bank), "must be > 0 and < pi/2"},
         {2.0f, 0.0f, INFINITY, true, NAME(aircraft.roll_rate), "must be > 0"}},
};
#undef NAME

_Static_assert(sizeof(VeerTorque) == 2 * sizeof(float) && sizeof(VeerCar) == 4 * sizeof(float) &&
                   sizeof(VeerAircraft) == 4 * sizeof(float),
               "nothing but floats");

/// What a kind of vehicle does in a tick. Without a radius it turns on the spot.
typedef struct VehicleKind {
    VeerMotionState (*step)(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command);
    VeerMotionState (*after_contact)(const VeerMotionTick *tick, VeerMotionState before,
                                     VeerMotionState meant, VeerVec3 moved);
    float (*turning_radius)(const VeerMotionTick *tick, float speed);
} VehicleKind;

static const VehicleKind kinds[VEER_VEHICLE_COUNT] = {
    {veer_free_step, veer_free_after_contact, NULL},
    {veer_thruster_step, veer_thruster_after_contact, NULL},
    {veer_thruster_step, veer_thruster_after_contact, NULL},
    {veer_car_step, veer_car_after_contact, veer_car_turning_radius},
    {veer_aircraft_step, veer_aircraft_after_contact, veer_aircraft_turning_radius},
};

/// A kind, or that of a free body for a number that is none.
static VeerVehicle known(VeerVehicle kind)
{
    return (unsigned)kind < VEER_VEHICLE_COUNT ? kind : VEER_VEHICLE_FREE;
}

VeerVehicleParams veer_vehicle_params_default(VeerVehicle kind)
{
    VeerVehicleValues values;
    for (int i = 0; i < 4; i++) {
        values.value[i] = constants[known(kind)][i].usual;
    }
    return veer_vehicle_unpack(known(kind), values);
}

void veer_vehicle_params_need(VeerRefusal *refusal, const VeerVehicleParams *params)
{
    VeerVehicleValues values = veer_vehicle_pack(params);
    veer_need(refusal, known(params->kind) == params->kind, "def.vehicle.kind",
              "must be a VeerVehicle", (double)params->kind);
    for (int i = 0; i < 4; i++) {
        const VehicleConstant *constant = &constants[known(params->kind)][i];
        float value = values.value[i];
        bool is_good = value <= constant->upper &&
                       (constant->is_above ? value > constant->lower : value >= constant->lower);
        veer_need(refusal, is_good, constant->what, constant->must, (double)value);
    }
}

bool veer_vehicle_params_are_valid(const VeerVehicleParams *params)
{
    VeerRefusal refusal = {.status = VEER_OK};
    if (params) {
        veer_vehicle_params_need(&refusal, params);
    }
    return params && refusal.status == VEER_OK;
}

VeerVehicleValues veer_vehicle_pack(const VeerVehicleParams *params)
{
    VeerVehicleValues values;
    memcpy(&values, &params->car, sizeof values);
    if (params->kind == VEER_VEHICLE_THRUSTER) {
        unsigned char byte; // what another kind left there may be no bool
        memcpy(&byte, &params->thruster.is_headlong, 1);
        values.value[1] = byte ? 1.0f : 0.0f;
    }
    for (int i = 0; i < 4; i++) {
        if (constants[known(params->kind)][i].upper == 0.0f) {
            values.value[i] = 0.0f;
        }
    }
    return values;
}

VeerVehicleParams veer_vehicle_unpack(VeerVehicle kind, VeerVehicleValues values)
{
    VeerVehicleParams params = {.kind = kind};
    memcpy(&params.car, &values, sizeof values);
    if (kind == VEER_VEHICLE_THRUSTER) {
        params.thruster = (VeerThruster){values.value[0], values.value[1] > 0.0f};
    }
    return params;
}

VeerMotionState veer_motion_step(const VeerMotionTick *tick, VeerMotionState state,
                                 VeerVec3 command)
{
    return kinds[known(tick->vehicle->kind)].step(tick, state, command);
}

float veer_motion_turning_radius(const VeerMotionTick *tick, float speed)
{
    const VehicleKind *kind = &kinds[known(tick->vehicle->kind)];
    return kind->turning_radius ? kind->turning_radius(tick, speed) : 0.0f;
}

static bool is_good(const VeerMotionTick *tick)
{
    const VeerMotionLimits *limits = tick->limits;
    return limits && limits->max_speed >= 0.0f && limits->max_acceleration > 0.0f &&
           limits->max_braking > 0.0f && limits->max_turn_rate > 0.0f && is_tick(tick->dt) &&
           veer_vehicle_params_are_valid(tick->vehicle);
}

VeerMotionState veer_vehicle_step(const VeerVehicleParams *vehicle, const VeerMotionLimits *limits,
                                  VeerMotionState state, VeerVec3 command, float dt)
{
    VeerMotionTick tick = {vehicle, limits, dt};
    bool is_finite = is_finite3(state.velocity) && is_finite3(state.heading) &&
                     is_finite3(state.spin) && is_finite3(command);
    return is_finite && is_good(&tick) ? veer_motion_step(&tick, state, command)
                                       : (VeerMotionState){.velocity = {0}};
}

float veer_vehicle_turning_radius(const VeerVehicleParams *vehicle, const VeerMotionLimits *limits,
                                  float speed, float dt)
{
    VeerMotionTick tick = {vehicle, limits, dt};
    return speed >= 0.0f && is_good(&tick) ? veer_motion_turning_radius(&tick, speed) : 0.0f;
}

VeerMotionState veer_vehicle_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                           VeerMotionState meant, VeerVec3 moved)
{
    return kinds[known(tick->vehicle->kind)].after_contact(tick, before, meant, moved);
}
