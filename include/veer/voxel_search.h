/// Paths through voxel maps.
///
/// As all searches (veer/search.h): in memory that the caller gives, without an allocation, again
/// and again, and the same answer everywhere. What a search needs grows with what it sees, not with
/// the map.
#ifndef VEER_VOXEL_SEARCH_H
#define VEER_VOXEL_SEARCH_H

#include "veer/search.h"
#include "veer/voxels.h"

/// What one step along an axis costs: lengths are whole multiples of 1/326491 of a voxel.
#define VEER_VOXEL_COST_STRAIGHT 326491u
/// One across an edge: √2 but for 7e-10.
#define VEER_VOXEL_COST_EDGE 461728u
/// One across a corner: √3 but for 7e-10.
#define VEER_VOXEL_COST_CORNER 565499u

/// How a path through a voxel map is searched.
typedef enum VeerVoxelPlanner {
    /// From region to region (free cubes, and what is connected of 4 × 4 × 4 voxels), in straight
    /// lines at any angle, pulled tight: short, not always shortest.
    VEER_VOXEL_ANY_ANGLE = 0,
    /// From voxel to voxel among the 26 around, across an edge or a corner only where all voxels
    /// beside are free: a shortest such path at weight 1. For comparison: it is 40 to some 1000
    /// times as slow, and its paths are longer.
    VEER_VOXEL_ASTAR,
    VEER_VOXEL_PLANNER_COUNT
} VeerVoxelPlanner;

/// The name of a planner ("any-angle", "astar").
VEER_API const char *veer_voxel_planner_name(VeerVoxelPlanner planner);

/// A path query on a voxel map. Take it from veer_voxel_query_default.
typedef struct VeerVoxelQuery {
    const VeerVoxels *voxels;      ///< committed; must stay as it is until the search is done
    const VeerVoxelLabels *labels; ///< of this map; NULL: not known
    VeerVoxelPlanner planner;      ///< how to search
    VeerVoxel start; ///< may be blocked: the path leaves it if there is a free voxel beside it
    VeerVoxel goal;  ///< where to
    float weight;    ///< of the estimate, 1 to 64: the higher, the sooner and the longer
    /// Any angle: take the first path found. Else one that is over 1.02 times as long as if nothing
    /// were in the way is looked for once more from the goal, and if it is short, by plain A*.
    bool takes_first;
    uint32_t cookie; ///< private, set by veer_voxel_query_default
} VeerVoxelQuery;

/// At any angle, weight 1.2.
VEER_API VeerVoxelQuery veer_voxel_query_default(void);

/// A search over voxel maps. Opaque.
typedef struct VeerVoxelSearch VeerVoxelSearch;

/// Bytes that a search needs which may see up to `node_count` regions (or voxels, for plain A*), 1
/// to 2^30: 98 to 114 a node, and for long routes 96 kB. There are never more regions than leaves
/// (veer_voxels_leaf_count), and few searches see a hundredth of them. Cost O(1).
/// @return 0 for a bad count
VEER_API size_t veer_voxel_search_size(uint32_t node_count);
/// Makes a search in `memory` of veer_voxel_search_size(node_count) bytes, aligned to 64, which
/// stays the caller's; for maps of any size. Cost O(node_count). @return NULL for a bad count
VEER_API VeerVoxelSearch *veer_voxel_search_init(void *memory, uint32_t node_count);

/// Begins a search, and forgets the one before.
///
/// With labels, a goal that is blocked or cannot be reached is known at once: the nearest voxel
/// that can be reached takes its place, and the path's status is VEER_PARTIAL.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range; VEER_BUSY for a map with edits that
/// are not committed. Cost O(1), but for the labels' search of another goal.
VEER_API VeerStatus veer_voxel_search_begin(VeerVoxelSearch *search, const VeerVoxelQuery *query);

/// Searches on, until it ends or has expanded `budget` more nodes. While it looks for a shorter
/// path it is running, though there is a route. Cost O(budget · log nodes).
VEER_API VeerSearchState veer_voxel_search_run(VeerVoxelSearch *search, uint32_t budget);
/// How many nodes it has expanded.
VEER_API uint64_t veer_voxel_search_expansions(const VeerVoxelSearch *search);
/// Whether it has seen more nodes than it has room for. Those are left out, so that a path may be
/// missed: then VEER_SEARCH_EXHAUSTED does not mean that there is none.
VEER_API bool veer_voxel_search_is_full(const VeerVoxelSearch *search);

/// The voxels where the path begins, turns, and ends, pulled tight (veer_voxel_pull) if it leads to
/// the goal at any angle. Each sees the next (veer_voxels_sees), but for a start that is blocked.
///
/// @param route  route[capacity]
/// @param count  how many there are, also when they do not fit
/// @return VEER_OK: leads to the goal; VEER_PARTIAL: as near as the search has come; VEER_FULL: has
/// more than `capacity` voxels, none is to be used; VEER_BAD_VALUE: the search has not begun
VEER_API VeerStatus veer_voxel_search_route(const VeerVoxelSearch *search, VeerVoxel *route,
                                            uint32_t capacity, uint32_t *count);

/// Pulls a route tight, in place: leaves out turns that are not needed, and moves the others until
/// no step along an axis makes the path shorter. From a voxel that saw the next, one still does.
///
/// @param route  route[count]
/// @return how many are left; 0, and nothing is changed, for one that leaves the map. Cost O(count
/// · lines of sight).
VEER_API uint32_t veer_voxel_pull(const VeerVoxels *voxels, VeerVoxel *route, uint32_t count);

#endif
