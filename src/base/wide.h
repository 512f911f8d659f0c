/// Several floats at a time, one a lane.
///
/// A kernel is written once, for any width. Nothing here mixes lanes, but to find the least or the
/// greatest, and each operation rounds as its scalar form does, so the width cannot change a bit of
/// a result. Only these operations: no fused multiply and add, no approximate reciprocal.
/// Arithmetic and comparisons are the vectors of gcc and clang, for any processor; what they cannot
/// say is said once for x86-64, by the widest registers that it is built for: 4 lanes (SSE2), 8
/// (AVX2) or 16 (AVX-512), once for WebAssembly (4), and once in plain C, which VEER_WIDE_PLAIN
/// asks for everywhere. A file that defines VEER_WIDE_EIGHT before it includes this has eight at
/// most.
#ifndef VEER_BASE_WIDE_H
#define VEER_BASE_WIDE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(VEER_WIDE_PLAIN)
#define WIDE_X86
#ifdef __AVX2__
#include <immintrin.h>
#else
#include <emmintrin.h> // a tenth of the lines
#endif
#elif defined(__wasm_simd128__) && !defined(VEER_WIDE_PLAIN)
#define WIDE_WASM
#include "base/wide_wasm.h"
#endif

#if defined(WIDE_X86) || defined(WIDE_WASM)
#define WIDE_SHUFFLES ///< WIDE_OF
#endif

#if defined(WIDE_X86) && !defined(VEER_WIDE_EIGHT) && defined(__AVX512F__)
#define WIDE_AVX512
#define VEER_WIDE_ISA "avx512" ///< see veer_isa_name
#define WIDE_NUMBERS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define WIDE_OF(operation) _mm512_##operation
#elif defined(WIDE_X86) && defined(__AVX2__)
#define WIDE_AVX2
#define VEER_WIDE_ISA "avx2"
#define WIDE_NUMBERS 0, 1, 2, 3, 4, 5, 6, 7
#define WIDE_OF(operation) _mm256_##operation
#elif defined(WIDE_X86)
#define VEER_WIDE_ISA "sse2"
#define WIDE_NUMBERS 0, 1, 2, 3
#define WIDE_OF(operation) _mm_##operation
#elif defined(WIDE_WASM)
#define VEER_WIDE_ISA "simd128"
#else
#define VEER_WIDE_ISA "scalar"
#define WIDE_NUMBERS 0, 1, 2, 3
#endif

enum {
    VEER_WIDE = sizeof((const char[]){WIDE_NUMBERS}) ///< lanes
};
#define VEER_WIDE_ALL ((1u << VEER_WIDE) - 1u) ///< wide_bits of all lanes

typedef float VeerWide __attribute__((vector_size(4 * VEER_WIDE)));
typedef int32_t VeerWideMask __attribute__((vector_size(4 * VEER_WIDE))); ///< 0 or -1 a lane

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    VeerWide a;
    memcpy(&a, values, sizeof a);
    return a;
}

static inline void wide_store(float *values, VeerWide a)
{
    memcpy(values, &a, sizeof a);
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    return value - (VeerWide){0.0f};
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    return a + b;
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    return a - b;
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    return a * b;
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    return a / b;
}

static inline VeerWide wide_negate(VeerWide a)
{
    return -a;
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    return a < b;
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    return a <= b;
}

static inline VeerWideMask wide_unequal(VeerWide a, VeerWide b)
{
    return a != b;
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    return a & b;
}

/// a and not b
static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    return a & ~b;
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    return a | b;
}

/// a where the mask is set, b elsewhere
static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
    return (VeerWide)((mask & (VeerWideMask)a) | (~mask & (VeerWideMask)b));
}

/// a where the mask is set, 0 elsewhere
static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    return (VeerWide)(mask & (VeerWideMask)a);
}

/// The first `count` lanes.
static inline VeerWideMask wide_first(uint32_t count)
{
    return (VeerWideMask){WIDE_NUMBERS} < (int32_t)count;
}

#ifdef WIDE_SHUFFLES

static inline VeerWide wide_sqrt(VeerWide a)
{
    return WIDE_OF(sqrt_ps)(a);
}

static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return WIDE_OF(min_ps)(a, b);
}

static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return WIDE_OF(max_ps)(a, b);
}

/// The mask as bits, that of lane 0 lowest.
static inline uint32_t wide_bits(VeerWideMask mask)
{
#ifdef WIDE_AVX512
    return (uint32_t)_mm512_test_epi32_mask((__m512i)mask, (__m512i)mask);
#else
    return (uint32_t)WIDE_OF(movemask_ps)((VeerWide)mask);
#endif
}

#else

static inline VeerWide wide_sqrt(VeerWide a)
{
    for (int i = 0; i < VEER_WIDE; i++) {
        a[i] = sqrtf(a[i]);
    }
    return a;
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return wide_select(a < b, a, b);
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return wide_select(a > b, a, b);
}

static inline uint32_t wide_bits(VeerWideMask mask)
{
    uint32_t bits = 0;
    for (int i = 0; i < VEER_WIDE; i++) {
        bits |= (uint32_t)(mask[i] & 1) << i;
    }
    return bits;
}

#endif

#ifdef WIDE_AVX2

#define WIDE_BEFORE(bits, i)                                                                       \
    (((bits)&1) * ((i) > 0) + ((bits) >> 1 & 1) * ((i) > 1) + ((bits) >> 2 & 1) * ((i) > 2) +      \
     ((bits) >> 3 & 1) * ((i) > 3) + ((bits) >> 4 & 1) * ((i) > 4) +                               \
     ((bits) >> 5 & 1) * ((i) > 5) + ((bits) >> 6 & 1) * ((i) > 6))
#define WIDE_PLACE(bits, i) (((bits) >> (i)&UINT64_C(1)) * (i) << 8 * WIDE_BEFORE(bits, i))
#define WIDE_PLACES(bits)                                                                          \
    WIDE_PLACE(bits, 1) | WIDE_PLACE(bits, 2) | WIDE_PLACE(bits, 3) | WIDE_PLACE(bits, 4) |        \
        WIDE_PLACE(bits, 5) | WIDE_PLACE(bits, 6) | WIDE_PLACE(bits, 7)
#define WIDE_PLACES_4(bits)                                                                        \
    WIDE_PLACES(bits), WIDE_PLACES((bits) + 1), WIDE_PLACES((bits) + 2), WIDE_PLACES((bits) + 3)
#define WIDE_PLACES_16(bits)                                                                       \
    WIDE_PLACES_4(bits), WIDE_PLACES_4((bits) + 4), WIDE_PLACES_4((bits) + 8),                     \
        WIDE_PLACES_4((bits) + 12)
#define WIDE_PLACES_64(bits)                                                                       \
    WIDE_PLACES_16(bits), WIDE_PLACES_16((bits) + 16), WIDE_PLACES_16((bits) + 32),                \
        WIDE_PLACES_16((bits) + 48)

/// For each set of bits their numbers in a row, a byte each.
static const uint64_t wide_places[256] = {WIDE_PLACES_64(0), WIDE_PLACES_64(64),
                                          WIDE_PLACES_64(128), WIDE_PLACES_64(192)};

#endif

/// Stores the lanes whose bits are set in a row, and anything in as many as are left: all of
/// out[VEER_WIDE] is written.
static inline void wide_pack(float *out, VeerWide a, uint32_t bits)
{
#if defined(WIDE_AVX512)
    wide_store(out, _mm512_maskz_compress_ps((__mmask16)bits, a));
#elif defined(WIDE_AVX2)
    __m128i places = _mm_cvtsi64_si128((long long)wide_places[bits]);
    wide_store(out, _mm256_permutevar8x32_ps(a, _mm256_cvtepu8_epi32(places)));
#elif defined(WIDE_WASM)
    v128_t places = wasm_v128_load(wide_wasm_places[bits]);
    wide_store(out, (VeerWide)wasm_i8x16_swizzle((v128_t)a, places));
#else
    float lanes[VEER_WIDE];
    wide_store(lanes, a);
    uint32_t count = 0;
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        out[count] = lanes[i];
        count += bits >> i & 1u;
    }
#endif
}

#ifdef WIDE_SHUFFLES

/// Floats 4 * half to 4 * half + 3 of the records number j, j + 4, ... of so many as there are
/// lanes.
static inline VeerWide wide_quads(const float *records, const uint32_t *numbers, int j, int half)
{
    const float *at = records + 4 * half;
#if defined(WIDE_AVX512)
    __m512 a = _mm512_castps128_ps512(_mm_loadu_ps(at + (size_t)numbers[j] * 8));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(at + (size_t)numbers[j + 4] * 8), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(at + (size_t)numbers[j + 8] * 8), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(at + (size_t)numbers[j + 12] * 8), 3);
#elif defined(WIDE_AVX2)
    __m256 a = _mm256_castps128_ps256(_mm_loadu_ps(at + (size_t)numbers[j] * 8));
    return _mm256_insertf128_ps(a, _mm_loadu_ps(at + (size_t)numbers[j + 4] * 8), 1);
#else
    return wide_load(at + (size_t)numbers[j] * 8);
#endif
}

#endif

/// Columns of records of eight floats, of which each lane has the one of its number: columns[k] has
/// the floats k.
static inline void wide_columns(const float *records, const uint32_t numbers[VEER_WIDE],
                                VeerWide columns[8])
{
    for (int half = 0; half < 2; half++) {
#ifdef WIDE_SHUFFLES
        VeerWide a = wide_quads(records, numbers, 0, half);
        VeerWide b = wide_quads(records, numbers, 1, half);
        VeerWide c = wide_quads(records, numbers, 2, half);
        VeerWide d = wide_quads(records, numbers, 3, half);
        VeerWide ab = WIDE_OF(unpacklo_ps)(a, b), cd = WIDE_OF(unpacklo_ps)(c, d);
        columns[4 * half] = WIDE_OF(shuffle_ps)(ab, cd, 0x44);
        columns[4 * half + 1] = WIDE_OF(shuffle_ps)(ab, cd, 0xee);
        ab = WIDE_OF(unpackhi_ps)(a, b), cd = WIDE_OF(unpackhi_ps)(c, d);
        columns[4 * half + 2] = WIDE_OF(shuffle_ps)(ab, cd, 0x44);
        columns[4 * half + 3] = WIDE_OF(shuffle_ps)(ab, cd, 0xee);
#else
        for (int k = 4 * half; k < 4 * half + 4; k++) {
            for (int lane = 0; lane < VEER_WIDE; lane++) {
                columns[k][lane] = records[(size_t)numbers[lane] * 8 + (size_t)k];
            }
        }
#endif
    }
}

/// The greatest lane, of which none is NaN; of zeros +0, so that it is the same in any order.
static inline float wide_greatest(VeerWide a)
{
#if defined(WIDE_AVX512)
    return _mm512_reduce_max_ps(a) + 0.0f;
#elif defined(WIDE_X86)
#ifdef WIDE_AVX2
    __m128 half = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
#else
    __m128 half = a;
#endif
    half = _mm_max_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_max_ss(half, _mm_shuffle_ps(half, half, 1))) + 0.0f;
#else
    float greatest = a[0];
    for (int i = 1; i < VEER_WIDE; i++) {
        greatest = a[i] > greatest ? a[i] : greatest;
    }
    return greatest + 0.0f;
#endif
}

/// The least lane: as wide_greatest.
static inline float wide_least(VeerWide a)
{
    return -wide_greatest(-a) + 0.0f;
}

#endif
