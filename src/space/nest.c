/// The entries of a leaf are a block of LEAF, those of a node FAN times as many as of what is below
/// it, and the last of each height has what is left. So numbers tell all: below node i of a height
/// are the nodes or leaves FAN * i and on of the height below.
#include "space/nest.h"

#include "base/select.h"
#include "geom/box.h"

#include <string.h>

// What balls are split by: a coordinate, the radius, or else the id.
typedef enum NestAxis { BY_X, BY_Y, BY_Z, BY_RADIUS, BY_ID } NestAxis;

typedef struct NestSort {
    const VeerBalls *balls;
    uint32_t *order;
    uint32_t *keys; // by ball: its value on the axis, in the order of whole numbers
    bool has_z;
} NestSort;

// Where the left half of [begin, end) ends, which are more than a leaf: between the largest blocks.
static uint32_t middle_of(uint32_t begin, uint32_t end)
{
    uint64_t count = end - begin, block = VEER_NEST_LEAF;
    while (block * VEER_NEST_FAN < count) {
        block *= VEER_NEST_FAN;
    }
    uint64_t blocks = (count + block - 1u) / block;
    return begin + (uint32_t)((blocks + 1u) / 2u * block);
}

static uint32_t id_of(const NestSort *sort, uint32_t ball)
{
    return sort->balls->ids ? sort->balls->ids[ball] : ball;
}

// A number for each float that is no NaN, in their order.
static uint32_t key_of(float value)
{
    float positive = value + 0.0f; // of the two zeros
    uint32_t bits;
    memcpy(&bits, &positive, sizeof bits);
    return bits >> 31 ? ~bits : bits | 1u << 31;
}

static uint32_t key_on(const NestSort *sort, NestAxis axis, uint32_t ball)
{
    const VeerVec3 *p = &sort->balls->positions[ball];
    switch (axis) {
    case BY_X:
        return key_of(p->x);
    case BY_Y:
        return key_of(p->y);
    case BY_Z:
        return key_of(p->z);
    case BY_RADIUS:
        return key_of(sort->balls->radii[ball]);
    default:
        return id_of(sort, ball);
    }
}

static void set_keys(const NestSort *sort, uint32_t begin, uint32_t end, NestAxis axis)
{
    for (uint32_t i = begin; i < end; i++) {
        sort->keys[sort->order[i]] = key_on(sort, axis, sort->order[i]);
    }
}

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const NestSort *sort = context;
    uint32_t at = sort->keys[a], bt = sort->keys[b];
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
static void sort_leaf(const NestSort *sort, uint32_t begin, uint32_t end)
{
    set_keys(sort, begin, end, BY_ID);
    for (uint32_t i = begin + 1u; i < end; i++) {
        for (uint32_t k = i; k > begin && is_before(sort, sort->order[k], sort->order[k - 1u]);
             k--) {
            veer_select_swap(sort->order, k, k - 1u);
        }
    }
}

static void sort_part(const NestSort *sort, uint32_t begin, uint32_t end)
{
    while (end - begin > VEER_NEST_LEAF) {
        uint32_t middle = middle_of(begin, end);
        set_keys(sort, begin, end, longest_axis(sort, begin, end));
        veer_select(sort->order, begin, end, middle, is_before, sort);
        sort_part(sort, begin, middle);
        begin = middle;
    }
    sort_leaf(sort, begin, end);
}

void veer_nest_sort(const VeerIndex *index, const VeerIndexLevel *level, const VeerBalls *balls)
{
    bool has_z = index->is_spatial || balls->heights;
    NestSort sort = {balls, index->order, index->keys, has_z};
    sort_part(&sort, level->begin, level->end);
}

size_t veer_nest_nodes(size_t count, size_t levels)
{
    size_t nodes = 0;
    for (size_t block = VEER_NEST_LEAF; block < count; block *= VEER_NEST_FAN) {
        size_t lasts = count / block;
        nodes += count / (block * VEER_NEST_FAN) + (lasts < levels ? lasts : levels);
    }
    return nodes;
}

VeerNestPlan veer_nest_plan(uint32_t entries)
{
    VeerNestPlan plan = {.height = 0};
    uint32_t count = (entries + VEER_NEST_LEAF - 1u) / VEER_NEST_LEAF, first = 0;
    do {
        plan.parts[plan.height] = count;
        count = (count + VEER_NEST_FAN - 1u) / VEER_NEST_FAN;
        plan.first[plan.height] = first;
        plan.height++;
        first += count;
    } while (count > 1u);
    return plan;
}

// What is known of balls, before any is.
static VeerIndexPart no_part(void)
{
    return (VeerIndexPart){
        .bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}},
        .least_id = UINT32_MAX};
}

static VeerIndexPart join(const VeerIndexPart *a, const VeerIndexPart *b)
{
    return (VeerIndexPart){veer_boxes_join(a->bounds, b->bounds),
                           max_f(a->max_radius, b->max_radius), a->layers | b->layers,
                           a->least_id < b->least_id ? a->least_id : b->least_id};
}

static VeerIndexPart part_of_leaf(const VeerIndex *index, const VeerIndexLevel *level,
                                  uint32_t leaf)
{
    VeerIndexPart part = no_part();
    uint32_t end = veer_nest_leaf(level, leaf + 1u);
    for (uint32_t i = veer_nest_leaf(level, leaf); i < end; i++) {
        const VeerIndexTag *tag = &index->tags[i];
        float ceiling = index->is_spatial ? index->z[i] : tag->ceiling;
        VeerIndexPart ball = {
            {{index->x[i], index->y[i], index->z[i]}, {index->x[i], index->y[i], ceiling}},
            index->radius[i],
            tag->layers,
            tag->id};
        part = join(&part, &ball);
    }
    return part;
}

static VeerIndexPart part_of(const VeerIndexNode *node, uint32_t i)
{
    return (VeerIndexPart){{{node->lower[0][i], node->lower[1][i], node->lower[2][i]},
                            {node->upper[0][i], node->upper[1][i], node->upper[2][i]}},
                           node->max_radius[i],
                           node->layers[i],
                           node->least_id[i]};
}

static VeerIndexPart part_of_node(const VeerIndexNode *node)
{
    VeerIndexPart all = no_part();
    for (uint32_t i = 0; i < VEER_NEST_FAN; i++) {
        VeerIndexPart part = part_of(node, i);
        all = join(&all, &part);
    }
    return all;
}

static void set_part(VeerIndexNode *node, uint32_t i, const VeerIndexPart *part)
{
    node->lower[0][i] = part->bounds.lower.x;
    node->lower[1][i] = part->bounds.lower.y;
    node->lower[2][i] = part->bounds.lower.z;
    node->upper[0][i] = part->bounds.upper.x;
    node->upper[1][i] = part->bounds.upper.y;
    node->upper[2][i] = part->bounds.upper.z;
    node->max_radius[i] = part->max_radius;
    node->layers[i] = part->layers;
    node->least_id[i] = part->least_id;
}

void veer_nest_fill(const VeerIndex *index, const VeerIndexLevel *level)
{
    VeerNestPlan plan = veer_nest_plan(level->end - level->begin);
    for (uint32_t height = 0; height < plan.height; height++) {
        const VeerIndexNode *below = level->nodes + (height > 0 ? plan.first[height - 1u] : 0u);
        VeerIndexNode *nodes = level->nodes + plan.first[height];
        uint32_t parts = plan.parts[height], lanes = (parts + VEER_NEST_FAN - 1u) / VEER_NEST_FAN;
        for (uint32_t i = 0; i < lanes * VEER_NEST_FAN; i++) {
            VeerIndexPart part = no_part();
            if (i < parts) {
                part = height > 0 ? part_of_node(&below[i]) : part_of_leaf(index, level, i);
            }
            set_part(&nodes[i / VEER_NEST_FAN], i % VEER_NEST_FAN, &part);
        }
    }
}

const VeerNestLanes *veer_nest_lanes(VeerLanes lanes)
{
    static const VeerNestLanes *const tables[] = {VEER_LANES_EACH(veer_nest)};
    return tables[lanes];
}

void veer_nest_walk(const VeerNestWalk *walk)
{
    VeerNestPlan plan = veer_nest_plan(walk->level->end - walk->level->begin);
    veer_nest_lanes((VeerLanes)walk->index->lanes)->walk(walk, &plan);
}

bool veer_nest_sweep(const VeerNestSweep *sweep)
{
    VeerNestPlan plan = veer_nest_plan(sweep->level->end - sweep->level->begin);
    return veer_nest_lanes((VeerLanes)sweep->index->lanes)->sweep(sweep, &plan);
}

float veer_nest_gap(const VeerIndex *index, const VeerIndexLevel *level, uint32_t entry,
                    uint32_t limit)
{
    return veer_nest_lanes((VeerLanes)index->lanes)->gap(index, level, entry, limit);
}

// --- All in a box ---

typedef struct NestVisit {
    const VeerIndexLevel *level;
    VeerNestPlan plan;
    VeerBounds centres;
    void (*scan)(void *context, uint32_t begin, uint32_t end);
    void *context;
} NestVisit;

static void visit_node(const NestVisit *visit, uint32_t height, uint32_t number)
{
    const VeerIndexNode *node = &visit->level->nodes[visit->plan.first[height] + number];
    for (uint32_t i = 0; i < VEER_NEST_FAN; i++) {
        uint32_t below = number * VEER_NEST_FAN + i;
        VeerIndexPart part = part_of(node, i);
        if (below >= visit->plan.parts[height] || !veer_boxes_meet(part.bounds, visit->centres)) {
            continue;
        }
        if (height > 0) {
            visit_node(visit, height - 1u, below);
        } else {
            visit->scan(visit->context, veer_nest_leaf(visit->level, below),
                        veer_nest_leaf(visit->level, below + 1u));
        }
    }
}

void veer_nest_visit(const VeerIndex *index, const VeerIndexLevel *level, VeerBounds centres,
                     void (*scan)(void *context, uint32_t begin, uint32_t end), void *context)
{
    NestVisit visit = {level, veer_nest_plan(level->end - level->begin), centres, scan, context};
    if (!index->is_spatial) { // there z is height
        visit.centres.lower.z = -INFINITY;
        visit.centres.upper.z = INFINITY;
    }
    visit_node(&visit, visit.plan.height - 1u, 0);
}
