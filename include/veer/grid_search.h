/// Paths over grids, and strings pulled tight over them.
#ifndef VEER_GRID_SEARCH_H
#define VEER_GRID_SEARCH_H

#include "veer/grid.h"
#include "veer/search.h"

/// How a path over a grid is searched.
typedef enum VeerGridPlanner {
    /// Jump-point search: as good as A*, but only turns at corners are ever expanded. For grids
    /// without costs.
    VEER_GRID_JUMP = 0,
    VEER_GRID_ASTAR,
    VEER_GRID_DIJKSTRA,
    VEER_GRID_BREADTH_FIRST,
    VEER_GRID_DEPTH_FIRST,
    VEER_GRID_PLANNER_COUNT
} VeerGridPlanner;

/// The name of a planner ("jump", "astar", "dijkstra", "breadth-first", "depth-first").
VEER_API const char *veer_grid_planner_name(VeerGridPlanner planner);

/// Most links of a search.
#define VEER_MAX_LINKS (1u << 16)

/// A link from a cell to a cell that leads over what is blocked, or is closed to some: a jump, a
/// bridge, a door, a lift.
typedef struct VeerGridLink {
    VeerCell from, to; ///< free, or it is of no use
    uint32_t cost; ///< VEER_COST_STRAIGHT a cell; at least that of the same steps without obstacles
    uint32_t flags;  ///< only agents that may use all of them take it; 0: all
    bool is_one_way; ///< leads from `from` to `to` only
} VeerGridLink;

/// A path query on an 8-connected grid, where a diagonal step needs both cells beside it free. Take
/// it from veer_grid_query_default.
typedef struct VeerGridQuery {
    const VeerGrid *grid;     ///< committed; must stay as it is until the search is done
    const VeerLabels *labels; ///< of this grid; NULL: not known
    VeerGridPlanner planner;  ///< how to search
    VeerCell start; ///< may be blocked: the path leaves it if there is a free cell next to it
    VeerCell goal;  ///< where to
    float weight;   ///< of A*'s estimate, 1 to 64
    /// Any cell that this says is a goal, in place of `goal` (not for jump-point search). NULL: one
    /// goal.
    bool (*is_goal)(void *user, VeerCell cell);
    void *user; ///< handed to the function
    /// links[link_count], at most VEER_MAX_LINKS: kept by the caller until the search is done. The
    /// search needs room for two nodes more for each; labels are not asked then, since links join
    /// components.
    const VeerGridLink *links;
    uint32_t link_count; ///< of links
    uint32_t may_use;    ///< flags of links that the path may go over
    uint32_t cookie;     ///< private, set by veer_grid_query_default
} VeerGridQuery;

/// Jump-point search.
VEER_API VeerGridQuery veer_grid_query_default(void);

/// Begins a search over a grid; go on with veer_search_run. For jumps without links it may have
/// ended already: a path as short as without obstacles is often found at once.
///
/// With labels, a goal that is blocked or cannot be reached is known at once: the nearest cell that
/// can be reached takes its place, and the path's status is VEER_PARTIAL.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range; VEER_BUSY for a grid with edits that
/// are not committed; VEER_FULL for a grid with more cells than the search has nodes
VEER_API VeerStatus veer_grid_search_begin(VeerSearch *search, const VeerGridQuery *query);

/// The cells where the path of a search over a grid begins, turns, and ends: between two of them it
/// is straight, along an axis or a diagonal, or leads over a link.
///
/// @param cells  cells[capacity]
/// @param count  how many there are, also when they do not fit
/// @return as veer_search_nodes
VEER_API VeerStatus veer_grid_search_route(const VeerSearch *search, VeerCell *cells,
                                           uint32_t capacity, uint32_t *count);

/// Where a path goes over a link: from cells[at] of its route to cells[at + 1].
typedef struct VeerGridCrossing {
    uint32_t at;   ///< number of the route's cell
    uint32_t link; ///< its number in the query
} VeerGridCrossing;

/// The links that the path of a search over a grid goes over, in order.
///
/// @param crossings  crossings[capacity]: the first of them
/// @return how many there are. Cost as veer_grid_search_route
VEER_API uint32_t veer_grid_search_crossings(const VeerSearch *search, VeerGridCrossing *crossings,
                                             uint32_t capacity);

/// Whether a point may go straight from the middle of one cell to the middle of another: no cell
/// that the line passes through is blocked, nor one that it touches at a corner. Cost O(the lesser
/// of both distances in cells).
VEER_API bool veer_grid_sees(const VeerGrid *grid, VeerCell from, VeerCell to);

/// Pulls a route tight: the shortest path among those that pass all obstacles on the same side as
/// it does, for a point. It turns only at corners of what is blocked and may run along it, so for a
/// body take the route and the grid of its radius. Over a grid with costs it goes straight wherever
/// that costs no more than the route: never through what is more costly to save length.
///
/// @param cells   cells[count]: a route as veer_grid_search_route gives it, on the grid as it is
/// now
/// @param points  points[capacity], m: where it begins, turns, and ends
/// @param point_count  how many there are, also when they do not fit
/// @return VEER_OK; VEER_FULL: they do not fit, none is to be used; VEER_BAD_VALUE: not a route: no
/// cells, one that is blocked, or steps that go neither along an axis nor a diagonal
/// Cost O(cells on the path). Allocates nothing.
VEER_API VeerStatus veer_grid_pull(const VeerGrid *grid, const VeerCell *cells, uint32_t count,
                                   VeerVec3 *points, uint32_t capacity, uint32_t *point_count);

/// Plans a path over a grid at once: veer_grid_search_begin, veer_search_run,
/// veer_grid_search_route and veer_grid_pull one after the other.
///
/// @param search  of which nothing is to be asked afterwards
/// @param query   without links
/// @param points  points[capacity], m: where the path begins, turns, and ends; a start that is
/// blocked is left along the route
/// @param count   how many there are, also when they do not fit
/// @return VEER_OK; VEER_PARTIAL: leads as near to the goal as one can get; VEER_FULL: they do not
/// fit, none is to be used; else as veer_grid_search_begin. Cost as those
VEER_API VeerStatus veer_grid_plan(VeerSearch *search, const VeerGridQuery *query, VeerVec3 *points,
                                   uint32_t capacity, uint32_t *count);

#endif
