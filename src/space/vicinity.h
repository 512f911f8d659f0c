/// Candidates near a cluster of balls, gathered once for all of their queries.
#ifndef VEER_SPACE_VICINITY_H
#define VEER_SPACE_VICINITY_H

#include "base/lanes.h"
#include "space/index.h"

enum {
    VEER_VICINITY_ROOM = 64,   ///< most stretches of candidates
    VEER_VICINITY_NEAR = 96,   ///< most candidates within the range of one query
    VEER_VICINITY_STRIDE = 16, ///< lanes of the widest registers
    VEER_VICINITY_MOST = VEER_VICINITY_STRIDE * (VEER_VICINITY_ROOM + 1),
    VEER_VICINITY_RUN = 16,     ///< most balls that share one
    VEER_VICINITY_CROWDED = 255 ///< answers of a query that found more: query the index instead
};

/// Candidates, column by column, and behind the last some that are infinitely far.
typedef struct VeerVicinity {
    const VeerIndex *index;
    uint32_t begin, end; ///< entries whose vicinity it is
    uint32_t count;
    float x[VEER_VICINITY_MOST], y[VEER_VICINITY_MOST], z[VEER_VICINITY_MOST];
    float radius[VEER_VICINITY_MOST];
    uint32_t entries[VEER_VICINITY_MOST];
} VeerVicinity;

/// Stretches of entries, some of which are near.
typedef struct VeerStretches {
    const VeerIndex *index;
    uint32_t count;
    uint32_t entries[VEER_VICINITY_ROOM]; ///< the first of VEER_VICINITY_STRIDE
    uint32_t bits[VEER_VICINITY_ROOM];    ///< which of these may be
} VeerStretches;

/// The end of the run of entries that begins at `begin` and may share a vicinity: they lie in a box
/// no larger than two cells along x, or in one leaf of a tree (nest.h). At most `end`.
uint32_t veer_vicinity_run(const VeerIndex *index, uint32_t begin, uint32_t end);

/// Gathers what may answer queries from the centres of the entries [begin, end), and more.
///
/// @param ranges  ranges[end - begin], m, >= 0: how far each query looks. In a leaf they fall to
///                the gap of the `limit`-th nearest there, which may be negative
/// @param limit   the most answers of one query
/// @return false: too many, in levels that hash their rows, or in a tree with balls on no common
/// layer; then ranges are as they were, and each has to query the index
bool veer_vicinity_gather(VeerVicinity *vicinity, const VeerIndex *index, uint32_t begin,
                          uint32_t end, float *ranges, uint32_t limit);

/// As veer_index_nearest_entries, for a query from one of the centres and with a range of at most
/// its own. The limit is at most VEER_VICINITY_NEAR.
///
/// @return how many answers were written, or VEER_VICINITY_CROWDED
uint32_t veer_vicinity_nearest(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               VeerNear *out);

/// Lists all that are within the range of such a query, and not the `own` entry.
///
/// @param keys  keys[VEER_ORDER_MOST]: see order.h; behind the last are gaps of INFINITY
/// @return how many, whatever the limit; or VEER_VICINITY_CROWDED: more than VEER_ORDER_MOST
uint32_t veer_vicinity_list(const VeerVicinity *vicinity, const VeerNearQuery *query, uint32_t own,
                            double *keys);

/// A box, and how far from it one looks, m.
typedef struct VeerSurroundings {
    VeerVec3 lower, upper;
    float range;
} VeerSurroundings;

typedef struct VeerVicinityLanes {
    /// The entries of stretches that are near the box.
    void (*collect)(VeerVicinity *vicinity, const VeerStretches *stretches,
                    const VeerSurroundings *box);
    /// See veer_vicinity_nearest.
    uint32_t (*nearest)(const VeerVicinity *vicinity, const VeerNearQuery *query, VeerNear *out);
    /// See veer_vicinity_list.
    uint32_t (*list)(const VeerVicinity *vicinity, const VeerNearQuery *query, uint32_t own,
                     double *keys);
} VeerVicinityLanes;

extern const VeerVicinityLanes veer_vicinity_base, veer_vicinity_avx2, veer_vicinity_avx512;

/// The kernels of one width (base/lanes.h).
const VeerVicinityLanes *veer_vicinity_lanes(VeerLanes lanes);

#endif
