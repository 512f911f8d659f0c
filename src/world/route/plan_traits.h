/// Planning over each kind of map.
#ifndef VEER_WORLD_ROUTE_PLAN_TRAITS_H
#define VEER_WORLD_ROUTE_PLAN_TRAITS_H

#include "world/base/base.h"

/// Trees of paths from anywhere to one goal.
typedef struct VeerTreeTraits {
    void (*lay_out)(VeerWorld *world, VeerArena *arena);
    /// Estimated expansions of one.
    uint32_t (*cost)(const VeerWorldMap *map);
    /// Begins one. @return false: nothing leads to its goal
    bool (*begin)(VeerWorld *world, const VeerSharedField *shared, uint32_t memory);
    /// Continues it by at most `budget` expansions. @return how many it took
    uint32_t (*run)(VeerWorldMap *map, uint32_t budget);
    /// Whether it is complete.
    bool (*is_done)(const VeerWorldMap *map);
    /// Ends it. @return false: there was not enough memory
    bool (*finish)(VeerWorldMap *map, uint32_t memory);
    /// As VeerPlanTraits.read, out of a tree. @return 0: it has no path from there
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job, uint32_t memory);
} VeerTreeTraits;

/// A planner for one kind of map.
typedef struct VeerPlanTraits {
    /// Finds start and goal of a job. @return false: there is nowhere to go
    bool (*place)(VeerWorld *world, uint32_t slot, VeerPlanJob *job);
    /// Begins its search. @return false: there is nowhere to go
    bool (*begin)(VeerWorld *world, const VeerPlanJob *job);
    VeerSearchState (*search_on)(VeerWorldMap *map, uint32_t budget);
    /// Nodes that the search has expanded.
    uint64_t (*expansions)(const VeerWorldMap *map);
    /// Writes the path that the search has found to the map's points, shaped for its agent; over
    /// grids and voxels as it is found where there is none.
    /// @return how many there are, 1 at least
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job);

    /// Whether an agent's route is blocked now within `limit` m ahead.
    bool (*is_cut_off)(VeerWorld *world, uint32_t slot, float limit);
    /// Whether the goal of an agent with a partial route can be reached now. NULL: routes are
    /// informed when something is freed.
    bool (*has_opened)(VeerWorld *world, uint32_t slot);

    const VeerTreeTraits *trees; ///< NULL: agents of one goal share fields
} VeerPlanTraits;

/// A leg of a route ahead.
typedef struct VeerRouteLeg {
    VeerVec3 from, to; ///< m
    float gone, left;  ///< m along the route to its begin, and on from there that are looked at
    bool is_first, is_last;
} VeerRouteLeg;

/// Whether a leg that is walked is blocked now.
typedef bool VeerLegTest(const VeerWorld *world, const VeerRouteLeg *leg, const void *context);

/// Whether a test finds a leg of an agent's route within `limit` m ahead blocked, or a link on it
/// may not be used.
bool veer_route_is_cut(const VeerWorld *world, uint32_t slot, float limit, VeerLegTest *is_blocked,
                       const void *context);
/// The planner of a map.
const VeerPlanTraits *veer_plan_traits(const VeerWorldMap *map);
/// VeerPlanTraits.search_on and .expansions over grids and graphs.
VeerSearchState veer_plan_search_on(VeerWorldMap *map, uint32_t budget);
uint64_t veer_plan_expansions(const VeerWorldMap *map);

extern const VeerTreeTraits veer_tree_traits_mesh, veer_tree_traits_graph;
extern const VeerPlanTraits veer_plan_traits_grid, veer_plan_traits_voxels, veer_plan_traits_mesh,
    veer_plan_traits_graph;

#endif
