/// What a tree of paths tells of a point.
#ifndef VEER_TEST_PLAN_TREE_LENGTH_H
#define VEER_TEST_PLAN_TREE_LENGTH_H

#include "plan/mesh/tree.h"

// From a point to the goal, m; INFINITY: there is no path.
static inline double tree_length(const VeerMeshTree *tree, const VeerMesh *mesh, VeerVec3 point)
{
    VeerVec3 on_it;
    double length;
    uint32_t polygon = veer_mesh_find(mesh, veer_mesh_to_units(mesh, point), UINT32_MAX, &on_it);
    (void)veer_mesh_tree_find(tree, polygon, plane2(on_it), &length);
    return length * (double)mesh->unit.x;
}

#endif
