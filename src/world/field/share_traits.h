/// What agents of one goal share over each kind of map.
#ifndef VEER_WORLD_FIELD_SHARE_TRAITS_H
#define VEER_WORLD_FIELD_SHARE_TRAITS_H

#include "world/base/base.h"
#include "world/field/field.h"
#include "world/route/route.h"

/// Fields that agents follow, or trees that each reads its path out of.
typedef struct VeerShareTraits {
    /// Lays out its part of the state. NULL: none.
    void (*lay_out_state)(VeerWorld *world, VeerArena *arena);
    void (*lay_out_scratch)(VeerWorld *world, VeerArena *arena);
    /// Initialises what is not zero in a new world's state. NULL: nothing is.
    void (*begin)(VeerWorld *world);
    /// The same for agents of the same goal.
    VeerVoxel (*goal)(const VeerWorldMap *map, VeerVec3 point);
    /// Estimated cells to compute one, VEER_CELLS_PER_EXPANSION to a node.
    uint64_t (*cost)(const VeerWorld *world);
    /// The flags in use on the map that an agent may use: agents of equal flags can share.
    uint32_t (*usable)(const VeerWorld *world, uint32_t slot);
    /// Whether the agent of a job may share. @param radius  m: agents of equal radius can
    bool (*serves)(const VeerWorld *world, const VeerPlanJob *job, float *radius);
    /// Assigns a ready one to the agent of a job. @param count  points, of a path
    VeerFieldAnswer (*lead)(VeerWorld *world, const VeerPlanJob *job, uint32_t number,
                            uint32_t *count);
    /// The map has changed. NULL: they are followed until they are recomputed.
    void (*change)(VeerWorld *world);
    /// Begins to compute one. @return work that it took
    uint32_t (*open)(VeerWorld *world, uint32_t number);
    /// Continues with it. @return work that it took
    uint32_t (*run)(VeerWorld *world, uint32_t budget);
} VeerShareTraits;

extern const VeerShareTraits veer_share_traits_fields, veer_share_traits_trees;

/// What is shared over a map.
static inline const VeerShareTraits *veer_share_traits(const VeerWorldMap *map)
{
    bool has_trees = veer_plan_traits(map)->trees != NULL;
    return has_trees ? &veer_share_traits_trees : &veer_share_traits_fields;
}

#endif
