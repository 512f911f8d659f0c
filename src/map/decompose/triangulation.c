#include "map/decompose/triangulation.h"

#include <string.h>

VeerTriangles veer_triangles_take(VeerArena *arena, uint32_t point_count)
{
    VeerTriangles triangles = {.point_count = point_count};
    // Each point within the rectangle, or on its border, brings at most two more triangles.
    size_t edges = 3u * (2u * (size_t)point_count);
    triangles.corner = veer_arena_take(arena, edges, sizeof *triangles.corner);
    triangles.mate = veer_arena_take(arena, edges, sizeof *triangles.mate);
    triangles.is_fixed = veer_arena_take(arena, edges, 1);
    triangles.leaving = veer_arena_take(arena, point_count, sizeof *triangles.leaving);
    triangles.stack = veer_arena_take(arena, edges, sizeof *triangles.stack);
    return triangles;
}

static VeerCell begin_of(const VeerTriangles *triangles, uint32_t edge)
{
    return triangles->points[triangles->corner[edge]];
}

static VeerCell end_of(const VeerTriangles *triangles, uint32_t edge)
{
    return begin_of(triangles, veer_triangle_next(edge));
}

static void set_corner(VeerTriangles *triangles, uint32_t edge, uint32_t point)
{
    triangles->corner[edge] = point;
    triangles->leaving[point] = edge;
}

/// The outside of a half-edge, to be attached to another one.
typedef struct TriangleSeam {
    uint32_t mate;
    uint8_t is_fixed;
} TriangleSeam;

static TriangleSeam seam_of(const VeerTriangles *triangles, uint32_t edge)
{
    return (TriangleSeam){triangles->mate[edge], triangles->is_fixed[edge]};
}

static void sew(VeerTriangles *triangles, uint32_t edge, TriangleSeam seam)
{
    triangles->mate[edge] = seam.mate;
    triangles->is_fixed[edge] = seam.is_fixed;
    if (seam.mate != VEER_NO_EDGE) {
        triangles->mate[seam.mate] = edge;
        triangles->is_fixed[seam.mate] = seam.is_fixed;
    }
}

static void set_triangle(VeerTriangles *triangles, uint32_t edge, uint32_t a, uint32_t b,
                         uint32_t c)
{
    uint32_t second = veer_triangle_next(edge);
    set_corner(triangles, edge, a);
    set_corner(triangles, second, b);
    set_corner(triangles, veer_triangle_next(second), c);
}

static uint32_t new_triangle(VeerTriangles *triangles)
{
    return 3u * triangles->count++;
}

void veer_triangles_begin(VeerTriangles *triangles, const VeerCell *points)
{
    triangles->points = points;
    triangles->count = 2;
    triangles->stack_count = 0;
    set_triangle(triangles, 0, 0, 1, 2);
    set_triangle(triangles, 3, 0, 2, 3);
    for (uint32_t edge = 0; edge < 6; edge++) {
        sew(triangles, edge, (TriangleSeam){VEER_NO_EDGE, 0});
    }
    sew(triangles, 2, (TriangleSeam){3, 0});
}

static int64_t square(int64_t value)
{
    return value * value;
}

/// Whether d lies strictly within the circle through a, b, c (counter-clockwise).
static bool is_in_circle(VeerCell a, VeerCell b, VeerCell c, VeerCell d)
{
    int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y;
    int64_t cx = c.x - d.x, cy = c.y - d.y;
    return (square(ax) + square(ay)) * (bx * cy - by * cx) -
               (square(bx) + square(by)) * (ax * cy - ay * cx) +
               (square(cx) + square(cy)) * (ax * by - ay * bx) >
           0;
}

/// Flips the edge between two triangles: it then connects what were their tips, and is the edge
/// before `edge`.
static void flip(VeerTriangles *triangles, uint32_t edge)
{
    uint32_t mate = triangles->mate[edge];
    uint32_t next = veer_triangle_next(edge), before = veer_triangle_before(edge);
    uint32_t mate_next = veer_triangle_next(mate), mate_before = veer_triangle_before(mate);
    uint32_t a = triangles->corner[edge], b = triangles->corner[mate];
    uint32_t c = triangles->corner[before], d = triangles->corner[mate_before];
    TriangleSeam bc = seam_of(triangles, next), ca = seam_of(triangles, before);
    TriangleSeam ad = seam_of(triangles, mate_next), db = seam_of(triangles, mate_before);
    set_triangle(triangles, edge, c, a, d);
    set_triangle(triangles, mate, d, b, c);
    sew(triangles, edge, ca);
    sew(triangles, next, ad);
    sew(triangles, mate, db);
    sew(triangles, mate_next, bc);
    sew(triangles, before, (TriangleSeam){mate_before, 0});
}

/// Whether an edge is not Delaunay, and free to flip.
static bool is_to_flip(const VeerTriangles *triangles, uint32_t edge)
{
    uint32_t mate = triangles->mate[edge];
    return mate != VEER_NO_EDGE && !triangles->is_fixed[edge] &&
           is_in_circle(begin_of(triangles, edge), end_of(triangles, edge),
                        begin_of(triangles, veer_triangle_before(edge)),
                        begin_of(triangles, veer_triangle_before(mate)));
}

static void push(VeerTriangles *triangles, uint32_t edge)
{
    triangles->stack[triangles->stack_count++] = edge;
}

/// Flips until all edges on the stack, opposite to a new point, are Delaunay.
static void settle(VeerTriangles *triangles)
{
    while (triangles->stack_count > 0) {
        uint32_t edge = triangles->stack[--triangles->stack_count];
        if (is_to_flip(triangles, edge)) {
            uint32_t mate = triangles->mate[edge];
            flip(triangles, edge);
            push(triangles, veer_triangle_next(edge));
            push(triangles, mate);
        }
    }
}

/// Splits the triangle of `edge` in two: from `point` on that edge to the opposite tip.
/// @return the half of `edge` that leads on from the point, in a new triangle
static uint32_t split_half(VeerTriangles *triangles, uint32_t edge, uint32_t point)
{
    uint32_t next = veer_triangle_next(edge), before = veer_triangle_before(edge);
    uint32_t end = triangles->corner[next], tip = triangles->corner[before];
    uint32_t made = new_triangle(triangles);
    TriangleSeam side = seam_of(triangles, next);
    set_triangle(triangles, made, point, end, tip);
    set_corner(triangles, next, point);
    sew(triangles, made, (TriangleSeam){VEER_NO_EDGE, 0});
    sew(triangles, made + 1u, side);
    sew(triangles, made + 2u, (TriangleSeam){next, 0});
    push(triangles, made + 1u);
    push(triangles, before);
    return made;
}

static void split_edge(VeerTriangles *triangles, uint32_t edge, uint32_t point)
{
    uint32_t mate = triangles->mate[edge];
    uint32_t second = split_half(triangles, edge, point);
    if (mate != VEER_NO_EDGE) {
        uint32_t mate_second = split_half(triangles, mate, point);
        sew(triangles, second, (TriangleSeam){mate, 0});
        sew(triangles, mate_second, (TriangleSeam){edge, 0});
    }
}

static void split_inside(VeerTriangles *triangles, uint32_t edge, uint32_t point)
{
    uint32_t next = veer_triangle_next(edge), before = veer_triangle_before(edge);
    uint32_t a = triangles->corner[edge], b = triangles->corner[next];
    uint32_t c = triangles->corner[before];
    uint32_t second = new_triangle(triangles), third = new_triangle(triangles);
    TriangleSeam bc = seam_of(triangles, next), ca = seam_of(triangles, before);
    set_triangle(triangles, second, b, c, point);
    set_triangle(triangles, third, c, a, point);
    set_triangle(triangles, edge, a, b, point);
    sew(triangles, second, bc);
    sew(triangles, third, ca);
    sew(triangles, second + 1u, (TriangleSeam){third + 2u, 0});
    sew(triangles, third + 1u, (TriangleSeam){before, 0});
    sew(triangles, next, (TriangleSeam){second + 2u, 0});
    push(triangles, edge);
    push(triangles, second);
    push(triangles, third);
}

/// Walks to a triangle that holds a point. Each step crosses an edge that the point lies beyond,
/// which ends since the triangulation is Delaunay.
static uint32_t find_triangle(const VeerTriangles *triangles, VeerCell point)
{
    uint32_t edge = 3u * (triangles->count - 1u), inside = 0;
    while (inside < 3) {
        if (veer_lattice_side(begin_of(triangles, edge), end_of(triangles, edge), point) < 0) {
            edge = triangles->mate[edge];
            inside = 0;
        }
        edge = veer_triangle_next(edge);
        inside++;
    }
    return edge;
}

void veer_triangles_add(VeerTriangles *triangles, uint32_t point)
{
    VeerCell at = triangles->points[point];
    uint32_t edge = find_triangle(triangles, at);
    for (int i = 0; i < 3; i++, edge = veer_triangle_next(edge)) {
        if (veer_lattice_side(begin_of(triangles, edge), end_of(triangles, edge), at) == 0) {
            split_edge(triangles, edge, point);
            settle(triangles);
            return;
        }
    }
    split_inside(triangles, edge, point);
    settle(triangles);
}

/// The next half-edge from the same point, counter-clockwise; VEER_NO_EDGE at the outer border.
static uint32_t turn_left(const VeerTriangles *triangles, uint32_t edge)
{
    return triangles->mate[veer_triangle_before(edge)];
}

/// The first of the half-edges from a point: at the outer border the one that has none before it.
static uint32_t first_leaving(const VeerTriangles *triangles, uint32_t point)
{
    uint32_t begin = triangles->leaving[point], edge = begin, mate;
    while ((mate = triangles->mate[edge]) != VEER_NO_EDGE) {
        edge = veer_triangle_next(mate);
        if (edge == begin) {
            break;
        }
    }
    return edge;
}

/// The half-edge from a to b, or else the edge opposite to a that the line to b crosses.
static uint32_t find_toward(const VeerTriangles *triangles, uint32_t a, uint32_t b)
{
    const VeerCell *points = triangles->points;
    uint32_t edge = first_leaving(triangles, a);
    for (;;) {
        uint32_t next = veer_triangle_next(edge), last = veer_triangle_before(edge);
        uint32_t right = triangles->corner[next], left = triangles->corner[last];
        if (right == b) {
            return edge;
        }
        if (left == b) {
            return last;
        }
        if (veer_lattice_side(points[a], points[b], points[right]) < 0 &&
            veer_lattice_side(points[a], points[b], points[left]) > 0) {
            return next;
        }
        edge = turn_left(triangles, edge);
    }
}

static void push_ends(VeerTriangles *triangles, uint32_t number, uint32_t edge)
{
    uint32_t *ends = &triangles->stack[2u * (size_t)number];
    ends[0] = triangles->corner[edge];
    ends[1] = triangles->corner[veer_triangle_next(edge)];
}

/// Puts the ends of all edges between a and b on the stack, and returns how many there are.
static uint32_t collect_crossed(VeerTriangles *triangles, uint32_t edge, uint32_t a, uint32_t b)
{
    const VeerCell *points = triangles->points;
    uint32_t count = 0;
    for (;;) {
        push_ends(triangles, count++, edge);
        uint32_t mate = triangles->mate[edge];
        uint32_t tip = triangles->corner[veer_triangle_before(mate)];
        if (tip == b) {
            return count;
        }
        bool is_right = veer_lattice_side(points[a], points[b], points[tip]) < 0;
        edge = is_right ? veer_triangle_before(mate) : veer_triangle_next(mate);
    }
}

/// Whether the four corners round an edge are strictly convex, so that it can be flipped.
static bool is_convex(const VeerTriangles *triangles, uint32_t edge)
{
    VeerCell a = begin_of(triangles, edge), b = end_of(triangles, edge);
    VeerCell c = begin_of(triangles, veer_triangle_before(edge));
    VeerCell d = begin_of(triangles, veer_triangle_before(triangles->mate[edge]));
    return veer_lattice_side(c, d, a) * veer_lattice_side(c, d, b) < 0;
}

static bool is_between(const VeerTriangles *triangles, uint32_t a, uint32_t b, uint32_t edge)
{
    const VeerCell *points = triangles->points;
    uint32_t u = triangles->corner[edge], v = triangles->corner[veer_triangle_next(edge)];
    int64_t one = veer_lattice_side(points[a], points[b], points[u]);
    int64_t other = veer_lattice_side(points[a], points[b], points[v]);
    return u != a && u != b && v != a && v != b && (one < 0) != (other < 0);
}

/// Flips edges that cross the line from a to b until none is left.
static void clear_line(VeerTriangles *triangles, uint32_t crossed, uint32_t a, uint32_t b)
{
    uint32_t count = collect_crossed(triangles, crossed, a, b);
    while (count > 0) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t *ends = &triangles->stack[2u * (size_t)i];
            uint32_t edge = find_toward(triangles, ends[0], ends[1]);
            if (is_convex(triangles, edge)) {
                flip(triangles, edge);
                edge = veer_triangle_before(edge);
            }
            if (is_between(triangles, a, b, edge)) {
                push_ends(triangles, kept++, edge);
            }
        }
        count = kept;
    }
}

void veer_triangles_fix(VeerTriangles *triangles, uint32_t a, uint32_t b)
{
    uint32_t edge = find_toward(triangles, a, b);
    if (triangles->corner[edge] != a && triangles->corner[edge] != b) {
        clear_line(triangles, edge, a, b);
        edge = find_toward(triangles, a, b);
    }
    triangles->is_fixed[edge] = 1;
    if (triangles->mate[edge] != VEER_NO_EDGE) {
        triangles->is_fixed[triangles->mate[edge]] = 1;
    }
}

void veer_triangles_restore(VeerTriangles *triangles)
{
    bool changes = true;
    while (changes) {
        changes = false;
        for (uint32_t edge = 0; edge < 3u * triangles->count; edge++) {
            if (is_to_flip(triangles, edge)) {
                flip(triangles, edge);
                changes = true;
            }
        }
    }
}
