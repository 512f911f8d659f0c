#include "map/decompose/merge.h"

#include "map/decompose/hilbert.h"

#include "base/sort.h"

VeerConvexMerge veer_convex_merge_take(VeerArena *arena, uint32_t point_count)
{
    VeerConvexMerge merge;
    size_t triangles = 2u * (size_t)point_count, edges = 3u * triangles;
    merge.next = veer_arena_take(arena, edges, sizeof *merge.next);
    merge.before = veer_arena_take(arena, edges, sizeof *merge.before);
    merge.order = veer_arena_take(arena, edges / 2u, sizeof *merge.order);
    merge.is_free = veer_arena_take(arena, triangles, 1);
    merge.number = veer_arena_take(arena, point_count, sizeof *merge.number);
    merge.vertices = veer_arena_take(arena, point_count, sizeof *merge.vertices);
    merge.first = veer_arena_take(arena, triangles + 1u, sizeof *merge.first);
    merge.corners = veer_arena_take(arena, edges, sizeof *merge.corners);
    return merge;
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

/// Whether the corner from edge a to edge b does not turn right.
static bool bends_left(const VeerConvexMerge *merge, const VeerTriangles *triangles, uint32_t a,
                       uint32_t b)
{
    const VeerCell *points = triangles->points;
    return veer_lattice_side(points[triangles->corner[a]], points[triangles->corner[b]],
                             points[triangles->corner[merge->next[b]]]) >= 0;
}

/// Removes an edge if the polygon that this makes is convex.
static void try_merge(VeerConvexMerge *merge, const VeerTriangles *triangles, uint32_t edge)
{
    uint32_t mate = triangles->mate[edge];
    uint32_t before = merge->before[edge], after = merge->next[mate];
    uint32_t mate_before = merge->before[mate], mate_after = merge->next[edge];
    if (bends_left(merge, triangles, before, after) &&
        bends_left(merge, triangles, mate_before, mate_after)) {
        merge->next[before] = after;
        merge->before[after] = before;
        merge->next[mate_before] = mate_after;
        merge->before[mate_after] = mate_before;
        merge->next[edge] = VEER_NO_EDGE;
        merge->next[mate] = VEER_NO_EDGE;
    }
}

static uint32_t link_triangles(VeerConvexMerge *merge, const VeerTriangles *triangles)
{
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        uint32_t mate = triangles->mate[edge];
        bool is_free = merge->is_free[edge / 3u];
        merge->next[edge] = is_free ? veer_triangle_next(edge) : VEER_NO_EDGE;
        merge->before[edge] = veer_triangle_before(edge);
        if (is_free && mate != VEER_NO_EDGE && mate > edge && merge->is_free[mate / 3u] &&
            !triangles->is_fixed[edge]) {
            merge->order[count++] = edge;
        }
    }
    return count;
}

/// Lists an edge of each polygon. Clears `before`.
static uint32_t list_polygons(VeerConvexMerge *merge, const VeerTriangles *triangles)
{
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        if (merge->next[edge] == VEER_NO_EDGE || merge->before[edge] == VEER_NO_EDGE) {
            continue;
        }
        merge->order[count++] = edge;
        for (uint32_t at = edge; merge->before[at] != VEER_NO_EDGE; at = merge->next[at]) {
            merge->before[at] = VEER_NO_EDGE;
        }
    }
    return count;
}

/// Polygons that are near each other on the map are so in memory: fewer cache misses in searches.
static bool comes_first(const void *context, const void *a, const void *b)
{
    const VeerTriangles *triangles = context;
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    uint32_t first = veer_hilbert_index(triangles->points[triangles->corner[one]]);
    uint32_t second = veer_hilbert_index(triangles->points[triangles->corner[other]]);
    return first < second || (first == second && one < other);
}

/// The vertex at a point: numbered when it is first met.
static uint32_t vertex_of(VeerConvexMerge *merge, const VeerTriangles *triangles, uint32_t point,
                          VeerMeshDef *out)
{
    if (merge->number[point] == UINT32_MAX) {
        VeerCell at = triangles->points[point];
        merge->number[point] = out->vertex_count;
        merge->vertices[out->vertex_count++] = (VeerVec3){(float)at.x, (float)at.y, 0.0f};
    }
    return merge->number[point];
}

static void write_polygon(VeerConvexMerge *merge, const VeerTriangles *triangles, uint32_t edge,
                          VeerMeshDef *out)
{
    uint32_t count = merge->first[out->polygon_count];
    while (merge->next[edge] != VEER_NO_EDGE) {
        uint32_t next = merge->next[edge];
        merge->corners[count++] = vertex_of(merge, triangles, triangles->corner[edge], out);
        merge->next[edge] = VEER_NO_EDGE;
        edge = next;
    }
    merge->first[++out->polygon_count] = count;
}

void veer_convex_merge_run(VeerConvexMerge *merge, const VeerTriangles *triangles, VeerMeshDef *out)
{
    uint32_t count = link_triangles(merge, triangles);
    veer_sort(merge->order, count, sizeof *merge->order, is_longer, triangles);
    for (uint32_t i = 0; i < count; i++) {
        try_merge(merge, triangles, merge->order[i]);
    }
    out->vertex_count = 0;
    out->polygon_count = 0;
    for (uint32_t i = 0; i < triangles->point_count; i++) {
        merge->number[i] = UINT32_MAX;
    }
    count = list_polygons(merge, triangles);
    veer_sort(merge->order, count, sizeof *merge->order, comes_first, triangles);
    merge->first[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        write_polygon(merge, triangles, merge->order[i], out);
    }
    out->vertices = merge->vertices;
    out->first = merge->first;
    out->corners = merge->corners;
}
