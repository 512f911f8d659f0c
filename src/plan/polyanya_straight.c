/// Goals in sight: the straight way over a mesh, from polygon to polygon.
#include "plan/polyanya.h"

/// Whether a way may leave by a side, and meets the goal on it at the earliest.
static bool may_leave(const VeerMeshSearch *search, uint32_t side)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t mate = mesh->mate[side];
    return mate != VEER_NO_SIDE && veer_mesh_may_enter(search, mesh->face[mate]) &&
           veer_polyanya_side(search, veer_mesh_begin_of(mesh, side), veer_mesh_end_of(mesh, side),
                              plane2(search->goal)) <= 0;
}

/// The side by which the straight way leaves a polygon: from its right to its left. At a vertex it
/// is one of the two, and the way goes round that vertex until a polygon lies ahead.
/// @param way    from start to goal
/// @param entry  the side by which it came
static uint32_t exit_of(const VeerMeshSearch *search, const VeerPolyanyaLine *way, uint32_t polygon,
                        uint32_t entry)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t end = mesh->first[polygon + 1u], before = end - 1u;
    int turn = veer_polyanya_beside(way, veer_mesh_begin_of(mesh, before));
    for (uint32_t side = mesh->first[polygon]; side < end; before = side++) {
        int begin_turn = turn;
        turn = veer_polyanya_beside(way, veer_mesh_begin_of(mesh, side));
        if (begin_turn <= 0 && turn >= 0 && begin_turn != turn && before != entry &&
            may_leave(search, before)) {
            return before;
        }
    }
    return VEER_NO_SIDE;
}

/// Keeps what the straight way goes through.
static void keep(VeerMeshSearch *search, uint32_t side)
{
    VeerInterval *interval = &search->intervals[search->interval_count++];
    interval->cost = 0.0;
    interval->root = search->mesh->vertex_count;
    interval->side = side;
}

/// Whether the straight way leads to the goal; what it goes through is kept.
static bool goes_straight(VeerMeshSearch *search)
{
    const VeerMesh *mesh = search->mesh;
    VeerPolyanyaLine way;
    uint32_t polygon = search->start_polygon, entry = VEER_NO_SIDE, room = mesh->polygon_count;
    room = room < search->interval_capacity ? room : search->interval_capacity - 1u;
    veer_polyanya_draw(search, plane2(search->start), plane2(search->goal), &way);
    while (polygon != search->goal_polygon) {
        uint32_t side = exit_of(search, &way, polygon, entry);
        if (side == VEER_NO_SIDE || room-- == 0) {
            return false;
        }
        entry = mesh->mate[side];
        polygon = mesh->face[entry];
        keep(search, entry);
    }
    keep(search, VEER_SIDE_GOAL);
    return true;
}

bool veer_polyanya_straight(VeerMeshSearch *search, const VeerSearchSpace *space)
{
    search->interval_count = 0;
    if (!goes_straight(search)) {
        search->interval_count = 0;
        return false;
    }
    veer_search_settle(search->search, space, 0);
    for (uint32_t node = 1; node < search->interval_count; node++) {
        veer_search_lead(search->search, node, 0);
    }
    return true;
}
