/// What can be seen from a point, and what an interval leads to in the polygon beyond its side.
#include "plan/mesh/spread.h"

#include "plan/mesh/flood.h"
#include "plan/mesh/intervals.h"

// --- From a point: the sides of the polygons round it ---

/// What a polygon has that paths lead to, seen straight from a root: the goal, and links.
static void arrive_straight(VeerMeshSearch *search, uint32_t polygon, uint32_t root, double cost)
{
    const VeerMesh *mesh = search->mesh;
    if (search->lengths) {
        veer_mesh_lengths_straight(search->lengths, polygon, veer_mesh_point(search, root), cost);
    }
    if (polygon == search->goal_polygon) {
        veer_polyanya_arrive(search, root, cost, VEER_SIDE_GOAL, 0);
    }
    for (uint32_t i = mesh->link_first[polygon]; i < mesh->link_first[polygon + 1u]; i++) {
        veer_polyanya_arrive(search, root, cost, VEER_SIDE_LINK, mesh->link_starts[i]);
    }
}

/// Whether a point is on a side, its ends included.
static bool is_on(const VeerMeshSearch *search, uint32_t side, VeerVec2 point)
{
    VeerVec2 a = veer_mesh_begin_of(search->mesh, side);
    VeerVec2 b = veer_mesh_end_of(search->mesh, side);
    return veer_polyanya_side(search, a, b, point) == 0.0 &&
           dot2(sub2(point, a), sub2(point, b)) <= 0.0f;
}

/// All that can be seen from a point of a polygon through those of its sides that the point does
/// not lie on.
/// @param is_inside  it is on none
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

/// The polygon beyond a side, if the path may go there.
static uint32_t open_beyond(const VeerMeshSearch *search, uint32_t side)
{
    uint32_t mate = search->mesh->mate[side];
    return mate != VEER_NO_SIDE && veer_mesh_may_enter(search, search->mesh->face[mate]) &&
                   (!search->flood || veer_corridor_has_room(search, mate))
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

/// Begins paths at a point of a polygon; of all polygons that hold it, if it is on sides.
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

// --- Through a side ---

/// Whether paths turn at an end of an interval. It is found out when there is something to see
/// round it: then the end is a corner of what they go round, and not one that they
/// touch in passing.
typedef struct SpreadTurn {
    bool is_known, is_there;
    VeerRay ray;     ///< of the interval, at that end
    uint32_t side;   ///< of the polygon, that begins at that end
    uint32_t vertex; ///< the end
    double cost;     ///< of the path to it, where one turns there
} SpreadTurn;

/// What is known of an interval while it is spread over the polygon that it leads into.
typedef struct Spread {
    VeerMeshSearch *search;
    const VeerInterval *at;
    VeerVec2 root;
    VeerPolyanyaLine left, right; ///< its rays
    uint32_t after;               ///< the side of the polygon that follows its side
    SpreadTurn left_turn, right_turn;
} Spread;

/// On which side of the rays of an interval a point is: left is > 0.
static inline double side_of_left(const Spread *spread, VeerVec2 point)
{
    return veer_ray_is_open(spread->at->left) ? -1.0 : veer_polyanya_beside(&spread->left, point);
}

static inline double side_of_right(const Spread *spread, VeerVec2 point)
{
    return veer_ray_is_open(spread->at->right) ? 1.0 : veer_polyanya_beside(&spread->right, point);
}

static inline void draw_ray(const VeerMeshSearch *search, VeerRay ray, VeerPolyanyaLine *line)
{
    veer_polyanya_draw(search, veer_mesh_point(search, ray.from), veer_mesh_point(search, ray.to),
                       line);
}

/// Whether a path turns at an end of the interval; it is noted.
static bool looks_round(const Spread *spread, SpreadTurn *turn)
{
    VeerMeshSearch *search = spread->search;
    uint32_t vertex = turn->vertex;
    // Only where the interval reaches the end of its side can a path turn round it.
    if (turn->ray.to != vertex || spread->at->root == vertex || !search->mesh->turns[vertex]) {
        return false;
    }
    turn->cost = spread->at->cost + veer_mesh_distance(spread->root, search->mesh->plan[vertex]);
    return search->flood ? veer_flood_note(search, turn->side, turn->cost)
                         : veer_polyanya_note(search, vertex, turn->cost);
}

static bool turns_at(const Spread *spread, SpreadTurn *turn)
{
    if (!turn->is_known) {
        turn->is_there = looks_round(spread, turn);
        turn->is_known = true;
    }
    return turn->is_there;
}

static inline void begin_turn(SpreadTurn *turn, const VeerMesh *mesh, VeerRay ray, uint32_t side)
{
    turn->is_known = false;
    turn->cost = 0.0;
    turn->ray = ray;
    turn->side = side;
    turn->vertex = mesh->corner[side];
}

/// In place, since a copy would wait for the stores before it.
static inline void begin_spread(Spread *spread, VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    const VeerInterval *at = &search->intervals[node];
    spread->search = search;
    spread->at = at;
    spread->root = veer_mesh_point(search, at->root);
    draw_ray(search, at->left, &spread->left);
    draw_ray(search, at->right, &spread->right);
    spread->after = veer_mesh_next(mesh, at->side);
    begin_turn(&spread->left_turn, mesh, at->left, at->side);
    begin_turn(&spread->right_turn, mesh, at->right, spread->after);
}

/// From where a path comes straight to a point of the polygon that the interval leads into: its
/// root, or an end of it. @return the cost of the path to there; INFINITY: there is none
static double last_turn(Spread *spread, VeerVec2 point, uint32_t *root)
{
    SpreadTurn *turn = side_of_right(spread, point) < 0.0  ? &spread->right_turn
                       : side_of_left(spread, point) > 0.0 ? &spread->left_turn
                                                           : NULL;
    *root = turn ? turn->vertex : spread->at->root;
    return !turn ? spread->at->cost : turns_at(spread, turn) ? turn->cost : (double)INFINITY;
}

/// The path to the goal, or to a link, in the polygon that the interval leads into.
static void arrive_through(Spread *spread, VeerVec2 point, uint32_t side, uint32_t link)
{
    uint32_t root;
    double cost = last_turn(spread, point, &root);
    if (cost < (double)INFINITY) {
        veer_polyanya_arrive(spread->search, root, cost, side, link);
    }
}

/// The paths to all goals in the polygon that the interval leads into.
static void reach_through(Spread *spread, uint32_t polygon)
{
    VeerMeshLengths *lengths = spread->search->lengths;
    uint32_t looks = 0;
    for (uint32_t i = lengths->first[polygon]; i != VEER_NO_GOAL; i = lengths->next[i]) {
        // No path is shorter than straight from the root.
        if (spread->at->cost + veer_mesh_distance(spread->root, lengths->at[i]) <
            lengths->length[i]) {
            uint32_t root;
            double cost = last_turn(spread, lengths->at[i], &root);
            VeerVec2 from = veer_mesh_point(spread->search, root);
            veer_mesh_lengths_note(lengths, i, cost + veer_mesh_distance(from, lengths->at[i]));
        }
        ++looks;
    }
    lengths->work += 1u + looks / VEER_LENGTHS_LOOKS;
}

/// A vertex of the polygon, and on which side of both rays it is.
typedef struct SpreadBearing {
    uint32_t vertex;
    double left, right;
} SpreadBearing;

static inline SpreadBearing bearing_of(const Spread *spread, uint32_t vertex)
{
    VeerVec2 point = spread->search->mesh->plan[vertex];
    if (vertex == spread->at->root) {
        return (SpreadBearing){vertex, -1.0, 1.0}; // where all rays begin, none passes
    }
    return (SpreadBearing){vertex, side_of_left(spread, point), side_of_right(spread, point)};
}

/// Paths that turn at the right end see the side from u up to a ray.
static void see_round_right(Spread *spread, uint32_t beyond, uint32_t u, VeerRay left)
{
    const SpreadTurn *turn = &spread->right_turn;
    if (turns_at(spread, &spread->right_turn)) {
        veer_polyanya_see(spread->search, beyond, turn->vertex, turn->cost, left,
                          (VeerRay){turn->vertex, u});
    }
}

static void see_round_left(Spread *spread, uint32_t beyond, uint32_t v, VeerRay right)
{
    const SpreadTurn *turn = &spread->left_turn;
    if (turns_at(spread, &spread->left_turn)) {
        veer_polyanya_see(spread->search, beyond, turn->vertex, turn->cost,
                          (VeerRay){turn->vertex, v}, right);
    }
}

/// What is seen of a side from u on the right to v on the left.
/// @param beyond  the side beyond it
static inline void spread_side(Spread *spread, uint32_t beyond, SpreadBearing u, SpreadBearing v)
{
    const VeerInterval *at = spread->at;
    // A side along a ray is seen edge on: a path may bend there round what is beside it.
    if (v.right < 0.0 ||
        (v.right == 0.0 &&
         (u.right < 0.0 || (u.right == 0.0 && turns_at(spread, &spread->right_turn))))) {
        see_round_right(spread, beyond, u.vertex, (VeerRay){spread->right_turn.vertex, v.vertex});
        return;
    }
    if (u.left > 0.0 ||
        (u.left == 0.0 &&
         (v.left > 0.0 || (v.left == 0.0 && turns_at(spread, &spread->left_turn))))) {
        see_round_left(spread, beyond, v.vertex, (VeerRay){spread->left_turn.vertex, u.vertex});
        return;
    }
    if (u.right < 0.0) {
        see_round_right(spread, beyond, u.vertex, at->right);
    }
    veer_polyanya_see(spread->search, beyond, at->root, at->cost,
                      v.left <= 0.0 ? (VeerRay){at->root, v.vertex} : at->left,
                      u.right >= 0.0 ? (VeerRay){at->root, u.vertex} : at->right);
    if (v.left > 0.0) {
        see_round_left(spread, beyond, v.vertex, at->left);
    }
}

/// What is seen of all sides of the polygon that lead on.
static inline void spread_sides(Spread *spread, uint32_t polygon)
{
    const VeerMesh *mesh = spread->search->mesh;
    uint32_t first = mesh->first[polygon], end = mesh->first[polygon + 1u];
    SpreadBearing u = {.vertex = VEER_NO_NODE};
    for (uint32_t side = spread->after, next; side != spread->at->side; side = next) {
        next = side + 1u == end ? first : side + 1u;
        uint32_t beyond = veer_polyanya_beyond(spread->search, side);
        if (beyond == VEER_NO_SIDE) {
            continue;
        }
        if (u.vertex != mesh->corner[side]) {
            u = bearing_of(spread, mesh->corner[side]);
        }
        SpreadBearing v = bearing_of(spread, mesh->corner[next]);
        spread_side(spread, beyond, u, v);
        u = v;
    }
}

/// All that an interval leads to in the polygon beyond.
void veer_polyanya_spread(VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    const VeerInterval *interval = &search->intervals[node];
    // There may be a better path to the root by now.
    if (!search->flood && !veer_polyanya_note(search, interval->root, interval->cost)) {
        return;
    }
    uint32_t polygon = mesh->face[interval->side];
    Spread spread;
    begin_spread(&spread, search, node);
    for (uint32_t i = mesh->link_first[polygon]; i < mesh->link_first[polygon + 1u]; i++) {
        uint32_t begin = veer_link_begin(mesh, mesh->link_starts[i]);
        arrive_through(&spread, veer_mesh_point(search, begin), VEER_SIDE_LINK,
                       mesh->link_starts[i]);
    }
    if (search->lengths) {
        reach_through(&spread, polygon);
    }
    if (polygon == search->goal_polygon) {
        arrive_through(&spread, plane2(search->goal), VEER_SIDE_GOAL, 0);
        return;
    }
    spread_sides(&spread, polygon);
}
