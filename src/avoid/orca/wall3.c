/// Half-spaces of boxes.
#include "avoid/base/constants.h"
#include "avoid/orca/orca.h"
#include "geom/box.h"

/// A box rounded by the agent's radius, in units of velocity: divided by the horizon. Its velocity
/// obstacle is all that it covers when scaled by 1 and more, a convex set. A half-space with
/// normal n keeps clear of it where n . c + radius <= 0 for all corners c, and then bounds it at
/// the distance of the furthest.
typedef struct RoundedBox {
    VeerVec3 lower, upper; ///< m/s
    float radius;          ///< m/s
} RoundedBox;

/// The most that the rounded box reaches along n.
static float reach_along(const RoundedBox *box, VeerVec3 n)
{
    return max_f(n.x * box->lower.x, n.x * box->upper.x) +
           max_f(n.y * box->lower.y, n.y * box->upper.y) +
           max_f(n.z * box->lower.z, n.z * box->upper.z) + box->radius;
}

/// A half-space and how far the velocity is on its allowed side.
typedef struct WallPlane3 {
    const RoundedBox *box;
    VeerVec3 velocity; ///< m/s
    float rounding;    ///< m/s
    VeerHalfSpace space;
    float room; ///< m/s
} WallPlane3;

/// Takes the half-space of normal n where it leaves more room than the choice so far.
static void consider(WallPlane3 *choice, VeerVec3 n)
{
    float distance = reach_along(choice->box, n);
    float room = dot3(n, choice->velocity) - distance;
    if (distance <= 0.0f && room > choice->room) {
        choice->space = (VeerHalfSpace){n, distance};
        choice->room = room;
    }
}

/// As consider, for the normal of a plane through the origin that touches the rounded box, if it
/// touches it: its distance is 0 but for rounding.
static void consider_touching(WallPlane3 *choice, VeerVec3 n)
{
    float room = dot3(n, choice->velocity);
    if (room > choice->room && reach_along(choice->box, n) <= choice->rounding) {
        choice->space = (VeerHalfSpace){n, 0.0f};
        choice->room = room;
    }
}

/// A coordinate of a corner of the box: of the upper one where bit `axis` of `corner` is set.
static float corner_on(const RoundedBox *box, uint32_t corner, uint32_t axis)
{
    const float lower[3] = {box->lower.x, box->lower.y, box->lower.z};
    const float upper[3] = {box->upper.x, box->upper.y, box->upper.z};
    return (corner >> axis & 1u) != 0 ? upper[axis] : lower[axis];
}

/// The two planes through the origin that touch the ball's way along the edge that leaves `corner`
/// along `axis`: a tangent problem in the plane across it.
static void consider_edge(WallPlane3 *choice, uint32_t corner, uint32_t axis)
{
    uint32_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    VeerVec2 at = vec2(corner_on(choice->box, corner, i), corner_on(choice->box, corner, j));
    float radius = choice->box->radius;
    float square = dot2(at, at);
    if (square <= radius * radius || !(square > 0.0f)) {
        return;
    }
    float inverse = 1.0f / square;
    float across = sqrtf(square - radius * radius) * inverse;
    for (int side = 0; side < 2; side++) {
        VeerVec2 turned = scale2(left2(at), side == 0 ? across : -across);
        VeerVec2 n = sub2(turned, scale2(at, radius * inverse));
        float parts[3];
        parts[axis] = 0.0f;
        parts[i] = n.x;
        parts[j] = n.y;
        consider_touching(choice, vec3(parts[0], parts[1], parts[2]));
    }
}

/// The plane that touches the cone round the ball at a corner, on the velocity's side.
static void consider_corner(WallPlane3 *choice, uint32_t corner)
{
    const RoundedBox *box = choice->box;
    VeerVec3 at =
        vec3(corner_on(box, corner, 0), corner_on(box, corner, 1), corner_on(box, corner, 2));
    float square = dot3(at, at);
    float leg = square - box->radius * box->radius;
    if (!(leg > 0.0f)) {
        return;
    }
    float inverse = 1.0f / square;
    VeerVec3 across = across3(choice->velocity, at, inverse);
    float length = length3(across);
    if (length > VEER_LEAST) {
        across = scale3(across, sqrtf(leg * inverse) / length);
        consider_touching(choice, along3(across, at, -box->radius * inverse));
    }
}

/// The faces that the agent is in front of.
static void consider_faces(WallPlane3 *choice)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        float parts[3] = {0.0f, 0.0f, 0.0f};
        parts[axis] = corner_on(choice->box, 0, axis) > 0.0f ? -1.0f : 1.0f;
        consider(choice, vec3(parts[0], parts[1], parts[2]));
    }
}

/// Through the point of the velocity obstacle's boundary nearest to the velocity: of the normals
/// at which the nearest point can lie, the one that leaves most room.
static VeerHalfSpace clear_of(const RoundedBox *box, VeerVec3 nearest, VeerVec3 velocity)
{
    // The part nearest to the agent is always admissible: it is a start and never lost.
    VeerVec3 back = scale3(nearest, -1.0f / length3(nearest));
    WallPlane3 choice = {.box = box, .velocity = velocity};
    choice.space = (VeerHalfSpace){back, min_f(reach_along(box, back), 0.0f)};
    choice.room = dot3(back, velocity) - choice.space.distance;
    choice.rounding = VEER_PLANE_SLACK * (length3(box->lower) + length3(box->upper));

    VeerVec3 off = sub3(velocity, veer_box_nearest((VeerBounds){box->lower, box->upper}, velocity));
    float length = length3(off);
    if (length > VEER_LEAST) {
        consider(&choice, scale3(off, 1.0f / length));
    }
    consider_faces(&choice);
    for (uint32_t corner = 0; corner < 8; corner++) {
        consider_corner(&choice, corner);
        for (uint32_t axis = 0; axis < 3; axis++) {
            if ((corner >> axis & 1u) == 0) {
                consider_edge(&choice, corner, axis);
            }
        }
    }
    return choice.space;
}

/// Out of a box round the agent's centre through its nearest face. @param depth  to that face, m
static VeerVec3 way_out(const VeerWall *wall, float *depth)
{
    const float lower[3] = {wall->a.x, wall->a.y, wall->a.z};
    const float upper[3] = {wall->b.x, wall->b.y, wall->b.z};
    float best[3] = {0.0f, 0.0f, 0.0f};
    *depth = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        float below = max_f(-lower[axis], 0.0f), above = max_f(upper[axis], 0.0f);
        if (min_f(below, above) < *depth) {
            *depth = min_f(below, above);
            best[0] = best[1] = best[2] = 0.0f;
            best[axis] = below < above ? -1.0f : 1.0f;
        }
    }
    return vec3(best[0], best[1], best[2]);
}

VeerHalfSpace veer_orca3_wall(const VeerView *view, const VeerAvoidParams *params,
                              const VeerWall *wall, VeerVec3 velocity)
{
    float radius = view->radius * (1.0f + VEER_AVOID_SKIN);
    VeerVec3 nearest = veer_box_nearest((VeerBounds){wall->a, wall->b}, vec3(0.0f, 0.0f, 0.0f));
    float distance = length3(nearest);
    if (distance > radius && distance > VEER_LEAST) {
        float pace = 1.0f / params->time_horizon_obstacles;
        RoundedBox box = {scale3(wall->a, pace), scale3(wall->b, pace), radius * pace};
        return clear_of(&box, nearest, velocity);
    }
    if (distance > VEER_LEAST) {
        return (VeerHalfSpace){scale3(nearest, -1.0f / distance),
                               separation_speed(view, radius - distance)};
    }
    float depth;
    VeerVec3 away = way_out(wall, &depth);
    return (VeerHalfSpace){away, separation_speed(view, radius + depth)};
}

uint32_t veer_orca3_walls(const VeerView *view, const VeerAvoidParams *params, uint32_t count,
                          VeerVec3 clear, VeerHalfSpace *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[kept] = veer_orca3_wall(view, params, &view->walls[i], view->velocity);
        if (dot3(out[kept].normal, clear) < out[kept].distance) {
            out[kept] = veer_orca3_wall(view, params, &view->walls[i], clear);
        }
        kept += is_finite_space(out[kept]);
    }
    return kept;
}
