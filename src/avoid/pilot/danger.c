/// What a manoeuvre costs: simulated with the body's own motion.
#include "avoid/base/answer.h"
#include "avoid/pilot/constants.h"
#include "avoid/pilot/pilot.h"

#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"
#include "motion/motion.h"

/// A simulation up to some time.
typedef struct Simulation {
    VeerMotionState state;
    VeerVec3 place;
    bool is_bound;  ///< its goal is so near that it has to slow down
    bool is_coming; ///< began further from its goal than its radius, and will rest there
    bool is_home;   ///< rests there
    bool is_steady; ///< goes on as it is
} Simulation;

/// The greatest costs so far.
typedef struct Danger {
    float meeting, nearness;
} Danger;

/// Gaps below which nearness counts, m.
typedef struct Feeling {
    float feel, margin;
} Feeling;

static Feeling feeling_of(const VeerView *view)
{
    return (Feeling){max_f(view->radius, LEAST_LENGTH),
                     max_f(MARGIN_RADII * view->radius, LEAST_LENGTH)};
}

/// The most speed of the next leg after which the body can still come to rest within a distance:
/// v dt + v^2 / 2b is the distance.
static float stopping_speed(float braking, float distance, float dt)
{
    return distance / (0.5f * dt + sqrtf(0.25f * dt * dt + 0.5f * distance / braking));
}

/// The command, slowed where it leads to the goal, so that the body can come to rest there. Once it
/// has come there within its own radius it rests.
static VeerVec3 slow_for_goal(const VeerView *view, VeerVec3 command, float dt,
                              Simulation *simulation)
{
    VeerVec3 move = sub3(view->goal, simulation->place);
    float distance = length3(move);
    simulation->is_home |= simulation->is_coming && distance <= view->radius;
    if (simulation->is_home) {
        return (VeerVec3){0};
    }
    float towards = dot3(command, move);
    if (towards <= 0.0f) {
        return command;
    }
    float limit = stopping_speed(view->max_braking, distance, dt);
    float closing = towards / distance;
    return closing > limit ? scale3(command, limit / closing) : command;
}

static Simulation begin(const VeerView *view, const VeerForecast *forecast)
{
    float speed = max_f(view->max_speed, length3(view->velocity));
    float reach = 2.0f * speed * forecast->horizon + speed * speed / (2.0f * view->max_braking);
    float square = dot3(view->goal, view->goal);
    return (Simulation){.state = {view->velocity, view->heading, view->spin},
                        .is_bound = view->has_goal && !(square > reach * reach),
                        .is_coming = square > view->radius * view->radius};
}

static bool is_same3(VeerVec3 a, VeerVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Simulates one leg.
static void simulate(const VeerView *view, VeerVec3 command, float dt, Simulation *simulation)
{
    if (simulation->is_steady) {
        simulation->place = along3(simulation->place, simulation->state.velocity, dt);
        return;
    }
    VeerMotionLimits limits = {view->max_speed, view->max_acceleration, view->max_braking,
                               view->max_turn_rate};
    float rate = min_f(view->max_acceleration, view->max_braking);
    VeerVec3 slowed = simulation->is_bound ? slow_for_goal(view, command, dt, simulation) : command;
    VeerMotionTick tick = {&view->vehicle, &limits, dt};
    VeerMotionState next = veer_motion_step(&tick, simulation->state, slowed);
    VeerVec3 change = sub3(next.velocity, simulation->state.velocity);
    float changing = min_f(length3(change) / rate, dt);
    VeerVec3 move = along3(scale3(next.velocity, dt), change, -0.5f * changing);
    simulation->is_steady = !simulation->is_bound && is_same3(change, (VeerVec3){0}) &&
                            is_same3(next.heading, simulation->state.heading) &&
                            is_same3(next.spin, simulation->state.spin);
    simulation->place = add3(simulation->place, move);
    simulation->state = next;
}

/// How near a body is passed.
typedef struct Pass {
    float gap;   ///< m
    float reach; ///< m, sum of the radii
    float doubt; ///< m, by which the gap may be off
} Pass;

/// The costs of a pass at a time: `left` is the part of the horizon that is left then. A gap that
/// is in doubt is a part of a meeting, the more the narrower it is.
static inline Danger danger_of(Pass pass, Feeling feeling, float left)
{
    float near = clamp_f(1.0f - pass.gap / feeling.feel, 0.0f, 1.0f) * NEARNESS_COST;
    float press = clamp_f(1.0f - pass.gap / feeling.margin, 0.0f, 1.0f) * PRESSING_COST;
    float met = max_f(1.0f - pass.gap / (pass.gap < 0.0f ? pass.reach : pass.doubt), 0.0f);
    return (Danger){MEETING_COST * left * left * met, (near + press) * left};
}

/// The dangers of four bodies.
typedef struct Dangers {
    float meeting[VEER_PILOT_LANES], nearness[VEER_PILOT_LANES];
} Dangers;

/// A leg of a manoeuvre: where it begins and how it leads on, and how far that is off going on as
/// now.
typedef struct ManoeuvreLeg {
    VeerVec3 from, move, off, off_move; ///< m
} ManoeuvreLeg;

/// Raises the dangers to those of four bodies on one leg. No branches: lanes are bodies.
///
/// Agents that avoid too go aside as far as this one does: seen from there the manoeuvre is twice
/// as far off going on as now. So two share the way aside, and neither turns back because the other
/// went.
/// Source: van den Berg, Lin, Manocha, "Reciprocal velocity obstacles", 2008.
static inline void meet_four(const VeerForecastLeg *leg, uint32_t first, Feeling feeling,
                             float horizon, const ManoeuvreLeg *course, Dangers *dangers)
{
    // What is near now is so whatever one does: where it will be counts.
    float least_part = leg->start > 0.0f ? 0.0f : 0.5f;
    for (uint32_t lane = 0; lane < VEER_PILOT_LANES; ++lane) {
        uint32_t i = first + lane;
        VeerVec3 from = along3(course->from, course->off, leg->trust[i]);
        VeerVec3 move = along3(course->move, course->off_move, leg->trust[i]);
        float x = leg->x[i] - from.x, move_x = leg->move_x[i] - move.x;
        float y = leg->y[i] - from.y, move_y = leg->move_y[i] - move.y;
        float z = leg->z[i] - from.z, move_z = leg->move_z[i] - move.z;
        float square = move_x * move_x + move_y * move_y + move_z * move_z;
        float along = -(x * move_x + y * move_y + z * move_z);
        float part = clamp_f(along / max_f(square, 1e-12f), least_part, 1.0f);
        x += move_x * part;
        y += move_y * part;
        z += move_z * part;
        float gap = sqrtf(x * x + y * y + z * z) - leg->reach[i];
        float left = 1.0f - (leg->start + part * leg->duration) / horizon;
        Danger danger = danger_of((Pass){gap, leg->reach[i], leg->doubt[i]}, feeling, left);
        dangers->meeting[lane] = max_f(dangers->meeting[lane], danger.meeting);
        dangers->nearness[lane] = max_f(dangers->nearness[lane], danger.nearness);
    }
}

static void raise(Danger *danger, float meeting, float nearness)
{
    danger->meeting = max_f(danger->meeting, meeting);
    danger->nearness = max_f(danger->nearness, nearness);
}

/// Raises the danger to that of one leg, of a body whose velocity is now `velocity`.
static void meet_bodies(const VeerForecastLeg *leg, Feeling feeling, float horizon,
                        VeerVec3 velocity, VeerVec3 from, VeerVec3 to, Danger *danger)
{
    VeerVec3 move = sub3(to, from);
    ManoeuvreLeg course = {from, move, along3(from, velocity, -leg->start),
                           along3(move, velocity, -leg->duration)};
    Dangers dangers = {{0.0f}, {0.0f}};
    for (uint32_t i = 0; i < leg->lanes; i += VEER_PILOT_LANES) {
        meet_four(leg, i, feeling, horizon, &course, &dangers);
    }
    for (uint32_t lane = 0; lane < VEER_PILOT_LANES; ++lane) {
        raise(danger, dangers.meeting[lane], dangers.nearness[lane]);
    }
}

/// m from a leg to a wall.
static float wall_distance(const VeerView *view, const VeerWall *wall, VeerVec3 from, VeerVec3 to)
{
    if (view->space == VEER_SPATIAL) {
        return veer_box_segment_distance((VeerBounds){wall->a, wall->b}, from, sub3(to, from));
    }
    return veer_segment_separation2(plane2(wall->a), plane2(wall->b), plane2(from), plane2(to));
}

static void meet_walls(const VeerView *view, const VeerForecastLeg *leg, Feeling feeling,
                       float horizon, VeerVec3 from, VeerVec3 to, Danger *danger)
{
    float left = 1.0f - leg->start / horizon;
    float reach = max_f(view->radius, LEAST_LENGTH);
    for (uint32_t i = 0; i < view->wall_count; ++i) {
        float gap = wall_distance(view, &view->walls[i], from, to) - view->radius;
        Danger found = danger_of((Pass){gap, reach, VEER_LEAST}, feeling, left);
        raise(danger, found.meeting, found.nearness);
    }
}

void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 command,
                      uint32_t simulations)
{
    Simulation simulation = begin(view, forecast);
    for (int leg = 0; leg < VEER_PILOT_LEGS; ++leg) {
        VeerVec3 from = simulation.place;
        simulate(view, command, forecast->legs[leg].duration, &simulation);
        trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_PROBE,
                                         .from = from,
                                         .to = simulation.place,
                                         .value = (float)simulations});
    }
    for (uint32_t i = 0; i < forecast->count; ++i) {
        trace_line(view, VEER_TRACE_CONSTRAINT, forecast->places[0][i],
                   forecast->places[VEER_PILOT_LEGS][i]);
    }
}

float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 command,
                        float enough)
{
    Feeling feeling = feeling_of(view);
    Simulation simulation = begin(view, forecast);
    Danger danger = {0.0f, 0.0f};
    for (int leg = 0; leg < VEER_PILOT_LEGS && danger.meeting + danger.nearness < enough; ++leg) {
        const VeerForecastLeg *times = &forecast->legs[leg];
        VeerVec3 from = simulation.place;
        simulate(view, command, times->duration, &simulation);
        meet_bodies(times, feeling, forecast->horizon, view->velocity, from, simulation.place,
                    &danger);
        meet_walls(view, times, feeling, forecast->horizon, from, simulation.place, &danger);
    }
    return danger.meeting + danger.nearness;
}
