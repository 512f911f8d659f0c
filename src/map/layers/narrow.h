/// Narrow cells: deep in passages that a square of some cells does not fit through.
#ifndef VEER_MAP_LAYERS_NARROW_H
#define VEER_MAP_LAYERS_NARROW_H

#include "math/vec.h"
#include "veer/grid.h"

/// The narrow cells of a grid. Opaque.
typedef struct VeerNarrow VeerNarrow;

/// Bytes that the marks of a grid of this size need: an eighth a cell. Cost O(1).
size_t veer_narrow_size(uint32_t width, uint32_t height);
/// Makes marks, none set.
VeerNarrow *veer_narrow_init(void *memory, uint32_t width, uint32_t height);

/// Marks the free cells that no free square of `side` × `side` cells covers, but for those that are
/// `depth` steps or less from a covered one, so that doors are not marked.
///
/// @param grid  of the same size
/// @return whether any is marked
/// Cost O(cells / 64 · (log side + depth)). Allocates nothing.
/// Source: opening by a square (Serra, "Image analysis and mathematical morphology", 1982), whose
/// sides take log2 side steps each; then a geodesic dilation of the opening.
bool veer_narrow_mark(VeerNarrow *narrow, const VeerGrid *grid, int32_t side, int32_t depth);

/// Whether a cell, which lies on the grid, is marked.
bool veer_narrow_has(const VeerNarrow *narrow, VeerCell cell);

/// Whether no cell of a rectangle is marked, or off the grid.
bool veer_narrow_is_clear(const VeerNarrow *narrow, VeerCellRect rect);
/// The first marked cell from one on, row by row. @return false: there is none
bool veer_narrow_next(const VeerNarrow *narrow, VeerCell *cell);

/// Where a narrow place begins: the free cells outside that touch it by a side, as far as they are
/// connected (by corners too). A place of the map: the same for whoever comes to any of them.
typedef struct VeerMouth {
    VeerCell first;  ///< of its cells, the lowest by row and column: tells mouths apart
    VeerVec2 middle; ///< cells: the mean of its cells' centres, the grid's corner being 0
} VeerMouth;

/// The mouth of the narrow place that a path enters (or leaves) between two cells that touch.
///
/// @param grid  that is marked
/// @param from  not marked
/// @param to    marked
/// Cost O(cells of the mouth). Allocates nothing.
VeerMouth veer_narrow_mouth(const VeerNarrow *narrow, const VeerGrid *grid, VeerCell from,
                            VeerCell to);

/// Blocks the cells of `to` that are blocked in `from` or marked, frees all others.
void veer_narrow_block(const VeerNarrow *narrow, const VeerGrid *from, VeerGrid *to);

#endif
