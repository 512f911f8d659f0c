/// Spatial indices: of the nearest among many moving balls, and of static boxes.
///
/// Both live in memory that the caller gives, and are usable without a world.
#ifndef VEER_SPACE_H
#define VEER_SPACE_H

#include "veer/api.h"

/// Columns over the balls to index: discs in a planar index (z and height give the range of height
/// that they fill), spheres in a spatial one.
typedef struct VeerBalls {
    uint32_t count;            ///< of balls
    const VeerVec3 *positions; ///< positions[count], m, |coordinate| <= VEER_WORLD_LIMIT
    const float *radii;        ///< radii[count], m
    const float *heights;      ///< heights[count], m; NULL: unbounded, up and down
    const uint32_t *ids;       ///< ids[count]: break ties of distance; NULL: the index itself
    const uint32_t *layers;    ///< layers[count], bits; NULL: on all
    const uint8_t *is_present; ///< is_present[count]: 0 leaves a ball out; NULL: all are present
} VeerBalls;

/// An index of balls: hash grids by size of ball, rebuilt as a whole by a stable counting sort;
/// where balls lie in heaps, far denser than they are wide, trees.
typedef struct VeerIndex VeerIndex;

/// Bytes that an index of up to `capacity` balls needs. Cost O(1).
VEER_API size_t veer_index_size(uint32_t capacity);

/// Makes an empty index in `memory`, which is veer_index_size(capacity) bytes, aligned to 64, and
/// stays the caller's. Never fails.
VEER_API VeerIndex *veer_index_init(void *memory, uint32_t capacity);

/// Indexes the balls as they are now; balls->count is at most the capacity. The columns are read
/// during the call only. A ball whose position or radius is out of range or not finite is left out.
/// Cost O(count), O(count log count) in heaps; allocates nothing.
VEER_API void veer_index_build(VeerIndex *index, VeerSpace space, const VeerBalls *balls);

/// The indexed balls in an order that keeps neighbours together, for cache-friendly processing.
/// @param count  how many are present
VEER_API const uint32_t *veer_index_order(const VeerIndex *index, uint32_t *count);

/// A query for the nearest balls.
typedef struct VeerNearQuery {
    VeerVec3 centre; ///< m
    float range;     ///< m, >= 0, from the centre to the surface of a ball
    uint32_t limit;  ///< most answers; 0: none
    uint32_t mask;   ///< bits: only balls on one of these layers
    uint32_t except; ///< this ball is not an answer; UINT32_MAX: all may be
    float height;    ///< m, planar: only balls whose range of height meets [z, z + height]
} VeerNearQuery;

/// An answer.
typedef struct VeerNear {
    uint32_t index; ///< of the ball
    float gap;      ///< m, from the query's centre to the ball's surface
} VeerNear;

/// The nearest balls within the range, in (gap, id) order.
///
/// @param out  out[query->limit]
/// @return how many were written; 0 for a query that is not finite (only the range may be infinite)
/// Any number of threads may query at one time. Allocates nothing. Cost O(balls in range), or in a
/// range that holds about three times the limit where that is shorter; in a heap O(limit + log
/// balls), however many are at one point. Balls of other sizes count for themselves alone. Balls
/// on other layers cost up to 1/32 of that each.
VEER_API uint32_t veer_index_nearest(const VeerIndex *index, const VeerNearQuery *query,
                                     VeerNear *out);

/// A bounding-volume tree over boxes.
typedef struct VeerTree VeerTree;

/// Bytes that a tree of up to `capacity` boxes needs. Cost O(1).
VEER_API size_t veer_tree_size(uint32_t capacity);

/// Makes an empty tree in `memory`, which is veer_tree_size(capacity) bytes, aligned to 64, and
/// stays the caller's. Never fails.
VEER_API VeerTree *veer_tree_init(void *memory, uint32_t capacity);
/// Indexes boxes[count], which the tree copies. Cost O(count log count), allocates nothing.
VEER_API void veer_tree_build(VeerTree *tree, const VeerBounds *boxes, uint32_t count);

/// Called with the index of a box that the query meets. @return false to end the query
typedef bool VeerTreeVisit(void *context, uint32_t box);

/// Visits each box that meets `region`, in an order that depends on nothing but the boxes.
VEER_API void veer_tree_visit(const VeerTree *tree, VeerBounds region, VeerTreeVisit *visit,
                              void *context);

/// Visits each box that a ball of `radius` meets on its straight path from `origin` to `origin +
/// way`; boxes that it misses by less than 1e-4 of the size may be visited too.
VEER_API void veer_tree_sweep(const VeerTree *tree, VeerVec3 origin, VeerVec3 way, float radius,
                              VeerTreeVisit *visit, void *context);

#endif
