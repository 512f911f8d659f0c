#include "avoid/crowd/escape.h"

#include "avoid/base/answer.h"
#include "avoid/base/view.h"
#include "avoid/crowd/constants.h"
#include "avoid/orca/orca.h"

enum {
    MAX_COMING = 2, ///< obstacles whose sides are weighed, nearest first
    SIDES = 3       ///< to keep clear of each: ahead of it, past it on its left, on its right
};

/// Obstacles that come, and the half-planes to choose from.
typedef struct Trap {
    const VeerView *view;
    const VeerAvoidParams *params;
    VeerVec2 aim;
    float limit; ///< m/s
    const VeerNeighbour *coming[MAX_COMING];
    uint32_t count;
    VeerHalfSpace own[MAX_COMING]; ///< ORCA's
    VeerHalfSpace sides[MAX_COMING][SIDES];
    VeerHalfSpace planes[VEER_MAX_PLANES];
    uint32_t walls; ///< planes of walls, the first
} Trap;

/// How much a velocity breaks a half-plane, m/s.
static float excess(const VeerHalfSpace *plane, VeerVec2 velocity)
{
    return plane->distance - dot2(plane2(plane->normal), velocity);
}

static float least(const Trap *trap)
{
    return NO_PACE * trap->limit;
}

static bool is_coming(const VeerNeighbour *body)
{
    return body->is_obstacle && dot3(body->velocity, body->velocity) > 0.0f;
}

/// The velocities that keep ahead of an obstacle for the horizon.
static VeerHalfSpace keep_ahead(const VeerView *view, float horizon, const VeerNeighbour *body)
{
    VeerVec2 offset = plane2(body->offset);
    float distance = length2(offset);
    VeerVec2 away = scale2(offset, -1.0f / max_f(distance, view->radius));
    float gap = max_f(distance - veer_orca_reach(view, body, distance), 0.0f);
    float closing = dot2(away, plane2(body->velocity)) - gap / horizon;
    return (VeerHalfSpace){vec3(away.x, away.y, 0.0f), closing};
}

/// Fills in the sides to keep clear of the next obstacle on. @return whether all are numbers
static bool lay_sides(Trap *trap, const VeerNeighbour *body)
{
    VeerHalfSpace *sides = trap->sides[trap->count];
    sides[0] = keep_ahead(trap->view, trap->params->time_horizon_obstacles, body);
    sides[1] = veer_orca2_pass(trap->view, body, true);
    sides[2] = veer_orca2_pass(trap->view, body, false);
    return is_finite_space(sides[0]) && is_finite_space(sides[1]) && is_finite_space(sides[2]);
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
        VeerHalfSpace own = veer_orca2_body(view, trap->params, body);
        float most = max_f(excess(&own, trap->aim), excess(&own, answer));
        if (most > least(trap) && lay_sides(trap, body)) {
            trap->own[trap->count] = own;
            trap->coming[trap->count++] = body;
        }
    }
}

/// The first planes: of walls, so many seconds ahead.
static void look_at_walls(Trap *trap, float seconds)
{
    VeerAvoidParams params = *trap->params;
    params.time_horizon_obstacles = seconds;
    trap->walls =
        veer_orca2_walls(trap->view, &params, wall_count(trap->view), (VeerVec3){0}, trap->planes);
}

/// The side of an obstacle in a choice of one for each.
static uint32_t side_in(uint32_t choice, uint32_t obstacle)
{
    return obstacle == 0 ? choice % SIDES : choice / SIDES;
}

/// Lays the planes of a choice behind those of the walls. @return how many planes there are
static uint32_t lay_choice(Trap *trap, uint32_t choice)
{
    uint32_t count = trap->walls;
    for (uint32_t i = 0; i < trap->count; i++) {
        trap->planes[count++] = trap->sides[i][side_in(choice, i)];
    }
    return count;
}

static VeerVec2 solve(const Trap *trap, uint32_t count, uint32_t hard_count)
{
    VeerLpDef def = {trap->planes, count, hard_count, trap->limit, VEER_PLANAR};
    return plane2(veer_lp_solve(&def, vec3(trap->aim.x, trap->aim.y, 0.0f)));
}

/// How much the best velocity beside the walls breaks a choice, m/s.
static float cost_of(Trap *trap, uint32_t choice)
{
    uint32_t count = lay_choice(trap, choice);
    VeerVec2 best = solve(trap, count, trap->walls);
    float worst = 0.0f;
    for (uint32_t i = trap->walls; i < count; i++) {
        worst = max_f(worst, excess(&trap->planes[i], best));
    }
    return worst;
}

/// The fastest velocity past the first obstacle: on the boundary of its half-plane.
static VeerVec2 past(const Trap *trap, uint32_t side)
{
    VeerHalfSpace plane = trap->sides[0][side];
    float along = sqrtf(max_f(trap->limit * trap->limit - plane.distance * plane.distance, 0.0f));
    VeerVec2 normal = plane2(plane.normal);
    VeerVec2 on = scale2(left2(normal), side == 1 ? -along : along);
    return add2(scale2(normal, plane.distance), on);
}

static float near_seconds(const Trap *trap)
{
    float seconds = NEAR_LOOK * trap->view->radius / trap->limit;
    return min_f(seconds, trap->params->time_horizon_obstacles);
}

/// The effort to change to a choice: how much the present velocity breaks it, less how far that
/// leads past the first obstacle already. In parts of the limit.
static float effort(const Trap *trap, uint32_t choice)
{
    VeerVec2 velocity = plane2(trap->view->velocity);
    float change = 0.0f;
    for (uint32_t i = 0; i < trap->count; i++) {
        change = max_f(change, excess(&trap->sides[i][side_in(choice, i)], velocity));
    }
    float along = dot2(past(trap, side_in(choice, 0)), velocity) / trap->limit;
    return (change - along) / trap->limit;
}

/// The rank of a choice, the least is the best: what it breaks; where it can be kept, a number
/// below 0 that falls with the effort.
static float rank(Trap *trap, uint32_t choice)
{
    float cost = cost_of(trap, choice);
    return cost > least(trap) ? cost : -1.0f / (2.0f + max_f(effort(trap, choice), -1.0f));
}

/// The best choice; 0, which is to run ahead of all, where that can be kept for long. Passing takes
/// a moment only.
static uint32_t choose_sides(Trap *trap)
{
    look_at_walls(trap, AHEAD_HORIZONS * trap->params->time_horizon_obstacles);
    float best = cost_of(trap, 0);
    if (best <= least(trap)) {
        return 0;
    }
    uint32_t choices = trap->count > 1 ? SIDES * SIDES : SIDES, found = 0;
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
        bool is_coming_one =
            trap->coming[0] == body || (trap->count > 1 && trap->coming[1] == body);
        VeerHalfSpace plane = veer_orca2_body(view, trap->params, body);
        if (!is_coming_one && is_finite_space(plane)) {
            trap->planes[count++] = plane;
        }
    }
    return count;
}

/// The velocity for a choice, which is kept after walls and before all other bodies.
static VeerVec2 flee(Trap *trap, uint32_t choice)
{
    look_at_walls(trap, near_seconds(trap));
    if (side_in(choice, 0) > 0) {
        trap->aim = past(trap, side_in(choice, 0));
    }
    float cost = cost_of(trap, choice) + VEER_PLANE_SLACK * trap->limit;
    uint32_t hard = lay_choice(trap, choice);
    for (uint32_t i = trap->walls; i < hard; i++) {
        trap->planes[i].distance -= cost;
    }
    uint32_t count = add_others(trap, hard);
    return solve(trap, count, hard);
}

/// Replaces the planes of running ahead by ORCA's own.
static void keep_own(Trap *trap)
{
    for (uint32_t i = 0; i < trap->count; i++) {
        trap->sides[i][0] = trap->own[i];
    }
}

VeerVec3 veer_crowd_escape(const VeerView *view, const VeerAvoidParams *params, VeerVec3 aim,
                           VeerVec3 answer)
{
    if (view->space != VEER_PLANAR || view->wall_count == 0) {
        return answer;
    }
    Trap trap;
    trap.view = view;
    trap.params = params;
    trap.aim = plane2(aim);
    trap.limit = min_f(view->max_speed, VEER_GREATEST_SPEED);
    trap.count = 0;
    find_coming(&trap, plane2(answer));
    if (trap.count == 0) {
        return answer;
    }
    uint32_t choice = choose_sides(&trap);
    keep_own(&trap);
    if (choice == 0 && !breaks(&trap, plane2(answer))) {
        return answer;
    }
    VeerVec2 best = flee(&trap, choice);
    return isfinite(best.x + best.y) ? vec3(best.x, best.y, 0.0f) : answer;
}
