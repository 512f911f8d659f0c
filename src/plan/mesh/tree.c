/// What a tree tells: see tree.h.
#include "plan/mesh/tree.h"

#include "base/arena.h"

#include <math.h>

#define ENTRIES_PER_SIDE 4u

static size_t lay_out(void *memory, const VeerMesh *mesh, VeerMeshTree *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    *parts = (VeerMeshTree){.capacity = veer_mesh_tree_room(mesh, ENTRIES_PER_SIDE)};
    parts->entries = veer_arena_take(&arena, parts->capacity, sizeof *parts->entries);
    parts->heads = veer_arena_take(&arena, mesh->polygon_count, sizeof *parts->heads);
    return arena.used;
}

size_t veer_mesh_tree_size(const VeerMesh *mesh)
{
    VeerMeshTree parts;
    return lay_out(NULL, mesh, &parts);
}

VeerMeshTree *veer_mesh_tree_init(void *memory, const VeerMesh *mesh)
{
    (void)lay_out(memory, mesh, memory);
    return memory;
}

/// > 0: b is to the left of a, as seen from a point.
static double turn(VeerVec2 from, VeerVec2 a, VeerVec2 b)
{
    return ((double)a.x - (double)from.x) * ((double)b.y - (double)from.y) -
           ((double)a.y - (double)from.y) * ((double)b.x - (double)from.x);
}

/// From a point of the polygon by an entry: straight to the root, or round the end of what that
/// sees.
static double length_by(const VeerTreeEntry *entry, VeerVec2 point)
{
    if (entry->side == VEER_SIDE_LINK) {
        return (double)INFINITY; // the point where it begins is an entry of its own
    }
    if (turn(entry->root, entry->left, point) > 0.0) {
        return entry->cost + veer_mesh_distance(entry->root, entry->left) +
               veer_mesh_distance(entry->left, point);
    }
    if (turn(entry->root, entry->right, point) < 0.0) {
        return entry->cost + veer_mesh_distance(entry->root, entry->right) +
               veer_mesh_distance(entry->right, point);
    }
    return entry->cost + veer_mesh_distance(entry->root, point);
}

uint32_t veer_mesh_tree_find(const VeerMeshTree *tree, uint32_t polygon, VeerVec2 point,
                             double *length)
{
    uint32_t best = VEER_NO_ENTRY;
    *length = (double)INFINITY;
    for (uint32_t i = tree->heads[polygon]; i != VEER_NO_ENTRY; i = tree->entries[i].next) {
        double by = length_by(&tree->entries[i], point);
        if (by < *length) {
            *length = by;
            best = i;
        }
    }
    return best;
}
