/// Random numbers by counter: no state, so that the same bits come out on any worker, in any order.
#ifndef VEER_BASE_RANDOM_H
#define VEER_BASE_RANDOM_H

#include "base/hash.h"

/// 64 random bits: a function of the seed, of what draws (an agent's id, say) and of the draw's
/// number (the tick). Each of the three is mixed in by a bijection of its own.
static inline uint64_t veer_random_u64(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return veer_hash_add(veer_hash_add(veer_hash_mix(seed), stream), counter);
}

/// Uniform in [0, 1): a multiple of 2^-24, so exact in float.
static inline float veer_random_unit(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return (float)(veer_random_u64(seed, stream, counter) >> 40) * 0x1p-24f;
}

#endif
