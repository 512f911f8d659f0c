/// The models' constants: those of their sources, and those that fit a ship.
#include "math/trig.h"
#include "math/vec.h"
#include "veer/avoid.h"

/// Where pull and push balance lies this much beyond the stride: the source's hand-tuned constants
/// put it at 34.2 for a ship whose stride is 28.8.
#define BALANCE_STRIDES 1.19f
/// The source senses to 175 and its friends rest at 100 where the balance is at 34.2.
#define RANGE_BALANCES 5.12f
#define FRIEND_BALANCES 2.92f
/// The source's whiskers are 150 long on a ship with a stride of 38.2 (it turns slower).
#define WHISKER_STRIDES 3.93f
/// A stride of a ship that stops and turns at once, in its own radii.
#define LEAST_STRIDE 0.5f

/// For people of 0.5 m at 1.4 m/s.
#define PEOPLE                                                                                     \
    {                                                                                              \
        10.0f, 4.0f, 2.0f, 12, .magnets = { 0 }                                                    \
    }

/// Each model's own: range, horizons, neighbours, and the constants of its source in the source's
/// units.
static const VeerAvoidParams presets[VEER_AVOID_MODEL_COUNT] = {
    [VEER_AVOID_NONE] = PEOPLE,
    [VEER_AVOID_CROWD] = PEOPLE,
    [VEER_AVOID_MAGNETS] = {60.0f, 4.0f, 2.0f, VEER_MAX_NEIGHBOURS,
                            .magnets = {3.0f, 1.0f, 1.0f, 1.0f, 4.0f, 1e-4f}},
    [VEER_AVOID_POTENTIAL] = {175.0f, 4.0f, 2.0f, VEER_MAX_NEIGHBOURS,
                              .potential = {10.0f, 0.0f, 2.0f, 1e-5f, 2000.0f, 1.5f}},
    [VEER_AVOID_WHISKERS] = {200.0f, 4.0f, 2.0f, VEER_MAX_NEIGHBOURS,
                             .whiskers = {150.0f, 1.0f, 1.85f, 0.85f, 0.66f * VEER_PI, 0.0f}},
    // Accelerates by 50 N on a disc of radius 0.23 m and density 20.
    [VEER_AVOID_RAYS] = {10.0f, 4.0f, 2.0f, 12,
                         .rays = {1.0f, 15.043001f, 2.2f, 4.0f, 0.0f, VEER_RAYS_NEAREST_HIT}},
    [VEER_AVOID_PILOT] = {60.0f, 4.0f, 4.0f, 16, .magnets = {0}},
    [VEER_AVOID_ORCA] = PEOPLE,
    [VEER_AVOID_CUSTOM] = PEOPLE,
};

VeerAvoidParams veer_avoid_params_default(void)
{
    return presets[VEER_AVOID_CROWD];
}

VeerAvoidParams veer_avoid_params_for(VeerAvoidModel model)
{
    return presets[(unsigned)model < VEER_AVOID_MODEL_COUNT ? model : VEER_AVOID_CROWD];
}

VeerAvoidModel veer_avoid_model_for(VeerVehicle vehicle, const VeerMotionLimits *limits)
{
    bool is_nimble = limits && isinf(limits->max_acceleration) && isinf(limits->max_turn_rate);
    return vehicle == VEER_VEHICLE_FREE && is_nimble ? VEER_AVOID_CROWD : VEER_AVOID_PILOT;
}

static bool is_ship(const VeerShipClass *ship)
{
    return ship && ship->max_speed > 0.0f && ship->max_speed <= VEER_WORLD_LIMIT &&
           ship->acceleration > 0.0f && ship->turn_rate > 0.0f && ship->radius >= 0.0f &&
           ship->radius <= VEER_WORLD_LIMIT;
}

/// How far a ship goes on before it is elsewhere: the longer of turning radius and stopping
/// distance, m, and at least half its own radius.
static float stride_of(const VeerShipClass *ship)
{
    float turning = ship->max_speed / ship->turn_rate;
    float stopping = 0.5f * ship->max_speed * (ship->max_speed / ship->acceleration);
    float stride = max_f(max_f(turning, stopping), LEAST_STRIDE * ship->radius);
    return clamp_f(stride, 1e-3f, VEER_WORLD_LIMIT);
}

/// g with pull = push / g^1.5, solved for the push.
static float push_at(float pull, float gap)
{
    return pull * gap * sqrtf(gap);
}

static void fit_potential(VeerAvoidParams *params, float stride)
{
    VeerPotential *potential = &params->potential;
    float balance = BALANCE_STRIDES * stride;
    potential->push = push_at(potential->goal_pull, balance);
    potential->friend_pull = potential->push / push_at(1.0f, FRIEND_BALANCES * balance);
    params->sense_range = RANGE_BALANCES * balance;
}

static void fit_whiskers(VeerAvoidParams *params, const VeerShipClass *ship, float stride)
{
    VeerWhiskers *whiskers = &params->whiskers;
    whiskers->look_ahead = min_f(WHISKER_STRIDES * stride, VEER_WORLD_LIMIT);
    // A stride clear of its own hull.
    whiskers->safe_own = 0.5f + 0.5f * min_f(stride / ship->radius, VEER_WORLD_LIMIT);
    params->sense_range = whiskers->look_ahead + 4.0f * ship->radius;
}

VeerAvoidParams veer_avoid_params_for_ship(VeerAvoidModel model, const VeerShipClass *ship)
{
    if (!is_ship(ship)) {
        return veer_avoid_params_for(model);
    }
    if (model == VEER_AVOID_DEFAULT) {
        VeerMotionLimits limits = {ship->max_speed, ship->acceleration, ship->acceleration,
                                   ship->turn_rate};
        model = veer_avoid_model_for(VEER_VEHICLE_FREE, &limits);
    }
    VeerAvoidParams params = veer_avoid_params_for(model);
    float stride = stride_of(ship);
    float reaction = clamp_f(2.0f * stride / ship->max_speed, 1e-3f, VEER_WORLD_LIMIT);
    switch (model) {
    case VEER_AVOID_POTENTIAL:
        fit_potential(&params, stride);
        break;
    case VEER_AVOID_WHISKERS:
        fit_whiskers(&params, ship, stride);
        break;
    case VEER_AVOID_MAGNETS:
        params.magnets.range = clamp_f(stride / ship->radius, 3.0f, VEER_WORLD_LIMIT);
        params.sense_range = (params.magnets.range + 1.0f) * ship->radius;
        break;
    case VEER_AVOID_RAYS:
        params.rays.look_ahead = max_f(1.0f, reaction);
        params.rays.acceleration = clamp_f(ship->acceleration, 1e-6f, params.rays.acceleration);
        params.sense_range = ship->max_speed * params.rays.look_ahead + 2.0f * ship->radius;
        break;
    case VEER_AVOID_CROWD:
    case VEER_AVOID_ORCA:
    case VEER_AVOID_PILOT:
        params.time_horizon = max_f(params.time_horizon, reaction);
        params.time_horizon_obstacles = params.time_horizon;
        params.sense_range = 2.0f * ship->max_speed * params.time_horizon + ship->radius;
        break;
    case VEER_AVOID_DEFAULT:
    case VEER_AVOID_NONE:
    case VEER_AVOID_CUSTOM:
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    params.sense_range = min_f(params.sense_range, VEER_WORLD_LIMIT);
    return params;
}
