/// Polyanya's search from a goal to everything: see tree.h.
#include "base/arena.h"
#include "plan/mesh/intervals.h"
#include "plan/mesh/polyanya.h"
#include "plan/mesh/spread.h"
#include "plan/mesh/tree_fill.h"

#include <string.h>

#define INTERVALS_PER_SIDE 6u

static uint32_t interval_room(const VeerMesh *mesh)
{
    return veer_mesh_tree_room(mesh, INTERVALS_PER_SIDE);
}

/// The search comes first.
static VeerMeshFlood *lay_out(VeerArena *arena, const VeerMesh *mesh, VeerMeshFlood *parts)
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
    (void)lay_out(&arena, mesh, &parts);
    return arena.used;
}

VeerMeshSearch *veer_mesh_flood_init(void *memory, const VeerMesh *mesh)
{
    VeerArena arena = {memory, 0};
    VeerMeshFlood parts, *flood = lay_out(&arena, mesh, &parts);
    *flood = parts;
    memset(flood->corners, 0, mesh->side_count * sizeof *flood->corners);
    VeerMeshSearch *search = veer_mesh_search_init(memory, mesh, interval_room(mesh));
    search->flood = flood;
    return search;
}

/// Notes how far the ends of a side are that an interval reaches.
static void note_ends(VeerMeshSearch *search, const VeerInterval *interval)
{
    const VeerMesh *mesh = search->mesh;
    VeerVec2 root = veer_mesh_point(search, interval->root);
    uint32_t next = veer_mesh_next(mesh, interval->side);
    uint32_t begin = mesh->corner[interval->side], end = mesh->corner[next];
    if (interval->left.to == begin || interval->root == begin) {
        double cost = interval->cost + veer_mesh_distance(root, mesh->plan[begin]);
        (void)veer_flood_note(search, interval->side, cost);
    }
    if (interval->right.to == end || interval->root == end) {
        double cost = interval->cost + veer_mesh_distance(root, mesh->plan[end]);
        (void)veer_flood_note(search, next, cost);
    }
}

static double length_over(const VeerMeshSearch *search, const VeerInterval *interval)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t start = interval->left.to;
    VeerVec2 begin = veer_mesh_point(search, veer_link_begin(mesh, start));
    return veer_mesh_distance(veer_mesh_point(search, interval->root), begin) +
           (double)mesh->links[start / 2u].cost;
}

/// Whether a link is worth going over, from what is known so far.
static bool is_worth_it(VeerMeshSearch *search, const VeerInterval *interval)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t start = interval->left.to, begin = veer_link_begin(mesh, start);
    VeerVec2 root = veer_mesh_point(search, interval->root);
    double cost = interval->cost + veer_mesh_distance(root, veer_mesh_point(search, begin));
    (void)veer_polyanya_note(search, begin, cost); // coming back over it is no nearer
    return veer_mesh_may_take(search, start) &&
           veer_polyanya_note(search, veer_link_begin(mesh, start ^ 1u),
                              interval->cost + length_over(search, interval));
}

/// Queues the intervals from `first` on, the nearest first; useless links are dropped.
static void put_all(VeerMeshSearch *search, uint32_t first)
{
    uint32_t count = search->interval_count;
    search->interval_count = first;
    for (uint32_t i = first; i < count; i++) {
        uint32_t node = search->interval_count;
        VeerInterval *interval = &search->intervals[node];
        *interval = search->intervals[i];
        bool is_side = interval->side < VEER_SIDE_LINK;
        if (is_side) {
            veer_polyanya_place_ends(search, interval);
        }
        if (is_side || is_worth_it(search, interval)) {
            search->interval_count++;
            veer_polyanya_put(
                search, node,
                is_side ? veer_interval_gap(interval, veer_mesh_point(search, interval->root))
                        : length_over(search, interval));
        }
    }
}

static void expand_link(VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    const VeerInterval *interval = &search->intervals[node];
    uint32_t start = interval->left.to, end = veer_link_begin(mesh, start ^ 1u);
    double cost = interval->cost + length_over(search, interval);
    if (veer_polyanya_note(search, end, cost)) {
        veer_flood_keep(search, node, veer_link_end_polygon(mesh, start));
        veer_polyanya_leave(search, veer_link_end_polygon(mesh, start), end, cost);
    }
}

static void expand_side(VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    const VeerInterval *interval = &search->intervals[node];
    uint32_t polygon = mesh->face[interval->side];
    bool is_open = veer_mesh_may_enter(search, polygon);
    if (is_open && veer_flood_is_useless(search, interval)) {
        return;
    }
    veer_flood_keep(search, node, polygon);
    if (is_open) {
        note_ends(search, interval);
        veer_polyanya_spread(search, node);
    }
}

static void expand(void *user, VeerSearch *inner, uint32_t node, uint64_t cost)
{
    VeerMeshSearch *search = user;
    VeerMeshFlood *flood = search->flood;
    uint32_t first = search->interval_count, parent = inner->nodes[node].parent;
    (void)cost;
    flood->current = parent == VEER_NO_NODE ? VEER_NO_ENTRY : flood->entry_of[parent];
    if (search->intervals[node].side == VEER_SIDE_LINK) {
        expand_link(search, node);
    } else {
        expand_side(search, node);
    }
    put_all(search, first);
}

static bool is_goal(void *user, uint32_t node)
{
    (void)user;
    (void)node;
    return false;
}

/// Begins with all that is seen from the goal.
static void begin(VeerMeshSearch *search)
{
    VeerMeshTree *tree = search->flood->tree;
    VeerSearchSpace space = {.node_count = search->interval_capacity,
                             .expand = expand,
                             .is_goal = is_goal,
                             .user = search};
    VeerSearchOptions options = {.order = VEER_SEARCH_ASTAR};
    (void)veer_search_begin(search->search, &space, &options, NULL, 0);
    tree->goal = search->start;
    tree->goal_polygon = search->start_polygon;
    tree->count = 0;
    tree->is_full = false;
    for (uint32_t i = 0; i < search->mesh->polygon_count; i++) {
        tree->heads[i] = VEER_NO_ENTRY;
    }
    search->flood->current = VEER_NO_ENTRY;
    search->goal_polygon = VEER_NO_POLYGON;
    veer_polyanya_leave(search, search->start_polygon, search->mesh->vertex_count, 0.0);
    put_all(search, 0);
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
    if (!veer_mesh_search_take(search, &back)) {
        return VEER_BAD_VALUE;
    }
    search->goal = search->start;
    search->is_exact =
        mesh->is_lattice && mesh->link_count == 0 && veer_mesh_search_is_fine(search->start);
    begin(search);
    bool is_shut = mesh->blocked[tree->goal_polygon] && !query->enters_goal;
    bool is_barred = (mesh->flags[tree->goal_polygon] & ~query->may_use) != 0;
    return is_shut || is_barred ? VEER_BAD_VALUE : VEER_OK;
}

bool veer_mesh_tree_is_whole(const VeerMeshSearch *search)
{
    return !search->is_short && !search->flood->tree->is_full;
}
