/// Copies of meshes: one block, whose pointers lead into itself.
#include "map/mesh/mesh.h"

#include <string.h>

size_t veer_mesh_copy_size(const VeerMesh *mesh)
{
    return mesh->bytes;
}

/// Where in `copy` lies what `at` is in `mesh`.
static void *moved(const VeerMesh *mesh, VeerMesh *copy, const void *at)
{
    return (char *)copy + ((const char *)at - (const char *)mesh);
}

VeerMesh *veer_mesh_copy(void *memory, const VeerMesh *mesh)
{
    VeerMesh *copy = memory;
    memcpy(memory, mesh, mesh->bytes);
#define MOVE(member) copy->member = moved(mesh, copy, mesh->member)
    MOVE(plan);
    MOVE(height);
    MOVE(first);
    MOVE(corner);
    MOVE(mate);
    MOVE(face);
    MOVE(flags);
    MOVE(blocked);
    MOVE(turns);
    MOVE(is_rim);
    MOVE(part);
    MOVE(boxes);
    MOVE(up);
    MOVE(links);
    MOVE(link_first);
    MOVE(link_starts);
    copy->link_queue = mesh->link_queue ? moved(mesh, copy, mesh->link_queue) : NULL;
    MOVE(buckets.first);
    MOVE(buckets.entries);
    MOVE(buckets.corner);
#undef MOVE
    copy->clear = NULL; // its owner measures anew
    return copy;
}
