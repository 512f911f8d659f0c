/// Bits of 64-bit words, by builtins of gcc and clang.
#ifndef VEER_BASE_WIDE_BITS_H
#define VEER_BASE_WIDE_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The number of the lowest bit set. The word is not 0.
static inline uint32_t veer_bits_lowest(uint64_t word)
{
    return (uint32_t)__builtin_ctzll(word);
}

/// The number of the highest bit set. The word is not 0.
static inline uint32_t veer_bits_highest(uint64_t word)
{
    return 63u ^ (uint32_t)__builtin_clzll(word);
}

/// How many bits are set.
static inline uint32_t veer_bits_count(uint64_t word)
{
#if defined(__x86_64__) && !defined(__POPCNT__) // the builtin would call a function
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

/// Prefetches memory that will be written soon: where another core has it, for this one alone.
static inline void veer_prefetch(const void *at)
{
#if defined(__x86_64__)
    // Compilers ask for a copy to read, unless told that the processor knows it; all do, or pass
    // over it.
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)at));
#else
    __builtin_prefetch(at, 1);
#endif
}

/// The same of memory that will be read.
static inline void veer_prefetch_read(const void *at)
{
    __builtin_prefetch(at, 0);
}

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) &&                                 \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define VEER_BITS_UNALIGNED 1 // a row of words is a row of bytes in the order of the bits
#else
#define VEER_BITS_UNALIGNED 0
#endif

/// The bits from number `bit` on of a row of words: bit 0 of the result is that bit. At least 57
/// are there, and all up to the end of the bit's word; the rest may read 0. Reads the word after.
static inline uint64_t veer_bits_from(const uint64_t *words, size_t bit)
{
#if VEER_BITS_UNALIGNED
    uint64_t word;
    memcpy(&word, (const unsigned char *)words + bit / 8u, sizeof word);
    return word >> (bit & 7u);
#else
    size_t shift = bit % 64u;
    return words[bit / 64u] >> shift | words[bit / 64u + 1u] << 1 << (63u - shift);
#endif
}

/// The bits up to number `bit`, which is bit 63 of the result. At least 57 are there, and all from
/// the begin of the bit's word on; the rest may read 0. Reads the word before.
static inline uint64_t veer_bits_up_to(const uint64_t *words, size_t bit)
{
#if VEER_BITS_UNALIGNED
    uint64_t word;
    memcpy(&word, (const unsigned char *)words + bit / 8u - 7u, sizeof word);
    return word << (7u - (bit & 7u));
#else
    size_t shift = 63u - bit % 64u;
    return words[bit / 64u] << shift | words[bit / 64u - 1u] >> 1 >> (63u - shift);
#endif
}

#endif
