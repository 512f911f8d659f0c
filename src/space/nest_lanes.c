/// Lanes are the parts of a node, or the entries of a leaf.
#include "base/wide.h"
#include "base/wide_bits.h"
#include "space/nest.h"

// m, along one axis, from a coordinate to what lies between `lower` and `upper`.
static inline VeerWide off_axis(const float *lower, const float *upper, float at)
{
    VeerWide below = wide_sub(wide_load(lower), wide_splat(at));
    VeerWide above = wide_sub(wide_splat(at), wide_load(upper));
    return wide_max(wide_max(below, above), wide_splat(0.0f));
}

// m: no ball of a part has a smaller gap. As gaps are computed, and rounding keeps the order of
// what is rounded, so this holds to the last bit.
static inline VeerWide least_gaps(const VeerIndexNode *node, uint32_t i, VeerVec3 centre,
                                  bool is_spatial)
{
    VeerWide x = off_axis(node->lower[0] + i, node->upper[0] + i, centre.x);
    VeerWide y = off_axis(node->lower[1] + i, node->upper[1] + i, centre.y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = off_axis(node->lower[2] + i, node->upper[2] + i, centre.z);
        square = wide_add(square, wide_mul(z, z));
    }
    return wide_sub(wide_sqrt(square), wide_load(node->max_radius + i));
}

// Which parts have balls at the height of the query, as far as their bounds tell.
static inline VeerWideMask are_level(const VeerIndexNode *node, uint32_t i,
                                     const VeerNearQuery *query)
{
    VeerWide floor = wide_splat(query->centre.z);
    VeerWide ceiling = wide_splat(query->centre.z + query->height);
    return wide_both(wide_at_most(wide_load(node->lower[2] + i), ceiling),
                     wide_at_most(floor, wide_load(node->upper[2] + i)));
}

static inline VeerWideMask are_on_layers(const uint32_t *layers, uint32_t mask)
{
    VeerWideMask lanes;
    memcpy(&lanes, layers, sizeof lanes);
    return (lanes & (int32_t)mask) != 0;
}

// Which parts may answer, as bits; and the gaps of all.
static inline uint32_t near_parts(const VeerNestWalk *walk, const VeerIndexNode *node,
                                  bool is_spatial, float *gaps)
{
    uint32_t bits = 0;
    VeerWide bound = wide_splat(walk->answers->bound);
    for (uint32_t i = 0; i < VEER_NEST_FAN; i += VEER_WIDE) {
        VeerWide gap = least_gaps(node, i, walk->query->centre, is_spatial);
        wide_store(gaps + i, gap);
        VeerWideMask passes =
            wide_both(wide_at_most(gap, bound), are_on_layers(node->layers + i, walk->query->mask));
        passes = is_spatial ? passes : wide_both(passes, are_level(node, i, walk->query));
        bits |= wide_bits(passes) << i;
    }
    return bits;
}

// The gaps of VEER_WIDE entries.
static inline VeerWide gaps_of(const VeerNestWalk *walk, uint32_t first, bool is_spatial)
{
    const VeerIndex *index = walk->index;
    VeerVec3 centre = walk->query->centre;
    VeerWide x = wide_sub(wide_load(index->x + first), wide_splat(centre.x));
    VeerWide y = wide_sub(wide_load(index->y + first), wide_splat(centre.y));
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = wide_sub(wide_load(index->z + first), wide_splat(centre.z));
        square = wide_add(square, wide_mul(z, z));
    }
    return wide_sub(wide_sqrt(square), wide_load(index->radius + first));
}

static bool may_answer(const VeerAnswers *answers, float gap, uint32_t least_id)
{
    bool is_late = answers->is_settled && least_id > answers->bound_id;
    return gap < answers->bound || (gap == answers->bound && !is_late);
}

// The nearest of some parts, of those as near the one that has the least id.
static uint32_t nearest_part(const VeerIndexNode *node, const float *gaps, uint32_t bits)
{
    uint32_t best = veer_bits_lowest(bits);
    for (bits &= bits - 1u; bits; bits &= bits - 1u) {
        uint32_t i = veer_bits_lowest(bits);
        bool is_first = gaps[i] < gaps[best] ||
                        (gaps[i] == gaps[best] && node->least_id[i] < node->least_id[best]);
        best = is_first ? i : best;
    }
    return best;
}

// Offers what of a leaf is within the bound.
static void walk_leaf(const VeerNestWalk *walk, uint32_t leaf)
{
    uint32_t begin = veer_nest_leaf(walk->level, leaf), near = 0;
    float gaps[VEER_NEST_LEAF];
    VeerWide bound = wide_splat(walk->answers->bound);
    for (uint32_t i = 0; i < VEER_NEST_LEAF; i += VEER_WIDE) {
        VeerWide gap = walk->index->is_spatial ? gaps_of(walk, begin + i, true)
                                               : gaps_of(walk, begin + i, false);
        wide_store(gaps + i, gap);
        near |= wide_bits(wide_at_most(gap, bound)) << i;
    }
    uint32_t count = veer_nest_leaf(walk->level, leaf + 1u) - begin;
    walk->take(walk->context, begin, near & ((1u << count) - 1u), gaps);
}

static void walk_node(const VeerNestWalk *walk, const VeerNestPlan *plan, uint32_t height,
                      uint32_t number)
{
    const VeerIndexNode *node = &walk->level->nodes[plan->first[height] + number];
    float gaps[VEER_NEST_FAN];
    uint32_t bits = walk->index->is_spatial ? near_parts(walk, node, true, gaps)
                                            : near_parts(walk, node, false, gaps);
    while (bits) {
        uint32_t i = nearest_part(node, gaps, bits), below = number * VEER_NEST_FAN + i;
        if (!may_answer(walk->answers, gaps[i], node->least_id[i])) {
            return; // nor does any of those left
        }
        if (height > 0) {
            walk_node(walk, plan, height - 1u, below);
        } else {
            walk_leaf(walk, below);
        }
        bits &= ~(1u << i);
    }
}

static void walk_tree(const VeerNestWalk *walk, const VeerNestPlan *plan)
{
    walk_node(walk, plan, plan->height - 1u, 0);
}

const VeerNestLanes VEER_LANED(veer_nest) = {walk_tree};
