/// Which cells of a grid hang together: runs of free cells, row by row.
///
/// Cells hang together along the axes: a diagonal step needs at least one free cell beside it, so
/// diagonals join nothing more.
#include "map/grid/grid.h"
#include "map/layers/runs.h"

_Static_assert(VEER_NO_LABEL == VEER_RUNS_NO_LABEL, "a cell without a run has no label");

struct VeerLabels {
    uint32_t width, height;
    VeerRuns runs;
};

static VeerLabels *lay_out(VeerArena *arena, uint32_t width, uint32_t height, VeerLabels *parts)
{
    VeerLabels *labels = veer_arena_take(arena, 1, sizeof *labels);
    size_t most = (size_t)((width + 1u) / 2u) * height;
    *parts = (VeerLabels){width, height, veer_runs_take(arena, height, most)};
    return labels;
}

size_t veer_labels_size(uint32_t width, uint32_t height)
{
    VeerArena arena = {NULL, 0};
    VeerLabels parts;
    (void)lay_out(&arena, width, height, &parts);
    return arena.used;
}

VeerLabels *veer_labels_init(void *memory, uint32_t width, uint32_t height)
{
    VeerArena arena = {memory, 0};
    VeerLabels parts;
    VeerLabels *labels = lay_out(&arena, width, height, &parts);
    *labels = parts;
    return labels;
}

/// The first free cell from x on; the width if there is none.
static int32_t next_free(const VeerBitmap *rows, int32_t y, int32_t x)
{
    const uint64_t *words = veer_bitmap_line(rows, y);
    int32_t last = (rows->length - 1) >> 6;
    uint64_t bits = ~words[x >> 6] >> (x & 63) << (x & 63);
    int32_t word = x >> 6;
    while (!bits && word < last) {
        bits = ~words[++word];
    }
    return bits ? word * 64 + (int32_t)veer_bits_lowest(bits) : rows->length;
}

/// Lists the runs of a row from number `count` on. @return the number after
static uint32_t list_row(VeerLabels *labels, const VeerBitmap *rows, int32_t y, uint32_t count)
{
    int32_t x = 0;
    while (x < rows->length && (x = next_free(rows, y, x)) < rows->length) {
        int32_t end = veer_bitmap_next(rows, y, x);
        labels->runs.runs[count] = (VeerRun){(uint16_t)x, (uint16_t)end};
        labels->runs.labels[count] = count;
        count++;
        x = end;
    }
    return count;
}

VeerStatus veer_labels_build(VeerLabels *labels, const VeerGrid *grid)
{
    if (grid->def.width != labels->width || grid->def.height != labels->height) {
        return VEER_BAD_VALUE;
    }
    uint32_t count = 0;
    for (uint32_t y = 0; y < labels->height; y++) {
        labels->runs.rows[y] = count;
        count = list_row(labels, &grid->blocked[0], (int32_t)y, count);
        labels->runs.rows[y + 1] = count;
        if (y > 0) {
            veer_runs_join(&labels->runs, y - 1u, y);
        }
    }
    veer_runs_number(&labels->runs);
    return VEER_OK;
}

uint32_t veer_labels_at(const VeerLabels *labels, VeerCell cell)
{
    bool is_inside = cell.x >= 0 && cell.y >= 0 && cell.x < (int32_t)labels->width &&
                     cell.y < (int32_t)labels->height;
    return is_inside ? veer_runs_label(&labels->runs, (uint32_t)cell.y, cell.x) : VEER_NO_LABEL;
}

uint32_t veer_labels_count(const VeerLabels *labels)
{
    return labels->runs.label_count;
}

/// The nearest cell found so far.
typedef struct Nearest {
    VeerCell from, cell;
    int64_t squared; ///< distance; INT64_MAX: none yet
} Nearest;

static bool is_farther(const Nearest *nearest, int64_t across)
{
    return across * across > nearest->squared;
}

static void search_row(const VeerLabels *labels, uint32_t label, int32_t y, Nearest *nearest)
{
    int64_t across = y - (int64_t)nearest->from.y;
    int32_t x;
    if (!veer_runs_nearest(&labels->runs, (uint32_t)y, nearest->from.x, label,
                           nearest->squared - across * across, &x)) {
        return;
    }
    int64_t along = x - (int64_t)nearest->from.x, squared = along * along + across * across;
    if (squared < nearest->squared || y < nearest->cell.y) {
        nearest->squared = squared;
        nearest->cell = (VeerCell){x, y};
    }
}

bool veer_labels_nearest(const VeerLabels *labels, VeerCell cell, uint32_t label, VeerCell *out)
{
    Nearest nearest = {.from = cell, .squared = INT64_MAX};
    int64_t height = labels->height;
    int64_t above = cell.y, below = (int64_t)cell.y + 1;
    // Rows that lie outside of the grid hold nothing.
    above = above < height ? above : height - 1;
    below = below > 0 ? below : 0;
    while ((above >= 0 && !is_farther(&nearest, cell.y - above)) ||
           (below < height && !is_farther(&nearest, below - cell.y))) {
        if (above >= 0) {
            search_row(labels, label, (int32_t)above--, &nearest);
        }
        if (below < height) {
            search_row(labels, label, (int32_t)below++, &nearest);
        }
    }
    if (nearest.squared == INT64_MAX) {
        return false;
    }
    *out = nearest.cell;
    return true;
}
