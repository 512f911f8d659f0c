/// Connected components by runs: neighbouring rows' runs that overlap are joined.
/// Source: Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", J. ACM
/// 13(4), 1966.
#include "map/layers/runs.h"

#include "base/union_find.h"

#include <string.h>

VeerRuns veer_runs_take(VeerArena *arena, uint32_t row_count, size_t run_count)
{
    VeerRuns runs = {.row_count = row_count};
    runs.rows = veer_arena_take(arena, row_count + (size_t)1, sizeof *runs.rows);
    runs.runs = veer_arena_take(arena, run_count, sizeof *runs.runs);
    runs.labels = veer_arena_take(arena, run_count, sizeof *runs.labels);
    if (runs.rows) {
        veer_runs_clear(&runs);
    }
    return runs;
}

void veer_runs_clear(VeerRuns *runs)
{
    runs->label_count = 0;
    memset(runs->rows, 0, (runs->row_count + (size_t)1) * sizeof *runs->rows);
}

void veer_runs_join(VeerRuns *rows, uint32_t before, uint32_t row)
{
    const VeerRun *runs = rows->runs;
    uint32_t above = rows->rows[before], above_end = rows->rows[before + 1u];
    uint32_t here = rows->rows[row], end = rows->rows[row + 1u];
    while (above < above_end && here < end) {
        if (runs[above].begin < runs[here].end && runs[here].begin < runs[above].end) {
            parts_join(rows->labels, above, here);
        }
        if (runs[above].end < runs[here].end) {
            above++;
        } else {
            here++;
        }
    }
}

void veer_runs_number(VeerRuns *runs)
{
    // Roots come before all that hang on them.
    uint32_t run_count = runs->rows[runs->row_count];
    runs->label_count = 0;
    for (uint32_t run = 0; run < run_count; run++) {
        uint32_t up = runs->labels[run];
        runs->labels[run] = up == run ? runs->label_count++ : runs->labels[up];
    }
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

uint32_t veer_runs_label(const VeerRuns *runs, uint32_t row, int32_t x)
{
    uint32_t run = run_at(runs, row, x);
    bool is_inside = run < runs->rows[row + 1u] && runs->runs[run].begin <= x;
    return is_inside ? runs->labels[run] : VEER_RUNS_NO_LABEL;
}

static bool is_wanted(const VeerRuns *runs, uint32_t run, uint32_t label)
{
    return label == VEER_RUNS_NO_LABEL || runs->labels[run] == label;
}

bool veer_runs_nearest(const VeerRuns *runs, uint32_t row, int32_t x, uint32_t label, int64_t most,
                       int32_t *out)
{
    uint32_t middle = run_at(runs, row, x);
    bool is_found = false;
    for (uint32_t run = middle; run < runs->rows[row + 1u]; run++) {
        int32_t begin = runs->runs[run].begin > x ? runs->runs[run].begin : x;
        int64_t distance = begin - (int64_t)x;
        if (distance * distance > most) {
            break;
        }
        if (is_wanted(runs, run, label)) {
            *out = begin;
            most = distance * distance;
            is_found = true;
            break;
        }
    }
    for (uint32_t run = middle; run-- > runs->rows[row];) {
        int32_t last = runs->runs[run].end - 1;
        int64_t distance = x - (int64_t)last;
        if (distance * distance > most) {
            break;
        }
        if (is_wanted(runs, run, label)) {
            *out = last;
            return true;
        }
    }
    return is_found;
}
