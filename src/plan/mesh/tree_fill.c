/// The entries of a tree while it is made: see tree_fill.h.
#include "plan/mesh/tree_fill.h"

#include "plan/mesh/corridor.h"

/// The part of a length that rounding may make of it.
#define SLOP 1e-9
/// The part of a side that is as good as none of it.
#define COVER 1e-6
/// Times that entries are looked over, which come in no order.
#define ROUNDS 2

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

// --- What is of no use ---

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

/// A side, and what an interval is the path to: places of it by how far they are along, as a
/// fraction.
typedef struct FloodSpan {
    const VeerInterval *interval;
    VeerVec2 a, b, root;
    double begin, end; ///< of the interval, less what entries are as near to
} FloodSpan;

static double along(const FloodSpan *span, double x, double y)
{
    double along_x = (double)span->b.x - (double)span->a.x;
    double along_y = (double)span->b.y - (double)span->a.y;
    return ((x - (double)span->a.x) * along_x + (y - (double)span->a.y) * along_y) /
           (along_x * along_x + along_y * along_y);
}

/// How far a point is to the left of the side, times its length.
static double aside(const FloodSpan *span, VeerVec2 point)
{
    double along_x = (double)span->b.x - (double)span->a.x;
    double along_y = (double)span->b.y - (double)span->a.y;
    return along_x * ((double)point.y - (double)span->a.y) -
           along_y * ((double)point.x - (double)span->a.x);
}

/// How much longer it is by the interval than by an entry, to a place that both see.
static double excess(const FloodSpan *span, const VeerTreeEntry *entry, double part)
{
    double x = (double)span->a.x + part * ((double)span->b.x - (double)span->a.x);
    double y = (double)span->a.y + part * ((double)span->b.y - (double)span->a.y);
    return span->interval->cost + distance(span->root, x, y) - entry->cost -
           distance(entry->root, x, y);
}

/// Where the line through both roots meets the side, if the interval's is the nearer one: there its
/// advantage is greatest. Between two places it is greatest at one of them else, as both roots see
/// a line at the same angle only there. INFINITY: nowhere.
static double best_at(const FloodSpan *span, const VeerTreeEntry *entry)
{
    double own = aside(span, span->root), other = aside(span, entry->root);
    if (fabs(own) >= fabs(other)) {
        return (double)INFINITY;
    }
    double part = own / (own - other);
    double x = (double)span->root.x + part * ((double)entry->root.x - (double)span->root.x);
    double y = (double)span->root.y + part * ((double)entry->root.y - (double)span->root.y);
    return along(span, x, y);
}

/// Takes off the span what an entry sees of its begin, or end, and is as near to.
static void cut(FloodSpan *span, const VeerTreeEntry *entry)
{
    double least = -SLOP * span->interval->cost, best = best_at(span, entry);
    double begin = along(span, (double)entry->left.x, (double)entry->left.y);
    double end = along(span, (double)entry->right.x, (double)entry->right.y);
    bool holds_begin = begin <= span->begin + COVER, holds_end = end >= span->end - COVER;
    begin = holds_begin ? span->begin : begin;
    end = holds_end ? span->end : end;
    if (!(holds_begin || holds_end) || end <= begin || excess(span, entry, begin) < least ||
        excess(span, entry, end) < least ||
        (best > begin && best < end && excess(span, entry, best) < least)) {
        return;
    }
    if (holds_begin) {
        span->begin = end;
    } else {
        span->end = begin;
    }
}

/// Whether entries that are known already make an interval useless.
static bool is_beaten(const VeerMeshSearch *search, const VeerInterval *interval, uint32_t polygon)
{
    const VeerMeshTree *tree = search->flood->tree;
    FloodSpan span = {.interval = interval,
                      .a = veer_mesh_begin_of(search->mesh, interval->side),
                      .b = veer_mesh_end_of(search->mesh, interval->side),
                      .root = veer_mesh_point(search, interval->root)};
    span.begin = along(&span, interval->left_x, interval->left_y);
    span.end = along(&span, interval->right_x, interval->right_y);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = tree->heads[polygon]; i != VEER_NO_ENTRY; i = tree->entries[i].next) {
            if (tree->entries[i].side == interval->side) {
                cut(&span, &tree->entries[i]);
            }
        }
        if (span.end - span.begin <= COVER) {
            return true;
        }
    }
    return false;
}

bool veer_flood_is_useless(const VeerMeshSearch *search, const VeerInterval *interval)
{
    uint32_t side = interval->side, next = veer_mesh_next(search->mesh, side);
    return is_nearer_by(search, interval, side, interval->right_x, interval->right_y) ||
           is_nearer_by(search, interval, next, interval->left_x, interval->left_y) ||
           is_beaten(search, interval, search->mesh->face[side]);
}
