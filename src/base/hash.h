/// Mixing of bits: hashes of state, and the base of all random numbers.
#ifndef VEER_BASE_HASH_H
#define VEER_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Spreads each bit of `value` over all bits of the result. A bijection, so different values stay
/// different; veer_hash_mix(0) == 0.
/// Source: the finalizer of SplitMix64 (Stafford's variant 13), Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014.
static inline uint64_t veer_hash_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/// Appends `value` to a hashed sequence; the order counts.
static inline uint64_t veer_hash_add(uint64_t hash, uint64_t value)
{
    return veer_hash_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + value + 1u);
}

/// Appends bytes to a hashed sequence, four at a time.
static inline uint64_t veer_hash_words(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word = 0;
        memcpy(&word, bytes + i, size - i < 4 ? size - i : 4);
        hash = veer_hash_add(hash, word);
    }
    return hash;
}

#endif
