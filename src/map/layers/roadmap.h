/// A roadmap of single-file passages: nodes where bodies can stand so that none blocks the next,
/// and edges between neighbours.
#ifndef VEER_MAP_LAYERS_ROADMAP_H
#define VEER_MAP_LAYERS_ROADMAP_H

#include "map/layers/narrow.h"

#define VEER_MAX_ROADMAP_NODES 262144u
#define VEER_ROADMAP_NODE_EDGES 8 ///< of a node, at most

typedef struct VeerRoadmapNode {
    VeerCell cell;
    uint32_t next[VEER_ROADMAP_NODE_EDGES]; ///< neighbours by number, from 1 on, in rising order
    uint32_t component;                     ///< the least node of its connected component
    uint32_t hall; ///< the least node of what is connected off tight cells; 0: on a tight cell
    uint16_t count;
    uint8_t is_dropped; ///< of that least node: the component is left out
    uint8_t is_halls;   ///< of that least node: halls, and few nodes on tight cells between them
} VeerRoadmapNode;

/// The roadmap of a grid. Opaque.
typedef struct VeerRoadmap VeerRoadmap;

typedef struct VeerRoadmapDef {
    const VeerNarrow *narrow; ///< cells that have nodes
    const VeerNarrow *tight;  ///< cells where two bodies cannot pass each other
    float radius;             ///< m, of the bodies; nodes are twice as far apart at least
    uint32_t least;           ///< components with fewer nodes on tight cells need two halls
    uint32_t *queue;          ///< scratch: queue[queue_room]; cells beyond it are left out
    size_t queue_room;        ///< narrow cells, at least as many as nodes
} VeerRoadmapDef;

/// How many nodes a grid of a size has at most.
uint32_t veer_roadmap_room(uint32_t width, uint32_t height);
/// Bytes for the roadmap of a grid: two for each cell, and 100 for each of at most half as many
/// nodes.
size_t veer_roadmap_size(uint32_t width, uint32_t height);
/// Makes an empty roadmap.
VeerRoadmap *veer_roadmap_init(void *memory, uint32_t width, uint32_t height);

/// Places nodes on the narrow cells in which a body fits, first where passages branch, bend and
/// end, then in between. Each cell belongs to the node with the shortest path to it; nodes whose
/// cells touch are neighbours. Components without any branch are left out.
///
/// @param grid  of the same size
/// @return how many nodes there are
/// Cost O(cells + narrow cells with room · radius in cells). Allocates nothing.
uint32_t veer_roadmap_build(VeerRoadmap *roadmap, const VeerGrid *grid, const VeerRoadmapDef *def);

/// The number of the node that a cell belongs to, from 1 on; 0: to none.
uint32_t veer_roadmap_at(const VeerRoadmap *roadmap, VeerCell cell);
/// A node by its number, from 1 on.
const VeerRoadmapNode *veer_roadmap_node(const VeerRoadmap *roadmap, uint32_t number);
/// The last cell of a node's own on its edge to a neighbour. @return false: it is none
bool veer_roadmap_border(const VeerRoadmap *roadmap, uint32_t node, uint32_t neighbour,
                         VeerCell *out);
uint32_t veer_roadmap_count(const VeerRoadmap *roadmap);
/// Whether any component is of halls.
bool veer_roadmap_has_halls(const VeerRoadmap *roadmap);

#endif
