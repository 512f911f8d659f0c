/// Polyanya's search from a goal to everything: see tree.h.
#include "plan/mesh/polyanya.h"
#include "plan/mesh/tree.h"

/// The part of a length that rounding may make of it.
#define HAIR 1e-9
/// The part of a side that is as good as none of it.
#define COVER 1e-6
/// Times that entries are looked over, which come in no order.
#define ROUNDS 2

// --- What is kept ---

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
    entry->link = 0;
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

/// Keeps what is expanded; all that it leads to comes after it.
static void keep(VeerMeshSearch *search, uint32_t node, uint32_t polygon)
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

bool veer_flood_may_see(const VeerMeshSearch *search, uint32_t side)
{
    return veer_corridor_has_room(search, side);
}

/// Of the sides that begin at one vertex, and whose polygons one may go between there, the one that
/// stands for all. What is closed parts a vertex: who is on one side of it is not on the other.
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
    if (is_known && cost > known->cost * (1.0 + HAIR)) {
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
/// where that is least of an advantage. What leads over it is no shortest way to anything.
/// @param x, y  its far end
static bool is_nearer_by(const VeerMeshSearch *search, const VeerInterval *interval, uint32_t side,
                         double x, double y)
{
    const VeerRootCost *known = &search->flood->corners[corner_of(search, side)];
    double by_root = interval->cost + distance(veer_mesh_point(search, interval->root), x, y);
    return known->stamp == search->stamp &&
           by_root > (known->cost + distance(veer_mesh_begin_of(search->mesh, side), x, y)) *
                         (1.0 + HAIR);
}

/// A side, and what an interval is the way to: places of it by how far they are along, as a part.
typedef struct Reach {
    const VeerInterval *interval;
    VeerVec2 a, b, root;
    double begin, end; ///< of the interval, less what entries are as near to
} Reach;

static double along(const Reach *reach, double x, double y)
{
    double way_x = (double)reach->b.x - (double)reach->a.x;
    double way_y = (double)reach->b.y - (double)reach->a.y;
    return ((x - (double)reach->a.x) * way_x + (y - (double)reach->a.y) * way_y) /
           (way_x * way_x + way_y * way_y);
}

/// How far a point is to the left of the side, times its length.
static double aside(const Reach *reach, VeerVec2 point)
{
    double way_x = (double)reach->b.x - (double)reach->a.x;
    double way_y = (double)reach->b.y - (double)reach->a.y;
    return way_x * ((double)point.y - (double)reach->a.y) -
           way_y * ((double)point.x - (double)reach->a.x);
}

/// How much longer it is by the interval than by an entry, to a place that both see.
static double excess(const Reach *reach, const VeerTreeEntry *entry, double part)
{
    double x = (double)reach->a.x + part * ((double)reach->b.x - (double)reach->a.x);
    double y = (double)reach->a.y + part * ((double)reach->b.y - (double)reach->a.y);
    return reach->interval->cost + distance(reach->root, x, y) - entry->cost -
           distance(entry->root, x, y);
}

/// Where the line through both roots meets the side, if the interval's is the nearer one: there its
/// advantage is greatest. Between two places it is greatest at one of them else, as both roots see
/// a line at the same angle only there. INFINITY: nowhere.
static double best_at(const Reach *reach, const VeerTreeEntry *entry)
{
    double own = aside(reach, reach->root), other = aside(reach, entry->root);
    if (fabs(own) >= fabs(other)) {
        return (double)INFINITY;
    }
    double part = own / (own - other);
    double x = (double)reach->root.x + part * ((double)entry->root.x - (double)reach->root.x);
    double y = (double)reach->root.y + part * ((double)entry->root.y - (double)reach->root.y);
    return along(reach, x, y);
}

/// Takes off the reach what an entry sees of its begin, or end, and is as near to.
static void cut(Reach *reach, const VeerTreeEntry *entry)
{
    double least = -HAIR * reach->interval->cost, best = best_at(reach, entry);
    double begin = along(reach, (double)entry->left.x, (double)entry->left.y);
    double end = along(reach, (double)entry->right.x, (double)entry->right.y);
    bool holds_begin = begin <= reach->begin + COVER, holds_end = end >= reach->end - COVER;
    begin = holds_begin ? reach->begin : begin;
    end = holds_end ? reach->end : end;
    if (!(holds_begin || holds_end) || end <= begin || excess(reach, entry, begin) < least ||
        excess(reach, entry, end) < least ||
        (best > begin && best < end && excess(reach, entry, best) < least)) {
        return;
    }
    if (holds_begin) {
        reach->begin = end;
    } else {
        reach->end = begin;
    }
}

/// Whether entries that are known already make an interval useless.
static bool is_beaten(const VeerMeshSearch *search, const VeerInterval *interval, uint32_t polygon)
{
    const VeerMeshTree *tree = search->flood->tree;
    Reach reach = {.interval = interval,
                   .a = veer_mesh_begin_of(search->mesh, interval->side),
                   .b = veer_mesh_end_of(search->mesh, interval->side),
                   .root = veer_mesh_point(search, interval->root)};
    reach.begin = along(&reach, interval->left_x, interval->left_y);
    reach.end = along(&reach, interval->right_x, interval->right_y);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = tree->heads[polygon]; i != VEER_NO_ENTRY; i = tree->entries[i].next) {
            if (tree->entries[i].side == interval->side) {
                cut(&reach, &tree->entries[i]);
            }
        }
        if (reach.end - reach.begin <= COVER) {
            return true;
        }
    }
    return false;
}

/// Notes how far the ends of a side are that an interval reaches.
static void note_ends(VeerMeshSearch *search, const VeerInterval *interval, uint32_t next)
{
    const VeerMesh *mesh = search->mesh;
    VeerVec2 root = veer_mesh_point(search, interval->root);
    uint32_t begin = mesh->corner[interval->side], end = mesh->corner[next];
    if (interval->left.to == begin || interval->root == begin) {
        double cost = interval->cost + veer_polyanya_gap(root, mesh->plan[begin]);
        (void)veer_flood_note(search, interval->side, cost);
    }
    if (interval->right.to == end || interval->root == end) {
        double cost = interval->cost + veer_polyanya_gap(root, mesh->plan[end]);
        (void)veer_flood_note(search, next, cost);
    }
}

// --- The search ---

static double length_over(const VeerMeshSearch *search, const VeerInterval *interval)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t start = interval->left.to;
    VeerVec2 begin = veer_mesh_point(search, veer_link_begin(mesh, start));
    return veer_polyanya_gap(veer_mesh_point(search, interval->root), begin) +
           (double)mesh->links[start / 2u].cost;
}

/// Whether a link is worth going over, from what is known so far.
static bool is_worth_it(VeerMeshSearch *search, const VeerInterval *interval)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t start = interval->left.to, begin = veer_link_begin(mesh, start);
    VeerVec2 root = veer_mesh_point(search, interval->root);
    double cost = interval->cost + veer_polyanya_gap(root, veer_mesh_point(search, begin));
    (void)veer_polyanya_note(search, begin, cost); // who comes back over it is no nearer
    return veer_mesh_may_take(search, start) &&
           veer_polyanya_note(search, veer_link_begin(mesh, start ^ 1u),
                              interval->cost + length_over(search, interval));
}

/// Puts what was seen from `first` on among those that wait, the nearest first; links that are of
/// no use are dropped.
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
        keep(search, node, veer_link_end_polygon(mesh, start));
        veer_polyanya_leave(search, veer_link_end_polygon(mesh, start), end, cost);
    }
}

static void expand_side(VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    const VeerInterval *interval = &search->intervals[node];
    uint32_t side = interval->side, polygon = mesh->face[side], next = veer_mesh_next(mesh, side);
    bool is_open = veer_mesh_may_enter(search, polygon);
    if (is_open && (is_nearer_by(search, interval, side, interval->right_x, interval->right_y) ||
                    is_nearer_by(search, interval, next, interval->left_x, interval->left_y) ||
                    is_beaten(search, interval, polygon))) {
        return;
    }
    keep(search, node, polygon);
    if (is_open) {
        note_ends(search, interval, next);
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

void veer_flood_begin(VeerMeshSearch *search)
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
