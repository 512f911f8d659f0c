/// The shortest path over a mesh, at any angle.
/// Source: Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI
/// 2017. An interval is kept as the two rays that bound it, each through two given points, so that
/// what is seen is decided exactly; only lengths are rounded.
#include "plan/mesh/polyanya.h"

#include "plan/mesh/flood.h"
#include "plan/mesh/intervals.h"
#include "plan/mesh/spread.h"

#include <string.h>

/// A side of an interval: from its begin a to its end b.
typedef struct IntervalSide {
    uint32_t begin, end;
    VeerVec2 a, b;
} IntervalSide;

static inline IntervalSide side_at(const VeerMesh *mesh, uint32_t side)
{
    uint32_t begin = mesh->corner[side], end = mesh->corner[veer_mesh_next(mesh, side)];
    return (IntervalSide){begin, end, mesh->plan[begin], mesh->plan[end]};
}

/// Where a ray crosses a side.
static void cross(const VeerMeshSearch *search, VeerRay ray, const IntervalSide *side, double *x,
                  double *y)
{
    VeerVec2 from = veer_mesh_point(search, ray.from), to = veer_mesh_point(search, ray.to);
    VeerVec2 a = side->a, b = side->b;
    double along_x = (double)to.x - (double)from.x, along_y = (double)to.y - (double)from.y;
    double side_x = (double)b.x - (double)a.x, side_y = (double)b.y - (double)a.y;
    double gap_x = (double)a.x - (double)from.x, gap_y = (double)a.y - (double)from.y;
    double slope = along_x * side_y - along_y * side_x;
    double part = slope != 0.0 ? (gap_x * along_y - gap_y * along_x) / slope : 0.0;
    part = part > 0.0 ? part < 1.0 ? part : 1.0 : 0.0;
    *x = (double)a.x + part * side_x;
    *y = (double)a.y + part * side_y;
}

static inline void place_ends(const VeerMeshSearch *search, VeerInterval *interval,
                              const IntervalSide *side)
{
    interval->left_x = (double)side->a.x;
    interval->left_y = (double)side->a.y;
    interval->right_x = (double)side->b.x;
    interval->right_y = (double)side->b.y;
    if (interval->left.to != side->begin && !veer_ray_is_open(interval->left)) {
        cross(search, interval->left, side, &interval->left_x, &interval->left_y);
    }
    if (interval->right.to != side->end && !veer_ray_is_open(interval->right)) {
        cross(search, interval->right, side, &interval->right_x, &interval->right_y);
    }
}

/// A point as seen from a root.
typedef struct RootSight {
    double x, y;
} RootSight;

static double length_of(RootSight a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static double turn_of(RootSight a, RootSight b)
{
    return a.x * b.y - a.y * b.x;
}

/// The goal, mirrored over a side where it is before it: a path through the side is as long.
static inline RootSight sight_of_goal(const VeerMeshSearch *search, const IntervalSide *side,
                                      VeerVec2 root)
{
    VeerVec2 a = side->a, b = side->b;
    RootSight goal = {(double)search->goal.x - (double)root.x,
                      (double)search->goal.y - (double)root.y};
    RootSight along = {(double)b.x - (double)a.x, (double)b.y - (double)a.y};
    RootSight gap = {(double)search->goal.x - (double)a.x, (double)search->goal.y - (double)a.y};
    double turn = turn_of(along, gap);
    if (turn < 0.0) {
        double share = 2.0 * turn / (along.x * along.x + along.y * along.y);
        goal.x += share * along.y;
        goal.y -= share * along.x;
    }
    return goal;
}

/// The length of the shortest path from the root through the interval to the goal, were nothing
/// else in the way.
static inline double estimate(const VeerMeshSearch *search, const VeerInterval *interval,
                              const IntervalSide *side)
{
    VeerVec2 root = veer_mesh_point(search, interval->root);
    RootSight goal = sight_of_goal(search, side, root);
    RootSight left = {interval->left_x - (double)root.x, interval->left_y - (double)root.y};
    RootSight right = {interval->right_x - (double)root.x, interval->right_y - (double)root.y};
    RootSight bend;
    if (turn_of(left, goal) > 0.0) {
        bend = left;
    } else if (turn_of(right, goal) < 0.0) {
        bend = right;
    } else {
        return length_of(goal);
    }
    return length_of(bend) + length_of((RootSight){goal.x - bend.x, goal.y - bend.y});
}

/// Places the ends of an interval. @return what is left from its root on
static inline double place(const VeerMeshSearch *search, VeerInterval *interval)
{
    IntervalSide side = side_at(search->mesh, interval->side);
    VeerVec2 root = veer_mesh_point(search, interval->root);
    place_ends(search, interval, &side);
    return search->lengths ? veer_mesh_lengths_left(search->lengths, root, interval)
           : search->flood ? veer_interval_gap(interval, root)
                           : estimate(search, interval, &side);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void hang_on(VeerMeshSearch *search, uint32_t node, double total)
{
    veer_search_find(search->search, node, bits_of(total));
}

/// Puts a kept interval among those that wait. Numbers of positive floats are in the order of their
/// bits, so the least total comes first, of equal ones that with the least left.
static void put(VeerMeshSearch *search, uint32_t node, double left)
{
    if (search->is_short) {
        return;
    }
    float least = (float)left;
    uint32_t tie;
    memcpy(&tie, &least, sizeof tie);
    double total = search->intervals[node].cost + left;
    hang_on(search, node, total);
    veer_search_push(search->search, bits_of(total), tie, node);
}

/// A search back from a goal has none of its own.
static double left_from(const VeerMeshSearch *search, VeerVec2 point)
{
    return search->flood ? 0.0 : veer_mesh_distance(point, plane2(search->goal));
}

/// Follows a link that a path has come to.
static void follow_link(VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t start = search->intervals[node].left.to;
    const VeerMeshLink *link = &mesh->links[start / 2u];
    uint32_t begin = veer_link_begin(mesh, start), end = veer_link_begin(mesh, start ^ 1u);
    double to_begin = veer_mesh_distance(veer_mesh_point(search, search->intervals[node].root),
                                         veer_mesh_point(search, begin));
    double cost = search->intervals[node].cost + (double)link->cost + to_begin;
    if (veer_polyanya_note(search, end, cost)) {
        if (search->flood) {
            // Coming back over it is no nearer.
            (void)veer_polyanya_note(search, begin, search->intervals[node].cost + to_begin);
            veer_flood_keep(search, node, veer_link_end_polygon(mesh, start));
        }
        veer_polyanya_leave(search, veer_link_end_polygon(mesh, start), end, cost);
    }
}

/// What is left from a node that is not a side.
static double left_of_arrival(const VeerMeshSearch *search, const VeerInterval *interval)
{
    VeerVec2 root = veer_mesh_point(search, interval->root);
    if (interval->side == VEER_SIDE_GOAL) {
        return left_from(search, root);
    }
    uint32_t start = interval->left.to;
    VeerVec2 begin = veer_mesh_point(search, veer_link_begin(search->mesh, start));
    VeerVec2 end = veer_mesh_point(search, veer_link_begin(search->mesh, start ^ 1u));
    return veer_mesh_distance(root, begin) + (double)search->mesh->links[start / 2u].cost +
           left_from(search, end);
}

static bool is_side(const VeerInterval *interval)
{
    return interval->side < VEER_SIDE_LINK;
}

/// Puts what was kept from `first` on among those that wait.
static void put_all(VeerMeshSearch *search, uint32_t first)
{
    for (uint32_t node = first; node < search->interval_count; node++) {
        VeerInterval *interval = &search->intervals[node];
        if (is_side(interval)) {
            put(search, node, place(search, interval));
        } else if (interval->side == VEER_SIDE_GOAL ||
                   veer_mesh_may_take(search, interval->left.to)) {
            put(search, node, left_of_arrival(search, interval));
        }
    }
}

static void expand(void *user, VeerSearch *inner, uint32_t node, uint64_t cost)
{
    VeerMeshSearch *search = user;
    (void)cost;
    if (search->flood && !veer_flood_enter(search, node)) {
        return;
    }
    for (;;) {
        uint32_t first = search->interval_count;
        if (is_side(&search->intervals[node])) {
            veer_polyanya_spread(search, node);
        } else {
            follow_link(search, node);
        }
        if (search->interval_count != first + 1u || !is_side(&search->intervals[first]) ||
            search->flood) {
            put_all(search, first);
            return;
        }
        // Where only one interval follows, it is expanded at once.
        hang_on(search, first, 0.0);
        inner->expanding = first;
        node = first;
    }
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerMeshSearch *search = user;
    if (search->lengths) {
        double total;
        memcpy(&total, &search->search->nodes[node].cost, sizeof total);
        return veer_mesh_lengths_is_done(search->lengths, total);
    }
    return search->intervals[node].side == VEER_SIDE_GOAL; // of which a search back has none
}

void veer_polyanya_begin(VeerMeshSearch *search)
{
    VeerSearchSpace space = {.node_count = search->interval_capacity,
                             .expand = expand,
                             .is_goal = is_goal,
                             .user = search};
    VeerSearchOptions options = {.order = VEER_SEARCH_ASTAR};
    (void)veer_search_begin(search->search, &space, &options, NULL, 0);
    search->interval_count = 0;
    uint32_t start = search->mesh->vertex_count;
    (void)veer_polyanya_note(search, start, 0.0);
    veer_polyanya_leave(search, search->start_polygon, start, 0.0);
    put_all(search, 0);
}

/// Points of a path, from its end on.
typedef struct PointListing {
    const VeerMeshSearch *search;
    VeerVec3 *points; ///< NULL: only counts
    uint32_t total, count, last;
    VeerVec2 ahead; ///< where the path goes from the last
} PointListing;

static void add_point(PointListing *listing, uint32_t point)
{
    const VeerMeshSearch *search = listing->search;
    const VeerMesh *mesh = search->mesh;
    uint32_t last = listing->last;
    if (point == last) {
        return;
    }
    // At a corner that the path only touches it does not turn.
    bool is_passed =
        last < mesh->vertex_count &&
        veer_orient(veer_mesh_point(search, point), mesh->plan[last], listing->ahead) == 0;
    if (!is_passed) {
        listing->ahead = last == UINT32_MAX ? listing->ahead : veer_mesh_point(search, last);
        listing->count++;
    }
    listing->last = point;
    if (listing->points) {
        listing->points[listing->total - listing->count] =
            veer_mesh_to_metres(mesh, veer_mesh_place(search, point));
    }
}

uint32_t veer_polyanya_points(const VeerMeshSearch *search, uint32_t node, VeerVec2 end,
                              VeerVec3 *points, uint32_t total)
{
    PointListing listing = {search, points, total, 0, UINT32_MAX, end};
    uint32_t start = search->mesh->vertex_count, root = UINT32_MAX;
    // What comes before one that is seen from the start is seen from there, too.
    for (; node != VEER_NO_NODE && root != start; node = search->search->nodes[node].parent) {
        const VeerInterval *interval = &search->intervals[node];
        root = interval->root;
        if (interval->side == VEER_SIDE_LINK) {
            add_point(&listing, veer_link_begin(search->mesh, interval->left.to));
        }
        add_point(&listing, root);
    }
    add_point(&listing, start);
    return listing.count;
}
