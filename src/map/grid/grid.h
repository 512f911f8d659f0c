/// The internals of grids, for searches. The door of the room.
#ifndef VEER_MAP_GRID_GRID_H
#define VEER_MAP_GRID_GRID_H

#include "base/bitmap.h"
#include "veer/grid.h"

/// Directions along the axes; the lowest bit is the axis, and 2 the opposite.
typedef enum VeerDirection { VEER_EAST, VEER_SOUTH, VEER_WEST, VEER_NORTH } VeerDirection;

struct VeerGrid {
    VeerGridDef def;
    VeerBitmap blocked[2]; ///< by row: line y, bit x; by column: line x, bit y
    /// Where a scan in a direction must stop: at blocked cells, and at free ones where a path may
    /// turn round a corner: the cell beside was blocked one step before and is free here. East and
    /// west by row, south and north by column. As of the last commit.
    VeerBitmap stops[4];
    /// By 64 columns: line x / 64, bit y: whether these cells of a row are not those of the row
    /// before; up to y = height, the border behind the last row.
    VeerBitmap turns;
    uint8_t *costs;    ///< costs[width * height], or NULL
    uint8_t *dirty[2]; ///< dirty[axis][lines]: changed since the last commit
    uint32_t version;
    bool is_dirty;
};

/// Whether a grid, and what lies over it, may have such sides.
static inline bool veer_grid_are_sides(uint32_t width, uint32_t height)
{
    return width > 0 && width <= VEER_MAX_GRID_CELLS && height > 0 && height <= VEER_MAX_GRID_CELLS;
}

/// Whether a grid has such sides; false for none.
static inline bool veer_grid_is_sized(const VeerGrid *grid, uint32_t width, uint32_t height)
{
    return grid && grid->def.width == width && grid->def.height == height;
}

/// As veer_grid_has, where calls cost.
static inline bool veer_grid_spans(const VeerGrid *grid, VeerCell cell)
{
    return grid && cell.x >= 0 && cell.y >= 0 && cell.x < (int32_t)grid->def.width &&
           cell.y < (int32_t)grid->def.height;
}

/// The number of a cell that lies on the grid, row by row.
static inline uint32_t veer_grid_node(const VeerGrid *grid, VeerCell cell)
{
    return (uint32_t)cell.y * grid->def.width + (uint32_t)cell.x;
}

static inline VeerCell veer_grid_node_cell(const VeerGrid *grid, uint32_t node)
{
    return (VeerCell){(int32_t)(node % grid->def.width), (int32_t)(node / grid->def.width)};
}

/// Cells among which are all that a straight line touches.
VeerCellRect veer_grid_around(const VeerGrid *grid, VeerVec3 from, VeerVec3 to);

/// Whether no cell of a rectangle is blocked, or off the grid.
static inline bool veer_grid_is_open(const VeerGrid *grid, VeerCellRect rect)
{
    return veer_bitmap_is_clear(&grid->blocked[0], rect.lower.y, rect.upper.y, rect.lower.x,
                                rect.upper.x);
}

/// As veer_grid_set_blocked, for a cell that lies on the grid.
void veer_grid_put(VeerGrid *grid, VeerCell cell, bool is_blocked);
/// Blocks and frees the cells of a row as the bits of `words` say; bits beyond it do not count.
void veer_grid_put_row(VeerGrid *grid, int32_t y, const uint64_t *words);

/// Adds to a hash which cells are blocked. Cost O(cells / 64).
uint64_t veer_grid_hash(const VeerGrid *grid, uint64_t hash);

/// As veer_grid_is_clear, for a grid that is there, and numbers that are finite.
bool veer_grid_lets_through(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius);
/// The part of such a way that is clear, 0 to 1. Cost as above.
float veer_grid_free_part(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius);

enum { VEER_GRID_EDGE_LIST = 32 };

/// An edge in a list.
typedef struct VeerGridListedEdge {
    VeerGridEdge edge;
    int32_t axis, line; ///< it lies at coordinate `line` of the other axis
    int32_t begin, end; ///< cells
} VeerGridListedEdge;

/// The edges of a part of a grid, found once for many regions in it. All zero: of no part.
typedef struct VeerGridEdgeList {
    int32_t begin[2], end[2]; ///< cells along both axes
    uint32_t count;
    bool is_full;   ///< there are more
    bool is_unused; ///< no region but that which it was made for was asked for
    /// Of the next regions elsewhere so many are not listed: more each time that a list was of no
    /// use, as where regions are far apart, or edges many.
    uint32_t pause, next_pause;
    VeerGridListedEdge all[VEER_GRID_EDGE_LIST];
} VeerGridEdgeList;

/// Has a list cover a region, of a grid that has not changed since the list was made. Cost O(1)
/// where it does already. @return false: the region is too large, or has too many edges around
bool veer_grid_list_edges(const VeerGrid *grid, VeerBounds region, VeerGridEdgeList *list);
/// As veer_grid_edges, of a region that a list covers; the order is that of the list.
void veer_grid_listed_edges(const VeerGrid *grid, VeerBounds region, const VeerGridEdgeList *list,
                            VeerGridEdgeVisit *visit, void *context);

/// Whether veer_grid_gap(grid, point, gap) is no less than the gap. Cost O(gap in cells), and less
/// where it is not.
bool veer_grid_has_gap(const VeerGrid *grid, VeerVec3 point, float gap);

/// How much longer the way round cells, and what they keep a body off, may be than that through
/// them, m: at most, from anywhere beside them to anywhere else. 0 where there is one place beside
/// them at most; INFINITY where no way round is nearby, or they are too many to look.
/// Cost O((cells in and about them)^1.5), and less where there are many.
float veer_grid_detour(const VeerGrid *grid, VeerCellRect rect, float radius);

#endif
