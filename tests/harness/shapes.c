// Meshes and graphs: what their arrays hold fits together, mostly.
#include "values.h"

#include <string.h>

// Free cells with some blocked ones.
static VeerGrid *any_ground(Session *session)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = (uint32_t)session->cells.x;
    def.height = (uint32_t)session->cells.y;
    VeerGrid *grid = veer_grid_init(take_memory(session, veer_grid_size(&def)), &def);
    for (uint32_t i = (uint32_t)(draw(session) % 8); i > 0; --i) {
        VeerCell lower = {(int32_t)(draw(session) % def.width),
                          (int32_t)(draw(session) % def.height)};
        VeerCell upper = {lower.x + 1 + (int32_t)(draw(session) % 4),
                          lower.y + 1 + (int32_t)(draw(session) % 4)};
        veer_grid_fill(grid, (VeerCellRect){lower, upper}, true);
    }
    veer_grid_commit(grid);
    return grid;
}

static void spoil(Session *session, uint32_t *numbers, size_t count)
{
    if (count > 0 && is_wild(session)) {
        numbers[draw(session) % count] = (uint32_t)any_whole(session, 0, 40);
    }
}

static void *copy(Session *session, const void *from, size_t size)
{
    void *to = temp(session, size);
    return to && from ? memcpy(to, from, size) : NULL;
}

VeerMeshDef any_VeerMeshDef(Session *session)
{
    VeerMeshDef def = veer_mesh_def_default();
    VeerGrid *grid = any_ground(session);
    void *scratch = take_memory(session, veer_grid_mesh_size(grid));
    if (!scratch || veer_grid_mesh(scratch, grid, &def) != VEER_OK) {
        return def;
    }
    if (chance(session, 2)) {
        uint32_t *flags = temp(session, def.polygon_count * sizeof *flags);
        for (uint32_t i = 0; i < def.polygon_count; ++i) {
            flags[i] = any_bits(session) & 3;
        }
        def.flags = flags;
        def.link_count = (uint32_t)(draw(session) % 4);
        VeerMeshLink *links = temp(session, def.link_count * sizeof *links);
        for (uint32_t i = 0; i < def.link_count; ++i) {
            VeerVec3 from = any_VeerVec3(session);
            VeerVec3 to = any_VeerVec3(session);
            links[i] = (VeerMeshLink){.from = from,
                                      .to = to,
                                      .from_polygon = VEER_NO_POLYGON,
                                      .to_polygon = VEER_NO_POLYGON,
                                      .flags = any_bits(session) & 3,
                                      .is_one_way = any_bool(session)};
        }
        def.links = links;
    }
    if (session->wildness > 0) {
        uint32_t *first = copy(session, def.first, (def.polygon_count + 1) * sizeof *first);
        uint32_t *corners = copy(session, def.corners, first[def.polygon_count] * sizeof *corners);
        VeerVec3 *vertices = copy(session, def.vertices, def.vertex_count * sizeof *vertices);
        def.first = first;
        spoil(session, corners, first[def.polygon_count]);
        if (def.polygon_count > 0) { // the last says how many corners there are
            spoil(session, first, def.polygon_count);
        }
        if (def.vertex_count > 0 && is_wild(session)) {
            vertices[draw(session) % def.vertex_count] = any_VeerVec3(session);
        }
        def.corners = corners;
        def.vertices = vertices;
        def.unit.x = chance(session, 8) ? any_float(session, 0.5f, 2.0f) : def.unit.x;
        def.cookie = is_wild(session) && chance(session, 4) ? 0 : def.cookie;
    }
    return def;
}

// Cells where they come to lie, joined at random.
static VeerGraphDef any_points(Session *session)
{
    VeerGraphDef def = veer_graph_def_default();
    def.node_count = (uint32_t)(1 + draw(session) % 12);
    def.edge_count = (uint32_t)(draw(session) % 24);
    VeerVec3 *nodes = temp(session, def.node_count * sizeof *nodes);
    float *radii = temp(session, def.node_count * sizeof *radii);
    VeerGraphEdge *edges = temp(session, def.edge_count * sizeof *edges);
    for (uint32_t i = 0; i < def.node_count; ++i) {
        nodes[i] = any_VeerVec3(session);
        radii[i] = any_float(session, 0.0f, 3.0f);
    }
    for (uint32_t i = 0; i < def.edge_count; ++i) {
        uint32_t from = (uint32_t)any_whole(session, 0, def.node_count - 1);
        uint32_t to = (uint32_t)any_whole(session, 0, def.node_count - 1);
        edges[i] =
            (VeerGraphEdge){.from = from,
                            .to = to,
                            .flags = any_bits(session) & 3,
                            .cost = chance(session, 2) ? 0.0f : any_float(session, 0.0f, 9.0f),
                            .is_one_way = any_bool(session)};
    }
    def.nodes = nodes;
    def.radii = chance(session, 2) ? radii : NULL;
    def.edges = edges;
    return def;
}

VeerGraphDef any_VeerGraphDef(Session *session)
{
    if (chance(session, 3)) {
        return any_points(session);
    }
    VeerGraphDef def = veer_graph_def_default();
    VeerTilingDef tiling = {.kind = (VeerTiling)any_number_of(session, VEER_TILING_COUNT),
                            .columns = (uint32_t)any_whole(session, 1, session->cells.x / 2),
                            .rows = (uint32_t)any_whole(session, 1, session->cells.y / 2),
                            .first = {1.0f, 1.0f, 0.0f},
                            .pitch = 2.0f,
                            .size = chance(session, 2) ? 2.0f : any_float(session, 1.0f, 2.5f)};
    void *scratch = take_memory(session, veer_tiling_size(&tiling));
    if (!scratch || veer_tiling_graph(scratch, &tiling, &def) != VEER_OK || !def.first) {
        return def;
    }
    if (session->wildness > 0) {
        uint32_t *first = copy(session, def.first, (def.node_count + 1) * sizeof *first);
        VeerGraphEdge *edges = copy(session, def.edges, def.edge_count * sizeof *edges);
        spoil(session, first, def.node_count); // the last says how many corners there are
        if (def.edge_count > 0) {
            spoil(session, &edges[draw(session) % def.edge_count].to, 1);
        }
        def.first = first;
        def.edges = edges;
    }
    return def;
}

const VeerMesh *any_mesh(Session *session, const VeerMesh *whole)
{
    VeerMeshDef def;
    if (whole) {
        float size = any_float(session, 1.0f, 4.0f);
        void *scratch = take_memory(session, veer_mesh_cut_size(whole, size));
        if (!scratch || veer_mesh_cut(scratch, whole, size, &def) != VEER_OK) {
            return NULL;
        }
    } else {
        def = any_VeerMeshDef(session);
    }
    void *memory = take_memory(session, veer_mesh_size(&def));
    return memory ? veer_mesh_init(memory, &def, NULL, NULL) : NULL;
}

const VeerGraph *any_graph(Session *session)
{
    VeerGraphDef def = any_VeerGraphDef(session);
    void *memory = take_memory(session, veer_graph_size(&def));
    return memory ? veer_graph_init(memory, &def) : NULL;
}
