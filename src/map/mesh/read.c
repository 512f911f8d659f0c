/// Reading and blocking a mesh.
#include "base/hash.h"
#include "map/mesh/mesh.h"

VeerVec3 veer_mesh_origin(const VeerMesh *mesh)
{
    return mesh ? mesh->origin : (VeerVec3){0};
}

VeerVec3 veer_mesh_unit(const VeerMesh *mesh)
{
    return mesh ? mesh->unit : (VeerVec3){0};
}

uint32_t veer_mesh_polygon_count(const VeerMesh *mesh)
{
    return mesh ? mesh->polygon_count : 0;
}

size_t veer_mesh_copy_size(const VeerMesh *mesh)
{
    return mesh ? mesh->bytes : 0;
}

uint32_t veer_mesh_vertex_count(const VeerMesh *mesh)
{
    return mesh ? mesh->vertex_count : 0;
}

/// Units: what is further off counts as so far, so that squares fit a float.
#define FAR 1e15f

VeerVec3 veer_mesh_to_units(const VeerMesh *mesh, VeerVec3 point)
{
    VeerVec3 from = sub3(point, mesh->origin), unit = mesh->unit;
    return vec3(clamp_f(from.x / unit.x, -FAR, FAR), clamp_f(from.y / unit.y, -FAR, FAR),
                clamp_f(from.z / unit.z, -FAR, FAR));
}

VeerVec3 veer_mesh_to_metres(const VeerMesh *mesh, VeerVec3 point)
{
    VeerVec3 origin = mesh->origin, unit = mesh->unit;
    return vec3(origin.x + point.x * unit.x, origin.y + point.y * unit.y,
                origin.z + point.z * unit.z);
}

uint32_t veer_mesh_corners(const VeerMesh *mesh, uint32_t polygon, VeerVec3 *out, uint32_t capacity)
{
    if (!mesh || polygon >= mesh->polygon_count) {
        return 0;
    }
    uint32_t begin = mesh->first[polygon], count = mesh->first[polygon + 1u] - begin;
    for (uint32_t i = 0; out && i < count && i < capacity; i++) {
        uint32_t vertex = mesh->corner[begin + i];
        VeerVec2 p = mesh->plan[vertex];
        out[i] = veer_mesh_to_metres(mesh, vec3(p.x, p.y, mesh->height[vertex]));
    }
    return count;
}

uint32_t veer_mesh_beyond(const VeerMesh *mesh, uint32_t polygon, uint32_t edge)
{
    if (!mesh || polygon >= mesh->polygon_count ||
        edge >= mesh->first[polygon + 1u] - mesh->first[polygon]) {
        return VEER_NO_POLYGON;
    }
    uint32_t mate = mesh->mate[mesh->first[polygon] + edge];
    return mate == VEER_NO_SIDE ? VEER_NO_POLYGON : mesh->face[mate];
}

bool veer_mesh_is_blocked(const VeerMesh *mesh, uint32_t polygon)
{
    return !mesh || polygon >= mesh->polygon_count || mesh->blocked[polygon];
}

void veer_mesh_set_blocked(VeerMesh *mesh, uint32_t polygon, bool is_blocked)
{
    if (!mesh || polygon >= mesh->polygon_count || mesh->blocked[polygon] == is_blocked) {
        return;
    }
    mesh->blocked[polygon] = is_blocked;
    // What is blocked has corners to turn at.
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint16_t *turns = &mesh->turns[mesh->corner[side]];
        *turns = (uint16_t)(is_blocked ? *turns + 1u : *turns - 1u);
    }
}

uint32_t veer_mesh_component(const VeerMesh *mesh, uint32_t polygon)
{
    return mesh && polygon < mesh->polygon_count ? mesh->component[polygon] : UINT32_MAX;
}

uint64_t veer_mesh_hash(const VeerMesh *mesh, uint64_t hash)
{
    const uint32_t counts[] = {mesh->vertex_count, mesh->polygon_count, mesh->side_count};
    hash = veer_hash_words(hash, counts, sizeof counts);
    hash = veer_hash_words(hash, &mesh->origin, sizeof mesh->origin);
    hash = veer_hash_words(hash, &mesh->unit, sizeof mesh->unit);
    hash = veer_hash_words(hash, mesh->plan, mesh->vertex_count * sizeof *mesh->plan);
    hash = veer_hash_words(hash, mesh->height, mesh->vertex_count * sizeof *mesh->height);
    hash = veer_hash_words(hash, mesh->first, (mesh->polygon_count + 1u) * sizeof *mesh->first);
    hash = veer_hash_words(hash, mesh->corner, mesh->side_count * sizeof *mesh->corner);
    return veer_hash_words(hash, mesh->flags, mesh->polygon_count * sizeof *mesh->flags);
}

size_t veer_mesh_def_size(const VeerMesh *mesh)
{
    return mesh ? mesh->vertex_count * sizeof(VeerVec3) : 0;
}

VeerStatus veer_mesh_def(void *memory, const VeerMesh *mesh, VeerMeshDef *out)
{
    if (!memory || !mesh || !out) {
        return VEER_BAD_VALUE;
    }
    VeerVec3 *vertices = memory;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        vertices[i] = (VeerVec3){mesh->plan[i].x, mesh->plan[i].y, mesh->height[i]};
    }
    *out =
        (VeerMeshDef){.origin = mesh->origin,
                      .unit = mesh->unit,
                      .vertices = vertices,
                      .vertex_count = mesh->vertex_count,
                      .first = mesh->first,
                      .corners = mesh->corner,
                      .flags = mesh->flags,
                      .polygon_count = mesh->polygon_count,
                      .links = mesh->links,
                      .link_count = mesh->link_count,
                      .has_settled_links = true,
                      .piece_size = mesh->piece_size,
                      .cookie = mesh->piece_size > 0.0f ? VEER_MESH_COOKIE_CUT : VEER_MESH_COOKIE};
    return VEER_OK;
}
