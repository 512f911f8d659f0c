/// Few near balls of each of several queries, sorted together: lanes are queries.
#ifndef VEER_SPACE_ORDER_H
#define VEER_SPACE_ORDER_H

#include "base/lanes.h"

#include <stdint.h>

enum {
    VEER_ORDER_LANES = 16, ///< queries
    VEER_ORDER_MOST = 16   ///< balls of each
};

/// Balls of each query, before and after.
typedef struct VeerNearOrder {
    _Alignas(64) double keys[VEER_ORDER_LANES][VEER_ORDER_MOST]; ///< see veer_order_key
    float gaps[VEER_ORDER_MOST][VEER_ORDER_LANES];               ///< m, the least first
} VeerNearOrder;

/// The key of a ball: a gap, m, that is no NaN and no -0, and an entry. INFINITY is behind all.
double veer_order_key(float gap, uint32_t entry);

typedef struct VeerOrderLanes {
    /// Sorts the keys of all lanes by their gaps.
    ///
    /// @param rows     how many of each lane are wanted, <= VEER_ORDER_MOST
    /// @param entries  entries[VEER_ORDER_MOST], as gaps
    /// @return the lanes, as bits, of which two of the first `rows` have equal, finite gaps: these
    /// are in any order, and all rows of the lane are there
    /// Cost about 140 instructions a lane with AVX2.
    uint32_t (*sort)(VeerNearOrder *order, uint32_t rows, uint32_t (*entries)[VEER_ORDER_LANES]);
} VeerOrderLanes;

extern const VeerOrderLanes veer_order_base, veer_order_avx2, veer_order_avx512;

/// The kernels of one width (base/lanes.h).
const VeerOrderLanes *veer_order_lanes(VeerLanes lanes);

#endif
