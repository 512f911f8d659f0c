/// Which cells balls lie in, for the building of an index: lanes are balls.
#ifndef VEER_SPACE_PLACE_H
#define VEER_SPACE_PLACE_H

#include "base/lanes.h"
#include "space/index.h"

/// The balls of a level: those whose radii have the exponents [lowest, highest].
typedef struct VeerExponents {
    uint8_t lowest, highest;
} VeerExponents;

typedef struct VeerPlaceLanes {
    /// Fills the exponents[] of an index: VEER_INDEX_ABSENT of balls that are left out.
    ///
    /// @param wanted     the value of is_present[] of the balls that come; 0: any but 0
    /// @param histogram  to which is added how many balls have each exponent
    void (*survey)(const VeerIndex *index, const VeerBalls *balls, uint8_t wanted,
                   uint32_t histogram[256]);
    /// Widens the box of a level to the centres of its balls, and its max_radius.
    void (*bound)(const VeerIndex *index, const VeerBalls *balls, VeerExponents of,
                  VeerIndexLevel *level);
    /// Counts the balls in the cells of a level, and fills the keys[] of these balls: where in the
    /// table of the index the count of the cell is.
    /// @return how many pairs of balls share a cell
    uint64_t (*count)(const VeerIndex *index, const VeerBalls *balls, VeerExponents of,
                      const VeerIndexLevel *level);
} VeerPlaceLanes;

extern const VeerPlaceLanes veer_place_base, veer_place_avx2, veer_place_avx512;

/// The kernels of one width (base/lanes.h).
static inline const VeerPlaceLanes *veer_place_lanes(VeerLanes lanes)
{
    static const VeerPlaceLanes *const tables[] = {VEER_LANES_EACH(veer_place)};
    return tables[lanes];
}

#endif
