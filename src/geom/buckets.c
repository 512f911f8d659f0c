#include "geom/buckets.h"

#include <string.h>

enum { MAX_SHARE = 8 }; // entries an item, in the mean

VeerBucketRange veer_buckets_range(const VeerBuckets *buckets, VeerFlatBox box)
{
    VeerVec2 from = sub2(box.lower, buckets->lower), to = sub2(box.upper, buckets->lower);
    float side = buckets->side;
    int32_t wide = buckets->wide, high = buckets->high;
    return (VeerBucketRange){
        whole_within(from.x / side, wide - 1), whole_within(from.y / side, high - 1),
        whole_within(to.x / side, wide - 1) + 1, whole_within(to.y / side, high - 1) + 1};
}

VeerBounds veer_buckets_bounds(const VeerBuckets *buckets)
{
    VeerVec2 low = buckets->lower;
    float side = buckets->side;
    return (VeerBounds){vec3(low.x, low.y, 0.0f), vec3(low.x + (float)buckets->wide * side,
                                                       low.y + (float)buckets->high * side, 0.0f)};
}

uint32_t veer_bucket_of(const VeerBuckets *buckets, VeerVec2 point)
{
    VeerBucketRange at = veer_buckets_range(buckets, (VeerFlatBox){point, point});
    return veer_bucket_at(buckets, at.begin_x, at.begin_y);
}

static uint64_t count_entries(const VeerBuckets *buckets, VeerBoxOf *box_of, const void *context)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < buckets->item_count; i++) {
        VeerBucketRange range = veer_buckets_range(buckets, box_of(context, i));
        count += (uint64_t)(range.end_x - range.begin_x) * (uint64_t)(range.end_y - range.begin_y);
    }
    return count;
}

static void choose_side(VeerBuckets *buckets, VeerVec2 size, uint32_t cells)
{
    float area = size.x * size.y, longest = max_f(size.x, size.y);
    float side = max_f(sqrtf(area / (float)cells), longest / (float)cells);
    buckets->side = side > 0.0f ? side : 1.0f;
    buckets->wide = whole_within(size.x / buckets->side, 32767) + 1;
    buckets->high = whole_within(size.y / buckets->side, 32767) + 1;
}

VeerBuckets veer_buckets_plan(VeerBoxOf *box_of, const void *context, uint32_t item_count)
{
    VeerBuckets buckets = {.item_count = item_count};
    VeerFlatBox all = box_of(context, 0);
    for (uint32_t i = 1; i < item_count; i++) {
        all = veer_flat_boxes_join(all, box_of(context, i));
    }
    buckets.lower = all.lower;
    uint64_t entries;
    uint32_t cells = item_count;
    do {
        choose_side(&buckets, sub2(all.upper, all.lower), cells);
        entries = count_entries(&buckets, box_of, context);
        cells = cells / 2u + 1u;
    } while (entries > (uint64_t)MAX_SHARE * item_count && cells > 2u);
    buckets.entry_count = (uint32_t)entries;
    return buckets;
}

void veer_buckets_take(VeerBuckets *buckets, VeerArena *arena)
{
    size_t count = (size_t)buckets->wide * (size_t)buckets->high;
    buckets->first = veer_arena_take(arena, count + 1u, sizeof *buckets->first);
    buckets->entries = veer_arena_take(arena, buckets->entry_count, sizeof *buckets->entries);
    buckets->corner = veer_arena_take(arena, buckets->item_count, sizeof *buckets->corner);
}

/// Calls for each bucket that an item meets: counts it there, or writes it and moves on.
static void visit(VeerBuckets *buckets, VeerBoxOf *box_of, const void *context, bool puts)
{
    for (uint32_t i = 0; i < buckets->item_count; i++) {
        VeerBucketRange range = veer_buckets_range(buckets, box_of(context, i));
        buckets->corner[i] = (uint32_t)range.begin_x | (uint32_t)range.begin_y << 16;
        for (int32_t y = range.begin_y; y < range.end_y; y++) {
            for (int32_t x = range.begin_x; x < range.end_x; x++) {
                uint32_t *at = &buckets->first[veer_bucket_at(buckets, x, y)];
                if (puts) {
                    buckets->entries[*at] = i;
                }
                ++*at;
            }
        }
    }
}

void veer_buckets_fill(VeerBuckets *buckets, VeerBoxOf *box_of, const void *context)
{
    uint32_t count = (uint32_t)buckets->wide * (uint32_t)buckets->high;
    memset(buckets->first, 0, ((size_t)count + 1u) * sizeof *buckets->first);
    visit(buckets, box_of, context, false);
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t mine = buckets->first[i];
        buckets->first[i] = sum;
        sum += mine;
    }
    visit(buckets, box_of, context, true);
    // Each begin has become its end.
    for (uint32_t i = count; i > 0; i--) {
        buckets->first[i] = buckets->first[i - 1u];
    }
    buckets->first[0] = 0;
}

/// A search from the bucket in the middle.
typedef struct BucketRings {
    const VeerBuckets *buckets;
    int32_t x, y;
    VeerBucketOffer *offer;
    void *context;
} BucketRings;

static void offer_bucket(const BucketRings *rings, int32_t x, int32_t y)
{
    const VeerBuckets *buckets = rings->buckets;
    if (x < 0 || y < 0 || x >= buckets->wide || y >= buckets->high) {
        return;
    }
    uint32_t bucket = veer_bucket_at(buckets, x, y);
    for (uint32_t i = buckets->first[bucket]; i < buckets->first[bucket + 1u]; i++) {
        rings->offer(rings->context, buckets->entries[i]);
    }
}

/// All buckets that are `ring` buckets away from the middle one.
static void offer_ring(const BucketRings *rings, int32_t ring)
{
    int32_t left = rings->x - ring, right = rings->x + ring;
    int32_t lower = rings->y - ring, upper = rings->y + ring;
    for (int32_t x = left; x <= right; x++) {
        offer_bucket(rings, x, lower);
        if (upper != lower) {
            offer_bucket(rings, x, upper);
        }
    }
    for (int32_t y = lower + 1; y < upper; y++) {
        offer_bucket(rings, left, y);
        offer_bucket(rings, right, y);
    }
}

void veer_buckets_search(const VeerBuckets *buckets, VeerVec2 point, VeerBucketOffer *offer,
                         VeerBucketReach *reach, void *context)
{
    VeerBucketRange middle = veer_buckets_range(buckets, (VeerFlatBox){point, point});
    BucketRings rings = {buckets, middle.begin_x, middle.begin_y, offer, context};
    int32_t most = buckets->wide > buckets->high ? buckets->wide : buckets->high;
    for (int32_t ring = 0; ring <= most; ring++) {
        // What lies beyond the rings that were offered is at least so far off.
        float seen = (float)(ring - 1) * buckets->side;
        if (ring > 1 && reach(context) < seen) {
            return;
        }
        offer_ring(&rings, ring);
    }
}

bool veer_buckets_visit(const VeerBuckets *buckets, VeerFlatBox box, VeerBucketVisit *offer,
                        void *context)
{
    VeerBucketRange range = veer_buckets_range(buckets, box);
    for (int32_t y = range.begin_y; y < range.end_y; y++) {
        for (int32_t x = range.begin_x; x < range.end_x; x++) {
            uint32_t bucket = veer_bucket_at(buckets, x, y);
            for (uint32_t i = buckets->first[bucket]; i < buckets->first[bucket + 1u]; i++) {
                uint32_t item = buckets->entries[i];
                if (veer_buckets_is_first(buckets, range, x, y, item) && !offer(context, item)) {
                    return false;
                }
            }
        }
    }
    return true;
}
