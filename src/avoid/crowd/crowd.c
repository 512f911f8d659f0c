#include "avoid/orca/orca.h"

#include "avoid/base/answer.h"
#include "avoid/base/detour.h"
#include "avoid/crowd/corner.h"
#include "avoid/crowd/crowding.h"
#include "avoid/orca/lp2.h"
#include "avoid/orca/lp3.h"
#include "avoid/orca/orca_trace.h"
#include "geom/segment.h"

/// Answers at this part of the wished speed and more are fast enough; at this part and less they
/// stand still, and have no direction worth following.
#define FULL_PACE 0.999f
#define LEAST_PACE 0.01f
/// How far an agent looks in the midst of what stands, own radii.
#define NEAR_LOOK 2.0f
/// The velocities that an agent may choose from.
typedef struct Choices {
    VeerSpace space;
    uint32_t count, hard_count; ///< walls first: they are kept before bodies
    float limit;                ///< m/s
    union {
        VeerHalfPlane flat[VEER_MAX_PLANES];
        VeerHalfSpace full[VEER_MAX_PLANES];
    } planes;
    VeerLp2Room room; ///< planar: of the planes
    bool is_open;     ///< it is filled
} Choices;

static uint32_t at_most(uint32_t count, uint32_t limit)
{
    return count < limit ? count : limit;
}

/// Adds a half-plane unless its inputs were out of all proportion (speeds over 1e18 m/s), which
/// leave no number to work with.
static void add_flat(Choices *choices, VeerHalfPlane plane)
{
    if (isfinite(plane.normal.x + plane.normal.y + plane.distance)) {
        choices->planes.flat[choices->count++] = plane;
    }
}

static void add_full(Choices *choices, VeerHalfSpace space)
{
    if (isfinite(space.normal.x + space.normal.y + space.normal.z + space.distance)) {
        choices->planes.full[choices->count++] = space;
    }
}

/// Whether the half-plane of a nearer wall keeps clear of this one too, as along a chain: the far
/// link's own half-plane would then only slow an agent that slides past the joint.
static bool is_covered(const Choices *choices, const VeerView *view, const VeerAvoidParams *params,
                       const VeerWall *wall)
{
    for (uint32_t i = 0; i < choices->count; i++) {
        if (veer_orca2_covers(&choices->planes.flat[i], view, params, wall)) {
            return true;
        }
    }
    return false;
}

static void add_wall(Choices *choices, const VeerView *view, const VeerAvoidParams *params,
                     const VeerWall *wall)
{
    if (choices->space == VEER_SPATIAL) {
        add_full(choices, veer_orca3_wall(view, params, wall));
    } else if (!is_covered(choices, view, params, wall)) {
        add_flat(choices, veer_orca2_wall(view, params, wall));
    }
}

static void add_body(Choices *choices, const VeerView *view, const VeerAvoidParams *params,
                     const VeerNeighbour *body)
{
    if (choices->space == VEER_SPATIAL) {
        add_full(choices, veer_orca3_body(view, params, body));
    } else {
        add_flat(choices, veer_orca2_body(view, params, body));
    }
}

/// How many of the walls, near to far, are near enough to bar anything within the horizon.
static uint32_t near_walls(const VeerView *view, const VeerAvoidParams *params)
{
    uint32_t count = at_most(view->wall_count, VEER_MAX_WALLS);
    if (!view->finds_way) { // else no others are in view
        return count;
    }
    float range =
        view->radius * (1.0f + VEER_AVOID_SKIN) + view->max_speed * params->time_horizon_obstacles;
    VeerVec2 here = {0.0f, 0.0f};
    while (count > 0 && veer_segment_distance2(plane2(view->walls[count - 1].a),
                                               plane2(view->walls[count - 1].b), here) > range) {
        count--;
    }
    return count;
}

static void add_bodies(Choices *choices, const VeerView *view, const VeerAvoidParams *params,
                       uint32_t bodies)
{
    if (choices->space == VEER_PLANAR) {
        VeerHalfPlane *planes = choices->planes.flat + choices->count;
        choices->count += veer_orca2_bodies(view, params, view->neighbours, bodies, planes);
        return;
    }
    for (uint32_t i = 0; i < bodies; i++) {
        add_body(choices, view, params, &view->neighbours[i]);
    }
}

static uint32_t bodies_of(const VeerView *view)
{
    return at_most(view->neighbour_count, 2 * VEER_MAX_NEIGHBOURS);
}

static bool is_standing(const VeerView *view, const VeerNeighbour *body)
{
    float limit = VEER_OBSTACLE_STANDING * view->max_speed;
    return body->is_obstacle && dot3(body->velocity, body->velocity) <= limit * limit;
}

static bool has_standing(const VeerView *view, uint32_t bodies)
{
    for (uint32_t i = 0; i < bodies; i++) {
        if (is_standing(view, &view->neighbours[i])) {
            return true;
        }
    }
    return false;
}

/// What the agent may do beside all that it senses, each with its params; `moving` NULL: beside
/// what stands alone.
static void sense(Choices *choices, const VeerView *view, const VeerAvoidParams *standing,
                  const VeerAvoidParams *moving)
{
    choices->space = view->space;
    choices->limit = min_f(view->max_speed, VEER_GREATEST_SPEED);
    choices->count = 0;
    choices->is_open = false;
    uint32_t walls = near_walls(view, standing);
    for (uint32_t i = 0; i < walls; i++) {
        add_wall(choices, view, standing, &view->walls[i]);
    }
    choices->hard_count = choices->count;
    uint32_t bodies = bodies_of(view);
    if (standing == moving || (moving && !has_standing(view, bodies))) {
        add_bodies(choices, view, moving, bodies);
        return;
    }
    for (uint32_t i = 0; i < bodies; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        const VeerAvoidParams *params = is_standing(view, body) ? standing : moving;
        if (params) {
            add_body(choices, view, params, body);
        }
    }
}

static VeerVec3 solve(Choices *choices, VeerVec3 wish)
{
    if (choices->space == VEER_SPATIAL) {
        return veer_lp3_solve(choices->planes.full, choices->count, choices->hard_count,
                              choices->limit, wish);
    }
    if (!choices->is_open) {
        veer_lp2_open(&choices->room, choices->planes.flat, choices->count, choices->hard_count,
                      choices->limit);
        choices->is_open = true;
    }
    VeerVec2 best = veer_lp2_choose(&choices->room, plane2(wish));
    return vec3(best.x, best.y, 0.0f);
}

/// The program's answer; standing still where constraints out of all proportion (radii over 1e29 m)
/// leave no number.
static VeerVec3 choose(Choices *choices, VeerVec3 wish)
{
    VeerVec3 best = solve(choices, wish);
    return is_finite3(best) ? best : (VeerVec3){0};
}

/// An answer brought back to the wished speed.
///
/// The nearest velocity to the wish trades speed for direction: of two agents that cross, both
/// would crawl where a small detour at full speed is as safe. So the program is solved once more
/// with the wish turned into the direction of the answer, unless that leads away from the wish.
/// Measured: circle of 50, time ratio 1.15 to 1.08; 200 on a sphere, 1.50 to 1.28.
static VeerVec3 keep_pace(Choices *choices, VeerVec3 wish, VeerVec3 answer)
{
    float wished = length3(wish), speed = length3(answer);
    if (speed >= FULL_PACE * wished || speed <= LEAST_PACE * wished) {
        return answer;
    }
    VeerVec3 again = choose(choices, scale3(answer, wished / speed));
    return dot3(again, wish) >= 0.0f ? again : answer;
}

/// Whether what stands would alone slow the answer down.
static bool is_barred(const VeerView *view, const VeerAvoidParams *params, VeerVec3 aim,
                      VeerVec3 answer)
{
    if (!veer_detour_is_slow(aim, answer)) {
        return false;
    }
    Choices choices;
    sense(&choices, view, params, NULL);
    return choices.count > 0 && veer_detour_is_slow(aim, choose(&choices, aim));
}

/// The same for what stands, with the horizon cut down to what passing by takes: two radii of way,
/// and the time to stop. Half-planes of all that stands far ahead close gaps that are wide open
/// from near by. Measured: the field of E5, time ratio 1.45 to 1.05.
static VeerAvoidParams look_nearer(const VeerView *view, const VeerAvoidParams *params,
                                   VeerVec3 aim)
{
    VeerAvoidParams nearer = *params;
    float speed = max_f(length3(aim), VEER_LEAST_SPEED);
    float least = NEAR_LOOK * view->radius / speed + veer_orca_stopping_time(view, speed);
    least = max_f(least, 2.0f * view->dt);
    nearer.time_horizon_obstacles = min_f(params->time_horizon_obstacles, least);
    return nearer;
}

/// Where an agent means to go.
typedef struct Course {
    VeerVec3 aim;       ///< m/s
    VeerCorner corner;  ///< past the walls in view
    bool has_way;       ///< past what stands, planned or seen
    bool makes_detours; ///< round what stands in its way all the same
} Course;

/// Who waits for its turn at a gap waits: at full speed it would only run to and fro in the crowd.
static VeerVec3 decide(Choices *choices, const VeerView *view, const Course *course,
                       const VeerAvoidParams *standing, const VeerAvoidParams *moving)
{
    sense(choices, view, standing, moving);
    VeerVec3 answer = choose(choices, course->aim);
    bool is_at_gap = course->corner.pass.x != 0.0f || course->corner.pass.y != 0.0f;
    return is_at_gap ? answer : keep_pace(choices, course->aim, answer);
}

/// The answer to a course, and whether what stands bars the way of its aim.
static VeerVec3 find_way(Choices *choices, const VeerView *view, const VeerAvoidParams *params,
                         const Course *course, bool *is_stopped)
{
    *is_stopped = false;
    VeerVec3 aim = course->aim;
    if (course->has_way) {
        // Who follows a way that leads round what stands need not look far ahead for it, nor for
        // another way.
        VeerAvoidParams nearer = look_nearer(view, params, aim);
        return decide(choices, view, course, &nearer, params);
    }
    VeerVec3 answer = decide(choices, view, course, params, params);
    if (!is_barred(view, params, aim, answer)) {
        return answer;
    }
    *is_stopped = true;
    VeerAvoidParams nearer = look_nearer(view, params, aim);
    if (nearer.time_horizon_obstacles < params->time_horizon_obstacles) {
        answer = decide(choices, view, course, &nearer, params);
        *is_stopped = is_barred(view, &nearer, aim, answer);
    }
    return answer;
}

static void trace(const VeerView *view, const Choices *choices, VeerVec3 wish, VeerVec3 answer)
{
    for (uint32_t i = 0; view->trace && i < choices->count; i++) {
        const char *note = i < choices->hard_count ? "wall" : "body";
        if (choices->space == VEER_SPATIAL) {
            trace_space(view, &choices->planes.full[i], note);
        } else {
            trace_plane(view, &choices->planes.flat[i], note);
        }
    }
    trace_line(view, VEER_TRACE_WISH, (VeerVec3){0}, wish);
    trace_line(view, VEER_TRACE_CHOICE, (VeerVec3){0}, answer);
}

/// The wish, turned towards a point.
static VeerVec3 aim_at(VeerVec3 wish, VeerVec2 point)
{
    float distance = length2(point);
    return distance > 0.0f ? scale3(vec3(point.x, point.y, 0.0f), length3(wish) / distance) : wish;
}

static Course course_of(const VeerView *view, VeerVec3 wish)
{
    Course course = {.aim = wish, .corner = veer_corner_find(view, wish)};
    if (course.corner.kind == VEER_CORNER_ROUND) {
        course.aim = aim_at(wish, course.corner.aim);
    }
    course.has_way = view->has_way || course.corner.kind != VEER_CORNER_NONE;
    course.makes_detours =
        course.corner.kind == VEER_CORNER_NONE || has_standing(view, bodies_of(view));
    if (course.makes_detours) {
        course.aim = veer_detour_turn(course.aim, view->memory.orca.detour);
    }
    return course;
}

/// What the agent keeps for the next step.
static VeerAvoidMemory remember(const VeerView *view, const Course *course, const VeerKnown *known,
                                VeerVec3 wish, VeerVec3 answer, bool is_stopped)
{
    VeerOrcaMemory memory = {.jam = veer_crowd_press(view, known, wish, answer),
                             .gap_x = course->corner.pass.x,
                             .gap_y = course->corner.pass.y};
    if (course->makes_detours) {
        memory.detour =
            veer_detour_update(view->memory.orca.detour, view->dt, course->aim, answer, is_stopped);
    }
    return (VeerAvoidMemory){.orca = memory};
}

VeerAvoidResult veer_avoid_orca(const VeerView *view, const VeerAvoidParams *params,
                                VeerVec3 preferred)
{
    VeerAvoidResult result = {.memory = view->memory};
    if (!(view->max_speed > VEER_LEAST_SPEED)) {
        return result;
    }
    Choices choices;
    VeerVec3 wish = wish_of(view, preferred);
    Course course = course_of(view, wish);
    VeerKnown known = veer_crowd_know(view, params);
    // Among walls lanes form only where those who come are seen from afar.
    bool is_walled = course.corner.kind != VEER_CORNER_NONE;
    VeerAvoidParams within = is_walled ? *params : veer_crowd_look(view, params, &known, wish);
    bool is_stopped;
    result.velocity = find_way(&choices, view, &within, &course, &is_stopped);
    result.velocity = veer_orca2_escape(view, params, course.aim, result.velocity);
    result.memory = remember(view, &course, &known, wish, result.velocity, is_stopped);
    trace(view, &choices, wish, result.velocity);
    result.is_avoiding =
        result.velocity.x != wish.x || result.velocity.y != wish.y || result.velocity.z != wish.z;
    return result;
}
