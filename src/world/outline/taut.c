#include "world/outline/taut.h"

#include "geom/segment.h"
#include "world/outline/constants.h"

#include <string.h>

enum {
    MAX_NODES = 256,  ///< corners that a search comes to, and the body
    MAX_POINTS = 768, ///< corners that it knows of, and the goal
    MAX_ENDS = 4096,  ///< places of the set of ends of walls that it knows of, of which half are
                      ///< used, or twice as many as there are ends
    MAX_LEGS = 4096,  ///< that it looks at
    BARRED_WORDS = MAX_NODES / 64,
    GOAL = 0
};

/// A point that paths may lead through.
typedef struct TautPoint {
    VeerVec2 at, vertex; ///< m, from the body
    float whole;         ///< m, of the shortest path over it that may be; INFINITY: none
    uint32_t corner;     ///< its number; 0: outlines go on from it, and no path turns there
    uint8_t node;        ///< the node before it on that path
    bool is_open;        ///< nothing else bars the turn
    bool is_done;        ///< it is a node, or no path leads to it
    bool is_followed;    ///< all walls that meet there are known
    uint64_t barred[BARRED_WORDS]; ///< bits: the nodes from which it cannot be reached
} TautPoint;

/// A point that is reached, or the body itself.
typedef struct TautNode {
    VeerVec2 at, vertex;
    float length; ///< m, of the path there
    uint32_t before, corner;
} TautNode;

typedef struct TautSearch {
    const VeerOutlineLook *look;
    uint32_t point_count, node_count, end_count;
    TautPoint points[MAX_POINTS];
    TautNode nodes[MAX_NODES];
    uint32_t end_places;     ///< of ends[], a power of two
    uint32_t ends[MAX_ENDS]; ///< 1 + each end that is known, by its hash
} TautSearch;

// --- Legs ---

/// Whether a path over a node that goes on to a point bends round the node's vertex.
static bool is_bent_there(const TautSearch *search, const TautNode *node, VeerVec2 to)
{
    if (node == search->nodes) {
        return true;
    }
    VeerVec2 in = sub2(node->at, search->nodes[node->before].at);
    VeerVec2 out = sub2(to, node->at), vertex = sub2(node->vertex, node->at);
    return cross2(in, out) * cross2(in, vertex) >= 0.0f;
}

/// Whether a leg comes to a point so that a path can bend round its vertex: both sides of what it
/// turns round lie on one side of the leg, but for what bodies keep off walls less than paths.
static bool is_tangent(const TautSearch *search, const TautPoint *point, VeerVec2 leg)
{
    float slack = (PASS_RADII - VEER_FREE_RADII) * search->look->radius;
    VeerCornerPass pass = veer_corner_pass(search->look, point->corner);
    float a = cross2(leg, pass.edges[0]), b = cross2(leg, pass.edges[1]);
    return a * b >= 0.0f || min_f(fabsf(a), fabsf(b)) <= slack;
}

/// Takes the path over a node to a point where it is shorter.
static void consider(TautSearch *search, TautPoint *point, uint32_t node)
{
    const TautNode *before = &search->nodes[node];
    float length = before->length + length2(sub2(point->at, before->at));
    float whole = length + length2(sub2(search->points[GOAL].at, point->at));
    bool is_barred = (point->barred[node / 64u] >> node % 64u & 1u) != 0;
    if (!is_barred && whole < point->whole && is_bent_there(search, before, point->at)) {
        point->whole = whole;
        point->node = (uint8_t)node;
    }
}

static void consider_all(TautSearch *search, TautPoint *point)
{
    point->whole = INFINITY;
    for (uint32_t i = 0; i < search->node_count; i++) {
        consider(search, point, i);
    }
}

/// The leg from its node to a point is barred: over another node, or none.
static void bar(TautSearch *search, TautPoint *point)
{
    point->barred[point->node / 64u] |= UINT64_C(1) << point->node % 64u;
    consider_all(search, point);
}

// --- Points ---

static void add_point(TautSearch *search, TautPoint point)
{
    if (search->point_count < MAX_POINTS) {
        TautPoint *place = &search->points[search->point_count++];
        *place = point;
        consider_all(search, place);
    }
}

static void add_end(TautSearch *search, uint32_t wall, uint32_t end)
{
    uint32_t sides = veer_corner_sides(search->look->world, wall, end);
    if (sides == 0) {
        VeerVec2 at = veer_outline_end(search->look, wall, end);
        add_point(search, (TautPoint){.at = at, .vertex = at});
    }
    for (uint32_t side = 0; side < sides; side++) {
        uint32_t corner = VEER_CORNER_OF(wall, end, side);
        VeerCornerPass pass = veer_corner_pass(search->look, corner);
        add_point(search, (TautPoint){.at = pass.at, .vertex = pass.vertex, .corner = corner});
    }
}

/// Whether an end becomes known just now.
static bool is_new(TautSearch *search, uint32_t end)
{
    uint32_t place = (end * UINT32_C(2654435761) >> 16) % search->end_places;
    while (search->ends[place] != 0 && search->ends[place] != end + 1u) {
        place = (place + 1u) % search->end_places;
    }
    if (search->ends[place] != 0 || 2u * search->end_count >= search->end_places) {
        return false;
    }
    search->ends[place] = end + 1u;
    search->end_count++;
    return true;
}

static void add_wall(TautSearch *search, uint32_t wall)
{
    for (uint32_t end = 0; end < 2; end++) {
        uint32_t first = search->look->world->outline[2u * wall + end].first;
        if (is_new(search, first)) {
            add_end(search, first >> 1, first & 1u);
        }
    }
}

/// Walls about a segment, from the body.
typedef struct WallsAbout {
    TautSearch *search;
    VeerVec2 from, to;
    float range; ///< m
    bool are_none;
} WallsAbout;

static bool add_about(void *context, uint32_t wall)
{
    WallsAbout *about = context;
    const VeerOutlineLook *look = about->search->look;
    VeerVec2 a = veer_outline_end(look, wall, 0), b = veer_outline_end(look, wall, 1);
    if (veer_outline_meets(look, wall) &&
        veer_segment_separation2(about->from, about->to, a, b) <= about->range) {
        about->are_none = false;
        add_wall(about->search, wall);
    }
    return true;
}

/// Adds the walls about a segment. @return whether there are none
static bool add_walls(TautSearch *search, VeerVec2 from, VeerVec2 to, float range)
{
    WallsAbout about = {search, from, to, range, true};
    veer_outline_sweep(search->look, from, to, range + VEER_LENGTH_SLOP, add_about, &about);
    return about.are_none;
}

/// Goes on along the outlines that meet at a point.
static void follow(TautSearch *search, TautPoint *point)
{
    if (!point->is_followed) {
        point->is_followed = true;
        (void)add_walls(search, point->vertex, point->vertex, VEER_LENGTH_SLOP);
    }
}

/// Whether a body can turn round a point close to it. Where other walls bar that, outlines go on
/// with those.
static bool is_open(TautSearch *search, TautPoint *point)
{
    if (point->corner != 0 && !point->is_open) {
        VeerCornerPass pass = veer_corner_pass(search->look, point->corner);
        float radius = VEER_FREE_RADII * search->look->radius;
        bool is_before = add_walls(search, pass.at, pass.rim[0], radius);
        bool is_behind = add_walls(search, pass.at, pass.rim[1], radius);
        point->is_open = is_before && is_behind;
    }
    if (!point->is_open) {
        follow(search, point);
        point->is_done = true;
    }
    return point->is_open;
}

// --- The search ---

/// The point over which the shortest path of all may lead.
static uint32_t next_point(const TautSearch *search)
{
    uint32_t best = GOAL;
    for (uint32_t i = 1; i < search->point_count; i++) {
        const TautPoint *point = &search->points[i];
        best = !point->is_done && point->whole < search->points[best].whole ? i : best;
    }
    return best;
}

/// Adds a node, from which paths may lead on to all points that are none yet.
static void add_node(TautSearch *search, const TautPoint *point)
{
    if (search->node_count == MAX_NODES) {
        return;
    }
    const TautNode *before = &search->nodes[point->node];
    float length = before->length + length2(sub2(point->at, before->at));
    search->nodes[search->node_count] =
        (TautNode){point->at, point->vertex, length, point->node, point->corner};
    for (uint32_t i = 0; i < search->point_count; i++) {
        if (!search->points[i].is_done) {
            consider(search, &search->points[i], search->node_count);
        }
    }
    search->node_count++;
}

/// Looks at the leg to a point. @return whether it is free and ends at the goal
static bool look_at(TautSearch *search, uint32_t next)
{
    TautPoint *point = &search->points[next];
    if (next != GOAL && !is_open(search, point)) {
        return false;
    }
    VeerVec2 from = search->nodes[point->node].at;
    bool is_useful =
        next == GOAL || point->node == 0 || is_tangent(search, point, sub2(point->at, from));
    uint32_t wall = is_useful ? veer_outline_hit(search->look, from, point->at) : VEER_NO_SLOT;
    if (!is_useful || wall != VEER_NO_SLOT) {
        bar(search, point);
        if (is_useful) {
            add_wall(search, wall);
        }
        if (next != GOAL) {
            follow(search, point);
        }
        return false;
    }
    point->is_done = next != GOAL;
    if (next != GOAL) {
        add_node(search, point);
    }
    return next == GOAL;
}

/// How the path to a node begins.
static VeerTautPath path_to(const TautSearch *search, uint32_t node)
{
    while (search->nodes[node].before != 0) {
        node = search->nodes[node].before;
    }
    const TautNode *first = &search->nodes[node];
    VeerVec2 leg = sub2(first->at, search->nodes[0].at);
    bool turns_left = cross2(leg, sub2(first->vertex, first->at)) > 0.0f;
    return (VeerTautPath){node == 0, first->corner, turns_left};
}

static void open_search(TautSearch *search, const VeerOutlineLook *look, VeerVec2 from,
                        VeerVec2 goal)
{
    search->look = look;
    search->point_count = search->node_count = 1;
    search->end_count = 0;
    search->points[GOAL] = (TautPoint){.at = goal, .is_open = true};
    search->nodes[0] = (TautNode){.at = from};
    search->end_places = 4u;
    while (search->end_places < MAX_ENDS && search->end_places < 4u * look->world->wall_count) {
        search->end_places *= 2u;
    }
    memset(search->ends, 0, search->end_places * sizeof *search->ends);
    consider_all(search, &search->points[GOAL]);
}

VeerTautPath veer_taut_find(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 goal)
{
    TautSearch search;
    open_search(&search, look, from, goal);
    for (uint32_t i = 0; i < MAX_LEGS && search.node_count < MAX_NODES; i++) {
        uint32_t next = next_point(&search);
        if (!(search.points[next].whole < INFINITY)) {
            return (VeerTautPath){false, 0, false};
        }
        if (look_at(&search, next)) {
            return path_to(&search, search.points[GOAL].node);
        }
    }
    return path_to(&search, search.node_count - 1u);
}
