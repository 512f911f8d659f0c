/// Cars: the kinematic bicycle. They roll along their heading, turn by steering, and grip as hard
/// as they may accelerate.
/// Source: Rajamani, Vehicle Dynamics and Control, 2006, section 2.2, with the slip angle left out.
#include "motion/constants.h"
#include "motion/limits.h"
#include "motion/motion.h"

/// A car in one tick.
typedef struct Driving {
    const VeerMotionTick *tick;
    const VeerCar *car;
    VeerVec2 heading;
    float gear;   ///< 1: it rolls forwards; -1: back
    float speed;  ///< m/s, >= 0, in that gear
    float target; ///< m/s, in that gear; 0 where it has to change it
    float grip;   ///< m/s², sideways
    float error;  ///< rad from where it rolls to the command, to the left
} Driving;

/// 1/m: the tightest bend at a speed, by grip and turn rate; steering left aside.
static float top_curvature(const VeerMotionLimits *limits, float grip, float speed)
{
    float rolling = max_f(speed, STANDING);
    return min_f(grip / (rolling * rolling), limits->max_turn_rate / rolling);
}

/// Whether it reverses for a command: one that is slow enough for that, and behind.
static bool is_behind(const VeerMotionTick *tick, VeerVec2 heading, VeerVec2 command)
{
    float length = length2(command);
    float limit = REVERSE_SLACK * tick->vehicle->car.reverse * tick->limits->max_speed;
    return length > 0.0f && length <= limit && dot2(heading, command) < BEHIND * length;
}

static Driving start(const VeerMotionTick *tick, const VeerMotionState *state, VeerVec2 command)
{
    const VeerMotionLimits *limits = tick->limits;
    VeerVec2 heading = course_of(state->heading);
    float rolling = dot2(plane2(state->velocity), heading);
    bool goes_back = is_behind(tick, heading, command);
    bool is_back = rolling < -STANDING || (goes_back && rolling < STANDING);
    VeerVec2 ahead = is_back ? scale2(heading, -1.0f) : heading;
    bool has_command = length2(command) > 0.0f && goes_back == is_back;
    return (Driving){
        .tick = tick,
        .car = &tick->vehicle->car,
        .heading = heading,
        .gear = is_back ? -1.0f : 1.0f,
        .speed = clamp_f(is_back ? -rolling : rolling, 0.0f, limits->max_speed),
        .target = has_command ? length2(command) : 0.0f,
        .grip = GRIP * min_f(limits->max_acceleration, limits->max_braking),
        .error = has_command ? veer_atan2(cross2(ahead, command), dot2(ahead, command)) : 0.0f,
    };
}

/// The steering after this tick: towards where the heading comes to rest on the command.
static float steer(const Driving *driving, float steering)
{
    const VeerCar *car = driving->car;
    float dt = driving->tick->dt;
    float speed = max_f(driving->speed, STANDING);
    float slowing = speed * car->steering_rate / car->wheelbase;
    float rate = veer_motion_stopping_rate(fabsf(driving->error), slowing, dt);
    float curvature =
        min_f(rate / speed, top_curvature(driving->tick->limits, driving->grip, driving->speed));
    float wanted = min_f(veer_atan2(curvature * car->wheelbase, 1.0f), car->max_steering);
    wanted = driving->error * driving->gear < 0.0f ? -wanted : wanted;
    float step = car->steering_rate * dt;
    float next = clamp_f(wanted, steering - step, steering + step);
    return clamp_f(next, -car->max_steering, car->max_steering);
}

/// m/s: the speed that its grip allows in its tightest bend.
static float nimble_speed(const VeerCar *car, float grip)
{
    return sqrtf(grip * car->wheelbase / veer_tan(car->max_steering));
}

/// m/s: slower in bends, down to where grip and lock together turn it quickest.
static float target_speed(const Driving *driving)
{
    float error = fabsf(driving->error);
    float ahead = max_f(veer_cos(error), 0.0f);
    float roll = driving->target * (LEAST_ROLL + (1.0f - LEAST_ROLL) * ahead);
    float bend = clamp_f((error - BEND_BEGIN) / (BEND_WHOLE - BEND_BEGIN), 0.0f, 1.0f);
    return bend > 0.0f ? min_f(roll, nimble_speed(driving->car, driving->grip) / bend) : roll;
}

static VeerMotionState roll(const Driving *driving, float steering, float target)
{
    const VeerMotionTick *tick = driving->tick;
    float gain = tick->limits->max_acceleration * tick->dt;
    float top = max_f(driving->speed, min_f(target, driving->speed + gain));
    float tightest = top_curvature(tick->limits, driving->grip, top);
    float curvature = clamp_f(veer_tan(steering) / driving->car->wheelbase, -tightest, tightest);
    VeerRolling rolling = {driving->speed, top, top * tick->dt * fabsf(curvature)};
    float speed = veer_motion_rolling_speed(tick->limits, rolling, target, tick->dt);
    float rolled = driving->gear * speed;
    VeerVec2 heading = rotated2(driving->heading, rolled * tick->dt * curvature);
    return (VeerMotionState){
        .velocity = {heading.x * rolled, heading.y * rolled, 0.0f},
        .heading = unit3(vec3(heading.x, heading.y, 0.0f), vec3(1.0f, 0.0f, 0.0f)),
        .spin = {steering, 0.0f, 0.0f},
    };
}

VeerMotionState veer_car_step(const VeerMotionTick *tick, VeerMotionState state, VeerVec3 command)
{
    VeerVec3 flat = vec3(command.x, command.y, 0.0f);
    VeerVec3 target = clamp_length3(flat, tick->limits->max_speed);
    Driving driving = start(tick, &state, plane2(target));
    float steering = steer(&driving, state.spin.x);
    VeerMotionState next = roll(&driving, steering, target_speed(&driving));
    // Nothing is left to limit but where the body slid at first, as cars do not by themselves.
    next.velocity = veer_motion_accelerate(tick->limits, state.velocity, next.velocity, tick->dt);
    return next;
}

VeerMotionState veer_car_after_contact(const VeerMotionTick *tick, VeerMotionState before,
                                       VeerMotionState meant, VeerVec3 moved)
{
    float side = dot3(meant.velocity, meant.heading) < 0.0f ? -1.0f : 1.0f;
    float moved_by = max_f(side * dot3(moved, meant.heading), 0.0f);
    float whole = length3(meant.velocity);
    if (moved_by >= whole) {
        return meant;
    }
    VeerVec2 from = course_of(before.heading), to = plane2(meant.heading);
    float turned = veer_atan2(cross2(from, to), dot2(from, to)) * (moved_by / whole);
    VeerVec2 heading = rotated2(from, turned);
    float start_speed = length3(before.velocity);
    VeerRolling rolling = {start_speed, max_f(start_speed, whole), fabsf(turned)};
    float speed = side * veer_motion_rolling_speed(tick->limits, rolling, moved_by, tick->dt);
    VeerVec3 target = {heading.x * speed, heading.y * speed, 0.0f};
    return (VeerMotionState){
        .velocity = veer_motion_accelerate(tick->limits, before.velocity, target, tick->dt),
        .heading = unit3(vec3(heading.x, heading.y, 0.0f), meant.heading),
        .spin = meant.spin,
    };
}

float veer_car_turning_radius(const VeerMotionTick *tick, float speed)
{
    const VeerCar *car = &tick->vehicle->car;
    float grip = GRIP * min_f(tick->limits->max_acceleration, tick->limits->max_braking);
    float by_grip = 1.0f / top_curvature(tick->limits, grip, speed);
    return max_f(car->wheelbase / veer_tan(car->max_steering), by_grip);
}

float veer_car_lead(const VeerMotionTick *tick, const VeerMotionState *state, bool is_left)
{
    const VeerCar *car = &tick->vehicle->car;
    const VeerMotionLimits *limits = tick->limits;
    float grip = GRIP * min_f(limits->max_acceleration, limits->max_braking);
    float nimble = min_f(nimble_speed(car, grip), limits->max_speed);
    float rolling = dot3(state->velocity, state->heading);
    float lock = is_left ? car->max_steering : -car->max_steering;
    float steering = fabsf(lock - state->spin.x);
    if (rolling <= STANDING) {
        return 0.5f * nimble * max_f(steering, car->max_steering) / car->steering_rate;
    }
    float over = max_f(rolling * rolling - nimble * nimble, 0.0f);
    return over / (2.0f * limits->max_braking) +
           0.5f * min_f(rolling, nimble) * steering / car->steering_rate;
}
