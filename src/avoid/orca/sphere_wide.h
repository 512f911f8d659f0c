/// Half-spaces of neighbours in space, an encounter a lane: bit by bit those of veer_orca3_body.
#ifndef VEER_AVOID_ORCA_SPHERE_WIDE_H
#define VEER_AVOID_ORCA_SPHERE_WIDE_H

#include "avoid/orca/plane_wide.h"
#include "math/vec_wide.h"

/// Two spheres, seen from the agent: as EncounterWide.
typedef struct SphereWide {
    Vec3Wide offset, relative;
    VeerWide reach, square;
    VeerWide distance; ///< m, the root of the square
    VeerWide pace;     ///< 1/s, of the horizon
} SphereWide;

/// A half-space a lane.
typedef struct SpaceWide {
    Vec3Wide normal;
    VeerWide distance; ///< m/s
    VeerWideMask is_finite;
} SpaceWide;

static inline SphereWide meet_spheres_wide(const AgentWide *self, Vec3Wide velocity,
                                           Vec3Wide offset, Vec3Wide other_velocity,
                                           VeerWide radius, VeerWide pace)
{
    SphereWide e = {
        .offset = offset, .relative = sub3_wide(velocity, other_velocity), .pace = pace};
    e.square = dot3_wide(offset, offset);
    e.distance = wide_sqrt(e.square);
    e.reach = reach_wide(self, radius, wide_splat(VEER_AVOID_SKIN), e.distance);
    return e;
}

/// The lanes whose encounter is no overlap.
static inline VeerWideMask spheres_are_apart(const SphereWide *e)
{
    return wide_less(wide_mul(e->reach, e->reach), e->square);
}

/// The part of the relative velocity across the offset: across3.
static inline Vec3Wide lateral_wide(const SphereWide *e)
{
    VeerWide inverse = wide_div(wide_splat(1.0f), e->square);
    VeerWide along = wide_negate(dot3_wide(e->relative, e->offset));
    Vec3Wide once = along3_wide(e->relative, e->offset, wide_mul(along, inverse));
    along = wide_negate(dot3_wide(once, e->offset));
    return along3_wide(once, e->offset, wide_mul(along, inverse));
}

/// To the right of where they meet, as in orca3.c, of any length.
static inline Vec3Wide right_wide(Vec3Wide ahead)
{
    VeerWide zero = wide_splat(0.0f);
    VeerWide nought_x = wide_mul(ahead.x, zero), nought_y = wide_mul(ahead.y, zero);
    VeerWide nought_z = wide_mul(ahead.z, zero);
    Vec3Wide right = {wide_sub(ahead.y, nought_z), wide_sub(nought_z, ahead.x),
                      wide_sub(nought_x, nought_y)};
    Vec3Wide upright = {wide_sub(nought_y, nought_z), wide_sub(ahead.z, nought_x),
                        wide_sub(nought_x, ahead.y)};
    VeerWide least = wide_mul(wide_splat(VEER_HEAD_ON * VEER_HEAD_ON), dot3_wide(ahead, ahead));
    VeerWideMask is_upright = wide_at_most(dot3_wide(right, right), least);
    return select3_wide(is_upright, upright, right);
}

/// Unit vectors across the offsets along which the lanes pass by: to the right where they meet
/// head-on, else the way that they go already.
static inline Vec3Wide across_wide(const SphereWide *e, Vec3Wide lateral, VeerWideMask is_head_on)
{
    VeerWide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    Vec3Wide way = scale3_wide(lateral, wide_div(one, length3_wide(lateral)));
    if (!wide_bits(is_head_on)) {
        return way;
    }
    Vec3Wide right = unit3_wide(right_wide(e->offset), (Vec3Wide){zero, one, zero});
    return select3_wide(is_head_on, right, way);
}

/// The half-spaces of lanes that are apart, whose agents go at a velocity.
static inline SpaceWide space_wide(const SphereWide *e, Vec3Wide velocity, VeerWide share)
{
    VeerWide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    VeerWide reach_square = wide_mul(e->reach, e->reach);
    Vec3Wide from = along3_wide(e->relative, e->offset, wide_negate(e->pace));
    VeerWide along = dot3_wide(from, e->offset), square = dot3_wide(from, from);
    Vec3Wide lateral = lateral_wide(e);
    VeerWide most = wide_mul(wide_splat(VEER_HEAD_ON_3D * VEER_HEAD_ON_3D),
                             dot3_wide(e->relative, e->relative));
    VeerWideMask is_head_on = wide_at_most(dot3_wide(lateral, lateral), most);
    VeerWideMask is_late = wide_both(
        wide_less(along, zero), wide_less(wide_mul(reach_square, square), wide_mul(along, along)));
    VeerWide disc = wide_mul(wide_mul(reach_square, e->pace), e->pace);
    VeerWideMask is_ahead = wide_less(zero, dot3_wide(e->relative, e->offset));
    VeerWideMask is_barred = wide_both(wide_both(wide_less(square, disc), is_head_on), is_ahead);
    VeerWideMask slows = wide_only(is_late, is_barred);

    VeerWide leg_square = wide_max(wide_sub(e->square, reach_square), zero);
    VeerWide root = wide_sqrt(wide_select(slows, square, leg_square));
    VeerWide inverse = wide_div(one, wide_select(slows, root, e->distance));
    VeerWide back = wide_mul(wide_mul(wide_negate(e->reach), inverse), inverse);
    Vec3Wide across = across_wide(e, lateral, is_head_on);
    Vec3Wide pass = along3_wide(scale3_wide(across, wide_mul(root, inverse)), e->offset, back);
    Vec3Wide normal = select3_wide(slows, scale3_wide(from, inverse), pass);
    VeerWide change = wide_select(slows, wide_sub(wide_mul(e->reach, e->pace), root),
                                  wide_negate(dot3_wide(pass, e->relative)));
    VeerWide own = dot3_wide(normal, velocity);
    VeerWide distance = wide_add(own, wide_mul(part_wide(share, change), change));
    VeerWide sum = wide_add(wide_add(wide_add(normal.x, normal.y), normal.z), distance);
    VeerWideMask is_finite = wide_less(wide_max(sum, wide_negate(sum)), wide_splat(INFINITY));
    return (SpaceWide){normal, distance, is_finite};
}

#endif
