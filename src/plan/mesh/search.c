/// Searches over meshes: from the query to the search, and to the points of its route.
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
    if (!search || !veer_mesh_search_take(search, query)) {
        return VEER_BAD_VALUE;
    }
    const VeerMesh *mesh = search->mesh;
    search->goal_polygon = veer_mesh_settle(mesh, query->goal, query->goal_polygon, &search->goal);
    uint32_t component = mesh->component[search->start_polygon];
    search->is_moved = mesh->component[search->goal_polygon] != component;
    if (search->is_moved) {
        VeerVec3 wanted = veer_mesh_to_units(mesh, query->goal);
        search->goal_polygon = veer_mesh_find(mesh, wanted, component, &search->goal);
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
                            uint32_t component)
{
    const VeerMesh *mesh = search->mesh;
    veer_mesh_search_forget(search);
    search->query = veer_mesh_query_default();
    search->query.mesh = mesh;
    search->query.takes_no_links = true;
    search->start_polygon =
        veer_mesh_find(mesh, veer_mesh_to_units(mesh, start), component, &search->start);
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
    if (!search) {
        return VEER_SEARCH_IDLE;
    }
    VeerSearchState state = veer_search_run(search->search, budget);
    if (search->query.planner == VEER_MESH_CORRIDOR && state != VEER_SEARCH_IDLE) {
        veer_corridor_lay_out(search);
    }
    return state;
}

uint64_t veer_mesh_search_expansions(const VeerMeshSearch *search)
{
    return search ? veer_search_expansions(search->search) : 0;
}

bool veer_mesh_search_is_full(const VeerMeshSearch *search)
{
    return search && search->is_short;
}

/// The point of an interval that is nearest to the goal.
static VeerVec3 near_goal(const VeerMeshSearch *search, const VeerInterval *interval)
{
    double part = veer_interval_nearest(interval, plane2(search->goal));
    double along_x = interval->right_x - interval->left_x;
    double along_y = interval->right_y - interval->left_y;
    VeerVec2 point = {(float)(interval->left_x + part * along_x),
                      (float)(interval->left_y + part * along_y)};
    uint32_t polygon = search->mesh->face[interval->side];
    return vec3(point.x, point.y, veer_mesh_height(search->mesh, polygon, point));
}

static float gap_to_goal(const VeerMeshSearch *search, VeerVec3 point)
{
    VeerVec3 gap = sub3(point, search->goal);
    return gap.x * gap.x + gap.y * gap.y;
}

/// The node of all that were found that is nearest to the goal, and its nearest point;
/// VEER_NO_NODE: the start.
static uint32_t nearest_node(const VeerMeshSearch *search, VeerVec3 *point)
{
    uint32_t best = VEER_NO_NODE;
    *point = search->start;
    float least = gap_to_goal(search, *point);
    for (uint32_t node = 0; node < search->interval_count; node++) {
        const VeerInterval *interval = &search->intervals[node];
        if (interval->side >= VEER_SIDE_LINK || !search->search->nodes[node].cost) {
            continue; // no side, or passed at once, without ends
        }
        VeerVec3 at = near_goal(search, interval);
        float gap = gap_to_goal(search, at);
        if (gap < least) {
            least = gap;
            best = node;
            *point = at;
        }
    }
    return best;
}

static bool is_found(const VeerMeshSearch *search)
{
    return veer_search_state(search->search) == VEER_SEARCH_FOUND;
}

/// The node that a route leads to, and the point.
static uint32_t end_of_route(const VeerMeshSearch *search, VeerVec3 *point)
{
    if (!is_found(search)) {
        return nearest_node(search, point);
    }
    *point = search->goal;
    return veer_search_target(search->search);
}

static VeerStatus status_of(const VeerMeshSearch *search)
{
    return is_found(search) && !search->is_moved ? VEER_OK : VEER_PARTIAL;
}

VeerStatus veer_mesh_search_route(const VeerMeshSearch *search, VeerVec3 *points, uint32_t capacity,
                                  uint32_t *count)
{
    if (!search || !count || (!points && capacity > 0) || search->stamp == 0) {
        return VEER_BAD_VALUE;
    }
    bool is_corridor = search->query.planner == VEER_MESH_CORRIDOR;
    VeerVec3 end = search->start;
    uint32_t node = is_corridor ? 0 : end_of_route(search, &end);
    *count = is_corridor ? veer_corridor_pull(search, NULL, NULL)
                         : veer_polyanya_points(search, node, plane2(end), NULL, 0) + 1u;
    if (!points || *count > capacity) {
        return VEER_FULL;
    }
    if (is_corridor) {
        (void)veer_corridor_pull(search, points, NULL);
    } else {
        (void)veer_polyanya_points(search, node, plane2(end), points, *count - 1u);
        points[*count - 1u] = veer_mesh_to_metres(search->mesh, end);
    }
    return status_of(search);
}

double veer_mesh_search_length(const VeerMeshSearch *search)
{
    if (!search || search->stamp == 0 || !is_found(search)) {
        return (double)INFINITY;
    }
    if (search->query.planner == VEER_MESH_CORRIDOR) {
        return (double)veer_search_cost(search->search) / (double)VEER_CORRIDOR_COSTS_PER_METRE;
    }
    const VeerInterval *end = &search->intervals[veer_search_target(search->search)];
    double last = veer_mesh_distance(veer_mesh_point(search, end->root), plane2(search->goal));
    return (end->cost + last) * (double)search->mesh->unit.x;
}
