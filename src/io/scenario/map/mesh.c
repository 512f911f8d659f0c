/// Maps that are meshes: floors, ramps and stairs out of convex polygons.
#include "io/scenario/map/map.h"

#include <math.h>

static bool read_polygon(VeerReader *reader, const VeerNode *polygon, uint32_t vertices,
                         uint32_t *corners)
{
    bool is_read = true;
    const VeerNode *node = veer_reader_first(reader, polygon);
    for (; node && is_read; node = node->next) {
        is_read = veer_reader_count(reader, node, 0, vertices - 1u, corners++);
    }
    return reader->status == VEER_OK;
}

/// Reads the corners of polygons, by number, polygon by polygon.
static bool read_polygons(VeerReader *reader, const VeerMeshSpec *spec, VeerMeshDef *def)
{
    const VeerNode *polygon = veer_reader_first(reader, spec->polygons);
    uint32_t *first = veer_reader_take(reader, spec->polygons->count + 1u, sizeof *first);
    uint32_t *corners =
        veer_reader_take(reader, veer_node_grandchildren(spec->polygons) + 1u, sizeof *corners);
    for (; polygon && first && corners; polygon = polygon->next) {
        uint32_t begin = first[def->polygon_count++];
        if (!read_polygon(reader, polygon, spec->vertices.count, corners + begin)) {
            return false;
        }
        first[def->polygon_count] = begin + polygon->count;
    }
    def->first = first;
    def->corners = corners;
    return reader->status == VEER_OK;
}

/// Names the polygon that is at fault.
static bool fail_mesh(VeerLoader *loader, const VeerNode *node, const VeerMeshSpec *spec,
                      VeerMeshFault fault, uint32_t place)
{
    const VeerNode *polygon = veer_node_element(spec->polygons, place);
    bool is_polygon = fault == VEER_MESH_BAD_CORNER || fault == VEER_MESH_NOT_CONVEX ||
                      fault == VEER_MESH_EDGE_SHARED;
    return veer_reader_fail(&loader->reader, is_polygon && polygon ? polygon : node, "%s",
                            fault == VEER_MESH_BAD_DEF ? "needs at least one polygon"
                                                       : veer_mesh_fault_text(fault));
}

static bool make_mesh(VeerLoader *loader, const VeerNode *node, const VeerMeshSpec *spec,
                      const VeerMeshDef *def)
{
    VeerMeshFault fault = VEER_MESH_GOOD;
    uint32_t place = 0;
    size_t size = veer_mesh_size(def);
    if (!veer_reader_within(&loader->reader, node, VEER_LIMIT_PARTS, def->polygon_count,
                            "polygons")) {
        return false;
    }
    void *memory = veer_reader_take_block(&loader->reader, size > 0 ? size : 1);
    if (!memory) {
        return false;
    }
    loader->scenario->mesh = veer_mesh_init(memory, def, &fault, &place);
    return loader->scenario->mesh || fail_mesh(loader, node, spec, fault, place);
}

/// Makes the mesh again, with its links: what is measured by it goes over them too.
static bool link_mesh(VeerLoader *loader, const VeerNode *map, const VeerMeshSpec *spec,
                      VeerMeshDef *def, const VeerNode *links)
{
    VeerScenario *scenario = loader->scenario;
    if (!links) {
        return true;
    }
    if (!veer_load_links(loader, links)) {
        return false;
    }
    uint32_t count = scenario->def.map.max_links;
    VeerMeshLink *made = veer_reader_take(&loader->reader, count + 1u, sizeof *made);
    if (!made) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const VeerLinkDef *link = &scenario->links[i];
        float x = link->to.x - link->from.x, y = link->to.y - link->from.y;
        float cost = link->cost > 1.0001f * sqrtf(x * x + y * y) ? link->cost : 0.0f; // its length
        made[i] = (VeerMeshLink){link->from, link->to,    VEER_NO_POLYGON, VEER_NO_POLYGON,
                                 cost,       link->flags, link->is_one_way};
    }
    def->links = made;
    def->link_count = count;
    return make_mesh(loader, map, spec, def);
}

bool veer_load_mesh(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec)
{
    VeerMeshSpec mesh = {.polygons = NULL};
    VeerMeshDef def = veer_mesh_def_default();
    if (veer_map_stated(spec) != 0) {
        return veer_reader_fail(&loader->reader, map,
                                "with \"mesh\" must have nothing that is for cells");
    }
    if (!veer_reader_object(&loader->reader, spec->mesh, &veer_mesh_schema, &mesh) ||
        !read_polygons(&loader->reader, &mesh, &def)) {
        return false;
    }
    def.origin = spec->origin;
    def.unit = (VeerVec3){spec->cell_size, spec->cell_size, spec->cell_size};
    def.vertices = mesh.vertices.at;
    def.vertex_count = mesh.vertices.count;
    if (!make_mesh(loader, spec->mesh, &mesh, &def) ||
        !link_mesh(loader, spec->mesh, &mesh, &def, spec->links)) {
        return false;
    }
    loader->scenario->def.map.kind = VEER_MAP_MESH;
    loader->scenario->def.map.mesh.whole = loader->scenario->mesh;
    return true;
}
