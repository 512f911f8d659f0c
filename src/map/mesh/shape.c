/// Connected components of a mesh, corners where paths turn, and dead ends.
#include "base/union_find.h"
#include "map/mesh/mesh.h"

#include <string.h>

/// The side that follows `side` along the wall: both have nothing beyond them.
static uint32_t next_wall(const VeerMesh *mesh, uint32_t side)
{
    uint32_t next = veer_mesh_next(mesh, side);
    while (mesh->mate[next] != VEER_NO_SIDE) {
        next = veer_mesh_next(mesh, mesh->mate[next]);
    }
    return next;
}

/// Whether the border is reflex between two of its sides, so that a shortest path may turn there;
/// also round the end of a wall that is a mere line.
static bool is_reflex(const VeerMesh *mesh, uint32_t side, uint32_t next)
{
    VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_begin_of(mesh, next);
    VeerVec2 c = veer_mesh_end_of(mesh, next);
    int turn = veer_orient(a, b, c);
    return turn < 0 || (turn == 0 && dot2(sub2(b, a), sub2(c, b)) < 0.0f);
}

void veer_mesh_find_turns(VeerMesh *mesh)
{
    memset(mesh->turns, 0, mesh->vertex_count * sizeof *mesh->turns);
    memset(mesh->is_border, 0, mesh->vertex_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->mate[side] == VEER_NO_SIDE) {
            uint32_t next = next_wall(mesh, side);
            uint16_t *turns = &mesh->turns[mesh->corner[next]];
            *turns = *turns || is_reflex(mesh, side, next) ? 1 : 0;
            mesh->is_border[mesh->corner[next]] = 1;
        }
    }
    // Agents that may not enter a polygon turn at its corners.
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->flags[mesh->face[side]]) {
            mesh->turns[mesh->corner[side]] = 1;
        }
    }
}

static void unite_sides(const VeerMesh *mesh, uint32_t *parent)
{
    veer_union_find_begin(parent, mesh->polygon_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->mate[side] != VEER_NO_SIDE) {
            veer_union_find_unite(parent, mesh->face[side], mesh->face[mesh->mate[side]]);
        }
    }
}

void veer_mesh_find_islands(const VeerMesh *mesh, uint32_t *island)
{
    unite_sides(mesh, island);
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        island[i] = veer_union_find_root(island, i);
    }
}

void veer_mesh_find_components(VeerMesh *mesh)
{
    unite_sides(mesh, mesh->component);
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        if (veer_mesh_has_link(&mesh->links[i])) {
            veer_union_find_unite(mesh->component, mesh->links[i].from_polygon,
                                  mesh->links[i].to_polygon);
        }
    }
    mesh->component_count = veer_union_find_number(mesh->component, mesh->polygon_count);
}

/// How many sides lead out of a polygon, but for those into dead ends. The last of them.
static uint32_t count_exits(const VeerMesh *mesh, uint32_t polygon, uint32_t *exit)
{
    uint32_t count = 0;
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint32_t mate = mesh->mate[side];
        if (mate != VEER_NO_SIDE && mesh->exit[mesh->face[mate]] == VEER_NO_SIDE) {
            *exit = side;
            count++;
        }
    }
    return count;
}

/// Whether a link begins or ends on a polygon.
static bool has_link(const VeerMesh *mesh, uint32_t polygon)
{
    return mesh->link_first[polygon] < mesh->link_first[polygon + 1u];
}

/// Makes a polygon a dead end if only one side leads out of it.
static bool become_dead_end(VeerMesh *mesh, uint32_t polygon)
{
    uint32_t exit = VEER_NO_SIDE;
    if (mesh->exit[polygon] == VEER_NO_SIDE && count_exits(mesh, polygon, &exit) == 1 &&
        !has_link(mesh, polygon)) {
        mesh->exit[polygon] = exit;
        return true;
    }
    return false;
}

void veer_mesh_find_dead_ends(VeerMesh *mesh)
{
    uint32_t *queue = mesh->queue;
    uint32_t begin = 0, end = 0;
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        mesh->exit[i] = VEER_NO_SIDE;
    }
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        if (become_dead_end(mesh, i)) {
            queue[end++] = i;
        }
    }
    while (begin < end) {
        uint32_t next = mesh->face[mesh->mate[mesh->exit[queue[begin++]]]];
        if (become_dead_end(mesh, next)) {
            queue[end++] = next;
        }
    }
}
