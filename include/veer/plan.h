/// Ways through: searches over graphs and grids.
///
/// A search works in memory that its caller gives, allocates nothing, and may be used again for any
/// number of queries, one after the other. Its answers depend on nothing but the query: costs are
/// whole numbers, and what costs the same is taken in the order of (cost, estimate, number).
#ifndef VEER_PLAN_H
#define VEER_PLAN_H

#include "veer/grid.h"

/// What one step along an axis costs: the lengths of steps are whole multiples of 1/33461 of a
/// cell.
#define VEER_COST_STRAIGHT 33461u
/// And one across: 47321 / 33461 is √2 but for 3e-10, so that up to a difference of 33461 diagonal
/// steps, of two ways the shorter one has the lesser cost.
#define VEER_COST_DIAGONAL 47321u
/// No cost that a search can find is this high.
#define VEER_MAX_COST (UINT64_MAX / 4)

/// In which order a search takes the nodes that it knows.
typedef enum VeerSearchOrder {
    VEER_SEARCH_ASTAR = 0,     ///< least cost so far + weight × estimate: optimal at weight 1
    VEER_SEARCH_DIJKSTRA,      ///< least cost so far: optimal
    VEER_SEARCH_BREADTH_FIRST, ///< fewest steps
    VEER_SEARCH_DEPTH_FIRST,   ///< latest found; any way will do
    VEER_SEARCH_ORDER_COUNT
} VeerSearchOrder;

/// How far a search has come.
typedef enum VeerSearchState {
    VEER_SEARCH_IDLE = 0,  ///< has not begun
    VEER_SEARCH_RUNNING,   ///< its budget was used up: run it again
    VEER_SEARCH_FOUND,     ///< the goal
    VEER_SEARCH_EXHAUSTED, ///< there is no way to it
} VeerSearchState;

/// A search: the nodes seen so far, and those that wait in a heap. Opaque.
typedef struct VeerSearch VeerSearch;

/// What a search walks: nodes numbered from 0, and what leads from one to the next.
typedef struct VeerSearchSpace {
    uint32_t node_count;
    /// Calls veer_search_reach for each node that `node` leads to. `cost` is that of `node`.
    void (*expand)(void *user, VeerSearch *search, uint32_t node, uint64_t cost);
    /// Never more than what is left from `node` to the goal, nor falling by more than the cost of a
    /// step along it (consistent). NULL: 0.
    uint32_t (*estimate)(void *user, uint32_t node);
    /// Whether the search may end here.
    bool (*is_goal)(void *user, uint32_t node);
    void *user;
} VeerSearchSpace;

/// How to search. All zero: A* with weight 1.
typedef struct VeerSearchOptions {
    VeerSearchOrder order;
    float weight; ///< A*: of the estimate, 1 to 64; ways cost at most that much more; 0: 1
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

/// Tells a search of a way to `node`; only from within its space's expand.
/// @param cost  of the way from the start, below VEER_MAX_COST
/// @param tag   0 to 63: kept with the node
VEER_API void veer_search_reach(VeerSearch *search, uint32_t node, uint64_t cost, uint32_t tag);

/// Searches on, until it ends or has expanded `budget` more nodes. Cost O(budget · log nodes).
VEER_API VeerSearchState veer_search_run(VeerSearch *search, uint32_t budget);

/// How far it has come.
VEER_API VeerSearchState veer_search_state(const VeerSearch *search);
/// How many nodes it has expanded.
VEER_API uint64_t veer_search_expansions(const VeerSearch *search);
/// The node that its way leads to: the goal, or while there is none the expanded one that looked
/// nearest to it (least estimate, then least cost, then least number); UINT32_MAX: none yet.
VEER_API uint32_t veer_search_target(const VeerSearch *search);
/// What the way to the target costs (A* and Dijkstra).
VEER_API uint64_t veer_search_cost(const VeerSearch *search);

/// The nodes from the start to the target, both included.
///
/// @param nodes  nodes[capacity]
/// @param count  how many there are, also when they do not fit
/// @return VEER_OK: leads to the goal; VEER_PARTIAL: as near as the search has come; VEER_FULL: has
/// more than `capacity` nodes, none was written; VEER_BAD_VALUE: the search has not begun
VEER_API VeerStatus veer_search_nodes(const VeerSearch *search, uint32_t *nodes, uint32_t capacity,
                                      uint32_t *count);

/// How a way over a grid is looked for.
typedef enum VeerPlanner {
    /// Jump-point search: as good as A*, but only turns at corners are ever expanded. For grids
    /// without costs.
    VEER_PLANNER_JUMP = 0,
    VEER_PLANNER_ASTAR,
    VEER_PLANNER_DIJKSTRA,
    VEER_PLANNER_BREADTH_FIRST,
    VEER_PLANNER_DEPTH_FIRST,
    VEER_PLANNER_COUNT
} VeerPlanner;

/// The name of a planner ("jump", "astar", "dijkstra", "breadth-first", "depth-first").
VEER_API const char *veer_planner_name(VeerPlanner planner);

/// Most links of a search.
#define VEER_MAX_LINKS (1u << 16)

/// A way from a cell to a cell that leads over what is blocked, or is closed to some: a jump, a
/// bridge, a door, a lift.
typedef struct VeerGridLink {
    VeerCell from, to; ///< who is not there cannot take it, so both free
    uint32_t cost;     ///< VEER_COST_STRAIGHT a cell; less than without obstacles counts as that
    uint32_t flags;    ///< only who may use all of them takes it; 0: anybody
    bool is_one_way;
} VeerGridLink;

/// A path query on an 8-connected grid, where a diagonal step needs both cells beside it free. Take
/// it from veer_grid_query_default.
typedef struct VeerGridQuery {
    const VeerGrid *grid;     ///< committed; must stay as it is until the search is done
    const VeerLabels *labels; ///< of this grid; NULL: not known
    VeerPlanner planner;
    VeerCell start; ///< may be blocked: the way leaves it if there is a free cell next to it
    VeerCell goal;
    float weight; ///< of A*'s estimate, 1 to 64
    /// Any cell that this says is a goal, in place of `goal` (not for jump-point search). NULL: one
    /// goal.
    bool (*is_goal)(void *user, VeerCell cell);
    void *user;
    /// links[link_count], at most VEER_MAX_LINKS: kept by the caller until the search is done. The
    /// search needs room for two nodes more for each; labels are not asked then, since links lead
    /// out of what hangs together.
    const VeerGridLink *links;
    uint32_t link_count;
    uint32_t may_use; ///< flags of links that the way may go over
    uint32_t cookie;  ///< private, set by veer_grid_query_default
} VeerGridQuery;

/// Jump-point search.
VEER_API VeerGridQuery veer_grid_query_default(void);

/// Begins a search over a grid; go on with veer_search_run. For jumps without links it may have
/// ended already: a way as short as if nothing were in the way is often
/// found at once.
///
/// With labels, a goal that is blocked or cannot be reached is known at once: the nearest cell that
/// can be reached takes its place, and the way's status is VEER_PARTIAL.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range; VEER_BUSY for a grid with edits that
/// are not committed; VEER_FULL for a grid with more cells than the search has nodes
VEER_API VeerStatus veer_grid_search_begin(VeerSearch *search, const VeerGridQuery *query);

/// The cells where the way of a search over a grid begins, turns, and ends: between two of them it
/// is straight, along an axis or a diagonal, or leads over a link.
///
/// @param cells  cells[capacity]
/// @param count  how many there are, also when they do not fit
/// @return as veer_search_nodes
VEER_API VeerStatus veer_grid_search_route(const VeerSearch *search, VeerCell *cells,
                                           uint32_t capacity, uint32_t *count);

/// Where a way goes over a link: from cells[at] of its route to cells[at + 1].
typedef struct VeerGridHop {
    uint32_t at;
    uint32_t link; ///< its number in the query
} VeerGridHop;

/// The links that the way of a search over a grid goes over, in order.
///
/// @param hops  hops[capacity]: the first of them
/// @return how many there are. Cost as veer_grid_search_route
VEER_API uint32_t veer_grid_search_hops(const VeerSearch *search, VeerGridHop *hops,
                                        uint32_t capacity);

/// Whether a point may go straight from the middle of one cell to the middle of another: no cell
/// that the line passes through is blocked, nor one that it touches at a corner. Cost O(the lesser
/// of both distances in cells).
VEER_API bool veer_grid_sees(const VeerGrid *grid, VeerCell from, VeerCell to);

/// Pulls a route tight: the shortest way among those that pass all obstacles on the same side as it
/// does, for a point. It turns only at corners of what is blocked and may run along it, so for a
/// body take the route and the grid of its radius. Over a grid with costs it goes straight wherever
/// that costs no more than the route: never through what is dearer to save length.
///
/// @param cells   cells[count]: a route as veer_grid_search_route gives it, on the grid as it is
/// now
/// @param points  points[capacity], m: where it begins, turns, and ends
/// @param point_count  how many there are, also when they do not fit
/// @return VEER_OK; VEER_FULL: they do not fit, none is to be used; VEER_BAD_VALUE: not a route: no
/// cells, one that is blocked, or steps that go neither along an axis nor a diagonal
/// Cost O(cells on the way). Allocates nothing.
VEER_API VeerStatus veer_grid_pull(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                                   VeerVec3 *points, uint32_t capacity, uint32_t *point_count);

/// Plans a way over a grid from begin to end, and pulls it tight: what veer_grid_search_begin,
/// veer_search_run, veer_grid_search_route and veer_grid_pull give one after the other, but for
/// less, since most ways that are as short as if nothing were in the way need no search.
///
/// @param search  of which nothing is to be asked afterwards
/// @param query   without links
/// @param points  points[capacity], m: where the way begins, turns, and ends; as those give them,
/// but a start that is blocked is left along the route
/// @param count   how many there are, also when they do not fit
/// @return VEER_OK; VEER_PARTIAL: leads as near to the goal as one can get; VEER_FULL: they do not
/// fit, none is to be used; else as veer_grid_search_begin. Cost as those
VEER_API VeerStatus veer_grid_plan(VeerSearch *search, const VeerGridQuery *query, VeerVec3 *points,
                                   uint32_t capacity, uint32_t *count);

#endif
