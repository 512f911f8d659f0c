/// Half-planes of neighbours, and the model orca in the plane.
#include "avoid/base/spread.h"
#include "avoid/orca/orca.h"

/// Two discs, seen from the first.
typedef struct Encounter2 {
    VeerVec2 offset;   ///< to the other's centre, m
    VeerVec2 relative; ///< own velocity less the other's, m/s
    float reach;       ///< sum of radii and skin, m
    float square;      ///< squared length of the offset
} Encounter2;

/// What the pair must add to `relative`, along a normal out of the velocity obstacle.
typedef struct Evasion2 {
    VeerVec2 normal;
    float change; ///< m/s, negative where there is room
} Evasion2;

/// The discs overlap: apart along the line of centres. The paper projects on the disc of one step,
/// whose normal is nearly this one and whose speed is without bound.
static Evasion2 leave_overlap(const VeerView *view, const VeerNeighbour *neighbour,
                              const Encounter2 *e)
{
    VeerVec2 away = spread_apart2(view->id, neighbour->id);
    float distance = sqrtf(e->square);
    if (e->square > VEER_COINCIDENT_SQUARE * e->reach * e->reach) {
        away = scale2(e->offset, -1.0f / distance);
    }
    float speed = separation_speed(view, e->reach - distance);
    return (Evasion2){away, speed - dot2(away, e->relative)};
}

/// Past the other on the side of the cone's leg that is nearer.
static Evasion2 pass_by(const Encounter2 *e, bool is_left)
{
    float inverse = 1.0f / e->square;
    float leg = sqrtf(max_f(e->square - e->reach * e->reach, 0.0f));
    float across = is_left ? leg * inverse : -leg * inverse;
    VeerVec2 normal = sub2(scale2(left2(e->offset), across), scale2(e->offset, e->reach * inverse));
    return (Evasion2){normal, -dot2(normal, e->relative)};
}

/// The other is met at the horizon first: out through the disc that truncates the cone.
static Evasion2 slow_down(const Encounter2 *e, VeerVec2 from_disc, float pace)
{
    float length = length2(from_disc);
    return (Evasion2){scale2(from_disc, 1.0f / length), e->reach * pace - length};
}

static bool is_head_on(const Encounter2 *e, float side)
{
    float limit = VEER_HEAD_ON * VEER_HEAD_ON * e->square * dot2(e->relative, e->relative);
    return side * side <= limit && dot2(e->offset, e->relative) > 0.0f;
}

static Evasion2 evade(const Encounter2 *e, float horizon)
{
    float pace = 1.0f / horizon;
    VeerVec2 from_disc = sub2(e->relative, scale2(e->offset, pace));
    float along = dot2(from_disc, e->offset);
    float square = dot2(from_disc, from_disc);
    float side = cross2(e->offset, e->relative);
    bool is_met_late = along < 0.0f && along * along > e->reach * e->reach * square;
    if (is_met_late) {
        // Head-on, slowing down alone would bring both to a stop face to face.
        bool is_inside = square < e->reach * e->reach * pace * pace;
        if (!is_inside || !is_head_on(e, side)) {
            return slow_down(e, from_disc, pace);
        }
    }
    return pass_by(e, side > 0.0f && !is_head_on(e, side));
}

static Encounter2 meet(const VeerView *view, const VeerNeighbour *neighbour)
{
    Encounter2 e = {.offset = plane2(neighbour->offset),
                    .relative = sub2(plane2(view->velocity), plane2(neighbour->velocity))};
    e.square = dot2(e.offset, e.offset);
    e.reach = veer_orca_reach(view, neighbour, sqrtf(e.square));
    return e;
}

VeerHalfPlane veer_orca2_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour)
{
    Encounter2 e = meet(view, neighbour);
    Evasion2 evasion;
    if (e.square > e.reach * e.reach) {
        evasion = evade(&e, neighbour->is_obstacle ? params->time_horizon_obstacles
                                                   : params->time_horizon);
    } else {
        evasion = leave_overlap(view, neighbour, &e);
    }
    return (VeerHalfPlane){evasion.normal,
                           dot2(evasion.normal, plane2(view->velocity)) +
                               veer_orca_part(neighbour->share, evasion.change) * evasion.change};
}

VeerHalfPlane veer_orca2_pass(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *obstacle, bool is_left)
{
    Encounter2 e = meet(view, obstacle);
    if (!(e.square > e.reach * e.reach)) {
        return veer_orca2_body(view, params, obstacle);
    }
    Evasion2 evasion = pass_by(&e, is_left);
    return (VeerHalfPlane){evasion.normal,
                           dot2(evasion.normal, plane2(view->velocity)) + evasion.change};
}
