/// Half-spaces of neighbours, and the model orca in space.
#include "avoid/base/spread.h"
#include "avoid/orca/orca.h"

/// Two spheres, seen from the first.
typedef struct Encounter3 {
    VeerVec3 offset;   ///< to the other's centre, m
    VeerVec3 relative; ///< own velocity less the other's, m/s
    float reach;       ///< sum of radii and skin, m
    float square;      ///< squared length of the offset
} Encounter3;

/// What the pair must add to `relative`, along a normal out of the velocity obstacle.
typedef struct Evasion3 {
    VeerVec3 normal;
    float change; ///< m/s, negative where there is room
} Evasion3;

static inline Encounter3 meet(const VeerView *view, const VeerNeighbour *neighbour)
{
    Encounter3 e = {.offset = neighbour->offset,
                    .relative = sub3(view->velocity, neighbour->velocity)};
    if (view->space == VEER_PLANAR) {
        e.offset.z = e.relative.z = 0.0f;
    }
    e.square = dot3(e.offset, e.offset);
    e.reach = veer_orca_reach(view, neighbour, sqrtf(e.square));
    return e;
}

static inline VeerHalfSpace space_of(const VeerView *view, const VeerNeighbour *neighbour,
                                     Evasion3 evasion)
{
    float change = veer_orca_part(neighbour->share, evasion.change) * evasion.change;
    return (VeerHalfSpace){evasion.normal, dot3(evasion.normal, view->velocity) + change};
}

VeerHalfSpace veer_orca_leave(const VeerView *view, const VeerNeighbour *neighbour)
{
    Encounter3 e = meet(view, neighbour);
    float distance = sqrtf(e.square);
    bool has_direction = e.square > VEER_COINCIDENT_SQUARE * e.reach * e.reach;
    VeerVec3 away =
        has_direction ? scale3(e.offset, -1.0f / distance) : spread_apart(view, neighbour->id);
    float speed = separation_speed(view, e.reach - distance);
    return space_of(view, neighbour, (Evasion3){away, speed - dot3(away, e.relative)});
}

/// To the right of `ahead` with z up; with x up where `ahead` is along z. Opposite for the two of
/// an encounter, so both keep to their right.
static VeerVec3 right_of(VeerVec3 ahead)
{
    VeerVec3 right = cross3(ahead, vec3(0.0f, 0.0f, 1.0f));
    if (dot3(right, right) <= VEER_HEAD_ON * VEER_HEAD_ON * dot3(ahead, ahead)) {
        right = cross3(ahead, vec3(1.0f, 0.0f, 0.0f));
    }
    return unit3(right, vec3(0.0f, 1.0f, 0.0f));
}

/// Out through the side of the cone, in the plane of the offset and the relative velocity.
/// `across`: the unit vector in that plane across the offset.
static Evasion3 pass_by(const Encounter3 *e, VeerVec3 across)
{
    float inverse = 1.0f / sqrtf(e->square);
    float leg = sqrtf(max_f(e->square - e->reach * e->reach, 0.0f)) * inverse;
    VeerVec3 normal = along3(scale3(across, leg), e->offset, -e->reach * inverse * inverse);
    return (Evasion3){normal, -dot3(normal, e->relative)};
}

/// Out through the sphere that truncates the cone.
static Evasion3 slow_down(const Encounter3 *e, VeerVec3 from_ball, float pace)
{
    float length = length3(from_ball);
    return (Evasion3){scale3(from_ball, 1.0f / length), e->reach * pace - length};
}

static Evasion3 evade(const Encounter3 *e, float horizon)
{
    float pace = 1.0f / horizon;
    VeerVec3 from_ball = along3(e->relative, e->offset, -pace);
    float along = dot3(from_ball, e->offset);
    float square = dot3(from_ball, from_ball);
    float ahead = dot3(e->relative, e->offset);
    VeerVec3 lateral = across3(e->relative, e->offset, 1.0f / e->square);
    float side = dot3(lateral, lateral);
    bool is_head_on = side <= VEER_HEAD_ON_3D * VEER_HEAD_ON_3D * dot3(e->relative, e->relative);
    bool is_met_late = along < 0.0f && along * along > e->reach * e->reach * square;
    bool is_inside = square < e->reach * e->reach * pace * pace;
    if (is_met_late && !(is_inside && is_head_on && ahead > 0.0f)) {
        return slow_down(e, from_ball, pace);
    }
    return pass_by(e, is_head_on ? right_of(e->offset) : scale3(lateral, 1.0f / sqrtf(side)));
}

VeerHalfSpace veer_orca3_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour)
{
    Encounter3 e = meet(view, neighbour);
    if (!(e.square > e.reach * e.reach)) {
        return veer_orca_leave(view, neighbour);
    }
    float horizon = neighbour->is_obstacle ? params->time_horizon_obstacles : params->time_horizon;
    return space_of(view, neighbour, evade(&e, horizon));
}
