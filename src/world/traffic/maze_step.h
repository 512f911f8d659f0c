/// Who steps where in a maze.
///
/// Each that stands at a station, those who go first first, claims the next one on its way; who
/// stands there has to go to another, and so on with whom it meets; if one cannot, all stay. Who
/// cannot get past another, in a dead end, has it go out before it, to the first branch.
///
/// Source: priorities that are handed on, and taken back (Okumura, Machida, Défago and Tamura,
/// "Priority inheritance with backtracking for iterative multi-agent path finding", 2022), without
/// common time steps (Okumura, Tamura and Défago, "Time-independent planning for multiple moving
/// agents", 2021); places are changed at branches as with Luna and Bekris, "Push and swap", 2011.
#ifndef VEER_WORLD_TRAFFIC_MAZE_STEP_H
#define VEER_WORLD_TRAFFIC_MAZE_STEP_H

#include "world/base/base.h"

/// Decides for all that are among the stations, order[count], those who go first first.
void veer_maze_step(VeerWorld *world, const uint32_t *order, uint32_t count, float dt);

#endif
