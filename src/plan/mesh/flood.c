/// Polyanya's search from a goal to everything, and the entries that it makes: see tree.h.
#include "plan/mesh/flood.h"

#include "base/arena.h"
#include "plan/mesh/corridor.h"
#include "plan/mesh/polyanya.h"

#include <string.h>

#define INTERVALS_PER_SIDE 6u
/// The part of a length that rounding may make of it.
#define SLOP 1e-9

static uint32_t interval_room(const VeerMesh *mesh)
{
    return veer_mesh_tree_room(mesh, INTERVALS_PER_SIDE);
}

/// The search comes first. @return how many bytes both take
static size_t lay_out(void *memory, const VeerMesh *mesh, VeerMeshFlood **flood)
{
    VeerArena arena = {memory, 0};
    VeerMeshFlood parts = {.tree = NULL};
    (void)veer_arena_take(&arena, 1, veer_mesh_search_size(mesh, interval_room(mesh)));
    *flood = veer_arena_take(&arena, 1, sizeof **flood);
    parts.corners = veer_arena_take(&arena, mesh->side_count, sizeof *parts.corners);
    parts.entry_of = veer_arena_take(&arena, interval_room(mesh), sizeof *parts.entry_of);
    if (memory) {
        memset(parts.corners, 0, mesh->side_count * sizeof *parts.corners);
        **flood = parts;
    }
    return arena.used;
}

size_t veer_mesh_flood_size(const VeerMesh *mesh)
{
    VeerMeshFlood *flood;
    return lay_out(NULL, mesh, &flood);
}

VeerMeshSearch *veer_mesh_flood_init(void *memory, const VeerMesh *mesh)
{
    VeerMeshSearch *search = veer_mesh_search_init(memory, mesh, interval_room(mesh));
    (void)lay_out(memory, mesh, &search->flood);
    return search;
}

// --- Entries ---

static VeerTreeEntry *add_entry(VeerMeshSearch *search, uint32_t polygon)
{
    VeerMeshTree *tree = search->flood->tree;
    if (tree->count == tree->capacity) {
        tree->is_full = true;
        search->search->open_count = 0; // that was all
        return NULL;
    }
    VeerTreeEntry *entry = &tree->entries[tree->count];
    entry->next = tree->heads[polygon];
    entry->parent = search->flood->current;
    tree->heads[polygon] = tree->count++;
    return entry;
}

void veer_flood_add_point(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost)
{
    VeerTreeEntry *entry = add_entry(search, polygon);
    if (entry) {
        entry->cost = cost;
        entry->root = entry->left = entry->right = veer_mesh_point(search, root);
        entry->side = VEER_SIDE_POINT;
    }
}

void veer_flood_keep(VeerMeshSearch *search, uint32_t node, uint32_t polygon)
{
    const VeerInterval *interval = &search->intervals[node];
    VeerTreeEntry *entry = add_entry(search, polygon);
    if (entry) {
        search->flood->current = search->flood->entry_of[node] = search->flood->tree->count - 1u;
        entry->cost = interval->cost;
        entry->root = veer_mesh_point(search, interval->root);
        entry->left = (VeerVec2){(float)interval->left_x, (float)interval->left_y};
        entry->right = (VeerVec2){(float)interval->right_x, (float)interval->right_y};
        entry->side = interval->side;
        // The search goes over links from their ends.
        entry->link = interval->side == VEER_SIDE_LINK ? interval->left.to ^ 1u : 0;
    }
}

// --- What is known of corners ---

static bool may_cross(const VeerMeshSearch *search, uint32_t side)
{
    return side != VEER_NO_SIDE && veer_mesh_may_enter(search, search->mesh->face[side]) &&
           veer_corridor_has_room(search, side);
}

/// Of the sides that begin at one vertex, and whose polygons one may go between there, the one that
/// stands for all. What is closed parts a vertex: its two sides are not connected there.
static uint32_t corner_of(const VeerMeshSearch *search, uint32_t side)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t at = side, least = side;
    do {
        uint32_t mate = mesh->mate[veer_mesh_before(mesh, at)];
        if (!may_cross(search, mate)) {
            return at;
        }
        at = mate;
        least = at < least ? at : least;
    } while (at != side);
    return least;
}

bool veer_flood_note(VeerMeshSearch *search, uint32_t side, double cost)
{
    VeerRootCost *known = &search->flood->corners[corner_of(search, side)];
    bool is_known = known->stamp == search->stamp;
    if (is_known && cost > known->cost * (1.0 + SLOP)) {
        return false;
    }
    known->cost = is_known && known->cost < cost ? known->cost : cost;
    known->stamp = search->stamp;
    return true;
}

static double distance(VeerVec2 a, double x, double y)
{
    double off_x = x - (double)a.x, off_y = y - (double)a.y;
    return sqrt(off_x * off_x + off_y * off_y);
}

/// Whether all of an interval is nearer by where a side begins, along its own: at its far end,
/// where that is least of an advantage. What leads over it is no shortest path to anything.
/// @param x, y  its far end
static bool is_nearer_by(const VeerMeshSearch *search, const VeerInterval *interval, uint32_t side,
                         double x, double y)
{
    const VeerRootCost *known = &search->flood->corners[corner_of(search, side)];
    double by_root = interval->cost + distance(veer_mesh_point(search, interval->root), x, y);
    return known->stamp == search->stamp &&
           by_root > (known->cost + distance(veer_mesh_begin_of(search->mesh, side), x, y)) *
                         (1.0 + SLOP);
}

/// Whether known paths dominate an interval: all that it leads to is nearer by an end of its side.
static bool is_useless(const VeerMeshSearch *search, const VeerInterval *interval)
{
    uint32_t side = interval->side, next = veer_mesh_next(search->mesh, side);
    return is_nearer_by(search, interval, side, interval->right_x, interval->right_y) ||
           is_nearer_by(search, interval, next, interval->left_x, interval->left_y);
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

bool veer_flood_enter(VeerMeshSearch *search, uint32_t node)
{
    const VeerInterval *interval = &search->intervals[node];
    uint32_t parent = search->search->nodes[node].parent;
    VeerMeshFlood *flood = search->flood;
    flood->current = parent == VEER_NO_NODE ? VEER_NO_ENTRY : flood->entry_of[parent];
    if (interval->side == VEER_SIDE_LINK) {
        return true;
    }
    uint32_t polygon = search->mesh->face[interval->side];
    bool is_open = veer_mesh_may_enter(search, polygon);
    if (is_open && is_useless(search, interval)) {
        return false;
    }
    veer_flood_keep(search, node, polygon);
    if (is_open) {
        note_ends(search, interval);
    }
    return is_open;
}

/// Empties a tree: its goal is where the search begins.
static void begin_tree(VeerMeshSearch *search, VeerMeshTree *tree)
{
    tree->goal = search->start;
    tree->goal_polygon = search->start_polygon;
    tree->count = 0;
    tree->is_full = false;
    memset(tree->heads, 0xff, search->mesh->polygon_count * sizeof *tree->heads);
    search->flood->current = VEER_NO_ENTRY;
    search->goal_polygon = VEER_NO_POLYGON;
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
    begin_tree(search, tree);
    veer_polyanya_begin(search);
    bool is_shut = mesh->blocked[tree->goal_polygon] && !query->enters_goal;
    bool is_barred = (mesh->flags[tree->goal_polygon] & ~query->may_use) != 0;
    return is_shut || is_barred ? VEER_BAD_VALUE : VEER_OK;
}

bool veer_mesh_tree_is_whole(const VeerMeshSearch *search)
{
    return !search->is_short && !search->flood->tree->is_full;
}
