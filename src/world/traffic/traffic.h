/// The door of traffic: who holds narrow places, who waits, who yields to whom.
#ifndef VEER_WORLD_TRAFFIC_TRAFFIC_H
#define VEER_WORLD_TRAFFIC_TRAFFIC_H

#include "base/arena.h"
#include "world/base/base.h"

/// The weight of infinite priority: no part falls to it but against the immovable, of weight
/// INFINITY.
#define VEER_WEIGHT_UNYIELDING 3e38f

/// The part of an evasion that falls to the first of two weights: the other's weight ÷ both.
static inline float veer_yield_share(float own, float other)
{
    if (own == other) {
        return 0.5f;
    }
    if (own >= VEER_WEIGHT_UNYIELDING || other >= VEER_WEIGHT_UNYIELDING) {
        return own < other ? 1.0f : 0.0f;
    }
    return other / (own + other);
}

/// How many times its weight an agent counts when others near it and it share an evasion: more than
/// once in a crowd that holds it up. What touches shares by the weights alone: bodies that are
/// pressed from all sides part the sooner the more alike all of them yield.
float veer_crowd_priority(const VeerWorld *world, uint32_t slot);

/// Once a tick, after all routes are kept in order: who waits before a narrow passage.
void veer_gates_run(VeerWorld *world, float dt);
/// The wish of one that waits there, m/s. @param forward  along its way @return false: it does not
bool veer_gate_velocity(const VeerWorld *world, uint32_t slot, VeerVec3 forward, VeerVec3 *wish);

/// Where an agent keeps to: the part of the right half of a passage, from its middle to its side.
float veer_keep_right_part(const VeerWorld *world, uint32_t slot);
/// Has a way keep to the right where it leads straight through what is narrow.
/// @param points  points[count] of it, with room as in VeerWorldMap.points
/// @return how many there are now
uint32_t veer_keep_right_shape(const VeerWorld *world, uint32_t slot, VeerVec3 *points,
                               uint32_t count);
/// m, from a leg of an agent's way to the middle of what it leads through, to the left; 0: that is
/// not narrow, or too narrow for two streams.
float veer_keep_right_middle(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to);
/// Once a tick: who is in a lane, or comes to one, looks who comes against it.
void veer_keep_right_run(VeerWorld *world, float dt);
/// Puts what such an agent keeps off, beside walls, behind walls[count]: the middle, and outside
/// the left half of the mouth. @param walls  walls[VEER_MAX_WALLS] @return how many there are
uint32_t veer_keep_right_walls(const VeerWorld *world, uint32_t slot, VeerWall *walls,
                               uint32_t count);

/// Once a tick: who stands in a line whose head gets on does not give up.
void veer_queues_run(VeerWorld *world);

/// Once a tick: who comes in, who steps where, who leaves.
/// @param is_edited  the map has changed since the last
void veer_maze_run(VeerWorld *world, bool is_edited, float dt);
/// Whether an agent is among the stations, and comes to its goal there without a way.
bool veer_maze_steers(const VeerWorld *world, uint32_t slot);
/// Whether it is among them at all.
bool veer_maze_has(const VeerWorld *world, uint32_t slot);
/// The hash of what it has of it, after `hash`.
uint64_t veer_maze_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);

/// Room in the scratch block; map->traffic.maze, where the map is one of cells.
void veer_maze_lay_out(VeerWorld *world, VeerArena *arena);

/// The wish of one that is, or waits to be, m/s. @return false: it is not, or goes as it would
bool veer_maze_velocity(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish);
/// One in the maze avoids no further ahead than to its next station. @return whether it is in one;
/// *out is set then
bool veer_maze_shorten_horizon(const VeerWorld *world, uint32_t slot, VeerAvoidParams *out);
/// m that are left to its goal: more than its radius while it does not see it.
float veer_maze_remaining(const VeerWorld *world, uint32_t slot);

/// Whether the aim of an agent lies in a gap: `before` leads to it, `beyond` on from it.
bool veer_passage_is_at_aim(const VeerWorld *world, uint32_t slot, VeerVec3 before,
                            VeerVec3 beyond);
/// The part of an evasion that falls to an agent beside another one, where `share` would by their
/// weights: of two that go the same way through a gap, who is behind yields.
float veer_yield_share_on_routes(const VeerWorld *world, uint32_t slot, uint32_t other,
                                 float share);

/// What an agent has to pass on its way, between or past walls: the offset to it at the start of
/// its last tick, m; 0: nothing.
VeerVec2 veer_pass_of(const VeerAgentColumns *agent, uint32_t slot);
/// As veer_yield_share_on_routes, of two that go by no route: of those that have to pass the same
/// place who is further away yields.
///
/// @param pass, radius  of the agent itself
/// @param offset        from it to the other, m
float veer_yield_share_off_routes(VeerVec2 pass, float radius, const VeerSeenAgent *other,
                                  VeerVec3 offset, float share);

/// The wish of one that gets no further, m/s, while others are nearer to where its way leads.
/// @param aim      m
/// @param forward  along its way
/// @return false: it goes on
bool veer_queue_velocity(const VeerWorld *world, uint32_t slot, VeerVec3 aim, VeerVec3 forward,
                         VeerVec3 *wish);

/// Where the way that the job's search found leads through what is too narrow for two to pass each
/// other: one that does not, if it is not much longer.
/// @param cells  that the way has in VeerWorldMap.cells
/// @return how many it has now
uint32_t veer_width_prefer(VeerWorld *world, const VeerPlanJob *job, uint32_t cells);

#endif
