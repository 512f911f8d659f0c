/// Kinds of maps: what the tick asks of a grid, of voxels, of a mesh. All else of maps and routes
/// is the same for each.
#ifndef VEER_WORLD_MAP_KIND_H
#define VEER_WORLD_MAP_KIND_H

#include "world/tick/stages.h"

/// The nearest walls found so far, in (distance, order) order.
typedef struct VeerWallCollector {
    const VeerWorld *world;
    const VeerWallQuery *query;
    VeerNearWall *out; ///< out[VEER_MAX_WALLS]
    uint32_t count;
} VeerWallCollector;

/// How ways are found over a kind of map.
typedef struct VeerWayKind {
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
} VeerWayKind;

/// How bodies cover a kind of map.
typedef struct VeerCoverKind {
    /// Whether they may.
    bool (*is_on)(const VeerWorldMapDef *def);
    /// A body as it lies over the map.
    VeerCover (*place)(const VeerWorldMap *map, VeerVec3 position, float radius);
    /// Counts a body out of where it was and in where it is. NULL: it was, or is, nowhere.
    void (*count)(VeerWorldMap *map, const VeerCover *from, const VeerCover *to);
    /// Ends the changes of a tick. @return the version of the map as it is covered
    uint32_t (*commit)(VeerWorldMap *map);
} VeerCoverKind;

/// How links lie on a kind of map.
typedef struct VeerLinkKind {
    /// Puts an end of a link on the map. @return false: it lies off it
    bool (*place)(const VeerWorld *world, VeerVec3 *end);
    /// Whether an agent has come off the walls where its link ends.
    bool (*is_free)(const VeerWorld *world, uint32_t slot);
    /// Brings what is made from the links up to date, at once or when it is asked for.
    void (*change)(VeerWorld *world);
    /// The wish of one that is on a link, where it does not just go on, m/s. NULL: it does.
    /// @return false: it does
    bool (*wish)(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish);
} VeerLinkKind;

/// What agents of one goal share over a kind of map: fields that they follow, or trees of ways that
/// each reads its own out of.
typedef struct VeerShareKind {
    /// Its part of the state. NULL: none.
    void (*lay_out_state)(VeerWorld *world, VeerArena *arena);
    void (*lay_out_scratch)(VeerWorld *world, VeerArena *arena);
    /// Sets what is not zero in a new world's state. NULL: nothing is.
    void (*begin)(VeerWorld *world);
    /// The same for agents whose goal is one.
    uint64_t (*key)(const VeerWorld *world, uint32_t slot);
    /// About how many cells are looked at for one, VEER_CELLS_PER_EXPANSION to a node.
    uint64_t (*cost)(const VeerWorld *world);
    /// Of the flags that the map has, those that an agent may use: who may use the same can share.
    uint32_t (*usable)(const VeerWorld *world, uint32_t slot);
    /// Whether the agent of a job may share. @param radius  m: those of one radius can
    bool (*serves)(const VeerWorld *world, const VeerPlanJob *job, float *radius);
    /// Leads the agent of a job by one that is ready. @param count  of a way: its points
    VeerFieldAnswer (*lead)(VeerWorld *world, const VeerPlanJob *job, uint32_t number,
                            uint32_t *count);
    /// The map is another one. NULL: they are made anew, and followed meanwhile.
    void (*change)(VeerWorld *world);
    /// Makes what is wanted. @return what is left of the budget
    uint32_t (*work)(VeerWorld *world, uint32_t budget, float dt);
} VeerShareKind;

/// Trees of ways from anywhere to one goal.
typedef struct VeerTreeKind {
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
    /// As VeerWayKind.read, out of a tree. @return 0: it knows no way from there
    uint32_t (*read)(VeerWorld *world, const VeerPlanJob *job, uint32_t memory);
} VeerTreeKind;

/// A kind of map.
struct VeerMapKind {
    /// Whether a world's def may have such a map; what all kinds share is looked at elsewhere.
    bool (*is_good)(const VeerWorldDef *def);
    /// How many words of the state hold what is blocked.
    size_t (*words)(const VeerWorldMapDef *def);
    /// What the hash of the map begins with.
    uint64_t (*seed)(const VeerWorldMapDef *def);
    /// m, of what is looked at one by one along a way.
    float (*cell_size)(const VeerWorldMapDef *def);
    void (*lay_out_scratch)(VeerWorld *world, VeerArena *arena);
    /// Sets what is not zero in a new world's state. NULL: nothing is.
    void (*begin)(VeerWorld *world);
    /// Makes the scratch anew from the state.
    void (*rebuild)(VeerWorld *world);
    /// Brings what is made for one radius up to date. NULL: nothing is.
    void (*build_class)(VeerWorld *world, uint32_t number);

    /// Whether a body may go straight from one point to another.
    bool (*is_clear)(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to);
    /// Collects the walls of the map within the range of a query.
    void (*find_walls)(VeerWallCollector *collector);
    const VeerWayKind *ways;
    const VeerCoverKind *covers; ///< NULL: nothing covers it
    const VeerLinkKind *links;   ///< NULL: there are none
    const VeerShareKind *shares;
    const VeerTreeKind *trees; ///< NULL: agents of one goal share fields
};

/// Counts all in that the state says are counted, on a map that nothing covers.
void veer_map_recount(VeerWorld *world);

extern const VeerMapKind veer_map_cells, veer_map_solid, veer_map_deck, veer_map_web;
extern const VeerShareKind veer_share_fields, veer_share_trees;
extern const VeerWayKind veer_ways_cells, veer_ways_solid, veer_ways_deck, veer_ways_web;

/// The cell of a class that a point lies in, or the nearest that can be reached from `start`, over
/// links where there are any.
VeerCell veer_cells_goal(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                         VeerCell start, VeerVec3 to);

/// The kind of map that a def asks for; NULL: none, or more than one.
const VeerMapKind *veer_map_kind(const VeerWorldMapDef *def);

/// The box that holds all within the range.
VeerBounds veer_walls_region(const VeerWallCollector *collector);
/// Sorts a wall that is within the range in among the nearest; the farthest of too many is dropped.
void veer_walls_add(VeerWallCollector *collector, VeerNearWall wall);
/// Walls of the map come after all others that are as near.
#define VEER_MAP_ORDER (UINT64_C(1) << 63)
/// From a point to the nearest one of a segment, m, in the plane. Between the ends it is at right
/// angles to the segment to the last place, however long that is: what slides along it must not be
/// led astray.
VeerVec3 veer_wall_offset(VeerVec3 a, VeerVec3 b, VeerVec3 point);

#endif
