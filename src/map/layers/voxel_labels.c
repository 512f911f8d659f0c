/// Which voxels hang together: runs of free voxels along x, row by row.
///
/// Voxels hang together along the axes: a step across an edge or a corner needs all voxels beside
/// it free, so such steps join nothing more.
#include "base/wide_bits.h"
#include "map/layers/runs.h"
#include "map/voxels/voxels.h"

_Static_assert(VEER_NO_VOXEL_LABEL == VEER_RUNS_NO_LABEL, "a voxel without a run has no label");

struct VeerVoxelLabels {
    VeerVoxel cells;
    uint32_t run_capacity;
    VeerRuns runs; ///< row z * cells.y + y
};

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
    uint64_t count = 0;
    visit_bricks(voxels, &count, count_runs);
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static VeerVoxelLabels *lay_out(VeerArena *arena, const VeerVoxelsDef *def, uint32_t run_count,
                                VeerVoxelLabels *parts)
{
    VeerVoxelLabels *labels = veer_arena_take(arena, 1, sizeof *labels);
    uint32_t rows = (uint32_t)def->cells.y * (uint32_t)def->cells.z;
    *parts = (VeerVoxelLabels){def->cells, run_count, veer_runs_take(arena, rows, run_count)};
    return labels;
}

size_t veer_voxel_labels_size(const VeerVoxelsDef *def, uint32_t run_count)
{
    VeerArena arena = {NULL, 0};
    VeerVoxelLabels parts;
    if (!veer_voxels_def_is_good(def)) {
        return 0;
    }
    (void)lay_out(&arena, def, run_count, &parts);
    return arena.used;
}

VeerVoxelLabels *veer_voxel_labels_init(void *memory, const VeerVoxelsDef *def, uint32_t run_count)
{
    VeerArena arena = {memory, 0};
    VeerVoxelLabels parts;
    if (!veer_voxels_def_is_good(def)) {
        return NULL;
    }
    VeerVoxelLabels *labels = lay_out(&arena, def, run_count, &parts);
    *labels = parts;
    return labels;
}

/// The row of a bit of a brick.
static uint32_t row_of(const VeerVoxelLabels *labels, VeerVoxel brick, uint32_t bit)
{
    uint32_t y = 4u * (uint32_t)brick.y + (bit >> 2 & 3u), z = 4u * (uint32_t)brick.z + (bit >> 4);
    return z * (uint32_t)labels->cells.y + y;
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
            labels->runs.labels[*next] = *next;
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

VeerStatus veer_voxel_labels_build(VeerVoxelLabels *labels, const VeerVoxels *voxels)
{
    VeerVoxel ours = labels->cells, theirs = voxels->def.cells;
    if (ours.x != theirs.x || ours.y != theirs.y || ours.z != theirs.z) {
        return VEER_BAD_VALUE;
    }
    if (veer_voxel_labels_runs(voxels) > labels->run_capacity) {
        veer_runs_clear(&labels->runs);
        return VEER_FULL;
    }
    list_runs(labels, voxels);
    uint32_t deep = (uint32_t)ours.y;
    for (uint32_t row = 1; row < labels->runs.row_count; row++) {
        if (row % deep != 0) {
            veer_runs_join(&labels->runs, row - 1u, row);
        }
        if (row >= deep) {
            veer_runs_join(&labels->runs, row - deep, row);
        }
    }
    veer_runs_number(&labels->runs);
    return VEER_OK;
}

uint32_t veer_voxel_labels_at(const VeerVoxelLabels *labels, VeerVoxel voxel)
{
    VeerVoxel cells = labels->cells;
    if (voxel.x < 0 || voxel.y < 0 || voxel.z < 0 || voxel.x >= cells.x || voxel.y >= cells.y ||
        voxel.z >= cells.z) {
        return VEER_NO_VOXEL_LABEL;
    }
    return veer_runs_label(&labels->runs, (uint32_t)(voxel.z * cells.y + voxel.y), voxel.x);
}

uint32_t veer_voxel_labels_count(const VeerVoxelLabels *labels)
{
    return labels->runs.label_count;
}

/// The nearest voxel found so far.
typedef struct Nearest {
    VeerVoxel from, voxel;
    int64_t squared; ///< distance; INT64_MAX: none yet
} Nearest;

static bool comes_before(VeerVoxel a, VeerVoxel b)
{
    return a.z < b.z || (a.z == b.z && a.y < b.y);
}

static void search_row(const VeerVoxelLabels *labels, uint32_t label, int32_t y, int32_t z,
                       Nearest *nearest)
{
    VeerVoxel from = nearest->from, voxel = {0, y, z};
    int64_t dy = y - (int64_t)from.y, dz = z - (int64_t)from.z, across = dy * dy + dz * dz;
    uint32_t row = (uint32_t)(z * labels->cells.y + y);
    if (veer_runs_nearest(&labels->runs, row, from.x, label, nearest->squared - across, &voxel.x)) {
        int64_t dx = voxel.x - (int64_t)from.x, squared = dx * dx + across;
        if (squared < nearest->squared || comes_before(voxel, nearest->voxel)) {
            nearest->squared = squared;
            nearest->voxel = voxel;
        }
    }
}

/// Calls that go outwards from `from`, to both sides by turns, over [0, count).
typedef struct Outwards {
    int64_t from, below, above, count;
} Outwards;

static Outwards go_outwards(int64_t from, int64_t count)
{
    return (Outwards){from, from < count ? from : count - 1, from >= 0 ? from + 1 : 0, count};
}

/// The next one, nearest first. @return false when there is none
static bool next_outwards(Outwards *walk, int64_t *out)
{
    bool is_below = walk->below >= 0, is_above = walk->above < walk->count;
    if (is_below && (!is_above || walk->from - walk->below <= walk->above - walk->from)) {
        *out = walk->below--;
        return true;
    }
    *out = walk->above;
    walk->above += is_above ? 1 : 0;
    return is_above;
}

static int32_t hold(int32_t coordinate)
{
    const int32_t most = 1000000000;
    return coordinate > most ? most : coordinate < -most ? -most : coordinate;
}

bool veer_voxel_labels_nearest(const VeerVoxelLabels *labels, VeerVoxel voxel, uint32_t label,
                               VeerVoxel *out)
{
    Nearest nearest = {.squared = INT64_MAX};
    // Squares of distances stay in range, and further off it makes no difference.
    voxel = (VeerVoxel){hold(voxel.x), hold(voxel.y), hold(voxel.z)};
    nearest.from = voxel;
    Outwards planes = go_outwards(voxel.z, labels->cells.z);
    int64_t y, z;
    while (next_outwards(&planes, &z) && (z - voxel.z) * (z - voxel.z) <= nearest.squared) {
        Outwards rows = go_outwards(voxel.y, labels->cells.y);
        while (next_outwards(&rows, &y) &&
               (y - voxel.y) * (y - voxel.y) + (z - voxel.z) * (z - voxel.z) <= nearest.squared) {
            search_row(labels, label, (int32_t)y, (int32_t)z, &nearest);
        }
    }
    if (nearest.squared == INT64_MAX) {
        return false;
    }
    *out = nearest.voxel;
    return true;
}
