/// Maps that are meshes of level geometry: made once, and kept as polygons.
#include "io/scenario/map/map.h"

#include "veer/level.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_CORNERS = 64 };

/// A vertex in whole steps of its mesh.
typedef struct LevelVertex {
    int32_t x, y, z;
} LevelVertex;

/// The polygons of a mesh under writing.
typedef struct LevelWriting {
    VeerLoader *loader;
    const VeerMesh *mesh;
    LevelVertex *corners;  ///< of all polygons, one after the other: corners[corner_count]
    LevelVertex *vertices; ///< each once, in order: vertices[vertex_count]
    uint32_t corner_count, vertex_count;
} LevelWriting;

static int compare(const void *a, const void *b)
{
    const LevelVertex *first = a, *second = b;
    if (first->x != second->x) {
        return first->x < second->x ? -1 : 1;
    }
    if (first->y != second->y) {
        return first->y < second->y ? -1 : 1;
    }
    return (first->z > second->z) - (first->z < second->z);
}

static int32_t steps_of(float at, float origin, float unit)
{
    return (int32_t)lround(((double)at - (double)origin) / (double)unit);
}

static uint32_t corners_of(const LevelWriting *writing, uint32_t polygon, LevelVertex *out)
{
    VeerVec3 origin = veer_mesh_origin(writing->mesh), unit = veer_mesh_unit(writing->mesh);
    VeerVec3 at[MAX_CORNERS];
    uint32_t count = veer_mesh_corners(writing->mesh, polygon, at, MAX_CORNERS);
    count = count < MAX_CORNERS ? count : MAX_CORNERS;
    for (uint32_t i = 0; i < count; i++) {
        out[i] =
            (LevelVertex){steps_of(at[i].x, origin.x, unit.x), steps_of(at[i].y, origin.y, unit.y),
                          steps_of(at[i].z, origin.z, unit.z)};
    }
    return count;
}

/// Lists the corners of all polygons, and each vertex once. @return false: no memory
static bool list_vertices(LevelWriting *writing)
{
    VeerStore *store = writing->loader->reader.store;
    uint32_t polygons = veer_mesh_polygon_count(writing->mesh);
    LevelVertex corners[MAX_CORNERS];
    uint32_t total = 0;
    for (uint32_t i = 0; i < polygons; i++) {
        total += corners_of(writing, i, corners);
    }
    writing->vertices = veer_store_take(store, total + 1u, sizeof *writing->vertices);
    for (uint32_t i = 0, at = 0; writing->vertices && i < polygons; i++) {
        at += corners_of(writing, i, writing->vertices + at);
    }
    if (!writing->vertices) {
        return false;
    }
    qsort(writing->vertices, total, sizeof *writing->vertices, compare);
    for (uint32_t i = 0; i < total; i++) {
        const LevelVertex *vertex = &writing->vertices[i];
        if (i == 0 || compare(vertex, &writing->vertices[writing->vertex_count - 1u]) != 0) {
            writing->vertices[writing->vertex_count++] = *vertex;
        }
    }
    return true;
}

/// A list of numbers.
static VeerNode *list_of(VeerStore *store, const double *values, uint32_t count)
{
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t i = 0; i < count; i++) {
        veer_node_append(list, NULL, veer_node_number(store, values[i]));
    }
    return list;
}

/// The vertices, in cells of the mesh, in height too.
static VeerNode *write_vertices(const LevelWriting *writing)
{
    VeerStore *store = writing->loader->reader.store;
    VeerVec3 unit = veer_mesh_unit(writing->mesh);
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t i = 0; i < writing->vertex_count; i++) {
        const LevelVertex *at = &writing->vertices[i];
        double place[] = {at->x, at->y, (double)at->z * (double)unit.z / (double)unit.x};
        veer_node_append(list, NULL, list_of(store, place, 3));
    }
    return list;
}

static VeerNode *write_polygons(const LevelWriting *writing)
{
    VeerStore *store = writing->loader->reader.store;
    VeerNode *list = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t i = 0; i < veer_mesh_polygon_count(writing->mesh); i++) {
        LevelVertex corners[MAX_CORNERS];
        double numbers[MAX_CORNERS];
        uint32_t count = corners_of(writing, i, corners);
        for (uint32_t k = 0; k < count; k++) {
            const LevelVertex *found =
                bsearch(&corners[k], writing->vertices, writing->vertex_count,
                        sizeof *writing->vertices, compare);
            numbers[k] = (double)(found - writing->vertices);
        }
        veer_node_append(list, NULL, list_of(store, numbers, count));
    }
    return list;
}

/// Puts the polygons of a mesh in place of its file, so that the scenario's text holds all of it.
static bool keep(LevelWriting *writing, VeerNode *map, VeerMapSpec *spec)
{
    VeerStore *store = writing->loader->reader.store;
    VeerVec3 at = veer_mesh_origin(writing->mesh), unit = veer_mesh_unit(writing->mesh);
    const double place[] = {(double)at.x, (double)at.y, (double)at.z};
    VeerNode *mesh = veer_node_create(store, VEER_NODE_OBJECT);
    VeerNode *cell = veer_node_number(store, (double)unit.x);
    VeerNode *walker = veer_node_member(map, "walker");
    if (!list_vertices(writing)) {
        return veer_reader_fail_memory(&writing->loader->reader);
    }
    veer_node_append(mesh, "vertices", write_vertices(writing));
    veer_node_append(mesh, "polygons", write_polygons(writing));
    veer_node_replace(veer_node_member(map, "obj"), "mesh", mesh);
    if (walker) {
        veer_node_replace(walker, "cell_size", cell);
    } else {
        veer_node_append(map, "cell_size", cell);
    }
    veer_node_append(map, "origin", list_of(store, place, 3));
    spec->mesh = veer_node_member(map, "mesh");
    spec->level = NULL;
    spec->walker = NULL;
    spec->cell_size = unit.x;
    spec->origin = at;
    return !store->is_out || veer_reader_fail_memory(&writing->loader->reader);
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
    VeerMesh *mesh = NULL;
    VeerStatus status = loader->mesher->make(level, &walker, &mesh);
    if (status != VEER_OK) {
        return fail_level(loader, veer_node_member(map, "obj"), status);
    }
    LevelWriting writing = {.loader = loader, .mesh = mesh};
    bool is_kept = keep(&writing, map, spec);
    loader->mesher->release(mesh);
    return is_kept;
}

bool veer_load_level(VeerLoader *loader, const VeerNode *map, VeerMapSpec *spec)
{
    VeerReader *reader = &loader->reader;
    const VeerNode *node = veer_node_member(map, "obj");
    VeerLevel level = {NULL, 0, NULL, 0};
    VeerInputError error;
    bool has_own = veer_node_member(map, "cell_size") || veer_node_member(map, "origin");
    if (!veer_reader_check(reader, node, loader->mesher,
                           "needs a program that makes meshes of levels: build with Recast "
                           "(librecast-dev), or give \"mesh\"") ||
        !veer_reader_check(reader, node, !has_own && !spec->mesh,
                           "must have no \"mesh\", \"cell_size\" or \"origin\" beside it: the "
                           "level has its own")) {
        return false;
    }
    char *path = veer_load_path_beside(loader, spec->level);
    if (!path) {
        return false;
    }
    if (veer_level_read_file(path, &level, &error) != VEER_OK) {
        return veer_reader_fail(reader, node, "%.300s", error.text);
    }
    bool is_made = make(loader, (VeerNode *)map, spec, &level);
    veer_level_free(&level);
    return is_made && veer_load_mesh(loader, map, spec);
}
