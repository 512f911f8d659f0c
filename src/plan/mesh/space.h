/// A mesh as a space to search.
#ifndef VEER_PLAN_MESH_SPACE_H
#define VEER_PLAN_MESH_SPACE_H

#include "map/mesh/mesh.h"
#include "plan/search/search.h"
#include "veer/mesh_search.h"

#include <math.h>

/// Sides of intervals that are none.
#define VEER_SIDE_GOAL UINT32_MAX       ///< the path has come to the goal
#define VEER_SIDE_LINK (UINT32_MAX - 1) ///< ... to the end of a link

/// A ray by two points; all directions where they are the same.
typedef struct VeerRay {
    uint32_t from, to;
} VeerRay;

/// Part of a side that can be seen from a root: that between two rays, both included. Seen from
/// outside of the polygon that it leads into, the side's begin is on the left.
typedef struct VeerInterval {
    double left_x, left_y, right_x, right_y; ///< its ends: for estimates only
    double cost;                             ///< of the path to the root
    uint32_t root;                           ///< a point: see veer_mesh_point
    uint32_t side;                           ///< of the polygon that it leads into
    VeerRay left, right;
} VeerInterval;

/// Where an interval is nearest to a point: how far from its left end to its right, as a fraction.
static inline double veer_interval_nearest(const VeerInterval *interval, VeerVec2 point)
{
    double along_x = interval->right_x - interval->left_x;
    double along_y = interval->right_y - interval->left_y;
    double gap_x = (double)point.x - interval->left_x, gap_y = (double)point.y - interval->left_y;
    double square = along_x * along_x + along_y * along_y;
    double part = square > 0.0 ? (gap_x * along_x + gap_y * along_y) / square : 0.0;
    return part > 0.0 ? part < 1.0 ? part : 1.0 : 0.0;
}

/// How far a point is from the nearest one of an interval.
static inline double veer_interval_gap(const VeerInterval *interval, VeerVec2 point)
{
    double part = veer_interval_nearest(interval, point);
    double x = interval->left_x + part * (interval->right_x - interval->left_x) - (double)point.x;
    double y = interval->left_y + part * (interval->right_y - interval->left_y) - (double)point.y;
    return sqrt(x * x + y * y);
}

/// The least cost of a path to a point that was found.
typedef struct VeerRootCost {
    double cost;
    uint32_t stamp;
} VeerRootCost;

/// A side that a corridor crosses, drawn in from its ends; or a link, from left to right.
typedef struct VeerMeshPortal {
    VeerVec2 left, right; ///< in units
    uint32_t polygon;     ///< that it leads into
    uint32_t link_start;  ///< as in VeerMesh.link_starts
    bool is_link;
} VeerMeshPortal;

struct VeerMeshSearch {
    const VeerMesh *mesh;
    struct VeerMeshLengths *lengths; ///< many goals in place of the query's; NULL: that one
    VeerMeshQuery query;
    VeerSearch *search;
    VeerInterval *intervals; ///< by node
    uint32_t interval_count, interval_capacity;
    VeerRootCost *roots; ///< by point
    uint32_t *marks;     ///< by polygon: stamp where the start is, or that lead to the goal
    uint32_t stamp;
    VeerVec3 start, goal; ///< in units
    uint32_t start_polygon, goal_polygon;
    bool is_exact;           ///< plain products tell sides exactly
    bool is_moved;           ///< the goal is not that of the query
    bool is_short;           ///< there was no room for an interval
    VeerMeshPortal *portals; ///< of the corridor that was found, in order
    uint32_t portal_count;
    struct VeerMeshFlood *flood; ///< it makes trees of paths, back from the goal; else NULL
};

/// Points by number: first the mesh's vertices, then the start, then both ends of each link.
static inline VeerVec2 veer_mesh_point(const VeerMeshSearch *search, uint32_t point)
{
    const VeerMesh *mesh = search->mesh;
    if (point < mesh->vertex_count) {
        return mesh->plan[point];
    }
    if (point == mesh->vertex_count) {
        return plane2(search->start);
    }
    uint32_t end = point - mesh->vertex_count - 1u;
    const VeerMeshLink *link = &mesh->links[end / 2u];
    return plane2(end % 2u ? link->to : link->from);
}

/// Whether the query may go into a polygon.
static inline bool veer_mesh_may_enter(const VeerMeshSearch *search, uint32_t polygon)
{
    const VeerMesh *mesh = search->mesh;
    bool is_open =
        !mesh->blocked[polygon] || (polygon == search->goal_polygon && search->query.enters_goal);
    return is_open && (mesh->flags[polygon] & ~search->query.may_use) == 0;
}

/// Whether the polygon that a side leads into is a dead end that does not lead to the goal.
static inline bool veer_mesh_is_dead_end(const VeerMeshSearch *search, uint32_t side)
{
    uint32_t polygon = search->mesh->face[side];
    return search->mesh->exit[polygon] == side && search->marks[polygon] != search->stamp &&
           !search->flood;
}

/// The number of the point where a link begins, as one of veer_mesh.link_starts says; start ^ 1 is
/// the same link the other way.
static inline uint32_t veer_link_begin(const VeerMesh *mesh, uint32_t start)
{
    return mesh->vertex_count + 1u + start;
}

/// The polygon that it leads to.
static inline uint32_t veer_link_end_polygon(const VeerMesh *mesh, uint32_t start)
{
    const VeerMeshLink *link = &mesh->links[start / 2u];
    return start % 2u ? link->from_polygon : link->to_polygon;
}

/// Whether the query may go over a link, and into the polygon at its end; a search back from the
/// goal takes one-way links the wrong way.
static inline bool veer_mesh_may_take(const VeerMeshSearch *search, uint32_t start)
{
    const VeerMeshLink *link = &search->mesh->links[start / 2u];
    bool is_along = !link->is_one_way || (start % 2u != 0) == (search->flood != NULL);
    return is_along && !search->query.takes_no_links &&
           (link->flags & ~search->query.may_use) == 0 &&
           veer_mesh_may_enter(search, veer_link_end_polygon(search->mesh, start));
}

/// How many nodes the search for a corridor has: one a side that it enters by, start, goal, and one
/// for each path over a link.
static inline uint32_t veer_corridor_node_count(const VeerMesh *mesh)
{
    return mesh->side_count + 2u + 2u * mesh->link_count;
}

/// How far two points are apart in plan, in units.
static inline double veer_mesh_distance(VeerVec2 a, VeerVec2 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/// A point of a mesh by its number, with its height, in units.
VeerVec3 veer_mesh_place(const VeerMeshSearch *search, uint32_t point);

/// Takes over a query, forgets the one before, and puts the start on the mesh. @return false: bad
bool veer_mesh_search_take(VeerMeshSearch *search, const VeerMeshQuery *query);
/// Puts a point on its polygon, or on the nearest one. @return the polygon
uint32_t veer_mesh_settle(const VeerMesh *mesh, VeerVec3 given, uint32_t polygon, VeerVec3 *point);
/// Forgets all that a search was at.
void veer_mesh_search_forget(VeerMeshSearch *search);
/// Marks the dead ends that lead to a goal's polygon.
void veer_mesh_search_mark_goal(VeerMeshSearch *search, uint32_t polygon);
/// Whether a point is on a lattice fine enough for plain products of differences to be exact, next
/// to vertices that are whole: 16 bits before the point, 8 behind it.
bool veer_mesh_search_is_fine(VeerVec3 point);

#endif
