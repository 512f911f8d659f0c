/// Best-first search over any space: what the searches over grids, graphs, meshes, voxels and safe
/// intervals have in common.
///
/// A search works in memory that its caller gives, allocates nothing, and may be used again for any
/// number of queries, one after the other. Its answers depend on nothing but the query: costs are
/// whole numbers, and what costs the same is taken in the order of (cost, estimate, number).
#ifndef VEER_SEARCH_H
#define VEER_SEARCH_H

#include "veer/api.h"

/// Over grids: what one step along an axis costs: the lengths of steps are whole multiples of
/// 1/33461 of a cell.
#define VEER_COST_STRAIGHT 33461u
/// And one diagonal step: 47321 / 33461 is √2 but for 3e-10, so that up to a difference of 33461
/// diagonal steps, of two paths the shorter one has the lesser cost.
#define VEER_COST_DIAGONAL 47321u
/// No cost that a search can find is this high.
#define VEER_MAX_COST (UINT64_MAX / 4)

/// In which order a search takes the nodes that it knows.
typedef enum VeerSearchOrder {
    VEER_SEARCH_ASTAR = 0,     ///< least cost so far + weight × estimate: optimal at weight 1
    VEER_SEARCH_DIJKSTRA,      ///< least cost so far: optimal
    VEER_SEARCH_BREADTH_FIRST, ///< fewest steps
    VEER_SEARCH_DEPTH_FIRST,   ///< latest found; any path will do
    VEER_SEARCH_ORDER_COUNT
} VeerSearchOrder;

/// How far a search has come.
typedef enum VeerSearchState {
    VEER_SEARCH_IDLE = 0,  ///< has not begun
    VEER_SEARCH_RUNNING,   ///< its budget was used up: run it again
    VEER_SEARCH_FOUND,     ///< the goal
    VEER_SEARCH_EXHAUSTED, ///< there is no path to it
} VeerSearchState;

/// A search: the nodes seen so far, and those that wait in a heap. Opaque.
typedef struct VeerSearch VeerSearch;

/// The space of a search: nodes numbered from 0, and what leads from one to the next.
typedef struct VeerSearchSpace {
    uint32_t node_count; ///< of nodes
    /// Calls veer_search_reach for each node that `node` leads to. `cost` is that of `node`.
    void (*expand)(void *user, VeerSearch *search, uint32_t node, uint64_t cost);
    /// Never more than what is left from `node` to the goal, nor falling by more than the cost of a
    /// step along it (consistent). NULL: 0.
    uint32_t (*estimate)(void *user, uint32_t node);
    /// Whether the search may end here.
    bool (*is_goal)(void *user, uint32_t node);
    void *user; ///< handed to the functions
} VeerSearchSpace;

/// How to search. All zero: A* with weight 1.
typedef struct VeerSearchOptions {
    VeerSearchOrder order; ///< in which nodes are expanded
    float weight; ///< A*: of the estimate, 1 to 64; paths cost at most that much more; 0: 1
} VeerSearchOptions;

/// Bytes that searches over up to `node_count` nodes need: about 34 a node, of which only those
/// seen are ever touched. Cost O(1).
VEER_API size_t veer_search_size(uint32_t node_count);

/// Makes a search in `memory` of veer_search_size(node_count) bytes, aligned to 64, which stays the
/// caller's. Cost O(node_count).
VEER_API VeerSearch *veer_search_init(void *memory, uint32_t node_count);

/// Begins a search, and forgets the one before.
///
/// @param space   copied
/// @param starts  starts[start_count]: all at cost 0
/// @return VEER_OK; VEER_BAD_VALUE for a space without expand or is_goal, a start out of range, or
/// bad options; VEER_FULL for more nodes than the search has room for. Cost O(start_count).
VEER_API VeerStatus veer_search_begin(VeerSearch *search, const VeerSearchSpace *space,
                                      const VeerSearchOptions *options, const uint32_t *starts,
                                      uint32_t start_count);

/// Reaches `node` by a path; only from within its space's expand.
/// @param cost  of the path from the start, below VEER_MAX_COST
VEER_API void veer_search_reach(VeerSearch *search, uint32_t node, uint64_t cost);

/// Searches on, until it ends or has expanded `budget` more nodes. Cost O(budget · log nodes).
VEER_API VeerSearchState veer_search_run(VeerSearch *search, uint32_t budget);

/// How far it has come.
VEER_API VeerSearchState veer_search_state(const VeerSearch *search);
/// How many nodes it has expanded.
VEER_API uint64_t veer_search_expansions(const VeerSearch *search);
/// The node that its path leads to: the goal, or while there is none the expanded one that looked
/// nearest to it (least estimate, then least cost, then least number); UINT32_MAX: none yet.
VEER_API uint32_t veer_search_target(const VeerSearch *search);
/// What the path to the target costs (A* and Dijkstra).
VEER_API uint64_t veer_search_cost(const VeerSearch *search);

/// The nodes from the start to the target, both included.
///
/// @param nodes  nodes[capacity]
/// @param count  how many there are, also when they do not fit
/// @return VEER_OK: leads to the goal; VEER_PARTIAL: as near as the search has come; VEER_FULL: has
/// more than `capacity` nodes, none was written; VEER_BAD_VALUE: the search has not begun
VEER_API VeerStatus veer_search_nodes(const VeerSearch *search, uint32_t *nodes, uint32_t capacity,
                                      uint32_t *count);

#endif
