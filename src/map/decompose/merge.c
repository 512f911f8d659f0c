#include "map/decompose/merge.h"

#include "map/decompose/hilbert.h"

#include "base/sort.h"

VeerJoiner veer_joiner_take(VeerArena *arena, uint32_t point_count)
{
    VeerJoiner joiner;
    size_t triangles = 2u * (size_t)point_count, edges = 3u * triangles;
    joiner.next = veer_arena_take(arena, edges, sizeof *joiner.next);
    joiner.before = veer_arena_take(arena, edges, sizeof *joiner.before);
    joiner.order = veer_arena_take(arena, edges / 2u, sizeof *joiner.order);
    joiner.is_free = veer_arena_take(arena, triangles, 1);
    joiner.number = veer_arena_take(arena, point_count, sizeof *joiner.number);
    joiner.vertices = veer_arena_take(arena, point_count, sizeof *joiner.vertices);
    joiner.first = veer_arena_take(arena, triangles + 1u, sizeof *joiner.first);
    joiner.corners = veer_arena_take(arena, edges, sizeof *joiner.corners);
    return joiner;
}

static int64_t squared_length(const VeerTriangles *triangles, uint32_t edge)
{
    VeerCell a = triangles->points[triangles->corner[edge]];
    VeerCell b = triangles->points[triangles->corner[veer_triangle_next(edge)]];
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    return dx * dx + dy * dy;
}

static bool is_longer(const void *context, const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    int64_t first = squared_length(context, one), second = squared_length(context, other);
    return first > second || (first == second && one < other);
}

/// Whether the way past the end of edge a, and on along edge b, does not turn right.
static bool bends_left(const VeerJoiner *joiner, const VeerTriangles *triangles, uint32_t a,
                       uint32_t b)
{
    const VeerCell *points = triangles->points;
    return veer_lattice_side(points[triangles->corner[a]], points[triangles->corner[b]],
                             points[triangles->corner[joiner->next[b]]]) >= 0;
}

/// Takes an edge away if the polygon that this makes is convex.
static void try_join(VeerJoiner *joiner, const VeerTriangles *triangles, uint32_t edge)
{
    uint32_t mate = triangles->mate[edge];
    uint32_t before = joiner->before[edge], after = joiner->next[mate];
    uint32_t mate_before = joiner->before[mate], mate_after = joiner->next[edge];
    if (bends_left(joiner, triangles, before, after) &&
        bends_left(joiner, triangles, mate_before, mate_after)) {
        joiner->next[before] = after;
        joiner->before[after] = before;
        joiner->next[mate_before] = mate_after;
        joiner->before[mate_after] = mate_before;
        joiner->next[edge] = VEER_NO_EDGE;
        joiner->next[mate] = VEER_NO_EDGE;
    }
}

static uint32_t link_triangles(VeerJoiner *joiner, const VeerTriangles *triangles)
{
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        uint32_t mate = triangles->mate[edge];
        bool is_free = joiner->is_free[edge / 3u];
        joiner->next[edge] = is_free ? veer_triangle_next(edge) : VEER_NO_EDGE;
        joiner->before[edge] = veer_triangle_before(edge);
        if (is_free && mate != VEER_NO_EDGE && mate > edge && joiner->is_free[mate / 3u] &&
            !triangles->is_fixed[edge]) {
            joiner->order[count++] = edge;
        }
    }
    return count;
}

/// Lists an edge of each polygon. Leaves nothing in `before`.
static uint32_t list_polygons(VeerJoiner *joiner, const VeerTriangles *triangles)
{
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        if (joiner->next[edge] == VEER_NO_EDGE || joiner->before[edge] == VEER_NO_EDGE) {
            continue;
        }
        joiner->order[count++] = edge;
        for (uint32_t at = edge; joiner->before[at] != VEER_NO_EDGE; at = joiner->next[at]) {
            joiner->before[at] = VEER_NO_EDGE;
        }
    }
    return count;
}

/// Polygons that lie near each other on the map do so in memory, of which a search then meets less.
static bool comes_first(const void *context, const void *a, const void *b)
{
    const VeerTriangles *triangles = context;
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    uint32_t first = veer_curve_place(triangles->points[triangles->corner[one]]);
    uint32_t second = veer_curve_place(triangles->points[triangles->corner[other]]);
    return first < second || (first == second && one < other);
}

/// The vertex at a point: numbered when it is first met.
static uint32_t vertex_of(VeerJoiner *joiner, const VeerTriangles *triangles, uint32_t point,
                          VeerMeshDef *out)
{
    if (joiner->number[point] == UINT32_MAX) {
        VeerCell at = triangles->points[point];
        joiner->number[point] = out->vertex_count;
        joiner->vertices[out->vertex_count++] = (VeerVec3){(float)at.x, (float)at.y, 0.0f};
    }
    return joiner->number[point];
}

static void write_polygon(VeerJoiner *joiner, const VeerTriangles *triangles, uint32_t edge,
                          VeerMeshDef *out)
{
    uint32_t count = joiner->first[out->polygon_count];
    while (joiner->next[edge] != VEER_NO_EDGE) {
        uint32_t next = joiner->next[edge];
        joiner->corners[count++] = vertex_of(joiner, triangles, triangles->corner[edge], out);
        joiner->next[edge] = VEER_NO_EDGE;
        edge = next;
    }
    joiner->first[++out->polygon_count] = count;
}

void veer_joiner_run(VeerJoiner *joiner, const VeerTriangles *triangles, VeerMeshDef *out)
{
    uint32_t count = link_triangles(joiner, triangles);
    veer_sort(joiner->order, count, sizeof *joiner->order, is_longer, triangles);
    for (uint32_t i = 0; i < count; i++) {
        try_join(joiner, triangles, joiner->order[i]);
    }
    out->vertex_count = 0;
    out->polygon_count = 0;
    for (uint32_t i = 0; i < triangles->point_count; i++) {
        joiner->number[i] = UINT32_MAX;
    }
    count = list_polygons(joiner, triangles);
    veer_sort(joiner->order, count, sizeof *joiner->order, comes_first, triangles);
    joiner->first[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        write_polygon(joiner, triangles, joiner->order[i], out);
    }
    out->vertices = joiner->vertices;
    out->first = joiner->first;
    out->corners = joiner->corners;
}
