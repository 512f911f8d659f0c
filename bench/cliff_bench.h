/// What hostile crowds cost beside ordinary ones: bodies on one spot, far too wide, far too narrow.
#ifndef VEER_BENCH_CLIFF_BENCH_H
#define VEER_BENCH_CLIFF_BENCH_H

#include "tally.h"
#include "veer/world.h"

#include <stdint.h>

/// What came out for one crowd.
typedef struct VeerCliffScores {
    const char *name;
    const char *beside; ///< the crowd over the same kind of map that it is compared with
    VeerMapKind map;
    uint32_t agents;
    double median, worst;            ///< ms a tick, processor time
    double stages[VEER_STAGE_COUNT]; ///< ms, of the worst tick
} VeerCliffScores;

/// Times the ticks of a crowd, the first one and all: at most 64.
/// @return false: there is no crowd of this number, or no memory for it
bool veer_cliff_bench_run(uint32_t number, uint32_t agents, uint32_t ticks, VeerCliffScores *out);

#endif
