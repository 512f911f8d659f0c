/// Connected components by runs: neighbouring rows' runs that overlap are joined.
/// Source: Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", J. ACM
/// 13(4), 1966; joined to the lesser root, with halving of the ways to it (Tarjan and van Leeuwen,
/// "Worst-case analysis of set union algorithms", J. ACM 31(2), 1984).
///
/// Cells hang together along the axes: a diagonal step needs at least one free cell beside it, so
/// diagonals join nothing more.
#include "map/grid.h"

#include <string.h>

/// Free cells [begin, end) of a row.
typedef struct Run {
    uint16_t begin, end;
} Run;

struct VeerLabels {
    uint32_t width, height, count;
    uint32_t *rows; ///< rows[height + 1]: the first run of each
    Run *runs;
    uint32_t *labels; ///< of the runs; while they are joined, a run that is further up or itself
};

static VeerLabels *lay_out(VeerArena *arena, uint32_t width, uint32_t height, VeerLabels *parts)
{
    VeerLabels *labels = veer_arena_take(arena, 1, sizeof *labels);
    size_t most = (size_t)((width + 1u) / 2u) * height;
    parts->rows = veer_arena_take(arena, (size_t)height + 1u, sizeof *parts->rows);
    parts->runs = veer_arena_take(arena, most, sizeof *parts->runs);
    parts->labels = veer_arena_take(arena, most, sizeof *parts->labels);
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
    VeerLabels parts = {.width = width, .height = height};
    VeerLabels *labels = lay_out(&arena, width, height, &parts);
    *labels = parts;
    memset(labels->rows, 0, (height + (size_t)1) * sizeof *labels->rows);
    return labels;
}

static uint32_t root_of(uint32_t *labels, uint32_t run)
{
    while (labels[run] != run) {
        labels[run] = labels[labels[run]];
        run = labels[run];
    }
    return run;
}

static void join(uint32_t *labels, uint32_t a, uint32_t b)
{
    a = root_of(labels, a);
    b = root_of(labels, b);
    labels[a < b ? b : a] = a < b ? a : b;
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
        labels->runs[count] = (Run){(uint16_t)x, (uint16_t)end};
        labels->labels[count] = count;
        count++;
        x = end;
    }
    return count;
}

/// Joins each run of a row with those above that share a column with it.
static void join_row(VeerLabels *labels, uint32_t y)
{
    const Run *runs = labels->runs;
    uint32_t above = labels->rows[y - 1], here = labels->rows[y], end = labels->rows[y + 1];
    uint32_t above_end = here;
    while (above < above_end && here < end) {
        if (runs[above].begin < runs[here].end && runs[here].begin < runs[above].end) {
            join(labels->labels, above, here);
        }
        if (runs[above].end < runs[here].end) {
            above++;
        } else {
            here++;
        }
    }
}

/// Numbers the roots, which come before all that hang on them.
static void number(VeerLabels *labels)
{
    uint32_t run_count = labels->rows[labels->height];
    labels->count = 0;
    for (uint32_t run = 0; run < run_count; run++) {
        uint32_t up = labels->labels[run];
        labels->labels[run] = up == run ? labels->count++ : labels->labels[up];
    }
}

VeerStatus veer_labels_build(VeerLabels *labels, const VeerGrid *grid)
{
    if (grid->def.width != labels->width || grid->def.height != labels->height) {
        return VEER_BAD_VALUE;
    }
    uint32_t count = 0;
    for (uint32_t y = 0; y < labels->height; y++) {
        labels->rows[y] = count;
        count = list_row(labels, &grid->blocked[0], (int32_t)y, count);
        labels->rows[y + 1] = count;
        if (y > 0) {
            join_row(labels, y);
        }
    }
    number(labels);
    return VEER_OK;
}

/// The first run of a row that ends after x; the row's end if there is none.
static uint32_t run_at(const VeerLabels *labels, int32_t y, int32_t x)
{
    uint32_t begin = labels->rows[y], end = labels->rows[y + 1];
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2u;
        if (labels->runs[middle].end <= x) {
            begin = middle + 1u;
        } else {
            end = middle;
        }
    }
    return begin;
}

uint32_t veer_labels_at(const VeerLabels *labels, VeerCell cell)
{
    if (cell.x < 0 || cell.y < 0 || cell.x >= (int32_t)labels->width ||
        cell.y >= (int32_t)labels->height) {
        return VEER_NO_LABEL;
    }
    uint32_t run = run_at(labels, cell.y, cell.x);
    bool is_inside = run < labels->rows[cell.y + 1] && labels->runs[run].begin <= cell.x;
    return is_inside ? labels->labels[run] : VEER_NO_LABEL;
}

uint32_t veer_labels_count(const VeerLabels *labels)
{
    return labels->count;
}

/// The nearest cell found so far.
typedef struct Nearest {
    VeerCell from, cell;
    int64_t squared; ///< distance; -1: none yet
} Nearest;

static bool is_farther(const Nearest *nearest, int64_t along, int64_t across)
{
    return nearest->squared >= 0 && along * along + across * across > nearest->squared;
}

static void offer(Nearest *nearest, int32_t x, int32_t y)
{
    int64_t dx = x - (int64_t)nearest->from.x, dy = y - (int64_t)nearest->from.y;
    int64_t squared = dx * dx + dy * dy;
    VeerCell best = nearest->cell;
    if (nearest->squared < 0 || squared < nearest->squared ||
        (squared == nearest->squared && (y < best.y || (y == best.y && x < best.x)))) {
        nearest->squared = squared;
        nearest->cell = (VeerCell){x, y};
    }
}

static bool is_wanted(const VeerLabels *labels, uint32_t run, uint32_t label)
{
    return label == VEER_NO_LABEL || labels->labels[run] == label;
}

/// Walks a row's runs to either side of the column until one is wanted, or too far.
static void search_row(const VeerLabels *labels, uint32_t label, int32_t y, Nearest *nearest)
{
    int32_t x = nearest->from.x, dy = y - nearest->from.y;
    uint32_t middle = run_at(labels, y, x);
    for (uint32_t run = middle; run < labels->rows[y + 1]; run++) {
        int32_t begin = labels->runs[run].begin > x ? labels->runs[run].begin : x;
        if (is_farther(nearest, begin - (int64_t)x, dy)) {
            break;
        }
        if (is_wanted(labels, run, label)) {
            offer(nearest, begin, y);
            break;
        }
    }
    for (uint32_t run = middle; run-- > labels->rows[y];) {
        int32_t last = labels->runs[run].end - 1;
        if (is_farther(nearest, x - (int64_t)last, dy)) {
            break;
        }
        if (is_wanted(labels, run, label)) {
            offer(nearest, last, y);
            break;
        }
    }
}

bool veer_labels_nearest(const VeerLabels *labels, VeerCell cell, uint32_t label, VeerCell *out)
{
    Nearest nearest = {.from = cell, .squared = -1};
    int64_t height = labels->height;
    int64_t above = cell.y, below = (int64_t)cell.y + 1;
    // Rows that lie outside of the grid hold nothing.
    above = above < height ? above : height - 1;
    below = below > 0 ? below : 0;
    while ((above >= 0 && !is_farther(&nearest, 0, cell.y - above)) ||
           (below < height && !is_farther(&nearest, 0, below - cell.y))) {
        if (above >= 0) {
            search_row(labels, label, (int32_t)above--, &nearest);
        }
        if (below < height) {
            search_row(labels, label, (int32_t)below++, &nearest);
        }
    }
    if (nearest.squared < 0) {
        return false;
    }
    *out = nearest.cell;
    return true;
}
