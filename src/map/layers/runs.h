/// Rows of runs of free cells, and their connected components. Cells connect along the axes: a step
/// across an edge or a corner needs a free cell beside it, so such steps connect nothing more.
///
/// Source: Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", J. ACM
/// 13(4), 1966.
#ifndef VEER_MAP_LAYERS_RUNS_H
#define VEER_MAP_LAYERS_RUNS_H

#include "base/arena.h"
#include "veer/voxels.h"

/// Free cells [begin, end) of a row.
typedef struct VeerRun {
    uint16_t begin, end;
} VeerRun;

/// Cells that belong to no run.
#define VEER_RUNS_NO_LABEL UINT32_MAX

/// Runs by row, of voxels, or of a grid as one layer of them. Row z * cells.y + y.
typedef struct VeerRuns {
    VeerVoxel cells;
    uint32_t row_count;
    uint32_t label_count, capacity;
    uint32_t *rows; ///< rows[row_count + 1]: the first run of each
    VeerRun *runs;
    uint32_t *labels; ///< of the runs
} VeerRuns;

/// Takes the memory for so many runs.
VeerRuns veer_runs_take(VeerArena *arena, VeerVoxel cells, uint32_t run_capacity);
/// Empties the rows.
void veer_runs_clear(VeerRuns *runs);
/// When all runs are listed: labels them by component, numbered by the first run of each.
void veer_runs_connect(VeerRuns *runs);

/// The label of a cell; VEER_RUNS_NO_LABEL between the runs and outside. Cost O(log runs of the
/// row).
uint32_t veer_runs_label(const VeerRuns *runs, VeerVoxel cell);

/// The nearest cell with a label (VEER_RUNS_NO_LABEL: with any), ties by layer, row and column.
/// @param out  untouched if there is none
/// @return whether there is one
bool veer_runs_nearest(const VeerRuns *runs, VeerVoxel from, uint32_t label, VeerVoxel *out);

#endif
