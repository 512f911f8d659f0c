/// What a way may do at a point: see the sides of the polygons round it.
#include "plan/mesh/polyanya.h"

/// Whether a way to a root is the best so far, but for rounding; it is noted. Of ways of one length
/// each may see what the others do not.
bool veer_polyanya_note(VeerMeshSearch *search, uint32_t root, double cost)
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

/// A way has come to the goal, or to the start of a link.
void veer_polyanya_arrive(VeerMeshSearch *search, uint32_t root, double cost, uint32_t side,
                          uint32_t link)
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

/// What a polygon has that ways lead to, seen straight from a root: the goal, and links.
static void arrive_straight(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost)
{
    const VeerMesh *mesh = search->mesh;
    if (search->reach) {
        veer_mesh_reach_straight(search->reach, polygon, veer_mesh_point(search, root), cost);
    }
    if (polygon == search->goal_polygon) {
        veer_polyanya_arrive(search, root, cost, VEER_SIDE_GOAL, 0);
    }
    for (uint32_t i = mesh->link_first[polygon]; i < mesh->link_first[polygon + 1u]; i++) {
        veer_polyanya_arrive(search, root, cost, VEER_SIDE_LINK, mesh->link_starts[i]);
    }
}

/// Whether a point lies on a side, its ends included.
static bool is_on(const VeerMeshSearch *search, uint32_t side, VeerVec2 point)
{
    VeerVec2 a = veer_mesh_begin_of(search->mesh, side);
    VeerVec2 b = veer_mesh_end_of(search->mesh, side);
    return veer_polyanya_side(search, a, b, point) == 0.0 &&
           dot2(sub2(point, a), sub2(point, b)) <= 0.0f;
}

/// All that can be seen from a point of a polygon through those of its sides that the point does
/// not lie on.
/// @param is_inside  it lies on none
static void look_round_from(VeerMeshSearch *search, uint32_t polygon, uint32_t point, double cost,
                            bool is_inside)
{
    const VeerMesh *mesh = search->mesh;
    VeerVec2 at = veer_mesh_point(search, point);
    arrive_straight(search, polygon, point, cost);
    if (search->flood) {
        veer_flood_add_point(search, polygon, point, cost);
    }
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint32_t beyond = veer_polyanya_beyond(search, side);
        if (beyond != VEER_NO_SIDE && (is_inside || !is_on(search, side, at))) {
            uint32_t end = mesh->corner[veer_mesh_next(mesh, side)];
            veer_polyanya_see(search, beyond, point, cost, (VeerRay){point, end},
                              (VeerRay){point, mesh->corner[side]});
        }
    }
}

static void look_round(VeerMeshSearch *search, uint32_t polygon, uint32_t point, double cost)
{
    look_round_from(search, polygon, point, cost, false);
}

static bool is_on_rim(const VeerMeshSearch *search, uint32_t polygon, VeerVec2 point)
{
    uint32_t side = search->mesh->first[polygon], end = search->mesh->first[polygon + 1u];
    while (side < end && !is_on(search, side, point)) {
        side++;
    }
    return side < end;
}

/// The polygon beyond a side, if the way may go there.
static uint32_t open_beyond(const VeerMeshSearch *search, uint32_t side)
{
    uint32_t mate = search->mesh->mate[side];
    return mate != VEER_NO_SIDE && veer_mesh_may_enter(search, search->mesh->face[mate]) &&
                   (!search->flood || veer_flood_may_see(search, mate))
               ? mate
               : VEER_NO_SIDE;
}

/// All polygons round the vertex where a side begins, but for its own.
static void look_round_vertex(VeerMeshSearch *search, uint32_t side, uint32_t point, double cost)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t at = side, mate;
    while ((mate = open_beyond(search, veer_mesh_before(mesh, at))) != VEER_NO_SIDE) {
        at = mate;
        if (at == side) {
            return;
        }
        look_round(search, mesh->face[at], point, cost);
    }
    at = side;
    while ((mate = open_beyond(search, at)) != VEER_NO_SIDE) {
        at = veer_mesh_next(mesh, mate);
        look_round(search, mesh->face[at], point, cost);
    }
}

/// Begins ways at a point of a polygon; of all polygons that hold it, if it lies on sides.
void veer_polyanya_leave(VeerMeshSearch *search, uint32_t polygon, uint32_t point, double cost)
{
    const VeerMesh *mesh = search->mesh;
    VeerVec2 at = veer_mesh_point(search, point);
    bool is_inside = !is_on_rim(search, polygon, at);
    look_round_from(search, polygon, point, cost, is_inside);
    if (is_inside) {
        return;
    }
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
        bool is_begin = at.x == a.x && at.y == a.y, is_end = at.x == b.x && at.y == b.y;
        if (is_begin) {
            look_round_vertex(search, side, point, cost);
        } else if (!is_end && is_on(search, side, at)) {
            uint32_t mate = open_beyond(search, side);
            if (mate != VEER_NO_SIDE) {
                look_round(search, mesh->face[mate], point, cost);
            }
        }
    }
}
