/// What a tree of ways over a mesh tells: see tree.h.
#include "plan/mesh/tree.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

#define ENTRIES_PER_SIDE 4u
#define INTERVALS_PER_SIDE 6u
#define PER_LINK 16u
#define MORE 64u

static uint32_t room_for(const VeerMesh *mesh, uint32_t per_side)
{
    return per_side * mesh->side_count + PER_LINK * mesh->link_count + MORE;
}

static VeerMeshTree *lay_out_tree(VeerArena *arena, const VeerMesh *mesh, VeerMeshTree *parts)
{
    VeerMeshTree *tree = veer_arena_take(arena, 1, sizeof *tree);
    *parts = (VeerMeshTree){.capacity = room_for(mesh, ENTRIES_PER_SIDE)};
    parts->entries = veer_arena_take(arena, parts->capacity, sizeof *parts->entries);
    parts->heads = veer_arena_take(arena, mesh->polygon_count, sizeof *parts->heads);
    return tree;
}

size_t veer_mesh_tree_size(const VeerMesh *mesh)
{
    VeerArena arena = {NULL, 0};
    VeerMeshTree parts;
    (void)lay_out_tree(&arena, mesh, &parts);
    return arena.used;
}

VeerMeshTree *veer_mesh_tree_init(void *memory, const VeerMesh *mesh)
{
    VeerArena arena = {memory, 0};
    VeerMeshTree parts, *tree = lay_out_tree(&arena, mesh, &parts);
    *tree = parts;
    return tree;
}

static uint32_t interval_room(const VeerMesh *mesh)
{
    return room_for(mesh, INTERVALS_PER_SIDE);
}

/// The search comes first.
static VeerMeshFlood *lay_out_flood(VeerArena *arena, const VeerMesh *mesh, VeerMeshFlood *parts)
{
    (void)veer_arena_take(arena, 1, veer_mesh_search_size(mesh, interval_room(mesh)));
    VeerMeshFlood *flood = veer_arena_take(arena, 1, sizeof *flood);
    *parts = (VeerMeshFlood){.tree = NULL};
    parts->corners = veer_arena_take(arena, mesh->side_count, sizeof *parts->corners);
    parts->entry_of = veer_arena_take(arena, interval_room(mesh), sizeof *parts->entry_of);
    return flood;
}

size_t veer_mesh_flood_size(const VeerMesh *mesh)
{
    VeerArena arena = {NULL, 0};
    VeerMeshFlood parts;
    (void)lay_out_flood(&arena, mesh, &parts);
    return arena.used;
}

VeerMeshSearch *veer_mesh_flood_init(void *memory, const VeerMesh *mesh)
{
    VeerArena arena = {memory, 0};
    VeerMeshFlood parts, *flood = lay_out_flood(&arena, mesh, &parts);
    *flood = parts;
    memset(flood->corners, 0, mesh->side_count * sizeof *flood->corners);
    VeerMeshSearch *search = veer_mesh_search_init(memory, mesh, interval_room(mesh));
    search->flood = flood;
    return search;
}

VeerStatus veer_mesh_tree_begin(VeerMeshSearch *search, VeerMeshTree *tree,
                                const VeerMeshQuery *query)
{
    const VeerMesh *mesh = search->mesh;
    VeerMeshQuery back = *query;
    back.start = query->goal;
    back.start_polygon = query->goal_polygon;
    back.planner = VEER_MESH_POLYANYA;
    search->flood->tree = tree;
    VeerStatus status = veer_mesh_search_begin(search, &back);
    if (status != VEER_OK) {
        return status;
    }
    bool is_shut = mesh->blocked[tree->goal_polygon] && !query->enters_goal;
    bool is_barred = (mesh->flags[tree->goal_polygon] & ~query->may_use) != 0;
    return is_shut || is_barred ? VEER_BAD_VALUE : VEER_OK;
}

bool veer_mesh_tree_is_whole(const VeerMeshSearch *search)
{
    return !search->is_short && !search->flood->tree->is_full;
}

static double gap(VeerVec2 a, VeerVec2 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/// > 0: b lies to the left of a, as seen from a point.
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
        return entry->cost + gap(entry->root, entry->left) + gap(entry->left, point);
    }
    if (turn(entry->root, entry->right, point) < 0.0) {
        return entry->cost + gap(entry->root, entry->right) + gap(entry->right, point);
    }
    return entry->cost + gap(entry->root, point);
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

double veer_mesh_tree_length(const VeerMeshTree *tree, const VeerMesh *mesh, VeerVec3 point)
{
    VeerVec3 on_it;
    double length;
    uint32_t polygon = veer_mesh_find(mesh, veer_mesh_to_units(mesh, point), UINT32_MAX, &on_it);
    (void)veer_mesh_tree_find(tree, polygon, plane2(on_it), &length);
    return length * (double)mesh->unit.x;
}
