/// Maps that are meshes of level geometry: made once, and kept as polygons.
#include "io/scenario/map/map.h"

#include "veer/level.h"

static VeerNode *write_point(VeerStore *store, double x, double y, double z)
{
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    veer_node_append(list, NULL, veer_node_number(store, x));
    veer_node_append(list, NULL, veer_node_number(store, y));
    veer_node_append(list, NULL, veer_node_number(store, z));
    return list;
}

/// The vertices, in cells of the mesh, in height too.
static VeerNode *write_vertices(VeerStore *store, const VeerMeshDef *def)
{
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        VeerVec3 at = def->vertices[i];
        double height = (double)at.z * (double)def->unit.z / (double)def->unit.x;
        veer_node_append(list, NULL, write_point(store, (double)at.x, (double)at.y, height));
    }
    return list;
}

static VeerNode *write_polygons(VeerStore *store, const VeerMeshDef *def)
{
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        VeerNode *polygon = veer_node_append(list, NULL, veer_node_create(store, VEER_NODE_ARRAY));
        for (uint32_t k = def->first[i]; k < def->first[i + 1u]; k++) {
            veer_node_append(polygon, NULL, veer_node_number(store, def->corners[k]));
        }
    }
    return list;
}

/// Puts the polygons of a mesh in place of its file, so that the scenario's text holds all of it.
static bool keep(VeerLoader *loader, const VeerMeshDef *def, VeerNode *map, VeerMapSpec *spec)
{
    VeerStore *store = loader->reader.store;
    VeerVec3 at = def->origin;
    VeerNode *mesh = veer_node_create(store, VEER_NODE_OBJECT);
    VeerNode *cell = veer_node_number(store, (double)def->unit.x);
    VeerNode *walker = veer_node_member(map, "walker");
    veer_node_append(mesh, "vertices", write_vertices(store, def));
    veer_node_append(mesh, "polygons", write_polygons(store, def));
    veer_node_replace(veer_node_member(map, "obj"), "mesh", mesh);
    if (walker) {
        veer_node_replace(walker, "cell_size", cell);
    } else {
        veer_node_append(map, "cell_size", cell);
    }
    veer_node_append(map, "origin", write_point(store, (double)at.x, (double)at.y, (double)at.z));
    spec->mesh = veer_node_member(map, "mesh");
    spec->level = NULL;
    spec->walker = NULL;
    spec->cell_size = def->unit.x;
    spec->origin = at;
    return veer_reader_check_memory(&loader->reader, !store->is_out);
}

static bool fail_level(VeerLoader *loader, const VeerNode *node, VeerStatus status)
{
    return status == VEER_OUT_OF_MEMORY ? veer_reader_fail_memory(&loader->reader)
           : status == VEER_FULL
               ? veer_reader_fail(&loader->reader, node,
                                  "is too large for its walker's \"cell_size\": take a larger one")
               : veer_reader_fail(&loader->reader, node, "has nothing that its walker can walk on");
}

/// Makes the mesh of a level, and keeps its polygons.
static bool make(VeerLoader *loader, VeerNode *map, VeerMapSpec *spec, const VeerLevel *level)
{
    VeerWalker walker = {1.8f, 0.4f, 45.0f, 0.2f, 0.1f};
    if (spec->walker &&
        !veer_reader_object(&loader->reader, spec->walker, &veer_walker_schema, &walker)) {
        return false;
    }
    VeerMeshDef def = veer_mesh_def_default();
    VeerStatus status = loader->mesher->make(level, &walker, &def);
    if (status != VEER_OK) {
        return fail_level(loader, veer_node_member(map, "obj"), status);
    }
    bool is_kept = keep(loader, &def, map, spec);
    loader->mesher->release(&def);
    return is_kept;
}

/// Into a VeerLevel.
static VeerStatus read_level(const char *path, const VeerInputLimits *limits, void *out,
                             VeerInputError *error)
{
    return veer_level_read_file(path, limits, out, error);
}

bool veer_load_level(VeerLoader *loader, const VeerNode *map, VeerMapSpec *spec)
{
    VeerReader *reader = &loader->reader;
    const VeerNode *node = veer_node_member(map, "obj");
    VeerLevel level = {NULL, 0, NULL, 0};
    bool has_own = veer_node_member(map, "cell_size") || veer_node_member(map, "origin");
    if (!veer_reader_check(reader, node, loader->mesher,
                           "needs a program that makes meshes of levels: build with Recast "
                           "(librecast-dev), or give \"mesh\"") ||
        !veer_reader_check(reader, node, !has_own && !spec->mesh,
                           "must have no \"mesh\", \"cell_size\" or \"origin\" beside it: the "
                           "level has its own")) {
        return false;
    }
    if (!veer_load_file(loader, node, read_level, &level)) {
        return false;
    }
    bool is_made = make(loader, (VeerNode *)map, spec, &level);
    veer_level_free(&level);
    return is_made && veer_load_mesh(loader, map, spec);
}
