#include "map/layers/runs.h"

#include "base/union_find.h"
#include "math/vec.h"

#include <string.h>

VeerRuns veer_runs_take(VeerArena *arena, VeerVoxel cells, uint32_t run_capacity)
{
    VeerRuns runs = {.cells = cells,
                     .row_count = (uint32_t)cells.y * (uint32_t)cells.z,
                     .capacity = run_capacity};
    runs.rows = veer_arena_take(arena, runs.row_count + (size_t)1, sizeof *runs.rows);
    runs.runs = veer_arena_take(arena, run_capacity, sizeof *runs.runs);
    runs.labels = veer_arena_take(arena, run_capacity, sizeof *runs.labels);
    return runs;
}

void veer_runs_clear(VeerRuns *runs)
{
    runs->label_count = 0;
    memset(runs->rows, 0, (runs->row_count + (size_t)1) * sizeof *runs->rows);
}

/// Unites each run of a row with those of an earlier one that share a column with it.
static void unite_rows(const VeerRuns *runs, uint32_t before, uint32_t row)
{
    uint32_t above = runs->rows[before], above_end = runs->rows[before + 1u];
    uint32_t here = runs->rows[row], end = runs->rows[row + 1u];
    while (above < above_end && here < end) {
        VeerRun a = runs->runs[above], b = runs->runs[here];
        if (a.begin < b.end && b.begin < a.end) {
            veer_union_find_unite(runs->labels, above, here);
        }
        if (a.end < b.end) {
            above++;
        } else {
            here++;
        }
    }
}

void veer_runs_connect(VeerRuns *runs)
{
    uint32_t run_count = runs->rows[runs->row_count], height = (uint32_t)runs->cells.y;
    for (uint32_t run = 0; run < run_count; run++) {
        runs->labels[run] = run;
    }
    for (uint32_t row = 1; row < runs->row_count; row++) {
        if (row % height != 0) {
            unite_rows(runs, row - 1u, row);
        }
        if (row >= height) {
            unite_rows(runs, row - height, row);
        }
    }
    runs->label_count = veer_union_find_number(runs->labels, run_count);
}

/// The first run of a row that ends after x; the row's end if there is none.
static uint32_t run_at(const VeerRuns *runs, uint32_t row, int32_t x)
{
    uint32_t begin = runs->rows[row], end = runs->rows[row + 1u];
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2u;
        if (runs->runs[middle].end <= x) {
            begin = middle + 1u;
        } else {
            end = middle;
        }
    }
    return begin;
}

uint32_t veer_runs_label(const VeerRuns *runs, VeerVoxel cell)
{
    VeerVoxel cells = runs->cells;
    if (cell.x < 0 || cell.y < 0 || cell.z < 0 || cell.x >= cells.x || cell.y >= cells.y ||
        cell.z >= cells.z) {
        return VEER_RUNS_NO_LABEL;
    }
    uint32_t row = (uint32_t)(cell.z * cells.y + cell.y), run = run_at(runs, row, cell.x);
    bool is_inside = run < runs->rows[row + 1u] && runs->runs[run].begin <= cell.x;
    return is_inside ? runs->labels[run] : VEER_RUNS_NO_LABEL;
}

// --- The nearest cell ---

/// The best cell so far.
typedef struct RunSearch {
    const VeerRuns *runs;
    uint32_t label;
    VeerVoxel from, best;
    int64_t squared; ///< distance; INT64_MAX: none yet
} RunSearch;

static bool comes_before(VeerVoxel a, VeerVoxel b)
{
    return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

/// Looks at a cell of a run. @return false: it, and all that lie further along the row, are too far
static bool offer_cell(RunSearch *search, uint32_t run, VeerVoxel cell)
{
    int64_t dx = cell.x - (int64_t)search->from.x, dy = cell.y - (int64_t)search->from.y;
    int64_t dz = cell.z - (int64_t)search->from.z, squared = dx * dx + dy * dy + dz * dz;
    bool is_wanted =
        search->label == VEER_RUNS_NO_LABEL || search->runs->labels[run] == search->label;
    if (is_wanted && (squared < search->squared ||
                      (squared == search->squared && comes_before(cell, search->best)))) {
        search->squared = squared;
        search->best = cell;
    }
    return squared <= search->squared && !is_wanted;
}

static void search_row(RunSearch *search, int32_t y, int32_t z)
{
    const VeerRuns *runs = search->runs;
    int32_t x = search->from.x;
    uint32_t row = (uint32_t)(z * runs->cells.y + y), middle = run_at(runs, row, x);
    bool goes_on = true;
    for (uint32_t run = middle; goes_on && run < runs->rows[row + 1u]; run++) {
        int32_t begin = runs->runs[run].begin > x ? runs->runs[run].begin : x;
        goes_on = offer_cell(search, run, (VeerVoxel){begin, y, z});
    }
    goes_on = true;
    for (uint32_t run = middle; goes_on && run-- > runs->rows[row];) {
        goes_on = offer_cell(search, run, (VeerVoxel){runs->runs[run].end - 1, y, z});
    }
}

/// Numbers of [0, count) outwards from `from`, to both sides by turns.
typedef struct Outwards {
    int64_t from, below, above, count;
} Outwards;

static Outwards go_outwards(int64_t from, int64_t count)
{
    return (Outwards){from, from < count ? from : count - 1, from >= 0 ? from + 1 : 0, count};
}

/// The next one within a squared distance, nearest first. @return false when there is none
static bool next_outwards(Outwards *walk, int64_t squared, int64_t *out)
{
    bool is_below = walk->below >= 0, is_above = walk->above < walk->count;
    if (is_below && (!is_above || walk->from - walk->below <= walk->above - walk->from)) {
        *out = walk->below--;
    } else if (is_above) {
        *out = walk->above++;
    } else {
        return false;
    }
    return (*out - walk->from) * (*out - walk->from) <= squared;
}

bool veer_runs_nearest(const VeerRuns *runs, VeerVoxel from, uint32_t label, VeerVoxel *out)
{
    // Squares of distances stay in range, and further off it makes no difference.
    const int32_t most = 1000000000;
    from = (VeerVoxel){clamp_i(from.x, -most, most), clamp_i(from.y, -most, most),
                       clamp_i(from.z, -most, most)};
    RunSearch search = {.runs = runs, .label = label, .from = from, .squared = INT64_MAX};
    Outwards layers = go_outwards(from.z, runs->cells.z);
    int64_t y, z;
    while (next_outwards(&layers, search.squared, &z)) {
        Outwards rows = go_outwards(from.y, runs->cells.y);
        while (next_outwards(&rows, search.squared - (z - from.z) * (z - from.z), &y)) {
            search_row(&search, (int32_t)y, (int32_t)z);
        }
    }
    if (search.squared == INT64_MAX) {
        return false;
    }
    *out = search.best;
    return true;
}
