/// Sixteen lanes.
#ifndef VEER_BASE_WIDE_AVX512_H
#define VEER_BASE_WIDE_AVX512_H

#include <stdint.h>

#define VEER_WIDE_ISA "avx512" ///< see veer_isa_name

enum {
    VEER_WIDE = 16 ///< lanes
};

#if defined(__AVX512F__)

#include <immintrin.h>

typedef __m512 VeerWide;
typedef __mmask16 VeerWideMask;

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    return _mm512_loadu_ps(values);
}

static inline void wide_store(float *values, VeerWide a)
{
    _mm512_storeu_ps(values, a);
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    return _mm512_set1_ps(value);
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    return _mm512_add_ps(a, b);
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    return _mm512_sub_ps(a, b);
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    return _mm512_mul_ps(a, b);
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    return _mm512_div_ps(a, b);
}

static inline VeerWide wide_negate(VeerWide a)
{
    return _mm512_sub_ps(_mm512_set1_ps(-0.0f), a);
}

static inline VeerWide wide_sqrt(VeerWide a)
{
    return _mm512_sqrt_ps(a);
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return _mm512_min_ps(a, b);
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return _mm512_max_ps(a, b);
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

#endif

#endif
