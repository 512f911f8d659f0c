/// The invariants of a world's state, and its parts.
#ifndef VEER_WORLD_HOST_CHECK_H
#define VEER_WORLD_HOST_CHECK_H

#include "world/base/rules.h"

/// Whether the state is one that a world can be in: what holds after every call, and all that calls
/// trust. A state that holds cannot crash, hang or mislead any later call.
///
/// @param fault  what does not hold, the first that is found; may be NULL
/// Not while another thread uses the world. Cost O(state).
bool veer_world_check(const VeerWorld *world, VeerStateFault *fault);

/// All parts of its state.
void veer_world_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
