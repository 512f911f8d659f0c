/// The door of traffic: who holds narrow passages, who waits, who yields to whom.
#ifndef VEER_WORLD_TRAFFIC_TRAFFIC_H
#define VEER_WORLD_TRAFFIC_TRAFFIC_H

#include "avoid/share.h"
#include "base/arena.h"
#include "veer/reservation.h"
#include "world/base/base.h"
#include "world/traffic/check.h"
#include "world/traffic/maze/maze.h"
#include "world/traffic/passage.h"
#include "world/traffic/yield.h"

/// The factor on an agent's weight when it shares an evasion: more than 1 where a dense crowd holds
/// it up. Contacts share by the weights alone: overlapping bodies separate fastest where all yield
/// alike.
float veer_crowd_priority(const VeerWorld *world, uint32_t slot);

/// Once a tick, after all routes are up to date: which agents wait before a passage.
void veer_gates_run(VeerWorld *world, float dt);
/// The preferred velocity of a waiting agent, m/s. @param forward  along its path
/// @return false: it does not wait
bool veer_gate_velocity(const VeerWorld *world, uint32_t slot, VeerVec3 forward,
                        VeerVec3 *preferred);

/// Moves a path to the right where it leads straight through corridors.
/// @param points  points[count], with room as in VeerMapRoutes.points
/// @return how many there are now
uint32_t veer_keep_right_shape(const VeerWorld *world, uint32_t slot, VeerVec3 *points,
                               uint32_t count);
/// m, from a leg of an agent's path to the corridor's middle, to the left; 0: no corridor, or one
/// too narrow for two streams.
float veer_keep_right_middle(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to);
/// Once a tick: agents in or before a corridor look for opposing ones, and on which half they
/// are. After veer_passages_run.
void veer_keep_right_run(VeerWorld *world, float dt);
/// Adds walls that such an agent keeps off, behind walls[count]: the corridor's middle, and the
/// left half of its mouth.
/// @param walls  walls[VEER_MAX_WALLS] @return how many there are
uint32_t veer_keep_right_walls(const VeerWorld *world, uint32_t slot, VeerWall *walls,
                               uint32_t count);

/// Whether an agent is in a corridor, or before one, on the half of those that come: it waits there
/// until it gets to its own.
static inline bool veer_keep_right_is_astray(const VeerWorld *world, uint32_t slot)
{
    const VeerPassage *passages = world->map.traffic.passages;
    return passages && passages[slot].is_astray;
}
/// m, straight to the right, from such an agent to its own lane.
VeerVec3 veer_keep_right_aside(const VeerWorld *world, uint32_t slot);

/// Once a tick: agents in a queue whose head progresses do not time out.
void veer_queues_run(VeerWorld *world);

/// Whether an agent's aim is at a passage: `before` leads to it, `beyond` on from it.
bool veer_passage_is_at_aim(const VeerWorld *world, uint32_t slot, VeerVec3 before,
                            VeerVec3 beyond);
/// The share of an evasion that falls to an agent beside another, both on routes: of two that go
/// the same way through a bottleneck, the rear one yields. @param share  by their weights
float veer_yield_share_on_routes(const VeerWorld *world, uint32_t slot, uint32_t other,
                                 float share);
/// Lays out map->traffic.seen in the scratch block, for grids.
void veer_yield_lay_out(VeerWorld *world, VeerArena *arena);
/// Notes what others see of routes over grids, for the lanes of yield.h.
void veer_yield_see_routes(VeerWorld *world);

/// As veer_yield_share_on_routes, of two agents without routes: of those with the same mouth ahead
/// the farther one yields, or who goes in where the other comes out.
///
/// @param gap     the agent's own
/// @param reach   m, the sum of both radii
/// @param offset  from it to the other, m
float veer_yield_share_off_routes(const VeerOutlineGap *gap, float reach,
                                  const VeerSeenAgent *other, VeerVec3 offset, float share);

/// What an agent holds of passages, or waits for.
void veer_traffic_held(const VeerWorld *world, uint32_t slot, VeerHeld *out);

/// Replaces a path that leads deep through single-file passages by a wider one, if that is not much
/// longer.
/// @param cells  of the path that the search of the job found, in VeerGridMap.cells
/// @return how many there are now
uint32_t veer_width_prefer(VeerWorld *world, const VeerPlanJob *job, uint32_t cells);

#endif
