/// Nodes are numbered in the order of a walk that goes left first. A node over n entries has
/// ceil(n / LEAF) leaves below it; its left half takes whole leaves, one more than the right one
/// where they are odd. So the number of a node and its entries tell those of its halves.
#include "space/nest.h"

#include "geom/box.h"
#include "space/select.h"

// What balls are split by: a coordinate, the radius, or else the id.
typedef enum NestAxis { BY_X, BY_Y, BY_Z, BY_RADIUS, BY_ID } NestAxis;

typedef struct NestSort {
    const VeerBalls *balls;
    uint32_t *order;
    bool has_z;
    NestAxis axis;
} NestSort;

// Where the left half of [begin, end) ends, which are more than a leaf.
static uint32_t middle_of(uint32_t begin, uint32_t end)
{
    uint32_t leaves = (end - begin + VEER_NEST_LEAF - 1u) / VEER_NEST_LEAF;
    return begin + (leaves + 1u) / 2u * VEER_NEST_LEAF;
}

// The node over [middle, end), of the one that is split there.
static uint32_t right_of(uint32_t node, uint32_t begin, uint32_t middle)
{
    return node + (middle - begin) / VEER_NEST_LEAF * 2u;
}

static uint32_t id_of(const NestSort *sort, uint32_t ball)
{
    return sort->balls->ids ? sort->balls->ids[ball] : ball;
}

static float value_of(const NestSort *sort, uint32_t ball)
{
    const VeerVec3 *p = &sort->balls->positions[ball];
    switch (sort->axis) {
    case BY_X:
        return p->x;
    case BY_Y:
        return p->y;
    case BY_Z:
        return p->z;
    case BY_RADIUS:
        return sort->balls->radii[ball];
    default:
        return 0.0f;
    }
}

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const NestSort *sort = context;
    float at = value_of(sort, a), bt = value_of(sort, b);
    if (at != bt) {
        return at < bt;
    }
    uint32_t first = id_of(sort, a), second = id_of(sort, b);
    return first < second || (first == second && a < b);
}

// What spreads the balls most. Infinite ends of heights spread nothing.
static NestAxis longest_axis(const NestSort *sort, uint32_t begin, uint32_t end)
{
    const VeerBalls *balls = sort->balls;
    VeerBounds box = {balls->positions[sort->order[begin]], balls->positions[sort->order[begin]]};
    float least = INFINITY, most = 0.0f;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t ball = sort->order[i];
        box = veer_boxes_join(box, (VeerBounds){balls->positions[ball], balls->positions[ball]});
        least = min_f(least, balls->radii[ball]);
        most = max_f(most, balls->radii[ball]);
    }
    VeerVec3 side = sub3(box.upper, box.lower);
    const float extents[] = {side.x, side.y, sort->has_z ? side.z : 0.0f, most - least};
    NestAxis axis = BY_ID;
    float longest = 0.0f;
    for (int i = BY_X; i <= BY_RADIUS; i++) {
        axis = extents[i] > longest ? (NestAxis)i : axis;
        longest = max_f(longest, extents[i]);
    }
    return axis;
}

// Leaves are in the order of ids: of balls on one spot the first are the nearest.
static void sort_leaf(NestSort *sort, uint32_t begin, uint32_t end)
{
    sort->axis = BY_ID;
    for (uint32_t i = begin + 1u; i < end; i++) {
        for (uint32_t k = i; k > begin && is_before(sort, sort->order[k], sort->order[k - 1u]);
             k--) {
            veer_select_swap(sort->order, k, k - 1u);
        }
    }
}

static void sort_part(NestSort *sort, uint32_t begin, uint32_t end)
{
    while (end - begin > VEER_NEST_LEAF) {
        uint32_t middle = middle_of(begin, end);
        sort->axis = longest_axis(sort, begin, end);
        veer_select(sort->order, begin, end, middle, is_before, sort);
        sort_part(sort, begin, middle);
        begin = middle;
    }
    sort_leaf(sort, begin, end);
}

void veer_nest_sort(const VeerIndex *index, const VeerIndexLevel *level, const VeerBalls *balls)
{
    bool has_z = index->is_spatial || balls->heights;
    NestSort sort = {balls, index->order, has_z, BY_ID};
    sort_part(&sort, level->begin, level->end);
}

static VeerIndexNode leaf_of(const VeerIndex *index, uint32_t begin, uint32_t end)
{
    VeerIndexNode node = {.lower = {INFINITY, INFINITY, INFINITY},
                          .upper = {-INFINITY, -INFINITY, -INFINITY},
                          .least_id = UINT32_MAX};
    for (uint32_t i = begin; i < end; i++) {
        const VeerIndexTag *tag = &index->tags[i];
        float ceiling = index->is_spatial ? index->z[i] : tag->ceiling;
        VeerBounds ball = {{index->x[i], index->y[i], index->z[i]},
                           {index->x[i], index->y[i], ceiling}};
        VeerBounds all = veer_boxes_join((VeerBounds){node.lower, node.upper}, ball);
        node.lower = all.lower;
        node.upper = all.upper;
        node.max_radius = max_f(node.max_radius, index->radius[i]);
        node.layers |= tag->layers;
        node.least_id = tag->id < node.least_id ? tag->id : node.least_id;
    }
    return node;
}

static VeerIndexNode join(const VeerIndexNode *a, const VeerIndexNode *b)
{
    VeerBounds all =
        veer_boxes_join((VeerBounds){a->lower, a->upper}, (VeerBounds){b->lower, b->upper});
    return (VeerIndexNode){all.lower, all.upper, max_f(a->max_radius, b->max_radius),
                           a->layers | b->layers,
                           a->least_id < b->least_id ? a->least_id : b->least_id};
}

// Each half has half of the leaves, so the recursion is at most 32 deep.
static void fill_part(const VeerIndex *index, VeerIndexNode *nodes, uint32_t node, uint32_t begin,
                      uint32_t end)
{
    if (end - begin <= VEER_NEST_LEAF) {
        nodes[node] = leaf_of(index, begin, end);
        return;
    }
    uint32_t middle = middle_of(begin, end), right = right_of(node, begin, middle);
    fill_part(index, nodes, node + 1u, begin, middle);
    fill_part(index, nodes, right, middle, end);
    nodes[node] = join(&nodes[node + 1u], &nodes[right]);
}

void veer_nest_fill(const VeerIndex *index, const VeerIndexLevel *level)
{
    fill_part(index, level->nodes, 0, level->begin, level->end);
}

// --- Queries ---

// m: no ball of a node has a smaller gap. As gaps are computed, and rounding keeps the order of
// what is rounded, so this holds to the last bit.
static float least_gap(const VeerNestWalk *walk, const VeerIndexNode *node)
{
    VeerVec3 p = walk->query->centre;
    float x = max_f(max_f(node->lower.x - p.x, p.x - node->upper.x), 0.0f);
    float y = max_f(max_f(node->lower.y - p.y, p.y - node->upper.y), 0.0f);
    float square = x * x + y * y;
    if (walk->index->is_spatial) {
        float z = max_f(max_f(node->lower.z - p.z, p.z - node->upper.z), 0.0f);
        square += z * z;
    }
    return sqrtf(square) - node->max_radius;
}

static bool may_pass(const VeerNestWalk *walk, const VeerIndexNode *node)
{
    const VeerNearQuery *query = walk->query;
    bool is_level = walk->index->is_spatial || (node->lower.z <= query->centre.z + query->height &&
                                                node->upper.z >= query->centre.z);
    return is_level && (node->layers & query->mask) != 0;
}

static bool may_answer(const VeerNestWalk *walk, const VeerIndexNode *node, float gap)
{
    const VeerAnswers *answers = walk->answers;
    bool is_late = answers->is_settled && node->least_id > answers->bound_id;
    return (gap < answers->bound || (gap == answers->bound && !is_late)) && may_pass(walk, node);
}

static void walk_part(const VeerNestWalk *walk, uint32_t node, uint32_t begin, uint32_t end)
{
    if (end - begin <= VEER_NEST_LEAF) {
        walk->scan(walk->context, begin, end);
        return;
    }
    const VeerIndexNode *nodes = walk->level->nodes;
    uint32_t middle = middle_of(begin, end);
    uint32_t halves[2] = {node + 1u, right_of(node, begin, middle)};
    float gaps[2] = {least_gap(walk, &nodes[halves[0]]), least_gap(walk, &nodes[halves[1]])};
    bool is_right_first =
        gaps[1] < gaps[0] ||
        (gaps[1] == gaps[0] && nodes[halves[1]].least_id < nodes[halves[0]].least_id);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t half = i ^ (uint32_t)is_right_first;
        if (may_answer(walk, &nodes[halves[half]], gaps[half])) {
            walk_part(walk, halves[half], half ? middle : begin, half ? end : middle);
        }
    }
}

void veer_nest_walk(const VeerNestWalk *walk)
{
    const VeerIndexNode *root = &walk->level->nodes[0];
    if (may_answer(walk, root, least_gap(walk, root))) {
        walk_part(walk, 0, walk->level->begin, walk->level->end);
    }
}

// --- All in a box ---

typedef struct NestVisit {
    const VeerIndexNode *nodes;
    VeerBounds centres;
    void (*scan)(void *context, uint32_t begin, uint32_t end);
    void *context;
} NestVisit;

static void visit_part(const NestVisit *visit, uint32_t node, uint32_t begin, uint32_t end)
{
    if (!veer_boxes_meet((VeerBounds){visit->nodes[node].lower, visit->nodes[node].upper},
                         visit->centres)) {
        return;
    }
    if (end - begin <= VEER_NEST_LEAF) {
        visit->scan(visit->context, begin, end);
        return;
    }
    uint32_t middle = middle_of(begin, end);
    visit_part(visit, node + 1u, begin, middle);
    visit_part(visit, right_of(node, begin, middle), middle, end);
}

void veer_nest_visit(const VeerIndex *index, const VeerIndexLevel *level, VeerBounds centres,
                     void (*scan)(void *context, uint32_t begin, uint32_t end), void *context)
{
    NestVisit visit = {level->nodes, centres, scan, context};
    if (!index->is_spatial) { // there z is height
        visit.centres.lower.z = -INFINITY;
        visit.centres.upper.z = INFINITY;
    }
    visit_part(&visit, 0, level->begin, level->end);
}
