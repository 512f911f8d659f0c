/// From a region to those that share a face with it.
#include "plan/voxels/brick.h"
#include "plan/voxels/voxels.h"

#include "base/wide_bits.h"
#include "math/vec.h"

#define MAX_RINGS 64 // no path through a pocket has more voxels

/// A region under expansion.
typedef struct Expansion {
    VeerVoxelSearch *search;
    VeerVoxel turn;      ///< where the path to it turns for the last time
    VeerVoxel point;     ///< where it enters
    uint64_t turn_cost;  ///< of the path to the turn
    uint64_t point_cost; ///< of the path to the point
    /// What can be reached from the point without a detour: all of a cube.
    uint64_t straight;
    uint64_t rings[MAX_RINGS]; ///< of a pocket: the voxels that many steps from the point
} Expansion;

static VeerVoxel hold_in(VeerVoxel at, VeerVoxel lower, int32_t side)
{
    return (VeerVoxel){clamp_i(at.x, lower.x, lower.x + side - 1),
                       clamp_i(at.y, lower.y, lower.y + side - 1),
                       clamp_i(at.z, lower.z, lower.z + side - 1)};
}

/// Where the straight line from the turn to the goal crosses a layer of voxels; where it does not,
/// the turn.
static VeerVoxel crossing(const Expansion *at, uint32_t axis, int32_t layer)
{
    VeerVoxel from = at->turn, to = at->search->goal;
    int32_t ahead = layer - veer_voxel_along(from, axis);
    int32_t all = veer_voxel_along(to, axis) - veer_voxel_along(from, axis);
    if (ahead == 0 || (ahead > 0 ? ahead > all : ahead < all)) {
        return from;
    }
    double share = (double)ahead / (double)all;
    return (VeerVoxel){from.x + (int32_t)floor(share * (double)(to.x - from.x) + 0.5),
                       from.y + (int32_t)floor(share * (double)(to.y - from.y) + 0.5),
                       from.z + (int32_t)floor(share * (double)(to.z - from.z) + 0.5)};
}

/// The node of a region that is not done with yet; VEER_NO_NODE: it is, or there is no room.
static uint32_t open_node(VeerVoxelSearch *search, uint64_t key)
{
    uint32_t number = veer_voxel_node(search, key);
    bool is_done = number != VEER_NO_NODE && veer_search_is_closed(search->core, number);
    return is_done ? VEER_NO_NODE : number;
}

static uint32_t steps_between(VeerVoxel a, VeerVoxel b)
{
    return (uint32_t)(veer_apart(a.x, b.x) + veer_apart(a.y, b.y) + veer_apart(a.z, b.z));
}

/// What a path to a voxel behind the region's face is thought to cost: straight from the last turn,
/// unless it takes a detour within the pocket.
static uint64_t thought_cost(const Expansion *at, VeerVoxel point, uint32_t direction)
{
    VeerVoxel exit = veer_voxel_go(point, direction ^ 1u, 1);
    uint64_t bit = veer_voxel_bit(exit);
    if (at->straight & bit) {
        return at->turn_cost + veer_voxel_distance(at->turn, point);
    }
    uint32_t steps = steps_between(at->point, exit), ring = steps;
    while (ring + 1u < MAX_RINGS && !(at->rings[ring] & bit)) {
        ring++;
    }
    return at->point_cost + veer_voxel_distance(at->point, exit) +
           (ring - steps + 1ull) * VEER_VOXEL_COST_STRAIGHT;
}

static void reach(const Expansion *at, uint32_t number, VeerVoxel point, uint32_t direction)
{
    VeerVoxelSearch *search = at->search;
    uint64_t cost = thought_cost(at, point, direction);
    if (veer_search_improve(search->core, number, cost, direction)) {
        VeerVoxelNode *known = &search->nodes[number];
        known->point = point;
        known->is_bent = 0;
        known->is_settled = 0;
        veer_search_wait(search->core, number, cost, veer_voxel_distance(point, search->goal));
    }
}

/// Of some voxels of a brick's layer, that which is nearest to where the line crosses it.
static VeerVoxel nearest_of(const Expansion *at, uint64_t bits, VeerVoxel brick, uint32_t direction)
{
    uint32_t axis = direction >> 1;
    int32_t layer = veer_voxel_along(brick, axis) + (direction & 1u ? 3 : 0);
    VeerVoxel to = hold_in(crossing(at, axis, layer), brick, 4), best = brick;
    int32_t least = INT32_MAX;
    for (; bits; bits &= bits - 1u) {
        int32_t bit = (int32_t)veer_bits_lowest(bits);
        VeerVoxel voxel = {brick.x + (bit & 3), brick.y + (bit >> 2 & 3), brick.z + (bit >> 4)};
        int32_t x = voxel.x - to.x, y = voxel.y - to.y, z = voxel.z - to.z;
        int32_t squared = x * x + y * y + z * z;
        if (squared < least) {
            least = squared;
            best = voxel;
        }
    }
    return best;
}

/// Reaches a region through one of some voxels of a brick's layer, without a detour if possible.
static void reach_through(const Expansion *at, uint64_t key, VeerVoxel brick, uint64_t bits,
                          uint32_t direction)
{
    uint32_t number = open_node(at->search, key);
    if (number != VEER_NO_NODE) {
        uint64_t straight = bits & veer_brick_over(at->straight, direction);
        reach(at, number, nearest_of(at, straight ? straight : bits, brick, direction), direction);
    }
}

/// Reaches the pockets of a brick through some of the voxels of its layer.
static void reach_pockets(const Expansion *at, VeerVoxel brick, uint64_t blocked, uint64_t face,
                          uint32_t direction)
{
    for (uint64_t left = face & ~blocked, pocket; left; left &= ~pocket) {
        pocket = veer_brick_flood(left & (0u - left), ~blocked);
        uint64_t key = veer_region_key(brick, 64u + veer_bits_lowest(pocket));
        reach_through(at, key, brick, left & pocket, direction);
    }
}

static uint64_t blocked_at(const Expansion *at, VeerVoxel brick)
{
    const VeerBricks *level = &at->search->query.voxels->levels[0];
    return *veer_bricks_word(level, brick.x >> 2, brick.y >> 2, brick.z >> 2);
}

/// Looks how far it is from the point to each voxel of a pocket, and which take no detour.
static void measure(Expansion *at, uint64_t pocket)
{
    uint64_t ring = veer_voxel_bit(at->point), seen = ring;
    uint64_t free_ring = ring, free_seen = ring; // the same in a brick without blocked voxels
    at->straight = 0;
    for (uint32_t i = 0; ring; i++) {
        at->rings[i] = ring;
        at->straight |= ring & free_ring;
        ring = veer_brick_spread(ring) & pocket & ~seen;
        free_ring = veer_brick_spread(free_ring) & ~free_seen;
        seen |= ring;
        free_seen |= free_ring;
    }
}

static void expand_pocket(Expansion *at, uint64_t key)
{
    const VeerVoxels *voxels = at->search->query.voxels;
    VeerVoxel lower = veer_region_lower(key), goal = at->search->goal;
    uint64_t pocket = veer_region_bits(voxels, key);
    measure(at, pocket);
    if (veer_region_has(voxels, key, goal)) {
        // It cannot be seen from the point: a node of its own.
        uint32_t number = veer_voxel_node(at->search, veer_region_key(goal, 0));
        if (number != VEER_NO_NODE) {
            reach(at, number, goal, VEER_VOXEL_STAY);
        }
    }
    for (uint32_t direction = 0; direction < 6; direction++) {
        VeerVoxel brick = veer_voxel_go(lower, direction, 4);
        uint64_t face = veer_brick_over(pocket, direction);
        uint64_t blocked = face ? blocked_at(at, brick) : UINT64_MAX;
        if (blocked) {
            reach_pockets(at, brick, blocked, face, direction);
        } else {
            reach_through(at, veer_region_of(voxels, brick), brick, face, direction);
        }
    }
}

/// Reaches a cube beside a cube. `brick` is the first that is beside along the face.
static void reach_cube(const Expansion *at, VeerVoxel brick, uint32_t theirs, VeerVoxel lower,
                       uint32_t ours, uint32_t direction)
{
    uint32_t number =
        open_node(at->search, veer_region_key(veer_voxel_corner(brick, theirs), theirs));
    if (number == VEER_NO_NODE) {
        return;
    }
    uint32_t axis = direction >> 1;
    int32_t layer = veer_voxel_along(brick, axis) + (direction & 1u ? 3 : 0);
    // The face that both share is that of the smaller one.
    VeerVoxel point =
        hold_in(crossing(at, axis, layer), theirs < ours ? veer_voxel_corner(brick, theirs) : lower,
                1 << (theirs < ours ? theirs : ours));
    point.x = axis == 0 ? layer : point.x;
    point.y = axis == 1 ? layer : point.y;
    point.z = axis == 2 ? layer : point.z;
    reach(at, number, point, direction);
}

/// Every second bit, from the lowest on.
static int32_t every_second(uint32_t bits)
{
    bits &= 0x55u;
    bits = (bits | bits >> 1) & 0x33u;
    return (int32_t)((bits | bits >> 2) & 0x0fu);
}

/// Visits the bricks along a face of a cube in the order of a Z-curve, along which each cube is one
/// piece.
static void expand_face(const Expansion *at, VeerVoxel lower, uint32_t shift, uint32_t direction)
{
    const VeerVoxels *voxels = at->search->query.voxels;
    uint32_t axis = direction >> 1, count = 1u << 2u * shift >> 4, step;
    int32_t across = direction & 1u ? -4 : 1 << shift;
    for (uint32_t i = 0; i < count; i += step) {
        int32_t one = 4 * every_second(i), other = 4 * every_second(i >> 1);
        VeerVoxel brick = {lower.x + (axis == 0 ? across : one),
                           lower.y + (axis == 1   ? across
                                      : axis == 0 ? one
                                                  : other),
                           lower.z + (axis == 2 ? across : other)};
        uint64_t blocked = blocked_at(at, brick);
        step = 1;
        if (blocked) {
            reach_pockets(at, brick, blocked, veer_brick_entrance(direction), direction);
            continue;
        }
        uint32_t theirs = (uint32_t)veer_voxel_leaf_shift(voxels, brick);
        step = 1u << 2u * (theirs < shift ? theirs : shift) >> 4;
        reach_cube(at, brick, theirs, lower, shift, direction);
    }
}

static void expand_cube(Expansion *at, uint64_t key)
{
    VeerVoxel lower = veer_region_lower(key), cells = at->search->query.voxels->def.cells;
    uint32_t shift = veer_region_tag(key);
    at->straight = UINT64_MAX;
    for (uint32_t direction = 0; direction < 6; direction++) {
        int32_t from = veer_voxel_along(lower, direction >> 1);
        int32_t end = veer_voxel_along(cells, direction >> 1);
        if (direction & 1u ? from > 0 : from + (1 << shift) < end) {
            expand_face(at, lower, shift, direction);
        }
    }
}

/// A start that is blocked is left to any side.
static void expand_blocked(Expansion *at)
{
    const VeerVoxels *voxels = at->search->query.voxels;
    at->straight = UINT64_MAX;
    for (uint32_t direction = 0; direction < 6; direction++) {
        VeerVoxel beside = veer_voxel_go(at->point, direction, 1);
        if (!veer_voxel_is_set(voxels, beside)) {
            uint32_t number = open_node(at->search, veer_region_of(voxels, beside));
            if (number != VEER_NO_NODE) {
                reach(at, number, beside, direction);
            }
        }
    }
}

void veer_voxel_regions(void *user, VeerSearch *core, uint32_t node, uint64_t cost)
{
    VeerVoxelSearch *search = user;
    const VeerVoxelNode *known = &search->nodes[node];
    const VeerVoxelNode *base = &search->nodes[known->base];
    (void)cost;
    if (!veer_search_is_closed(core, node)) {
        return; // it waits again
    }
    Expansion at = {.search = search, .turn = base->turn, .point = known->point};
    at.turn_cost = base->cost;
    at.point_cost = base->cost + veer_voxel_distance(base->turn, known->point);
    if (veer_voxel_is_set(search->query.voxels, known->point)) {
        expand_blocked(&at);
    } else if (veer_region_is_pocket(known->key)) {
        expand_pocket(&at, known->key);
    } else {
        expand_cube(&at, known->key);
    }
}
