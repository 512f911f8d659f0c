/// What all behaviours begin and end with: mates that are there, and an answer that is finite.
#ifndef VEER_STEER_ANSWER_H
#define VEER_STEER_ANSWER_H

#include "math/vec.h"
#include "veer/steer.h"

static inline uint32_t mate_count(VeerMates mates)
{
    return mates.mates ? mates.count : 0;
}

/// A velocity; zero where it is not finite, since something that it was made of was not.
static inline VeerVec3 finite_or_zero(VeerVec3 velocity)
{
    return is_finite3(velocity) ? velocity : (VeerVec3){0};
}

#endif
