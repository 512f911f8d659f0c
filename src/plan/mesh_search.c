/// Searches over meshes: from the query to the search, and from its nodes to the route.
#include "plan/mesh_reach.h"
#include "plan/mesh_tree.h"

#include <string.h>

#define COOKIE 0x6d717279u
#define INTERVALS_PER_SIDE 4u

VeerMeshQuery veer_mesh_query_default(void)
{
    return (VeerMeshQuery){.start_polygon = VEER_NO_POLYGON,
                           .goal_polygon = VEER_NO_POLYGON,
                           .may_use = UINT32_MAX,
                           .cookie = COOKIE};
}

const char *veer_mesh_planner_name(VeerMeshPlanner planner)
{
    static const char *const names[VEER_MESH_PLANNER_COUNT] = {"polyanya", "corridor"};
    return (uint32_t)planner < VEER_MESH_PLANNER_COUNT ? names[planner] : "unknown";
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static VeerMeshSearch *lay_out(VeerArena *arena, const VeerMesh *mesh, VeerMeshSearch *parts,
                               uint32_t count, size_t *inner)
{
    VeerMeshSearch *search = veer_arena_take(arena, 1, sizeof *search);
    size_t points = (size_t)mesh->vertex_count + 1u + 2u * (size_t)mesh->link_count;
    count = count ? count : INTERVALS_PER_SIDE * mesh->side_count + 64u;
    *parts = (VeerMeshSearch){.mesh = mesh, .interval_capacity = count};
    parts->intervals = veer_arena_take(arena, count, sizeof *parts->intervals);
    parts->roots = veer_arena_take(arena, points, sizeof *parts->roots);
    parts->marks = veer_arena_take(arena, mesh->polygon_count, sizeof *parts->marks);
    parts->portals = veer_arena_take(arena, veer_corridor_node_count(mesh), sizeof *parts->portals);
    *inner = veer_search_size(most(count, veer_corridor_node_count(mesh)));
    parts->search = veer_arena_take(arena, *inner, 1);
    return search;
}

size_t veer_mesh_search_size(const VeerMesh *mesh, uint32_t interval_count)
{
    VeerArena arena = {NULL, 0};
    VeerMeshSearch parts;
    size_t inner;
    (void)lay_out(&arena, mesh, &parts, interval_count, &inner);
    return arena.used;
}

VeerMeshSearch *veer_mesh_search_init(void *memory, const VeerMesh *mesh, uint32_t interval_count)
{
    VeerArena arena = {memory, 0};
    VeerMeshSearch parts;
    size_t inner;
    VeerMeshSearch *search = lay_out(&arena, mesh, &parts, interval_count, &inner);
    *search = parts;
    search->search = veer_search_init(
        search->search, most(search->interval_capacity, veer_corridor_node_count(mesh)));
    size_t points = (size_t)mesh->vertex_count + 1u + 2u * (size_t)mesh->link_count;
    memset(search->roots, 0, points * sizeof *search->roots);
    memset(search->marks, 0, mesh->polygon_count * sizeof *search->marks);
    return search;
}

static bool is_polygon(const VeerMesh *mesh, uint32_t polygon)
{
    return polygon == VEER_NO_POLYGON || polygon < mesh->polygon_count;
}

static bool is_good(const VeerMeshSearch *search, const VeerMeshQuery *query)
{
    return query->cookie == COOKIE && query->mesh == search->mesh &&
           (uint32_t)query->planner < VEER_MESH_PLANNER_COUNT && veer_mesh_is_place(query->start) &&
           veer_mesh_is_place(query->goal) && is_polygon(query->mesh, query->start_polygon) &&
           is_polygon(query->mesh, query->goal_polygon) && query->radius >= 0.0f &&
           query->radius <= VEER_WORLD_LIMIT && query->lane >= 0.0f &&
           query->lane <= VEER_WORLD_LIMIT;
}

/// Puts a point on its polygon.
static uint32_t settle(const VeerMesh *mesh, VeerVec3 given, uint32_t polygon, VeerVec3 *point)
{
    VeerVec3 inward = veer_mesh_inward(mesh, given);
    if (polygon == VEER_NO_POLYGON) {
        return veer_mesh_find(mesh, inward, UINT32_MAX, point);
    }
    *point = veer_mesh_onto(mesh, polygon, inward);
    return polygon;
}

bool veer_mesh_search_is_fine(VeerVec3 point)
{
    float x = point.x * 256.0f, y = point.y * 256.0f;
    return fabsf(x) <= 0x1p24f && fabsf(y) <= 0x1p24f && (float)(int32_t)x == x &&
           (float)(int32_t)y == y;
}

static void forget(VeerMeshSearch *search)
{
    const VeerMesh *mesh = search->mesh;
    if (search->stamp == UINT32_MAX) {
        size_t points = (size_t)mesh->vertex_count + 1u + 2u * (size_t)mesh->link_count;
        memset(search->roots, 0, points * sizeof *search->roots);
        memset(search->marks, 0, mesh->polygon_count * sizeof *search->marks);
        search->stamp = 0;
    }
    search->stamp++;
    search->is_short = false;
    search->interval_count = 0;
    search->portal_count = 0;
}

/// Marks the twigs that lead to a goal's polygon.
static void mark_goal(VeerMeshSearch *search, uint32_t polygon)
{
    const VeerMesh *mesh = search->mesh;
    bool is_known = search->marks[polygon] == search->stamp;
    search->marks[polygon] = search->stamp;
    while (mesh->up[polygon] != VEER_NO_SIDE && !is_known) {
        polygon = mesh->face[mesh->mate[mesh->up[polygon]]];
        is_known = search->marks[polygon] == search->stamp;
        search->marks[polygon] = search->stamp;
    }
}

void veer_mesh_search_begin_reach(VeerMeshSearch *search, VeerMeshReach *reach, VeerVec3 start,
                                  uint32_t part)
{
    const VeerMesh *mesh = search->mesh;
    forget(search);
    search->query = veer_mesh_query_default();
    search->query.mesh = mesh;
    search->query.takes_no_links = true;
    search->start_polygon =
        veer_mesh_find(mesh, veer_mesh_inward(mesh, start), part, &search->start);
    search->goal_polygon = VEER_NO_POLYGON;
    search->reach = reach;
    search->is_moved = false;
    search->is_exact = mesh->is_lattice && mesh->link_count == 0 && reach->is_fine &&
                       veer_mesh_search_is_fine(search->start);
    for (uint32_t i = 0; i < reach->count; i++) {
        mark_goal(search, reach->polygon[i]);
    }
    veer_polyanya_begin(search);
}

VeerStatus veer_mesh_search_begin(VeerMeshSearch *search, const VeerMeshQuery *query)
{
    if (!is_good(search, query)) {
        return VEER_BAD_VALUE;
    }
    const VeerMesh *mesh = search->mesh;
    forget(search);
    search->query = *query;
    search->start_polygon = settle(mesh, query->start, query->start_polygon, &search->start);
    search->goal_polygon = settle(mesh, query->goal, query->goal_polygon, &search->goal);
    uint32_t part = mesh->part[search->start_polygon];
    search->is_moved = mesh->part[search->goal_polygon] != part;
    if (search->is_moved) {
        VeerVec3 wanted = veer_mesh_inward(mesh, query->goal);
        search->goal_polygon = veer_mesh_find(mesh, wanted, part, &search->goal);
    }
    search->is_exact = mesh->is_lattice && mesh->link_count == 0 &&
                       veer_mesh_search_is_fine(search->start) &&
                       veer_mesh_search_is_fine(search->goal);
    mark_goal(search, search->goal_polygon);
    if (search->flood) {
        veer_flood_begin(search);
    } else if (query->planner == VEER_MESH_POLYANYA) {
        veer_polyanya_begin(search);
    } else {
        veer_corridor_begin(search);
    }
    return VEER_OK;
}

VeerStatus veer_mesh_search_lead(VeerMeshSearch *search, const VeerMeshQuery *query,
                                 const VeerMeshTree *tree)
{
    const VeerMesh *mesh = search->mesh;
    double length;
    if (!is_good(search, query)) {
        return VEER_BAD_VALUE;
    }
    forget(search);
    search->query = *query;
    search->query.planner = VEER_MESH_CORRIDOR;
    search->start_polygon = settle(mesh, query->start, query->start_polygon, &search->start);
    search->goal = tree->goal;
    search->goal_polygon = tree->goal_polygon;
    search->is_moved = false;
    uint32_t entry =
        veer_mesh_tree_find(tree, search->start_polygon, plane2(search->start), &length);
    return entry != VEER_NO_ENTRY && veer_corridor_lead(search, tree, entry) ? VEER_OK
                                                                             : VEER_BAD_VALUE;
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

uint32_t veer_mesh_search_intervals(const VeerMeshSearch *search)
{
    return search->interval_count;
}

VeerVec3 veer_mesh_place(const VeerMeshSearch *search, uint32_t point)
{
    const VeerMesh *mesh = search->mesh;
    if (point < mesh->vertex_count) {
        VeerVec2 plan = mesh->plan[point];
        return vec3(plan.x, plan.y, mesh->height[point]);
    }
    if (point == mesh->vertex_count) {
        return search->start;
    }
    uint32_t end = point - mesh->vertex_count - 1u;
    const VeerMeshLink *link = &mesh->links[end / 2u];
    return end % 2u ? link->to : link->from;
}

/// The point of an interval that is nearest to the goal.
static VeerVec3 near_goal(const VeerMeshSearch *search, const VeerInterval *interval)
{
    double way_x = interval->right_x - interval->left_x;
    double way_y = interval->right_y - interval->left_y;
    double gap_x = (double)search->goal.x - interval->left_x;
    double gap_y = (double)search->goal.y - interval->left_y;
    double length = way_x * way_x + way_y * way_y;
    double part = length > 0.0 ? (gap_x * way_x + gap_y * way_y) / length : 0.0;
    part = part > 0.0 ? part < 1.0 ? part : 1.0 : 0.0;
    VeerVec2 point = {(float)(interval->left_x + part * way_x),
                      (float)(interval->left_y + part * way_y)};
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
    bool is_corridor = search->query.planner == VEER_MESH_CORRIDOR;
    VeerVec3 end = search->start;
    *count = 0;
    if (search->stamp == 0) {
        return VEER_BAD_VALUE;
    }
    uint32_t node = is_corridor ? 0 : end_of_route(search, &end);
    *count = is_corridor ? veer_corridor_pull(search, NULL, NULL)
                         : veer_polyanya_points(search, node, NULL, 0) + 1u;
    if (*count > capacity) {
        return VEER_FULL;
    }
    if (is_corridor) {
        (void)veer_corridor_pull(search, points, NULL);
    } else {
        (void)veer_polyanya_points(search, node, points, *count - 1u);
        points[*count - 1u] = veer_mesh_outward(search->mesh, end);
    }
    return status_of(search);
}

/// Polygons of a way, from its end on.
typedef struct Listing {
    uint32_t *polygons; ///< NULL: only counts
    uint32_t total, count;
} Listing;

static void add_polygon(Listing *listing, uint32_t polygon)
{
    listing->count++;
    if (listing->polygons) {
        listing->polygons[listing->total - listing->count] = polygon;
    }
}

static uint32_t list_intervals(const VeerMeshSearch *search, uint32_t node, uint32_t *polygons,
                               uint32_t total)
{
    const VeerMesh *mesh = search->mesh;
    Listing listing = {polygons, total, 0};
    bool has_begun = false; // whether the polygon that comes before all those listed is known
    uint32_t before = search->start_polygon;
    for (; node != VEER_NO_NODE; node = search->search->nodes[node].parent) {
        const VeerInterval *interval = &search->intervals[node];
        if (interval->side < VEER_SIDE_LINK) {
            add_polygon(&listing, mesh->face[interval->side]);
            before = mesh->face[mesh->mate[interval->side]];
            has_begun = true;
        } else if (interval->side == VEER_SIDE_LINK) {
            uint32_t end = veer_link_end_polygon(mesh, interval->left.to);
            add_polygon(&listing, has_begun ? before : end);
            before = search->start_polygon;
            has_begun = false;
        }
    }
    add_polygon(&listing, before);
    return listing.count;
}

static uint32_t list_portals(const VeerMeshSearch *search, uint32_t *polygons)
{
    if (polygons) {
        polygons[0] = search->start_polygon;
        for (uint32_t i = 0; i < search->portal_count; i++) {
            polygons[i + 1u] = search->portals[i].polygon;
        }
    }
    return search->portal_count + 1u;
}

VeerStatus veer_mesh_search_polygons(const VeerMeshSearch *search, uint32_t *polygons,
                                     uint32_t capacity, uint32_t *count)
{
    bool is_corridor = search->query.planner == VEER_MESH_CORRIDOR;
    VeerVec3 end;
    *count = 0;
    if (search->stamp == 0) {
        return VEER_BAD_VALUE;
    }
    uint32_t node = is_corridor ? 0 : end_of_route(search, &end);
    *count = is_corridor ? list_portals(search, NULL) : list_intervals(search, node, NULL, 0);
    if (*count > capacity) {
        return VEER_FULL;
    }
    (void)(is_corridor ? list_portals(search, polygons)
                       : list_intervals(search, node, polygons, *count));
    return status_of(search);
}

double veer_mesh_search_length(const VeerMeshSearch *search)
{
    if (search->stamp == 0 || !is_found(search)) {
        return (double)INFINITY;
    }
    if (search->query.planner == VEER_MESH_CORRIDOR) {
        return (double)veer_search_cost(search->search) / 1024.0;
    }
    const VeerInterval *end = &search->intervals[veer_search_target(search->search)];
    VeerVec2 root = veer_mesh_point(search, end->root);
    double x = (double)search->goal.x - (double)root.x, y = (double)search->goal.y - (double)root.y;
    return (end->cost + sqrt(x * x + y * y)) * (double)search->mesh->unit.x;
}
