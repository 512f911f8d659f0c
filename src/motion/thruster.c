/// Thrusters: thrust along the heading, brakes against the velocity, and drift; with or without
/// torque that turns them.
#include "motion/constants.h"
#include "motion/limits.h"
#include "motion/motion.h"

/// What the thrust along the heading and the brake add up to.
typedef struct ThrustPush {
    float thrust; ///< m/s
    float brake;  ///< m/s
} ThrustPush;

/// How the two are to be chosen: |thrust · heading - brake · along - change|² least.
typedef struct ThrustProgram {
    float across;       ///< heading · along
    float gain, loss;   ///< change · heading, -change · along, m/s
    float thrust_limit; ///< m/s
    float brake_limit;  ///< m/s
} ThrustProgram;

static float cost_of(const ThrustProgram *program, ThrustPush push)
{
    float squares = push.thrust * push.thrust + push.brake * push.brake;
    float product =
        push.thrust * (push.brake * program->across + program->gain) + push.brake * program->loss;
    return squares - 2.0f * product;
}

static ThrustPush better(const ThrustProgram *program, ThrustPush a, ThrustPush b)
{
    return cost_of(program, b) < cost_of(program, a) ? b : a;
}

static ThrustPush with_thrust(const ThrustProgram *program, float thrust)
{
    float brake = program->loss + program->across * thrust;
    return (ThrustPush){thrust, clamp_f(brake, 0.0f, program->brake_limit)};
}

static ThrustPush with_brake(const ThrustProgram *program, float brake)
{
    float thrust = program->gain + program->across * brake;
    return (ThrustPush){clamp_f(thrust, 0.0f, program->thrust_limit), brake};
}

/// The best push: inside of the limits where that is so, else the best of their four borders.
static ThrustPush choose_push(const ThrustProgram *program)
{
    float determinant = 1.0f - program->across * program->across;
    if (determinant > 1e-6f) {
        float thrust = (program->gain + program->across * program->loss) / determinant;
        float brake = (program->loss + program->across * program->gain) / determinant;
        if (thrust >= 0.0f && thrust <= program->thrust_limit && brake >= 0.0f &&
            brake <= program->brake_limit) {
            return (ThrustPush){thrust, brake};
        }
    }
    ThrustPush best = better(program, with_thrust(program, 0.0f), with_brake(program, 0.0f));
    if (isfinite(program->thrust_limit)) {
        best = better(program, best, with_thrust(program, program->thrust_limit));
    }
    return better(program, best, with_brake(program, program->brake_limit));
}

/// The velocity after one tick of thrust along `heading`, brake, and sideways thrust.
static VeerVec3 thrust_towards(const VeerMotionTick *tick, VeerVec3 velocity, VeerVec3 heading,
                               VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    float lateral = tick->vehicle->kind == VEER_VEHICLE_TORQUE ? tick->vehicle->torque.lateral
                                                               : tick->vehicle->thruster.lateral;
    VeerVec3 along = unit3(velocity, (VeerVec3){0});
    VeerVec3 change = sub3(command, velocity);
    ThrustProgram program = {
        .across = dot3(heading, along),
        .gain = dot3(change, heading),
        .loss = -dot3(change, along),
        .thrust_limit = limits->max_acceleration * tick->dt,
        .brake_limit = min_f(limits->max_braking * tick->dt, length3(velocity)),
    };
    ThrustPush push = choose_push(&program);
    VeerVec3 made = along3(scale3(heading, push.thrust), along, -push.brake);
    if (lateral > 0.0f) {
        VeerVec3 rest = sub3(change, made);
        VeerVec3 aside = along3(rest, heading, -dot3(rest, heading));
        made = add3(made, clamp_length3(aside, lateral * program.thrust_limit));
    }
    return veer_motion_accelerate(limits, velocity, add3(velocity, made), tick->dt);
}

/// How far off the command the nose may point so that the drift is gone, m/s, when it is back:
/// turning back by `angle` at the greatest rate makes acceleration · angle²/(2 rate) of speed
/// sideways, and by torque acceleration · angle · sqrt(angle ÷ torque); solved for the angle, rad.
static float offset_for(const VeerMotionTick *tick, float drift)
{
    float time = drift / tick->limits->max_acceleration, rate = tick->limits->max_turn_rate;
    float most = time / (AIM_TICKS * tick->dt);
    if (tick->vehicle->kind == VEER_VEHICLE_THRUSTER) {
        return time > 0.0f ? min_f(sqrtf(2.0f * rate * time), most) : 0.0f;
    }
    float torque = tick->vehicle->torque.max_angular_acceleration;
    float angle = time > 0.0f ? 1.0f : 0.0f;
    for (int i = 0; i < AIM_ITERATIONS && angle > 0.0f; ++i) {
        float back = 0.5f * angle / rate + sqrtf(angle / torque);
        angle = sqrtf(angle * time / max_f(back, tick->dt));
    }
    return min_f(angle, most);
}

/// Where the nose should point: along the command, and off it by as much as there is drift to make
/// up for once the brake has done its part.
static VeerVec3 aim_of(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command)
{
    VeerVec3 ahead = unit3(command, state.heading);
    VeerVec3 along = unit3(state.velocity, (VeerVec3){0});
    float kept = clamp_f(dot3(command, along), 0.0f, length3(state.velocity));
    VeerVec3 need = along3(command, along, -kept);
    VeerVec3 drift = along3(need, ahead, -dot3(need, ahead));
    float offset = offset_for(tick, length3(drift));
    return offset > 0.0f ? veer_motion_turn(ahead, unit3(need, ahead), offset) : ahead;
}

static bool is_headlong(const VeerMotionTick *tick, VeerVec3 command)
{
    return tick->vehicle->kind == VEER_VEHICLE_THRUSTER && tick->vehicle->thruster.is_headlong &&
           dot3(command, command) > 0.0f;
}

/// Turns to the command and thrusts in full, drift or not; the speed limit alone holds it back.
static VeerMotionState rush(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    float angle = limits->max_turn_rate * tick->dt;
    VeerVec3 ahead = unit3(command, state.heading);
    VeerVec3 heading = veer_motion_turn(state.heading, ahead, angle);
    float thrust = min_f(limits->max_acceleration * tick->dt, 2.0f * limits->max_speed);
    VeerVec3 velocity = clamp_length3(along3(state.velocity, heading, thrust), limits->max_speed);
    return (VeerMotionState){.velocity =
                                 veer_motion_accelerate(limits, state.velocity, velocity, tick->dt),
                             .heading = heading};
}

VeerMotionState veer_thruster_step(const VeerMotionTick *tick, VeerMotionState state,
                                   VeerVec3 command)
{
    VeerVec3 target = clamp_length3(command, tick->limits->max_speed);
    if (is_headlong(tick, target)) {
        return rush(tick, state, target);
    }
    VeerVec3 aim = aim_of(tick, state, target);
    VeerMotionState next = {.spin = {0.0f, 0.0f, 0.0f}};
    if (tick->vehicle->kind == VEER_VEHICLE_TORQUE) {
        next = veer_torque_turn(tick, state, aim);
    } else {
        float angle = tick->limits->max_turn_rate * tick->dt;
        next.heading = veer_motion_turn(state.heading, aim, angle);
    }
    next.velocity = thrust_towards(tick, state.velocity, next.heading, target);
    return next;
}

VeerMotionState veer_thruster_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                            VeerMotionState meant, VeerVec3 moved)
{
    meant.velocity = veer_motion_accelerate(tick->limits, before.velocity, moved, tick->dt);
    return meant;
}
