/// What the tick asks of each kind of map; all else of maps is the same for each.
#ifndef VEER_WORLD_MAP_TRAITS_H
#define VEER_WORLD_MAP_TRAITS_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/map/walls.h"

/// How bodies cover a kind of map.
typedef struct VeerCoverTraits {
    /// Whether they may.
    bool (*is_on)(const VeerWorldMapDef *def);
    /// A body as it lies over the map.
    VeerCover (*place)(const VeerWorldMap *map, VeerVec3 position, float radius);
    /// Counts a body out of where it was and in where it is. NULL: it was, or is, nowhere.
    void (*count)(VeerWorldMap *map, const VeerCover *from, const VeerCover *to);
    /// Ends the changes of a tick. @return the version of the map as it is covered
    uint32_t (*commit)(VeerWorldMap *map);
} VeerCoverTraits;

/// How links lie on a kind of map.
typedef struct VeerLinkTraits {
    /// Puts an end of a link on the map. @return false: it lies off it
    bool (*place)(const VeerWorld *world, VeerVec3 *end);
    /// Whether an agent has come off the walls where its link ends.
    bool (*is_free)(const VeerWorld *world, uint32_t slot);
    /// Brings what is made from the links up to date, at once or when it is asked for.
    void (*change)(VeerWorld *world);
    /// The wish of one that is on a link, where it does not just go on, m/s. NULL: it does.
    /// @return false: it does
    bool (*wish)(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish);
} VeerLinkTraits;

/// A kind of map.
struct VeerMapTraits {
    VeerMapKind kind;
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
    const VeerCoverTraits *covers; ///< NULL: nothing covers it
    const VeerLinkTraits *links;   ///< NULL: there are none
};

extern const VeerMapTraits veer_map_traits_grid, veer_map_traits_voxels, veer_map_traits_mesh,
    veer_map_traits_graph;

#endif
