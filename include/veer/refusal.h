/// Why calls of a world are refused: which argument, which field, what it is and what would be
/// right.
#ifndef VEER_REFUSAL_H
#define VEER_REFUSAL_H

#include "veer/api.h"

/// A call that a world has refused: one that returns a status other than VEER_OK and VEER_PARTIAL.
/// All texts are constants.
///
///     printf("%s: %s: %s, is %g\n", refusal->function, refusal->what, refusal->must,
///            refusal->value);
///
/// prints "veer_agent_create: def.radius: must be 0 to 2e6, is -1".
typedef struct VeerRefusal {
    const char *function; ///< that was called: "veer_agent_create"
    VeerStatus status;    ///< that it returns
    const char *what; ///< the argument, and its field: "agent", "def.radius", "def.vertices[]"; or
                      ///< what of the world is used up: "world.max_agents"
    uint32_t index;   ///< of the element, where `what` has "[]"
    const char *must; ///< what would be right: "must be 0 to 2e6"
    double value;     ///< what it is; of a vector, the coordinate that is wrong; of a handle, its
                      ///< slot; NAN: no number tells it
} VeerRefusal;

/// Told of a refused call just before it returns, on the thread that calls: on several at once
/// where the host's threads, or its callbacks on workers, call at once. Nothing has changed; what
/// it calls of the world in turn is answered as the call itself would be.
typedef void VeerRefusalFn(void *user, const VeerRefusal *refusal);

/// Whom a world tells of refused calls. All zero: nobody, which costs nothing. No part of the
/// state: neither saved nor hashed.
///
/// Not told of are calls without a world, calls that answer with nothing instead of a status, and a
/// veer_world_create whose def did not come from its default function: nothing in that is trusted.
typedef struct VeerDiagnostics {
    VeerRefusalFn *tell; ///< NULL: nobody is told
    void *user;          ///< handed to the function
} VeerDiagnostics;

#endif
