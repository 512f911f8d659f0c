/// Searches over meshes: from the query to the search.
#include "plan/mesh/corridor.h"
#include "plan/mesh/lengths.h"
#include "plan/mesh/polyanya.h"

const char *veer_mesh_planner_name(VeerMeshPlanner planner)
{
    static const char *const names[VEER_MESH_PLANNER_COUNT] = {"polyanya", "corridor"};
    return (uint32_t)planner < VEER_MESH_PLANNER_COUNT ? names[planner] : "unknown";
}

VeerStatus veer_mesh_search_begin(VeerMeshSearch *search, const VeerMeshQuery *query)
{
    if (!veer_mesh_search_take(search, query)) {
        return VEER_BAD_VALUE;
    }
    const VeerMesh *mesh = search->mesh;
    search->goal_polygon = veer_mesh_settle(mesh, query->goal, query->goal_polygon, &search->goal);
    uint32_t part = mesh->component[search->start_polygon];
    search->is_moved = mesh->component[search->goal_polygon] != part;
    if (search->is_moved) {
        VeerVec3 wanted = veer_mesh_to_units(mesh, query->goal);
        search->goal_polygon = veer_mesh_find(mesh, wanted, part, &search->goal);
    }
    search->is_exact = mesh->is_lattice && mesh->link_count == 0 &&
                       veer_mesh_search_is_fine(search->start) &&
                       veer_mesh_search_is_fine(search->goal);
    veer_mesh_search_mark_goal(search, search->goal_polygon);
    if (query->planner == VEER_MESH_POLYANYA) {
        veer_polyanya_begin(search);
    } else {
        veer_corridor_begin(search);
    }
    return VEER_OK;
}

VeerStatus veer_mesh_search_lead(VeerMeshSearch *search, const VeerMeshQuery *query,
                                 const VeerMeshTree *tree)
{
    VeerMeshQuery corridor = *query;
    corridor.planner = VEER_MESH_CORRIDOR;
    double length;
    if (!veer_mesh_search_take(search, &corridor)) {
        return VEER_BAD_VALUE;
    }
    search->goal = tree->goal;
    search->goal_polygon = tree->goal_polygon;
    uint32_t entry =
        veer_mesh_tree_find(tree, search->start_polygon, plane2(search->start), &length);
    return entry != VEER_NO_ENTRY && veer_corridor_lead(search, tree, entry) ? VEER_OK
                                                                             : VEER_BAD_VALUE;
}

bool veer_mesh_lengths_from(VeerMeshLengths *lengths, VeerMeshSearch *search, VeerVec3 start,
                            uint32_t part)
{
    const VeerMesh *mesh = search->mesh;
    veer_mesh_search_forget(search);
    search->query = veer_mesh_query_default();
    search->query.mesh = mesh;
    search->query.takes_no_links = true;
    search->start_polygon =
        veer_mesh_find(mesh, veer_mesh_to_units(mesh, start), part, &search->start);
    search->goal_polygon = VEER_NO_POLYGON;
    search->is_moved = false;
    search->is_exact = mesh->is_lattice && mesh->link_count == 0 && lengths->is_fine &&
                       veer_mesh_search_is_fine(search->start);
    for (uint32_t i = 0; i < lengths->count; i++) {
        veer_mesh_search_mark_goal(search, lengths->polygon[i]);
    }
    veer_mesh_lengths_forget(lengths);
    search->lengths = lengths;
    veer_polyanya_begin(search);
    (void)veer_search_run(search->search, UINT32_MAX);
    search->lengths = NULL;
    return !search->is_short && veer_mesh_lengths_is_done(lengths, 0x1p1000);
}

VeerSearchState veer_mesh_search_run(VeerMeshSearch *search, uint32_t budget)
{
    VeerSearchState state = veer_search_run(search->search, budget);
    if (search->query.planner == VEER_MESH_CORRIDOR && state != VEER_SEARCH_IDLE) {
        veer_corridor_lay_out(search);
    }
    return state;
}

uint64_t veer_mesh_search_expansions(const VeerMeshSearch *search)
{
    return veer_search_expansions(search->search);
}

bool veer_mesh_search_is_full(const VeerMeshSearch *search)
{
    return search->is_short;
}
