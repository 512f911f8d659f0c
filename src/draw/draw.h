/// The parts of veer_world_draw: each kind of map, and calls of the host's functions that may be
/// missing.
#ifndef VEER_DRAW_DRAW_H
#define VEER_DRAW_DRAW_H

#include "veer/draw.h"
#include "veer/field.h"
#include "veer/graph.h"
#include "veer/grid.h"
#include "veer/mesh.h"
#include "veer/voxels.h"

enum { VEER_MAX_DRAW_CORNERS = 64 }; ///< of a polygon

static inline void veer_draw_ball(const VeerDraw *draw, VeerDrawRole role, uint32_t group,
                                  VeerVec3 centre, float radius)
{
    if (draw->ball) {
        draw->ball(draw->user, role, group, centre, radius);
    }
}

static inline void veer_draw_line(const VeerDraw *draw, VeerDrawRole role, uint32_t group,
                                  VeerVec3 from, VeerVec3 to)
{
    if (draw->line) {
        draw->line(draw->user, role, group, from, to);
    }
}

static inline void veer_draw_polygon(const VeerDraw *draw, VeerDrawRole role,
                                     const VeerVec3 *corners, uint32_t count)
{
    if (draw->polygon && count > 0) {
        draw->polygon(draw->user, role, corners, count);
    }
}

/// What is blocked in a grid, as few rectangles. Cost O(cells).
void veer_draw_cells(const VeerGrid *grid, VeerDrawRole role, const VeerDraw *draw);
/// What is blocked in a grid, its edges, and what is costly. Cost O(cells).
void veer_draw_grid(const VeerGrid *grid, const VeerDraw *draw);

/// The walls of a mesh, and what is blocked of it. Cost O(corners).
void veer_draw_mesh(const VeerMesh *mesh, const VeerDraw *draw);
/// What is blocked of a mesh. Cost O(corners).
void veer_draw_polygons(const VeerMesh *mesh, VeerDrawRole role, const VeerDraw *draw);

/// The cells of a graph, what is blocked and, if asked for, covered, and edges between points. Cost
/// O(nodes + edges).
void veer_draw_graph(const VeerGraph *graph, const VeerDraw *draw);

/// The edges at which the surface of what is blocked among voxels bends. Cost O(voxels).
void veer_draw_voxels(const VeerVoxels *voxels, const VeerDraw *draw);

/// Lines along the directions of a field over voxels, at most about 24 to a side, or else over a
/// grid, at most about 48.
void veer_draw_field(const VeerGrid *grid, const VeerVoxels *voxels, const VeerField *field,
                     uint32_t number, const VeerDraw *draw);

#endif
