#include "avoid/pilot.h"

#include "geom/touch.h"
#include "math/vec.h"

/// Parts of the horizon at which the legs end: fine where it matters at once.
static const float legs[VEER_PILOT_LEGS + 1] = {0.0f,  0.025f, 0.06f, 0.12f, 0.2f,
                                                0.32f, 0.48f,  0.7f,  1.0f};

/// Bodies are counted up to a multiple of this.
#define LANES 8u
/// m along each axis: where a lane that stands for nothing is.
#define FAR_AWAY 1e9f

/// m: so that points are met too.
#define LEAST_REACH 1e-4f

/// How one body goes: straight, then from a bounce on straight again.
typedef struct Course {
    VeerVec3 offset, velocity; ///< now
    VeerVec3 after;            ///< velocity after the bounce
    float bounce;              ///< s; INFINITY: none
} Course;

/// The next bounce off one pair of bounds along an axis.
static void meet_bounds(Course *course, const VeerNeighbour *body, float position, float velocity,
                        float lower, float upper, int axis)
{
    float wall = velocity > 0.0f ? upper - body->radius : lower + body->radius;
    float time = velocity != 0.0f ? max_f((wall - position) / velocity, 0.0f) : INFINITY;
    if (time < course->bounce) {
        course->bounce = time;
        course->after = body->velocity;
        float *turned = axis == 0   ? &course->after.x
                        : axis == 1 ? &course->after.y
                                    : &course->after.z;
        *turned = -*turned;
    }
}

/// The next bounce off another ball, where both take their usual shares of it.
static void meet_ball(Course *course, const VeerNeighbour *body, const VeerNeighbour *other,
                      float horizon)
{
    VeerVec3 gap = sub3(other->offset, body->offset);
    VeerVec3 relative = sub3(body->velocity, other->velocity);
    // Most pairs part, or are too far from each other: seen without a root.
    float closing = dot3(gap, relative) * horizon;
    float reach = body->radius + other->radius;
    float square = dot3(gap, gap);
    if (closing <= 0.0f || closing + reach * sqrtf(square) < square) {
        return;
    }
    float time = veer_time_to_touch3(gap, relative, reach);
    if (!(time > 0.0f && time < course->bounce)) {
        return;
    }
    VeerVec3 normal = unit3(along3(gap, relative, -time), vec3(1.0f, 0.0f, 0.0f));
    float approach = dot3(relative, normal);
    float weight = other->mass > 0.0f ? other->mass / (body->mass + other->mass) : 1.0f;
    course->bounce = time;
    course->after = along3(body->velocity, normal, -2.0f * approach * weight);
}

static Course course_of(const VeerView *view, uint32_t index, float horizon)
{
    const VeerNeighbour *body = &view->neighbours[index];
    Course course = {body->offset, body->velocity, body->velocity, INFINITY};
    if (body->mass <= 0.0f) {
        return course;
    }
    const VeerBounds *bounds = &view->bounds;
    meet_bounds(&course, body, body->offset.x, body->velocity.x, bounds->lower.x, bounds->upper.x,
                0);
    meet_bounds(&course, body, body->offset.y, body->velocity.y, bounds->lower.y, bounds->upper.y,
                1);
    if (view->space == VEER_SPATIAL) {
        meet_bounds(&course, body, body->offset.z, body->velocity.z, bounds->lower.z,
                    bounds->upper.z, 2);
    }
    for (uint32_t i = 0; i < view->neighbour_count; ++i) {
        if (i != index && view->neighbours[i].is_obstacle) {
            meet_ball(&course, body, &view->neighbours[i], horizon);
        }
    }
    return course;
}

static VeerVec3 place_at(const Course *course, float time)
{
    if (time <= course->bounce) {
        return along3(course->offset, course->velocity, time);
    }
    VeerVec3 place = along3(course->offset, course->velocity, course->bounce);
    return along3(place, course->after, time - course->bounce);
}

static void put_out_of_reach(VeerForecast *forecast, uint32_t lane)
{
    forecast->reach[lane] = 1.0f;
    for (int leg = 0; leg <= VEER_PILOT_LEGS; ++leg) {
        forecast->x[leg][lane] = FAR_AWAY;
        forecast->y[leg][lane] = FAR_AWAY;
        forecast->z[leg][lane] = FAR_AWAY;
    }
}

void veer_pilot_foresee(const VeerView *view, float horizon, VeerForecast *forecast)
{
    uint32_t count = view->neighbour_count;
    forecast->count = count < VEER_PILOT_BODIES ? count : VEER_PILOT_BODIES;
    for (int leg = 0; leg <= VEER_PILOT_LEGS; ++leg) {
        forecast->times[leg] = legs[leg] * horizon;
    }
    forecast->lanes = (forecast->count + LANES - 1) / LANES * LANES;
    for (uint32_t i = forecast->count; i < forecast->lanes; ++i) {
        put_out_of_reach(forecast, i);
    }
    for (uint32_t i = 0; i < forecast->count; ++i) {
        Course course = course_of(view, i, horizon);
        forecast->reach[i] = LEAST_REACH + view->radius + view->neighbours[i].radius;
        for (int leg = 0; leg <= VEER_PILOT_LEGS; ++leg) {
            VeerVec3 place = place_at(&course, forecast->times[leg]);
            forecast->x[leg][i] = place.x;
            forecast->y[leg][i] = place.y;
            forecast->z[leg][i] = place.z;
        }
    }
}
