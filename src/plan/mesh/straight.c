/// Goals in sight: the straight path over a mesh, from polygon to polygon.
#include "plan/mesh/straight.h"

#include "plan/mesh/intervals.h"

/// The opposite side of the neighbour, if a path may enter that; else VEER_NO_SIDE.
static uint32_t open_beyond(const VeerMeshSearch *search, uint32_t side)
{
    uint32_t mate = search->mesh->mate[side];
    return mate != VEER_NO_SIDE && veer_mesh_may_enter(search, search->mesh->face[mate])
               ? mate
               : VEER_NO_SIDE;
}

/// Whether a path may leave by a side, and meets the goal on it at the earliest.
static bool may_leave(const VeerMeshSearch *search, uint32_t side)
{
    const VeerMesh *mesh = search->mesh;
    return open_beyond(search, side) != VEER_NO_SIDE &&
           veer_polyanya_side(search, veer_mesh_begin_of(mesh, side), veer_mesh_end_of(mesh, side),
                              plane2(search->goal)) <= 0.0;
}

/// Where the straight path is.
typedef struct StraightPlace {
    uint32_t polygon, entry; ///< the side by which it came in
    uint32_t kept;           ///< intervals
    bool is_between;         ///< it came in between the ends of that side
} StraightPlace;

/// How the straight path leaves a polygon, over a side from its right to its left.
typedef struct StraightExit {
    uint32_t beyond; ///< the opposite side of the neighbour; VEER_NO_SIDE: there is no path on
    uint32_t vertex; ///< where that is at an end of the side; else VEER_NO_NODE
} StraightExit;

/// Whether a side along the path leads ahead, so that its polygon is on the left.
static bool leads_on(const VeerMesh *mesh, const VeerPolyanyaLine *line, uint32_t side)
{
    VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
    return line->along_x * ((double)b.x - (double)a.x) +
               line->along_y * ((double)b.y - (double)a.y) >
           0;
}

/// Out of a polygon between the ends of a side. Whether that is before the goal need not be
/// asked: the goal's polygon cannot be entered beyond the goal.
static inline StraightExit exit_between(const VeerMeshSearch *search, uint32_t side)
{
    return (StraightExit){open_beyond(search, side), VEER_NO_NODE};
}

/// The path out of a polygon. At a vertex there are two, of which the one on the side that is asked
/// for comes first; the path goes round that vertex until a polygon is ahead. A polygon beside the
/// path ends at a vertex as well, and to its other side leads the side along the path.
/// @param path  from start to goal
static StraightExit exit_of(const VeerMeshSearch *search, const VeerPolyanyaLine *line,
                            const StraightPlace *place, bool is_left)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t end = mesh->first[place->polygon + 1u], before = end - 1u;
    double turn = veer_polyanya_beside(line, veer_mesh_begin_of(mesh, before));
    StraightExit best = {VEER_NO_SIDE, VEER_NO_NODE};
    for (uint32_t side = mesh->first[place->polygon]; side < end; before = side++) {
        double begin_turn = turn;
        turn = veer_polyanya_beside(line, veer_mesh_begin_of(mesh, side));
        if (begin_turn < 0.0 && turn > 0.0) {
            return exit_between(search, before);
        }
        if (begin_turn > 0.0 || turn < 0.0 || before == place->entry ||
            !may_leave(search, before)) {
            continue;
        }
        bool goes_left = begin_turn == 0.0 && (turn != 0.0 || !leads_on(mesh, line, before));
        if (best.beyond == VEER_NO_SIDE || is_left == goes_left) {
            best = (StraightExit){mesh->mate[before], mesh->corner[goes_left ? before : side]};
        }
    }
    return best;
}

/// As exit_of. Where the path came in between the ends of a side, what follows that side round the
/// polygon is to the right of the path up to the side that it leaves by.
static StraightExit next_exit(const VeerMeshSearch *search, const VeerPolyanyaLine *line,
                              const StraightPlace *place, bool is_left)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t begin = mesh->first[place->polygon], end = mesh->first[place->polygon + 1u];
    uint32_t side = place->entry, next = place->entry + 1u == end ? begin : place->entry + 1u;
    double turn = place->is_between ? -1.0 : 0.0;
    while (turn < 0.0) {
        side = next;
        next = side + 1u == end ? begin : side + 1u;
        turn = veer_polyanya_beside(line, veer_mesh_begin_of(mesh, next));
    }
    if (turn == 0.0) {
        return exit_of(search, line, place, is_left);
    }
    return exit_between(search, side);
}

/// Keeps a side that the straight path goes through.
static void keep(VeerMeshSearch *search, uint32_t side)
{
    VeerInterval *interval = &search->intervals[search->interval_count++];
    interval->cost = 0.0;
    interval->root = search->mesh->vertex_count;
    interval->side = side;
}

/// Goes through an exit.
static void go_through(VeerMeshSearch *search, StraightPlace *place, StraightExit exit)
{
    place->entry = exit.beyond;
    place->is_between = exit.vertex == VEER_NO_NODE;
    place->polygon = search->mesh->face[place->entry];
    keep(search, place->entry);
    place->kept = search->interval_count;
}

/// Whether the straight path leads to the goal; what it goes through is kept. Where a wall ends a
/// path round a vertex on the right, it goes round on the left.
static bool goes_straight(VeerMeshSearch *search)
{
    uint32_t vertex = VEER_NO_NODE, most = 2u * search->mesh->polygon_count;
    StraightPlace place = {search->start_polygon, VEER_NO_SIDE, 0, false}, before = place;
    bool is_left = false;
    VeerPolyanyaLine line;
    veer_polyanya_draw(search, plane2(search->start), plane2(search->goal), &line);
    for (; place.polygon != search->goal_polygon && most > 0; most--) {
        StraightExit exit = next_exit(search, &line, &place, is_left);
        if (exit.beyond == VEER_NO_SIDE && vertex != VEER_NO_NODE && !is_left) {
            place = before;
            is_left = true;
            search->interval_count = place.kept;
            continue;
        }
        if (exit.beyond == VEER_NO_SIDE ||
            search->interval_count + 1u >= search->interval_capacity) {
            return false;
        }
        if (exit.vertex != vertex) {
            vertex = exit.vertex;
            before = place;
            is_left = false;
        }
        go_through(search, &place, exit);
    }
    return place.polygon == search->goal_polygon;
}

bool veer_polyanya_straight(VeerMeshSearch *search, const VeerSearchSpace *space)
{
    search->interval_count = 0;
    if (search->interval_capacity == 0 || !goes_straight(search)) {
        search->interval_count = 0;
        return false;
    }
    keep(search, VEER_SIDE_GOAL);
    search->search->space = *space;
    veer_search_settle(search->search, 0);
    for (uint32_t node = 1; node < search->interval_count; node++) {
        veer_search_lead(search->search, node, 0);
    }
    return true;
}
