/// The links of a mesh: snapped to its polygons, listed by where they begin.
#include "map/mesh/mesh.h"

#include <string.h>

/// The polygon at one end of a link; `end` becomes the nearest point of it.
static bool settle_end(const VeerMesh *mesh, uint32_t *polygon, VeerVec3 *end)
{
    if (!is_position3(*end)) {
        return false;
    }
    *end = veer_mesh_to_units(mesh, *end);
    if (*polygon == VEER_NO_POLYGON) {
        *polygon = veer_mesh_find(mesh, *end, UINT32_MAX, end);
        return true;
    }
    if (*polygon >= mesh->polygon_count) {
        return false;
    }
    *end = veer_mesh_onto(mesh, *polygon, *end);
    return true;
}

static bool settle_link(VeerMesh *mesh, const VeerMeshLink *given, VeerMeshLink *link)
{
    *link = *given;
    if (!settle_end(mesh, &link->from_polygon, &link->from) ||
        !settle_end(mesh, &link->to_polygon, &link->to)) {
        return false;
    }
    float length = length2(sub2(plane2(link->to), plane2(link->from)));
    if (!(link->cost >= 0.0f && link->cost <= 16.0f * VEER_WORLD_LIMIT)) {
        return false;
    }
    link->cost /= mesh->unit.x;
    if (given->cost == 0.0f) {
        // Rounded up, so that the cost is never less than the straight length.
        link->cost = length * (1.0f + 1e-6f);
    }
    return link->cost >= length * (1.0f - 1e-6f);
}

/// Lists the links by the polygons that they begin and end on; one-way ones too, for searches back.
static void list_starts(VeerMesh *mesh)
{
    uint32_t polygons = mesh->polygon_count, sum = 0;
    memset(mesh->link_first, 0, ((size_t)polygons + 1u) * sizeof *mesh->link_first);
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        const VeerMeshLink *link = &mesh->links[i];
        if (veer_mesh_has_link(link)) {
            mesh->link_first[link->from_polygon]++;
            mesh->link_first[link->to_polygon]++;
        }
    }
    for (uint32_t i = 0; i <= polygons; i++) {
        sum += mesh->link_first[i];
        mesh->link_first[i] = sum;
    }
    for (uint32_t i = mesh->link_count; i-- > 0;) {
        const VeerMeshLink *link = &mesh->links[i];
        if (!veer_mesh_has_link(link)) {
            continue;
        }
        mesh->link_starts[--mesh->link_first[link->to_polygon]] = i << 1 | 1u;
        mesh->link_starts[--mesh->link_first[link->from_polygon]] = i << 1;
    }
}

/// One that was settled, or none: only looked over.
static bool take_link(VeerMesh *mesh, const VeerMeshLink *given, VeerMeshLink *link)
{
    *link = *given;
    float length = length2(sub2(plane2(link->to), plane2(link->from)));
    bool are_ends = is_position3(link->from) && is_position3(link->to) &&
                    link->from_polygon < mesh->polygon_count &&
                    link->to_polygon < mesh->polygon_count;
    return !veer_mesh_has_link(link) ||
           (are_ends && link->cost <= 16.0f * VEER_WORLD_LIMIT / mesh->unit.x &&
            link->cost >= length * (1.0f - 1e-6f));
}

bool veer_mesh_settle_links(VeerMesh *mesh, const VeerMeshDef *def, uint32_t *place)
{
    for (*place = 0; *place < mesh->link_count; ++*place) {
        const VeerMeshLink *given = &def->links[*place];
        VeerMeshLink *link = &mesh->links[*place];
        if (!(def->has_settled_links ? take_link(mesh, given, link)
                                     : settle_link(mesh, given, link))) {
            return false;
        }
    }
    list_starts(mesh);
    return true;
}

// --- Of copies with room for links ---

size_t veer_mesh_linked_size(const VeerMesh *mesh, uint32_t link_count)
{
    VeerMesh parts = *mesh;
    parts.link_count = link_count;
    return veer_mesh_lay_out(NULL, &parts);
}

VeerMesh *veer_mesh_copy_linked(void *memory, const VeerMesh *mesh, uint32_t link_count)
{
    VeerMesh *copy = memory;
    // Links come last.
    memcpy(memory, mesh, (size_t)((const char *)mesh->links - (const char *)mesh));
    copy->link_count = link_count;
    copy->bytes = veer_mesh_lay_out(memory, copy);
    memset(copy->link_first, 0, ((size_t)copy->polygon_count + 1u) * sizeof *copy->link_first);
    copy->clear = NULL; // its owner measures anew
    return copy;
}

void veer_mesh_relink(VeerMesh *mesh, const VeerMeshLink *links)
{
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        VeerMeshLink *link = &mesh->links[i];
        if (!settle_link(mesh, &links[i], link)) {
            *link = (VeerMeshLink){.from_polygon = VEER_NO_POLYGON};
        }
    }
    list_starts(mesh);
    veer_mesh_find_components(mesh);
    veer_mesh_find_dead_ends(mesh);
}
