/// Maps that are graphs: waypoints, or cells of any convex shape with neighbours.
#include "io/scenario/map/map.h"

#include <math.h>

/// The next whole number of a list, below a bound.
static bool take_index(VeerLoader *loader, const VeerNode *node, uint32_t bound, uint32_t *out)
{
    if (!veer_reader_expect(&loader->reader, node, VEER_NODE_NUMBER)) {
        return false;
    }
    double number = node->value.number;
    if (!(number >= 0.0 && number < (double)bound && floor(number) == number)) {
        return veer_reader_fail(&loader->reader, node, "must be the number of a node, 0 to %u",
                                (unsigned)(bound > 0 ? bound - 1u : 0));
    }
    *out = (uint32_t)number;
    return true;
}

/// Reads what an edge costs, which may be left out.
static bool read_cost(VeerLoader *loader, const VeerNode *node, float *cost)
{
    if (node && !veer_reader_expect(&loader->reader, node, VEER_NODE_NUMBER)) {
        return false;
    }
    double price = node ? node->value.number : 0.0;
    if (!(price >= 0.0 && price <= (double)VEER_WORLD_LIMIT)) {
        return veer_reader_fail(&loader->reader, node, "must be 0 to %g", (double)VEER_WORLD_LIMIT);
    }
    *cost = (float)price;
    return true;
}

/// Reads the flags of an edge, which may be left out.
static bool read_flags(VeerLoader *loader, const VeerNode *list, uint32_t *flags)
{
    VeerReader *reader = &loader->reader;
    if (list && !veer_reader_expect(reader, list, VEER_NODE_ARRAY)) {
        return false;
    }
    for (const VeerNode *node = list ? list->first : NULL; node; node = node->next) {
        uint32_t flag = 0;
        if (!veer_reader_expect(reader, node, VEER_NODE_NUMBER)) {
            return false;
        }
        while (flag < 31 && (double)flag != node->value.number) {
            flag++;
        }
        if (flag == 31) {
            return veer_reader_fail(reader, node, "must be the number of a flag, 0 to 30");
        }
        *flags |= 1u << flag;
    }
    return true;
}

/// Reads an edge: from, to, and perhaps its cost and flags.
static bool read_edge(VeerLoader *loader, const VeerNode *node, uint32_t nodes, VeerGraphEdge *edge)
{
    if (!veer_reader_expect(&loader->reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    if (node->count < 2 || node->count > 4) {
        return veer_reader_fail(&loader->reader, node,
                                "must have two nodes, and may have a cost and a list of flags");
    }
    const VeerNode *to = node->first->next, *cost = to->next;
    return take_index(loader, node->first, nodes, &edge->from) &&
           take_index(loader, to, nodes, &edge->to) && read_cost(loader, cost, &edge->cost) &&
           read_flags(loader, cost ? cost->next : NULL, &edge->flags);
}

/// Reads a list of edges behind those that there are already.
static bool read_edges(VeerLoader *loader, const VeerNode *list, bool is_one_way,
                       VeerGraphEdge *edges, VeerGraphDef *def)
{
    if (list && !veer_reader_expect(&loader->reader, list, VEER_NODE_ARRAY)) {
        return false;
    }
    for (const VeerNode *node = list ? list->first : NULL; node; node = node->next) {
        VeerGraphEdge *edge = &edges[def->edge_count++];
        *edge = (VeerGraphEdge){.is_one_way = is_one_way};
        if (!read_edge(loader, node, def->node_count, edge)) {
            return false;
        }
    }
    return true;
}

/// The corners of all cells, one list for each node.
static bool read_cells(VeerLoader *loader, const VeerGraphSpec *spec, VeerVec3 origin,
                       VeerGraphDef *def)
{
    VeerReader *reader = &loader->reader;
    const VeerNode *cells = spec->cells;
    size_t corners = 0, cell_count = 0;
    if (!cells) {
        return true;
    }
    if (!veer_reader_expect(reader, cells, VEER_NODE_ARRAY)) {
        return false;
    }
    if (cells->count != def->node_count) {
        return veer_reader_fail(reader, cells, "must have as many elements as there are nodes");
    }
    for (const VeerNode *cell = cells->first; cell; cell = cell->next) {
        corners += cell->count;
    }
    uint32_t *first = veer_store_take(reader->store, cells->count + 1u, sizeof *first);
    VeerVec3 *at = veer_store_take(reader->store, corners + 1u, sizeof *at);
    if (!first || !at) {
        return veer_reader_fail_memory(reader);
    }
    first[0] = 0;
    for (const VeerNode *cell = cells->first; cell; cell = cell->next) {
        uint32_t count = first[cell_count];
        if (!veer_reader_expect(reader, cell, VEER_NODE_ARRAY)) {
            return false;
        }
        for (const VeerNode *corner = cell->first; corner; corner = corner->next, count++) {
            if (!veer_reader_vector(reader, corner, 1.0, &at[count])) {
                return false;
            }
            at[count].x += origin.x;
            at[count].y += origin.y;
            at[count].z += origin.z;
        }
        first[++cell_count] = count;
    }
    def->first = first;
    def->corners = at;
    return true;
}

static bool read_nodes(VeerLoader *loader, const VeerGraphSpec *spec, VeerVec3 origin,
                       VeerGraphDef *def)
{
    VeerReader *reader = &loader->reader;
    VeerVec3 *nodes = spec->nodes.at;
    float *radii = veer_store_take(reader->store, spec->nodes.count, sizeof *radii);
    if (!radii) {
        return veer_reader_fail_memory(reader);
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
    size_t count = (spec->edges ? spec->edges->count : 0) + (spec->ways ? spec->ways->count : 0);
    VeerGraphEdge *edges =
        veer_store_take(loader->reader.store, def->edge_count + count + 1u, sizeof *edges);
    if (!edges) {
        return veer_reader_fail_memory(&loader->reader);
    }
    for (uint32_t i = 0; i < def->edge_count; i++) {
        edges[i] = def->edges[i];
    }
    def->edges = edges;
    return read_edges(loader, spec->edges, false, edges, def) &&
           read_edges(loader, spec->ways, true, edges, def);
}

static bool read_tiling(VeerLoader *loader, const VeerNode *node, VeerVec3 origin,
                        VeerGraphDef *def)
{
    VeerTilingSpec spec = {.size = 0.0f};
    if (!veer_reader_object(&loader->reader, node, &veer_tiling_schema, &spec)) {
        return false;
    }
    VeerTilingDef tiling = {(VeerTiling)spec.kind,
                            spec.columns,
                            spec.rows,
                            origin,
                            spec.pitch,
                            spec.size > 0.0f ? spec.size : spec.pitch};
    void *scratch = veer_load_block(loader, veer_tiling_size(&tiling));
    if (!scratch) {
        return veer_reader_fail_memory(&loader->reader);
    }
    (void)veer_tiling_graph(scratch, &tiling, def);
    return true;
}

/// Blocks the nodes that lie in boxes.
static bool block(VeerLoader *loader, const VeerNode *boxes, VeerGraph *graph)
{
    if (boxes && !veer_reader_expect(&loader->reader, boxes, VEER_NODE_ARRAY)) {
        return false;
    }
    for (const VeerNode *node = boxes ? boxes->first : NULL; node; node = node->next) {
        VeerRectSpec box;
        if (!veer_reader_object(&loader->reader, node, &veer_rect_schema, &box)) {
            return false;
        }
        for (uint32_t i = 0; i < veer_graph_node_count(graph); i++) {
            if (veer_is_in_box(veer_graph_position(graph, i), box.lower, box.upper)) {
                veer_graph_set_blocked(graph, i, true);
            }
        }
    }
    return true;
}

static bool make_graph(VeerLoader *loader, const VeerNode *node, const VeerGraphDef *def)
{
    size_t size = veer_graph_size(def);
    if (size == 0) {
        return veer_reader_fail(&loader->reader, node,
                                "must have nodes within %g m of the origin, and cells that are "
                                "convex, counter-clockwise, of at most 64 corners",
                                (double)VEER_WORLD_LIMIT);
    }
    void *memory = veer_load_block(loader, size);
    if (!memory) {
        return veer_reader_fail_memory(&loader->reader);
    }
    loader->scenario->graph = veer_graph_init(memory, def);
    loader->scenario->map_def.kind = VEER_MAP_GRAPH;
    loader->scenario->map_def.graph.whole = loader->scenario->graph;
    return true;
}

bool veer_load_graph(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec)
{
    VeerGraphSpec graph = {.has_walls = true};
    VeerGraphDef def = veer_graph_def_default();
    if (spec->rows || spec->file || spec->maze || spec->city || spec->width || spec->height ||
        spec->depth || spec->free || spec->has_obstacles || spec->has_crowds || spec->scatter ||
        spec->runs || spec->tunnels) {
        return veer_reader_fail(&loader->reader, map,
                                "with \"graph\" must have nothing that is for cells of a grid");
    }
    if (!veer_reader_object(&loader->reader, spec->graph, &veer_graph_schema, &graph)) {
        return false;
    }
    if ((graph.tiling != NULL) == (graph.nodes.count > 0)) {
        return veer_reader_fail(&loader->reader, spec->graph, "needs \"tiling\" or \"nodes\"");
    }
    bool is_read = graph.tiling ? read_tiling(loader, graph.tiling, spec->origin, &def)
                                : read_nodes(loader, &graph, spec->origin, &def);
    loader->scenario->map_def.graph.is_open = !graph.has_walls;
    return is_read && add_edges(loader, &graph, &def) && make_graph(loader, spec->graph, &def) &&
           block(loader, spec->blocked, loader->scenario->graph);
}
