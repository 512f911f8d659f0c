/// Grid maps: cells, blocked or free, and the layers that are derived from them.
///
/// Everything lives in memory that the caller gives (veer_..._size says how much, aligned to 64),
/// holds no hidden state and is usable without a world. Reads may run on any number of threads at
/// one time; edits not.
#ifndef VEER_GRID_H
#define VEER_GRID_H

#include "veer/api.h"

/// A cell of a grid: column x, row y, from 0.
typedef struct VeerCell {
    int32_t x, y; ///< column and row
} VeerCell;

/// Cells [lower, upper): the lower corner belongs to it, the upper one does not.
typedef struct VeerCellRect {
    VeerCell lower, upper; ///< corners
} VeerCellRect;

/// Most cells along one side of a grid.
#define VEER_MAX_GRID_CELLS 32767

/// How a grid is made. Take it from veer_grid_def_default.
typedef struct VeerGridDef {
    uint32_t width, height; ///< cells, 1 to VEER_MAX_GRID_CELLS
    VeerVec3 origin;        ///< m: the corner of cell (0, 0) with the least coordinates
    float cell_size;        ///< m, > 0
    bool has_costs;         ///< a cost a cell, one byte each; else all cost 1
    uint32_t cookie;        ///< private, set by veer_grid_def_default
} VeerGridDef;

/// 64 × 64 cells of 1 m at the origin, without costs.
VEER_API VeerGridDef veer_grid_def_default(void);

/// A grid map: each cell blocked or free, stored as bitmaps by row and by column. Cells outside
/// count as blocked.
typedef struct VeerGrid VeerGrid;

/// Bytes that a grid needs; 0 for a def that veer_grid_init refuses. About 1 byte a cell (6
/// bitmaps), and one more with costs. Cost O(1).
VEER_API size_t veer_grid_size(const VeerGridDef *def);

/// Makes a grid, all free and committed, in `memory` of veer_grid_size(def) bytes, which stays the
/// caller's. @return NULL for a bad def. Cost O(cells / 64).
VEER_API VeerGrid *veer_grid_init(void *memory, const VeerGridDef *def);

/// The def that the grid was made by.
VEER_API const VeerGridDef *veer_grid_def(const VeerGrid *grid);

/// The cell of a position (its x and y); may be outside of the grid.
VEER_API VeerCell veer_grid_cell_at(const VeerGrid *grid, VeerVec3 position);
/// The middle of a cell, at the height of the grid's origin, m.
VEER_API VeerVec3 veer_grid_centre(const VeerGrid *grid, VeerCell cell);
/// Whether the grid has the cell.
VEER_API bool veer_grid_has(const VeerGrid *grid, VeerCell cell);

/// Whether a cell is blocked; true outside. Edits take effect at once. Cost O(1).
VEER_API bool veer_grid_is_blocked(const VeerGrid *grid, VeerCell cell);

/// Blocks or frees a cell; outside of the grid nothing happens. Searches refuse the grid until
/// veer_grid_commit. Cost O(1).
VEER_API void veer_grid_set_blocked(VeerGrid *grid, VeerCell cell, bool is_blocked);
/// Blocks or frees all cells of a rectangle. Cost O(cells).
VEER_API void veer_grid_fill(VeerGrid *grid, VeerCellRect rect, bool is_blocked);

/// @name Obstacles as cells
/// Block or free each cell whose inside they pass through or hold; what is less than 1e-5 of a cell
/// does not count. Cells outside are left out. Return VEER_OK, or VEER_BAD_VALUE for
/// values that are not finite or beyond VEER_WORLD_LIMIT.
/// @{

/// A polygon, points[count], three or more, of any shape; inside by the even-odd rule. Cost O(cells
/// inside + rows · sides · sides that cross a row).
VEER_API VeerStatus veer_grid_fill_polygon(VeerGrid *grid, const VeerVec3 *points, uint32_t count,
                                           bool is_blocked);
/// All within `radius` (m, >= 0) of a segment: a wall, or with a = b a disc. Cost O(cells of its
/// box).
VEER_API VeerStatus veer_grid_fill_segment(VeerGrid *grid, VeerVec3 a, VeerVec3 b, float radius,
                                           bool is_blocked);
/// @}

/// What it costs to cross a cell, 1 to 255 times its length; 1 where there are no costs.
VEER_API uint8_t veer_grid_cost(const VeerGrid *grid, VeerCell cell);
/// @return VEER_BAD_VALUE for cost 0, a cell outside, or a grid without costs
VEER_API VeerStatus veer_grid_set_cost(VeerGrid *grid, VeerCell cell, uint8_t cost);

/// Updates what searches use to the edits since the last commit, and begins a new version. Cost
/// O(lines that changed · cells of a line / 64). Allocates nothing.
VEER_API void veer_grid_commit(VeerGrid *grid);
/// Whether all edits are committed.
VEER_API bool veer_grid_is_committed(const VeerGrid *grid);

/// The number of commits that changed something: a route that was made at another version may no
/// longer be free.
VEER_API uint32_t veer_grid_version(const VeerGrid *grid);

/// @name Edges
/// Where free cells border on blocked ones, or on the outside: the walls of a map.
/// @{

/// A maximal straight run of edges: free cells on one side of it, blocked ones on the other.
typedef struct VeerGridEdge {
    VeerVec3 a, b;  ///< m, both ends; the free side is on the left of the line from a to b
    uint64_t order; ///< identifies the edge, in any query
} VeerGridEdge;

/// Called with one edge. @return false to end the query
typedef bool VeerGridEdgeVisit(void *context, const VeerGridEdge *edge);

/// Visits all edges that meet a region (its x and y), each as a whole and once: along x first, line
/// by line. Edits take effect at once. Cost O(lines in the region · (their cells / 64 + edges)).
VEER_API void veer_grid_edges(const VeerGrid *grid, VeerBounds region, VeerGridEdgeVisit *visit,
                              void *context);

/// From a point to the nearest blocked cell, or to the outside of the grid, m: 0 inside of one,
/// INFINITY if it is further than `limit`. Cost O(r · (1 + r / 64)), where r is the lesser of the
/// limit and of what comes out, in cells.
VEER_API float veer_grid_gap(const VeerGrid *grid, VeerVec3 point, float limit);

/// Whether a disc may go straight from one point to another: nowhere on the way is a blocked cell
/// nearer to its centre than `radius`, m, or than at the start where that is less. Edges do not
/// stop what comes from their blocked side. Cost as veer_grid_edges for the box round the path.
VEER_API bool veer_grid_is_clear(const VeerGrid *grid, VeerVec3 from, VeerVec3 to, float radius);
/// @}

/// Makes `to` the map for bodies of a radius: a cell is blocked where the middle of it is nearer
/// than `radius` to a blocked cell of `from` or to the outside of the grid; radius 0 copies.
/// Commits `to`, whose version moves only where it changed; costs are copied if both have them.
///
/// @param from    committed or not
/// @param radius  m, >= 0
/// @param to      another grid of the same width, height and cell size
/// @return VEER_OK; VEER_BAD_VALUE for grids that do not match, or a bad radius
/// Cost O(cells / 64 · radius in cells). Allocates nothing.
VEER_API VeerStatus veer_grid_dilate(const VeerGrid *from, float radius, VeerGrid *to);

/// Connected components of free cells: two cells have one label if and only if there is a path
/// between them.
typedef struct VeerLabels VeerLabels;

/// Bytes that labels of a grid of this size need: at most 8 a cell. Cost O(1).
VEER_API size_t veer_labels_size(uint32_t width, uint32_t height);
/// Makes empty labels: no cell has one until built.
VEER_API VeerLabels *veer_labels_init(void *memory, uint32_t width, uint32_t height);
/// Labels a grid of the same size as it is now. Cost O(cells / 64 + runs of free cells).
/// @return VEER_BAD_VALUE for a grid of another size
VEER_API VeerStatus veer_labels_build(VeerLabels *labels, const VeerGrid *grid);

/// No label: blocked or outside.
#define VEER_NO_LABEL UINT32_MAX

/// The label of a cell: below veer_labels_count, or VEER_NO_LABEL. Cost O(log runs of the row).
VEER_API uint32_t veer_labels_at(const VeerLabels *labels, VeerCell cell);
/// How many labels there are. They are numbered by their first cell, row by row.
VEER_API uint32_t veer_labels_count(const VeerLabels *labels);

/// The cell with this label that is nearest to `cell`, middle to middle; ties by row, then by
/// column. VEER_NO_LABEL: any free cell.
///
/// @param out  untouched if there is none
/// @return whether there is such a cell. Cost O(distance · log runs of a row) as a rule.
VEER_API bool veer_labels_nearest(const VeerLabels *labels, VeerCell cell, uint32_t label,
                                  VeerCell *out);

/// The distance transform: from each cell to the nearest blocked one.
typedef struct VeerClearance VeerClearance;

/// How far clearances are measured at most, cells.
#define VEER_MAX_CLEARANCE_REACH 127

/// Bytes that the clearance of a grid needs: 3 a cell. Cost O(1).
VEER_API size_t veer_clearance_size(uint32_t width, uint32_t height);
/// Makes a clearance, all 0 until built.
/// @param reach  cells, 1 to VEER_MAX_CLEARANCE_REACH: greater distances are cut to this;
///               any other counts as the nearest of these
VEER_API VeerClearance *veer_clearance_init(void *memory, uint32_t width, uint32_t height,
                                            uint32_t reach);
/// Measures all of a grid of the same size. Cost O(cells · their mean clearance).
/// @return VEER_BAD_VALUE for a grid of another size
VEER_API VeerStatus veer_clearance_build(VeerClearance *clearance, const VeerGrid *grid);
/// Measures again after cells within `rect` changed: all cells up to the reach round it. Cost
/// as of a grid as large as the rect widened by the reach on each side.
VEER_API VeerStatus veer_clearance_update(VeerClearance *clearance, const VeerGrid *grid,
                                          VeerCellRect rect);

/// From the middle of a cell to the nearest point of a blocked cell or of the outside, in cells;
/// exact up to the reach, never more than it; 0 if the cell itself is blocked. Cost O(1).
VEER_API float veer_clearance_at(const VeerClearance *clearance, VeerCell cell);

/// How many bodies cover each cell.
typedef struct VeerOccupancy VeerOccupancy;

/// Bytes that the occupancy of a grid needs: 2 a cell, and one bit for static cells. Cost O(1).
VEER_API size_t veer_occupancy_size(uint32_t width, uint32_t height);
/// Makes an occupancy without bodies; the cells that `grid` has blocked now are static. The grid is
/// not referenced afterwards.
VEER_API VeerOccupancy *veer_occupancy_init(void *memory, const VeerGrid *grid);

/// A disc as a grid sees it.
typedef struct VeerCellDisc {
    float x, y;   ///< cells: (0, 0) is the outer corner of cell (0, 0)
    float radius; ///< cells, >= 0; a disc covers each cell that it overlaps, touching is not enough
} VeerCellDisc;

/// A ball's disc on a grid; the height is left out.
VEER_API VeerCellDisc veer_grid_disc(const VeerGrid *grid, VeerVec3 position, float radius);

/// Moves a body, and blocks and frees the cells of the grid accordingly. A disc of radius 0 covers
/// nothing: a body comes from one, and goes to one. At most 65535 bodies on one cell.
///
/// @param grid  of the size of the occupancy; commit it when all have moved
/// Cost O(cells under the discs). Allocates nothing.
VEER_API void veer_occupancy_move(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc from,
                                  VeerCellDisc to);
/// Blocks or frees a cell whether bodies cover it or not. Cost O(1).
VEER_API void veer_occupancy_set_static(VeerOccupancy *occupancy, VeerGrid *grid, VeerCell cell,
                                        bool is_blocked);
/// How many bodies cover a cell; 0 outside. Cost O(1).
VEER_API uint32_t veer_occupancy_count(const VeerOccupancy *occupancy, VeerCell cell);

#endif
