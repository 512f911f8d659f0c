#include "io/replay/map.h"

/// A map under way.
typedef struct MapCoder {
    VeerCodec *codec;
    VeerStore *store;
    uint64_t most; ///< bytes
} MapCoder;

/// Room in the store. @return NULL: too much, or no memory
static void *take(const MapCoder *coder, size_t size)
{
    bool fits = size > 0 && size <= coder->most && coder->store->taken <= coder->most - size;
    return fits ? veer_store_take_block(coder->store, size) : NULL;
}

static void code_grid(VeerCodec *codec, VeerGridDef *grid)
{
    veer_code_u32(codec, &grid->width);
    veer_code_u32(codec, &grid->height);
    veer_code(codec, &grid->origin, sizeof grid->origin);
    veer_code_f32(codec, &grid->cell_size);
    veer_code_flag(codec, &grid->has_costs);
}

static void code_voxels(VeerCodec *codec, VeerVoxelsDef *voxels)
{
    veer_code(codec, &voxels->cells, sizeof voxels->cells);
    veer_code(codec, &voxels->origin, sizeof voxels->origin);
    veer_code_f32(codec, &voxels->cell_size);
}

// --- Meshes ---

static void code_mesh_def(const MapCoder *coder, VeerMeshDef *def)
{
    VeerCodec *codec = coder->codec;
    veer_code(codec, &def->origin, sizeof def->origin);
    veer_code(codec, &def->unit, sizeof def->unit);
    veer_code_u32(codec, &def->vertex_count);
    def->vertices = veer_code_array(codec, coder->store, def->vertices, def->vertex_count,
                                    sizeof *def->vertices);
    veer_code_u32(codec, &def->polygon_count);
    codec->has_failed = codec->has_failed || def->polygon_count == UINT32_MAX;
    uint32_t count = codec->has_failed ? 0 : def->polygon_count;
    def->first = veer_code_array(codec, coder->store, def->first, count + 1u, sizeof *def->first);
    def->flags = veer_code_array(codec, coder->store, def->flags, count, sizeof *def->flags);
    uint32_t corners = codec->has_failed ? 0 : def->first[count];
    def->corners =
        veer_code_array(codec, coder->store, def->corners, corners, sizeof *def->corners);
}

/// Takes a mesh apart, to be written. @return false: no memory
static bool open_mesh(const MapCoder *coder, const VeerMesh *mesh, VeerMeshDef *def)
{
    return veer_mesh_def(take(coder, veer_mesh_def_size(mesh)), mesh, def) == VEER_OK;
}

static const VeerMesh *make_mesh(const MapCoder *coder, const VeerMeshDef *def)
{
    void *memory = take(coder, veer_mesh_size(def));
    return memory ? veer_mesh_init(memory, def, NULL, NULL) : NULL;
}

static const VeerMesh *make_pieces(const MapCoder *coder, const VeerMesh *mesh, float size)
{
    VeerMeshDef def;
    void *scratch = take(coder, veer_mesh_cut_size(mesh, size));
    bool is_cut = scratch && veer_mesh_cut(scratch, mesh, size, &def) == VEER_OK;
    return is_cut ? make_mesh(coder, &def) : NULL;
}

/// A mesh is written as it was made, but without links, which are state; pieces by their size.
static bool code_mesh(const MapCoder *coder, VeerMeshMapDef *map)
{
    VeerCodec *codec = coder->codec;
    VeerMeshDef def = veer_mesh_def_default(), pieces = def;
    if (!codec->is_reading && (!open_mesh(coder, map->whole, &def) ||
                               (map->pieces && (!open_mesh(coder, map->pieces, &pieces) ||
                                                !(pieces.piece_size > 0.0f))))) {
        return false;
    }
    code_mesh_def(coder, &def);
    veer_code_f32(codec, &pieces.piece_size);
    if (!codec->is_reading || codec->has_failed) {
        return !codec->has_failed;
    }
    bool has_pieces = pieces.piece_size != 0.0f;
    map->whole = make_mesh(coder, &def);
    map->pieces =
        map->whole && has_pieces ? make_pieces(coder, map->whole, pieces.piece_size) : NULL;
    return map->whole && (map->pieces || !has_pieces);
}

// --- Graphs ---

/// A graph taken apart: its arrays.
typedef struct GraphParts {
    VeerVec3 *nodes, *corners;
    uint32_t *first;
    float *radii;
    VeerGraphEdge *edges;
} GraphParts;

/// Reads a graph into a def of the store. @return false: no memory
static bool open_graph(const MapCoder *coder, const VeerGraph *graph, VeerGraphDef *def)
{
    uint32_t nodes = veer_graph_node_count(graph), edges = veer_graph_edge_count(graph), sum = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        sum += veer_graph_corners(graph, i, NULL, 0);
    }
    VeerStore *store = coder->store;
    GraphParts parts = {
        .nodes = veer_store_take(store, nodes, sizeof(VeerVec3)),
        .corners = veer_store_take(store, sum + (size_t)1, sizeof(VeerVec3)),
        .first = veer_store_take(store, nodes + (size_t)1, sizeof(uint32_t)),
        .radii = veer_store_take(store, nodes, sizeof(float)),
        .edges = veer_store_take(store, edges + (size_t)1, sizeof(VeerGraphEdge)),
    };
    if (store->is_out || nodes == 0) {
        return false;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        parts.nodes[i] = veer_graph_position(graph, i);
        parts.radii[i] = veer_graph_radius(graph, i);
        uint32_t at = parts.first[i];
        parts.first[i + 1u] = at + veer_graph_corners(graph, i, parts.corners + at, sum - at);
    }
    for (uint32_t i = 0; i < edges; i++) {
        parts.edges[i] = veer_graph_edge(graph, i);
    }
    *def = veer_graph_def_default();
    def->nodes = parts.nodes;
    def->node_count = nodes;
    def->first = parts.first;
    def->corners = parts.corners;
    def->radii = parts.radii;
    def->edges = parts.edges;
    def->edge_count = edges;
    return true;
}

static void code_edges(const MapCoder *coder, VeerGraphDef *def)
{
    VeerCodec *codec = coder->codec;
    veer_code_u32(codec, &def->edge_count);
    VeerGraphEdge *edges = NULL;
    if (codec->is_reading && def->edge_count <= codec->size - codec->at) {
        edges = veer_store_take(coder->store, def->edge_count, sizeof *edges);
    }
    codec->has_failed = codec->has_failed || (codec->is_reading && !edges && def->edge_count > 0);
    for (uint32_t i = 0; !codec->has_failed && i < def->edge_count; i++) {
        VeerGraphEdge edge = codec->is_reading ? (VeerGraphEdge){.flags = 0} : def->edges[i];
        veer_code_u32(codec, &edge.from);
        veer_code_u32(codec, &edge.to);
        veer_code_f32(codec, &edge.cost);
        veer_code_u32(codec, &edge.flags);
        veer_code_flag(codec, &edge.is_one_way);
        if (edges) {
            edges[i] = edge;
        }
    }
    def->edges = codec->is_reading ? edges : def->edges;
}

static bool code_graph(const MapCoder *coder, VeerGraphMapDef *map)
{
    VeerCodec *codec = coder->codec;
    VeerStore *store = coder->store;
    VeerGraphDef def = veer_graph_def_default();
    if (!codec->is_reading && !open_graph(coder, map->whole, &def)) {
        return false;
    }
    veer_code_flag(codec, &map->is_open);
    veer_code_u32(codec, &def.node_count);
    codec->has_failed = codec->has_failed || def.node_count == UINT32_MAX;
    uint32_t nodes = codec->has_failed ? 0 : def.node_count;
    def.nodes = veer_code_array(codec, store, def.nodes, nodes, sizeof *def.nodes);
    def.first = veer_code_array(codec, store, def.first, nodes + 1u, sizeof *def.first);
    def.radii = veer_code_array(codec, store, def.radii, nodes, sizeof *def.radii);
    uint32_t corners = codec->has_failed ? 0 : def.first[nodes];
    def.corners = veer_code_array(codec, store, def.corners, corners, sizeof *def.corners);
    code_edges(coder, &def);
    if (!codec->is_reading || codec->has_failed) {
        return !codec->has_failed;
    }
    // Without corners there is no array of them.
    def.first = corners > 0 ? def.first : NULL;
    void *memory = take(coder, veer_graph_size(&def));
    map->whole = memory ? veer_graph_init(memory, &def) : NULL;
    return map->whole != NULL;
}

bool veer_map_code(VeerCodec *codec, VeerWorldMapDef *def, VeerStore *store, uint64_t most)
{
    MapCoder coder = {codec, store, most};
    uint32_t kind = def->kind;
    veer_code_u32(codec, &kind);
    if (codec->is_reading && kind < VEER_MAP_KIND_COUNT) {
        *def = veer_world_map_def_default((VeerMapKind)kind);
    }
    veer_code_flag(codec, &def->has_covers);
    veer_code_u32(codec, &def->layer);
    veer_code_u32(codec, &def->max_classes);
    veer_code_u32(codec, &def->max_route_points);
    veer_code_u32(codec, &def->budget);
    veer_code_u32(codec, &def->max_links);
    veer_code_u32(codec, &def->max_fields);
    veer_code_u32(codec, &def->field_agents);
    veer_code_flag(codec, &def->has_crowds);
    switch (kind) {
    case VEER_MAP_NONE:
        return true;
    case VEER_MAP_GRID:
        code_grid(codec, &def->grid);
        return true;
    case VEER_MAP_VOXELS:
        code_voxels(codec, &def->voxels);
        return true;
    case VEER_MAP_MESH:
        return code_mesh(&coder, &def->mesh);
    case VEER_MAP_GRAPH:
        return code_graph(&coder, &def->graph);
    default:
        return false;
    }
}
