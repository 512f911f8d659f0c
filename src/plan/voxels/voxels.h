/// A voxel map as a space to search. Its nodes are numbered as they are found.
#ifndef VEER_PLAN_VOXELS_H
#define VEER_PLAN_VOXELS_H

#include "map/voxels/voxels.h"
#include "plan/search/search.h"
#include "veer/voxel_search.h"

#include <math.h>

/// A region that was seen: a free cube of side 4 to 64, or a pocket: a connected component of the
/// free voxels of a brick that is partly blocked. For plain A*: a voxel.
///
/// The path to its point turns for the last time at the turn of its base, which is the node itself
/// or one before it.
typedef struct VeerVoxelNode {
    uint64_t key;    ///< veer_region_key
    uint64_t cost;   ///< of the path to its turn
    VeerVoxel point; ///< where the path enters it
    VeerVoxel turn;
    uint32_t base : 30;
    uint32_t is_settled : 1; ///< the path to its point is known to be free
    uint32_t is_bent : 1;    ///< its turn is its point, and is out of sight of the one before
    uint32_t before;         ///< the base of the turn before its own; VEER_NO_NODE: it is the start
} VeerVoxelNode;

#define VEER_MAX_VOXEL_NODES (1u << 30)

/// What a search over voxels is at.
typedef enum VeerVoxelPhase {
    VEER_VOXEL_FORWARD,  ///< from the start to the goal
    VEER_VOXEL_BACKWARD, ///< from the goal to the start, for what that finds else
    VEER_VOXEL_CHECK,    ///< by plain A*, for what is shorter than the best so far
} VeerVoxelPhase;

/// A route, and how long it is.
typedef struct VeerVoxelRoute {
    VeerVoxel *voxels;
    uint32_t count;
    double length; ///< voxels
} VeerVoxelRoute;

struct VeerVoxelSearch {
    VeerSearch *core;
    VeerVoxelQuery query;
    VeerSearchState state;
    VeerVoxelPhase phase;
    VeerVoxel start, goal; ///< of the phase
    uint64_t limit;        ///< plain A* looks at no path that must cost as much
    uint64_t expansions;
    VeerVoxelRoute best, trial;
    uint32_t route_capacity;
    uint32_t stamp;
    uint32_t node_count, node_capacity;
    bool is_replaced; ///< the goal is not that of the query
    bool is_full;
    VeerVoxelNode *nodes; ///< nodes[node_capacity]
    /// Finds a node by its key: stamp << 32 | number, in slots[1 << (64 - slot_shift)].
    uint64_t *slots;
    uint32_t slot_shift;
};

/// The expand functions. `user` is a VeerVoxelSearch.
void veer_voxel_regions(void *user, VeerSearch *core, uint32_t node, uint64_t cost);
void veer_voxel_steps(void *user, VeerSearch *core, uint32_t node, uint64_t cost);

/// Settles where the path to a region comes from when it is expanded. If it costs more than
/// was thought, the node waits again. @return whether the goal can be seen from its point
bool veer_region_arrives(void *user, uint32_t node);

/// The region of a voxel; that of a blocked one is the voxel alone.
uint64_t veer_region_of(const VeerVoxels *voxels, VeerVoxel voxel);
/// Whether a voxel is in a region.
bool veer_region_has(const VeerVoxels *voxels, uint64_t key, VeerVoxel voxel);
/// The bits of a pocket; that of a blocked voxel is the voxel alone.
uint64_t veer_region_bits(const VeerVoxels *voxels, uint64_t key);

/// Writes the route that a search has found to its target into route[capacity].
/// @return how many voxels it has, also when they do not fit
uint32_t veer_voxel_write(const VeerVoxelSearch *search, VeerVoxel *route, uint32_t capacity);

/// Moves a turn along the axes, in steps from `step` to 1, as long as that makes the path from
/// `before` over it to `after` shorter and all can be seen. @return whether it did
bool veer_voxel_slide(const VeerVoxels *voxels, VeerVoxel before, VeerVoxel *turn, VeerVoxel after,
                      int32_t step);

/// A region's lower corner, and the power of two that is its side (a cube), or 64 plus the lowest
/// bit of a pocket. A side of 1 stands for a voxel.
static inline uint64_t veer_region_key(VeerVoxel lower, uint32_t tag)
{
    return (uint64_t)lower.x | (uint64_t)lower.y << 16 | (uint64_t)lower.z << 32 |
           (uint64_t)tag << 48;
}

static inline VeerVoxel veer_region_lower(uint64_t key)
{
    return (VeerVoxel){(int32_t)(key & 0xffffu), (int32_t)(key >> 16 & 0xffffu),
                       (int32_t)(key >> 32 & 0xffffu)};
}

static inline uint32_t veer_region_tag(uint64_t key)
{
    return (uint32_t)(key >> 48);
}

static inline bool veer_region_is_pocket(uint64_t key)
{
    return veer_region_tag(key) >= 64u;
}

/// The corner of the cube of side 1 << shift that holds a voxel.
static inline VeerVoxel veer_voxel_corner(VeerVoxel at, uint32_t shift)
{
    return (VeerVoxel){at.x >> shift << shift, at.y >> shift << shift, at.z >> shift << shift};
}

static inline uint64_t veer_voxel_bit(VeerVoxel at)
{
    return UINT64_C(1) << veer_brick_bit(at.x, at.y, at.z);
}

static inline bool veer_voxel_is_same(VeerVoxel a, VeerVoxel b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Goes `steps` voxels in a direction: 2 * axis, and 1 more for the path back. Higher ones stay.
static inline VeerVoxel veer_voxel_go(VeerVoxel at, uint32_t direction, int32_t steps)
{
    return veer_voxel_beside(at, direction >> 1, direction & 1u ? -steps : steps);
}

#define VEER_VOXEL_STAY 6u ///< no direction: within a region

/// The straight distance of two voxels as a cost.
static inline uint32_t veer_voxel_distance(VeerVoxel a, VeerVoxel b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return (uint32_t)(sqrt(x * x + y * y + z * z) * VEER_VOXEL_COST_STRAIGHT + 0.5);
}

/// The cost of a path of so many voxels along each axis without obstacles.
static inline uint32_t veer_voxel_free_cost(VeerVoxel a, VeerVoxel b)
{
    uint32_t x = (uint32_t)veer_apart(a.x, b.x);
    uint32_t y = (uint32_t)veer_apart(a.y, b.y);
    uint32_t z = (uint32_t)veer_apart(a.z, b.z);
    uint32_t least = x < y ? x : y, most = x < y ? y : x;
    least = z < least ? z : least;
    most = z > most ? z : most;
    uint32_t middle = x + y + z - least - most;
    return least * VEER_VOXEL_COST_CORNER + (middle - least) * VEER_VOXEL_COST_EDGE +
           (most - middle) * VEER_VOXEL_COST_STRAIGHT;
}

/// The node of a key; a new one if it was not seen yet, VEER_NO_NODE if there is no room for it.
static inline uint32_t veer_voxel_node(VeerVoxelSearch *search, uint64_t key)
{
    uint64_t mask = UINT64_MAX >> search->slot_shift;
    uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> search->slot_shift;
    for (;; at = (at + 1u) & mask) {
        uint64_t slot = search->slots[at];
        if (slot >> 32 != search->stamp) {
            break;
        }
        if (search->nodes[(uint32_t)slot].key == key) {
            return (uint32_t)slot;
        }
    }
    if (search->node_count == search->node_capacity) {
        search->is_full = true;
        return VEER_NO_NODE;
    }
    search->slots[at] = (uint64_t)search->stamp << 32 | search->node_count;
    search->nodes[search->node_count].key = key;
    return search->node_count++;
}

#endif
