/// Random meshes of small triangles, on one floor or winding up over themselves, and the shortest
/// paths over them by brute force: all corners that see each other, triangle by triangle.
#ifndef VEER_TEST_PLAN_FACETS_H
#define VEER_TEST_PLAN_FACETS_H

#include "base/random.h"
#include "map/mesh/mesh.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARE = 4, AROUND = 4 * SQUARE, FACETS_WIDE = 3, FACETS_TURNS = 2 };
enum { MAX_FACETS = AROUND * FACETS_WIDE * FACETS_WIDE * FACETS_TURNS, MAX_LINKS = 4 };
enum { FACETS_FINE = 8 }; // parts of a unit: all places are exact in them

typedef struct Facets {
    uint64_t seed, rolls;
    VeerVec3 vertices[3 * MAX_FACETS];
    uint32_t vertex_count, count; ///< of triangles
    uint32_t first[MAX_FACETS + 1], corners[3 * MAX_FACETS], flags[MAX_FACETS];
    VeerMeshLink links[MAX_LINKS];
    uint32_t link_count;
    VeerMesh *mesh;
    bool is_closed[3 * MAX_FACETS];  ///< sides that nobody crosses
    bool is_shut[MAX_FACETS];        ///< triangles that nobody enters
    uint32_t sector[3 * MAX_FACETS]; ///< by side: which triangles one may go between round where
                                     ///< it begins, as the least of their sides there
} Facets;

static inline uint32_t facets_roll(Facets *facets, uint32_t count)
{
    return (uint32_t)(veer_random_u64(facets->seed, 9, facets->rolls++) >> 33) % count;
}

static inline uint32_t facets_vertex(Facets *facets, float x, float y, float z)
{
    uint32_t i = 0;
    while (i < facets->vertex_count && !(facets->vertices[i].x == x && facets->vertices[i].y == y &&
                                         facets->vertices[i].z == z)) {
        i++;
    }
    facets->vertices[i] = (VeerVec3){x, y, z};
    facets->vertex_count = i == facets->vertex_count ? i + 1u : facets->vertex_count;
    return i;
}

/// A stair winds round the middle; each turn begins on the line from there to the right.
static inline uint32_t facets_corner(Facets *facets, int x, int y, int turn, bool is_first)
{
    bool is_begin = y == SQUARE && x >= 2 * SQUARE;
    float height = is_begin ? 8.0f * (float)(turn + !is_first) : 8.0f * (float)turn + 4.0f;
    return facets_vertex(facets, (float)x, (float)y, turn < 0 ? 0.0f : height);
}

/// Triangles about a point in a square, each of which may be left out.
static inline void facets_square(Facets *facets, int i, int j, int turn, uint32_t gaps)
{
    uint32_t around[AROUND];
    float height = 0.0f;
    for (int k = 0; k < AROUND; k++) {
        int along = k % SQUARE, side = k / SQUARE;
        int x = side == 0 ? along : side == 1 ? SQUARE : side == 2 ? SQUARE - along : 0;
        int y = side == 0 ? 0 : side == 1 ? along : side == 2 ? SQUARE : SQUARE - along;
        around[k] = facets_corner(facets, SQUARE * i + x, SQUARE * j + y, turn, j > 0);
        height += facets->vertices[around[k]].z / (float)AROUND;
    }
    float x = (float)(SQUARE * i + 1 + (int)facets_roll(facets, SQUARE - 1));
    float y = (float)(SQUARE * j + 1 + (int)facets_roll(facets, SQUARE - 1));
    uint32_t middle = facets_vertex(facets, x, y, height);
    for (uint32_t k = 0; k < AROUND; k++) {
        if (facets_roll(facets, 100) >= gaps) {
            uint32_t *corners = &facets->corners[3 * facets->count++];
            corners[0] = middle;
            corners[1] = around[k];
            corners[2] = around[(k + 1) % AROUND];
        }
    }
}

static inline void facets_lay(Facets *facets, bool winds, uint32_t gaps)
{
    for (int turn = winds ? 0 : -1; turn < (winds ? FACETS_TURNS : 0); turn++) {
        for (int k = 0; k < FACETS_WIDE * FACETS_WIDE; k++) {
            int i = k % FACETS_WIDE, j = k / FACETS_WIDE;
            if (!winds || i != 1 || j != 1) {
                facets_square(facets, i, j, turn, gaps);
            }
        }
    }
}

/// A place in a triangle, by parts of its corners.
static inline VeerVec3 facets_place(const Facets *facets, uint32_t triangle,
                                    const uint32_t parts[3])
{
    VeerVec3 at = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++) {
        VeerVec3 corner = facets->vertices[facets->corners[3 * triangle + (uint32_t)k]];
        float part = (float)parts[k] / (float)FACETS_FINE;
        at = (VeerVec3){at.x + part * corner.x, at.y + part * corner.y, at.z + part * corner.z};
    }
    return at;
}

/// ... off its sides
static inline VeerVec3 facets_inside(Facets *facets, uint32_t triangle)
{
    uint32_t parts[3] = {1, 1, 1};
    for (int k = 0; k < FACETS_FINE - 3; k++) {
        parts[facets_roll(facets, 3)]++;
    }
    return facets_place(facets, triangle, parts);
}

/// ... now and then right on a side or a corner
static inline VeerVec3 facets_anywhere(Facets *facets, uint32_t triangle)
{
    uint32_t parts[3] = {0, 0, 0}, kind = facets_roll(facets, 4), first = facets_roll(facets, 3);
    if (kind > 1) {
        return facets_inside(facets, triangle);
    }
    parts[first] = kind == 0 ? FACETS_FINE : 1u + facets_roll(facets, FACETS_FINE - 1);
    parts[(first + 1) % 3] = FACETS_FINE - parts[first];
    return facets_place(facets, triangle, parts);
}

static inline void facets_link(Facets *facets, uint32_t count)
{
    for (facets->link_count = 0; facets->link_count < count; facets->link_count++) {
        uint32_t from = facets_roll(facets, facets->count), to = facets_roll(facets, facets->count);
        VeerVec3 begin = facets_anywhere(facets, from), end = facets_anywhere(facets, to);
        float gap = length2(sub2(plane2(begin), plane2(end)));
        facets->links[facets->link_count] =
            (VeerMeshLink){.from = begin,
                           .to = end,
                           .from_polygon = from,
                           .to_polygon = to,
                           .cost = 1.0f + gap + (float)facets_roll(facets, 3),
                           .is_one_way = facets_roll(facets, 2) == 0};
    }
}

/// @param gaps   of a hundred triangles, those that are not there
/// @param flags  ... those that have a flag
static inline Facets *facets_open(uint64_t seed, bool winds, uint32_t gaps, uint32_t flags)
{
    Facets *facets = calloc(1, sizeof *facets);
    facets->seed = seed;
    facets_lay(facets, winds, gaps);
    for (uint32_t i = 0; i <= facets->count; i++) {
        facets->first[i] = 3 * i;
    }
    for (uint32_t i = 0; i < facets->count; i++) {
        facets->flags[i] = facets_roll(facets, 100) < flags ? 2u : 0u;
    }
    facets_link(facets, facets_roll(facets, MAX_LINKS + 1u));
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = facets->vertices;
    def.vertex_count = facets->vertex_count;
    def.first = facets->first;
    def.corners = facets->corners;
    def.flags = facets->flags;
    def.polygon_count = facets->count;
    def.links = facets->links;
    def.link_count = facets->link_count;
    facets->mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(facets->mesh);
    return facets;
}

static inline void facets_close(Facets *facets)
{
    free(facets->mesh);
    free(facets);
}

/// The side beyond one that may be crossed; VEER_NO_SIDE.
static inline uint32_t facets_beyond(const Facets *facets, uint32_t side)
{
    uint32_t mate = facets->mesh->mate[side];
    return mate == VEER_NO_SIDE || facets->is_closed[side] || facets->is_closed[mate] ||
                   facets->is_shut[side / 3] || facets->is_shut[mate / 3]
               ? VEER_NO_SIDE
               : mate;
}

static inline uint32_t facets_next(uint32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

/// Finds the sectors, from what is closed and shut.
static inline void facets_find_sectors(Facets *facets)
{
    bool is_changed = true;
    for (uint32_t side = 0; side < 3 * facets->count; side++) {
        facets->sector[side] = side;
    }
    while (is_changed) {
        is_changed = false;
        for (uint32_t side = 0; side < 3 * facets->count; side++) {
            uint32_t mate = facets_beyond(facets, side);
            uint32_t other = mate == VEER_NO_SIDE ? side : facets_next(mate);
            uint32_t a = facets->sector[side], b = facets->sector[other];
            is_changed = is_changed || a != b;
            facets->sector[side] = facets->sector[other] = a < b ? a : b;
        }
    }
}

// --- The shortest path ---

/// A point, exactly.
typedef struct Spot {
    int64_t x, y;
} Spot;

static inline Spot spot_of(VeerVec2 at)
{
    return (Spot){(int64_t)((float)FACETS_FINE * at.x), (int64_t)((float)FACETS_FINE * at.y)};
}

static inline int64_t spot_side(Spot a, Spot b, Spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline bool spot_is_within(Spot a, Spot b, Spot c)
{
    return (c.x - a.x) * (c.x - b.x) <= 0 && (c.y - a.y) * (c.y - b.y) <= 0;
}

/// Whether two segments have a point in common.
static inline bool spots_meet(Spot a, Spot b, Spot c, Spot d)
{
    int64_t at_c = spot_side(a, b, c), at_d = spot_side(a, b, d);
    int64_t at_a = spot_side(c, d, a), at_b = spot_side(c, d, b);
    if ((at_c == 0 && spot_is_within(a, b, c)) || (at_d == 0 && spot_is_within(a, b, d)) ||
        (at_a == 0 && spot_is_within(c, d, a)) || (at_b == 0 && spot_is_within(c, d, b))) {
        return true;
    }
    return at_c != 0 && at_d != 0 && at_a != 0 && at_b != 0 && (at_c > 0) != (at_d > 0) &&
           (at_a > 0) != (at_b > 0);
}

/// Where a path may turn: a corner as it is come to from one sector, or a place in a triangle.
typedef struct Knot {
    VeerVec2 at;
    uint32_t triangle, sector; ///< sector: UINT32_MAX in a triangle
    double cost;
    bool is_done;
} Knot;

/// All that a path may turn at: start, goal, ends of links, then corners.
typedef struct Knots {
    const Facets *facets;
    bool takes_links;
    Knot all[2 + 2 * MAX_LINKS + 3 * MAX_FACETS];
    uint32_t count;
    uint32_t queue[MAX_FACETS];
    bool is_seen[MAX_FACETS];
} Knots;

static inline void knots_add(Knots *knots, VeerVec2 at, uint32_t triangle, uint32_t sector)
{
    knots->all[knots->count++] = (Knot){at, triangle, sector, (double)INFINITY, false};
}

/// Finds all triangles that a straight path from a knot to another comes to, touching its sides.
static inline void knots_flood(Knots *knots, const Knot *from, const Knot *to)
{
    const Facets *facets = knots->facets;
    Spot a = spot_of(from->at), b = spot_of(to->at);
    uint32_t begin = 0, end = 1;
    memset(knots->is_seen, 0, sizeof knots->is_seen);
    knots->queue[0] = from->triangle;
    knots->is_seen[from->triangle] = true;
    while (begin < end) {
        uint32_t triangle = knots->queue[begin++];
        for (uint32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
            uint32_t mate = facets_beyond(facets, side);
            if (mate != VEER_NO_SIDE && !knots->is_seen[mate / 3] &&
                spots_meet(a, b, spot_of(veer_mesh_begin_of(facets->mesh, side)),
                           spot_of(veer_mesh_end_of(facets->mesh, side)))) {
                knots->is_seen[mate / 3] = true;
                knots->queue[end++] = mate / 3;
            }
        }
    }
}

static inline bool knots_see(Knots *knots, const Knot *from, const Knot *to)
{
    knots_flood(knots, from, to);
    if (to->sector == UINT32_MAX) {
        return knots->is_seen[to->triangle];
    }
    bool is_seen = false;
    for (uint32_t side = 0; side < 3 * knots->facets->count; side++) {
        is_seen =
            is_seen || (knots->facets->sector[side] == to->sector && knots->is_seen[side / 3]);
    }
    return is_seen;
}

static inline void knots_improve(Knot *knot, double cost)
{
    knot->cost = cost < knot->cost ? cost : knot->cost;
}

static inline double knots_gap(VeerVec2 a, VeerVec2 b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static inline void knots_cross_links(Knots *knots, uint32_t from)
{
    if (!knots->takes_links || from < 2 || from >= 2 + 2 * knots->facets->link_count) {
        return;
    }
    const VeerMeshLink *link = &knots->facets->links[(from - 2) / 2];
    Knot *to = &knots->all[2 + ((from - 2) ^ 1u)];
    if (!(link->is_one_way && (from - 2) % 2 == 1) && !knots->facets->is_shut[to->triangle]) {
        knots_improve(to, knots->all[from].cost + (double)link->cost);
    }
}

/// Goes on from the nearest knot that is not done. @return whether there is one
static inline bool knots_step(Knots *knots)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < knots->count; i++) {
        const Knot *knot = &knots->all[i], *least = &knots->all[best];
        best = !knot->is_done && (least->is_done || knot->cost < least->cost) ? i : best;
    }
    Knot *from = &knots->all[best];
    if (from->is_done || from->cost == (double)INFINITY) {
        return false;
    }
    from->is_done = true;
    knots_cross_links(knots, best);
    for (uint32_t i = 0; i < knots->count; i++) {
        Knot *to = &knots->all[i];
        double cost = from->cost + knots_gap(from->at, to->at);
        if (!to->is_done && cost < to->cost && knots_see(knots, from, to)) {
            to->cost = cost;
        }
    }
    return true;
}

/// The length of the shortest path; INFINITY: there is none. Triangles that are shut may be left.
static inline double facets_shortest(const Facets *facets, VeerVec3 start, uint32_t start_triangle,
                                     VeerVec3 goal, uint32_t goal_triangle, bool takes_links)
{
    Knots *knots = calloc(1, sizeof *knots);
    knots->facets = facets;
    knots->takes_links = takes_links;
    knots_add(knots, plane2(start), start_triangle, UINT32_MAX);
    knots_add(knots, plane2(goal), goal_triangle, UINT32_MAX);
    for (uint32_t i = 0; i < facets->link_count; i++) {
        knots_add(knots, plane2(facets->links[i].from), facets->links[i].from_polygon, UINT32_MAX);
        knots_add(knots, plane2(facets->links[i].to), facets->links[i].to_polygon, UINT32_MAX);
    }
    for (uint32_t side = 0; side < 3 * facets->count; side++) {
        if (facets->sector[side] == side && !facets->is_shut[side / 3]) {
            knots_add(knots, veer_mesh_begin_of(facets->mesh, side), side / 3, side);
        }
    }
    knots->all[0].cost = 0.0;
    while (!knots->all[1].is_done && knots_step(knots)) {
    }
    double length = knots->all[1].cost;
    free(knots);
    return length;
}

#endif
