/// The default model: ORCA, and what makes agents get on where ORCA alone ends in a standstill.
///
/// A decision: past the walls in view by the shortest path (corner.h); the preferred velocity
/// turned by the detour out of a pocket (detour.h), and rested where it waits its turn; how far to
/// look in a crowd (crowding.h); the velocity program over all half-planes, once more at full
/// speed, and once more with a nearer look at obstacles that bar the path; and past an obstacle
/// that comes, between walls (escape.h).
#include "avoid/crowd/crowd.h"

#include "avoid/base/answer.h"
#include "avoid/base/detour.h"
#include "avoid/crowd/choice.h"
#include "avoid/crowd/constants.h"
#include "avoid/crowd/crowding.h"
#include "avoid/crowd/escape.h"
#include "avoid/orca/orca.h"

#include <string.h>

/// Whether walls and obstacles at rest alone would slow the answer down.
static bool is_barred(const VeerView *view, const VeerAvoidParams *params, VeerVec3 aim,
                      VeerVec3 answer)
{
    if (!veer_detour_is_slow(aim, answer)) {
        return false;
    }
    VeerAllowedVelocities allowed;
    VeerVec3 best = veer_choice_find(&allowed, view, params, NULL, aim);
    return allowed.count > 0 && veer_detour_is_slow(aim, best);
}

/// The params with the horizon of obstacles cut down to what passing by takes: some radii,
/// and the time to stop. Half-planes of obstacles far ahead close gaps that are wide open from
/// near by. Measured: a field of twenty discs, time ratio 1.45 to 1.05.
static VeerAvoidParams look_nearer(const VeerView *view, const VeerAvoidParams *params, float speed)
{
    VeerAvoidParams nearer = *params;
    speed = max_f(speed, VEER_LEAST_SPEED);
    float least = NEAR_LOOK * view->radius / speed + veer_orca_stopping_time(view, speed);
    least = max_f(least, 2.0f * view->dt);
    nearer.time_horizon_obstacles = min_f(params->time_horizon_obstacles, least);
    return nearer;
}

/// Where an agent means to go.
typedef struct AgentCourse {
    VeerVec3 aim;     ///< m/s
    float pace;       ///< m/s, that it would go at
    bool has_path;    ///< planned, round obstacles at rest
    bool takes_turns; ///< a bottleneck is ahead: who is nearer to it goes first
} AgentCourse;

/// Before a bottleneck it does not keep its pace: it would run to and fro.
static VeerVec3 decide(VeerAllowedVelocities *allowed, const VeerView *view,
                       const AgentCourse *course, const VeerAvoidParams *resting,
                       const VeerAvoidParams *moving)
{
    VeerVec3 answer = veer_choice_find(allowed, view, resting, moving, course->aim);
    return course->takes_turns ? answer : veer_choice_keep_pace(allowed, course->aim, answer);
}

/// The answer to a course, and whether obstacles at rest bar it.
static VeerVec3 follow(VeerAllowedVelocities *allowed, const VeerView *view,
                       const VeerAvoidParams *params, const AgentCourse *course, bool *is_stopped)
{
    *is_stopped = false;
    VeerVec3 aim = course->aim;
    if (course->has_path) {
        // The path leads round obstacles at rest: no need to look far ahead for them.
        VeerAvoidParams nearer = look_nearer(view, params, course->pace);
        return decide(allowed, view, course, &nearer, params);
    }
    VeerVec3 answer = decide(allowed, view, course, params, params);
    if (!is_barred(view, params, aim, answer)) {
        return answer;
    }
    *is_stopped = true;
    VeerAvoidParams nearer = look_nearer(view, params, course->pace);
    if (nearer.time_horizon_obstacles < params->time_horizon_obstacles) {
        answer = decide(allowed, view, course, &nearer, params);
        *is_stopped = is_barred(view, &nearer, aim, answer);
    }
    return answer;
}

/// The half-planes of walls and obstacles at rest alone.
static void sense_resting(VeerAllowedVelocities *allowed, const VeerView *view,
                          const VeerAvoidParams *params, float pace)
{
    VeerAvoidParams nearer = look_nearer(view, params, pace);
    veer_allowed_sense(allowed, view, &nearer, NULL, (VeerVec3){0});
}

/// The aim of an agent before a bottleneck: along the walls where it leads into them, and no faster
/// than it goes that way, and what it gains in a tick. Who is held up rests, and what moves it
/// against its will ends as gently, and takes it to the right by as much as back, out of the way of
/// those that come. With its full speed as the aim it would push to and fro between
/// those beside it: whoever yields all of an evasion takes over each jerk of those ahead, and hands
/// it on.
/// @param allowed  by what is at rest
static VeerVec3 rest(const VeerView *view, VeerAllowedVelocities *allowed, VeerVec3 aim)
{
    aim = veer_allowed_choose(allowed, aim);
    float full = length3(aim);
    if (!(full > VEER_LEAST_SPEED)) {
        return aim;
    }
    float along = clamp_f(dot3(view->velocity, aim) / full, -full, full);
    float speed = min_f(along + full * (view->dt / REST_SECONDS), full);
    VeerVec3 right = vec3(aim.y, -aim.x, 0.0f);
    return along3(scale3(aim, speed / full), right, max_f(-speed, 0.0f) / full);
}

static AgentCourse course_of(const VeerView *view, VeerVec3 preferred)
{
    AgentCourse course = {
        .aim = limit_preferred(view, veer_detour_turn(preferred, view->memory.crowd.detour)),
        .has_path = view->has_path,
        .takes_turns = takes_turns(view),
    };
    course.pace = length3(course.aim);
    return course;
}

bool veer_crowd_prepare(const VeerView *view, const VeerAvoidParams *params, VeerVec3 preferred,
                        VeerCrowdCourse *out)
{
    AgentCourse course = course_of(view, limit_preferred(view, preferred));
    VeerAllowedVelocities allowed;
    sense_resting(&allowed, view, params, course.pace);
    out->takes_turns = course.takes_turns;
    out->aim = course.takes_turns ? rest(view, &allowed, course.aim) : course.aim;
    out->wall_count = allowed.hard_count;
    memcpy(out->walls, allowed.planes, allowed.hard_count * sizeof *out->walls);
    bool is_known = view->has_path || view->wall_count == 0; // not where these may bar the answer
    return is_known && !veer_choice_is_walled(&allowed, out->aim);
}

/// How far ahead it looks. Who waits its turn looks no further than it could get by the time that
/// it is its turn.
static VeerAvoidParams look(const VeerView *view, const VeerAvoidParams *params,
                            const AgentCourse *course, const VeerCrowding *crowding,
                            VeerVec3 preferred)
{
    VeerAvoidParams within = veer_crowding_look(view, params, crowding, preferred);
    if (course->takes_turns && view->memory.crowd.jam >= HELD_UP) {
        within.time_horizon = min_f(within.time_horizon, max_f(REST_SECONDS, 2.0f * view->dt));
    }
    return within;
}

VeerAvoidResult veer_crowd_decide(const VeerView *view, const VeerAvoidParams *params,
                                  VeerVec3 preferred)
{
    if (!(view->max_speed > VEER_LEAST_SPEED)) {
        return (VeerAvoidResult){.memory = view->memory};
    }
    preferred = limit_preferred(view, preferred);
    AgentCourse course = course_of(view, preferred);
    VeerAllowedVelocities allowed;
    if (course.takes_turns) {
        sense_resting(&allowed, view, params, course.pace);
        course.aim = rest(view, &allowed, course.aim);
    }
    VeerCrowding crowding = veer_crowding_of(view, params);
    VeerAvoidParams within = look(view, params, &course, &crowding, preferred);
    bool is_stopped;
    VeerVec3 answer = follow(&allowed, view, &within, &course, &is_stopped);
    answer = veer_crowd_escape(view, params, course.aim, answer);
    VeerCrowdMemory memory = view->memory.crowd;
    memory.jam = veer_crowding_jam(view, &crowding, preferred, answer);
    if (!view->finds_path) {
        memory.detour = veer_detour_update(memory.detour, view->dt, course.aim, answer, is_stopped);
    }
    veer_allowed_trace(&allowed, view);
    VeerAvoidResult result = conclude(view, preferred, answer);
    result.memory.crowd = memory;
    return result;
}
