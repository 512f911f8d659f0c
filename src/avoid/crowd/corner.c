#include "avoid/crowd/corner.h"

#include "avoid/base/memory.h"
#include "avoid/base/view.h"
#include "avoid/crowd/constants.h"
#include "geom/buckets.h"
#include "geom/segment.h"

enum {
    MAX_POINTS = 2 * 2 * VEER_MAX_WALLS + 1, ///< two to an end of a wall, and the goal
    MAX_NODES = 32,                          ///< nodes of a search; bits of a mask
    GOAL = 0
};

/// A point that paths lead through.
typedef struct CornerPoint {
    VeerVec2 at;     ///< m
    VeerVec2 end;    ///< m, of the wall that it is at
    float whole;     ///< m, of the shortest path over it that may be; INFINITY: none
    uint8_t node;    ///< the node before it on that path
    bool is_done;    ///< it is a node, or no path leads to it
    uint32_t barred; ///< bits: the nodes from which it cannot be reached
} CornerPoint;

/// A point that is reached, or the agent itself.
typedef struct CornerNode {
    VeerVec2 at;
    float length;  ///< m, of the path there
    uint8_t first; ///< the first point of that path; GOAL: the agent itself
} CornerNode;

typedef struct CornerSearch {
    const VeerView *view;
    uint32_t count, walls, node_count;
    CornerPoint points[MAX_POINTS];
    CornerNode nodes[MAX_NODES];
    VeerFlatBox boxes[VEER_MAX_WALLS]; ///< m, round the walls
} CornerSearch;

/// Whether the agent's body fits along a segment.
static bool is_free(const CornerSearch *search, VeerVec2 from, VeerVec2 to)
{
    float radius = FREE_RADII * search->view->radius;
    VeerFlatBox span = veer_line_box(from, to, radius);
    for (uint32_t i = 0; i < search->walls; i++) {
        const VeerWall *wall = &search->view->walls[i];
        const VeerFlatBox *box = &search->boxes[i];
        bool is_far = box->lower.x > span.upper.x || span.lower.x > box->upper.x ||
                      box->lower.y > span.upper.y || span.lower.y > box->upper.y;
        if (!is_far &&
            veer_segment_separation2(from, to, plane2(wall->a), plane2(wall->b)) < radius) {
            return false;
        }
    }
    return true;
}

static VeerVec2 unit2(VeerVec2 a)
{
    float length = length2(a);
    return length > 0.0f ? scale2(a, 1.0f / length) : a;
}

static void add_point(CornerSearch *search, VeerVec2 end, VeerVec2 offset)
{
    search->points[search->count++] =
        (CornerPoint){.at = add2(end, offset), .end = end, .whole = INFINITY};
}

static bool is_at(VeerVec2 a, VeerVec2 b)
{
    VeerVec2 apart = sub2(a, b);
    return dot2(apart, apart) < 1e-8f * dot2(a, a);
}

/// The other walls that end where a wall ends.
typedef struct WallJoint {
    uint32_t others;
    bool is_first;  ///< all of the others come later
    VeerVec2 along; ///< unit vector, from there along the last of them
} WallJoint;

static WallJoint joint_at(const CornerSearch *search, uint32_t wall, VeerVec2 end)
{
    WallJoint joint = {0, true, {0.0f, 0.0f}};
    for (uint32_t i = 0; i < search->walls; i++) {
        VeerVec2 a = plane2(search->view->walls[i].a), b = plane2(search->view->walls[i].b);
        if (i != wall && (is_at(a, end) || is_at(b, end))) {
            joint.along = unit2(sub2(is_at(a, end) ? b : a, end));
            joint.is_first &= i > wall;
            joint.others++;
        }
    }
    return joint;
}

/// The point out of a corner that is as far from the lines of both walls.
static void add_corner(CornerSearch *search, VeerVec2 end, VeerVec2 back, VeerVec2 along)
{
    VeerVec2 middle = add2(back, along);
    float across = fabsf(cross2(middle, back));
    if (across > STRAIGHT_SINE) {
        float pass = PASS_RADII * search->view->radius;
        add_point(search, end, scale2(middle, -pass / across));
    }
}

/// The points from which both sides of an end of a wall are seen: one out of a corner, two round a
/// free end.
static void add_end(CornerSearch *search, uint32_t wall, VeerVec2 end, VeerVec2 start)
{
    float pass = PASS_RADII * search->view->radius;
    VeerVec2 back = unit2(sub2(start, end));
    WallJoint joint = joint_at(search, wall, end);
    if (joint.others == 0 || (joint.others == 1 && dot2(back, joint.along) > SHARP_COSINE)) {
        VeerVec2 out = scale2(back, -pass), aside = scale2(left2(back), pass);
        add_point(search, end, add2(out, aside));
        add_point(search, end, sub2(out, aside));
    } else if (joint.others == 1 && joint.is_first) {
        add_corner(search, end, back, joint.along);
    }
}

static void open_search(CornerSearch *search, const VeerView *view, VeerVec2 goal)
{
    search->view = view;
    search->count = 1;
    search->node_count = 0;
    search->walls = wall_count(view);
    search->points[GOAL] = (CornerPoint){.at = goal, .whole = INFINITY};
    for (uint32_t i = 0; i < search->walls; i++) {
        search->boxes[i] = veer_line_box(plane2(view->walls[i].a), plane2(view->walls[i].b), 0.0f);
    }
}

static void add_points(CornerSearch *search)
{
    for (uint32_t i = 0; i < search->walls; i++) {
        VeerVec2 a = plane2(search->view->walls[i].a), b = plane2(search->view->walls[i].b);
        add_end(search, i, a, b);
        add_end(search, i, b, a);
    }
}

/// Takes the path over a node to a point where it is shorter.
static void consider(CornerSearch *search, CornerPoint *point, uint32_t node)
{
    const CornerNode *before = &search->nodes[node];
    float length = before->length + length2(sub2(point->at, before->at));
    float whole = length + length2(sub2(search->points[GOAL].at, point->at));
    if (!(point->barred >> node & 1u) && whole < point->whole) {
        point->whole = whole;
        point->node = (uint8_t)node;
    }
}

/// Adds a node, from which paths may lead on to all points that are none yet.
static void add_node(CornerSearch *search, CornerNode node)
{
    search->nodes[search->node_count] = node;
    for (uint32_t i = 0; i < search->count; i++) {
        if (!search->points[i].is_done) {
            consider(search, &search->points[i], search->node_count);
        }
    }
    search->node_count++;
}

/// The leg from its node to a point is barred: over another node, or none.
static void bar(CornerSearch *search, CornerPoint *point)
{
    point->barred |= 1u << point->node % MAX_NODES;
    point->whole = INFINITY;
    for (uint32_t i = 0; i < search->node_count; i++) {
        consider(search, point, i);
    }
}

/// The point over which the shortest path of all may lead.
static uint32_t next_point(const CornerSearch *search)
{
    uint32_t best = GOAL;
    for (uint32_t i = 1; i < search->count; i++) {
        const CornerPoint *point = &search->points[i];
        best = !point->is_done && point->whole < search->points[best].whole ? i : best;
    }
    return best;
}

/// Goes on to a point if it can be reached over its node. @return whether it can
static bool reach(CornerSearch *search, uint32_t next)
{
    CornerPoint *point = &search->points[next];
    CornerNode before = search->nodes[point->node];
    if (!is_free(search, before.at, point->at)) {
        bar(search, point);
        return false;
    }
    point->is_done = true;
    float length = before.length + length2(sub2(point->at, before.at));
    uint32_t first = before.first == GOAL ? next : before.first;
    if (search->node_count < MAX_NODES) {
        add_node(search, (CornerNode){point->at, length, (uint8_t)first});
    }
    return true;
}

/// The first point of the shortest path, by A* that checks whether a leg is free only once its path
/// is the most promising one (lazy). Of the last path found where it ends before; GOAL: none.
static uint32_t find_first(CornerSearch *search)
{
    add_node(search, (CornerNode){{0.0f, 0.0f}, 0.0f, GOAL});
    search->points[GOAL].barred = 1u; // the straight leg is not free
    bar(search, &search->points[GOAL]);
    for (uint32_t i = 0; i < MAX_LEGS && search->node_count < MAX_NODES; i++) {
        uint32_t next = next_point(search);
        if (!(search->points[next].whole < INFINITY)) {
            return GOAL;
        }
        if (reach(search, next) && next == GOAL) {
            return search->nodes[search->points[GOAL].node].first;
        }
    }
    return search->nodes[search->node_count - 1u].first;
}

/// The middle of the gap between an end of a wall and the wall nearest to it on the side of `out`.
/// @return its width, m; INFINITY: there is none
static float gap_at(const CornerSearch *search, VeerVec2 end, VeerVec2 out, VeerVec2 *middle)
{
    float least = GAP_RADII * search->view->radius, found = INFINITY;
    float side = 0.5f * length2(out);
    for (uint32_t i = 0; i < search->walls; i++) {
        VeerVec2 a = plane2(search->view->walls[i].a), b = plane2(search->view->walls[i].b);
        float part = veer_segment_nearest2(a, b, end);
        VeerVec2 across = sub2(add2(a, scale2(sub2(b, a), part)), end);
        float width = length2(across);
        bool is_own = is_at(a, end) || is_at(b, end);
        if (!is_own && width < least && dot2(across, out) > side * width) {
            least = found = width;
            *middle = add2(end, scale2(across, 0.5f));
        }
    }
    return found;
}

/// Takes the gap at an end of a wall where the straight leg to a point leads through it, if it is
/// nearer.
static void take_gap(const CornerSearch *search, VeerVec2 end, VeerVec2 to, float *nearest,
                     VeerVec2 *gap)
{
    float part = veer_segment_nearest2(vec2(0.0f, 0.0f), to, end);
    VeerVec2 out = sub2(scale2(to, part), end), middle;
    bool is_ahead = part > 0.0f && part < 1.0f;
    if (!is_ahead || length2(out) > GAP_RADII * search->view->radius) {
        return;
    }
    if (gap_at(search, end, out, &middle) < INFINITY && length2(middle) < *nearest) {
        *nearest = length2(middle);
        *gap = middle;
    }
}

/// The middle of the first gap that a straight leg leads through; 0 where there is none.
static VeerVec2 gap_on_leg(const CornerSearch *search, VeerVec2 to)
{
    VeerVec2 gap = {0.0f, 0.0f};
    float nearest = INFINITY;
    for (uint32_t i = 0; i < search->walls; i++) {
        take_gap(search, plane2(search->view->walls[i].a), to, &nearest, &gap);
        take_gap(search, plane2(search->view->walls[i].b), to, &nearest, &gap);
    }
    return gap;
}

/// The gap at a point that the path leads through; the end of the wall there where there is none.
static VeerVec2 gap_at_point(const CornerSearch *search, const CornerPoint *point)
{
    VeerVec2 gap = {0.0f, 0.0f};
    (void)gap_at(search, point->end, sub2(point->at, point->end), &gap);
    return gap;
}

/// Whether the paths found led it nowhere: it sees too little, as in the bottom of a deep pocket,
/// or another agent blocks its path. Then a detour has to lead it out, until it is nearer to its
/// goal than ever. Agents that are jammed on a straight path, or at a gap, wait.
static bool is_lost(const VeerView *view, const VeerCorner *corner)
{
    bool waits = has_gap(&view->memory) || corner->kind == VEER_CORNER_STRAIGHT;
    return view->stalled * view->preferred_speed > LOST_RADII * view->radius &&
           !(waits && view->memory.orca.jam >= HELD_UP);
}

/// Whether a velocity leads to the goal, and the goal is further than what needs to be free.
static bool points_at_goal(const VeerView *view, VeerVec2 preferred, VeerVec2 goal)
{
    float length = length2(goal);
    return length > END_RADII * view->radius &&
           dot2(preferred, goal) > TOWARDS * length2(preferred) * length;
}

/// Whether it is for the agent to find a path past walls.
static bool seeks_path(const VeerView *view, VeerVec2 preferred, VeerVec2 goal)
{
    bool is_asked = view->finds_path && !view->has_path && view->has_goal;
    return is_asked && view->space == VEER_PLANAR && view->wall_count > 0 &&
           points_at_goal(view, preferred, goal);
}

static VeerCorner find_corner(const VeerView *view, VeerVec3 preferred)
{
    VeerCorner corner = {VEER_CORNER_NONE, {0.0f, 0.0f}, {0.0f, 0.0f}};
    VeerVec2 goal = plane2(view->goal);
    if (!seeks_path(view, plane2(preferred), goal)) {
        return corner;
    }
    goal = scale2(goal, 1.0f - END_RADII * view->radius / length2(goal));
    CornerSearch search;
    open_search(&search, view, goal);
    if (is_free(&search, vec2(0.0f, 0.0f), goal)) {
        corner.kind = VEER_CORNER_STRAIGHT;
        corner.gap = gap_on_leg(&search, goal);
        return corner;
    }
    add_points(&search);
    uint32_t first = find_first(&search);
    if (first != GOAL) {
        corner = (VeerCorner){VEER_CORNER_ROUND, search.points[first].at,
                              gap_at_point(&search, &search.points[first])};
    }
    return corner;
}

VeerCorner veer_corner_find(const VeerView *view, VeerVec3 preferred)
{
    VeerCorner corner = find_corner(view, preferred);
    return is_lost(view, &corner) ? (VeerCorner){.kind = VEER_CORNER_NONE} : corner;
}
