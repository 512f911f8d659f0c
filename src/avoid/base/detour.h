/// Detours: out of pockets, by a preferred velocity that is turned aside while obstacles bar it.
///
/// Avoidance alone ends in any pocket: the preferred velocity points at its bottom. So while walls
/// or obstacles at rest bar it, it is turned further and further to one side, and back again once
/// the turned one is free. In between the agent follows the outline of what bars it, out of the
/// pocket and round it. Moving obstacles bar nothing: they will be gone. This is no planner: a maze
/// may hold the agent for ever.
#ifndef VEER_AVOID_BASE_DETOUR_H
#define VEER_AVOID_BASE_DETOUR_H

#include "avoid/base/constants.h"
#include "math/vec.h"
#include "veer/avoid.h"

/// A velocity, turned by `angle` (rad, positive to the left with z up; with x up where it is along
/// z). Itself, bit by bit, for an angle of 0.
VeerVec3 veer_detour_turn(VeerVec3 velocity, float angle);

/// Whether an answer makes so little progress along `aim` that, if obstacles at rest are why, the
/// aim counts as barred.
bool veer_detour_is_slow(VeerVec3 aim, VeerVec3 answer);

/// The detour of the next step.
///
/// @param detour     rad, of this one
/// @param aim        what the model aimed at: the preferred velocity, turned by the detour so far
/// @param answer     what it answered
/// @param is_barred  walls and obstacles at rest alone would slow the answer down
float veer_detour_update(float detour, float dt, VeerVec3 aim, VeerVec3 answer, bool is_barred);

#endif
