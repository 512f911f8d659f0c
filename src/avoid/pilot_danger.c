#include "avoid/answer.h"
#include "avoid/pilot.h"

#include "geom/box.h"
#include "geom/segment.h"
#include "math/vec.h"

/// What it costs to meet something at once; to go against the wish at full speed costs 2.
#define MEETING_COST 20.0f
/// What it costs to come as near as touching, now.
#define NEARNESS_COST 0.6f
/// How far nearness is felt, own radii.
#define NEARNESS_RADII 1.0f
/// A gap this small counts as meeting, own radii: prediction is not that exact.
#define MEETING_RADII 0.1f
/// Lengths below this count as this, m: what has no size at all is met all the same.
#define LEAST_LENGTH 1e-3f

/// Where the body itself will be.
typedef struct Flight {
    VeerVec3 places[VEER_PILOT_LEGS + 1];
} Flight;

/// The wish, slowed so that the body can come to rest at its goal: it will not fly past it.
static VeerVec3 slow_for_goal(const VeerView *view, VeerVec3 wish, VeerVec3 place, float dt)
{
    if (!view->has_goal) {
        return wish;
    }
    float distance = length3(sub3(view->goal, place));
    return clamp_length3(wish, min_f(sqrtf(2.0f * view->max_braking * distance), distance / dt));
}

static VeerMotionState state_now(const VeerView *view)
{
    return (VeerMotionState){view->velocity, view->heading, view->spin};
}

/// Flies one leg of the wish: places[leg + 1], and the state at its end.
static VeerMotionState fly_leg(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                               int leg, VeerMotionState state, Flight *flight)
{
    VeerMotionLimits limits = {view->max_speed, view->max_acceleration, view->max_braking,
                               view->max_turn_rate};
    float rate = min_f(view->max_acceleration, view->max_braking);
    float dt = forecast->times[leg + 1] - forecast->times[leg];
    VeerVec3 slowed = slow_for_goal(view, wish, flight->places[leg], dt);
    VeerMotionState next = veer_vehicle_step(&view->vehicle, &limits, state, slowed, dt);
    VeerVec3 change = sub3(next.velocity, state.velocity);
    float changing = min_f(length3(change) / rate, dt);
    VeerVec3 way = along3(scale3(next.velocity, dt), change, -0.5f * changing);
    flight->places[leg + 1] = add3(flight->places[leg], way);
    return next;
}

/// The cost of a gap at a time: `left` is the part of the horizon that is left then.
static inline float cost_of(float gap, float feel, float reach, float left)
{
    float near = clamp_f(1.0f - gap / feel, 0.0f, 1.0f) * NEARNESS_COST * left;
    float depth = 1.0f - gap / reach;
    return near + (gap < 0.0f ? MEETING_COST * left * left * depth : 0.0f);
}

/// Raises cost[count] to what one leg costs with each body. No branches: lanes are bodies.
static void meet_bodies(const VeerView *view, const VeerForecast *forecast, const Flight *flight,
                        int leg, float *cost)
{
    float feel = max_f(NEARNESS_RADII * view->radius, LEAST_LENGTH);
    float meeting = MEETING_RADII * view->radius;
    float horizon = forecast->times[VEER_PILOT_LEGS];
    float start = forecast->times[leg];
    float dt = forecast->times[leg + 1] - start;
    VeerVec3 from = flight->places[leg], to = flight->places[leg + 1];
    for (uint32_t i = 0; i < forecast->lanes; ++i) {
        float x = forecast->x[leg][i] - from.x;
        float y = forecast->y[leg][i] - from.y;
        float z = forecast->z[leg][i] - from.z;
        float way_x = forecast->x[leg + 1][i] - to.x - x;
        float way_y = forecast->y[leg + 1][i] - to.y - y;
        float way_z = forecast->z[leg + 1][i] - to.z - z;
        float square = way_x * way_x + way_y * way_y + way_z * way_z;
        float along = -(x * way_x + y * way_y + z * way_z);
        float part = clamp_f(along / max_f(square, 1e-12f), 0.0f, 1.0f);
        x += way_x * part;
        y += way_y * part;
        z += way_z * part;
        float gap = sqrtf(x * x + y * y + z * z) - forecast->reach[i] - meeting;
        float left = 1.0f - (start + part * dt) / horizon;
        cost[i] = max_f(cost[i], cost_of(gap, feel, forecast->reach[i], left));
    }
}

static float dearest(const float *cost, uint32_t count)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        most = max_f(most, cost[i]);
    }
    return most;
}

/// m from a leg of the flight to a wall.
static float wall_distance(const VeerView *view, const VeerWall *wall, VeerVec3 from, VeerVec3 to)
{
    if (view->space == VEER_SPATIAL) {
        return veer_box_way_distance((VeerBounds){wall->a, wall->b}, from, sub3(to, from));
    }
    return veer_segment_separation2(plane2(wall->a), plane2(wall->b), plane2(from), plane2(to));
}

static float danger_of_walls(const VeerView *view, const VeerForecast *forecast,
                             const Flight *flight, int leg)
{
    float feel = max_f(NEARNESS_RADII * view->radius, LEAST_LENGTH);
    float left = 1.0f - forecast->times[leg] / forecast->times[VEER_PILOT_LEGS];
    float cost = 0.0f;
    for (uint32_t i = 0; i < view->wall_count; ++i) {
        float distance =
            wall_distance(view, &view->walls[i], flight->places[leg], flight->places[leg + 1]);
        float gap = distance - view->radius * (1.0f + MEETING_RADII);
        cost = max_f(cost, cost_of(gap, feel, max_f(view->radius, LEAST_LENGTH), left));
    }
    return cost;
}

void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish)
{
    Flight flight = {.places[0] = {0}};
    VeerMotionState state = state_now(view);
    for (int leg = 0; leg < VEER_PILOT_LEGS; ++leg) {
        state = fly_leg(view, forecast, wish, leg, state, &flight);
        trace_line(view, VEER_TRACE_PROBE, flight.places[leg], flight.places[leg + 1]);
    }
    for (uint32_t i = 0; i < forecast->count; ++i) {
        trace_line(view, VEER_TRACE_CONSTRAINT, veer_forecast_place(forecast, i, 0),
                   veer_forecast_place(forecast, i, VEER_PILOT_LEGS));
    }
}

float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                        float enough)
{
    Flight flight = {.places[0] = {0}};
    VeerMotionState state = state_now(view);
    float cost[VEER_PILOT_BODIES] = {0.0f};
    float most = 0.0f;
    for (int leg = 0; leg < VEER_PILOT_LEGS && most < enough; ++leg) {
        state = fly_leg(view, forecast, wish, leg, state, &flight);
        meet_bodies(view, forecast, &flight, leg, cost);
        most = max_f(most, danger_of_walls(view, forecast, &flight, leg));
        most = max_f(most, dearest(cost, forecast->count));
    }
    return most;
}
