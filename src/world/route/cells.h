/// Cells of grids and of voxels alike; those of grids are in layer 0.
#ifndef VEER_WORLD_ROUTE_CELLS_H
#define VEER_WORLD_ROUTE_CELLS_H

#include "world/base/base.h"

/// The cell that contains a point.
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

/// Whether a cell has a point in it.
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

#endif
