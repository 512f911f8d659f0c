/// Half-planes of neighbours, an encounter a lane: of one agent with many, or of many agents.
#ifndef VEER_AVOID_ORCA_PLANE_WIDE_H
#define VEER_AVOID_ORCA_PLANE_WIDE_H

#include "avoid/orca/constants.h"
#include "base/wide.h"

/// The agents that look.
typedef struct AgentWide {
    VeerWide velocity_x, velocity_y, radius;
    VeerWide ease; ///< margin_part
} AgentWide;

/// What each of them sees.
typedef struct OtherWide {
    VeerWide offset_x, offset_y, velocity_x, velocity_y, radius, share;
    VeerWide skin; ///< part of the reach
    VeerWide pace; ///< 1/s, of the horizon
} OtherWide;

/// What comes of it.
typedef struct PlaneWide {
    VeerWide normal_x, normal_y, distance;
    VeerWideMask is_finite;
} PlaneWide;

/// Two discs, seen from the agent: offset to the other's centre, m; own velocity less the other's,
/// m/s; the sum of radii and skin, m.
typedef struct EncounterWide {
    VeerWide offset_x, offset_y, relative_x, relative_y, reach, reach_square, square, pace;
} EncounterWide;

/// What the pair must add to the relative velocity, m/s, negative where there is room, along a
/// normal out of the velocity obstacle.
typedef struct EvasionWide {
    VeerWide normal_x, normal_y, change;
} EvasionWide;

static inline VeerWide dot_wide(VeerWide ax, VeerWide ay, VeerWide bx, VeerWide by)
{
    return wide_add(wide_mul(ax, bx), wide_mul(ay, by));
}

/// veer_orca_reach
static inline VeerWide reach_wide(const AgentWide *self, VeerWide radius, VeerWide skin,
                                  VeerWide distance)
{
    VeerWide touch = wide_mul(wide_add(self->radius, radius), wide_add(wide_splat(1.0f), skin));
    VeerWide room = wide_max(wide_sub(distance, touch), wide_splat(0.0f));
    VeerWide margin = wide_mul(wide_mul(touch, wide_splat(VEER_AVOID_MARGIN)), self->ease);
    return wide_add(touch, wide_min(wide_mul(wide_splat(0.5f), room), margin));
}

static inline EncounterWide meet_wide(const AgentWide *self, const OtherWide *other)
{
    EncounterWide e = {
        .offset_x = other->offset_x, .offset_y = other->offset_y, .pace = other->pace};
    e.relative_x = wide_sub(self->velocity_x, other->velocity_x);
    e.relative_y = wide_sub(self->velocity_y, other->velocity_y);
    e.square = dot_wide(e.offset_x, e.offset_y, e.offset_x, e.offset_y);
    e.reach = reach_wide(self, other->radius, other->skin, wide_sqrt(e.square));
    e.reach_square = wide_mul(e.reach, e.reach);
    return e;
}

/// The lanes whose encounter is no overlap.
static inline VeerWideMask are_apart(const EncounterWide *e)
{
    return wide_less(e->reach_square, e->square);
}

/// Head-on, slowing down alone would bring both to a stop face to face.
static inline VeerWideMask are_head_on(const EncounterWide *e, VeerWide side)
{
    VeerWide relative = dot_wide(e->relative_x, e->relative_y, e->relative_x, e->relative_y);
    VeerWide limit =
        wide_mul(wide_mul(wide_splat(VEER_HEAD_ON * VEER_HEAD_ON), e->square), relative);
    VeerWide ahead = dot_wide(e->offset_x, e->offset_y, e->relative_x, e->relative_y);
    return wide_both(wide_at_most(wide_mul(side, side), limit), wide_less(wide_splat(0.0f), ahead));
}

/// Both ways out, of which each lane takes its own: past the other on the side of the cone's leg
/// that is nearer, or, where the other is met at the horizon first, through the disc that truncates
/// the cone. They share the root and the division.
static inline EvasionWide evade_wide(const EncounterWide *e)
{
    VeerWide zero = wide_splat(0.0f);
    VeerWide from_x = wide_sub(e->relative_x, wide_mul(e->offset_x, e->pace));
    VeerWide from_y = wide_sub(e->relative_y, wide_mul(e->offset_y, e->pace));
    VeerWide along = dot_wide(from_x, from_y, e->offset_x, e->offset_y);
    VeerWide square = dot_wide(from_x, from_y, from_x, from_y);
    VeerWide side =
        wide_sub(wide_mul(e->offset_x, e->relative_y), wide_mul(e->offset_y, e->relative_x));
    VeerWideMask head_on = are_head_on(e, side);
    VeerWideMask late =
        wide_both(wide_less(along, zero),
                  wide_less(wide_mul(e->reach_square, square), wide_mul(along, along)));
    VeerWide disc = wide_mul(wide_mul(e->reach_square, e->pace), e->pace);
    VeerWideMask slows = wide_only(late, wide_both(wide_less(square, disc), head_on));

    VeerWide leg_square = wide_max(wide_sub(e->square, e->reach_square), zero);
    VeerWide root = wide_sqrt(wide_select(slows, square, leg_square));
    VeerWide inverse = wide_div(wide_splat(1.0f), wide_select(slows, root, e->square));
    VeerWideMask left = wide_only(wide_less(zero, side), head_on);
    VeerWide leg = wide_mul(root, inverse);
    VeerWide across = wide_select(left, leg, wide_negate(leg));
    VeerWide back = wide_mul(e->reach, inverse);
    VeerWide pass_x =
        wide_sub(wide_mul(wide_negate(e->offset_y), across), wide_mul(e->offset_x, back));
    VeerWide pass_y = wide_sub(wide_mul(e->offset_x, across), wide_mul(e->offset_y, back));
    VeerWide pass = wide_negate(dot_wide(pass_x, pass_y, e->relative_x, e->relative_y));
    return (EvasionWide){wide_select(slows, wide_mul(from_x, inverse), pass_x),
                         wide_select(slows, wide_mul(from_y, inverse), pass_y),
                         wide_select(slows, wide_sub(wide_mul(e->reach, e->pace), root), pass)};
}

/// veer_orca_part
static inline VeerWide part_wide(VeerWide share, VeerWide change)
{
    VeerWide one = wide_splat(1.0f);
    VeerWideMask is_own =
        wide_either(wide_less(wide_splat(0.0f), change), wide_at_most(one, share));
    return wide_select(is_own, share, wide_sub(one, share));
}

/// The half-planes of lanes that are apart.
static inline PlaneWide plane_wide(const EncounterWide *e, const AgentWide *self, VeerWide share)
{
    EvasionWide evasion = evade_wide(e);
    VeerWide own = dot_wide(evasion.normal_x, evasion.normal_y, self->velocity_x, self->velocity_y);
    VeerWide part = part_wide(share, evasion.change);
    VeerWide distance = wide_add(own, wide_mul(part, evasion.change));
    VeerWide sum = wide_add(wide_add(evasion.normal_x, evasion.normal_y), distance);
    VeerWideMask is_finite = wide_less(wide_max(sum, wide_negate(sum)), wide_splat(INFINITY));
    return (PlaneWide){evasion.normal_x, evasion.normal_y, distance, is_finite};
}

#endif
