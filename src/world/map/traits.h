/// What the tick needs of each kind of map.
#ifndef VEER_WORLD_MAP_TRAITS_H
#define VEER_WORLD_MAP_TRAITS_H

#include "base/arena.h"
#include "world/map/walls.h"

/// How bodies cover a kind of map.
typedef struct VeerCoverTraits {
    /// Whether they may. NULL: always.
    bool (*is_on)(const VeerWorldMapDef *def);
    /// A body's place on the map. NULL: where it is, in metres.
    VeerCover (*place)(const VeerWorldMap *map, VeerVec3 position, float radius);
    /// Moves a body's count from one place to another; one that is not counted is zero.
    void (*count)(VeerWorldMap *map, const VeerCover *from, const VeerCover *to);
    /// Ends the changes of a tick. @return the version of the covered map
    uint32_t (*commit)(VeerWorldMap *map);
    /// Adds to a hash what is blocked or covered, as of the last commit: alike after the state was
    /// restored, where versions are not.
    uint64_t (*hash)(const VeerWorldMap *map, uint64_t hash);
} VeerCoverTraits;

/// Links on a kind of map.
typedef struct VeerLinkTraits {
    /// Puts an end of a link on the map. @return false: it is off the map
    bool (*place)(const VeerWorld *world, VeerVec3 *end);
    /// Whether an agent is off the walls where its link ends.
    bool (*is_free)(const VeerWorld *world, uint32_t slot);
    /// Updates what is made from the links, at once or on demand.
    void (*change)(VeerWorld *world);
    /// The preferred velocity of an agent on a link that cannot simply follow it, m/s. NULL: all
    /// can.
    /// @return false: it can
    bool (*velocity)(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred);
} VeerLinkTraits;

/// A kind of map.
struct VeerMapTraits {
    VeerMapKind kind;
    /// What a world's def with such a map must be; common members are checked elsewhere.
    void (*need)(VeerRefusal *refusal, const VeerWorldDef *def);
    VeerMapShape (*shape)(const VeerWorldMapDef *def);
    /// A hash of all that a def says of the map, its arrays too; what is blocked is state. Cost
    /// O(map).
    uint64_t (*content)(const VeerWorldMapDef *def);
    void (*lay_out_scratch)(VeerWorld *world, VeerArena *arena);
    /// Lays out, within that, what one search at a time needs to itself, links apart; the rest of
    /// the map is there once the arena has memory.
    void (*lay_out_search)(VeerWorld *world, VeerArena *arena);
    /// Initialises what is not zero in a new world's state. NULL: nothing is.
    void (*begin)(VeerWorld *world);
    /// Makes the scratch anew from the state.
    void (*rebuild)(VeerWorld *world);
    /// Updates what is made for one radius. NULL: nothing is.
    void (*build_class)(VeerWorld *world, uint32_t number);

    /// The box of all that there is of the map, m. Flat in planar worlds, at no height in
    /// particular.
    VeerBounds (*bounds)(const VeerWorldMap *map);
    /// m from a point to what is blocked, or off the map: 0 in it, INFINITY if it is further than
    /// `limit`.
    float (*gap)(const VeerWorld *world, VeerVec3 point, float limit);
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
