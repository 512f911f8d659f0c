/// What maps, fields and paths through what moves cost: measured many times over.
#ifndef VEER_BENCH_MAP_BENCH_H
#define VEER_BENCH_MAP_BENCH_H

#include "tally.h"
#include "veer/scenario.h"

/// The numbers of the rows, in order.
typedef enum VeerMapBenchRow {
    VEER_BENCH_OCCUPANCY,  ///< bodies counted from where they were to where they are
    VEER_BENCH_BITMAPS,    ///< what is derived from the rows and columns that this changed
    VEER_BENCH_DILATION,   ///< the map for bodies of one radius
    VEER_BENCH_LABELS,     ///< connected components
    VEER_BENCH_UPKEEP,     ///< the four of one tick
    VEER_BENCH_FIELD,      ///< a whole field to one goal
    VEER_BENCH_WINDOW,     ///< a window goes on by a tick
    VEER_BENCH_PATH,       ///< a path through what moves, from question to answer
    VEER_BENCH_SHORT_PATH, ///< the same, within a budget: as near as that leads
    VEER_BENCH_ROW_COUNT
} VeerMapBenchRow;

/// What came out for one row.
typedef struct VeerMapBenchScores {
    const char *name, *unit, *help;
    uint32_t count; ///< how often it was measured
    VeerQuantiles times;
} VeerMapBenchScores;

typedef struct VeerMapBench VeerMapBench;

/// Opens a bench on a map file, or with NULL on an empty map of 1024 × 1024 cells.
///
/// @param ticks  how often each row is measured; paths ten times as often, fields a tenth
/// @param error  where it returns NULL
VeerMapBench *veer_map_bench_open(const char *map, uint32_t ticks, uint64_t seed,
                                  const VeerInputLimits *limits, VeerInputError *error);
void veer_map_bench_close(VeerMapBench *bench);

/// Measures one tick, with its share of fields and paths.
void veer_map_bench_step(VeerMapBench *bench);

/// What came out for a row. Sorts its times.
VeerMapBenchScores veer_map_bench_scores(VeerMapBench *bench, VeerMapBenchRow row);

#endif
