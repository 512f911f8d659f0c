/// The door of shared fields and trees: what agents of one goal follow.
#ifndef VEER_WORLD_FIELD_FIELD_H
#define VEER_WORLD_FIELD_FIELD_H

#include "base/arena.h"
#include "base/hash.h"
#include "world/field/check.h"
#include "world/route/route.h"

/// How a shared field serves an agent that asks for a path.
typedef enum VeerFieldAnswer {
    VEER_FIELD_NONE,  ///< it plans a path of its own
    VEER_FIELD_LATER, ///< it waits for one
    VEER_FIELD_TAKEN, ///< it follows one
    VEER_FIELD_PATH   ///< its path was read out of a tree, to the map's points
} VeerFieldAnswer;

/// Cells of a field that cost as much as one expansion of a search.
#define VEER_CELLS_PER_EXPANSION 16u

/// A hash of the bits of two floats.
static inline uint64_t veer_hash_floats(float x, float y)
{
    union {
        float value[2];
        uint64_t bits;
    } both = {{x, y}};
    return veer_hash_mix(both.bits);
}

/// Cells along each axis.
static inline VeerVoxel veer_field_sides(const VeerWorldMapDef *def)
{
    if (def->kind == VEER_MAP_VOXELS) {
        return def->voxels.cells;
    }
    return (VeerVoxel){(int32_t)def->grid.width, (int32_t)def->grid.height, 1};
}

static inline uint64_t veer_field_cells(const VeerWorldMapDef *def)
{
    VeerVoxel sides = veer_field_sides(def);
    return (uint64_t)sides.x * (uint64_t)sides.y * (uint64_t)sides.z;
}

void veer_fields_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_fields_lay_out_scratch(VeerWorld *world, VeerArena *arena);
void veer_fields_begin(VeerWorld *world);
/// Once a tick, before agents ask: counts followers. @param is_changed  the map has changed
void veer_fields_begin_tick(VeerWorld *world, bool is_changed);
/// Computes fields that are waited for, then outdated ones. @return what is left of the budget
uint32_t veer_fields_work(VeerWorld *world, uint32_t budget, float dt);
/// Whether a field serves the agent of a job.
/// @param count  points, of a path
VeerFieldAnswer veer_fields_serve(VeerWorld *world, uint32_t slot, const VeerPlanJob *job,
                                  uint32_t *count);
/// Averages in the expansions of a path of its own.
void veer_fields_learn(VeerWorld *world, uint32_t expansions);
uint64_t veer_fields_hash(const VeerWorld *world, uint64_t hash);

/// m, from an agent along its route to the target.
float veer_route_length(const VeerWorld *world, uint32_t slot);
/// m, from an agent along its field to the goal; INFINITY: the field does not cover it.
float veer_field_remaining(const VeerWorld *world, uint32_t slot);
/// As veer_route_velocity, for followers of a field.
bool veer_field_velocity(VeerWorld *world, uint32_t slot, float speed, float dt,
                         VeerVec3 *preferred);

/// Adds the links that the current field may use. @return whether it became shorter over one: then
/// it runs on
bool veer_field_add_links(VeerWorld *world);
/// The preferred velocity of an agent on a link, or near one that its field leads over, m/s.
/// @return false: neither
bool veer_field_link_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred);

/// The computed field or tree replaces the one before.
void veer_fields_close(VeerWorld *world);

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
