/// What the walls of a graph's ground leave room for.
#include "geom/segment.h"
#include "map/graph/graph.h"

/// Who asks for walls.
typedef struct Asked {
    const VeerGraphArea *ground;
    VeerGraphWallVisit *visit;
    void *context;
    uint32_t base; ///< the first shape of the buckets
} Asked;

static bool visit_walls(void *context, uint32_t item)
{
    const Asked *asked = context;
    const VeerGraphArea *ground = asked->ground;
    uint32_t shape = asked->base + item, begin = ground->wall_first[shape];
    for (uint32_t i = begin; i < begin + ground->wall_count[shape]; i++) {
        if (!asked->visit(asked->context, &ground->walls[i], i)) {
            return false;
        }
    }
    return true;
}

bool veer_graph_area_walls(const VeerGraphArea *ground, VeerFlatBox box, VeerGraphWallVisit *visit,
                           void *context)
{
    Asked asked = {ground, visit, context, 0};
    if (!veer_buckets_visit(&ground->graph->buckets, box, visit_walls, &asked)) {
        return false;
    }
    asked.base = ground->graph->node_count;
    return ground->graph->edge_count == 0 ||
           veer_buckets_visit(&ground->ways, box, visit_walls, &asked);
}

/// A way, and how near to it a wall comes.
typedef struct Way {
    VeerVec2 from, to;
    float room; ///< m
} Way;

static VeerFlatBox box_of(const Way *way)
{
    return (VeerFlatBox){
        vec2(min_f(way->from.x, way->to.x) - way->room, min_f(way->from.y, way->to.y) - way->room),
        vec2(max_f(way->from.x, way->to.x) + way->room, max_f(way->from.y, way->to.y) + way->room)};
}

/// Whether a point lies on the free side of a wall, or on it.
static bool is_before(const VeerGraphWall *wall, VeerVec2 point)
{
    return cross2(sub2(wall->b, wall->a), sub2(point, wall->a)) >= 0.0f;
}

static bool come_near(void *context, const VeerGraphWall *wall, uint32_t number)
{
    Way *way = context;
    (void)number;
    way->room = min_f(way->room, veer_segment_separation2(way->from, way->to, wall->a, wall->b));
    return way->room > 0.0f;
}

/// m from a way to the nearest wall, `most` at most.
static float room_of(const VeerGraphArea *ground, VeerVec2 from, VeerVec2 to, float most)
{
    Way way = {from, to, most};
    (void)veer_graph_area_walls(ground, box_of(&way), come_near, &way);
    return way.room;
}

void veer_graph_area_measure(VeerGraphArea *ground, uint32_t number)
{
    const VeerGraph *graph = ground->graph;
    const VeerGraphEdge *edge = &graph->edges[number];
    VeerVec2 a = plane2(graph->nodes[edge->from]), b = plane2(graph->nodes[edge->to]);
    VeerVec2 middle = ground->middle[number];
    float inner = max_f(ground->inner[edge->from], ground->inner[edge->to]);
    float most = VEER_GROUND_REACH * inner, room = room_of(ground, a, b, most);
    ground->is_bent[number] = 0;
    if (room < inner) {
        float bent = min_f(room_of(ground, a, middle, most), room_of(ground, middle, b, most));
        ground->is_bent[number] = bent > room;
        room = max_f(room, bent);
    }
    ground->room[number] = room < most ? room : INFINITY;
}

static bool block(void *context, const VeerGraphWall *wall, uint32_t number)
{
    const Way *way = context;
    (void)number;
    // What begins too near may go on, as long as it comes no nearer.
    float least = min_f(way->room, veer_segment_distance2(wall->a, wall->b, way->from));
    return !is_before(wall, way->from) ||
           veer_segment_separation2(way->from, way->to, wall->a, wall->b) >= least;
}

bool veer_graph_area_is_clear(const VeerGraphArea *ground, VeerVec2 from, VeerVec2 to, float radius)
{
    Way way = {from, to, radius};
    return veer_graph_area_walls(ground, box_of(&way), block, &way);
}
