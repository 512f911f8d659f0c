/// Out of pockets: a wish that is turned aside while what stands bars it.
///
/// Avoidance alone ends in any pocket: the wish points at its bottom. So while what stands bars the
/// way, the wish is turned further and further to one side, and back again once the turned way is
/// free. In between the agent follows the outline of what bars it, out of the pocket and round it.
/// What moves bars nothing: it will be gone. This is no planner: a maze may hold the agent for
/// ever.
#ifndef VEER_AVOID_BASE_DETOUR_H
#define VEER_AVOID_BASE_DETOUR_H

#include "math/vec.h"
#include "veer/avoid.h"

/// Obstacles slower than this part of the agent's max speed stand, and may bar its way.
#define VEER_OBSTACLE_STANDING 0.05f

/// The wish, turned by `angle` (rad, positive to the left with z up; with x up where the wish is
/// along z). The wish itself, bit by bit, for an angle of 0.
VeerVec3 veer_detour_turn(VeerVec3 wish, float angle);

/// Whether an answer makes so little of the way of `aim` that, if what stands is why, the way
/// counts as barred.
bool veer_detour_is_slow(VeerVec3 aim, VeerVec3 answer);

/// The detour of the next step.
///
/// @param detour     rad, of this one
/// @param aim        what the program was asked for: the wish, turned by the detour so far
/// @param answer     what it answered
/// @param is_barred  what stands alone would already slow the answer down
float veer_detour_update(float detour, float dt, VeerVec3 aim, VeerVec3 answer, bool is_barred);

#endif
