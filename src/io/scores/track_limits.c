#include "io/scores/track_limits.h"

#include <math.h>

static double dot(VeerVec3 a, VeerVec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

double veer_track_length(VeerVec3 a)
{
    return sqrt(dot(a, a));
}

VeerVec3 veer_track_minus(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/// By atan2, as acos loses all digits of small angles.
double veer_track_angle(VeerVec3 a, VeerVec3 b)
{
    VeerVec3 cross = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return atan2(veer_track_length(cross), dot(a, b));
}

/// The speed limit, on the velocity that the agent reports and on the distance that it really
/// moved.
static bool breaks_speed(const VeerAgentState *state, double moved, double dt)
{
    double limit = (double)state->max_speed * (1.0 + VEER_LIMIT_SLACK);
    // A position is a float: at x metres it is known to x 2^-23, at both ends.
    double rounding = 2.5e-7 * veer_track_length(state->position);
    return veer_track_length(state->velocity) > limit || moved > limit * dt + rounding;
}

static bool breaks_acceleration(const VeerAgentState *last, const VeerAgentState *state, double dt)
{
    double before = veer_track_length(last->velocity), now = veer_track_length(state->velocity);
    double rounding = VEER_LIMIT_SLACK * (double)state->max_speed;
    double gain = (double)state->max_acceleration, loss = (double)state->max_braking;
    double limit = now < before - rounding   ? loss
                   : now > before + rounding ? gain
                                             : fmax(gain, loss);
    return veer_track_length(veer_track_minus(state->velocity, last->velocity)) >
           limit * dt * (1.0 + VEER_LIMIT_SLACK) + 1e-2 * rounding;
}

static bool breaks_turn_rate(const VeerAgentState *last, const VeerAgentState *state, double dt)
{
    double limit = (double)state->max_turn_rate;
    return isfinite(limit) && veer_track_angle(last->heading, state->heading) >
                                  limit * dt * (1.0 + VEER_LIMIT_SLACK) + 1e-6;
}

/// rad
#define HALF_TURN 3.14159265358979

/// More than a limit by more than what rounding of angles explains.
static bool is_beyond(double value, double limit)
{
    return value > limit * (1.0 + VEER_LIMIT_SLACK) + 1e-5;
}

static bool breaks_torque(const VeerAgentState *last, const VeerAgentState *state, double dt)
{
    double limit = (double)state->vehicle.torque.max_angular_acceleration;
    double spin = veer_track_length(state->spin);
    double change = veer_track_length(veer_track_minus(state->spin, last->spin));
    return is_beyond(change, limit * dt + VEER_LIMIT_SLACK * spin) ||
           is_beyond(spin, (double)state->max_turn_rate);
}

/// Steering, its rate, and that the body turns by no more than it rolls along its steering's curve.
static bool breaks_car(const VeerAgentState *last, const VeerAgentState *state, double moved,
                       double dt)
{
    const VeerCar *car = &state->vehicle.car;
    double steering = fabs((double)state->spin.x);
    double change = fabs((double)state->spin.x - (double)last->spin.x);
    double rounding = 2.5e-7 * veer_track_length(state->position);
    double curve = tan((double)car->max_steering) / (double)car->wheelbase;
    double turned = veer_track_angle(last->heading, state->heading);
    double slip = veer_track_angle(state->heading, state->velocity);
    double slid = fmin(slip, HALF_TURN - slip); // it may roll back
    double slow = VEER_STANDING_SPEED * (double)state->max_speed;
    return is_beyond(steering, (double)car->max_steering) ||
           is_beyond(change, (double)car->steering_rate * dt) ||
           is_beyond(turned, curve * (moved + rounding)) ||
           (veer_track_length(state->velocity) > slow && slid > 1e-2);
}

/// Whether an angle went further beyond its limit than it already was.
static bool is_further_beyond(double before, double now, double limit)
{
    return is_beyond(now, fmax(before, limit));
}

static bool breaks_aircraft(const VeerAgentState *last, const VeerAgentState *state, double dt)
{
    const VeerAircraft *craft = &state->vehicle.aircraft;
    double least = fmin((double)craft->min_speed, (double)state->max_speed);
    double before = veer_track_length(last->velocity), now = veer_track_length(state->velocity);
    double change = fabs((double)state->spin.x - (double)last->spin.x);
    double climbed = asin(fmin(fabs((double)last->heading.z), 1.0));
    double climb = asin(fmin(fabs((double)state->heading.z), 1.0));
    return now < fmin(before, least) * (1.0 - VEER_LIMIT_SLACK) ||
           is_further_beyond(climbed, climb, (double)craft->max_climb) ||
           is_beyond(fabs((double)state->spin.x), (double)craft->max_bank) ||
           is_beyond(change, (double)craft->roll_rate * dt);
}

static bool breaks_vehicle(const VeerAgentState *last, const VeerAgentState *state, double moved,
                           double dt)
{
    VeerVehicle kind = state->vehicle.kind;
    return kind == VEER_VEHICLE_TORQUE ? breaks_torque(last, state, dt)
           : kind == VEER_VEHICLE_CAR
               ? breaks_car(last, state, moved, dt)
               : kind == VEER_VEHICLE_AIRCRAFT && breaks_aircraft(last, state, dt);
}

bool veer_track_breaks_limits(const VeerAgentState *last, const VeerAgentState *state, double moved,
                              double dt)
{
    return breaks_speed(state, moved, dt) ||
           (last && (breaks_acceleration(last, state, dt) || breaks_turn_rate(last, state, dt) ||
                     breaks_vehicle(last, state, moved, dt)));
}
