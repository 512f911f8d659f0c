/// Four lanes: the registers of every x86-64 processor.
#ifndef VEER_BASE_WIDE_SSE2_H
#define VEER_BASE_WIDE_SSE2_H

#include <emmintrin.h>
#include <stdint.h>

#define VEER_WIDE_ISA "sse2" ///< see veer_isa_name

enum {
    VEER_WIDE = 4 ///< lanes
};

typedef __m128 VeerWide;
typedef __m128 VeerWideMask;

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    return _mm_loadu_ps(values);
}

static inline void wide_store(float *values, VeerWide a)
{
    _mm_storeu_ps(values, a);
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    return _mm_set1_ps(value);
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    return _mm_add_ps(a, b);
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    return _mm_sub_ps(a, b);
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    return _mm_mul_ps(a, b);
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    return _mm_div_ps(a, b);
}

static inline VeerWide wide_negate(VeerWide a)
{
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
}

static inline VeerWide wide_sqrt(VeerWide a)
{
    return _mm_sqrt_ps(a);
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    return _mm_min_ps(a, b);
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    return _mm_max_ps(a, b);
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    return _mm_cmplt_ps(a, b);
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    return _mm_cmple_ps(a, b);
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    return _mm_and_ps(a, b);
}

/// a and not b
static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    return _mm_andnot_ps(b, a);
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    return _mm_or_ps(a, b);
}

/// a where the mask is set, b elsewhere
static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

/// a where the mask is set, 0 elsewhere
static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    return _mm_and_ps(mask, a);
}

/// The first `count` lanes.
static inline VeerWideMask wide_first(uint32_t count)
{
    return _mm_cmplt_ps(_mm_setr_ps(0.0f, 1.0f, 2.0f, 3.0f), _mm_set1_ps((float)count));
}

/// The greatest lane, of which none is NaN; of zeros +0, so that it is the same in any order.
static inline float wide_greatest(VeerWide a)
{
    a = _mm_max_ps(a, _mm_movehl_ps(a, a));
    a = _mm_max_ss(a, _mm_shuffle_ps(a, a, 1));
    return _mm_cvtss_f32(a) + 0.0f;
}

/// The least lane: as wide_greatest.
static inline float wide_least(VeerWide a)
{
    a = _mm_min_ps(a, _mm_movehl_ps(a, a));
    a = _mm_min_ss(a, _mm_shuffle_ps(a, a, 1));
    return _mm_cvtss_f32(a) + 0.0f;
}

/// The mask as bits, that of lane 0 lowest.
static inline uint32_t wide_bits(VeerWideMask mask)
{
    return (uint32_t)_mm_movemask_ps(mask);
}

#endif
