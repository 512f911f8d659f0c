/// The shortest ways over a scenario's mesh, for a point: what routes over it are measured by.
#include "io/base/array.h"
#include "io/scenario/play/scout.h"

#include <math.h>

bool veer_scout_open_mesh(VeerScout *scout, const VeerMesh *mesh)
{
    size_t size = veer_mesh_search_size(mesh, 0);
    void *memory = veer_aligned_take(size);
    *scout = (VeerScout){.mesh = mesh, .may_use = scout->may_use, .radius = -1.0f};
    scout->mesh_search = memory ? veer_mesh_search_init(memory, mesh, 0) : NULL;
    return memory != NULL;
}

float veer_scout_mesh_way(VeerScout *scout, VeerVec3 from, VeerVec3 to)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = scout->mesh;
    query.start = from;
    query.goal = to;
    query.may_use = scout->may_use;
    bool is_found = veer_mesh_search_begin(scout->mesh_search, &query) == VEER_OK &&
                    veer_mesh_search_run(scout->mesh_search, UINT32_MAX) == VEER_SEARCH_FOUND;
    double straight = hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
    return (float)(is_found ? veer_mesh_search_length(scout->mesh_search) : straight);
}
