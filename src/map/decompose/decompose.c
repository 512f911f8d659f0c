/// The convex decomposition of a grid's free cells.
#include "map/decompose/hilbert.h"
#include "map/decompose/merge.h"
#include "map/grid/grid.h"

#include "base/hash.h"
#include "base/sort.h"

#include <string.h>

enum { BOX_CORNERS = 4, ROUNDS = 12, NUMBER_BITS = 28, NUMBER_MASK = (1 << NUMBER_BITS) - 1 };

typedef struct GridMeshArrays {
    VeerCell *points;  ///< first the corners of the grid's box, then all others, row by row
    uint64_t *order;   ///< order[point_count]: in which they are added
    uint32_t *columns; ///< columns[width + 1]: the last corner above
    VeerTriangles triangles;
    VeerConvexMerge merge;
} GridMeshArrays;

static GridMeshArrays lay_out(VeerArena *arena, const VeerGrid *grid, uint32_t count)
{
    GridMeshArrays arrays;
    arrays.points = veer_arena_take(arena, count, sizeof *arrays.points);
    arrays.order = veer_arena_take(arena, count, sizeof *arrays.order);
    arrays.columns = veer_arena_take(arena, (size_t)grid->def.width + 1u, sizeof *arrays.columns);
    arrays.triangles = veer_triangles_take(arena, count);
    arrays.merge = veer_convex_merge_take(arena, count);
    return arrays;
}

/// Bit i: whether the border of what is blocked has a corner at x + i, 0 <= i < 56, of the line
/// between rows y - 1 and y. The cells round it are not all alike, nor is it a straight border.
static uint64_t corner_bits(const VeerGrid *grid, int32_t x, int32_t y)
{
    const VeerBitmap *rows = &grid->blocked[0];
    // Counted from one word earlier, so that x - 1 is not negative.
    size_t at = (size_t)x + 63u;
    uint64_t above = veer_bits_from(veer_bitmap_line(rows, y - 1) - 1, at);
    uint64_t below = veer_bits_from(veer_bitmap_line(rows, y) - 1, at);
    uint64_t above_right = above >> 1, below_right = below >> 1;
    uint64_t is_odd = above ^ above_right ^ below ^ below_right;
    uint64_t is_crossed = (above ^ above_right) & (above ^ below) & ~is_odd;
    return (is_odd | is_crossed) & ((UINT64_C(1) << 56) - 1u);
}

/// The corners of a line from x on, up to the width.
static uint64_t corners_of_line(const VeerGrid *grid, int32_t x, int32_t y)
{
    uint64_t bits = corner_bits(grid, x, y);
    int32_t left = (int32_t)grid->def.width + 1 - x;
    return left < 56 ? bits & ((UINT64_C(1) << left) - 1u) : bits;
}

static bool is_box_corner(const VeerGrid *grid, VeerCell point)
{
    return (point.x == 0 || point.x == (int32_t)grid->def.width) &&
           (point.y == 0 || point.y == (int32_t)grid->def.height);
}

/// Lists the points, or with NULL counts them.
static uint32_t find_points(const VeerGrid *grid, VeerCell *points)
{
    int32_t width = (int32_t)grid->def.width, height = (int32_t)grid->def.height;
    const VeerCell box[BOX_CORNERS] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    uint32_t count = BOX_CORNERS;
    if (points) {
        memcpy(points, box, sizeof box);
    }
    for (int32_t y = 0; y <= height; y++) {
        for (int32_t x = 0; x <= width; x += 56) {
            for (uint64_t bits = corners_of_line(grid, x, y); bits; bits &= bits - 1u) {
                VeerCell point = {x + (int32_t)veer_bits_lowest(bits), y};
                if (is_box_corner(grid, point)) {
                    continue;
                }
                if (points) {
                    points[count] = point;
                }
                count++;
            }
        }
    }
    return count;
}

static bool is_small(const VeerGrid *grid)
{
    return grid && grid->def.width <= VEER_MAX_MESH_CELLS &&
           grid->def.height <= VEER_MAX_MESH_CELLS;
}

size_t veer_grid_mesh_size(const VeerGrid *grid)
{
    VeerArena arena = {NULL, 0};
    if (!is_small(grid)) {
        return 0;
    }
    uint32_t count = find_points(grid, NULL);
    (void)lay_out(&arena, grid, count);
    return count <= NUMBER_MASK ? arena.used : 0;
}

static bool comes_first(const void *context, const void *a, const void *b)
{
    (void)context;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

/// Adds all points in rounds, each of twice as many as the one before and in the order of Hilbert's
/// curve: a point is near the one before it, and the triangles stay well shaped.
/// Source: Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003.
static void add_points(GridMeshArrays *arrays)
{
    uint32_t count = arrays->triangles.point_count;
    veer_triangles_begin(&arrays->triangles, arrays->points);
    for (uint32_t i = BOX_CORNERS; i < count; i++) {
        uint64_t dice = veer_hash_mix(i) | UINT64_C(1) << ROUNDS;
        uint64_t round = ROUNDS - veer_bits_lowest(dice);
        uint64_t place = veer_hilbert_index(arrays->points[i]);
        arrays->order[i] = round << 60 | place << NUMBER_BITS | i;
    }
    veer_sort(arrays->order + BOX_CORNERS, count - BOX_CORNERS, sizeof *arrays->order, comes_first,
              NULL);
    for (uint32_t i = BOX_CORNERS; i < count; i++) {
        veer_triangles_add(&arrays->triangles, (uint32_t)(arrays->order[i] & NUMBER_MASK));
    }
}

static bool is_blocked(const VeerGrid *grid, int32_t x, int32_t y)
{
    return veer_grid_is_blocked(grid, (VeerCell){x, y});
}

/// Makes the border edges between neighbouring corners constraints.
static void fix_borders(GridMeshArrays *arrays, const VeerGrid *grid)
{
    VeerTriangles *triangles = &arrays->triangles;
    const VeerCell *points = arrays->points;
    memset(arrays->columns, 0xff, ((size_t)grid->def.width + 1u) * sizeof *arrays->columns);
    for (uint32_t i = BOX_CORNERS; i < triangles->point_count; i++) {
        VeerCell at = points[i];
        uint32_t above = arrays->columns[at.x];
        bool goes_up = is_blocked(grid, at.x - 1, at.y - 1) != is_blocked(grid, at.x, at.y - 1);
        bool goes_left = is_blocked(grid, at.x - 1, at.y - 1) != is_blocked(grid, at.x - 1, at.y);
        if (goes_up && above != UINT32_MAX) {
            veer_triangles_fix(triangles, above, i);
        }
        if (goes_left && i > BOX_CORNERS && points[i - 1u].y == at.y) {
            veer_triangles_fix(triangles, i - 1u, i);
        }
        arrays->columns[at.x] = i;
    }
    veer_triangles_restore(triangles);
}

/// A triangle lies on one side of all borders: the cell at its centroid tells which.
static void mark_free(GridMeshArrays *arrays, const VeerGrid *grid)
{
    const VeerTriangles *triangles = &arrays->triangles;
    for (uint32_t i = 0; i < triangles->count; i++) {
        VeerCell sum = {0, 0};
        for (uint32_t edge = 3u * i; edge < 3u * i + 3u; edge++) {
            sum.x += triangles->points[triangles->corner[edge]].x;
            sum.y += triangles->points[triangles->corner[edge]].y;
        }
        arrays->merge.is_free[i] = !is_blocked(grid, sum.x / 3, sum.y / 3);
    }
}

VeerStatus veer_grid_mesh(void *memory, const VeerGrid *grid, VeerMeshDef *out)
{
    if (!memory || !out || !is_small(grid)) {
        return VEER_BAD_VALUE;
    }
    VeerArena arena = {memory, 0};
    GridMeshArrays arrays = lay_out(&arena, grid, find_points(grid, NULL));
    find_points(grid, arrays.points);
    add_points(&arrays);
    fix_borders(&arrays, grid);
    mark_free(&arrays, grid);
    VeerMeshDef def = veer_mesh_def_default();
    veer_convex_merge_run(&arrays.merge, &arrays.triangles, &def);
    if (def.polygon_count == 0) {
        return VEER_BAD_VALUE;
    }
    def.origin = grid->def.origin;
    def.unit = (VeerVec3){grid->def.cell_size, grid->def.cell_size, 1.0f};
    *out = def;
    return VEER_OK;
}
