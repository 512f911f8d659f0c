/// Crowds on maps of the kind that multi-agent path finding is measured on: cells of 1 m that hold
/// one body each.
///
/// Source: Stern et al., "Multi-agent pathfinding: definitions, variants, and benchmarks", 2019.
#ifndef VEER_BENCH_MAPF_BENCH_H
#define VEER_BENCH_MAPF_BENCH_H

#include "veer/movingai.h"

/// A map made by seed, and as many agents as are tried on it.
typedef struct VeerMapfCase {
    const char *name, *help;
    uint32_t agents;
} VeerMapfCase;

/// The number of made maps, and one of them. @return NULL: there is none of that number
const VeerMapfCase *veer_mapf_case(uint32_t number);

/// How a map is run.
typedef struct VeerMapfGiven {
    uint32_t agents; ///< at most; 0: as many as the case has, or 100
    uint64_t seed;
    float dt; ///< s, of a tick; 0: a thirtieth
} VeerMapfGiven;

/// What came out of one map and seed.
typedef struct VeerMapfScores {
    uint32_t agents, arrived;
    double makespan;    ///< s: when the last one arrived
    double longest;     ///< s: the longest way's free time
    double ratio;       ///< time to arrive ÷ free time, the mean over those that arrived
    uint32_t contacts;  ///< overlaps of pairs by over 1% of the sum of their radii, as they begin
    double penetration; ///< deepest overlap ÷ the sum of the radii
    double worst, mean; ///< ms a tick, processor time
} VeerMapfScores;

/// Runs a made map, or one of a file: starts and goals are drawn by seed, no two in one cell.
///
/// @param map  NULL: that of the case `number` is made by seed
/// @return false: no memory
bool veer_mapf_bench_run(uint32_t number, const VeerMapText *map, const VeerMapfGiven *given,
                         VeerMapfScores *out);

#endif
