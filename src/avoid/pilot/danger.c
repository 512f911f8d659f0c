/// What a flight costs: flown in the mind with the body's own motion.
#include "avoid/base/answer.h"
#include "avoid/pilot/pilot.h"

#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"

/// What it costs to meet something at once; to go against the wish at full speed costs 2.
#define MEETING_COST 20.0f
/// What it costs to come as near as touching, now.
#define NEARNESS_COST 0.6f
/// What it costs beside that to come nearer than the margin: prediction is not that exact.
#define PRESSING_COST 2.0f
/// The margin, own radii.
#define MARGIN_RADII 0.2f

/// A flight under way.
typedef struct Flight {
    VeerMotionState state;
    VeerVec3 place;
    bool is_bound;  ///< for a goal that is so near that it has to slow down
    bool is_coming; ///< began further from its goal than its radius, and will rest there
    bool is_home;   ///< rests there
    bool is_steady; ///< goes on as it is
} Flight;

/// What nothing so far has cost more than.
typedef struct Danger {
    float meeting, nearness;
} Danger;

/// How gaps are felt, m.
typedef struct Feeling {
    float feel, margin;
} Feeling;

static Feeling feeling_of(const VeerView *view)
{
    return (Feeling){max_f(VEER_PILOT_FEELING_RADII * view->radius, VEER_PILOT_LEAST_LENGTH),
                     max_f(MARGIN_RADII * view->radius, 0.1f * VEER_PILOT_LEAST_LENGTH)};
}

/// The most speed of the next leg after which the body can still come to rest within a distance:
/// v dt + v^2 / 2b is the distance.
static float stopping_speed(float braking, float distance, float dt)
{
    return distance / (0.5f * dt + sqrtf(0.25f * dt * dt + 0.5f * distance / braking));
}

/// The wish, slowed where it leads to the goal, so that the body can come to rest there: it will
/// not fly past it. Once it has come there within its own radius it rests.
static VeerVec3 slow_for_goal(const VeerView *view, VeerVec3 wish, float dt, Flight *flight)
{
    VeerVec3 way = sub3(view->goal, flight->place);
    float distance = length3(way);
    flight->is_home |= flight->is_coming && distance <= view->radius;
    if (flight->is_home) {
        return (VeerVec3){0};
    }
    float towards = dot3(wish, way);
    if (towards <= 0.0f) {
        return wish;
    }
    float limit = stopping_speed(view->max_braking, distance, dt);
    float closing = towards / distance;
    return closing > limit ? scale3(wish, limit / closing) : wish;
}

static Flight take_off(const VeerView *view, const VeerForecast *forecast)
{
    float speed = max_f(view->max_speed, length3(view->velocity));
    float reach = 2.0f * speed * forecast->horizon + speed * speed / (2.0f * view->max_braking);
    float square = dot3(view->goal, view->goal);
    return (Flight){.state = {view->velocity, view->heading, view->spin},
                    .is_bound = view->has_goal && !(square > reach * reach),
                    .is_coming = square > view->radius * view->radius};
}

static bool is_same3(VeerVec3 a, VeerVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Flies one leg.
static void fly(const VeerView *view, VeerVec3 wish, float dt, Flight *flight)
{
    if (flight->is_steady) {
        flight->place = along3(flight->place, flight->state.velocity, dt);
        return;
    }
    VeerMotionLimits limits = {view->max_speed, view->max_acceleration, view->max_braking,
                               view->max_turn_rate};
    float rate = min_f(view->max_acceleration, view->max_braking);
    VeerVec3 slowed = flight->is_bound ? slow_for_goal(view, wish, dt, flight) : wish;
    VeerMotionState next = veer_vehicle_step(&view->vehicle, &limits, flight->state, slowed, dt);
    VeerVec3 change = sub3(next.velocity, flight->state.velocity);
    float changing = min_f(length3(change) / rate, dt);
    VeerVec3 way = along3(scale3(next.velocity, dt), change, -0.5f * changing);
    flight->is_steady = !flight->is_bound && is_same3(change, (VeerVec3){0}) &&
                        is_same3(next.heading, flight->state.heading) &&
                        is_same3(next.spin, flight->state.spin);
    flight->place = add3(flight->place, way);
    flight->state = next;
}

/// The costs of a gap at a time: `left` is the part of the horizon that is left then.
static inline Danger danger_of(float gap, Feeling feeling, float reach, float left)
{
    float near = clamp_f(1.0f - gap / feeling.feel, 0.0f, 1.0f) * NEARNESS_COST;
    float press = clamp_f(1.0f - gap / feeling.margin, 0.0f, 1.0f) * PRESSING_COST;
    float meeting = MEETING_COST * left * left * (1.0f - gap / reach);
    return (Danger){gap < 0.0f ? meeting : 0.0f, (near + press) * left};
}

/// The dangers of four bodies.
typedef struct Dangers {
    float meeting[VEER_PILOT_LANES], nearness[VEER_PILOT_LANES];
} Dangers;

/// A leg of a flight: where it begins and how it leads on, and how far that is off going on as now.
typedef struct Course {
    VeerVec3 from, way, off, off_way; ///< m
} Course;

/// Raises the dangers to those of four bodies on one leg. No branches: lanes are bodies.
///
/// Who avoids too goes aside as far as this agent does: seen from there the flight is twice as far
/// off going on as now. So two share the way aside, and neither turns back because the other went.
/// Source: van den Berg, Lin, Manocha, "Reciprocal velocity obstacles", 2008.
static inline void meet_four(const VeerForecastLeg *leg, uint32_t first, Feeling feeling,
                             float horizon, const Course *course, Dangers *dangers)
{
    // What is near now is so whatever one does: where it will be counts.
    float least_part = leg->start > 0.0f ? 0.0f : 0.5f;
    for (uint32_t lane = 0; lane < VEER_PILOT_LANES; ++lane) {
        uint32_t i = first + lane;
        VeerVec3 from = along3(course->from, course->off, leg->trust[i]);
        VeerVec3 way = along3(course->way, course->off_way, leg->trust[i]);
        float x = leg->x[i] - from.x, way_x = leg->way_x[i] - way.x;
        float y = leg->y[i] - from.y, way_y = leg->way_y[i] - way.y;
        float z = leg->z[i] - from.z, way_z = leg->way_z[i] - way.z;
        float square = way_x * way_x + way_y * way_y + way_z * way_z;
        float along = -(x * way_x + y * way_y + z * way_z);
        float part = clamp_f(along / max_f(square, 1e-12f), least_part, 1.0f);
        x += way_x * part;
        y += way_y * part;
        z += way_z * part;
        float gap = sqrtf(x * x + y * y + z * z) - leg->reach[i];
        float left = 1.0f - (leg->start + part * leg->duration) / horizon;
        Danger danger = danger_of(gap, feeling, leg->reach[i], left);
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
    VeerVec3 way = sub3(to, from);
    Course course = {from, way, along3(from, velocity, -leg->start),
                     along3(way, velocity, -leg->duration)};
    Dangers dangers = {{0.0f}, {0.0f}};
    for (uint32_t i = 0; i < leg->lanes; i += VEER_PILOT_LANES) {
        meet_four(leg, i, feeling, horizon, &course, &dangers);
    }
    for (uint32_t lane = 0; lane < VEER_PILOT_LANES; ++lane) {
        raise(danger, dangers.meeting[lane], dangers.nearness[lane]);
    }
}

/// m from a leg of the flight to a wall.
static float wall_distance(const VeerView *view, const VeerWall *wall, VeerVec3 from, VeerVec3 to)
{
    if (view->space == VEER_SPATIAL) {
        return veer_box_way_distance((VeerBounds){wall->a, wall->b}, from, sub3(to, from));
    }
    return veer_segment_separation2(plane2(wall->a), plane2(wall->b), plane2(from), plane2(to));
}

static void meet_walls(const VeerView *view, const VeerForecastLeg *leg, Feeling feeling,
                       float horizon, VeerVec3 from, VeerVec3 to, Danger *danger)
{
    float left = 1.0f - leg->start / horizon;
    float reach = max_f(view->radius, VEER_PILOT_LEAST_LENGTH);
    for (uint32_t i = 0; i < view->wall_count; ++i) {
        float gap = wall_distance(view, &view->walls[i], from, to) - view->radius;
        Danger found = danger_of(gap, feeling, reach, left);
        raise(danger, found.meeting, found.nearness);
    }
}

void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                      uint32_t flights)
{
    Flight flight = take_off(view, forecast);
    for (int leg = 0; leg < VEER_PILOT_LEGS; ++leg) {
        VeerVec3 from = flight.place;
        fly(view, wish, forecast->legs[leg].duration, &flight);
        trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_PROBE,
                                         .from = from,
                                         .to = flight.place,
                                         .value = (float)flights});
    }
    for (uint32_t i = 0; i < forecast->count; ++i) {
        trace_line(view, VEER_TRACE_CONSTRAINT, forecast->places[0][i],
                   forecast->places[VEER_PILOT_LEGS][i]);
    }
}

float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                        float enough)
{
    Feeling feeling = feeling_of(view);
    Flight flight = take_off(view, forecast);
    Danger danger = {0.0f, 0.0f};
    for (int leg = 0; leg < VEER_PILOT_LEGS && danger.meeting + danger.nearness < enough; ++leg) {
        const VeerForecastLeg *times = &forecast->legs[leg];
        VeerVec3 from = flight.place;
        fly(view, wish, times->duration, &flight);
        meet_bodies(times, feeling, forecast->horizon, view->velocity, from, flight.place, &danger);
        meet_walls(view, times, feeling, forecast->horizon, from, flight.place, &danger);
    }
    return danger.meeting + danger.nearness;
}
