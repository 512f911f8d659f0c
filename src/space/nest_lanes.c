/// Lanes are the parts of a node, or the entries of a leaf.
#include "base/wide.h"
#include "base/wide_bits.h"
#include "space/nest.h"

// m, along one axis, from what lies between `from` and `to` to what lies between `lower` and
// `upper`.
static inline VeerWide off_axis(VeerWide lower, VeerWide upper, float from, float to)
{
    VeerWide below = wide_sub(lower, wide_splat(to));
    VeerWide above = wide_sub(wide_splat(from), upper);
    return wide_max(wide_max(below, above), wide_splat(0.0f));
}

// m: no ball of a part has a smaller gap to any point in the box. As gaps are computed, and
// rounding keeps the order of what is rounded, so this holds to the last bit.
static inline VeerWide least_gaps(const VeerIndexNode *node, uint32_t i, const VeerBounds *box,
                                  bool is_spatial)
{
    VeerVec3 from = box->lower, to = box->upper;
    VeerWide x =
        off_axis(wide_load(node->lower[0] + i), wide_load(node->upper[0] + i), from.x, to.x);
    VeerWide y =
        off_axis(wide_load(node->lower[1] + i), wide_load(node->upper[1] + i), from.y, to.y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z =
            off_axis(wide_load(node->lower[2] + i), wide_load(node->upper[2] + i), from.z, to.z);
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
    VeerBounds centre = {walk->query->centre, walk->query->centre};
    for (uint32_t i = 0; i < VEER_NEST_FAN; i += VEER_WIDE) {
        VeerWide gap = least_gaps(node, i, &centre, is_spatial);
        wide_store(gaps + i, gap);
        VeerWideMask passes =
            wide_both(wide_at_most(gap, bound), are_on_layers(node->layers + i, walk->query->mask));
        passes = is_spatial ? passes : wide_both(passes, are_level(node, i, walk->query));
        bits |= wide_bits(passes) << i;
    }
    return bits;
}

// The gaps of VEER_WIDE entries.
static inline VeerWide gaps_of(const VeerIndex *index, uint32_t first, VeerVec3 centre,
                               bool is_spatial)
{
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
        VeerWide gap = walk->index->is_spatial
                           ? gaps_of(walk->index, begin + i, walk->query->centre, true)
                           : gaps_of(walk->index, begin + i, walk->query->centre, false);
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

// --- What is near a box ---

// Which parts are within the bound, as bits.
static inline uint32_t swept_parts(const VeerNestSweep *sweep, const VeerIndexNode *node,
                                   bool is_spatial)
{
    uint32_t bits = 0;
    VeerWide bound = wide_splat(sweep->bound);
    for (uint32_t i = 0; i < VEER_NEST_FAN; i += VEER_WIDE) {
        VeerWide gap = least_gaps(node, i, &sweep->box, is_spatial);
        bits |= wide_bits(wide_at_most(gap, bound)) << i;
    }
    return bits;
}

// Which entries of a leaf are within the bound, as bits.
static inline uint32_t swept_entries(const VeerNestSweep *sweep, uint32_t begin, bool is_spatial)
{
    const VeerIndex *index = sweep->index;
    VeerVec3 from = sweep->box.lower, to = sweep->box.upper;
    VeerWide bound = wide_splat(sweep->bound);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < VEER_NEST_LEAF; i += VEER_WIDE) {
        VeerWide at = wide_load(index->x + begin + i), x = off_axis(at, at, from.x, to.x);
        at = wide_load(index->y + begin + i);
        VeerWide y = off_axis(at, at, from.y, to.y);
        VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
        if (is_spatial) {
            at = wide_load(index->z + begin + i);
            VeerWide z = off_axis(at, at, from.z, to.z);
            square = wide_add(square, wide_mul(z, z));
        }
        VeerWide gap = wide_sub(wide_sqrt(square), wide_load(index->radius + begin + i));
        bits |= wide_bits(wide_at_most(gap, bound)) << i;
    }
    return bits;
}

static bool sweep_leaf(const VeerNestSweep *sweep, uint32_t leaf)
{
    uint32_t begin = veer_nest_leaf(sweep->level, leaf);
    uint32_t count = veer_nest_leaf(sweep->level, leaf + 1u) - begin;
    uint32_t near = sweep->index->is_spatial ? swept_entries(sweep, begin, true)
                                             : swept_entries(sweep, begin, false);
    near &= (1u << count) - 1u;
    return !near || sweep->take(sweep->context, begin, near);
}

static bool sweep_node(const VeerNestSweep *sweep, const VeerNestPlan *plan, uint32_t height,
                       uint32_t number)
{
    const VeerIndexNode *node = &sweep->level->nodes[plan->first[height] + number];
    uint32_t bits =
        sweep->index->is_spatial ? swept_parts(sweep, node, true) : swept_parts(sweep, node, false);
    bool goes_on = true;
    for (; goes_on && bits; bits &= bits - 1u) {
        uint32_t below = number * VEER_NEST_FAN + veer_bits_lowest(bits);
        goes_on =
            height > 0 ? sweep_node(sweep, plan, height - 1u, below) : sweep_leaf(sweep, below);
    }
    return goes_on;
}

static bool sweep_tree(const VeerNestSweep *sweep, const VeerNestPlan *plan)
{
    return sweep_node(sweep, plan, plan->height - 1u, 0);
}

// --- What is near in a leaf ---

// The greatest of those of gaps[VEER_NEST_LEAF] that fewer than `limit` are less than.
static float limit_gap(const float *gaps, uint32_t limit)
{
    VeerWide greatest = wide_splat(-INFINITY), most = wide_splat((float)limit - 1.0f);
    for (uint32_t i = 0; i < VEER_NEST_LEAF; i += VEER_WIDE) {
        VeerWide self = wide_load(gaps + i), less = wide_splat(0.0f);
        for (uint32_t k = 0; k < VEER_NEST_LEAF; k++) {
            VeerWideMask is_less = wide_less(wide_splat(gaps[k]), self);
            less = wide_add(less, wide_where(is_less, wide_splat(1.0f)));
        }
        VeerWide low = wide_select(wide_at_most(less, most), self, wide_splat(-INFINITY));
        greatest = wide_max(greatest, low);
    }
    return wide_greatest(greatest);
}

static float gap_in_leaf(const VeerIndex *index, const VeerIndexLevel *level, uint32_t entry,
                         uint32_t limit)
{
    uint32_t leaf = veer_nest_leaf_of(level, entry), begin = veer_nest_leaf(level, leaf);
    VeerVec3 centre = {index->x[entry], index->y[entry], index->z[entry]};
    float gaps[VEER_NEST_LEAF];
    for (uint32_t i = 0; i < VEER_NEST_LEAF; i += VEER_WIDE) {
        wide_store(gaps + i, index->is_spatial ? gaps_of(index, begin + i, centre, true)
                                               : gaps_of(index, begin + i, centre, false));
    }
    gaps[entry - begin] = INFINITY;
    for (uint32_t i = veer_nest_leaf(level, leaf + 1u) - begin; i < VEER_NEST_LEAF; i++) {
        gaps[i] = INFINITY;
    }
    return limit_gap(gaps, limit);
}

const VeerNestLanes VEER_LANED(veer_nest) = {walk_tree, sweep_tree, gap_in_leaf};
