/// What hangs together in a mesh, where one can turn, and what is a dead end.
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

/// Whether the wall turns away where one side of it ends and the other begins, so that a shortest
/// way may turn there; also round the end of a wall that is a mere line.
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
    memset(mesh->is_rim, 0, mesh->vertex_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->mate[side] == VEER_NO_SIDE) {
            uint32_t next = next_wall(mesh, side);
            uint16_t *turns = &mesh->turns[mesh->corner[next]];
            *turns = *turns || is_reflex(mesh, side, next) ? 1 : 0;
            mesh->is_rim[mesh->corner[next]] = 1;
        }
    }
    // Who may not enter a polygon turns at its corners.
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->flags[mesh->face[side]]) {
            mesh->turns[mesh->corner[side]] = 1;
        }
    }
}

static void join_sides(const VeerMesh *mesh, uint32_t *part)
{
    veer_union_find_begin(part, mesh->polygon_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->mate[side] != VEER_NO_SIDE) {
            veer_union_find_unite(part, mesh->face[side], mesh->face[mesh->mate[side]]);
        }
    }
}

void veer_mesh_find_rooms(const VeerMesh *mesh, uint32_t *room)
{
    join_sides(mesh, room);
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        room[i] = veer_union_find_root(room, i);
    }
}

void veer_mesh_find_parts(VeerMesh *mesh)
{
    join_sides(mesh, mesh->part);
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        if (veer_mesh_has_link(&mesh->links[i])) {
            veer_union_find_unite(mesh->part, mesh->links[i].from_polygon,
                                  mesh->links[i].to_polygon);
        }
    }
    mesh->part_count = veer_union_find_number(mesh->part, mesh->polygon_count);
}

/// How many ways lead out of a polygon but for those to twigs.
static uint32_t count_ways(const VeerMesh *mesh, uint32_t polygon, uint32_t *way)
{
    uint32_t count = 0;
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint32_t mate = mesh->mate[side];
        if (mate != VEER_NO_SIDE && mesh->up[mesh->face[mate]] == VEER_NO_SIDE) {
            *way = side;
            count++;
        }
    }
    return count;
}

/// Whether a link begins on a polygon. Who comes to the end of one is past all twigs.
static bool has_link(const VeerMesh *mesh, uint32_t polygon)
{
    return mesh->link_first[polygon] < mesh->link_first[polygon + 1u];
}

/// Makes a polygon a twig if but one way leads on from it.
static bool become_twig(VeerMesh *mesh, uint32_t polygon)
{
    uint32_t way = VEER_NO_SIDE;
    if (mesh->up[polygon] == VEER_NO_SIDE && count_ways(mesh, polygon, &way) == 1 &&
        !has_link(mesh, polygon)) {
        mesh->up[polygon] = way;
        return true;
    }
    return false;
}

void veer_mesh_find_twigs(VeerMesh *mesh, uint32_t *queue)
{
    uint32_t begin = 0, end = 0;
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        mesh->up[i] = VEER_NO_SIDE;
    }
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        if (become_twig(mesh, i)) {
            queue[end++] = i;
        }
    }
    while (begin < end) {
        uint32_t next = mesh->face[mesh->mate[mesh->up[queue[begin++]]]];
        if (become_twig(mesh, next)) {
            queue[end++] = next;
        }
    }
}
