/// Graphs: waypoints, and any arrangement of convex cells with neighbours.
///
/// As veer/grid.h: memory is the caller's, nothing is hidden, no world is needed. A cell may be a
/// point, a disc or ball, a polygon, or a polygon with round corners, regular or not, all in one
/// graph. Each cell counts the bodies that cover it, and is blocked while there are any.
#ifndef VEER_GRAPH_H
#define VEER_GRAPH_H

#include "veer/grid.h"

/// No node.
#define VEER_NO_GRAPH_NODE UINT32_MAX

/// A connection from one node to another, and back unless it is one-way: between neighbours,
/// through a door, over a jump.
typedef struct VeerGraphEdge {
    uint32_t from, to; ///< numbers of nodes
    float cost;        ///< m, >= 0; 0: the distance between the nodes
    uint32_t flags;    ///< only agents that may use all of them take it; 0: all
    bool is_one_way;   ///< leads from `from` to `to` only
} VeerGraphEdge;

/// What a graph is made of. Take it from veer_graph_def_default. The arrays are copied.
typedef struct VeerGraphDef {
    const VeerVec3 *nodes; ///< nodes[node_count], m: their positions
    uint32_t node_count;   ///< of nodes
    /// The cell of node i is the convex hull of the corners [first[i], first[i + 1]), widened by
    /// its radius; without corners, a ball of that radius round its position. Corners are in plan,
    /// counter-clockwise. NULL: no corners.
    const uint32_t *first;      ///< first[node_count + 1]
    const VeerVec3 *corners;    ///< m
    const float *radii;         ///< radii[node_count], m, >= 0; NULL: all 0
    const VeerGraphEdge *edges; ///< edges[edge_count]
    uint32_t edge_count;        ///< of edges
    uint32_t cookie;            ///< private, set by veer_graph_def_default
} VeerGraphDef;

/// No nodes, no edges.
VEER_API VeerGraphDef veer_graph_def_default(void);

/// A graph. Opaque.
typedef struct VeerGraph VeerGraph;

/// Bytes that a graph needs; 0 for a def that veer_graph_init refuses: values that are not finite,
/// negative, or beyond VEER_WORLD_LIMIT, unknown nodes, cells that are not convex. About
/// 50 a node, 40 an edge, 8 a corner. Cost O(nodes + edges + corners).
VEER_API size_t veer_graph_size(const VeerGraphDef *def);

/// Makes a graph, nothing blocked, in `memory` of veer_graph_size(def) bytes, aligned to 64, which
/// stays the caller's. @return NULL for a bad def
VEER_API VeerGraph *veer_graph_init(void *memory, const VeerGraphDef *def);

/// How many nodes there are.
VEER_API uint32_t veer_graph_node_count(const VeerGraph *graph);
/// How many edges there are.
VEER_API uint32_t veer_graph_edge_count(const VeerGraph *graph);

/// The position of a node, m; zero for no node.
VEER_API VeerVec3 veer_graph_position(const VeerGraph *graph, uint32_t node);
/// Copies up to `capacity` corners of a node's cell to corners[], m. @return how many there are
VEER_API uint32_t veer_graph_corners(const VeerGraph *graph, uint32_t node, VeerVec3 *corners,
                                     uint32_t capacity);
/// By how much a node's cell is wider than its corners, or its position, m; 0 for no node.
VEER_API float veer_graph_radius(const VeerGraph *graph, uint32_t node);
/// An edge, with its cost; all zero for no edge.
VEER_API VeerGraphEdge veer_graph_edge(const VeerGraph *graph, uint32_t edge);

/// The node whose cell is nearest to a point, at distance 0 where it holds it; ties by the distance
/// of its position, then by number. VEER_NO_GRAPH_NODE for a point that is not finite. Cost:
/// O(cells of a neighbourhood), O(nodes) far off the graph.
VEER_API uint32_t veer_graph_nearest(const VeerGraph *graph, VeerVec3 point);

/// From a point to the cell of a node, m, 0 inside; INFINITY for no node.
VEER_API float veer_graph_distance(const VeerGraph *graph, uint32_t node, VeerVec3 point);

/// @name What is blocked
/// Nodes, by a call or while bodies cover them, and edges. Unknown numbers change nothing. Cost
/// O(1).
/// @{
VEER_API void veer_graph_set_blocked(VeerGraph *graph, uint32_t node, bool is_blocked);
VEER_API void veer_graph_set_edge_blocked(VeerGraph *graph, uint32_t edge, bool is_blocked);
/// Whether a node is blocked or covered; true for no node.
VEER_API bool veer_graph_is_blocked(const VeerGraph *graph, uint32_t node);
/// Whether an edge is blocked; true for no edge.
VEER_API bool veer_graph_is_edge_blocked(const VeerGraph *graph, uint32_t edge);
/// How many bodies cover a cell; 0 for no node.
VEER_API uint32_t veer_graph_covered(const VeerGraph *graph, uint32_t node);
/// @}

/// A body over a graph.
typedef struct VeerGraphBody {
    VeerVec3 position; ///< m; over cells with corners the height does not count
    float radius;      ///< m, >= 0; it covers each cell that it overlaps, touching is not enough
} VeerGraphBody;

/// Adds or removes a body. Remove exactly what was added.
/// Cost O(cells under it, and near it). Allocates nothing.
VEER_API void veer_graph_enter(VeerGraph *graph, VeerGraphBody body);
/// The opposite of veer_graph_enter, with the same body.
VEER_API void veer_graph_leave(VeerGraph *graph, VeerGraphBody body);

/// @name Regular arrangements
/// @{

/// The shape of the cells.
typedef enum VeerTiling {
    VEER_TILING_SQUARES = 0, ///< with eight neighbours
    VEER_TILING_HEXES,       ///< pointing up, every second row half a pitch to the right; six
    VEER_TILING_DISCS,       ///< placed as hexes
    VEER_TILING_COUNT
} VeerTiling;

/// An arrangement, row by row from the least coordinates.
typedef struct VeerTilingDef {
    VeerTiling kind;        ///< the shape of the cells
    uint32_t columns, rows; ///< 1 to 4096
    VeerVec3 first;         ///< m: the middle of the first cell
    float pitch;            ///< m, > 0: from middle to middle along a row
    float size;             ///< m, > 0: across a cell; less than the pitch leaves gaps
} VeerTilingDef;

/// Bytes of scratch that the def of a tiling needs; 0 for a bad one. Cost O(1).
VEER_API size_t veer_tiling_size(const VeerTilingDef *tiling);
/// The def of the graph of a tiling, in `scratch` of veer_tiling_size(tiling) bytes, aligned to 64,
/// which may be freed once the graph is made.
/// @return VEER_OK or VEER_BAD_VALUE. Cost O(cells)
VEER_API VeerStatus veer_tiling_graph(void *scratch, const VeerTilingDef *tiling,
                                      VeerGraphDef *out);
/// @}

#endif
