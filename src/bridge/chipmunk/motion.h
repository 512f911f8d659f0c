/// How the engine moves bodies that agents steer.
#ifndef VEER_BRIDGE_CHIPMUNK_MOTION_H
#define VEER_BRIDGE_CHIPMUNK_MOTION_H

#include <chipmunk/chipmunk.h>

/// Has a body that moves by the engine's own functions do the same, to the bit, for less. The
/// game's own functions stay.
void veer_motion_take(cpBody *body);
/// Gives the engine's functions back.
void veer_motion_give(cpBody *body);

#endif
