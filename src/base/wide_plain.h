/// Four lanes without instructions of their own.
#ifndef VEER_BASE_WIDE_PLAIN_H
#define VEER_BASE_WIDE_PLAIN_H

#include <math.h>
#include <stdint.h>

#define VEER_WIDE_ISA "scalar" ///< see veer_isa_name

enum {
    VEER_WIDE = 4 ///< lanes
};

typedef struct VeerWide {
    float lane[VEER_WIDE];
} VeerWide;
typedef struct VeerWideMask {
    int32_t lane[VEER_WIDE]; ///< 0 or 1
} VeerWideMask;

/// Does the same in each lane i.
#define WIDE_EACH(statement)                                                                       \
    for (int i = 0; i < VEER_WIDE; i++) {                                                          \
        statement;                                                                                 \
    }

/// values[VEER_WIDE], of any alignment
static inline VeerWide wide_load(const float *values)
{
    VeerWide a;
    WIDE_EACH(a.lane[i] = values[i])
    return a;
}

static inline void wide_store(float *values, VeerWide a)
{
    WIDE_EACH(values[i] = a.lane[i])
}

/// The same in each lane.
static inline VeerWide wide_splat(float value)
{
    VeerWide a;
    WIDE_EACH(a.lane[i] = value)
    return a;
}

static inline VeerWide wide_add(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] + b.lane[i])
    return a;
}

static inline VeerWide wide_sub(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] - b.lane[i])
    return a;
}

static inline VeerWide wide_mul(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] * b.lane[i])
    return a;
}

static inline VeerWide wide_div(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] / b.lane[i])
    return a;
}

static inline VeerWide wide_negate(VeerWide a)
{
    WIDE_EACH(a.lane[i] = -a.lane[i])
    return a;
}

static inline VeerWide wide_sqrt(VeerWide a)
{
    WIDE_EACH(a.lane[i] = sqrtf(a.lane[i]))
    return a;
}

/// a < b ? a : b
static inline VeerWide wide_min(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i])
    return a;
}

/// a > b ? a : b
static inline VeerWide wide_max(VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i])
    return a;
}

static inline VeerWideMask wide_less(VeerWide a, VeerWide b)
{
    VeerWideMask mask;
    WIDE_EACH(mask.lane[i] = a.lane[i] < b.lane[i])
    return mask;
}

static inline VeerWideMask wide_at_most(VeerWide a, VeerWide b)
{
    VeerWideMask mask;
    WIDE_EACH(mask.lane[i] = a.lane[i] <= b.lane[i])
    return mask;
}

static inline VeerWideMask wide_both(VeerWideMask a, VeerWideMask b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] & b.lane[i])
    return a;
}

/// a and not b
static inline VeerWideMask wide_only(VeerWideMask a, VeerWideMask b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] & ~b.lane[i])
    return a;
}

static inline VeerWideMask wide_either(VeerWideMask a, VeerWideMask b)
{
    WIDE_EACH(a.lane[i] = a.lane[i] | b.lane[i])
    return a;
}

/// a where the mask is set, b elsewhere
static inline VeerWide wide_select(VeerWideMask mask, VeerWide a, VeerWide b)
{
    WIDE_EACH(a.lane[i] = mask.lane[i] ? a.lane[i] : b.lane[i])
    return a;
}

/// a where the mask is set, 0 elsewhere
static inline VeerWide wide_where(VeerWideMask mask, VeerWide a)
{
    WIDE_EACH(a.lane[i] = mask.lane[i] ? a.lane[i] : 0.0f)
    return a;
}

/// The first `count` lanes.
static inline VeerWideMask wide_first(uint32_t count)
{
    VeerWideMask mask;
    WIDE_EACH(mask.lane[i] = (uint32_t)i < count)
    return mask;
}

/// The greatest lane, of which none is NaN; of zeros +0, so that it is the same in any order.
static inline float wide_greatest(VeerWide a)
{
    float greatest = a.lane[0];
    for (int i = 1; i < VEER_WIDE; i++) {
        greatest = a.lane[i] > greatest ? a.lane[i] : greatest;
    }
    return greatest + 0.0f;
}

/// The least lane: as wide_greatest.
static inline float wide_least(VeerWide a)
{
    float least = a.lane[0];
    for (int i = 1; i < VEER_WIDE; i++) {
        least = a.lane[i] < least ? a.lane[i] : least;
    }
    return least + 0.0f;
}

/// The mask as bits, that of lane 0 lowest.
static inline uint32_t wide_bits(VeerWideMask mask)
{
    uint32_t bits = 0;
    WIDE_EACH(bits |= (uint32_t)mask.lane[i] << i)
    return bits;
}

#endif
