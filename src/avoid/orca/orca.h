/// The door of ORCA, the paper's model: from bodies and walls to half-planes and half-spaces, and
/// the velocity programs over them.
#ifndef VEER_AVOID_ORCA_ORCA_H
#define VEER_AVOID_ORCA_ORCA_H

#include "avoid/base/memory.h"
#include "avoid/base/view.h"
#include "avoid/orca/allowed.h"
#include "base/lanes.h"

/// As veer_avoid_orca.
VeerAvoidResult veer_orca_decide(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred);

/// s that it takes an agent to stop.
static inline float veer_orca_stopping_time(const VeerView *view, float speed)
{
    return speed / min_f(view->max_braking, view->max_acceleration);
}

/// The skin that an agent keeps to a body, as a part of the reach. Who is pushed into another's
/// skin leaves it in a tick, and those that wait their turn body to body hand that on: they tremble
/// by what it is wide. So who takes turns and is held up gives it up, as it does the margin, but
/// not to obstacles, which do not give way.
static inline float veer_orca_skin(const VeerView *view, bool is_obstacle)
{
    bool gives_way = takes_turns(view) && !is_obstacle;
    return VEER_AVOID_SKIN * (gives_way ? margin_part(&view->memory) : 1.0f);
}

/// How near the centres of two bodies may come, m: the sum of their radii, the skin, and a margin
/// of which half the room between them is the most, so that a margin alone never counts as overlap.
///
/// @param distance  m, of the centres now
static inline float veer_orca_reach(const VeerView *view, const VeerNeighbour *neighbour,
                                    float distance)
{
    float skin = veer_orca_skin(view, neighbour->is_obstacle);
    float touch = (view->radius + neighbour->radius) * (1.0f + skin);
    float room = max_f(distance - touch, 0.0f);
    return touch + min_f(0.5f * room, touch * VEER_AVOID_MARGIN * margin_part(&view->memory));
}

/// The part of a change of the relative velocity that falls to the agent. Of a needed change that
/// is its share; of room to spare it is what its share leaves, so that an agent that yields less
/// has more freedom. Where the other does not react at all, all of either is the agent's.
static inline float veer_orca_part(float share, float change)
{
    return change > 0.0f || share >= 1.0f ? share : 1.0f - share;
}

/// Speed at which to leave an overlap of `depth` m, m/s, at most the agent's max speed.
static inline float separation_speed(const VeerView *view, float depth)
{
    return min_f(depth / max_f(view->dt, VEER_SEPARATION_TIME), view->max_speed);
}

/// The part of `a` across `axis`, whose squared length has the given inverse. Taken twice: where a
/// is nearly along the axis, the first leaves rounding that is not small beside what remains.
static inline VeerVec3 across3(VeerVec3 a, VeerVec3 axis, float inverse_square)
{
    VeerVec3 once = along3(a, axis, -dot3(a, axis) * inverse_square);
    return along3(once, axis, -dot3(once, axis) * inverse_square);
}

/// The half-plane that keeps the agent clear of a neighbour for the horizon, if the neighbour
/// takes its own share. Not finite where what goes in is out of all proportion.
/// Source: van den Berg et al. 2011, section 4.
VeerHalfSpace veer_orca2_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour);

/// The half-plane of the velocities that pass an obstacle on its left, or right, as seen from the
/// agent, however far off it is; that of veer_orca2_body where they overlap.
VeerHalfSpace veer_orca2_pass(const VeerView *view, const VeerNeighbour *obstacle, bool is_left);

/// The half-planes of all neighbours, in their order and bit by bit those of veer_orca2_body,
/// without those that are not finite.
///
/// @param resting  params for obstacles at rest
/// @param moving   for all others; NULL: these are left out
/// @return how many
uint32_t veer_orca2_bodies(const VeerView *view, const VeerAvoidParams *resting,
                           const VeerAvoidParams *moving, VeerHalfSpace *out);

/// The half-plane that keeps the agent clear of a segment for the horizon of obstacles, through
/// the point of the segment's truncated velocity obstacle nearest to a velocity, m/s.
VeerHalfSpace veer_orca2_wall(const VeerView *view, const VeerAvoidParams *params,
                              const VeerWall *wall, VeerVec3 velocity);

/// Whether every velocity of the half-plane keeps clear of the segment for the horizon.
bool veer_orca2_covers(const VeerHalfSpace *plane, const VeerView *view,
                       const VeerAvoidParams *params, const VeerWall *wall);

/// The half-planes of the first `count` walls, near to far, but for those that are not finite, and
/// those whose wall the half-plane of a nearer one covers, as along a chain: the far link's own
/// would only slow an agent that slides past the joint. They are taken nearest to the present
/// velocity, as in the paper; those that bar `clear`, nearest to that.
///
/// @param clear  m/s, that keeps clear of the walls; 0 is barred by none but what touches
/// @return how many
uint32_t veer_orca2_walls(const VeerView *view, const VeerAvoidParams *params, uint32_t count,
                          VeerVec3 clear, VeerHalfSpace *out);

/// Out of an overlap along the line of centres, in the plane too. The paper projects on the disc of
/// one step, whose normal is nearly this one and whose speed is without bound.
VeerHalfSpace veer_orca_leave(const VeerView *view, const VeerNeighbour *neighbour);

/// As veer_orca2_body, for spheres.
VeerHalfSpace veer_orca3_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour);

/// As veer_orca2_wall, for a box: the exact truncated velocity obstacle of the box rounded by the
/// agent's radius.
VeerHalfSpace veer_orca3_wall(const VeerView *view, const VeerAvoidParams *params,
                              const VeerWall *wall, VeerVec3 velocity);

/// As veer_orca2_walls, for boxes; none covers another.
uint32_t veer_orca3_walls(const VeerView *view, const VeerAvoidParams *params, uint32_t count,
                          VeerVec3 clear, VeerHalfSpace *out);

/// See veer_orca2_body and veer_orca2_bodies.
typedef struct VeerOrca2Lanes {
    VeerHalfSpace (*body)(const VeerView *view, const VeerAvoidParams *params,
                          const VeerNeighbour *neighbour);
    uint32_t (*bodies)(const VeerView *view, const VeerAvoidParams *resting,
                       const VeerAvoidParams *moving, VeerHalfSpace *out);
} VeerOrca2Lanes;

extern const VeerOrca2Lanes veer_orca2_base, veer_orca2_avx2, veer_orca2_avx512;

/// The kernels of one width (base/lanes.h).
const VeerOrca2Lanes *veer_orca2_lanes(VeerLanes lanes);

#endif
