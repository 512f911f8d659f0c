/// Who goes first through a gap of the map, among those on routes: see pass_order.c for worlds
/// without.
///
/// Where all share evasions alike, those who come to a gap together block each other, and wedge
/// into an arch (Helbing, Farkas, Vicsek, "Simulating dynamical features of escape panic", 2000).
/// So they queue: who has less of the way left yields less, and nothing to those that are an eighth
/// of a reach behind.
#include "math/vec.h"
#include "world/stages.h"

/// A gap is what is narrower than so many radii, for a centre: for two bodies, or three, abreast.
#define GAP_RADII 4.0f
/// Turns lie before the mouth of a gap, or beside it: radii on from them it is as narrow as it
/// gets.
#define AHEAD_RADII 2.0f
/// How much more of the yielding falls to who is one reach further behind before a gap; and of
/// those who follow one field, most of whom are in the open.
#define GAP_SHARPNESS 4.0f
#define FIELD_SHARPNESS 0.5f

bool veer_route_is_gap(const VeerWorld *world, uint32_t slot, VeerVec3 before, VeerVec3 beyond)
{
    VeerVec3 aim = world->map.routes[slot].aim;
    float radius = world->agent.radius[slot], most = GAP_RADII * radius;
    float ahead = min_f(length3(beyond), AHEAD_RADII * radius);
    VeerVec3 inside = along3(aim, unit3(beyond, (VeerVec3){0}), ahead);
    VeerMapSight sight = veer_map_sight(world, world->map.walls, VEER_SIGHT_RADII * radius);
    return veer_map_free_across(&sight, aim, before, most) < most ||
           veer_map_free_across(&sight, aim, beyond, most) < most ||
           veer_map_free_across(&sight, inside, beyond, most) < most;
}

/// Whether two go on in much the same direction: by the same field, or one of them through a gap.
static bool is_one_way(const VeerRoute *own, const VeerRoute *other)
{
    if (own->field > 0 || other->field > 0) {
        return own->field == other->field;
    }
    return (own->is_gap || other->is_gap) && dot3(own->beyond, other->beyond) > 0.0f;
}

float veer_route_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share)
{
    const VeerRoute *own = &world->map.routes[slot], *others = &world->map.routes[other];
    float reach = world->agent.radius[slot] + world->agent.radius[other];
    bool is_given = share <= 0.0f || share >= 1.0f || reach <= 0.0f;
    if (is_given || own->left < 0.0f || others->left < 0.0f || !is_one_way(own, others)) {
        return share;
    }
    float sharpness = own->field > 0 ? FIELD_SHARPNESS : GAP_SHARPNESS;
    float behind = clamp_f((own->left - others->left) / reach, -1.0f, 1.0f);
    return clamp_f(share + clamp_f(sharpness * behind, -1.0f, 1.0f), 0.0f, 1.0f);
}
