/// Eight lanes.
#ifndef VEER_BASE_WIDE_AVX_H
#define VEER_BASE_WIDE_AVX_H

#include <stdint.h>

#define VEER_WIDE_ISA "avx" ///< see veer_isa_name

enum {
    VEER_WIDE = 8 ///< lanes
};

#if defined(__AVX__)

#include <immintrin.h>

typedef __m256 VeerWide;
typedef __m256 VeerWideMask;

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    return _mm256_loadu_ps(values);
}

static inline void wide_store(float *values, VeerWide a)
{
    _mm256_storeu_ps(values, a);
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    return _mm256_set1_ps(value);
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    return _mm256_add_ps(a, b);
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    return _mm256_sub_ps(a, b);
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    return _mm256_mul_ps(a, b);
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    return _mm256_div_ps(a, b);
}

static inline VeerWide wide_negate(VeerWide a)
{
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
}

static inline VeerWide wide_sqrt(VeerWide a)
{
    return _mm256_sqrt_ps(a);
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return _mm256_min_ps(a, b);
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return _mm256_max_ps(a, b);
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    return _mm256_and_ps(a, b);
}

/// a and not b
static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    return _mm256_andnot_ps(b, a);
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    return _mm256_or_ps(a, b);
}

/// a where the mask is set, b elsewhere
static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
    return _mm256_blendv_ps(b, a, mask);
}

/// a where the mask is set, 0 elsewhere
static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    return _mm256_and_ps(mask, a);
}

/// The first `count` lanes.
static inline VeerWideMask wide_first(uint32_t count)
{
    __m256 lanes = _mm256_setr_ps(0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f);
    return _mm256_cmp_ps(lanes, _mm256_set1_ps((float)count), _CMP_LT_OQ);
}

/// The greatest lane, of which none is NaN; of zeros +0, so that it is the same in any order.
static inline float wide_greatest(VeerWide a)
{
    __m128 half = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    half = _mm_max_ps(half, _mm_movehl_ps(half, half));
    half = _mm_max_ss(half, _mm_shuffle_ps(half, half, 1));
    return _mm_cvtss_f32(half) + 0.0f;
}

/// The least lane: as wide_greatest.
static inline float wide_least(VeerWide a)
{
    __m128 half = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    half = _mm_min_ps(half, _mm_movehl_ps(half, half));
    half = _mm_min_ss(half, _mm_shuffle_ps(half, half, 1));
    return _mm_cvtss_f32(half) + 0.0f;
}

/// The mask as bits, that of lane 0 lowest.
static inline uint32_t wide_bits(VeerWideMask mask)
{
    return (uint32_t)_mm256_movemask_ps(mask);
}

#endif

#endif
