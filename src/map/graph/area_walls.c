/// The walls of a graph's walkable area: the sides of its shapes, but for openings into others.
#include "geom/polygon.h"
#include "map/graph/graph.h"

/// Shapes meet that are no further apart than this part of the smaller one.
#define SLACK 0.01f
/// Walls shorter than this part of their shape are left out: nothing goes through.
#define LEAST_WALL 0.05f
/// Openings of a side, at most; further ones are closed.
#define MAX_OPENINGS 32u

bool veer_graph_area_clip(const VeerGraphArea *area, uint32_t shape, float by, VeerVec2 at,
                          VeerVec2 along, float *begin, float *end)
{
    const VeerVec2 *corners = &area->corners[area->first[shape]];
    uint32_t count = area->first[shape + 1u] - area->first[shape];
    *begin = 0.0f;
    *end = count > 0 ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < count && *begin < *end; i++) {
        VeerVec2 side = sub2(corners[(i + 1u) % count], corners[i]);
        float off = cross2(side, sub2(at, corners[i])) + by * length2(side);
        float turn = cross2(side, along); // inside, where off + turn t >= 0
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
typedef struct AreaSide {
    VeerGraphArea *area;
    uint32_t shape;
    VeerVec2 at, along, out;                      ///< `out`: unit
    float begin[MAX_OPENINGS], end[MAX_OPENINGS]; ///< of the openings, as parts of the side
    uint32_t count;                               ///< of openings
} AreaSide;

static bool is_strip(const VeerGraphArea *area, uint32_t shape)
{
    return shape >= area->graph->node_count;
}

static const VeerGraphEdge *edge_of(const VeerGraphArea *area, uint32_t shape)
{
    return &area->graph->edges[shape - area->graph->node_count];
}

bool veer_graph_area_is_open(const VeerGraphArea *area, uint32_t shape)
{
    const VeerGraph *graph = area->graph;
    if (area->first[shape] == area->first[shape + 1u]) {
        return false;
    }
    if (!is_strip(area, shape)) {
        return !graph->blocked[shape];
    }
    const VeerGraphEdge *edge = edge_of(area, shape);
    return !graph->edge_blocked[shape - graph->node_count] && !graph->blocked[edge->from] &&
           !graph->blocked[edge->to];
}

static bool is_end(const VeerGraphArea *area, uint32_t edge_index, uint32_t node)
{
    const VeerGraphEdge *edge = edge_of(area, edge_index);
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

static bool is_joined(const VeerGraphArea *area, uint32_t a, uint32_t b)
{
    if (is_strip(area, a) || is_strip(area, b)) {
        bool are_strips = is_strip(area, a) && is_strip(area, b);
        return !are_strips && (is_strip(area, a) ? is_end(area, a, b) : is_end(area, b, a));
    }
    return has_edge(area->graph, a, b) || has_edge(area->graph, b, a);
}

/// Notes the part of a side beyond which lies another shape.
static bool note_opening(void *context, uint32_t shape)
{
    AreaSide *side = context;
    const VeerGraphArea *area = side->area;
    if (shape == side->shape || side->count == MAX_OPENINGS ||
        !veer_graph_area_is_open(area, shape)) {
        return true;
    }
    float slack = SLACK * min_f(area->inner[side->shape], area->inner[shape]), from, to;
    float *begin = &side->begin[side->count], *end = &side->end[side->count];
    VeerVec2 beyond = add2(side->at, scale2(side->out, slack));
    if (!veer_graph_area_clip(area, shape, 0.5f * slack, beyond, side->along, begin, end)) {
        return true;
    }
    if (!is_joined(area, side->shape, shape)) {
        // A shape that only touches this one is behind a wall.
        if (!veer_graph_area_clip(area, shape, -0.5f * slack, side->at, side->along, &from, &to)) {
            return true;
        }
        *begin = max_f(*begin, from);
        *end = min_f(*end, to);
    }
    side->count += *begin < *end ? 1u : 0u;
    return true;
}

static void sort_openings(AreaSide *side)
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

/// Adds a part of a side as a wall, if it is long enough.
static void add_wall(const AreaSide *side, float begin, float end)
{
    VeerGraphArea *area = side->area;
    uint32_t first = area->wall_first[side->shape], *count = &area->wall_count[side->shape];
    float least = LEAST_WALL * area->inner[side->shape];
    bool has_room = first + *count < area->wall_first[side->shape + 1u];
    if (has_room && (end - begin) * length2(side->along) > least) {
        area->walls[first + (*count)++] = (VeerGraphWall){
            add2(side->at, scale2(side->along, begin)), add2(side->at, scale2(side->along, end))};
    }
}

/// Adds the walls of a side.
static void add_side(AreaSide *side)
{
    VeerGraphArea *area = side->area;
    float reach = SLACK * area->inner[side->shape], length = length2(side->along), done = 0.0f;
    if (!(length > 0.0f)) {
        return;
    }
    side->out = scale2(vec2(side->along.y, -side->along.x), 1.0f / length);
    VeerFlatBox box = veer_line_box(side->at, add2(side->at, side->along), reach);
    (void)veer_graph_area_visit(area, box, note_opening, side);
    sort_openings(side);
    for (uint32_t i = 0; i < side->count; i++) {
        add_wall(side, done, side->begin[i]);
        done = max_f(done, side->end[i]);
    }
    add_wall(side, done, 1.0f);
}

void veer_graph_area_enclose(VeerGraphArea *area, uint32_t shape)
{
    uint32_t begin = area->first[shape], corners = area->first[shape + 1u] - begin;
    area->wall_count[shape] = 0;
    for (uint32_t i = 0; i < corners && veer_graph_area_is_open(area, shape); i++) {
        VeerVec2 a = area->corners[begin + i];
        VeerVec2 b = area->corners[begin + (i + 1u) % corners];
        AreaSide side = {.area = area, .shape = shape, .at = a, .along = sub2(b, a)};
        add_side(&side);
    }
}

/// A point that may lie in a shape.
typedef struct AreaPoint {
    const VeerGraphArea *area;
    VeerVec2 point;
} AreaPoint;

static bool misses(void *context, uint32_t shape)
{
    const AreaPoint *at = context;
    const VeerGraphArea *area = at->area;
    uint32_t begin = area->first[shape], count = area->first[shape + 1u] - begin;
    return !veer_graph_area_is_open(area, shape) ||
           !veer_polygon_contains(&area->corners[begin], count, at->point);
}

bool veer_graph_area_holds(const VeerGraphArea *area, VeerVec2 point)
{
    AreaPoint at = {area, point};
    return !veer_graph_area_visit(area, (VeerFlatBox){point, point}, misses, &at);
}
