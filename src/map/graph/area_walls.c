/// The walls of a graph's ground: the sides of its shapes, but for where they lead into others.
#include "geom/polygon.h"
#include "map/graph/graph.h"

/// Shapes meet that are no further apart than this part of the smaller one.
#define SLACK 0.01f
/// Walls shorter than this part of their shape are left out: nothing goes through.
#define LEAST_WALL 0.05f
/// Parts of a side that lead into others, at most; what comes after them is as if it did not.
#define MAX_GAPS 32u

bool veer_graph_area_clip(const VeerGraphArea *ground, uint32_t shape, float by, VeerVec2 at,
                          VeerVec2 way, float *begin, float *end)
{
    const VeerVec2 *corners = &ground->corners[ground->first[shape]];
    uint32_t count = ground->first[shape + 1u] - ground->first[shape];
    *begin = 0.0f;
    *end = count > 0 ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < count && *begin < *end; i++) {
        VeerVec2 side = sub2(corners[(i + 1u) % count], corners[i]);
        float off = cross2(side, sub2(at, corners[i])) + by * length2(side);
        float turn = cross2(side, way); // inside, where off + turn t >= 0
        if (turn > 0.0f) {
            *begin = max_f(*begin, -off / turn);
        } else if (turn < 0.0f) {
            *end = min_f(*end, -off / turn);
        } else if (off < 0.0f) {
            return false;
        }
    }
    return *begin < *end;
}

/// A side that walls are made of.
typedef struct Side {
    VeerGraphArea *ground;
    uint32_t shape;
    VeerVec2 at, way, out; ///< `out`: unit
    float begin[MAX_GAPS], end[MAX_GAPS];
    uint32_t count; ///< gaps
} Side;

static bool is_way(const VeerGraphArea *ground, uint32_t shape)
{
    return shape >= ground->graph->node_count;
}

static const VeerGraphEdge *edge_of(const VeerGraphArea *ground, uint32_t shape)
{
    return &ground->graph->edges[shape - ground->graph->node_count];
}

/// Whether a shape is ground: it is there, and nothing of it is blocked.
static bool is_ground(const VeerGraphArea *ground, uint32_t shape)
{
    const VeerGraph *graph = ground->graph;
    if (ground->first[shape] == ground->first[shape + 1u]) {
        return false;
    }
    if (!is_way(ground, shape)) {
        return !graph->blocked[shape];
    }
    const VeerGraphEdge *edge = edge_of(ground, shape);
    return !graph->edge_blocked[shape - graph->node_count] && !graph->blocked[edge->from] &&
           !graph->blocked[edge->to];
}

static bool is_end(const VeerGraphArea *ground, uint32_t way, uint32_t node)
{
    const VeerGraphEdge *edge = edge_of(ground, way);
    return edge->from == node || edge->to == node;
}

/// Whether an edge that is open joins two nodes.
static bool has_edge(const VeerGraph *graph, uint32_t from, uint32_t to)
{
    for (uint32_t i = graph->step_first[from]; i < graph->step_first[from + 1u]; i++) {
        if (graph->steps[i].to == to && !graph->edge_blocked[graph->steps[i].edge]) {
            return true;
        }
    }
    return false;
}

static bool is_joined(const VeerGraphArea *ground, uint32_t a, uint32_t b)
{
    if (is_way(ground, a) || is_way(ground, b)) {
        bool are_ways = is_way(ground, a) && is_way(ground, b);
        return !are_ways && (is_way(ground, a) ? is_end(ground, a, b) : is_end(ground, b, a));
    }
    return has_edge(ground->graph, a, b) || has_edge(ground->graph, b, a);
}

/// Leaves the part of a side out beyond which lies another shape.
static bool leave_out(Side *side, uint32_t shape)
{
    const VeerGraphArea *ground = side->ground;
    if (shape == side->shape || side->count == MAX_GAPS || !is_ground(ground, shape)) {
        return true;
    }
    float slack = SLACK * min_f(ground->inner[side->shape], ground->inner[shape]), from, to;
    float *begin = &side->begin[side->count], *end = &side->end[side->count];
    VeerVec2 beyond = add2(side->at, scale2(side->out, slack));
    if (!veer_graph_area_clip(ground, shape, 0.5f * slack, beyond, side->way, begin, end)) {
        return true;
    }
    if (!is_joined(ground, side->shape, shape)) {
        // What touches it only is behind a wall.
        if (!veer_graph_area_clip(ground, shape, -0.5f * slack, side->at, side->way, &from, &to)) {
            return true;
        }
        *begin = max_f(*begin, from);
        *end = min_f(*end, to);
    }
    side->count += *begin < *end ? 1u : 0u;
    return true;
}

static bool leave_cell_out(void *context, uint32_t node)
{
    return leave_out(context, node);
}

static bool leave_way_out(void *context, uint32_t edge)
{
    Side *side = context;
    return leave_out(side, side->ground->graph->node_count + edge);
}

static void sort_gaps(Side *side)
{
    for (uint32_t i = 1; i < side->count; i++) {
        float begin = side->begin[i], end = side->end[i];
        uint32_t at = i;
        for (; at > 0 && side->begin[at - 1u] > begin; at--) {
            side->begin[at] = side->begin[at - 1u];
            side->end[at] = side->end[at - 1u];
        }
        side->begin[at] = begin;
        side->end[at] = end;
    }
}

/// Adds a part of a side.
static void add_wall(const Side *side, float begin, float end)
{
    VeerGraphArea *ground = side->ground;
    uint32_t first = ground->wall_first[side->shape], *count = &ground->wall_count[side->shape];
    float least = LEAST_WALL * ground->inner[side->shape];
    bool has_room = first + *count < ground->wall_first[side->shape + 1u];
    if (has_room && (end - begin) * length2(side->way) > least) {
        ground->walls[first + (*count)++] = (VeerGraphWall){
            add2(side->at, scale2(side->way, begin)), add2(side->at, scale2(side->way, end))};
    }
}

static VeerFlatBox box_of_line(VeerVec2 a, VeerVec2 b, float wide)
{
    return (VeerFlatBox){vec2(min_f(a.x, b.x) - wide, min_f(a.y, b.y) - wide),
                         vec2(max_f(a.x, b.x) + wide, max_f(a.y, b.y) + wide)};
}

/// Adds the walls of a side.
static void add_side(Side *side)
{
    VeerGraphArea *ground = side->ground;
    float reach = SLACK * ground->inner[side->shape], length = length2(side->way), done = 0.0f;
    if (!(length > 0.0f)) {
        return;
    }
    side->out = scale2(vec2(side->way.y, -side->way.x), 1.0f / length);
    VeerFlatBox box = box_of_line(side->at, add2(side->at, side->way), reach);
    (void)veer_buckets_visit(&ground->graph->buckets, box, leave_cell_out, side);
    if (ground->graph->edge_count > 0) {
        (void)veer_buckets_visit(&ground->ways, box, leave_way_out, side);
    }
    sort_gaps(side);
    for (uint32_t i = 0; i < side->count; i++) {
        add_wall(side, done, side->begin[i]);
        done = max_f(done, side->end[i]);
    }
    add_wall(side, done, 1.0f);
}

void veer_graph_area_enclose(VeerGraphArea *ground, uint32_t shape)
{
    uint32_t begin = ground->first[shape], corners = ground->first[shape + 1u] - begin;
    ground->wall_count[shape] = 0;
    for (uint32_t i = 0; i < corners && is_ground(ground, shape); i++) {
        VeerVec2 a = ground->corners[begin + i];
        VeerVec2 b = ground->corners[begin + (i + 1u) % corners];
        Side side = {.ground = ground, .shape = shape, .at = a, .way = sub2(b, a)};
        add_side(&side);
    }
}

/// A point, and whether ground was found under it.
typedef struct Spot {
    const VeerGraphArea *ground;
    VeerVec2 point;
    uint32_t base; ///< the first shape of the buckets
} Spot;

static bool misses(void *context, uint32_t item)
{
    const Spot *spot = context;
    const VeerGraphArea *ground = spot->ground;
    uint32_t shape = spot->base + item, begin = ground->first[shape];
    uint32_t count = ground->first[shape + 1u] - begin;
    return !is_ground(ground, shape) ||
           !veer_polygon_contains(&ground->corners[begin], count, spot->point);
}

bool veer_graph_area_holds(const VeerGraphArea *ground, VeerVec2 point)
{
    Spot spot = {ground, point, 0};
    VeerFlatBox box = {point, point};
    if (!veer_buckets_visit(&ground->graph->buckets, box, misses, &spot)) {
        return true;
    }
    spot.base = ground->graph->node_count;
    return ground->graph->edge_count > 0 && !veer_buckets_visit(&ground->ways, box, misses, &spot);
}
