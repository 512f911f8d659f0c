/// A bounding-volume tree: halved at the median along its longest side, laid out in the order of a
/// walk that goes left first, so that a query is one loop without a stack: on to the next node, or
/// past its whole subtree.
#include "space/tree.h"

#include "base/arena.h"
#include "base/select.h"
#include "geom/box.h"

enum { LEAF = 4 }; // most boxes in a leaf

typedef struct TreeNode {
    VeerBounds bounds;
    uint32_t next;       // node after this one's subtree
    uint32_t begin, end; // a leaf's boxes; a branch has none
} TreeNode;

struct VeerTree {
    uint32_t capacity, count, node_count;
    TreeNode *nodes;   // nodes[node_count]; a leaf holds at least two boxes unless it is the root
    VeerBounds *boxes; // boxes[count] by leaves
    uint32_t *numbers; // numbers[count]: of the boxes in the caller's array
};

static size_t lay_out(void *memory, uint32_t capacity, VeerTree *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    // Each split leaves at least two boxes on either side: at most capacity / 2 leaves, one branch
    // fewer, or the root alone.
    parts->nodes = veer_arena_take(&arena, (size_t)capacity + 1u, sizeof *parts->nodes);
    parts->boxes = veer_arena_take(&arena, capacity, sizeof *parts->boxes);
    parts->numbers = veer_arena_take(&arena, capacity, sizeof *parts->numbers);
    return arena.used;
}

size_t veer_tree_size(uint32_t capacity)
{
    VeerTree parts;
    return lay_out(NULL, capacity, &parts);
}

VeerTree *veer_tree_init(void *memory, uint32_t capacity)
{
    VeerTree *tree = memory;
    if (!tree) {
        return NULL;
    }
    *tree = (VeerTree){.capacity = capacity};
    (void)lay_out(memory, capacity, tree);
    return tree;
}

// A tree in the making.
typedef struct TreeBuild {
    VeerTree *tree;
    const VeerBounds *boxes;
    int axis; // to sort along
} TreeBuild;

static float coordinate(VeerVec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Whether box a comes before box b along the axis, by twice the centre, then by number.
static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const TreeBuild *build = context;
    float at = coordinate(build->boxes[a].lower, build->axis) +
               coordinate(build->boxes[a].upper, build->axis);
    float bt = coordinate(build->boxes[b].lower, build->axis) +
               coordinate(build->boxes[b].upper, build->axis);
    return at < bt || (at == bt && a < b);
}

static VeerBounds bounds_of(const TreeBuild *build, uint32_t begin, uint32_t end)
{
    const uint32_t *numbers = build->tree->numbers;
    VeerBounds bounds = build->boxes[numbers[begin]];
    for (uint32_t i = begin + 1u; i < end; i++) {
        bounds = veer_boxes_join(bounds, build->boxes[numbers[i]]);
    }
    return bounds;
}

static int longest_axis(VeerBounds bounds)
{
    VeerVec3 side = sub3(bounds.upper, bounds.lower);
    if (side.x >= side.y && side.x >= side.z) {
        return 0;
    }
    return side.y >= side.z ? 1 : 2;
}

// Builds the subtree over the boxes [begin, end). Each level halves the count, so the recursion is
// at most 32 deep.
static void build_node(TreeBuild *build, uint32_t begin, uint32_t end)
{
    TreeNode *node = &build->tree->nodes[build->tree->node_count++];
    node->bounds = bounds_of(build, begin, end);
    node->begin = begin;
    node->end = end;
    if (end - begin > LEAF) {
        uint32_t middle = begin + (end - begin) / 2u;
        node->end = begin;
        build->axis = longest_axis(node->bounds);
        veer_select(build->tree->numbers, begin, end, middle, is_before, build);
        build_node(build, begin, middle);
        build_node(build, middle, end);
    }
    node->next = build->tree->node_count;
}

void veer_tree_build(VeerTree *tree, const VeerBounds *boxes, uint32_t count)
{
    if (!tree || count > tree->capacity || (!boxes && count > 0)) {
        return;
    }
    TreeBuild build = {tree, boxes, 0};
    tree->count = count;
    tree->node_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        tree->numbers[i] = i;
    }
    if (count > 0) {
        build_node(&build, 0, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        tree->boxes[i] = boxes[tree->numbers[i]];
    }
}

// The query, and its visitor.
typedef struct TreeQuery {
    VeerBounds region; // for a moving ball the box of its whole movement
    bool is_sweep;
    VeerVec3 origin, move;
    float radius;
    float aside; // m^2: how far beside the plane's line of movement the ball reaches, by its length
    VeerTreeVisit *visit;
    void *context;
} TreeQuery;

// Whether a box is surely out of the moving ball's reach: all of it beside the line of movement in
// the plane, by more than rounding. The offsets and products are exact but for their last bits.
static bool is_beside(const TreeQuery *query, VeerBounds box)
{
    VeerVec3 lower = sub3(box.lower, query->origin), upper = sub3(box.upper, query->origin);
    float left_a = query->move.x * lower.y, left_b = query->move.x * upper.y;
    float right_a = query->move.y * lower.x, right_b = query->move.y * upper.x;
    float left = min_f(left_a, left_b) - max_f(right_a, right_b);
    float right = min_f(right_a, right_b) - max_f(left_a, left_b);
    float most_left = max_f(fabsf(left_a), fabsf(left_b));
    float most_right = max_f(fabsf(right_a), fabsf(right_b));
    float slop = (most_left + most_right) * 1e-6f + 0x1p-120f;
    return max_f(left, right) > query->aside + slop;
}

static bool may_meet(const TreeQuery *query, VeerBounds box)
{
    return veer_boxes_meet(box, query->region) && !(query->is_sweep && is_beside(query, box));
}

static bool does_meet(const TreeQuery *query, VeerBounds box)
{
    return may_meet(query, box) &&
           (!query->is_sweep ||
            veer_box_segment_distance(box, query->origin, query->move) <= query->radius);
}

// Visits the boxes of a node. @return false: the query is over
static bool visit_boxes(const VeerTree *tree, const TreeNode *node, const TreeQuery *query)
{
    for (uint32_t i = node->begin; i < node->end; i++) {
        if (does_meet(query, tree->boxes[i]) && !query->visit(query->context, tree->numbers[i])) {
            return false;
        }
    }
    return true;
}

static void walk(const VeerTree *tree, const TreeQuery *query)
{
    uint32_t i = 0;
    while (i < tree->node_count) {
        const TreeNode *node = &tree->nodes[i];
        if (!may_meet(query, node->bounds)) {
            i = node->next;
        } else if (visit_boxes(tree, node, query)) {
            i++;
        } else {
            return;
        }
    }
}

void veer_tree_visit(const VeerTree *tree, VeerBounds region, VeerTreeVisit *visit, void *context)
{
    if (!tree || !visit) {
        return;
    }
    TreeQuery query = {.region = region, .visit = visit, .context = context};
    walk(tree, &query);
}

// The range along one axis that a moving ball covers, with slop for rounding.
static void cover(float origin, float move, float radius, float *lower, float *upper)
{
    float end = origin + move;
    float room = radius + (fabsf(origin) + fabsf(end) + radius) * 1e-6f;
    *lower = min_f(origin, end) - room;
    *upper = max_f(origin, end) + room;
}

void veer_tree_sweep(const VeerTree *tree, VeerVec3 origin, VeerVec3 move, float radius,
                     VeerTreeVisit *visit, void *context)
{
    if (!tree || !visit || !is_finite3(origin) || !is_finite3(move) || !(radius >= 0.0f)) {
        return;
    }
    TreeQuery query = {.is_sweep = true,
                       .origin = origin,
                       .move = move,
                       .radius = radius,
                       .aside = length2(plane2(move)) * radius * (1.0f + 1e-6f),
                       .visit = visit,
                       .context = context};
    cover(origin.x, move.x, radius, &query.region.lower.x, &query.region.upper.x);
    cover(origin.y, move.y, radius, &query.region.lower.y, &query.region.upper.y);
    cover(origin.z, move.z, radius, &query.region.lower.z, &query.region.upper.z);
    walk(tree, &query);
}

// --- The nearest ---

enum { MAX_DEPTH = 34 }; // of nodes: each branch halves the boxes of at most 2^32

// The square of the distance from a point to a box.
static float square_to(VeerBounds box, VeerVec3 point)
{
    VeerVec3 off = {max_f(max_f(box.lower.x - point.x, point.x - box.upper.x), 0.0f),
                    max_f(max_f(box.lower.y - point.y, point.y - box.upper.y), 0.0f),
                    max_f(max_f(box.lower.z - point.z, point.z - box.upper.z), 0.0f)};
    return dot3(off, off);
}

// Nodes that are still to be looked at, the nearest on top.
typedef struct TreeNear {
    const VeerTree *tree;
    VeerVec3 point;
    float slop;   // m: what rounding may do to the distances that visitors find
    float square; // of the range and the slop
    uint32_t count;
    uint32_t nodes[MAX_DEPTH];
    float squares[MAX_DEPTH];
} TreeNear;

static void set_range(TreeNear *near, float range)
{
    float reach = range + near->slop;
    near->square = reach >= 0.0f ? reach * reach : -1.0f;
}

static void push(TreeNear *near, uint32_t node, float square)
{
    near->nodes[near->count] = node;
    near->squares[near->count++] = square;
}

static void push_halves(TreeNear *near, uint32_t branch)
{
    const TreeNode *nodes = near->tree->nodes;
    uint32_t left = branch + 1u, right = nodes[left].next;
    float left_square = square_to(nodes[left].bounds, near->point);
    float right_square = square_to(nodes[right].bounds, near->point);
    bool is_right_first = right_square < left_square;
    push(near, is_right_first ? left : right, is_right_first ? left_square : right_square);
    push(near, is_right_first ? right : left, is_right_first ? right_square : left_square);
}

static float most_of(VeerVec3 a)
{
    return max_f(fabsf(a.x), max_f(fabsf(a.y), fabsf(a.z)));
}

void veer_tree_near(const VeerTree *tree, VeerVec3 point, float range, VeerTreeReach *visit,
                    void *context)
{
    if (tree->count == 0) {
        return;
    }
    VeerBounds all = tree->nodes[0].bounds;
    TreeNear near = {.tree = tree, .point = point};
    near.slop = 4e-6f * max_f(most_of(point), max_f(most_of(all.lower), most_of(all.upper)));
    set_range(&near, range);
    push(&near, 0, square_to(all, point));
    while (near.count > 0) {
        const TreeNode *node = &tree->nodes[near.nodes[--near.count]];
        if (!(near.squares[near.count] <= near.square)) {
            continue;
        }
        if (node->begin == node->end) {
            push_halves(&near, near.nodes[near.count]);
        }
        for (uint32_t i = node->begin; i < node->end; i++) {
            if (square_to(tree->boxes[i], point) <= near.square) {
                set_range(&near, visit(context, tree->numbers[i]));
            }
        }
    }
}
