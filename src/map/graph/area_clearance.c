/// The clearance that the walls of a graph's walkable area leave.
#include "geom/segment.h"
#include "map/graph/graph.h"

/// Shapes by the items of one of the two sets of buckets.
typedef struct ShapeQuery {
    VeerBucketVisit *visit;
    void *context;
    uint32_t base; ///< the first shape of the buckets
} ShapeQuery;

static bool visit_shape(void *context, uint32_t item)
{
    const ShapeQuery *query = context;
    return query->visit(query->context, query->base + item);
}

bool veer_graph_area_visit(const VeerGraphArea *area, VeerFlatBox box, VeerBucketVisit *visit,
                           void *context)
{
    ShapeQuery query = {visit, context, 0};
    if (!veer_buckets_visit(&area->graph->buckets, box, visit_shape, &query)) {
        return false;
    }
    query.base = area->graph->node_count;
    return area->graph->edge_count == 0 ||
           veer_buckets_visit(&area->edges, box, visit_shape, &query);
}

typedef struct AreaWallQuery {
    const VeerGraphArea *area;
    VeerGraphWallVisit *visit;
    void *context;
} AreaWallQuery;

static bool visit_walls(void *context, uint32_t shape)
{
    const AreaWallQuery *query = context;
    const VeerGraphArea *area = query->area;
    uint32_t begin = area->wall_first[shape];
    for (uint32_t i = begin; i < begin + area->wall_count[shape]; i++) {
        if (!query->visit(query->context, &area->walls[i], i)) {
            return false;
        }
    }
    return true;
}

bool veer_graph_area_walls(const VeerGraphArea *area, VeerFlatBox box, VeerGraphWallVisit *visit,
                           void *context)
{
    AreaWallQuery query = {area, visit, context};
    return veer_graph_area_visit(area, box, visit_walls, &query);
}

/// A line, and how near to it a wall comes.
typedef struct ClearanceQuery {
    VeerVec2 from, to;
    float clearance; ///< m
} ClearanceQuery;

static bool come_near(void *context, const VeerGraphWall *wall, uint32_t number)
{
    ClearanceQuery *query = context;
    float gap = veer_segment_separation2(query->from, query->to, wall->a, wall->b);
    (void)number;
    query->clearance = min_f(query->clearance, gap);
    return query->clearance > 0.0f;
}

/// m from a line to the nearest wall, `most` at most.
static float clearance_of(const VeerGraphArea *area, VeerVec2 from, VeerVec2 to, float most)
{
    ClearanceQuery query = {from, to, most};
    (void)veer_graph_area_walls(area, veer_line_box(from, to, most), come_near, &query);
    return query.clearance;
}

void veer_graph_area_measure(VeerGraphArea *area, uint32_t number)
{
    const VeerGraph *graph = area->graph;
    const VeerGraphEdge *edge = &graph->edges[number];
    VeerVec2 a = plane2(graph->nodes[edge->from]), b = plane2(graph->nodes[edge->to]);
    VeerVec2 middle = area->middle[number];
    float inner = max_f(area->inner[edge->from], area->inner[edge->to]);
    float most = VEER_GRAPH_AREA_REACH * inner, straight = clearance_of(area, a, b, most);
    float best = straight;
    if (straight < inner) {
        float to_middle = clearance_of(area, a, middle, most);
        best = max_f(straight, min_f(to_middle, clearance_of(area, middle, b, most)));
    }
    area->is_bent[number] = best > straight;
    area->clearance[number] = best < most ? best : INFINITY;
}

static bool leaves_room(void *context, const VeerGraphWall *wall, uint32_t number)
{
    const ClearanceQuery *query = context;
    (void)number;
    // A disc that starts too near may go on, as long as it comes no nearer.
    float at_start = veer_segment_distance2(wall->a, wall->b, query->from);
    float least = min_f(query->clearance, at_start);
    bool is_behind = cross2(sub2(wall->b, wall->a), sub2(query->from, wall->a)) < 0.0f;
    return is_behind || veer_segment_separation2(query->from, query->to, wall->a, wall->b) >= least;
}

bool veer_graph_area_is_clear(const VeerGraphArea *area, VeerVec2 from, VeerVec2 to, float radius)
{
    ClearanceQuery query = {from, to, radius};
    return veer_graph_area_walls(area, veer_line_box(from, to, radius), leaves_room, &query);
}
