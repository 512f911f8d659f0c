/// The door of routes: paths planned over each kind of map, kept off walls, kept up to date.
#ifndef VEER_WORLD_ROUTE_ROUTE_H
#define VEER_WORLD_ROUTE_ROUTE_H

#include "base/arena.h"
#include "world/map/map.h"
#include "world/route/between.h"
#include "world/route/corners.h"

/// Trees of paths from anywhere to one goal.
typedef struct VeerTreeTraits {
    void (*lay_out)(VeerWorld *world, VeerArena *arena);
    /// Estimated expansions of one.
    uint32_t (*cost)(const VeerWorldMap *map);
    /// Begins one. @return false: nothing leads to its goal
    bool (*begin)(VeerWorld *world, const VeerSharedField *shared, uint32_t memory);
    /// Continues it by at most `budget` expansions. @return whether it is complete
    bool (*run)(VeerWorldMap *map, uint32_t budget, uint32_t *spent);
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
    /// Writes the path that the search has found to the map's points, shaped for its agent.
    /// @return how many there are, 1 at least
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job);

    /// Whether an agent's route is blocked now within `limit` m ahead.
    bool (*is_cut_off)(VeerWorld *world, uint32_t slot, float limit);
    /// Whether the goal of an agent with a partial route can be reached now.
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
const VeerPlanTraits *veer_plan_traits(const VeerWorldMap *map);
/// VeerPlanTraits.search_on and .expansions over grids and graphs.
VeerSearchState veer_plan_search_on(VeerWorldMap *map, uint32_t budget);
uint64_t veer_plan_expansions(const VeerWorldMap *map);
/// What a path of a length, m, costs a tick's budget beside its search, expansions: about one for
/// each cell along it, since its free width is looked for all along (1600 instructions a cell of
/// 1 m, and 1900 an expansion).
uint32_t veer_plan_cost(const VeerWorld *world, float length);

extern const VeerTreeTraits veer_tree_traits_mesh, veer_tree_traits_graph;
extern const VeerPlanTraits veer_plan_traits_grid, veer_plan_traits_voxels, veer_plan_traits_mesh,
    veer_plan_traits_graph;

// --- Cells of grids and of voxels alike; those of grids are in layer 0 ---

VeerVoxel veer_cells_at(const VeerWorldMap *map, VeerVec3 point);
/// The middle of a cell, m.
VeerVec3 veer_cells_middle(const VeerWorldMap *map, VeerVoxel cell);

static inline bool veer_cells_are_same(VeerVoxel a, VeerVoxel b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline VeerCell veer_cells_flat(VeerVoxel cell)
{
    return (VeerCell){cell.x, cell.y};
}

bool veer_cells_have(const VeerWorldMap *map, VeerVoxel cell, VeerVec3 point);
/// The connected component that a cell of a class is in; VEER_NO_LABEL: in none.
uint32_t veer_cells_label(const VeerMapClass *class, VeerVoxel cell);
/// The nearest free cell of a class to one; of cells equally near one from which the goal can be
/// reached. Without labels the search itself avoids what is blocked. @return false: there is none
bool veer_cells_find_start(const VeerMapClass *class, VeerVoxel at, VeerVoxel goal, VeerVoxel *out);
/// The cell of a class that contains a point, or the nearest that can be reached from `start`, over
/// links too.
VeerVoxel veer_cells_goal(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          VeerVoxel start, VeerVec3 to);
/// As VeerPlanTraits.place.
bool veer_cells_place(VeerWorld *world, uint32_t slot, VeerPlanJob *job);
/// As VeerPlanTraits.has_opened.
bool veer_cells_have_opened(VeerWorld *world, uint32_t slot);

// --- Paths ---

/// A path that the search has found.
typedef struct VeerMeshReading {
    VeerVec3 *raw; ///< raw[count], m, behind the map's points
    uint32_t count;
    uint32_t first; ///< the first point that is kept
    float radius;   ///< m, of the body
    bool is_single; ///< for one body, not for many
} VeerMeshReading;

/// Writes the path of a walker to the map's points, without the first, `from`; uses the map's
/// search.
/// @return whether it leads to the end
bool veer_graph_plan_path(VeerWorld *world, VeerGraphWalker walker, VeerVec3 from, VeerVec3 to,
                          uint32_t *count);

/// As VeerPlanTraits.read over a grid, and over voxels, also for a job without an agent: off the
/// walls then, and from the middle of a cell to that of another.
uint32_t veer_grid_plan_read(VeerWorld *world, const VeerPlanJob *job, float radius);
uint32_t veer_voxel_plan_read(VeerWorld *world, const VeerPlanJob *job, float radius);
/// As VeerPlanTraits.begin over a grid, also for a job without an agent.
bool veer_grid_plan_begin(VeerWorld *world, const VeerPlanJob *job, uint32_t may_use);

/// Writes a path that may use links to the map's points: off the walls, as are the links' ends. Its
/// links are those of the map's path.
/// @return how many points there are
uint32_t veer_mesh_plan_read_links(VeerWorld *world, const VeerMeshReading *reading);

/// Inserts corners between `from` and points[count] where a body would touch the walls of a mesh,
/// as far as there is capacity.
/// @param is_single  one body, not a squad, which stays together at the ends of walls
/// @return how many points there are then
uint32_t veer_mesh_plan_path_off_walls(const VeerWorld *world, VeerVec3 from, VeerVec3 *points,
                                       uint32_t count, float body, bool is_single);
/// A point of a mesh moved to where a body has room; the point itself where that fails.
VeerVec3 veer_mesh_plan_off_walls(const VeerWorld *world, VeerVec3 point, float body);

/// Brings an agent's route up to date: asks for a new plan, or gives up.
void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt);
/// Drops the route, and reports it.
void veer_route_give_up(VeerWorld *world, uint32_t slot);

/// The grid of a class without agents that cover the map and make room. Each class has its own.
/// Cost O(1); O(bodies) once a tick, and as veer_grid_dilate and veer_labels_build if other covers
/// have changed since the class was last asked for.
const VeerGrid *veer_through_grid(VeerWorld *world, uint32_t number);
/// Whether only agents that make room are between `from` and `to`.
/// @param number  of a class that is up to date
bool veer_through_connects(VeerWorld *world, uint32_t number, VeerVoxel from, VeerVoxel to);

#endif
