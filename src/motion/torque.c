/// Turning by torque: finite angular acceleration, in the shortest time and without overshoot.
#include "math/trig.h"
#include "motion/limits.h"
#include "motion/motion.h"

/// No body spins faster, rad/s: so the rate that lands in one tick is a number however short that
/// is.
#define MAX_SPIN 1e9f

/// A turn to come, about one axis.
typedef struct AxisTurn {
    VeerVec3 axis; ///< unit vector
    float angle;   ///< rad, >= 0, to turn about it
    float rate;    ///< rad/s about it now
} AxisTurn;

/// Seconds until a turn is over: as hard as it goes to the greatest rate on the way, and as hard to
/// rest.
static float turn_time(const AxisTurn *turn, float torque, float max_rate)
{
    if (!isfinite(torque)) {
        return turn->angle;
    }
    float rate = turn->rate, angle = turn->angle, sign = 1.0f;
    if (rate > 0.0f && rate * rate > 2.0f * torque * angle) {
        // Too fast to stop in time: it goes too far, and comes back.
        sign = -1.0f;
    }
    float square = sign * torque * angle + 0.5f * rate * rate;
    float peak = sqrtf(max_f(square, 0.0f));
    if (peak <= max_rate) {
        return (2.0f * peak - sign * rate) / torque;
    }
    float ramps = (max_rate * max_rate - 0.5f * rate * rate) / torque;
    return (2.0f * max_rate - sign * rate) / torque + (sign * angle - ramps) / max_rate;
}

/// The turn to a direction, the quicker way round.
static AxisTurn turn_to(const VeerMotionTick *tick, VeerVec3 heading, VeerVec3 spin, VeerVec3 aim)
{
    VeerVec3 side = veer_motion_side(heading, aim);
    VeerVec3 axis = cross3(heading, side);
    AxisTurn near = {axis, veer_atan2(fabsf(dot3(aim, side)), dot3(aim, heading)),
                     dot3(spin, axis)};
    AxisTurn far = {scale3(axis, -1.0f), 2.0f * VEER_PI - near.angle, -near.rate};
    float torque = tick->vehicle->torque.max_angular_acceleration;
    float rate = tick->limits->max_turn_rate;
    return turn_time(&far, torque, rate) < turn_time(&near, torque, rate) ? far : near;
}

/// The heading after a tick at this spin, which is at right angles to it.
static VeerVec3 rotate(VeerVec3 heading, VeerVec3 spin, float dt)
{
    float angle = length3(spin) * dt;
    VeerVec3 ahead = unit3(cross3(spin, heading), heading);
    VeerVec3 turned = add3(scale3(heading, veer_cos(angle)), scale3(ahead, veer_sin(angle)));
    return angle > 0.0f ? unit3(turned, heading) : heading;
}

VeerMotionState veer_torque_turn(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 aim)
{
    float torque = tick->vehicle->torque.max_angular_acceleration;
    VeerVec3 spin = along3(state.spin, state.heading, -dot3(state.spin, state.heading));
    AxisTurn turn = turn_to(tick, state.heading, spin, aim);
    float rate = veer_motion_stopping_rate(turn.angle, torque, tick->dt);
    rate = min_f(rate, min_f(tick->limits->max_turn_rate, MAX_SPIN));
    VeerVec3 wanted = scale3(turn.axis, rate);
    VeerVec3 change = clamp_length3(sub3(wanted, spin), torque * tick->dt);
    VeerVec3 next = clamp_length3(add3(spin, change), tick->limits->max_turn_rate);
    return (VeerMotionState){
        .velocity = state.velocity,
        .heading = rotate(state.heading, next, tick->dt),
        .spin = next,
    };
}
