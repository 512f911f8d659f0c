/// All planners that veer plan knows by name: those of grids, those of meshes, fields.
#ifndef VEER_TOOLS_PLAN_KIND_H
#define VEER_TOOLS_PLAN_KIND_H

#include "veer/plan.h"
#include "veer/plan_mesh.h"

enum { VEER_PLAN_KIND_COUNT = VEER_PLANNER_COUNT + VEER_MESH_PLANNER_COUNT + 1 };

/// A planner by its number, below VEER_PLAN_KIND_COUNT.
typedef struct VeerPlanKind {
    bool is_field;
    bool is_mesh; ///< then `mesh` counts, else `grid`
    VeerPlanner grid;
    VeerMeshPlanner mesh;
} VeerPlanKind;

static inline VeerPlanKind veer_plan_kind(int number)
{
    if (number == VEER_PLAN_KIND_COUNT - 1) {
        return (VeerPlanKind){.is_field = true};
    }
    return number < VEER_PLANNER_COUNT
               ? (VeerPlanKind){.grid = (VeerPlanner)number}
               : (VeerPlanKind){.is_mesh = true,
                                .mesh = (VeerMeshPlanner)(number - VEER_PLANNER_COUNT)};
}

static inline const char *veer_plan_kind_name(VeerPlanKind kind)
{
    if (kind.is_field) {
        return "field";
    }
    return kind.is_mesh ? veer_mesh_planner_name(kind.mesh) : veer_planner_name(kind.grid);
}

#endif
