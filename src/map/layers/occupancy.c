/// How many bodies cover each cell of a grid, or each voxel, counted as they move. A grid is one
/// layer of voxels, with all bodies at its middle height.
#include "map/grid/grid.h"
#include "map/voxels/voxels.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

struct VeerVoxelOccupancy {
    VeerVoxel cells;
    uint16_t *counts; ///< by x, y, z
};

struct VeerOccupancy {
    VeerVoxelOccupancy covered;
    VeerBitmap fixed; ///< by row: static cells
};

/// The counts, and the maps to update where a cell gets its first body or loses its last.
typedef struct CoverChange {
    const VeerVoxelOccupancy *covered;
    const VeerBitmap *fixed; ///< of a grid
    VeerGrid *grid;          ///< NULL: voxels
    const VeerVoxels *walls;
    VeerVoxels *voxels;
} CoverChange;

// --- Counting ---

static size_t cell_count(VeerVoxel cells)
{
    return (size_t)cells.x * (size_t)cells.y * (size_t)cells.z;
}

static uint16_t *count_at(const VeerVoxelOccupancy *covered, VeerVoxel at)
{
    VeerVoxel cells = covered->cells;
    size_t row = (size_t)at.z * (size_t)cells.y + (size_t)at.y;
    return &covered->counts[row * (size_t)cells.x + (size_t)at.x];
}

static bool has_cell(const VeerVoxelOccupancy *covered, VeerVoxel at)
{
    VeerVoxel cells = covered->cells;
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < cells.x && at.y < cells.y &&
           at.z < cells.z;
}

/// Cells [begin, end) along an axis.
typedef struct CoverSpan {
    int32_t begin, end;
} CoverSpan;

static CoverSpan span_of(float middle, float reach, int32_t most)
{
    return (CoverSpan){whole_within(middle - reach - 1.0f, most),
                       whole_within(middle + reach + 2.0f, most)};
}

static bool is_in(CoverSpan span, int32_t index)
{
    return index >= span.begin && index < span.end;
}

/// @param square  of the ball's distance across the row
static bool is_covered(VeerVoxelBall ball, int32_t x, float square)
{
    float along = gap_to_cell(ball.x, x);
    return along * along + square < ball.radius * ball.radius;
}

/// The cells that a ball covers in a row. The root is an estimate, the test itself decides.
static CoverSpan covered_span(VeerVoxelBall ball, int32_t y, int32_t z, int32_t most)
{
    float up = gap_to_cell(ball.y, y), over = gap_to_cell(ball.z, z),
          square = up * up + over * over;
    float left = ball.radius * ball.radius - square;
    if (!(left > 0.0f)) {
        return (CoverSpan){0, 0};
    }
    CoverSpan span = span_of(ball.x, sqrtf(left), most);
    while (span.begin < span.end && !is_covered(ball, span.begin, square)) {
        span.begin++;
    }
    while (span.begin < span.end && !is_covered(ball, span.end - 1, square)) {
        span.end--;
    }
    return span;
}

/// Blocks a cell that is covered, or else frees it unless it is static.
static void update_cell(const CoverChange *change, VeerVoxel at, bool is_covered)
{
    if (change->grid) {
        veer_grid_put(change->grid, (VeerCell){at.x, at.y},
                      is_covered || veer_bitmap_get(change->fixed, at.y, at.x));
    } else {
        veer_voxels_set_blocked(change->voxels, at,
                                is_covered || veer_voxel_is_set(change->walls, at));
    }
}

static void count_span(const CoverChange *change, VeerVoxel at, CoverSpan span, bool comes)
{
    for (at.x = span.begin; at.x < span.end; at.x++) {
        uint16_t *count = count_at(change->covered, at);
        *count = (uint16_t)(comes ? *count + 1u : *count - 1u);
        if (*count == (comes ? 1u : 0u)) {
            update_cell(change, at, comes);
        }
    }
}

/// Counts the cells of one span that are not in another: those before it, and those after it.
static void count_rest(const CoverChange *change, VeerVoxel at, CoverSpan of, CoverSpan without,
                       bool comes)
{
    without = without.begin < without.end ? without : (CoverSpan){of.end, of.end};
    CoverSpan before = {of.begin, of.end < without.begin ? of.end : without.begin};
    CoverSpan after = {of.begin > without.end ? of.begin : without.end, of.end};
    count_span(change, at, before, comes);
    count_span(change, at, after, comes);
}

/// A body usually moves by less than its size: cells that it covers before and after are not
/// touched. A ball of radius 0 covers nothing.
static void count_move(const CoverChange *change, VeerVoxelBall from, VeerVoxelBall to)
{
    VeerVoxel cells = change->covered->cells, at = {0, 0, 0};
    CoverSpan rows = span_of(to.y, to.radius, cells.y),
              left = span_of(from.y, from.radius, cells.y);
    CoverSpan layers = span_of(to.z, to.radius, cells.z);
    CoverSpan left_layers = span_of(from.z, from.radius, cells.z);
    for (at.z = layers.begin; at.z < layers.end; at.z++) {
        for (at.y = rows.begin; at.y < rows.end; at.y++) {
            CoverSpan here = covered_span(to, at.y, at.z, cells.x);
            CoverSpan there = covered_span(from, at.y, at.z, cells.x);
            count_rest(change, at, here, there, true);
            count_rest(change, at, there, here, false);
        }
    }
    for (at.z = left_layers.begin; at.z < left_layers.end; at.z++) {
        for (at.y = left.begin; at.y < left.end; at.y++) {
            if (!is_in(layers, at.z) || !is_in(rows, at.y)) {
                count_span(change, at, covered_span(from, at.y, at.z, cells.x), false);
            }
        }
    }
}

// --- Grids ---

static size_t lay_out(void *memory, VeerVoxel cells, VeerOccupancy *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->covered.cells = cells;
    parts->covered.counts = veer_arena_take(&arena, cell_count(cells), sizeof(uint16_t));
    parts->fixed = veer_bitmap_take(&arena, (uint32_t)cells.x, (uint32_t)cells.y);
    return arena.used;
}

size_t veer_occupancy_size(uint32_t width, uint32_t height)
{
    VeerOccupancy parts;
    if (!veer_grid_are_sides(width, height)) {
        return 0;
    }
    return lay_out(NULL, (VeerVoxel){(int32_t)width, (int32_t)height, 1}, &parts);
}

VeerOccupancy *veer_occupancy_init(void *memory, const VeerGrid *grid)
{
    VeerOccupancy *occupancy = memory;
    if (!occupancy || !grid) {
        return NULL;
    }
    VeerVoxel cells = {(int32_t)grid->def.width, (int32_t)grid->def.height, 1};
    (void)lay_out(memory, cells, occupancy);
    memset(occupancy->covered.counts, 0, cell_count(cells) * sizeof(uint16_t));
    const VeerBitmap *rows = &grid->blocked[0];
    veer_bitmap_clear(&occupancy->fixed);
    for (int32_t y = 0; y < rows->lines; y++) {
        memcpy(veer_bitmap_line(&occupancy->fixed, y), veer_bitmap_line(rows, y),
               (size_t)rows->stride * sizeof *rows->words);
    }
    return occupancy;
}

static VeerVoxelBall ball_of(VeerCellDisc disc)
{
    return (VeerVoxelBall){disc.x, disc.y, 0.5f, disc.radius};
}

static bool fits(const VeerOccupancy *occupancy, const VeerGrid *grid)
{
    VeerVoxel cells = occupancy ? occupancy->covered.cells : (VeerVoxel){0, 0, 0};
    return veer_grid_is_sized(grid, (uint32_t)cells.x, (uint32_t)cells.y);
}

void veer_occupancy_move(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc from,
                         VeerCellDisc to)
{
    if (!fits(occupancy, grid)) {
        return;
    }
    CoverChange change = {&occupancy->covered, &occupancy->fixed, grid, NULL, NULL};
    count_move(&change, ball_of(from), ball_of(to));
}

void veer_occupancy_set_static(VeerOccupancy *occupancy, VeerGrid *grid, VeerCell cell,
                               bool is_blocked)
{
    if (fits(occupancy, grid) && veer_grid_spans(grid, cell)) {
        (void)veer_bitmap_put(&occupancy->fixed, cell.y, cell.x, is_blocked);
        veer_grid_put(grid, cell, is_blocked || veer_occupancy_count(occupancy, cell) > 0);
    }
}

uint32_t veer_occupancy_count(const VeerOccupancy *occupancy, VeerCell cell)
{
    return occupancy
               ? veer_voxel_occupancy_count(&occupancy->covered, (VeerVoxel){cell.x, cell.y, 0})
               : 0;
}

// --- Voxels ---

static size_t lay_out_voxels(void *memory, VeerVoxel cells, VeerVoxelOccupancy *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->cells = cells;
    // By rows: all cells may be more than a size_t has room for.
    parts->counts = veer_arena_take(&arena, (size_t)cells.y * (size_t)cells.z,
                                    (size_t)cells.x * sizeof(uint16_t));
    return arena.used;
}

size_t veer_voxel_occupancy_size(const VeerVoxelsDef *def)
{
    VeerVoxelOccupancy parts;
    return veer_voxels_def_is_good(def) ? lay_out_voxels(NULL, def->cells, &parts) : 0;
}

VeerVoxelOccupancy *veer_voxel_occupancy_init(void *memory, const VeerVoxelsDef *def)
{
    VeerVoxelOccupancy *occupancy = memory;
    if (!occupancy || !veer_voxels_def_is_good(def)) {
        return NULL;
    }
    (void)lay_out_voxels(memory, def->cells, occupancy);
    memset(occupancy->counts, 0, cell_count(def->cells) * sizeof(uint16_t));
    return occupancy;
}

VeerVoxelBall veer_voxels_ball(const VeerVoxels *voxels, VeerVec3 position, float radius)
{
    if (!voxels) {
        return (VeerVoxelBall){0};
    }
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    float size = def->cell_size;
    return (VeerVoxelBall){(position.x - def->origin.x) / size, (position.y - def->origin.y) / size,
                           (position.z - def->origin.z) / size, radius / size};
}

void veer_voxel_occupancy_move(VeerVoxelOccupancy *occupancy, const VeerVoxels *walls,
                               VeerVoxels *covered, VeerVoxelBall from, VeerVoxelBall to)
{
    if (!occupancy || !veer_voxels_are_sized(walls, occupancy->cells) ||
        !veer_voxels_are_sized(covered, occupancy->cells)) {
        return;
    }
    CoverChange change = {occupancy, NULL, NULL, walls, covered};
    count_move(&change, from, to);
}

uint32_t veer_voxel_occupancy_count(const VeerVoxelOccupancy *occupancy, VeerVoxel at)
{
    return occupancy && has_cell(occupancy, at) ? *count_at(occupancy, at) : 0;
}
