#include "map/joiner.h"

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

/// Numbers the points that polygons have.
static void write_vertices(VeerJoiner *joiner, const VeerTriangles *triangles, VeerMeshDef *out)
{
    for (uint32_t i = 0; i < triangles->point_count; i++) {
        joiner->number[i] = UINT32_MAX;
    }
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        if (joiner->next[edge] != VEER_NO_EDGE) {
            joiner->number[triangles->corner[edge]] = 0;
        }
    }
    for (uint32_t i = 0; i < triangles->point_count; i++) {
        if (joiner->number[i] == 0) {
            VeerCell point = triangles->points[i];
            joiner->number[i] = out->vertex_count;
            joiner->vertices[out->vertex_count++] =
                (VeerVec3){(float)point.x, (float)point.y, 0.0f};
        }
    }
}

static void write_polygon(VeerJoiner *joiner, const VeerTriangles *triangles, uint32_t edge,
                          VeerMeshDef *out)
{
    uint32_t count = joiner->first[out->polygon_count];
    while (joiner->next[edge] != VEER_NO_EDGE) {
        uint32_t next = joiner->next[edge];
        joiner->corners[count++] = joiner->number[triangles->corner[edge]];
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
    write_vertices(joiner, triangles, out);
    joiner->first[0] = 0;
    for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
        if (joiner->next[edge] != VEER_NO_EDGE) {
            write_polygon(joiner, triangles, edge, out);
        }
    }
    out->vertices = joiner->vertices;
    out->first = joiner->first;
    out->corners = joiner->corners;
}
