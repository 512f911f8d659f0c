/// What the pilot expects of others: an exact simulation of the bounces among those in view.
#include "avoid/base/constants.h"
#include "avoid/pilot/constants.h"
#include "avoid/pilot/pilot.h"

#include "geom/touch.h"
#include "math/vec.h"

/// Parts of the horizon at which the legs end: fine where it matters at once.
static const float leg_ends[VEER_PILOT_LEGS] = {0.025f, 0.055f, 0.09f, 0.13f, 0.18f,
                                                0.25f,  0.34f,  0.47f, 0.66f, 1.0f};

/// What a body can bounce off beside the others: the bounds along each axis, and nothing.
enum { OFF_X = VEER_PILOT_BODIES, OFF_Y, OFF_Z, OFF_NOTHING };

/// How one body goes since its last bounce.
typedef struct BodyCourse {
    VeerVec3 place, velocity; ///< m and m/s, at `since`
    float since;              ///< s
    float next;               ///< s: when it bounces again; INFINITY: never
    int off;                  ///< what off: a body's number, or one of the above
    int leg;                  ///< up to where its places are known
} BodyCourse;

typedef struct BouncePlay {
    const VeerView *view;
    VeerForecast *forecast;
    BodyCourse courses[VEER_PILOT_BODIES];
} BouncePlay;

static float leg_end(const VeerForecast *forecast, int leg)
{
    return leg > 0 ? leg_ends[leg - 1] * forecast->horizon : 0.0f;
}

static VeerVec3 place_at(const BodyCourse *course, float time)
{
    return along3(course->place, course->velocity, time - course->since);
}

static float *axis_of(VeerVec3 *a, int axis)
{
    return axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z;
}

/// The next bounce off the bounds along one axis.
static void meet_bounds(const BouncePlay *play, BodyCourse *course, float radius, int axis)
{
    VeerBounds bounds = play->view->bounds;
    float velocity = *axis_of(&course->velocity, axis), place = *axis_of(&course->place, axis);
    if (velocity == 0.0f) {
        return;
    }
    float bound = velocity > 0.0f ? *axis_of(&bounds.upper, axis) - radius
                                  : *axis_of(&bounds.lower, axis) + radius;
    float time = course->since + max_f((bound - place) / velocity, 0.0f);
    if (time < course->next) {
        course->next = time;
        course->off = OFF_X + axis;
    }
}

/// The next bounce of a pair off each other, from a time on.
static void meet_each_other(BouncePlay *play, uint32_t i, uint32_t j, float now)
{
    const VeerNeighbour *a = &play->view->neighbours[i], *b = &play->view->neighbours[j];
    BodyCourse *first = &play->courses[i], *second = &play->courses[j];
    if (!a->is_obstacle || !b->is_obstacle || max_f(a->mass, b->mass) <= 0.0f) {
        return;
    }
    VeerVec3 gap = sub3(place_at(second, now), place_at(first, now));
    VeerVec3 relative = sub3(first->velocity, second->velocity);
    float until = min_f(max_f(first->next, second->next), play->forecast->horizon) - now;
    // Most pairs part, or are too far from each other: seen without a root.
    float closing = dot3(gap, relative) * until;
    float reach = a->radius + b->radius;
    float square = dot3(gap, gap);
    if (!(closing > 0.0f) || (square - closing > 0.0f &&
                              (square - closing) * (square - closing) > reach * reach * square)) {
        return;
    }
    float time = now + veer_time_to_touch3(gap, relative, reach);
    if (time < first->next) {
        first->next = time;
        first->off = (int)j;
    }
    if (time < second->next) {
        second->next = time;
        second->off = (int)i;
    }
}

/// Where a body bounces next, and which others then bounce off it.
static void look_ahead(BouncePlay *play, uint32_t i, float now, uint32_t others)
{
    BodyCourse *course = &play->courses[i];
    const VeerNeighbour *body = &play->view->neighbours[i];
    course->next = INFINITY;
    course->off = OFF_NOTHING;
    int axes = body->mass <= 0.0f ? 0 : play->view->space == VEER_SPATIAL ? 3 : 2;
    for (int axis = 0; axis < axes; ++axis) {
        meet_bounds(play, course, body->radius, axis);
    }
    for (uint32_t j = 0; j < others; ++j) {
        if (j != i) {
            meet_each_other(play, i, j, now);
        }
    }
}

/// Writes down where a body is at the ends of the legs up to a time.
static void write_down(BouncePlay *play, uint32_t i, float until)
{
    BodyCourse *course = &play->courses[i];
    for (; course->leg <= VEER_PILOT_LEGS; ++course->leg) {
        float time = leg_end(play->forecast, course->leg);
        if (time > until) {
            return;
        }
        play->forecast->places[course->leg][i] = place_at(course, time);
    }
}

static void turn_to(BouncePlay *play, uint32_t i, VeerVec3 velocity, float now)
{
    BodyCourse *course = &play->courses[i];
    write_down(play, i, now);
    course->place = place_at(course, now);
    course->velocity = velocity;
    course->since = now;
}

/// Both take their usual shares of what two balls exchange without loss.
static void bounce_off_each_other(BouncePlay *play, uint32_t i, uint32_t j, float now)
{
    const VeerNeighbour *a = &play->view->neighbours[i], *b = &play->view->neighbours[j];
    BodyCourse *first = &play->courses[i], *second = &play->courses[j];
    VeerVec3 gap = sub3(place_at(second, now), place_at(first, now));
    VeerVec3 normal = unit3(gap, vec3(1.0f, 0.0f, 0.0f));
    float change = 2.0f * dot3(sub3(first->velocity, second->velocity), normal);
    float share = a->mass <= 0.0f ? 0.0f : b->mass > 0.0f ? b->mass / (a->mass + b->mass) : 1.0f;
    float other = b->mass <= 0.0f ? 0.0f : 1.0f - share;
    turn_to(play, i, along3(first->velocity, normal, -change * share), now);
    turn_to(play, j, along3(second->velocity, normal, change * other), now);
}

static void bounce_off_bounds(BouncePlay *play, uint32_t i, int axis, float now)
{
    VeerVec3 velocity = play->courses[i].velocity;
    *axis_of(&velocity, axis) *= -1.0f;
    turn_to(play, i, velocity, now);
}

/// Lets the body that bounces next do so; those whose next bounce that changes look ahead anew.
static void bounce(BouncePlay *play, uint32_t i)
{
    int off = play->courses[i].off;
    float now = play->courses[i].next;
    if (off < OFF_X) {
        bounce_off_each_other(play, i, (uint32_t)off, now);
    } else {
        bounce_off_bounds(play, i, off - OFF_X, now);
    }
    uint32_t count = play->forecast->count;
    for (uint32_t k = 0; k < count; ++k) {
        int met = play->courses[k].off;
        if (k == i || (int)k == off || met == (int)i || (off < OFF_X && met == off)) {
            look_ahead(play, k, now, count);
        }
    }
}

static uint32_t next_to_bounce(const BouncePlay *play)
{
    uint32_t next = 0;
    for (uint32_t i = 1; i < play->forecast->count; ++i) {
        next = play->courses[i].next < play->courses[next].next ? i : next;
    }
    return next;
}

static void play_bounces(BouncePlay *play)
{
    uint32_t count = play->forecast->count;
    for (uint32_t i = 0; i < count; ++i) {
        const VeerNeighbour *body = &play->view->neighbours[i];
        play->courses[i] = (BodyCourse){.place = body->offset, .velocity = body->velocity};
        look_ahead(play, i, 0.0f, i);
    }
    for (int bounces = 0; bounces < MAX_BOUNCES && count > 0; ++bounces) {
        uint32_t next = next_to_bounce(play);
        if (!(play->courses[next].next < play->forecast->horizon)) {
            break;
        }
        bounce(play, next);
    }
    for (uint32_t i = 0; i < count; ++i) {
        write_down(play, i, INFINITY);
    }
}

static bool is_at_once(const VeerView *view)
{
    return view->vehicle.kind == VEER_VEHICLE_FREE && !isfinite(view->max_acceleration);
}

/// How far aside a body goes too for each metre that the agent does: as much as falls to each of
/// two that avoid each other, and no more than that; nothing if it does not. Only among those that
/// turn at once, which would else both go aside and both back, tick after tick. Inertia damps that.
static float trust_in(const VeerView *view, const VeerNeighbour *body)
{
    bool is_shared = is_at_once(view) && !body->is_obstacle;
    return is_shared ? min_f(1.0f / max_f(body->share, 0.5f) - 1.0f, 1.0f) : 0.0f;
}

/// m: by how much the gap to a body may be off: as far as it goes until a decision tells, half of
/// the first leg, and at most the margin. What rests is where it is; who avoids too sees to the gap
/// itself.
static float doubt_about(const VeerView *view, const VeerForecast *forecast,
                         const VeerNeighbour *body)
{
    float until = body->is_obstacle ? 0.5f * leg_end(forecast, 1) : 0.0f;
    float gone = until * length3(body->velocity);
    return max_f(min_f(gone, MARGIN_RADII * view->radius), VEER_LEAST);
}

static void put_in_lane(VeerForecastLeg *leg, uint32_t lane, VeerVec3 from, VeerVec3 move,
                        float reach)
{
    leg->x[lane] = from.x;
    leg->y[lane] = from.y;
    leg->z[lane] = from.z;
    leg->move_x[lane] = move.x;
    leg->move_y[lane] = move.y;
    leg->move_z[lane] = move.z;
    leg->reach[lane] = reach;
}

/// The first lane once more: no body is met for it that is not met anyway.
static void repeat_lane(VeerForecastLeg *leg, uint32_t lane)
{
    leg->trust[lane] = leg->trust[0];
    leg->doubt[lane] = leg->doubt[0];
    put_in_lane(leg, lane, vec3(leg->x[0], leg->y[0], leg->z[0]),
                vec3(leg->move_x[0], leg->move_y[0], leg->move_z[0]), leg->reach[0]);
}

/// Whether two that go much the same way, one behind the other, are told apart by that: 1 when the
/// other follows and has to give move, -1 when it leads, 0 when neither is clearly behind.
static int order_of(const VeerView *view, const VeerNeighbour *body)
{
    float together = dot3(view->velocity, body->velocity);
    if (together <= SAME_WAY * length3(view->velocity) * length3(body->velocity)) {
        return 0;
    }
    VeerVec3 both = add3(view->velocity, body->velocity);
    float ahead = dot3(body->offset, both);
    if (fabsf(ahead) <= SAME_WAY * length3(body->offset) * length3(both)) {
        return 0;
    }
    return ahead < 0.0f ? 1 : -1;
}

/// Whether another agent gives way to this one; of two that do not avoid at once, just one does.
///
/// The one whose share is greater; else the one that moves, to the one that waits; else the one
/// that follows; else the one with the higher id. A rule without circles: two never wait for each
/// other, and never both turn into each other's path.
static bool gives_way(const VeerView *view, const VeerNeighbour *body)
{
    if (body->is_obstacle || is_at_once(view)) {
        return false;
    }
    if (body->share != 0.5f) {
        return body->share < 0.5f;
    }
    float slow = VEER_REST_SPEED * view->max_speed;
    bool waits = length3(view->velocity) < slow, other_waits = length3(body->velocity) < slow;
    if (waits != other_waits) {
        return waits;
    }
    int order = order_of(view, body);
    return order != 0 ? order > 0 : body->id > view->id;
}

/// s: for how long from now on a body is heeded. One that gives way is trusted to, as long as the
/// agent could still stop.
static float attention_to(const VeerView *view, const VeerNeighbour *body, float horizon)
{
    if (!gives_way(view, body)) {
        return horizon;
    }
    float speed = max_f(length3(view->velocity), length3(body->velocity));
    float pace = max_f(speed, 0.5f * view->max_speed);
    float stopping = speed / min_f(view->max_acceleration, view->max_braking);
    float passing = pace > 0.0f ? view->radius / pace : 0.0f;
    return passing + stopping;
}

/// Those bodies that a manoeuvre can come near to in a leg.
static void gather(const VeerView *view, VeerForecast *forecast, int number)
{
    VeerForecastLeg *leg = &forecast->legs[number];
    leg->start = leg_end(forecast, number);
    leg->duration = leg_end(forecast, number + 1) - leg->start;
    float speed = max_f(view->max_speed, length3(view->velocity));
    float own = speed * (leg->start + leg->duration) + max_f(view->radius, LEAST_LENGTH);
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < forecast->count; ++i) {
        VeerVec3 from = forecast->places[number][i];
        VeerVec3 move = sub3(forecast->places[number + 1][i], from);
        float reach = LEAST_LENGTH + view->radius + view->neighbours[i].radius;
        // No vector is longer than its parts along the axes.
        float trust = trust_in(view, &view->neighbours[i]);
        float far =
            own * (1.0f + 2.0f * trust) + reach + fabsf(move.x) + fabsf(move.y) + fabsf(move.z);
        bool is_heeded = leg->start <= forecast->attention[i];
        if (is_heeded && !(dot3(from, from) > far * far)) {
            leg->trust[lanes] = trust;
            leg->doubt[lanes] = forecast->doubt[i];
            put_in_lane(leg, lanes++, from, move, reach);
        }
    }
    while (lanes % VEER_PILOT_LANES != 0) {
        repeat_lane(leg, lanes++);
    }
    leg->lanes = lanes;
}

void veer_pilot_foresee(const VeerView *view, float horizon, VeerForecast *forecast)
{
    uint32_t count = view->neighbour_count;
    forecast->count = count < VEER_PILOT_BODIES ? count : VEER_PILOT_BODIES;
    forecast->horizon = horizon;
    BouncePlay play = {.view = view, .forecast = forecast};
    play_bounces(&play);
    for (uint32_t i = 0; i < forecast->count; ++i) {
        forecast->attention[i] = attention_to(view, &view->neighbours[i], horizon);
        forecast->doubt[i] = doubt_about(view, forecast, &view->neighbours[i]);
    }
    for (int leg = 0; leg < VEER_PILOT_LEGS; ++leg) {
        gather(view, forecast, leg);
    }
}
