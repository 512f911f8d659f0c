/// All planners that veer plan knows by name: those of grids, those of meshes, fields.
#ifndef VEER_TOOLS_PLAN_KIND_H
#define VEER_TOOLS_PLAN_KIND_H

#include "veer/grid_search.h"
#include "veer/mesh_search.h"
#include "veer/voxel_search.h"

#include <stddef.h>

enum { VEER_PLAN_KIND_COUNT = VEER_GRID_PLANNER_COUNT + VEER_MESH_PLANNER_COUNT + 1 };

/// A planner by its number, below VEER_PLAN_KIND_COUNT.
typedef struct VeerPlanKind {
    bool is_field;
    bool is_mesh; ///< then `mesh` counts, else `grid`
    VeerGridPlanner grid;
    VeerMeshPlanner mesh;
} VeerPlanKind;

static inline VeerPlanKind veer_plan_kind(int number)
{
    if (number == VEER_PLAN_KIND_COUNT - 1) {
        return (VeerPlanKind){.is_field = true};
    }
    return number < VEER_GRID_PLANNER_COUNT
               ? (VeerPlanKind){.grid = (VeerGridPlanner)number}
               : (VeerPlanKind){.is_mesh = true,
                                .mesh = (VeerMeshPlanner)(number - VEER_GRID_PLANNER_COUNT)};
}

static inline const char *veer_plan_kind_name(VeerPlanKind kind)
{
    if (kind.is_field) {
        return "field";
    }
    return kind.is_mesh ? veer_mesh_planner_name(kind.mesh) : veer_grid_planner_name(kind.grid);
}

/// The planners of flat maps and those of voxels by number: VeerNameFn.
static inline const char *veer_flat_planner_name(uint32_t number)
{
    return number < VEER_PLAN_KIND_COUNT ? veer_plan_kind_name(veer_plan_kind((int)number)) : NULL;
}

static inline const char *veer_solid_planner_name(uint32_t number)
{
    return number < VEER_VOXEL_PLANNER_COUNT ? veer_voxel_planner_name((VeerVoxelPlanner)number)
                                             : NULL;
}

#endif
