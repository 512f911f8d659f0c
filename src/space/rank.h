/// The order of a few gaps, found without branches that depend on them.
#ifndef VEER_SPACE_RANK_H
#define VEER_SPACE_RANK_H

#include "base/lanes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    VEER_MAX_RANK = 128,      ///< most gaps
    VEER_RANK_ROOM = 128 + 16 ///< of an array for so many, whose last stride may reach beyond them
};

/// Each gap's place is the number of those before it: more compares than other sorts, but none
/// that a processor could guess wrong, and many at a time.
///
/// @param gaps    gaps[count], no NaN among them, and room for 15 more, which is overwritten
/// @param places  places[count]; equal gaps get equal places; room for 15 more, as of gaps
/// @return whether all gaps differ, and so the places are those of a sort
/// Cost O(count²), a few operations for each four gaps or more.
bool veer_rank(float *gaps, uint32_t count, uint32_t *places);

/// Parts equal places by ids, and where these are equal too by their order. Cost O(count), and as
/// much again for each that comes after an equal one of a greater id.
void veer_rank_ties(const uint32_t *ids, uint32_t count, uint32_t *places);

/// See veer_rank.
typedef struct VeerRankLanes {
    bool (*rank)(float *gaps, uint32_t count, uint32_t *places);
} VeerRankLanes;

extern const VeerRankLanes veer_rank_base, veer_rank_avx2, veer_rank_avx512;

/// The kernels of one width (base/lanes.h).
const VeerRankLanes *veer_rank_lanes(VeerLanes lanes);

#endif
