/// Drawing a map.
#ifndef VEER_DRAW_MAP_H
#define VEER_DRAW_MAP_H

#include "veer/draw.h"
#include "veer/field.h"
#include "veer/graph.h"
#include "veer/grid.h"
#include "veer/mesh.h"
#include "veer/voxels.h"

/// What is blocked, as few rectangles. Cost O(cells).
void veer_draw_cells(const VeerGrid *map, VeerDrawRole role, const VeerDraw *draw);
/// What is blocked, and its edges. Cost O(cells).
void veer_draw_map(const VeerGrid *map, const VeerDraw *draw);

/// The walls of a mesh, and what is blocked of it. Cost O(corners).
void veer_draw_mesh(const VeerMesh *mesh, const VeerDraw *draw);
/// What covers a mesh, of the pieces that it is cut into.
void veer_draw_pieces(const VeerMesh *pieces, const VeerDraw *draw);

/// The cells of a graph, what is blocked and, if asked for, covered, and edges between points. Cost
/// O(nodes + edges).
void veer_draw_graph(const VeerGraph *graph, const VeerDraw *draw);

/// Draws where the surfaces of voxels bend. Cost O(voxels).
void veer_draw_voxels(const VeerVoxels *voxels, const VeerDraw *draw);
/// Lines along the ways that a field over a map leads, at most about 48 to a side.
void veer_draw_field(const VeerGrid *map, const VeerField *field, uint32_t number,
                     const VeerDraw *draw);

/// The same over voxels, at most about 24 to a side.
void veer_draw_solid_field(const VeerVoxels *map, const VeerField *field, uint32_t number,
                           const VeerDraw *draw);

#endif
