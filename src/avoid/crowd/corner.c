#include "avoid/crowd/corner.h"

#include "avoid/orca/orca.h"
#include "geom/segment.h"

/// Ways pass corners at this distance, and are free within that one, own radii.
#define PASS_RADII 1.1f
#define FREE_RADII 0.95f
/// A gap is what is narrower than so many radii.
#define GAP_RADII 6.0f
/// The cosine from which on a wish points at the goal.
#define TOWARDS 0.9f
/// Of the way to the goal, the last radii that need not be free: it may lie at a wall.
#define END_RADII 2.0f
/// Corners sharper than this cosine are gone round like free ends; flatter than this sine are none.
#define SHARP_COSINE 0.5f
#define STRAIGHT_SINE 0.05f
/// Who has come no nearer to its goal in a time in which it goes so many radii is lost.
#define LOST_RADII 60.0f
/// Legs that a search looks at at most.
#define MAX_LEGS 256u

enum {
    MAX_POINTS = 2 * 2 * VEER_MAX_WALLS + 1, ///< two to an end of a wall, and the goal
    MAX_STOPS = 32,                          ///< that a search goes on from; bits of a mask
    GOAL = 0
};

/// A point that ways lead through.
typedef struct Point {
    VeerVec2 at;     ///< m
    VeerVec2 end;    ///< m, of the wall that it is at
    float whole;     ///< m, of the shortest way over it that may be; INFINITY: none
    uint8_t stop;    ///< the stop before it on that way
    bool is_done;    ///< it is a stop, or no way leads to it
    uint32_t barred; ///< bits: the stops that it cannot be reached from
} Point;

/// A point that is known to be reached, or the agent itself.
typedef struct Stop {
    VeerVec2 at;
    float length;  ///< m, of the way there
    uint8_t first; ///< the first point of that way; GOAL: the agent itself
} Stop;

typedef struct Search {
    const VeerView *view;
    uint32_t count, walls, stop_count;
    Point points[MAX_POINTS];
    Stop stops[MAX_STOPS];
    VeerVec2 lower[VEER_MAX_WALLS], upper[VEER_MAX_WALLS]; ///< m, round the walls
} Search;

static VeerVec2 least2(VeerVec2 a, VeerVec2 b)
{
    return vec2(min_f(a.x, b.x), min_f(a.y, b.y));
}

static VeerVec2 most2(VeerVec2 a, VeerVec2 b)
{
    return vec2(max_f(a.x, b.x), max_f(a.y, b.y));
}

/// Whether the agent's body fits along a segment.
static bool is_free(const Search *search, VeerVec2 from, VeerVec2 to)
{
    float radius = FREE_RADII * search->view->radius;
    VeerVec2 lower = least2(from, to), upper = most2(from, to);
    for (uint32_t i = 0; i < search->walls; i++) {
        const VeerWall *wall = &search->view->walls[i];
        bool is_far =
            search->lower[i].x - upper.x > radius || lower.x - search->upper[i].x > radius ||
            search->lower[i].y - upper.y > radius || lower.y - search->upper[i].y > radius;
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

static void add_point(Search *search, VeerVec2 end, VeerVec2 offset)
{
    search->points[search->count++] =
        (Point){.at = add2(end, offset), .end = end, .whole = INFINITY};
}

static bool is_at(VeerVec2 a, VeerVec2 b)
{
    VeerVec2 apart = sub2(a, b);
    return dot2(apart, apart) < 1e-8f * dot2(a, a);
}

/// What else ends where a wall ends.
typedef struct Joint {
    uint32_t others;
    bool is_first;  ///< all of the others come later
    VeerVec2 along; ///< unit vector, from there along the last of them
} Joint;

static Joint joint_at(const Search *search, uint32_t wall, VeerVec2 end)
{
    Joint joint = {0, true, {0.0f, 0.0f}};
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
static void add_corner(Search *search, VeerVec2 end, VeerVec2 back, VeerVec2 along)
{
    VeerVec2 middle = add2(back, along);
    float across = fabsf(cross2(middle, back));
    if (across > STRAIGHT_SINE) {
        float pass = PASS_RADII * search->view->radius;
        add_point(search, end, scale2(middle, -pass / across));
    }
}

/// The points from which both sides of an end of a wall are seen: one out of a corner, two round an
/// end that stands free.
static void add_end(Search *search, uint32_t wall, VeerVec2 end, VeerVec2 start)
{
    float pass = PASS_RADII * search->view->radius;
    VeerVec2 back = unit2(sub2(start, end));
    Joint joint = joint_at(search, wall, end);
    if (joint.others == 0 || (joint.others == 1 && dot2(back, joint.along) > SHARP_COSINE)) {
        VeerVec2 out = scale2(back, -pass), aside = scale2(left2(back), pass);
        add_point(search, end, add2(out, aside));
        add_point(search, end, sub2(out, aside));
    } else if (joint.others == 1 && joint.is_first) {
        add_corner(search, end, back, joint.along);
    }
}

static void open_search(Search *search, const VeerView *view, VeerVec2 goal)
{
    search->view = view;
    search->count = 1;
    search->stop_count = 0;
    search->walls = view->wall_count < VEER_MAX_WALLS ? view->wall_count : VEER_MAX_WALLS;
    search->points[GOAL] = (Point){.at = goal, .whole = INFINITY};
    for (uint32_t i = 0; i < search->walls; i++) {
        VeerVec2 a = plane2(view->walls[i].a), b = plane2(view->walls[i].b);
        search->lower[i] = least2(a, b);
        search->upper[i] = most2(a, b);
    }
}

static void add_points(Search *search)
{
    for (uint32_t i = 0; i < search->walls; i++) {
        VeerVec2 a = plane2(search->view->walls[i].a), b = plane2(search->view->walls[i].b);
        add_end(search, i, a, b);
        add_end(search, i, b, a);
    }
}

/// Takes the way over a stop to a point where it is shorter.
static void consider(Search *search, Point *point, uint32_t stop)
{
    const Stop *before = &search->stops[stop];
    float way = before->length + length2(sub2(point->at, before->at));
    float whole = way + length2(sub2(search->points[GOAL].at, point->at));
    if (!(point->barred >> stop & 1u) && whole < point->whole) {
        point->whole = whole;
        point->stop = (uint8_t)stop;
    }
}

/// A stop from which ways may lead on to all points that are none yet.
static void add_stop(Search *search, Stop stop)
{
    search->stops[search->stop_count] = stop;
    for (uint32_t i = 0; i < search->count; i++) {
        if (!search->points[i].is_done) {
            consider(search, &search->points[i], search->stop_count);
        }
    }
    search->stop_count++;
}

/// The way over its stop to a point is barred: over another one, or none.
static void bar(Search *search, Point *point)
{
    point->barred |= 1u << point->stop;
    point->whole = INFINITY;
    for (uint32_t i = 0; i < search->stop_count; i++) {
        consider(search, point, i);
    }
}

/// The point over which the shortest way of all may lead.
static uint32_t next_point(const Search *search)
{
    uint32_t best = GOAL;
    for (uint32_t i = 1; i < search->count; i++) {
        const Point *point = &search->points[i];
        best = !point->is_done && point->whole < search->points[best].whole ? i : best;
    }
    return best;
}

/// Goes on to a point if it can be reached over its stop. @return whether it can
static bool reach(Search *search, uint32_t next)
{
    Point *point = &search->points[next];
    Stop before = search->stops[point->stop];
    if (!is_free(search, before.at, point->at)) {
        bar(search, point);
        return false;
    }
    point->is_done = true;
    float length = before.length + length2(sub2(point->at, before.at));
    uint32_t first = before.first == GOAL ? next : before.first;
    if (search->stop_count < MAX_STOPS) {
        add_stop(search, (Stop){point->at, length, (uint8_t)first});
    }
    return true;
}

/// The first point of the shortest way: A* that looks whether a leg is free only once its
/// way is the most promising one. The last way that it found where it ends before; GOAL: none.
static uint32_t find_first(Search *search)
{
    add_stop(search, (Stop){{0.0f, 0.0f}, 0.0f, GOAL});
    search->points[GOAL].barred = 1u; // the straight way is not free
    bar(search, &search->points[GOAL]);
    for (uint32_t i = 0; i < MAX_LEGS && search->stop_count < MAX_STOPS; i++) {
        uint32_t next = next_point(search);
        if (!(search->points[next].whole < INFINITY)) {
            return GOAL;
        }
        if (reach(search, next) && next == GOAL) {
            return search->stops[search->points[GOAL].stop].first;
        }
    }
    return search->stops[search->stop_count - 1u].first;
}

/// The middle of the gap between an end of a wall and the wall nearest to it on the side of `out`.
/// @return its width, m; INFINITY: there is none
static float gap_at(const Search *search, VeerVec2 end, VeerVec2 out, VeerVec2 *middle)
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

/// Takes the gap at an end of a wall where the way to a point leads through it, if it is nearer.
static void take_gap(const Search *search, VeerVec2 end, VeerVec2 to, float *nearest,
                     VeerVec2 *pass)
{
    float part = veer_segment_nearest2(vec2(0.0f, 0.0f), to, end);
    VeerVec2 out = sub2(scale2(to, part), end), middle;
    bool is_ahead = part > 0.0f && part < 1.0f;
    if (!is_ahead || length2(out) > GAP_RADII * search->view->radius) {
        return;
    }
    if (gap_at(search, end, out, &middle) < INFINITY && length2(middle) < *nearest) {
        *nearest = length2(middle);
        *pass = middle;
    }
}

/// The middle of the first gap that a straight way leads through; 0 where there is none.
static VeerVec2 gap_on_way(const Search *search, VeerVec2 to)
{
    VeerVec2 pass = {0.0f, 0.0f};
    float nearest = INFINITY;
    for (uint32_t i = 0; i < search->walls; i++) {
        take_gap(search, plane2(search->view->walls[i].a), to, &nearest, &pass);
        take_gap(search, plane2(search->view->walls[i].b), to, &nearest, &pass);
    }
    return pass;
}

/// The gap at a point that the way leads through; the end of the wall there where there is none.
static VeerVec2 gap_at_point(const Search *search, const Point *point)
{
    VeerVec2 pass = {0.0f, 0.0f};
    (void)gap_at(search, point->end, sub2(point->at, point->end), &pass);
    return pass;
}

/// Whether the ways found led it nowhere: it sees too little, as in the bottom of a deep pocket, or
/// somebody stands in its way. Then a detour has to lead it out, until it is nearer to its goal
/// than ever. Who is pressed on a straight way, or at a gap, waits.
static bool is_lost(const VeerView *view, const VeerCorner *corner)
{
    bool waits = has_gap(&view->memory) || corner->kind == VEER_CORNER_STRAIGHT;
    return view->stalled * view->preferred_speed > LOST_RADII * view->radius &&
           !(waits && view->memory.orca.jam >= 0.5f);
}

/// Whether the wish is to go to the goal, and the goal beyond what needs to be free.
static bool points_at_goal(const VeerView *view, VeerVec2 wish, VeerVec2 goal)
{
    float length = length2(goal);
    return length > END_RADII * view->radius && dot2(wish, goal) > TOWARDS * length2(wish) * length;
}

/// Whether it is for the agent to find its way past walls.
static bool seeks_way(const VeerView *view, VeerVec2 wish, VeerVec2 goal)
{
    bool is_asked = view->finds_way && !view->has_way && view->has_goal;
    return is_asked && view->space == VEER_PLANAR && view->wall_count > 0 &&
           points_at_goal(view, wish, goal);
}

static VeerCorner find_corner(const VeerView *view, VeerVec3 wish)
{
    VeerCorner corner = {VEER_CORNER_NONE, {0.0f, 0.0f}, {0.0f, 0.0f}};
    VeerVec2 goal = plane2(view->goal);
    if (!seeks_way(view, plane2(wish), goal)) {
        return corner;
    }
    goal = scale2(goal, 1.0f - END_RADII * view->radius / length2(goal));
    Search search;
    open_search(&search, view, goal);
    if (is_free(&search, vec2(0.0f, 0.0f), goal)) {
        corner.kind = VEER_CORNER_STRAIGHT;
        corner.pass = gap_on_way(&search, goal);
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

VeerCorner veer_corner_find(const VeerView *view, VeerVec3 wish)
{
    VeerCorner corner = find_corner(view, wish);
    return is_lost(view, &corner) ? (VeerCorner){.kind = VEER_CORNER_NONE} : corner;
}
