/// The widest registers that an x86-64 processor is built for: 4 lanes (SSE2), 8 (AVX) or 16
/// (AVX-512).
#ifndef VEER_BASE_WIDE_X86_H
#define VEER_BASE_WIDE_X86_H

#include <immintrin.h>
#include <stdint.h>

#if defined(__AVX512F__)
#define VEER_WIDE_ISA "avx512" ///< see veer_isa_name
#define WIDE_COUNT 16
#define WIDE_REGISTER __m512
#define WIDE_MASK __mmask16
#define WIDE_OF(operation) _mm512_##operation
#elif defined(__AVX__)
#define VEER_WIDE_ISA "avx"
#define WIDE_COUNT 8
#define WIDE_REGISTER __m256
#define WIDE_MASK __m256
#define WIDE_OF(operation) _mm256_##operation
#else
#define VEER_WIDE_ISA "sse2"
#define WIDE_COUNT 4
#define WIDE_REGISTER __m128
#define WIDE_MASK __m128
#define WIDE_OF(operation) _mm_##operation
#endif

enum {
    VEER_WIDE = WIDE_COUNT ///< lanes
};

typedef WIDE_REGISTER VeerWide;
typedef WIDE_MASK VeerWideMask;

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    return WIDE_OF(loadu_ps)(values);
}

static inline void wide_store(float *values, VeerWide a)
{
    WIDE_OF(storeu_ps)(values, a);
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    return WIDE_OF(set1_ps)(value);
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    return WIDE_OF(add_ps)(a, b);
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    return WIDE_OF(sub_ps)(a, b);
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    return WIDE_OF(mul_ps)(a, b);
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    return WIDE_OF(div_ps)(a, b);
}

static inline VeerWide wide_sqrt(VeerWide a)
{
    return WIDE_OF(sqrt_ps)(a);
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return WIDE_OF(min_ps)(a, b);
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return WIDE_OF(max_ps)(a, b);
}

#if defined(__AVX512F__)

static inline VeerWide wide_negate(VeerWide a)
{
    return _mm512_sub_ps(_mm512_set1_ps(-0.0f), a);
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    return _mm512_kand(a, b);
}

/// a and not b
static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    return _mm512_kandn(b, a);
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    return _mm512_kor(a, b);
}

/// a where the mask is set, b elsewhere
static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
    return _mm512_mask_blend_ps(mask, b, a);
}

/// a where the mask is set, 0 elsewhere
static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    return _mm512_maskz_mov_ps(mask, a);
}

/// The first `count` lanes.
static inline VeerWideMask wide_first(uint32_t count)
{
    return (VeerWideMask)((1u << count) - 1u);
}

/// The greatest lane, of which none is NaN; of zeros +0, so that it is the same in any order.
static inline float wide_greatest(VeerWide a)
{
    return _mm512_reduce_max_ps(a) + 0.0f;
}

/// The least lane: as wide_greatest.
static inline float wide_least(VeerWide a)
{
    return _mm512_reduce_min_ps(a) + 0.0f;
}

/// The mask as bits, that of lane 0 lowest.
static inline uint32_t wide_bits(VeerWideMask mask)
{
    return (uint32_t)mask;
}

#else

#if defined(__AVX__)
#define WIDE_COMPARE(a, b, less, predicate) _mm256_cmp_ps(a, b, predicate)
#define WIDE_LANES 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f
#define WIDE_HALVES(op, a) _mm_##op##_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1))
#else
#define WIDE_COMPARE(a, b, less, predicate) _mm_##less##_ps(a, b)
#define WIDE_LANES 0.0f, 1.0f, 2.0f, 3.0f
#define WIDE_HALVES(op, a) (a)
#endif

static inline VeerWide wide_negate(VeerWide a)
{
    return WIDE_OF(xor_ps)(a, WIDE_OF(set1_ps)(-0.0f));
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    return WIDE_COMPARE(a, b, cmplt, _CMP_LT_OQ);
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    return WIDE_COMPARE(a, b, cmple, _CMP_LE_OQ);
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    return WIDE_OF(and_ps)(a, b);
}

static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    return WIDE_OF(andnot_ps)(b, a);
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    return WIDE_OF(or_ps)(a, b);
}

static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
#if defined(__AVX__)
    return _mm256_blendv_ps(b, a, mask);
#else
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
#endif
}

static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    return WIDE_OF(and_ps)(mask, a);
}

static inline VeerWideMask wide_first(uint32_t count)
{
    return wide_less(WIDE_OF(setr_ps)(WIDE_LANES), wide_splat((float)count));
}

static inline float wide_greatest(VeerWide a)
{
    __m128 half = WIDE_HALVES(max, a);
    half = _mm_max_ps(half, _mm_movehl_ps(half, half));
    half = _mm_max_ss(half, _mm_shuffle_ps(half, half, 1));
    return _mm_cvtss_f32(half) + 0.0f;
}

static inline float wide_least(VeerWide a)
{
    __m128 half = WIDE_HALVES(min, a);
    half = _mm_min_ps(half, _mm_movehl_ps(half, half));
    half = _mm_min_ss(half, _mm_shuffle_ps(half, half, 1));
    return _mm_cvtss_f32(half) + 0.0f;
}

static inline uint32_t wide_bits(VeerWideMask mask)
{
    return (uint32_t)WIDE_OF(movemask_ps)(mask);
}

#endif

#endif
