/// Aircraft: never slower than they can fly, turning by bank, climbing within limits.
/// Source: the level coordinated turn, rate = g tan(bank) / speed; Beard and McLain, Small Unmanned
/// Aircraft, 2012, chapter 9.
#include "motion/constants.h"
#include "motion/limits.h"
#include "motion/motion.h"

/// An aircraft in one tick.
typedef struct Flying {
    const VeerMotionTick *tick;
    const VeerAircraft *craft;
    VeerVec2 course;    ///< unit vector
    float climb;        ///< rad
    float bank;         ///< rad
    float speed;        ///< m/s
    float target, top;  ///< m/s: commanded, and the greatest at the end of the tick
    float turn_room;    ///< rad by which velocity and heading may turn in this tick
    float target_turn;  ///< rad, to the left
    float target_climb; ///< rad
    bool is_holding;
} Flying;

static float least_speed(const VeerMotionTick *tick)
{
    return min_f(tick->vehicle->aircraft.min_speed, tick->limits->max_speed);
}

static float climb_of(VeerVec3 direction)
{
    return veer_atan2(direction.z, length2(plane2(direction)));
}

/// rad by which the velocity may turn in this tick, whatever turns it.
static float turn_room(const VeerMotionTick *tick, float speed)
{
    const VeerMotionLimits *limits = tick->limits;
    float half = min_f(limits->max_turn_rate * tick->dt, VEER_PI) * 0.5f;
    float grip = GRIP * min_f(limits->max_acceleration, limits->max_braking);
    return min_f(2.0f * veer_sin(half), grip * tick->dt / max_f(speed, STANDING));
}

static void take_command(Flying *flying, VeerVec3 command)
{
    float length = length3(command);
    flying->is_holding = length == 0.0f;
    if (flying->is_holding) {
        return;
    }
    VeerVec2 flat = plane2(command);
    if (length2(flat) > VERTICAL * length) {
        flying->target_turn = veer_atan2(cross2(flying->course, flat), dot2(flying->course, flat));
    }
    float limit = flying->craft->max_climb;
    flying->target_climb = clamp_f(climb_of(command), -limit, limit);
}

static Flying start(const VeerMotionTick *tick, const VeerMotionState *state, VeerVec3 command)
{
    const VeerMotionLimits *limits = tick->limits;
    float speed = clamp_f(dot3(state->velocity, state->heading), 0.0f, limits->max_speed);
    float target = clamp_f(length3(command), least_speed(tick), limits->max_speed);
    float top = max_f(speed, min_f(target, speed + limits->max_acceleration * tick->dt));
    Flying flying = {
        .tick = tick,
        .craft = &tick->vehicle->aircraft,
        .course = course_of(state->heading),
        .climb = climb_of(state->heading),
        .bank = state->spin.x,
        .speed = speed,
        .target = target,
        .top = top,
        .turn_room = turn_room(tick, top),
    };
    take_command(&flying, command);
    return flying;
}

/// rad: the bank that turns it onto its command, and level again when it is there.
static float target_bank(const Flying *flying)
{
    const VeerAircraft *craft = flying->craft;
    float dt = flying->tick->dt;
    float speed = max_f(flying->top, STANDING);
    if (flying->is_holding) {
        float bank = HOLDING_BANK * craft->max_bank;
        return flying->bank > 0.0f ? bank : -bank;
    }
    float slowing = VEER_GRAVITY * craft->roll_rate / speed;
    float rate = veer_motion_stopping_rate(fabsf(flying->target_turn), slowing, dt);
    float bank = veer_atan2(min_f(rate, flying->turn_room / dt) * speed, VEER_GRAVITY);
    return flying->target_turn < 0.0f ? -bank : bank;
}

static float roll(const Flying *flying)
{
    const VeerAircraft *craft = flying->craft;
    float step = craft->roll_rate * flying->tick->dt;
    float target = clamp_f(target_bank(flying), -craft->max_bank, craft->max_bank);
    float bank = clamp_f(target, flying->bank - step, flying->bank + step);
    return clamp_f(bank, -craft->max_bank, craft->max_bank);
}

static VeerVec3 heading_at(VeerVec2 course, float turn, float climb)
{
    VeerVec2 turned = rotated2(course, turn);
    float level = veer_cos(climb);
    VeerVec3 heading = {turned.x * level, turned.y * level, veer_sin(climb)};
    return unit3(heading, vec3(1.0f, 0.0f, 0.0f));
}

VeerMotionState veer_aircraft_step(const VeerMotionTick *tick, VeerMotionState state,
                                   VeerVec3 command)
{
    Flying flying = start(tick, &state, command);
    float bank = roll(&flying);
    float room = flying.turn_room;
    float rate = VEER_GRAVITY * veer_tan(bank) / max_f(flying.top, STANDING);
    float turn = clamp_f(rate * tick->dt, -room, room);
    float rest = sqrtf(max_f(room * room - turn * turn, 0.0f));
    float rise = clamp_f(flying.target_climb - flying.climb, -rest, rest);
    VeerRolling rolling = {flying.speed, flying.top, sqrtf(turn * turn + rise * rise)};
    float speed = veer_motion_rolling_speed(tick->limits, rolling, flying.target, tick->dt);
    VeerVec3 heading = heading_at(flying.course, turn, flying.climb + rise);
    VeerVec3 velocity = clamp_length3(scale3(heading, speed), tick->limits->max_speed);
    return (VeerMotionState){
        // Nothing is left to limit but where the body slid at first.
        .velocity = veer_motion_accelerate(tick->limits, state.velocity, velocity, tick->dt),
        .heading = heading,
        .spin = {bank, 0.0f, 0.0f},
    };
}

VeerMotionState veer_aircraft_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                            VeerMotionState meant, VeerVec3 moved)
{
    float whole = length3(meant.velocity);
    float least = min_f(least_speed(tick), whole);
    float moved_by = clamp_f(dot3(moved, meant.heading), least, whole);
    float speed = length3(before.velocity);
    float turned = length3(sub3(meant.heading, before.heading));
    VeerRolling rolling = {speed, max_f(speed, whole), turned};
    VeerVec3 target =
        scale3(meant.heading, veer_motion_rolling_speed(tick->limits, rolling, moved_by, tick->dt));
    meant.velocity = veer_motion_accelerate(tick->limits, before.velocity, target, tick->dt);
    return meant;
}

float veer_aircraft_turning_radius(const VeerMotionTick *tick, float speed)
{
    float flown = max_f(max_f(speed, least_speed(tick)), STANDING);
    float by_bank = VEER_GRAVITY * veer_tan(tick->vehicle->aircraft.max_bank) / flown;
    return flown / min_f(by_bank, turn_room(tick, flown) / tick->dt);
}
