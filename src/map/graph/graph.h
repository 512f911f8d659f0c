/// The internals of graphs, and their walkable area. The door of the room.
#ifndef VEER_MAP_GRAPH_GRAPH_H
#define VEER_MAP_GRAPH_GRAPH_H

#include "geom/buckets.h"
#include "veer/graph.h"

/// A step from a node: along an edge, or against it.
typedef struct VeerGraphStep {
    uint32_t to, edge;
} VeerGraphStep;

struct VeerGraph {
    size_t bytes;     ///< of the block that it begins
    uint32_t changes; ///< how often something was blocked or freed
    uint32_t node_count, edge_count, corner_count, step_count;
    VeerVec3 *nodes;   ///< nodes[node_count]
    float *radii;      ///< radii[node_count]
    uint32_t *first;   ///< first[node_count + 1]: of the corners
    VeerVec2 *corners; ///< corners[corner_count]
    float *inner,
        *outer; ///< m in plan: the radii of circles round a node within, and round, its hull
    VeerGraphEdge *edges;  ///< edges[edge_count], costs settled
    uint8_t *edge_blocked; ///< edge_blocked[edge_count]
    uint8_t *blocked;      ///< blocked[node_count]: by a call
    uint32_t *covered;     ///< covered[node_count]: by so many bodies
    uint32_t *step_first;  ///< step_first[node_count + 1]
    VeerGraphStep *steps;  ///< steps[step_count], of each node in the order of the edges
    uint32_t *back_first;  ///< back_first[node_count + 1]
    VeerGraphStep *backs;  ///< backs[step_count]: from where, and how, steps lead to each node
    VeerBuckets buckets;   ///< of the cells
    double cheapest;       ///< the least of an edge's cost ÷ its length, at most 1
};

/// Whether there are edges with flags.
bool veer_graph_has_flags(const VeerGraph *graph);

/// As veer_graph_nearest, of those that a rule says; VEER_NO_GRAPH_NODE: there is none.
typedef bool VeerGraphRule(void *context, uint32_t node);
uint32_t veer_graph_nearest_of(const VeerGraph *graph, VeerVec3 point, VeerGraphRule *is_one,
                               void *context);

/// Adds a graph to a hash: nodes, cells and edges, but not what is blocked or covered.
uint64_t veer_graph_hash(const VeerGraph *graph, uint64_t hash);

/// Bytes of a copy, and the copy itself, in `memory` aligned to 64. Cost O(bytes).
size_t veer_graph_copy_size(const VeerGraph *graph);
VeerGraph *veer_graph_copy(void *memory, const VeerGraph *graph);

// --- The walkable area ---

/// A wall: the area lies to the left of the line from a to b.
typedef struct VeerGraphWall {
    VeerVec2 a, b;
} VeerGraphWall;

/// The walkable area of a graph of cells, and the walls round it.
///
/// It is the union of convex shapes: all cells, and a strip along each edge whose cells share no
/// side, as wide as both cells are round their nodes, and narrow enough to leave out all other
/// cells that it does not lead over. Walls are its boundary: the sides of the shapes, but for where
/// beyond a side lies another shape that is joined to this one, or overlaps it. What is blocked
/// does not belong to the area, but what is covered does.
///
/// Shapes are counter-clockwise: those of the cells, then those of the edges.
typedef struct VeerGraphArea {
    const VeerGraph *graph;
    uint32_t shape_count; ///< nodes and edges
    uint32_t *first;      ///< first[shape_count + 1]: of the corners; an edge may have none
    VeerVec2 *corners;    ///< corners[…]
    float *inner;         ///< inner[shape_count], m: from the node, or the edge, to the boundary
    VeerVec2 *middle;     ///< middle[edge_count]: where the path along it crosses between its cells
    uint8_t *is_bent; ///< is_bent[edge_count]: the path goes by the middle, as the straight line
                      ///< comes too near to a wall
    float *clearance; ///< clearance[edge_count], m: from its path to the nearest wall; INFINITY
                      ///< where there is none within VEER_GRAPH_AREA_REACH
    VeerGraphWall *walls;
    uint32_t *wall_first; ///< wall_first[shape_count + 1]: where those of a shape are stored
    uint32_t *wall_count; ///< wall_count[shape_count]
    VeerBuckets edges;    ///< by the boxes of their strips
    float widest;         ///< m, the greatest `inner` of a cell
    bool is_flat;         ///< a cell has no extent: there is no area, and there are no walls
} VeerGraphArea;

/// Corners that a shape may have: those of a cell, each an arc of three.
#define VEER_GRAPH_SHAPE_CORNERS 192

/// How far walls are looked for, in `inner` of the wider cell of an edge.
#define VEER_GRAPH_AREA_REACH 4.0f

/// Bytes for the area of a graph, and it, in `memory` aligned to 64. The graph must stay. About 200
/// bytes a cell, 260 an edge. Cost O(cells · cells near each).
size_t veer_graph_area_size(const VeerGraph *graph);
VeerGraphArea *veer_graph_area_init(void *memory, const VeerGraph *graph);

/// Makes anew the walls and clearances that a node, or an edge, concerns, after it was blocked or
/// freed. Cost O(cells near it).
void veer_graph_area_update_node(VeerGraphArea *area, uint32_t node);
void veer_graph_area_update_edge(VeerGraphArea *area, uint32_t edge);

/// Called with a wall, each once. @return false to end
typedef bool VeerGraphWallVisit(void *context, const VeerGraphWall *wall, uint32_t number);

/// The walls of shapes that meet a box, and perhaps others. @return whether it came to its end
bool veer_graph_area_walls(const VeerGraphArea *area, VeerFlatBox box, VeerGraphWallVisit *visit,
                           void *context);

/// Whether a shape belongs to the area: it has corners, and nothing of it is blocked.
bool veer_graph_area_is_open(const VeerGraphArea *area, uint32_t shape);

/// Whether a point lies in the area.
bool veer_graph_area_holds(const VeerGraphArea *area, VeerVec2 point);

/// Whether a disc may go straight from one point to another: nowhere on the way is a wall nearer to
/// its centre than `radius`, or than at the start where that is less.
bool veer_graph_area_is_clear(const VeerGraphArea *area, VeerVec2 from, VeerVec2 to, float radius);

// --- Within the room ---

/// Visits the shapes whose boxes meet the buckets of a box. @return whether it came to its end
bool veer_graph_area_visit(const VeerGraphArea *area, VeerFlatBox box, VeerBucketVisit *visit,
                           void *context);

/// Makes the walls of a shape.
void veer_graph_area_enclose(VeerGraphArea *area, uint32_t shape);
/// Measures the clearance of an edge.
void veer_graph_area_measure(VeerGraphArea *area, uint32_t edge);

/// The part of the line from `at` to `at + along` that lies in a shape grown by `by`, m: from
/// *begin to *end of it. @return false: none
bool veer_graph_area_clip(const VeerGraphArea *area, uint32_t shape, float by, VeerVec2 at,
                          VeerVec2 along, float *begin, float *end);

#endif
