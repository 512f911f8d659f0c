/// What questions to a world cost: a field of agents and walls on a grid, asked at random places.
#ifndef VEER_BENCH_QUERY_BENCH_H
#define VEER_BENCH_QUERY_BENCH_H

#include "tally.h"

/// What one kind of question came to, us each.
typedef struct VeerQueryScores {
    const char *name, *help;
    VeerQuantiles times;
} VeerQueryScores;

/// A world that is asked. Opaque.
typedef struct VeerQueryBench VeerQueryBench;

/// Makes a world of so many agents, 200 walls, and a grid of 512 x 512 m whose cells are blocked
/// one in 1,000. @return NULL: no memory
VeerQueryBench *veer_query_bench_open(uint32_t agents, uint64_t seed);
void veer_query_bench_close(VeerQueryBench *bench);

/// Asks `count` questions of a kind, at most 100,000. @return false: there is no kind of this
/// number, or no memory
bool veer_query_bench_run(VeerQueryBench *bench, uint32_t number, uint32_t count,
                          VeerQueryScores *out);

#endif
