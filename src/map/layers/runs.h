/// Rows of runs of free cells, and which of them hang together.
#ifndef VEER_MAP_LAYERS_RUNS_H
#define VEER_MAP_LAYERS_RUNS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/// Free cells [begin, end) of a row.
typedef struct VeerRun {
    uint16_t begin, end;
} VeerRun;

/// Cells that belong to no run.
#define VEER_RUNS_NO_LABEL UINT32_MAX

/// Runs by row.
typedef struct VeerRuns {
    uint32_t row_count;
    uint32_t label_count;
    uint32_t *rows; ///< rows[row_count + 1]: the first run of each
    VeerRun *runs;
    uint32_t *labels; ///< of the runs; while they are joined, a run that is further up or itself
} VeerRuns;

/// Takes the memory for so many rows and runs; the rows are empty.
VeerRuns veer_runs_take(VeerArena *arena, uint32_t row_count, size_t run_count);
/// Empties the rows.
void veer_runs_clear(VeerRuns *runs);
/// Joins each run of a row with those of an earlier one that share a column with it.
void veer_runs_join(VeerRuns *runs, uint32_t before, uint32_t row);
/// When all are joined: numbers the labels by their first run.
void veer_runs_number(VeerRuns *runs);

/// The label of a cell of a row; VEER_RUNS_NO_LABEL between the runs. Cost O(log runs of the row).
uint32_t veer_runs_label(const VeerRuns *runs, uint32_t row, int32_t x);

/// The cell of a row with a label (VEER_RUNS_NO_LABEL: with any) that is nearest to x; of two the
/// lesser one.
/// @param most  the square of the distance may be no more
/// @return whether there is one
bool veer_runs_nearest(const VeerRuns *runs, uint32_t row, int32_t x, uint32_t label, int64_t most,
                       int32_t *out);

#endif
