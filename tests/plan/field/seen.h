/// What a field knows to see its goal.
#ifndef VEER_TEST_PLAN_SEEN_H
#define VEER_TEST_PLAN_SEEN_H

#include "plan/field/field.h"

static inline bool seen_voxel(const VeerField *field, VeerVoxel voxel)
{
    const int32_t at[3] = {voxel.x, voxel.y, voxel.z};
    return veer_field_at_voxel(field, voxel) < INFINITY && veer_field_is_seen(field, at);
}

static inline bool seen_cell(const VeerField *field, VeerCell cell)
{
    return seen_voxel(field, (VeerVoxel){cell.x, cell.y, 0});
}

#endif
