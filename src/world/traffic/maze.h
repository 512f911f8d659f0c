/// Mazes: passages with room for one that branch, in which all that meet step from station to
/// station, and make way for each other.
#ifndef VEER_WORLD_ROUTE_MAZE_H
#define VEER_WORLD_ROUTE_MAZE_H

#include "map/layers/layers.h"
#include "world/tick/stages.h"

/// What is made of a map's stations.
typedef struct VeerMaze {
    VeerRoadmap *stations;
    VeerNarrow *narrow;
    uint32_t version; ///< of the walls that they are of
    float radius;     ///< m, that they are for
    bool is_made;
    // Of this tick, by station.
    uint32_t *holder;  ///< the slot that is at one; VEER_NO_SLOT: none
    uint32_t *claimer; ///< the slot that goes to one
    uint16_t *steps;   ///< 1 + how many steps from one to where the last search began; 0: not seen
    uint16_t *queue;   ///< of a search
    uint16_t *arm_steps, *arm_queue; ///< of one within it
    uint8_t *is_done;                ///< is_done[max_agents]: it has decided
} VeerMaze;

/// Room in the scratch block; map->maze, where the map is one of cells.
void veer_maze_lay_out(VeerWorld *world, VeerArena *arena);
/// Brings the stations up to date. @return whether there are any
bool veer_maze_refresh(VeerWorld *world);
/// The station of a point; 0: none.
uint32_t veer_maze_at(const VeerWorld *world, VeerVec3 point);
/// Once a tick: who comes in, who steps where, who leaves.
/// @param is_edited  the map has changed since the last
void veer_maze_run(VeerWorld *world, bool is_edited, float dt);
/// Decides for all that are among the stations, order[count], those who go first first.
void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt);

/// Whether an agent is among the stations, and comes to its goal there without a way.
bool veer_maze_leads(const VeerWorld *world, uint32_t slot);
/// Whether it is among them at all.
bool veer_maze_has(const VeerWorld *world, uint32_t slot);
/// The wish of one that is, or waits to be, m/s. @return false: it is not, or goes as it would
bool veer_maze_wish(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish);
/// The part of an evasion that falls to one of two agents in the maze, where `share` would by their
/// weights: who goes to a station that the other leaves, or stands at, does all of it.
float veer_maze_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share);
/// One in the maze avoids no further ahead than to its next station. @return whether it is in one;
/// *out is set then
bool veer_maze_shortens(const VeerWorld *world, uint32_t slot, VeerAvoidParams *out);
/// m that are left to its goal: more than its radius while it does not see it.
float veer_maze_left(const VeerWorld *world, uint32_t slot);
/// Forgets that it is.
void veer_maze_forget(VeerWorld *world, uint32_t slot);
/// The hash of what it has of it, after `hash`.
uint64_t veer_maze_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);

/// m, where one stands at a station.
VeerVec3 veer_maze_centre(const VeerWorld *world, uint32_t station);
/// Whether nobody is at a station, or goes to it.
bool veer_maze_is_vacant(const VeerMaze *maze, uint32_t station);
/// Steps on a shortest way from each station to `goal`, up to those of `from`. Writes maze->steps.
/// @return whether there is one
bool veer_maze_search(VeerMaze *maze, uint32_t goal, uint32_t from);
/// Whether one of two goes first.
bool veer_maze_is_first(const VeerWorld *world, uint32_t a, uint32_t b);
/// Whether it only makes way: it has arrived, or given up.
bool veer_maze_is_last(const VeerWorld *world, uint32_t slot);

#endif
