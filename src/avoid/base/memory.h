/// What of a model's memory others read.
#ifndef VEER_AVOID_BASE_MEMORY_H
#define VEER_AVOID_BASE_MEMORY_H

#include "math/vec.h"
#include "veer/avoid.h"

_Static_assert(sizeof(VeerAvoidMemory) == 4 * sizeof(float),
               "every byte is in `value`: it is hashed");

/// The part of its margin that an agent with VEER_AVOID_CROWD keeps, 0 to 1: one that is slowed
/// down gives it up, else gaps that it fits through would look closed to it.
static inline float margin_part(const VeerAvoidMemory *memory)
{
    return 1.0f - clamp_f(memory->crowd.jam, 0.0f, 1.0f);
}

/// How far an agent with VEER_AVOID_CROWD is jammed between others, 0 to 1.
static inline float jammed_part(const VeerAvoidMemory *memory)
{
    return clamp_f(memory->crowd.jam - 1.0f, 0.0f, 1.0f);
}

#endif
