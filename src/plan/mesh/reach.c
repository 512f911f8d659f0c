/// How far it is over a mesh from one point to many: the search by intervals, for all goals at
/// once.
#include "plan/mesh/reach.h"

#include "base/arena.h"
#include "plan/mesh/polyanya.h"

#include <string.h>

static VeerMeshReach *lay_out(VeerArena *arena, const VeerMesh *mesh, uint32_t capacity,
                              VeerMeshReach *parts)
{
    VeerMeshReach *reach = veer_arena_take(arena, 1, sizeof *reach);
    *parts = (VeerMeshReach){.mesh = mesh, .capacity = capacity};
    parts->at = veer_arena_take(arena, capacity, sizeof *parts->at);
    parts->polygon = veer_arena_take(arena, capacity, sizeof *parts->polygon);
    parts->next = veer_arena_take(arena, capacity, sizeof *parts->next);
    parts->length = veer_arena_take(arena, capacity, sizeof *parts->length);
    parts->first = veer_arena_take(arena, mesh->polygon_count, sizeof *parts->first);
    return reach;
}

size_t veer_mesh_reach_size(const VeerMesh *mesh, uint32_t capacity)
{
    VeerArena arena = {NULL, 0};
    VeerMeshReach parts;
    (void)lay_out(&arena, mesh, capacity, &parts);
    return arena.used;
}

VeerMeshReach *veer_mesh_reach_init(void *memory, const VeerMesh *mesh, uint32_t capacity)
{
    VeerArena arena = {memory, 0};
    VeerMeshReach parts;
    VeerMeshReach *reach = lay_out(&arena, mesh, capacity, &parts);
    *reach = parts;
    return reach;
}

static void widen(VeerMeshReach *reach, VeerVec2 point)
{
    reach->lower = vec2(min_f(reach->lower.x, point.x), min_f(reach->lower.y, point.y));
    reach->upper = vec2(max_f(reach->upper.x, point.x), max_f(reach->upper.y, point.y));
}

void veer_mesh_reach_aim(VeerMeshReach *reach, const VeerVec3 *points, uint32_t count,
                         uint32_t part, float radius)
{
    const VeerMesh *mesh = reach->mesh;
    reach->count = count;
    reach->narrow = 2.0f * radius / mesh->unit.x;
    reach->lower = vec2(INFINITY, INFINITY);
    reach->upper = vec2(-INFINITY, -INFINITY);
    reach->is_fine = true;
    reach->work = 0;
    memset(reach->first, 0xff, mesh->polygon_count * sizeof *reach->first);
    for (uint32_t i = count; i-- > 0;) {
        VeerVec3 at;
        uint32_t polygon = veer_mesh_find(mesh, veer_mesh_to_units(mesh, points[i]), part, &at);
        reach->at[i] = plane2(at);
        reach->polygon[i] = polygon;
        reach->next[i] = reach->first[polygon];
        reach->first[polygon] = i;
        reach->is_fine &= veer_mesh_search_is_fine(at);
        widen(reach, reach->at[i]);
    }
}

void veer_mesh_reach_straight(VeerMeshReach *reach, uint32_t polygon, VeerVec2 from, double cost)
{
    for (uint32_t i = reach->first[polygon]; i != VEER_NO_GOAL; i = reach->next[i]) {
        veer_mesh_reach_note(reach, i, cost + veer_polyanya_gap(from, reach->at[i]));
    }
}

static double clamp(double value, double lower, double upper)
{
    return value < lower ? lower : value > upper ? upper : value;
}

static double hypotenuse(double x, double y)
{
    return sqrt(x * x + y * y);
}

/// How far two ranges are apart.
static double apart(double a_lower, double a_upper, double b_lower, double b_upper)
{
    double gap = a_lower > b_upper ? a_lower - b_upper : b_lower - a_upper;
    return gap > 0.0 ? gap : 0.0;
}

static double gap_to_box(const VeerMeshReach *reach, double x, double y)
{
    return hypotenuse(x - clamp(x, (double)reach->lower.x, (double)reach->upper.x),
                      y - clamp(y, (double)reach->lower.y, (double)reach->upper.y));
}

static double interval_to_box(const VeerMeshReach *reach, const VeerInterval *at)
{
    bool is_right = at->left_x < at->right_x, is_up = at->left_y < at->right_y;
    double x = apart(is_right ? at->left_x : at->right_x, is_right ? at->right_x : at->left_x,
                     (double)reach->lower.x, (double)reach->upper.x);
    double y = apart(is_up ? at->left_y : at->right_y, is_up ? at->right_y : at->left_y,
                     (double)reach->lower.y, (double)reach->upper.y);
    return hypotenuse(x, y);
}

double veer_mesh_reach_left(const VeerMeshReach *reach, VeerVec2 root, const VeerInterval *interval)
{
    double by = veer_interval_gap(interval, root) + interval_to_box(reach, interval);
    double straight = gap_to_box(reach, (double)root.x, (double)root.y);
    return by > straight ? by : straight;
}

bool veer_mesh_reach_is_done(VeerMeshReach *reach, double total)
{
    while (reach->settled < reach->count && reach->length[reach->settled] <= total) {
        reach->settled++;
    }
    return reach->settled == reach->count;
}

bool veer_mesh_reach_from(VeerMeshReach *reach, VeerMeshSearch *search, VeerVec3 start,
                          uint32_t part)
{
    for (uint32_t i = 0; i < reach->count; i++) {
        reach->length[i] = (double)INFINITY;
    }
    reach->settled = 0;
    reach->work += 1u + reach->count / VEER_REACH_LOOKS;
    veer_mesh_search_begin_reach(search, reach, start, part);
    (void)veer_search_run(search->search, UINT32_MAX);
    search->reach = NULL;
    return !search->is_short && veer_mesh_reach_is_done(reach, 0x1p1000);
}
