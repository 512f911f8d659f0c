/// The ground of a graph of cells, and the walls round it.
///
/// The ground is all cells, and a strip along each edge whose cells share no side: as wide as both
/// are round their nodes, and as leaves out all other cells that it does not lead over. Its rim are
/// walls: a side of one of these shapes is none where beyond it lies another that it leads into:
/// one that is joined to it, or overlaps it. What is blocked is no ground, but what is covered is.
#ifndef VEER_MAP_GRAPH_AREA_H
#define VEER_MAP_GRAPH_AREA_H

#include "geom/buckets.h"
#include "veer/graph.h"

/// A wall: the ground lies to the left of the way from a to b.
typedef struct VeerGraphWall {
    VeerVec2 a, b;
} VeerGraphWall;

/// Shapes are convex, counter-clockwise: those of the cells, then those of the edges.
typedef struct VeerGraphArea {
    const VeerGraph *graph;
    uint32_t shape_count; ///< nodes and edges
    uint32_t *first;      ///< first[shape_count + 1]: of the corners; an edge may have none
    VeerVec2 *corners;    ///< corners[…]
    float *inner;         ///< inner[shape_count], m: from the node, or the edge, to the rim
    VeerVec2 *middle;     ///< middle[edge_count]: where its way leads from cell to cell
    uint8_t *is_bent;     ///< is_bent[edge_count]: straight, the way leads too near to a wall
    float *room;          ///< room[edge_count], m: from its way to the nearest wall; see below
    VeerGraphWall *walls;
    uint32_t *wall_first; ///< wall_first[shape_count + 1]: where there is room for those of a shape
    uint32_t *wall_count; ///< wall_count[shape_count]
    VeerBuckets ways;     ///< of the edges
    float widest;         ///< m, the greatest `inner` of a cell
    bool is_flat;         ///< something has no extent: there is no ground, and there are no walls
} VeerGraphArea;

/// Bytes for the ground of a graph, and it, in `memory` aligned to 64. The graph must stay. Where
/// nodes lie in no cell with an area it has no walls. About 200 bytes a cell, 100 an edge. Cost
/// O(cells · cells near each).
size_t veer_graph_area_size(const VeerGraph *graph);
VeerGraphArea *veer_graph_area_init(void *memory, const VeerGraph *graph);

/// Makes the walls and rooms anew that a node has to do with, or an edge, after it was blocked or
/// freed. Cost O(cells near it).
void veer_graph_area_update_node(VeerGraphArea *ground, uint32_t node);
void veer_graph_area_update_edge(VeerGraphArea *ground, uint32_t edge);

/// Called with a wall, each once. @return false to end
typedef bool VeerGraphWallVisit(void *context, const VeerGraphWall *wall, uint32_t number);

/// The walls of shapes that meet a box, and perhaps others. @return whether it came to its end
bool veer_graph_area_walls(const VeerGraphArea *ground, VeerFlatBox box, VeerGraphWallVisit *visit,
                           void *context);

/// Whether a point lies on the ground: in a cell that is not blocked, or on a strip.
bool veer_graph_area_holds(const VeerGraphArea *ground, VeerVec2 point);

/// Whether a disc may go straight from one point to another, without coming nearer to a wall than
/// it is, or where it begins nearer, than then.
bool veer_graph_area_is_clear(const VeerGraphArea *ground, VeerVec2 from, VeerVec2 to,
                              float radius);

/// Rooms are looked for so many times as far as a cell reaches round its node; where there is no
/// wall so near, they are INFINITY.
#define VEER_GROUND_REACH 4.0f

/// Makes the walls of a shape, and measures the room of an edge; from within.
void veer_graph_area_enclose(VeerGraphArea *ground, uint32_t shape);
void veer_graph_area_measure(VeerGraphArea *ground, uint32_t edge);

/// The part of the way from `at` on along `way` that lies in a shape grown by `by`, m: from *begin
/// to *end of it. @return false: none
bool veer_graph_area_clip(const VeerGraphArea *ground, uint32_t shape, float by, VeerVec2 at,
                          VeerVec2 way, float *begin, float *end);

#endif
