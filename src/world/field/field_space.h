/// What shared fields are laid over: the cells of a grid, one layer of them, or voxels.
#ifndef VEER_WORLD_FIELD_SPACE_H
#define VEER_WORLD_FIELD_SPACE_H

#include "world/map/traits.h"

/// Cells along each axis.
static inline VeerVoxel veer_field_sides(const VeerWorldMapDef *def)
{
    VeerVoxel layer = {(int32_t)def->grid.width, (int32_t)def->grid.height, 1};
    return def->has_voxels ? def->voxels.cells : layer;
}

static inline uint64_t veer_field_cells(const VeerWorldMapDef *def)
{
    VeerVoxel sides = veer_field_sides(def);
    return (uint64_t)sides.x * (uint64_t)sides.y * (uint64_t)sides.z;
}

/// The cell that holds a point.
static inline VeerVoxel veer_field_cell(const VeerWorldMap *map, VeerVec3 point)
{
    if (map->voxels) {
        return veer_voxels_at(map->voxels, point);
    }
    VeerCell cell = veer_grid_cell_at(map->walls, point);
    return (VeerVoxel){cell.x, cell.y, 0};
}

/// The middle of a cell, m.
static inline VeerVec3 veer_field_middle(const VeerWorldMap *map, VeerVoxel cell)
{
    return map->voxels ? veer_voxels_centre(map->voxels, cell)
                       : veer_grid_centre(map->walls, (VeerCell){cell.x, cell.y});
}

static inline bool veer_field_is_same(VeerVoxel a, VeerVoxel b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Adds the links that the field under way may use to it. @return whether it is shorter over one:
/// then it runs on
bool veer_field_add_links(VeerWorld *world);
/// The wish of one that is on a link, or comes to one that its field leads over, m/s.
/// @return false: neither
bool veer_field_link_wish(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish);
/// m to the goal of one that is on a link; less than 0: it is on none.
float veer_field_link_left(const VeerWorld *world, uint32_t slot);

/// The next one to compute: what is waited for, then what is out of date; the oldest first.
/// VEER_NO_SLOT: none is due.
uint32_t veer_fields_next(const VeerWorld *world, float dt);

/// Computes shared fields. @return what is left of the budget
uint32_t veer_field_run_shared(VeerWorld *world, uint32_t budget, float dt);

/// The cell that a job leads to.
static inline VeerVoxel veer_field_goal(const VeerPlanJob *job)
{
    return (VeerVoxel){job->goal.x, job->goal.y, job->goal_z};
}

#endif
