/// Sort keys, several at a time: a float, and a number that goes with it.
///
/// A key is a double whose upper half are the float's bits, and whose lower half is the number: so
/// it is compared as a float is, and takes the number along through any network of least and
/// greatest, which every processor has. Equal floats are in any order. The floats are no NaN and no
/// -0; infinity is a key as others are.
#ifndef VEER_BASE_WIDE_KEYS_H
#define VEER_BASE_WIDE_KEYS_H

#include "base/wide.h"

enum {
    VEER_WIDE_KEYS = VEER_WIDE / 2 ///< keys in a register
};

typedef double VeerWideKeys __attribute__((vector_size(4 * VEER_WIDE)));

/// Added to the float's bits, so that no key is denormal: some processes have these count as zeros.
#define WIDE_KEY_BIAS 0x00100000

/// One key.
static inline double wide_key(float value, uint32_t number)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t key = (uint64_t)(bits + WIDE_KEY_BIAS) << 32 | number;
    double a;
    memcpy(&a, &key, sizeof a);
    return a;
}

static inline VeerWideKeys wide_keys_load(const double *keys)
{
    VeerWideKeys a;
    memcpy(&a, keys, sizeof a);
    return a;
}

static inline void wide_keys_store(double *keys, VeerWideKeys a)
{
    memcpy(keys, &a, sizeof a);
}

/// The lesser of each two to `a`, the greater to `b`.
static inline void wide_keys_order(VeerWideKeys *a, VeerWideKeys *b)
{
#ifdef WIDE_SHUFFLES
    VeerWideKeys least = WIDE_OF(min_pd)(*a, *b);
    *b = WIDE_OF(max_pd)(*a, *b);
    *a = least;
#else
    typedef int64_t Words __attribute__((vector_size(4 * VEER_WIDE)));
    Words is_less = *a < *b, first = (Words)*a, second = (Words)*b;
    *a = (VeerWideKeys)((is_less & first) | (~is_less & second));
    *b = (VeerWideKeys)((is_less & second) | (~is_less & first));
#endif
}

/// Stores the keys of VEER_WIDE floats and their numbers to keys[VEER_WIDE], in any order.
static inline void wide_keys_make(double *keys, VeerWide values, VeerWideMask numbers)
{
    VeerWide upper = (VeerWide)((VeerWideMask)values + WIDE_KEY_BIAS), lower = (VeerWide)numbers;
#ifdef WIDE_SHUFFLES
    wide_keys_store(keys, (VeerWideKeys)WIDE_OF(unpacklo_ps)(lower, upper));
    wide_keys_store(keys + VEER_WIDE_KEYS, (VeerWideKeys)WIDE_OF(unpackhi_ps)(lower, upper));
#else
    (void)upper, (void)lower;
    for (int i = 0; i < VEER_WIDE; i++) {
        keys[i] = wide_key(values[i], (uint32_t)numbers[i]);
    }
#endif
}

/// The bits of the floats of keys[VEER_WIDE], with the bias, in order. Their numbers to
/// numbers[VEER_WIDE].
static inline VeerWideMask wide_keys_split(const double *keys, uint32_t *numbers)
{
#ifdef WIDE_SHUFFLES
    VeerWide a = (VeerWide)wide_keys_load(keys);
    VeerWide b = (VeerWide)wide_keys_load(keys + VEER_WIDE_KEYS);
#if defined(WIDE_AVX512)
    __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    VeerWide lower = _mm512_permutex2var_ps(a, even, b);
    VeerWide upper = _mm512_permutex2var_ps(a, _mm512_add_epi32(even, _mm512_set1_epi32(1)), b);
#else
    VeerWide lower = WIDE_OF(shuffle_ps)(a, b, 0x88), upper = WIDE_OF(shuffle_ps)(a, b, 0xdd);
#ifdef WIDE_AVX2
    lower = (VeerWide)_mm256_permute4x64_epi64((__m256i)lower, 0xd8);
    upper = (VeerWide)_mm256_permute4x64_epi64((__m256i)upper, 0xd8);
#endif
#endif
    wide_store((float *)numbers, lower);
    return (VeerWideMask)upper;
#else
    VeerWideMask upper;
    for (int i = 0; i < VEER_WIDE; i++) {
        uint64_t key;
        memcpy(&key, &keys[i], sizeof key);
        numbers[i] = (uint32_t)key;
        upper[i] = (int32_t)(key >> 32);
    }
    return upper;
#endif
}

#if defined(WIDE_AVX2) || defined(WIDE_AVX512)
#define WIDE_KEY_BLOCK 4 ///< rows and columns that are exchanged at once
#else
#define WIDE_KEY_BLOCK 2
#endif

/// Exchanges rows and columns of a block of keys. Both arrays have rows of `stride` keys.
static inline void wide_keys_transpose(const double *from, double *to, size_t stride)
{
#if defined(WIDE_AVX2) || defined(WIDE_AVX512)
    __m256d a = _mm256_loadu_pd(from), b = _mm256_loadu_pd(from + stride);
    __m256d c = _mm256_loadu_pd(from + 2 * stride), d = _mm256_loadu_pd(from + 3 * stride);
    __m256d even = _mm256_unpacklo_pd(a, b), odd = _mm256_unpackhi_pd(a, b);
    __m256d last_even = _mm256_unpacklo_pd(c, d), last_odd = _mm256_unpackhi_pd(c, d);
    _mm256_storeu_pd(to, _mm256_permute2f128_pd(even, last_even, 0x20));
    _mm256_storeu_pd(to + stride, _mm256_permute2f128_pd(odd, last_odd, 0x20));
    _mm256_storeu_pd(to + 2 * stride, _mm256_permute2f128_pd(even, last_even, 0x31));
    _mm256_storeu_pd(to + 3 * stride, _mm256_permute2f128_pd(odd, last_odd, 0x31));
#else
    double corner = from[1];
    to[0] = from[0];
    to[1] = from[stride];
    to[stride] = corner;
    to[stride + 1] = from[stride + 1];
#endif
}

#endif
