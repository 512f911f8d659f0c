/// What the parts of the search by intervals share.
#ifndef VEER_PLAN_MESH_INTERVALS_H
#define VEER_PLAN_MESH_INTERVALS_H

#include "plan/mesh/corridor.h"
#include "plan/mesh/lengths.h"

/// A line through two points, for many to be compared with.
typedef struct VeerPolyanyaLine {
    double x, y, along_x, along_y;
    VeerVec2 to;
    bool is_exact; ///< plain products tell sides
} VeerPolyanyaLine;

static inline void veer_polyanya_draw(const VeerMeshSearch *search, VeerVec2 from, VeerVec2 to,
                                      VeerPolyanyaLine *line)
{
    line->x = (double)from.x;
    line->y = (double)from.y;
    line->along_x = (double)to.x - (double)from.x;
    line->along_y = (double)to.y - (double)from.y;
    line->to = to;
    line->is_exact = search->is_exact;
}

/// The sign of it is veer_orient of the line's points and another.
static inline double veer_polyanya_beside(const VeerPolyanyaLine *line, VeerVec2 point)
{
    double left = line->along_x * ((double)point.y - line->y);
    double right = line->along_y * ((double)point.x - line->x);
    double turn = left - right;
    if (line->is_exact || fabs(turn) > 0x1p-50 * (fabs(left) + fabs(right))) {
        return turn;
    }
    return (double)veer_orient((VeerVec2){(float)line->x, (float)line->y}, line->to, point);
}

/// The sign of it is veer_orient.
static inline double veer_polyanya_side(const VeerMeshSearch *search, VeerVec2 a, VeerVec2 b,
                                        VeerVec2 c)
{
    VeerPolyanyaLine line;
    veer_polyanya_draw(search, a, b, &line);
    return veer_polyanya_beside(&line, c);
}

static inline bool veer_ray_is_open(VeerRay ray)
{
    return ray.from == ray.to;
}

/// Whether a path to a root is the best so far, but for rounding; it is noted. Of paths of one
/// length each may see what the others do not.
static inline bool veer_polyanya_note(VeerMeshSearch *search, uint32_t root, double cost)
{
    VeerRootCost *known = &search->roots[root];
    bool is_known = known->stamp == search->stamp;
    if (is_known && cost > known->cost * (1.0 + 1e-12)) {
        return false;
    }
    known->cost = is_known && known->cost < cost ? known->cost : cost;
    known->stamp = search->stamp;
    return true;
}

/// The side beyond one of the polygon that is left; VEER_NO_SIDE where there is nothing for a path
/// to find, or no going there.
static inline uint32_t veer_polyanya_beyond(const VeerMeshSearch *search, uint32_t side)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t mate = mesh->mate[side];
    // A tree also comes to what is blocked, so that agents there come out.
    if (mate == VEER_NO_SIDE || veer_mesh_is_dead_end(search, mate) ||
        !(search->flood ? veer_corridor_has_room(search, mate)
                        : veer_mesh_may_enter(search, mesh->face[mate])) ||
        (search->lengths && veer_mesh_lengths_is_closed(search->lengths, side))) {
        return VEER_NO_SIDE;
    }
    return mate;
}

/// Keeps an interval, to be looked at later.
static inline VeerInterval *veer_polyanya_keep(VeerMeshSearch *search)
{
    if (search->interval_count == search->interval_capacity) {
        search->is_short = true;
        search->search->open_count = 0; // that was all
        return NULL;
    }
    return &search->intervals[search->interval_count++];
}

/// A part of a side is seen from a root, of the polygon that it leads into.
static inline void veer_polyanya_see(VeerMeshSearch *search, uint32_t beyond, uint32_t root,
                                     double cost, VeerRay left, VeerRay right)
{
    VeerInterval *interval = veer_polyanya_keep(search);
    if (interval) {
        interval->cost = cost;
        interval->root = root;
        interval->side = beyond;
        interval->left = left;
        interval->right = right;
    }
}

/// A path has come to the goal, or to the start of a link.
static inline void veer_polyanya_arrive(VeerMeshSearch *search, uint32_t root, double cost,
                                        uint32_t side, uint32_t link)
{
    VeerInterval *interval = veer_polyanya_keep(search);
    if (interval) {
        interval->cost = cost;
        interval->root = root;
        interval->side = side;
        interval->left = (VeerRay){link, link};
        interval->right = interval->left;
    }
}

#endif
