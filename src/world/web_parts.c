/// What hangs together of a map that is a graph.
#include "world/web.h"

#include "map/parts.h"

static bool has_room(const VeerWorldMap *map, uint32_t edge, float radius)
{
    return !map->ground || map->ground->room[edge] >= radius;
}

static void make_parts(const VeerWorldMap *map, VeerWebParts *parts)
{
    const VeerGraph *graph = map->graph;
    uint32_t *part = parts->part;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        part[i] = veer_graph_is_blocked(graph, i) ? VEER_NO_SLOT : i;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const VeerGraphEdge *edge = &graph->edges[i];
        bool is_open = !graph->edge_blocked[i] && !(edge->flags & ~parts->may_use) &&
                       has_room(map, i, parts->radius);
        if (is_open && part[edge->from] != VEER_NO_SLOT && part[edge->to] != VEER_NO_SLOT) {
            parts_join(part, edge->from, edge->to);
        }
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        part[i] = part[i] == VEER_NO_SLOT ? VEER_NO_SLOT : parts_root(part, i);
    }
    parts->version = graph->changes;
    parts->is_made = true;
}

static VeerWebParts *map_parts(VeerWorld *world, VeerWebWalker walker)
{
    VeerWorldMap *map = &world->map;
    VeerWebParts *parts = NULL;
    float radius = map->ground ? walker.radius : 0.0f;
    for (uint32_t i = 0; i < VEER_WEB_PARTS; i++) {
        VeerWebParts *each = &map->parts[i];
        if (each->is_made && each->radius == radius && each->may_use == walker.may_use) {
            parts = each;
        }
    }
    if (!parts) {
        parts = &map->parts[map->next_parts++ % VEER_WEB_PARTS];
        parts->radius = radius;
        parts->may_use = walker.may_use;
        parts->is_made = false;
    }
    if (!parts->is_made || parts->version != map->graph->changes) {
        make_parts(map, parts);
    }
    return parts;
}

const uint32_t *veer_web_parts(VeerWorld *world, VeerWebWalker walker)
{
    return map_parts(world, walker)->part;
}

bool veer_web_is_reached(const VeerGraph *graph, const uint32_t *parts, uint32_t from, uint32_t to)
{
    if (from == to || parts[from] != VEER_NO_SLOT || parts[to] == VEER_NO_SLOT) {
        return from == to || (parts[to] == parts[from] && parts[to] != VEER_NO_SLOT);
    }
    // From what is covered one may come out.
    for (uint32_t i = graph->step_first[from]; i < graph->step_first[from + 1u]; i++) {
        if (parts[graph->steps[i].to] == parts[to]) {
            return true;
        }
    }
    return false;
}

/// Who looks for what can be reached.
typedef struct Reach {
    const VeerGraph *graph;
    const uint32_t *parts;
    uint32_t from;
} Reach;

static bool is_reached(void *context, uint32_t node)
{
    const Reach *reach = context;
    return veer_web_is_reached(reach->graph, reach->parts, reach->from, node);
}

uint32_t veer_web_reach(const VeerGraph *graph, const uint32_t *parts, uint32_t from,
                        VeerVec3 point)
{
    Reach reach = {graph, parts, from};
    return veer_graph_nearest_of(graph, point, is_reached, &reach);
}

static bool has_part(void *context, uint32_t node)
{
    return ((const uint32_t *)context)[node] != VEER_NO_SLOT;
}

uint32_t veer_web_part_at(VeerWorld *world, VeerWebWalker walker, VeerVec3 point)
{
    uint32_t *parts = map_parts(world, walker)->part;
    uint32_t node = veer_graph_nearest_of(world->map.graph, point, has_part, parts);
    return node == VEER_NO_GRAPH_NODE ? VEER_NO_SLOT : parts[node];
}
