/// What agents of one goal share over each kind of map.
#ifndef VEER_WORLD_FIELD_SHARE_TRAITS_H
#define VEER_WORLD_FIELD_SHARE_TRAITS_H

#include "world/base/base.h"
#include "world/field/field.h"
#include "world/route/route.h"

/// What agents of one goal share over a kind of map: fields that they follow, or trees of ways that
/// each reads its own out of.
typedef struct VeerShareTraits {
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
} VeerShareTraits;

extern const VeerShareTraits veer_share_traits_fields, veer_share_traits_trees;

/// What is shared over a map that is one.
static inline const VeerShareTraits *veer_share_traits(const VeerWorldMap *map)
{
    bool has_trees = veer_plan_traits(map)->trees != NULL;
    return has_trees ? &veer_share_traits_trees : &veer_share_traits_fields;
}

#endif
