/// How paths are planned over each kind of map.
#ifndef VEER_WORLD_ROUTE_PLAN_TRAITS_H
#define VEER_WORLD_ROUTE_PLAN_TRAITS_H

#include "world/base/base.h"

/// Trees of ways from anywhere to one goal.
typedef struct VeerTreeTraits {
    void (*lay_out)(VeerWorld *world, VeerArena *arena);
    /// About how many expansions one takes.
    uint32_t (*cost)(const VeerWorldMap *map);
    /// Begins one. @return false: nothing leads to its goal
    bool (*begin)(VeerWorld *world, const VeerSharedField *shared, uint32_t memory);
    /// Goes on with it, by so many expansions at most. @return how many it took
    uint32_t (*run)(VeerWorldMap *map, uint32_t budget);
    /// Whether it has come to its end.
    bool (*is_done)(const VeerWorldMap *map);
    /// Ends it. @return false: there was no room for it
    bool (*finish)(VeerWorldMap *map, uint32_t memory);
    /// As VeerPlanTraits.read, out of a tree. @return 0: it knows no way from there
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job, uint32_t memory);
} VeerTreeTraits;

/// How ways are found over a kind of map.
typedef struct VeerPlanTraits {
    /// Finds where a job begins and ends. @return false: there is nowhere to go
    bool (*place)(VeerWorld *world, uint32_t slot, VeerPlanJob *job);
    /// Begins its search. @return false: there is nowhere to go
    bool (*begin)(VeerWorld *world, const VeerPlanJob *job);
    VeerSearchState (*search_on)(VeerWorldMap *map, uint32_t budget);
    /// How many nodes the search has expanded.
    uint64_t (*expansions)(const VeerWorldMap *map);
    /// Writes the way that the search found to the map's points, finished for its agent. @return
    /// how many there are, 1 at least
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job);

    /// Whether an agent's route leads through what is blocked now, `most` m ahead.
    bool (*is_cut_off)(VeerWorld *world, uint32_t slot, float most);
    /// Whether the goal of one with a partial route has come within reach. NULL: what opens ways
    /// is told.
    bool (*has_opened)(VeerWorld *world, uint32_t slot);

    const VeerTreeTraits *trees; ///< NULL: agents of one goal share fields
} VeerPlanTraits;

/// How paths are planned over a map that is one.
const VeerPlanTraits *veer_plan_traits(const VeerWorldMap *map);

extern const VeerTreeTraits veer_tree_traits_mesh, veer_tree_traits_graph;
extern const VeerPlanTraits veer_plan_traits_grid, veer_plan_traits_voxels, veer_plan_traits_mesh,
    veer_plan_traits_graph;

#endif
