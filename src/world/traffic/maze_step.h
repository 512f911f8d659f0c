/// Reservations of the nodes of a maze.
///
/// Agents at a node claim the next node of their path, highest priority first. An agent that holds
/// the claimed node has to move to another one, and so on recursively; if one of them cannot move,
/// none does. Where an agent blocks another in a dead end, it takes a detour to the nearest branch
/// where the other can pass.
///
/// Source: priority inheritance with backtracking (Okumura, Machida, Défago and Tamura, "Priority
/// inheritance with backtracking for iterative multi-agent path finding", 2022), without common
/// time steps (Okumura, Tamura and Défago, "Time-independent planning for multiple moving agents",
/// 2021); swaps at branches as in Luna and Bekris, "Push and swap", 2011.
#ifndef VEER_WORLD_TRAFFIC_MAZE_STEP_H
#define VEER_WORLD_TRAFFIC_MAZE_STEP_H

#include "world/base/base.h"

/// Lets each agent in a maze reserve its next node. @param order  order[count], highest priority
/// first
void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt);

#endif
