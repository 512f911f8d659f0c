/// Graphs as maps of worlds: memory, edits, reads, and the bodies that cover cells.
#include "base/hash.h"
#include "geom/box.h"
#include "map/graph/graph.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/map/traits.h"

#include <string.h>

/// Points of a path in addition to its nodes.
#define MORE_POINTS 64u
/// Samples along a line, at most.
#define MAX_SAMPLES 512u

static void need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    veer_need_object(refusal, def->map.graph.whole, "def.map.graph.whole");
    veer_need_that(refusal, !def->map.has_crowds, "def.map.has_crowds",
                   "must be false over a graph");
}

static VeerMapShape shape(const VeerWorldMapDef *def)
{
    uint32_t nodes = def->graph.whole->node_count, edges = def->graph.whole->edge_count;
    return (VeerMapShape){((size_t)nodes + edges + 63u) / 64u, VEER_SAMPLE_STEP, {nodes, edges}};
}

static uint64_t content(const VeerWorldMapDef *def)
{
    return veer_graph_hash(def->graph.whole, VEER_MAP_GRAPH + 8u * (uint64_t)def->graph.is_open);
}

static bool has_walls(const VeerWorld *world)
{
    return world->def.space == VEER_PLANAR && !world->def.map.graph.is_open;
}

static void lay_out_search(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    uint32_t nodes = veer_graph_node_count(world->def.map.graph.whole);
    void *search = veer_arena_take(arena, 1, veer_search_size(nodes));
    map->routes.room = 2u * nodes + MORE_POINTS; // edges may be bent
    map->graph.nodes = veer_arena_take(arena, map->routes.room, sizeof *map->graph.nodes);
    map->graph.components =
        veer_arena_take(arena, VEER_GRAPH_COMPONENT_SETS, sizeof *map->graph.components);
    uint32_t *component =
        veer_arena_take(arena, 2u * (size_t)VEER_GRAPH_COMPONENT_SETS * nodes, sizeof *component);
    map->routes.points = veer_arena_take(arena, map->routes.room, sizeof *map->routes.points);
    map->routes.spare_room = 4u * map->routes.room; // corners are rounded by several points each
    map->routes.spare = veer_arena_take(arena, map->routes.spare_room, sizeof *map->routes.spare);
    if (arena->base) {
        map->routes.search = veer_search_init(search, nodes);
        for (uint32_t i = 0; i < VEER_GRAPH_COMPONENT_SETS; i++) {
            uint32_t *own = component + 2u * (size_t)i * nodes;
            map->graph.components[i] =
                (VeerGraphComponents){.component = own, .reached = own + nodes};
        }
    }
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerGraph *graph = world->def.map.graph.whole;
    VeerWorldMap *map = &world->map;
    void *copy = veer_arena_take(arena, 1, veer_graph_copy_size(graph));
    void *ground = has_walls(world) ? veer_arena_take(arena, 1, veer_graph_area_size(graph)) : NULL;
    if (arena->base) {
        map->graph.whole = veer_graph_copy(copy, graph);
        map->graph.area = ground ? veer_graph_area_init(ground, map->graph.whole) : NULL;
    }
    lay_out_search(world, arena);
}

/// Nodes, and after them edges, are the bits of the state; what is blocked of them on the map.
static bool is_set(const VeerGraph *graph, uint32_t bit)
{
    uint32_t nodes = graph->node_count;
    return bit < nodes ? graph->blocked[bit] : graph->edge_blocked[bit - nodes];
}

static uint32_t bit_count(const VeerGraph *graph)
{
    return graph->node_count + graph->edge_count;
}

static void begin(VeerWorld *world)
{
    const VeerGraph *graph = world->map.graph.whole;
    for (uint32_t bit = 0; bit < bit_count(graph); bit++) {
        veer_map_keep(world, bit, is_set(graph, bit));
    }
    // the host may destroy its own graph
    world->def.map.graph.whole = graph;
}

/// Brings a node or an edge to what the state says.
static void put(VeerWorld *world, uint32_t bit)
{
    VeerGraph *graph = world->map.graph.whole;
    VeerGraphArea *area = world->map.graph.area;
    uint32_t nodes = graph->node_count;
    bool is_blocked = veer_map_is_kept(world, bit);
    if (is_set(graph, bit) == is_blocked) {
        return;
    }
    if (bit < nodes) {
        veer_graph_set_blocked(graph, bit, is_blocked);
    } else {
        veer_graph_set_edge_blocked(graph, bit - nodes, is_blocked);
    }
    if (area && bit < nodes) {
        veer_graph_area_update_node(area, bit);
    } else if (area) {
        veer_graph_area_update_edge(area, bit - nodes);
    }
}

static void rebuild(VeerWorld *world)
{
    VeerGraph *graph = world->map.graph.whole;
    for (uint32_t bit = 0; bit < bit_count(graph); bit++) {
        put(world, bit);
    }
    memset(graph->covered, 0, graph->node_count * sizeof *graph->covered);
    graph->changes++; // drops what was made while it was covered
    veer_map_recount(world);
}

const VeerGraph *veer_world_graph(const VeerWorld *world)
{
    return world ? world->map.graph.whole : NULL;
}

void veer_world_graph_walls(const VeerWorld *world,
                            void (*visit)(void *user, VeerVec3 from, VeerVec3 to), void *user)
{
    const VeerGraphArea *ground = world && visit ? world->map.graph.area : NULL;
    for (uint32_t shape = 0; ground && shape < ground->shape_count; shape++) {
        const VeerGraphWall *walls = &ground->walls[ground->wall_first[shape]];
        for (uint32_t i = 0; i < ground->wall_count[shape]; i++) {
            visit(user, vec3(walls[i].a.x, walls[i].a.y, 0.0f),
                  vec3(walls[i].b.x, walls[i].b.y, 0.0f));
        }
    }
}

void veer_world_graph_ground(const VeerWorld *world, VeerGraphShapeVisit *visit, void *context)
{
    const VeerGraphArea *ground = world && visit ? world->map.graph.area : NULL;
    uint32_t shapes = ground && !ground->is_flat ? ground->shape_count : 0;
    bool is_going_on = true;
    for (uint32_t shape = 0; is_going_on && shape < shapes; shape++) {
        VeerVec3 corners[VEER_GRAPH_SHAPE_CORNERS];
        uint32_t first = ground->first[shape], count = ground->first[shape + 1u] - first;
        for (uint32_t i = 0; i < count && i < VEER_GRAPH_SHAPE_CORNERS; i++) {
            VeerVec2 corner = ground->corners[first + i];
            corners[i] = vec3(corner.x, corner.y, 0.0f);
        }
        is_going_on = !veer_graph_area_is_open(ground, shape) || visit(context, corners, count);
    }
}

static VeerBounds bounds_of(const VeerGraph *graph, uint32_t node)
{
    float reach = graph->radii[node];
    VeerVec3 at = graph->nodes[node], span = {reach, reach, reach};
    return (VeerBounds){sub3(at, span), add3(at, span)};
}

/// Blocks or frees a node, or the edge from node `a` to `b`, and informs routes.
static void edit(VeerWorld *world, uint32_t bit, bool is_blocked, uint32_t a, uint32_t b)
{
    const VeerGraph *graph = world->map.graph.whole;
    if (is_set(graph, bit) != is_blocked) {
        veer_map_keep(world, bit, is_blocked);
        put(world, bit);
        VeerBounds box = veer_boxes_join(bounds_of(graph, a), bounds_of(graph, b));
        veer_map_note_edit(world, (VeerMapOpening){!is_blocked, box, INFINITY, 0.0f});
    }
}

VeerStatus veer_world_graph_set_blocked(VeerWorld *world, uint32_t node, bool is_blocked)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerGraph *graph = veer_world_graph(world);
    veer_need_that(&refusal, graph, "world", "must have a graph");
    veer_need(&refusal, graph && node < graph->node_count, "node",
              "must be below the graph's number of them", (double)node);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        edit(world, node, is_blocked, node, node);
    }
    return status;
}

VeerStatus veer_world_graph_set_edge_blocked(VeerWorld *world, uint32_t edge, bool is_blocked)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerGraph *graph = veer_world_graph(world);
    veer_need_that(&refusal, graph, "world", "must have a graph");
    veer_need(&refusal, graph && edge < graph->edge_count, "edge",
              "must be below the graph's number of them", (double)edge);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        const VeerGraphEdge *between = &graph->edges[edge];
        edit(world, graph->node_count + edge, is_blocked, between->from, between->to);
    }
    return status;
}

uint32_t veer_graph_map_samples(const VeerGraph *graph, VeerVec3 from, VeerVec3 to)
{
    float samples = VEER_MAP_SAMPLES * length3(sub3(to, from)) / graph->buckets.side + 1.0f;
    return samples < (float)MAX_SAMPLES ? (uint32_t)samples : MAX_SAMPLES;
}

uint32_t veer_graph_map_next(const VeerGraph *graph, uint32_t node, VeerVec3 at)
{
    if (veer_graph_distance(graph, node, at) == 0.0f) {
        return node;
    }
    for (uint32_t i = graph->step_first[node]; i < graph->step_first[node + 1u]; i++) {
        if (veer_graph_distance(graph, graph->steps[i].to, at) == 0.0f) {
            return graph->steps[i].to;
        }
    }
    return veer_graph_nearest(graph, at);
}

/// Walls and cells that are blocked or covered are obstacles, but not the cell that it is over
/// already.
static bool is_clear(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to)
{
    const VeerGraph *graph = sight->map->graph.whole;
    const VeerGraphArea *ground = sight->map->graph.area;
    if (ground && !veer_graph_area_is_clear(ground, plane2(from), plane2(to), sight->radius)) {
        return false;
    }
    uint32_t start = veer_graph_nearest(graph, from),
             samples = veer_graph_map_samples(graph, from, to);
    uint32_t node = start;
    bool is_over = veer_graph_distance(graph, start, from) == 0.0f;
    for (uint32_t i = 1; i <= samples; i++) {
        VeerVec3 at = along3(from, sub3(to, from), (float)i / (float)samples);
        node = veer_graph_map_next(graph, node, at);
        if (!(is_over && node == start) && veer_graph_is_blocked(graph, node) &&
            veer_graph_distance(graph, node, at) <= sight->radius) {
            return false;
        }
    }
    return true;
}

static bool collect_wall(void *context, const VeerGraphWall *wall, uint32_t number)
{
    veer_walls_add_side(context, vec3(wall->a.x, wall->a.y, 0.0f), vec3(wall->b.x, wall->b.y, 0.0f),
                        number, true);
    return true;
}

/// The border of the cells, at all heights.
static void search_walls(VeerWallCollector *collector, float range)
{
    VeerBounds region = veer_walls_region(collector, range);
    VeerFlatBox box = {plane2(region.lower), plane2(region.upper)};
    (void)veer_graph_area_walls(collector->world->map.graph.area, box, collect_wall, collector);
}

static void find_walls(VeerWallCollector *collector)
{
    const VeerGraphArea *ground = collector->world->map.graph.area;
    if (ground) {
        veer_walls_search(collector, ground->graph->buckets.side, search_walls);
    }
}

/// Graphs without an area have no walls.
static float gap(const VeerWorld *world, VeerVec3 point, float limit)
{
    const VeerGraphArea *ground = world->map.graph.area;
    if (ground && !veer_graph_area_holds(ground, plane2(point))) {
        return 0.0f;
    }
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {
        .point = point, .range = limit, .lower = -INFINITY, .upper = INFINITY, .mask = UINT32_MAX};
    VeerWallCollector found = {.world = world, .query = &query, .out = near};
    find_walls(&found);
    return found.count > 0 ? near[0].distance : INFINITY;
}

static VeerBounds bounds(const VeerWorldMap *map)
{
    return veer_buckets_bounds(&map->graph.whole->buckets);
}

static VeerGraphBody body_of(const VeerCover *cover)
{
    return (VeerGraphBody){vec3(cover->disc.x, cover->disc.y, cover->z), cover->disc.radius};
}

static void count_cover(VeerWorldMap *map, const VeerCover *from, const VeerCover *to)
{
    if (to->is_counted) {
        veer_graph_enter(map->graph.whole, body_of(to));
    }
    if (from->is_counted) {
        veer_graph_leave(map->graph.whole, body_of(from));
    }
}

static uint32_t count_changes(VeerWorldMap *map)
{
    return map->graph.whole->changes;
}

static uint64_t hash_nodes(const VeerWorldMap *map, uint64_t hash)
{
    const VeerGraph *graph = map->graph.whole;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        hash = veer_hash_add(hash, graph->blocked[i] || graph->covered[i] > 0);
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        hash = veer_hash_add(hash, graph->edge_blocked[i]);
    }
    return hash;
}

static const VeerCoverTraits covers = {NULL, NULL, count_cover, count_changes, hash_nodes};

const VeerMapTraits veer_map_traits_graph = {
    .kind = VEER_MAP_GRAPH,
    .need = need,
    .shape = shape,
    .content = content,
    .lay_out_scratch = lay_out_scratch,
    .lay_out_search = lay_out_search,
    .begin = begin,
    .rebuild = rebuild,
    .bounds = bounds,
    .gap = gap,
    .is_clear = is_clear,
    .find_walls = find_walls,
    .covers = &covers,
};
