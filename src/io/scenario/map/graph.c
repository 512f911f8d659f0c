/// Maps that are graphs: waypoints, or cells of any convex shape with neighbours.
#include "io/scenario/map/map.h"

/// Reads an edge: from, to, and perhaps its cost and flags.
static bool read_edge(VeerLoader *loader, const VeerNode *node, uint32_t nodes, VeerGraphEdge *edge)
{
    static const VeerProperty cost = {.kind = VEER_PROPERTY_NUMBER,
                                      .upper = (double)VEER_WORLD_LIMIT};
    static const VeerProperty flags = {.kind = VEER_PROPERTY_LAYERS, .upper = 30.0};
    VeerReader *reader = &loader->reader;
    if (!veer_reader_expect(reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    if (node->count < 2 || node->count > 4) {
        return veer_reader_fail(reader, node,
                                "must have two nodes, and may have a cost and a list of flags");
    }
    const VeerNode *to = node->first->next, *third = to->next;
    const VeerNode *fourth = third ? third->next : NULL;
    return veer_reader_count(reader, node->first, 0, nodes - 1u, &edge->from) &&
           veer_reader_count(reader, to, 0, nodes - 1u, &edge->to) &&
           (!third || veer_reader_property(reader, third, &cost, &edge->cost)) &&
           (!fourth || veer_reader_property(reader, fourth, &flags, &edge->flags));
}

/// Reads a list of edges behind those that there are already.
static bool read_edges(VeerLoader *loader, const VeerNode *list, bool is_one_way,
                       VeerGraphEdge *edges, VeerGraphDef *def)
{
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    for (; node; node = node->next) {
        VeerGraphEdge *edge = &edges[def->edge_count++];
        *edge = (VeerGraphEdge){.is_one_way = is_one_way};
        if (!read_edge(loader, node, def->node_count, edge)) {
            return false;
        }
    }
    return loader->reader.status == VEER_OK;
}

/// The corners of all cells, one list for each node.
static bool read_cells(VeerLoader *loader, const VeerGraphSpec *spec, VeerVec3 origin,
                       VeerGraphDef *def)
{
    VeerReader *reader = &loader->reader;
    const VeerNode *cells = spec->cells;
    uint32_t count = 0;
    if (!cells) {
        return true;
    }
    (void)veer_reader_first(reader, cells);
    if (cells->count != def->node_count) {
        return veer_reader_fail(reader, cells, "must have as many elements as there are nodes");
    }
    uint32_t *first = veer_reader_take(reader, cells->count + 1u, sizeof *first);
    VeerVec3 *at = veer_reader_take(reader, veer_node_grandchildren(cells) + 1u, sizeof *at);
    if (!first || !at) {
        return false;
    }
    for (const VeerNode *cell = cells->first; cell; cell = cell->next) {
        const VeerNode *corner = veer_reader_first(reader, cell);
        for (; corner; corner = corner->next, count++) {
            if (!veer_reader_vector(reader, corner, &at[count])) {
                return false;
            }
            at[count].x += origin.x;
            at[count].y += origin.y;
            at[count].z += origin.z;
        }
        first[cell->index + 1u] = count;
    }
    def->first = first;
    def->corners = at;
    return reader->status == VEER_OK;
}

static bool read_nodes(VeerLoader *loader, const VeerGraphSpec *spec, VeerVec3 origin,
                       VeerGraphDef *def)
{
    VeerReader *reader = &loader->reader;
    VeerVec3 *nodes = spec->nodes.at;
    float *radii = veer_reader_take(reader, spec->nodes.count, sizeof *radii);
    if (!radii) {
        return false;
    }
    for (uint32_t i = 0; i < spec->nodes.count; i++) {
        nodes[i] = (VeerVec3){nodes[i].x + origin.x, nodes[i].y + origin.y, nodes[i].z + origin.z};
        radii[i] = spec->radius;
    }
    def->nodes = nodes;
    def->node_count = spec->nodes.count;
    def->radii = radii;
    return read_cells(loader, spec, origin, def);
}

/// Reads the edges, behind those of a tiling.
static bool add_edges(VeerLoader *loader, const VeerGraphSpec *spec, VeerGraphDef *def)
{
    size_t count =
        (spec->edges ? spec->edges->count : 0) + (spec->one_way ? spec->one_way->count : 0);
    VeerGraphEdge *edges =
        veer_reader_take(&loader->reader, def->edge_count + count + 1u, sizeof *edges);
    if (!edges) {
        return false;
    }
    for (uint32_t i = 0; i < def->edge_count; i++) {
        edges[i] = def->edges[i];
    }
    def->edges = edges;
    return read_edges(loader, spec->edges, false, edges, def) &&
           read_edges(loader, spec->one_way, true, edges, def);
}

static bool read_tiling(VeerLoader *loader, const VeerNode *node, VeerVec3 origin,
                        VeerGraphDef *def)
{
    VeerTilingDef tiling = {.first = origin};
    if (!veer_reader_object(&loader->reader, node, &veer_tiling_schema, &tiling)) {
        return false;
    }
    tiling.size = tiling.size > 0.0f ? tiling.size : tiling.pitch;
    if (!veer_reader_within(&loader->reader, node, VEER_LIMIT_PARTS,
                            (double)tiling.columns * tiling.rows, "nodes")) {
        return false;
    }
    void *scratch = veer_reader_take_block(&loader->reader, veer_tiling_size(&tiling));
    if (!scratch) {
        return false;
    }
    (void)veer_tiling_graph(scratch, &tiling, def);
    return true;
}

static bool make_graph(VeerLoader *loader, const VeerNode *node, const VeerGraphDef *def)
{
    size_t size = veer_graph_size(def);
    if (!veer_reader_within(&loader->reader, node, VEER_LIMIT_PARTS, def->node_count, "nodes")) {
        return false;
    }
    if (size == 0) {
        return veer_reader_fail(&loader->reader, node,
                                "must have nodes within %g m of the origin, and cells that are "
                                "convex, counter-clockwise, of at most 64 corners",
                                (double)VEER_WORLD_LIMIT);
    }
    void *memory = veer_reader_take_block(&loader->reader, size);
    if (!memory) {
        return false;
    }
    loader->scenario->graph = veer_graph_init(memory, def);
    loader->scenario->def.map.kind = VEER_MAP_GRAPH;
    loader->scenario->def.map.graph.whole = loader->scenario->graph;
    return true;
}

bool veer_load_graph(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec)
{
    VeerGraphSpec graph = {.has_walls = true};
    VeerGraphDef def = veer_graph_def_default();
    VeerReader *reader = &loader->reader;
    bool has_cells = (veer_map_stated(spec) & ~(uint32_t)VEER_STATED_BLOCKED) != 0;
    if (!veer_reader_check(reader, map, !has_cells,
                           "with \"graph\" must have nothing that is for cells of a grid") ||
        !veer_reader_object(reader, spec->graph, &veer_graph_schema, &graph) ||
        !veer_reader_check(reader, spec->graph, !graph.tiling == (graph.nodes.count > 0),
                           "needs \"tiling\" or \"nodes\"")) {
        return false;
    }
    bool is_read = graph.tiling ? read_tiling(loader, graph.tiling, spec->origin, &def)
                                : read_nodes(loader, &graph, spec->origin, &def);
    loader->scenario->def.map.graph.is_open = !graph.has_walls;
    return is_read && add_edges(loader, &graph, &def) && make_graph(loader, spec->graph, &def) &&
           veer_load_boxes(loader, spec->blocked, true);
}
