/// What an agent does between walls and an obstacle that comes: the side to pass it on that the
/// walls leave open, and out of its way before others'.
///
/// The velocities that avoid a disc are not convex: ORCA keeps those on the side that is nearer to
/// the present velocity (van den Berg et al. 2011, section 4). Where a wall closes that side, as in
/// the corner of a yard, the agent would stand there until it is pressed; the other side may be
/// open. And what does not react gives no way, agents do.
#include "avoid/base/answer.h"
#include "avoid/orca/lp2.h"
#include "avoid/orca/orca.h"

/// Obstacles whose sides are weighed, nearest first, and the ways to keep clear of each: ahead of
/// it, and past it on its left and right.
#define MAX_COMING 2u
#define WAYS 3u
/// An obstacle is run ahead of only where walls leave room for it for as many horizons.
#define AHEAD_HORIZONS 2.0f
/// What is broken by less than this part of the speed limit counts as kept.
#define KEPT 0.01f
/// Walls are looked at as far ahead as going so many radii takes, once the side is chosen.
#define NEAR_RADII 2.0f

/// Obstacles that come, and the half-planes to choose from.
typedef struct Trap {
    const VeerView *view;
    const VeerAvoidParams *params;
    VeerVec2 aim;
    float limit; ///< m/s
    const VeerNeighbour *coming[MAX_COMING];
    uint32_t count;
    VeerHalfPlane own[MAX_COMING]; ///< ORCA's
    VeerHalfPlane ways[MAX_COMING][WAYS];
    VeerHalfPlane planes[VEER_MAX_PLANES];
    uint32_t walls; ///< planes of walls, the first
} Trap;

static bool is_finite_plane(VeerHalfPlane plane)
{
    return isfinite(plane.normal.x + plane.normal.y + plane.distance);
}

/// How much a velocity breaks a half-plane, m/s.
static float excess(const VeerHalfPlane *plane, VeerVec2 velocity)
{
    return plane->distance - dot2(plane->normal, velocity);
}

static float least(const Trap *trap)
{
    return KEPT * trap->limit;
}

static bool is_coming(const VeerNeighbour *body)
{
    return body->is_obstacle && dot3(body->velocity, body->velocity) > 0.0f;
}

/// The velocities that keep ahead of an obstacle for the horizon.
static VeerHalfPlane keep_ahead(const VeerView *view, float horizon, const VeerNeighbour *body)
{
    VeerVec2 offset = plane2(body->offset);
    float distance = length2(offset);
    VeerVec2 away = scale2(offset, -1.0f / max_f(distance, view->radius));
    float gap = max_f(distance - veer_orca_reach(view, body, distance), 0.0f);
    return (VeerHalfPlane){away, dot2(away, plane2(body->velocity)) - gap / horizon};
}

/// Fills in the ways to keep clear of the next obstacle. @return whether all are numbers
static bool lay_ways(Trap *trap, const VeerNeighbour *body)
{
    VeerHalfPlane *ways = trap->ways[trap->count];
    ways[0] = keep_ahead(trap->view, trap->params->time_horizon_obstacles, body);
    ways[1] = veer_orca2_pass(trap->view, trap->params, body, true);
    ways[2] = veer_orca2_pass(trap->view, trap->params, body, false);
    return is_finite_plane(ways[0]) && is_finite_plane(ways[1]) && is_finite_plane(ways[2]);
}

/// Fills in the obstacles that move and that the aim, or the answer, would meet.
static void find_coming(Trap *trap, VeerVec2 answer)
{
    const VeerView *view = trap->view;
    for (uint32_t i = 0; i < view->neighbour_count && trap->count < MAX_COMING; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        if (!is_coming(body)) {
            continue;
        }
        VeerHalfPlane own = veer_orca2_body(view, trap->params, body);
        float most = max_f(excess(&own, trap->aim), excess(&own, answer));
        if (most > least(trap) && lay_ways(trap, body)) {
            trap->own[trap->count] = own;
            trap->coming[trap->count++] = body;
        }
    }
}

/// The first planes: of walls, so many seconds ahead.
static void look_at_walls(Trap *trap, float seconds)
{
    const VeerView *view = trap->view;
    VeerAvoidParams params = *trap->params;
    params.time_horizon_obstacles = seconds;
    trap->walls = 0;
    for (uint32_t i = 0; i < view->wall_count && i < VEER_MAX_WALLS; i++) {
        bool is_covered = false;
        for (uint32_t j = 0; j < trap->walls && !is_covered; j++) {
            is_covered = veer_orca2_covers(&trap->planes[j], view, &params, &view->walls[i]);
        }
        VeerHalfPlane plane = veer_orca2_wall(view, &params, &view->walls[i]);
        if (!is_covered && is_finite_plane(plane)) {
            trap->planes[trap->walls++] = plane;
        }
    }
}

/// The way to pass an obstacle in a choice of one for each.
static uint32_t way_in(uint32_t choice, uint32_t obstacle)
{
    return obstacle == 0 ? choice % WAYS : choice / WAYS;
}

/// Lays the planes of a choice behind those of the walls. @return how many planes there are
static uint32_t lay_choice(Trap *trap, uint32_t choice)
{
    uint32_t count = trap->walls;
    for (uint32_t i = 0; i < trap->count; i++) {
        trap->planes[count++] = trap->ways[i][way_in(choice, i)];
    }
    return count;
}

/// How much the best velocity beside the walls breaks a choice, m/s.
static float cost_of(Trap *trap, uint32_t choice)
{
    uint32_t count = lay_choice(trap, choice);
    VeerVec2 best = veer_lp2_solve(trap->planes, count, trap->walls, trap->limit, trap->aim);
    float worst = 0.0f;
    for (uint32_t i = trap->walls; i < count; i++) {
        worst = max_f(worst, excess(&trap->planes[i], best));
    }
    return worst;
}

/// The fastest way past the first obstacle, on the boundary of its half-plane.
static VeerVec2 past(const Trap *trap, uint32_t way)
{
    VeerHalfPlane plane = trap->ways[0][way];
    float along = sqrtf(max_f(trap->limit * trap->limit - plane.distance * plane.distance, 0.0f));
    VeerVec2 side = scale2(left2(plane.normal), way == 1 ? -along : along);
    return add2(scale2(plane.normal, plane.distance), side);
}

static float near_seconds(const Trap *trap)
{
    float seconds = NEAR_RADII * trap->view->radius / trap->limit;
    return min_f(seconds, trap->params->time_horizon_obstacles);
}

/// What it takes to go over to a choice, the less the better: how much it breaks the present
/// velocity, less how far that leads past the first obstacle already. In parts of the limit.
static float effort(const Trap *trap, uint32_t choice)
{
    VeerVec2 velocity = plane2(trap->view->velocity);
    float change = 0.0f;
    for (uint32_t i = 0; i < trap->count; i++) {
        change = max_f(change, excess(&trap->ways[i][way_in(choice, i)], velocity));
    }
    float along = dot2(past(trap, way_in(choice, 0)), velocity) / trap->limit;
    return (change - along) / trap->limit;
}

/// How well a choice can be kept: what it breaks; less than 0 where it can be kept, and the less
/// the less effort it takes.
static float rank(Trap *trap, uint32_t choice)
{
    float cost = cost_of(trap, choice);
    return cost > least(trap) ? cost : -1.0f / (2.0f + max_f(effort(trap, choice), -1.0f));
}

/// The choice that can be kept best; 0, which is ahead of all, where that can be kept for long.
/// Passing takes a moment alone.
static uint32_t choose_ways(Trap *trap)
{
    look_at_walls(trap, AHEAD_HORIZONS * trap->params->time_horizon_obstacles);
    float best = cost_of(trap, 0);
    if (best <= least(trap)) {
        return 0;
    }
    uint32_t choices = trap->count > 1 ? WAYS * WAYS : WAYS, found = 0;
    look_at_walls(trap, near_seconds(trap));
    for (uint32_t i = 1; i < choices; i++) {
        float other = rank(trap, i);
        if (other < best) {
            found = i;
            best = other;
        }
    }
    return found;
}

static bool breaks(const Trap *trap, VeerVec2 velocity)
{
    for (uint32_t i = 0; i < trap->count; i++) {
        if (excess(&trap->own[i], velocity) > least(trap)) {
            return true;
        }
    }
    return false;
}

/// Adds the planes of all other bodies. @return how many planes there are
static uint32_t add_others(Trap *trap, uint32_t count)
{
    const VeerView *view = trap->view;
    for (uint32_t i = 0; i < view->neighbour_count && count < VEER_MAX_PLANES; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        bool is_laid = trap->coming[0] == body || (trap->count > 1 && trap->coming[1] == body);
        VeerHalfPlane plane = veer_orca2_body(view, trap->params, body);
        if (!is_laid && is_finite_plane(plane)) {
            trap->planes[count++] = plane;
        }
    }
    return count;
}

/// The velocity for a choice: it comes after walls and before all other bodies.
static VeerVec2 flee(Trap *trap, uint32_t choice)
{
    look_at_walls(trap, near_seconds(trap));
    if (way_in(choice, 0) > 0) {
        trap->aim = past(trap, way_in(choice, 0));
    }
    float cost = cost_of(trap, choice) + VEER_PLANE_SLACK * trap->limit;
    uint32_t hard = lay_choice(trap, choice);
    for (uint32_t i = trap->walls; i < hard; i++) {
        trap->planes[i].distance -= cost;
    }
    uint32_t count = add_others(trap, hard);
    return veer_lp2_solve(trap->planes, count, hard, trap->limit, trap->aim);
}

/// Has ORCA's own planes stand for running ahead.
static void keep_own(Trap *trap)
{
    for (uint32_t i = 0; i < trap->count; i++) {
        trap->ways[i][0] = trap->own[i];
    }
}

VeerVec3 veer_orca2_escape(const VeerView *view, const VeerAvoidParams *params, VeerVec3 aim,
                           VeerVec3 answer)
{
    Trap trap = {.view = view, .params = params, .aim = plane2(aim)};
    trap.limit = min_f(view->max_speed, VEER_GREATEST_SPEED);
    if (view->space != VEER_PLANAR || view->wall_count == 0) {
        return answer;
    }
    find_coming(&trap, plane2(answer));
    if (trap.count == 0) {
        return answer;
    }
    uint32_t choice = choose_ways(&trap);
    keep_own(&trap);
    if (choice == 0 && !breaks(&trap, plane2(answer))) {
        return answer;
    }
    VeerVec2 way = flee(&trap, choice);
    return isfinite(way.x + way.y) ? vec3(way.x, way.y, 0.0f) : answer;
}
