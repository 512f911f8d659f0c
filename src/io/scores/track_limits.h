/// Whether an agent kept its limits in a tick, as seen from outside.
#ifndef VEER_IO_TRACK_LIMITS_H
#define VEER_IO_TRACK_LIMITS_H

#include "io/scores/track.h"

/// Whether the agent broke a limit of its body or of its vehicle.
///
/// @param last   as it was before; NULL: only speed can be checked
/// @param moved  m that it really moved in `dt` s
bool veer_track_breaks_limits(const VeerAgentState *last, const VeerAgentState *state, double moved,
                              double dt);

double veer_track_length(VeerVec3 a);
VeerVec3 veer_track_minus(VeerVec3 a, VeerVec3 b);
/// Between two vectors, rad, 0 to pi.
double veer_track_angle(VeerVec3 a, VeerVec3 b);

#endif
