/// A bucket grid over boxes in plan: what may be at a place.
#ifndef VEER_GEOM_BUCKETS_H
#define VEER_GEOM_BUCKETS_H

#include "base/arena.h"
#include "math/vec.h"

/// A box in plan.
typedef struct VeerFlatBox {
    VeerVec2 lower, upper;
} VeerFlatBox;

/// The smallest box round two.
static inline VeerFlatBox veer_flat_boxes_join(VeerFlatBox a, VeerFlatBox b)
{
    return (VeerFlatBox){{min_f(a.lower.x, b.lower.x), min_f(a.lower.y, b.lower.y)},
                         {max_f(a.upper.x, b.upper.x), max_f(a.upper.y, b.upper.y)}};
}

/// The box of a line, `by` wider to each side.
static inline VeerFlatBox veer_line_box(VeerVec2 a, VeerVec2 b, float by)
{
    return (VeerFlatBox){vec2(min_f(a.x, b.x) - by, min_f(a.y, b.y) - by),
                         vec2(max_f(a.x, b.x) + by, max_f(a.y, b.y) + by)};
}

/// The box of an item.
typedef VeerFlatBox VeerBoxOf(const void *context, uint32_t item);

/// Buckets [begin_x, end_x) × [begin_y, end_y).
typedef struct VeerBucketRange {
    int32_t begin_x, begin_y, end_x, end_y;
} VeerBucketRange;

/// Which items' boxes meet each bucket.
typedef struct VeerBuckets {
    VeerVec2 lower;
    float side;
    int32_t wide, high;
    uint32_t item_count, entry_count;
    uint32_t *first;   ///< first[wide * high + 1]
    uint32_t *entries; ///< of each bucket in rising order
    uint32_t *corner;  ///< corner[item_count]: the first bucket of each, column | row << 16
} VeerBuckets;

/// Chooses about as many buckets as there are items, fewer where items would lie in more than 8 of
/// them in the mean. Nothing is kept but sizes. Cost O(items).
VeerBuckets veer_buckets_plan(VeerBoxOf *box_of, const void *context, uint32_t item_count);

/// Takes the memory, and fills it.
void veer_buckets_take(VeerBuckets *buckets, VeerArena *arena);
void veer_buckets_fill(VeerBuckets *buckets, VeerBoxOf *box_of, const void *context);

/// The buckets that a box meets, held to those that there are: never empty.
VeerBucketRange veer_buckets_range(const VeerBuckets *buckets, VeerFlatBox box);

/// The box of all buckets, flat: what there is lies in it, but for rounding.
VeerBounds veer_buckets_bounds(const VeerBuckets *buckets);

/// The number of a bucket.
static inline uint32_t veer_bucket_at(const VeerBuckets *buckets, int32_t x, int32_t y)
{
    return (uint32_t)y * (uint32_t)buckets->wide + (uint32_t)x;
}

/// The number of the bucket that a point lies in, or that is nearest to it.
uint32_t veer_bucket_of(const VeerBuckets *buckets, VeerVec2 point);

/// Whether a bucket is the first of a range in which an entry comes up, so that it counts once.
static inline bool veer_buckets_is_first(const VeerBuckets *buckets, VeerBucketRange range,
                                         int32_t x, int32_t y, uint32_t item)
{
    int32_t column = (int32_t)(buckets->corner[item] & 0xFFFFu);
    int32_t row = (int32_t)(buckets->corner[item] >> 16);
    return x == (column > range.begin_x ? column : range.begin_x) &&
           y == (row > range.begin_y ? row : range.begin_y);
}

/// Called with an item of buckets whose box meets a box, each once. @return false to end
typedef bool VeerBucketVisit(void *context, uint32_t item);
/// Visits the items whose boxes meet the buckets of a box. @return whether it came to its end
bool veer_buckets_visit(const VeerBuckets *buckets, VeerFlatBox box, VeerBucketVisit *visit,
                        void *context);

/// Offers an item, perhaps more than once.
typedef void VeerBucketOffer(void *context, uint32_t item);
/// How far off an item may lie to be worth offering.
typedef float VeerBucketReach(const void *context);

/// Offers items from the bucket of a point outwards, until none that was not offered can lie within
/// reach. Cost O(items within reach of the point).
void veer_buckets_search(const VeerBuckets *buckets, VeerVec2 point, VeerBucketOffer *offer,
                         VeerBucketReach *reach, void *context);

#endif
