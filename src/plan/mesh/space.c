/// The memory of a search over a mesh, and how it takes over a query.
#include "plan/mesh/space.h"

#include "base/arena.h"
#include "math/vec.h"

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

static size_t point_count(const VeerMesh *mesh)
{
    return (size_t)mesh->vertex_count + 1u + 2u * (size_t)mesh->link_count;
}

/// How many nodes the search has: intervals, or those of a corridor.
static uint32_t node_count(const VeerMeshSearch *search)
{
    uint32_t intervals = search->interval_capacity;
    uint32_t corridor = veer_corridor_node_count(search->mesh);
    return intervals > corridor ? intervals : corridor;
}

static size_t lay_out(void *memory, const VeerMesh *mesh, uint32_t count, VeerMeshSearch *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    count = count ? count : INTERVALS_PER_SIDE * mesh->side_count + 64u;
    *parts = (VeerMeshSearch){.mesh = mesh, .interval_capacity = count};
    parts->intervals = veer_arena_take(&arena, count, sizeof *parts->intervals);
    parts->roots = veer_arena_take(&arena, point_count(mesh), sizeof *parts->roots);
    parts->marks = veer_arena_take(&arena, mesh->polygon_count, sizeof *parts->marks);
    parts->portals =
        veer_arena_take(&arena, veer_corridor_node_count(mesh), sizeof *parts->portals);
    parts->search = veer_arena_take(&arena, veer_search_size(node_count(parts)), 1);
    return arena.used;
}

size_t veer_mesh_search_size(const VeerMesh *mesh, uint32_t interval_count)
{
    VeerMeshSearch parts;
    return mesh ? lay_out(NULL, mesh, interval_count, &parts) : 0;
}

/// Forgets all that was known of points and polygons.
static void forget_all(VeerMeshSearch *search)
{
    const VeerMesh *mesh = search->mesh;
    memset(search->roots, 0, point_count(mesh) * sizeof *search->roots);
    memset(search->marks, 0, mesh->polygon_count * sizeof *search->marks);
    search->stamp = 0;
}

VeerMeshSearch *veer_mesh_search_init(void *memory, const VeerMesh *mesh, uint32_t interval_count)
{
    VeerMeshSearch *search = memory;
    if (!search || !mesh) {
        return NULL;
    }
    (void)lay_out(memory, mesh, interval_count, search);
    search->search = veer_search_init(search->search, node_count(search));
    forget_all(search);
    return search;
}

static bool is_polygon(const VeerMesh *mesh, uint32_t polygon)
{
    return polygon == VEER_NO_POLYGON || polygon < mesh->polygon_count;
}

static bool is_good(const VeerMeshSearch *search, const VeerMeshQuery *query)
{
    return query && query->cookie == COOKIE && query->mesh == search->mesh &&
           (uint32_t)query->planner < VEER_MESH_PLANNER_COUNT && is_position3(query->start) &&
           is_position3(query->goal) && is_polygon(query->mesh, query->start_polygon) &&
           is_polygon(query->mesh, query->goal_polygon) && query->radius >= 0.0f &&
           query->radius <= VEER_WORLD_LIMIT && query->lane >= 0.0f &&
           query->lane <= VEER_WORLD_LIMIT;
}

uint32_t veer_mesh_settle(const VeerMesh *mesh, VeerVec3 given, uint32_t polygon, VeerVec3 *point)
{
    VeerVec3 inward = veer_mesh_to_units(mesh, given);
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

void veer_mesh_search_forget(VeerMeshSearch *search)
{
    if (search->stamp == UINT32_MAX) {
        forget_all(search);
    }
    search->stamp++;
    search->is_short = false;
    search->interval_count = 0;
    search->portal_count = 0;
}

void veer_mesh_search_mark_goal(VeerMeshSearch *search, uint32_t polygon)
{
    const VeerMesh *mesh = search->mesh;
    bool is_known = search->marks[polygon] == search->stamp;
    search->marks[polygon] = search->stamp;
    while (mesh->exit[polygon] != VEER_NO_SIDE && !is_known) {
        polygon = mesh->face[mesh->mate[mesh->exit[polygon]]];
        is_known = search->marks[polygon] == search->stamp;
        search->marks[polygon] = search->stamp;
    }
}

bool veer_mesh_search_take(VeerMeshSearch *search, const VeerMeshQuery *query)
{
    if (!is_good(search, query)) {
        return false;
    }
    veer_mesh_search_forget(search);
    search->query = *query;
    search->start_polygon =
        veer_mesh_settle(search->mesh, query->start, query->start_polygon, &search->start);
    search->is_moved = false;
    return true;
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
