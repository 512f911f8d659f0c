/// Who goes first through a gap of the map, among those on routes: see pass_order.c for worlds
/// without.
///
/// Where all share evasions alike, those who come to a gap together block each other, and wedge
/// into an arch (Helbing, Farkas, Vicsek, "Simulating dynamical features of escape panic", 2000).
/// So they queue: who is nearer to what both have to pass yields less, and nothing to those that
/// are an eighth of a reach behind. Of those who follow one field that is who has less of the way
/// left.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/traffic/maze_velocity.h"
#include "world/traffic/traffic.h"

/// A gap is what is narrower than so many radii, for a centre: for two bodies, or three, abreast.
#define GAP_RADII 4.0f
/// Turns lie before the mouth of a gap, or beside it: radii on from them it is as narrow as it
/// gets.
#define AHEAD_RADII 2.0f
/// How much more of the yielding falls to who is one reach further behind before a gap; and of
/// those who follow one field, most of whom are in the open.
#define GAP_SHARPNESS 4.0f
#define FIELD_SHARPNESS 0.5f
/// Ends of passages are the same within so many cells.
#define SAME_CELLS 3

bool veer_passage_is_at_aim(const VeerWorld *world, uint32_t slot, VeerVec3 before, VeerVec3 beyond)
{
    VeerVec3 aim = world->map.routes.all[slot].aim;
    float radius = world->agent.radius[slot], most = GAP_RADII * radius;
    float ahead = min_f(length3(beyond), AHEAD_RADII * radius);
    VeerVec3 inside = along3(aim, unit3(beyond, (VeerVec3){0}), ahead);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    return veer_map_free_across(&sight, aim, before, most) < most ||
           veer_map_free_across(&sight, aim, beyond, most) < most ||
           veer_map_free_across(&sight, inside, beyond, most) < most;
}

/// Whether two come out of one passage at the same end.
static bool is_one_passage(const VeerRouteGate *own, const VeerRouteGate *other)
{
    int32_t x = own->leave.x - other->leave.x, y = own->leave.y - other->leave.y;
    bool is_near = x * x <= SAME_CELLS * SAME_CELLS && y * y <= SAME_CELLS * SAME_CELLS;
    return own->state != VEER_GATE_NONE && other->state != VEER_GATE_NONE && is_near;
}

/// m from an agent to a turn; negative where it is past it.
static float before(const VeerWorld *world, uint32_t slot, const VeerRoute *turn)
{
    VeerVec3 way = veer_world_flat(world, sub3(turn->aim, world->agent.position[slot]));
    return dot3(way, turn->beyond) < 0.0f ? -length3(way) : length3(way);
}

/// How much further one is from what two have to pass than the other, m; 0: they do not go the
/// same way.
static float lag(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    const VeerRoute *own = &world->map.routes.all[slot], *its = &world->map.routes.all[other];
    const VeerRouteGate *gates = world->map.traffic.gates;
    if (own->field > 0 || its->field > 0) {
        return own->field == its->field ? own->left - its->left : 0.0f;
    }
    if (gates && is_one_passage(&gates[slot], &gates[other])) {
        return own->left - gates[slot].leave_left - (its->left - gates[other].leave_left);
    }
    if ((!own->is_aim_narrow && !its->is_aim_narrow) || !(dot3(own->beyond, its->beyond) > 0.0f)) {
        return 0.0f;
    }
    bool is_own = own->is_aim_narrow &&
                  (!its->is_aim_narrow || world->agent.id[slot] < world->agent.id[other]);
    const VeerRoute *turn = is_own ? own : its;
    return before(world, slot, turn) - before(world, other, turn);
}

float veer_yield_share_on_routes(const VeerWorld *world, uint32_t slot, uint32_t other, float share)
{
    const VeerRoute *own = &world->map.routes.all[slot], *others = &world->map.routes.all[other];
    float reach = world->agent.radius[slot] + world->agent.radius[other];
    bool is_given = share <= 0.0f || share >= 1.0f || reach <= 0.0f;
    if (!is_given && veer_maze_has(world, slot) && veer_maze_has(world, other)) {
        return veer_maze_yield_share(world, slot, other, share);
    }
    if (is_given || own->left < 0.0f || others->left < 0.0f) {
        return share;
    }
    float sharpness = own->field > 0 ? FIELD_SHARPNESS : GAP_SHARPNESS;
    float behind = clamp_f(lag(world, slot, other) / reach, -1.0f, 1.0f);
    return clamp_f(share + clamp_f(sharpness * behind, -1.0f, 1.0f), 0.0f, 1.0f);
}
