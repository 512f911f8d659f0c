/// Connected components of the free cells of grids and voxels: runs of free cells, row by row.
#include "base/wide_bits.h"
#include "map/grid/grid.h"
#include "map/layers/layers.h"
#include "map/layers/runs.h"
#include "map/voxels/voxels.h"

_Static_assert(VEER_NO_LABEL == VEER_RUNS_NO_LABEL, "a cell without a run has no label");
_Static_assert(VEER_NO_VOXEL_LABEL == VEER_RUNS_NO_LABEL, "a voxel without a run has no label");

struct VeerLabels {
    VeerRuns runs;
};

struct VeerVoxelLabels {
    VeerRuns runs;
};

static size_t lay_out(void *memory, VeerVoxel cells, uint32_t run_count, VeerRuns *runs)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *runs);
    *runs = veer_runs_take(&arena, cells, run_count);
    return arena.used;
}

// --- Grids ---

static size_t lay_out_grid(void *memory, uint32_t width, uint32_t height, VeerRuns *runs)
{
    VeerVoxel cells = {(int32_t)width, (int32_t)height, 1};
    return lay_out(memory, cells, (width + 1u) / 2u * height, runs);
}

size_t veer_labels_size(uint32_t width, uint32_t height)
{
    VeerRuns runs;
    return veer_grid_are_sides(width, height) ? lay_out_grid(NULL, width, height, &runs) : 0;
}

VeerLabels *veer_labels_init(void *memory, uint32_t width, uint32_t height)
{
    VeerLabels *labels = memory;
    if (!labels || !veer_grid_are_sides(width, height)) {
        return NULL;
    }
    (void)lay_out_grid(memory, width, height, &labels->runs);
    veer_runs_clear(&labels->runs);
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
        labels->runs.runs[count++] = (VeerRun){(uint16_t)x, (uint16_t)end};
        x = end;
    }
    return count;
}

bool veer_labels_fit(const VeerLabels *labels, uint32_t width, uint32_t height)
{
    return labels->runs.cells.x == (int32_t)width && labels->runs.row_count == height;
}

VeerStatus veer_labels_build(VeerLabels *labels, const VeerGrid *grid)
{
    VeerRuns *runs = labels ? &labels->runs : NULL;
    if (!runs || !veer_grid_is_sized(grid, (uint32_t)runs->cells.x, runs->row_count)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t y = 0; y < runs->row_count; y++) {
        runs->rows[y + 1u] = list_row(labels, &grid->blocked[0], (int32_t)y, runs->rows[y]);
    }
    veer_runs_connect(runs);
    return VEER_OK;
}

uint32_t veer_labels_at(const VeerLabels *labels, VeerCell cell)
{
    return labels ? veer_runs_label(&labels->runs, (VeerVoxel){cell.x, cell.y, 0}) : VEER_NO_LABEL;
}

uint32_t veer_labels_count(const VeerLabels *labels)
{
    return labels ? labels->runs.label_count : 0;
}

bool veer_labels_nearest(const VeerLabels *labels, VeerCell cell, uint32_t label, VeerCell *out)
{
    VeerVoxel nearest;
    if (!labels || !out ||
        !veer_runs_nearest(&labels->runs, (VeerVoxel){cell.x, cell.y, 0}, label, &nearest)) {
        return false;
    }
    *out = (VeerCell){nearest.x, nearest.y};
    return true;
}

// --- Voxels ---

/// Calls `visit` for each brick with the voxels where a run begins or ends (is blocked behind one
/// that is free), a row of bricks along x after the other and within it by x.
static void visit_bricks(const VeerVoxels *voxels, void *user,
                         void (*visit)(void *user, VeerVoxel brick, uint64_t begins, uint64_t ends))
{
    const uint64_t first_of_four = UINT64_C(0x1111111111111111);
    const VeerBricks *level = &voxels->levels[0];
    VeerVoxel at;
    for (at.z = 0; at.z < level->bricks.z; at.z++) {
        for (at.y = 0; at.y < level->bricks.y; at.y++) {
            uint64_t before = UINT64_MAX;
            // The margin ends the last run.
            for (at.x = 0; at.x <= level->bricks.x; at.x++) {
                uint64_t blocked = *veer_bricks_word(level, at.x, at.y, at.z);
                uint64_t left = (blocked << 1 & ~first_of_four) | (before >> 3 & first_of_four);
                if (blocked != left) {
                    visit(user, at, ~blocked & left, blocked & ~left);
                }
                before = blocked;
            }
        }
    }
}

static void count_runs(void *user, VeerVoxel brick, uint64_t begins, uint64_t ends)
{
    uint64_t *count = user;
    (void)brick, (void)ends;
    *count += veer_bits_count(begins);
}

uint32_t veer_voxel_labels_runs(const VeerVoxels *voxels)
{
    if (!voxels) {
        return 0;
    }
    uint64_t count = 0;
    visit_bricks(voxels, &count, count_runs);
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

size_t veer_voxel_labels_size(const VeerVoxelsDef *def, uint32_t run_count)
{
    VeerRuns runs;
    return veer_voxels_def_is_good(def) ? lay_out(NULL, def->cells, run_count, &runs) : 0;
}

VeerVoxelLabels *veer_voxel_labels_init(void *memory, const VeerVoxelsDef *def, uint32_t run_count)
{
    VeerVoxelLabels *labels = memory;
    if (!labels || !veer_voxels_def_is_good(def)) {
        return NULL;
    }
    (void)lay_out(memory, def->cells, run_count, &labels->runs);
    veer_runs_clear(&labels->runs);
    return labels;
}

/// The row of a bit of a brick.
static uint32_t row_of(const VeerVoxelLabels *labels, VeerVoxel brick, uint32_t bit)
{
    uint32_t y = 4u * (uint32_t)brick.y + (bit >> 2 & 3u), z = 4u * (uint32_t)brick.z + (bit >> 4);
    return z * (uint32_t)labels->runs.cells.y + y;
}

/// Counts the runs of each row, one place further on.
static void count_of_rows(void *user, VeerVoxel brick, uint64_t begins, uint64_t ends)
{
    VeerVoxelLabels *labels = user;
    (void)ends;
    for (; begins; begins &= begins - 1u) {
        labels->runs.rows[row_of(labels, brick, veer_bits_lowest(begins)) + 1u]++;
    }
}

/// Notes where runs begin and end. Until all of it is known, the first run of a row is the one that
/// is to be noted next.
static void note_runs(void *user, VeerVoxel brick, uint64_t begins, uint64_t ends)
{
    VeerVoxelLabels *labels = user;
    for (uint64_t bits = begins | ends; bits; bits &= bits - 1u) {
        uint32_t bit = veer_bits_lowest(bits);
        uint32_t *next = &labels->runs.rows[row_of(labels, brick, bit)];
        uint16_t x = (uint16_t)(4u * (uint32_t)brick.x + (bit & 3u));
        if (begins >> bit & 1u) {
            labels->runs.runs[*next].begin = x;
        } else {
            labels->runs.runs[(*next)++].end = x;
        }
    }
}

static void list_runs(VeerVoxelLabels *labels, const VeerVoxels *voxels)
{
    uint32_t *rows = labels->runs.rows, row_count = labels->runs.row_count;
    veer_runs_clear(&labels->runs);
    visit_bricks(voxels, labels, count_of_rows);
    for (uint32_t row = 0; row < row_count; row++) {
        rows[row + 1u] += rows[row];
    }
    visit_bricks(voxels, labels, note_runs);
    // Each row has come to where the next one began.
    for (uint32_t row = row_count; row > 0; row--) {
        rows[row] = rows[row - 1u];
    }
    rows[0] = 0;
}

bool veer_voxel_labels_fit(const VeerVoxelLabels *labels, const VeerVoxels *voxels)
{
    return veer_voxels_are_sized(voxels, labels->runs.cells);
}

VeerStatus veer_voxel_labels_build(VeerVoxelLabels *labels, const VeerVoxels *voxels)
{
    if (!labels || !veer_voxel_labels_fit(labels, voxels)) {
        return VEER_BAD_VALUE;
    }
    if (veer_voxel_labels_runs(voxels) > labels->runs.capacity) {
        veer_runs_clear(&labels->runs);
        return VEER_FULL;
    }
    list_runs(labels, voxels);
    veer_runs_connect(&labels->runs);
    return VEER_OK;
}

uint32_t veer_voxel_labels_at(const VeerVoxelLabels *labels, VeerVoxel voxel)
{
    return labels ? veer_runs_label(&labels->runs, voxel) : VEER_NO_VOXEL_LABEL;
}

uint32_t veer_voxel_labels_count(const VeerVoxelLabels *labels)
{
    return labels ? labels->runs.label_count : 0;
}

bool veer_voxel_labels_nearest(const VeerVoxelLabels *labels, VeerVoxel voxel, uint32_t label,
                               VeerVoxel *out)
{
    return labels && out && veer_runs_nearest(&labels->runs, voxel, label, out);
}
