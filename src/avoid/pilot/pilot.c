/// The pilot: samples manoeuvres, simulates each with the body's own motion, and takes the
/// cheapest. Source of the idea: Fox, Burgard, Thrun, "The dynamic window approach to collision
/// avoidance", 1997.
#include "avoid/pilot/pilot.h"

#include "avoid/base/answer.h"
#include "avoid/base/detour.h"
#include "avoid/base/memory.h"
#include "avoid/pilot/constants.h"
#include "math/trig.h"
#include "motion/motion.h"

/// A manoeuvre: off the preferred velocity by an angle (rad), at a part of its speed.
typedef struct Manoeuvre {
    float turn, speed;
    float cosine, sine; ///< of the turn
} Manoeuvre;

/// In order of their least cost: |manoeuvre - preferred| ÷ preferred speed.
static const Manoeuvre manoeuvres[] = {
    {0.10f, 1.0f, 0.9950042f, 0.0998334f},  {0.20f, 1.0f, 0.9800666f, 0.1986693f},
    {0.32f, 1.0f, 0.9492354f, 0.3145666f},  {0.45f, 1.0f, 0.9004471f, 0.4349655f},
    {0.00f, 0.5f, 1.0000000f, 0.0000000f},  {0.32f, 0.6f, 0.9492354f, 0.3145666f},
    {0.60f, 1.0f, 0.8253356f, 0.5646425f},  {0.80f, 1.0f, 0.6967067f, 0.7173561f},
    {0.80f, 0.6f, 0.6967067f, 0.7173561f},  {0.00f, 0.0f, 1.0000000f, 0.0000000f},
    {1.05f, 1.0f, 0.4975710f, 0.8674232f},  {1.30f, 0.6f, 0.2674988f, 0.9635582f},
    {1.40f, 1.0f, 0.1699671f, 0.9854497f},  {1.80f, 0.6f, -0.2272021f, 0.9738476f},
    {1.80f, 1.0f, -0.2272021f, 0.9738476f}, {2.30f, 1.0f, -0.6662760f, 0.7457052f},
    {2.60f, 0.6f, -0.8568888f, 0.5155014f}, {3.00f, 1.0f, -0.9899925f, 0.1411200f},
};
#define MANOEUVRES (sizeof(manoeuvres) / sizeof(manoeuvres[0]))

/// Directions to turn aside to: the cosine and the sine of their angles from the right. Every
/// fourth is in the plane.
static const VeerVec2 sides[] = {
    {1.0f, 0.0f},  {0.70710678f, 0.70710678f},   {0.0f, 1.0f},  {-0.70710678f, 0.70710678f},
    {-1.0f, 0.0f}, {-0.70710678f, -0.70710678f}, {0.0f, -1.0f}, {0.70710678f, -0.70710678f},
};
#define SIDES (sizeof(sides) / sizeof(sides[0]))
/// Directions to reverse in: how far back, and how far to the left.
static const VeerVec2 reverses[] = {
    {0.99f, 0.0f}, {0.7648422f, 0.6442177f}, {0.7648422f, -0.6442177f}};
typedef struct Candidate {
    VeerVec3 velocity;
    float cost;
    float turn, speed; ///< the manoeuvre; turn 0 for the preferred one and the one kept
    uint32_t side;
} Candidate;

/// What the pilot knows while it decides.
typedef struct Cockpit {
    const VeerView *view;
    VeerForecast forecast;
    VeerVec3 preferred;
    VeerVec3 ahead, right, up; ///< unit vectors: along the preferred velocity and across
    float speed;               ///< m/s, of a manoeuvre at full speed
    float pace;                ///< m/s, preferred: what is slower counts as resting
    float impatience;          ///< 0 to 1: how long it has got nowhere
    Candidate best;
    uint32_t simulations; ///< so far
} Cockpit;

static VeerVec3 aim(const Cockpit *cockpit, const Manoeuvre *manoeuvre, uint32_t side)
{
    VeerVec3 across = scale3(cockpit->right, sides[side].x);
    if (sides[side].y != 0.0f) {
        across = along3(across, cockpit->up, sides[side].y);
    }
    VeerVec3 direction = along3(scale3(cockpit->ahead, manoeuvre->cosine), across, manoeuvre->sine);
    return scale3(direction, cockpit->speed * manoeuvre->speed);
}

/// Takes the candidate when it is cheaper than the best so far; its cost is what it costs beside
/// the difference from the preferred velocity and the danger.
static void consider(Cockpit *cockpit, Candidate candidate)
{
    VeerVec3 off = sub3(candidate.velocity, cockpit->preferred);
    float standing = max_f(1.0f - length3(candidate.velocity) / cockpit->pace, 0.0f);
    candidate.cost +=
        length3(off) / cockpit->speed + cockpit->impatience * STANDING_COST * standing;
    if (candidate.cost >= cockpit->best.cost) {
        return;
    }
    ++cockpit->simulations;
    candidate.cost += veer_pilot_danger(cockpit->view, &cockpit->forecast, candidate.velocity,
                                        cockpit->best.cost - candidate.cost);
    if (candidate.cost < cockpit->best.cost) {
        cockpit->best = candidate;
    }
}

static void consider_turn(Cockpit *cockpit, const Manoeuvre *manoeuvre, uint32_t side)
{
    consider(cockpit, (Candidate){aim(cockpit, manoeuvre, side), CHANGE_COST, manoeuvre->turn,
                                  manoeuvre->speed, side});
}

static void consider_all(Cockpit *cockpit)
{
    // In space every other side, by turns: what one manoeuvre leaves out its neighbour has.
    bool is_spatial = cockpit->view->space == VEER_SPATIAL;
    uint32_t step = is_spatial ? 2 : SIDES / 2;
    for (uint32_t i = 0; i < MANOEUVRES; ++i) {
        uint32_t tries = manoeuvres[i].turn > 0.0f ? SIDES : 1;
        for (uint32_t side = is_spatial && tries > 1 ? i % 2 : 0; side < tries; side += step) {
            consider_turn(cockpit, &manoeuvres[i], side);
        }
    }
}

/// A car in front of an obstacle gets away from it backwards: straight, and to either side.
static void consider_reverse(Cockpit *cockpit)
{
    const VeerView *view = cockpit->view;
    float part = view->vehicle.kind == VEER_VEHICLE_CAR ? view->vehicle.car.reverse : 0.0f;
    if (part <= 0.0f) {
        return;
    }
    float speed = part * min_f(view->max_speed, cockpit->speed);
    for (size_t i = 0; i < sizeof(reverses) / sizeof(reverses[0]); ++i) {
        VeerVec3 back = scale3(view->heading, -speed * reverses[i].x);
        consider(cockpit,
                 (Candidate){.velocity = along3(back, left3(view->heading), speed * reverses[i].y),
                             .cost = CHANGE_COST});
    }
}

/// Turns less where that is as safe: the manoeuvres are coarse.
static void refine(Cockpit *cockpit)
{
    float step = 0.5f * cockpit->best.turn;
    for (int i = 0; i < HALVINGS && cockpit->best.turn > 0.0f; ++i) {
        float turn = cockpit->best.turn - step;
        Manoeuvre less = {turn, cockpit->best.speed, veer_cos(turn), veer_sin(turn)};
        consider_turn(cockpit, &less, cockpit->best.side);
        step *= 0.5f;
    }
}

static void decide(Cockpit *cockpit)
{
    const VeerPilotMemory *memory = &cockpit->view->memory.pilot;
    cockpit->best.cost = INFINITY;
    consider(cockpit, (Candidate){.velocity = cockpit->preferred});
    float height = cockpit->view->space == VEER_SPATIAL ? memory->z : 0.0f;
    VeerVec3 kept = {memory->x, memory->y, height};
    if (dot3(kept, kept) > 0.0f) {
        consider(cockpit, (Candidate){.velocity = limit_preferred(cockpit->view, kept)});
    }
    consider_all(cockpit);
    consider_reverse(cockpit);
    refine(cockpit);
}

/// m/s: what a body does even in its tightest bends. Cars slow down for them; that is not resting.
static float bend_speed(const VeerView *view)
{
    if (view->vehicle.kind != VEER_VEHICLE_CAR) {
        return INFINITY;
    }
    VeerMotionLimits limits = {view->max_speed, view->max_acceleration, view->max_braking,
                               view->max_turn_rate};
    VeerMotionTick tick = {&view->vehicle, &limits, view->dt};
    float radius = veer_motion_turning_radius(&tick, 0.0f);
    return sqrtf(radius * min_f(view->max_acceleration, view->max_braking));
}

/// In front of an obstacle at rest a pilot would rest for ever: every turn costs more.
static float impatience_of(const VeerView *view, VeerVec3 preferred)
{
    bool is_slow =
        length3(view->velocity) < SLOW_PACE * min_f(length3(preferred), bend_speed(view));
    float change = is_slow ? view->dt / IMPATIENT_SECONDS : -view->dt / CALM_SECONDS;
    return clamp_f(view->memory.pilot.impatience + change, 0.0f, 1.0f);
}

static void look_ahead(Cockpit *cockpit, float horizon)
{
    const VeerView *view = cockpit->view;
    cockpit->speed = max_f(max_f(length3(cockpit->preferred), view->preferred_speed), VEER_LEAST);
    cockpit->pace = max_f(length3(cockpit->preferred), VEER_LEAST);
    cockpit->ahead = unit3(cockpit->preferred, view->heading);
    VeerVec3 right = vec3(cockpit->ahead.y, -cockpit->ahead.x, 0.0f);
    cockpit->right = unit3(right, vec3(1.0f, 0.0f, 0.0f));
    cockpit->up = cross3(cockpit->right, cockpit->ahead);
    cockpit->impatience = impatience_of(view, cockpit->preferred);
    veer_pilot_foresee(view, horizon, &cockpit->forecast);
}

/// The obstacles that rest and will rest: balls that bounce will not. @return how many
static uint32_t pick_resting(const VeerView *view, VeerNeighbour *resting)
{
    float slow = VEER_REST_SPEED * view->max_speed;
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->neighbour_count && count < VEER_PILOT_BODIES; ++i) {
        const VeerNeighbour *body = &view->neighbours[i];
        if (body->is_obstacle && body->mass <= 0.0f && length3(body->velocity) < slow) {
            resting[count++] = *body;
        }
    }
    return count;
}

/// s: the part of the horizon in which the aim leads on to the goal; obstacles behind that bar
/// nothing.
static float until_goal(const VeerView *view, float horizon, VeerVec3 aim)
{
    float speed = max_f(length3(aim), VEER_LEAST);
    return view->has_goal ? min_f(horizon, length3(view->goal) / speed) : horizon;
}

/// Whether obstacles at rest alone would bar an aim.
static bool is_barred(const VeerView *view, float horizon, VeerVec3 aim, VeerVec3 answer)
{
    if (!veer_detour_is_slow(aim, answer)) {
        return false;
    }
    VeerNeighbour resting[VEER_PILOT_BODIES];
    VeerView still = *view;
    still.neighbours = resting;
    still.neighbour_count = pick_resting(view, resting);
    VeerForecast forecast;
    veer_pilot_foresee(&still, until_goal(view, horizon, aim), &forecast);
    return veer_pilot_danger(&still, &forecast, aim, STANDING_COST) >= STANDING_COST;
}

/// rad: the detour of the next tick, out of pockets and round obstacles too wide to see past.
static float next_detour(const VeerView *view, float horizon, VeerVec3 aim, VeerVec3 answer)
{
    bool barred = is_barred(view, horizon, aim, answer);
    return veer_detour_update(view->memory.pilot.detour, view->dt, aim, answer, barred);
}

/// Not in space, where there is a way round on all sides, nor for aircraft, which would come again.
static bool makes_detours(const VeerView *view)
{
    return view->space == VEER_PLANAR && view->vehicle.kind != VEER_VEHICLE_AIRCRAFT &&
           !view->has_path;
}

VeerAvoidResult veer_pilot_decide(const VeerView *view, const VeerAvoidParams *params,
                                  VeerVec3 preferred)
{
    float horizon = params->time_horizon_obstacles;
    bool has_detour = makes_detours(view);
    preferred = limit_preferred(view, preferred);
    float detour = has_detour ? view->memory.pilot.detour : 0.0f;
    Cockpit cockpit = {.view = view, .preferred = veer_detour_turn(preferred, detour)};
    look_ahead(&cockpit, horizon);
    decide(&cockpit);
    VeerAvoidResult result = answer_with(view, preferred, cockpit.best.velocity);
    VeerVec3 kept = result.is_avoiding ? result.velocity : (VeerVec3){0};
    result.memory.pilot = (VeerPilotMemory){kept.x, kept.y, {kept.z}, cockpit.impatience};
    if (has_detour) {
        result.memory.pilot.detour = next_detour(view, horizon, cockpit.preferred, result.velocity);
    }
    if (view->trace) {
        veer_pilot_trace(view, &cockpit.forecast, result.velocity, cockpit.simulations);
    }
    return result;
}
