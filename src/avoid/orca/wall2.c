/// Half-planes of walls.
#include "avoid/base/constants.h"
#include "avoid/orca/orca.h"
#include "geom/segment.h"

/// A segment rounded by the agent's radius, in units of velocity: divided by the horizon. Its
/// velocity obstacle is all that it covers when scaled by 1 and more, a convex set. A half-plane
/// with normal n keeps clear of it where n . c + radius <= 0 for both ends c, and then bounds it at
/// the distance of the further end.
typedef struct Capsule {
    VeerVec2 a, b; ///< m/s
    float radius;  ///< m/s
} Capsule;

static VeerVec2 nearest_on_segment(VeerVec2 a, VeerVec2 b, VeerVec2 point)
{
    return add2(a, scale2(sub2(b, a), veer_segment_nearest2(a, b, point)));
}

/// The most that the capsule reaches along n.
static float reach_along(const Capsule *capsule, VeerVec2 n)
{
    return max_f(dot2(n, capsule->a), dot2(n, capsule->b)) + capsule->radius;
}

/// A half-plane and how far the velocity is on its allowed side.
typedef struct WallPlane2 {
    VeerHalfSpace plane;
    float room; ///< m/s
} WallPlane2;

/// Takes the half-plane of normal n where it leaves more room than the choice so far. `is_leg`: n
/// touches the obstacle all along, and its distance is 0.
static void consider(WallPlane2 *choice, const Capsule *capsule, VeerVec2 n, VeerVec2 velocity,
                     bool is_leg)
{
    float distance = is_leg ? 0.0f : reach_along(capsule, n);
    float room = dot2(n, velocity) - distance;
    if (distance <= 0.0f && room > choice->room) {
        *choice = (WallPlane2){{vec3(n.x, n.y, 0.0f), distance}, room};
    }
}

/// The normal of the line from the origin that touches the disc round `centre`, to its left (side
/// 1) or right (-1).
static VeerVec2 tangent(VeerVec2 centre, float radius, float side)
{
    float square = dot2(centre, centre);
    float leg = sqrtf(max_f(square - radius * radius, 0.0f));
    float inverse = 1.0f / square;
    return sub2(scale2(left2(centre), side * leg * inverse), scale2(centre, radius * inverse));
}

/// Of the tangents of both ends, the one that has the other end behind it.
static VeerVec2 leg_of(const Capsule *capsule, float side)
{
    VeerVec2 of_a = tangent(capsule->a, capsule->radius, side);
    VeerVec2 of_b = tangent(capsule->b, capsule->radius, side);
    return dot2(of_a, capsule->b) <= dot2(of_b, capsule->a) ? of_a : of_b;
}

/// Through the point of the velocity obstacle's boundary nearest to the velocity: of the normals
/// at which the nearest point can lie, the one that leaves most room.
static VeerHalfSpace clear_of(const Capsule *capsule, VeerVec2 nearest, VeerVec2 velocity)
{
    // The part nearest to the agent is always admissible: it is a start and never lost.
    VeerVec2 back = scale2(nearest, -1.0f / length2(nearest));
    WallPlane2 choice = {{vec3(back.x, back.y, 0.0f), min_f(reach_along(capsule, back), 0.0f)},
                         0.0f};
    choice.room = dot2(back, velocity) - choice.plane.distance;

    VeerVec2 off = sub2(velocity, nearest_on_segment(capsule->a, capsule->b, velocity));
    float length = length2(off);
    if (length > VEER_LEAST) {
        consider(&choice, capsule, scale2(off, 1.0f / length), velocity, false);
    }
    VeerVec2 across = left2(sub2(capsule->b, capsule->a));
    length = length2(across);
    if (length > VEER_LEAST) {
        float facing = dot2(across, capsule->a) > 0.0f ? -1.0f : 1.0f;
        consider(&choice, capsule, scale2(across, facing / length), velocity, false);
    }
    consider(&choice, capsule, leg_of(capsule, 1.0f), velocity, true);
    consider(&choice, capsule, leg_of(capsule, -1.0f), velocity, true);
    return choice.plane;
}

/// Away from a segment that runs through the agent's centre: back to where it came from.
static VeerVec2 back_off(const VeerView *view, const VeerWall *wall)
{
    VeerVec2 across = left2(sub2(plane2(wall->b), plane2(wall->a)));
    float length = length2(across);
    VeerVec2 velocity = plane2(view->velocity);
    if (length > VEER_LEAST) {
        float side = dot2(across, velocity) > 0.0f ? -1.0f : 1.0f;
        return scale2(across, side / length);
    }
    float speed = length2(velocity);
    return speed > VEER_LEAST ? scale2(velocity, -1.0f / speed) : vec2(-1.0f, 0.0f);
}

VeerHalfSpace veer_orca2_wall(const VeerView *view, const VeerAvoidParams *params,
                              const VeerWall *wall, VeerVec3 velocity)
{
    float radius = view->radius * (1.0f + VEER_AVOID_SKIN);
    VeerVec2 a = plane2(wall->a), b = plane2(wall->b);
    VeerVec2 nearest = nearest_on_segment(a, b, vec2(0.0f, 0.0f));
    float distance = length2(nearest);
    if (distance > radius && distance > VEER_LEAST) {
        float pace = 1.0f / params->time_horizon_obstacles;
        Capsule capsule = {scale2(a, pace), scale2(b, pace), radius * pace};
        return clear_of(&capsule, nearest, plane2(velocity));
    }
    VeerVec2 away =
        distance > VEER_LEAST ? scale2(nearest, -1.0f / distance) : back_off(view, wall);
    return (VeerHalfSpace){vec3(away.x, away.y, 0.0f),
                           separation_speed(view, max_f(radius - distance, 0.0f))};
}

uint32_t veer_orca2_walls(const VeerView *view, const VeerAvoidParams *params, uint32_t count,
                          VeerVec3 clear, VeerHalfSpace *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_covered = false;
        for (uint32_t j = 0; j < kept && !is_covered; j++) {
            is_covered = veer_orca2_covers(&out[j], view, params, &view->walls[i]);
        }
        if (!is_covered) {
            out[kept] = veer_orca2_wall(view, params, &view->walls[i], view->velocity);
            if (dot3(out[kept].normal, clear) < out[kept].distance) {
                out[kept] = veer_orca2_wall(view, params, &view->walls[i], clear);
            }
            kept += is_finite_space(out[kept]);
        }
    }
    return kept;
}

bool veer_orca2_covers(const VeerHalfSpace *plane, const VeerView *view,
                       const VeerAvoidParams *params, const VeerWall *wall)
{
    float radius = view->radius * (1.0f + VEER_AVOID_SKIN);
    VeerVec2 normal = plane2(plane->normal);
    float furthest = max_f(dot2(normal, plane2(wall->a)), dot2(normal, plane2(wall->b)));
    // The velocity obstacle holds all multiples of the segment from 1 / horizon on: a positive
    // distance is only as good as 0.
    float distance = min_f(plane->distance * params->time_horizon_obstacles, 0.0f);
    return furthest + radius <= distance + 0.5f * VEER_AVOID_SKIN * radius;
}
