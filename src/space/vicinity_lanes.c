/// Lanes are candidates here.
#include "space/vicinity.h"

#include "base/wide.h"
#include "base/wide_bits.h"
#include "base/wide_keys.h"
#include "space/order.h"
#include "space/rank.h"

#include <float.h>

// Those of a vicinity that are near one place.
typedef struct NearCandidates {
    uint32_t count;
    float squares[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE]; // of the distances, m²
    float radii[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
    uint32_t entries[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
} NearCandidates;

// A query, spread over lanes.
typedef struct WideQuery {
    VeerWide x, y, z, range;
} WideQuery;

// Four times the slack, twice of it for the square; the last term as in veer_index_reach.
#define SQUARE_SLACK (1.0f + 4.0f * VEER_INDEX_SLACK)
#define LEAST_REACH 1e-18f

// What a negative range is less than the radii that it is added to, which have rounded it: the
// first level has the largest.
static float rounding_of(const VeerIndex *index)
{
    return index->levels[0].max_radius * VEER_INDEX_SLACK;
}

static WideQuery seeker_of(const VeerIndex *index, const VeerNearQuery *query)
{
    float slack = query->range < 0.0f ? rounding_of(index) : 0.0f;
    return (WideQuery){wide_splat(query->centre.x), wide_splat(query->centre.y),
                       wide_splat(query->centre.z), wide_splat(query->range + slack + LEAST_REACH)};
}

static inline VeerWide offset(const float *coordinates, VeerWide of)
{
    return wide_sub(wide_load(coordinates), of);
}

static inline VeerWideMask load_numbers(const uint32_t *numbers)
{
    VeerWideMask lanes;
    memcpy(&lanes, numbers, sizeof lanes);
    return lanes;
}

// Stores the numbers of lanes whose bits are set in a row.
static inline void pack_numbers(uint32_t *out, VeerWideMask numbers, uint32_t bits)
{
    float packed[VEER_WIDE];
    wide_pack(packed, (VeerWide)numbers, bits);
    memcpy(out, packed, sizeof packed);
}

// The lanes whose squared distance is within reach of the range and the radius, roughly.
static inline VeerWideMask are_within(VeerWide square, VeerWide radius, VeerWide range)
{
    VeerWide reach = wide_max(wide_add(radius, range), wide_splat(0.0f));
    return wide_less(square, wide_mul(wide_mul(reach, reach), wide_splat(SQUARE_SLACK)));
}

// How far coordinates lie outside of a box: no farther than from any place in it, as rounded.
static inline VeerWide outside(VeerWide at, float lower, float upper)
{
    VeerWide off = wide_max(wide_sub(wide_splat(lower), at), wide_sub(at, wide_splat(upper)));
    return wide_max(off, wide_splat(0.0f));
}

// Adds those of VEER_WIDE entries whose bits are set and that are near the box.
static inline void collect_some(VeerVicinity *vicinity, uint32_t first, uint32_t bits,
                                const VeerSurroundings *box, bool is_spatial)
{
    const VeerIndex *index = vicinity->index;
    VeerWide at_x = wide_load(index->x + first), at_y = wide_load(index->y + first);
    VeerWide x = outside(at_x, box->lower.x, box->upper.x);
    VeerWide y = outside(at_y, box->lower.y, box->upper.y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    VeerWide radius = wide_load(index->radius + first);
    uint32_t count = vicinity->count;
    if (is_spatial) {
        VeerWide at_z = wide_load(index->z + first);
        VeerWide z = outside(at_z, box->lower.z, box->upper.z);
        square = wide_add(square, wide_mul(z, z));
        bits &= wide_bits(are_within(square, radius, wide_splat(box->range)));
        wide_pack(vicinity->z + count, at_z, bits);
    } else {
        bits &= wide_bits(are_within(square, radius, wide_splat(box->range)));
    }
    wide_pack(vicinity->x + count, at_x, bits);
    wide_pack(vicinity->y + count, at_y, bits);
    wide_pack(vicinity->radius + count, radius, bits);
    pack_numbers(vicinity->entries + count, (VeerWideMask){WIDE_NUMBERS} + (int32_t)first, bits);
    vicinity->count += veer_bits_count(bits);
}

static inline void collect_all(VeerVicinity *vicinity, const VeerStretches *stretches,
                               const VeerSurroundings *box, bool is_spatial)
{
    vicinity->count = 0;
    for (uint32_t i = 0; i < stretches->count; i++) {
        for (uint32_t lane = 0; lane < VEER_VICINITY_STRIDE; lane += VEER_WIDE) {
            uint32_t bits = stretches->bits[i] >> lane & VEER_WIDE_ALL;
            if (bits) {
                collect_some(vicinity, stretches->entries[i] + lane, bits, box, is_spatial);
            }
        }
    }
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        vicinity->x[vicinity->count + i] = INFINITY;
        vicinity->y[vicinity->count + i] = vicinity->z[vicinity->count + i] = 0.0f;
        vicinity->radius[vicinity->count + i] = 0.0f;
    }
}

static void collect(VeerVicinity *vicinity, const VeerStretches *stretches,
                    const VeerSurroundings *box)
{
    VeerSurroundings wider = *box;
    wider.range += rounding_of(vicinity->index) + LEAST_REACH;
    if (vicinity->index->is_spatial) {
        collect_all(vicinity, stretches, &wider, true);
    } else {
        collect_all(vicinity, stretches, &wider, false);
    }
}

// Takes in those of VEER_WIDE candidates but one entry that are within range, roughly.
static inline void take_near(const VeerVicinity *vicinity, uint32_t first, uint32_t except,
                             const WideQuery *seeker, bool is_spatial, NearCandidates *near)
{
    VeerWide x = offset(vicinity->x + first, seeker->x);
    VeerWide y = offset(vicinity->y + first, seeker->y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = offset(vicinity->z + first, seeker->z);
        square = wide_add(square, wide_mul(z, z));
    }
    VeerWide radius = wide_load(vicinity->radius + first);
    VeerWideMask numbers = load_numbers(vicinity->entries + first);
    VeerWideMask is_near = are_within(square, radius, seeker->range);
    uint32_t bits = wide_bits(wide_both(is_near, numbers != (int32_t)except));
    wide_pack(near->squares + near->count, square, bits);
    wide_pack(near->radii + near->count, radius, bits);
    pack_numbers(near->entries + near->count, numbers, bits);
    near->count += veer_bits_count(bits);
}

// The entry of a ball, one of those whose vicinity it is.
static inline uint32_t own_entry(const VeerVicinity *vicinity, uint32_t ball)
{
    uint32_t entry = vicinity->begin;
    while (entry < vicinity->end && vicinity->index->order[entry] != ball) {
        entry++;
    }
    return entry;
}

// Gathers those within the query's range, roughly. @return false: too many
static inline bool gather_near(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               bool is_spatial, NearCandidates *near)
{
    WideQuery seeker = seeker_of(vicinity->index, query);
    uint32_t own = own_entry(vicinity, query->except);
    near->count = 0;
    for (uint32_t i = 0; i < vicinity->count && near->count <= VEER_VICINITY_NEAR; i += VEER_WIDE) {
        take_near(vicinity, i, own, &seeker, is_spatial, near);
    }
    return near->count <= VEER_VICINITY_NEAR;
}

// Keeps those that are within the range by their gap, and on the layers and at the height.
static void keep_wanted(const VeerIndex *index, const VeerNearQuery *query, NearCandidates *near,
                        float *gaps)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < near->count; i++) {
        gaps[kept] = gaps[i];
        near->entries[kept] = near->entries[i];
        if (gaps[i] <= query->range && veer_index_is_wanted(index, query, near->entries[i])) {
            kept++;
        }
    }
    near->count = kept;
}

// The gaps of the near. @return whether all are within the range
static bool measure(const NearCandidates *near, float range, float *gaps)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < near->count; i += VEER_WIDE) {
        VeerWide distance = wide_sqrt(wide_load(near->squares + i));
        VeerWide gap = wide_sub(distance, wide_load(near->radii + i));
        wide_store(gaps + i, gap);
        uint32_t left = near->count - i, all = left < VEER_WIDE ? (1u << left) - 1u : VEER_WIDE_ALL;
        outside |= wide_bits(wide_less(wide_splat(range), gap)) & all;
    }
    return outside == 0;
}

static void rank(const VeerIndex *index, const NearCandidates *near, float *gaps, uint32_t *places)
{
    if (VEER_LANED(veer_rank).rank(gaps, near->count, places)) {
        return;
    }
    uint32_t ids[VEER_VICINITY_NEAR];
    for (uint32_t i = 0; i < near->count; i++) {
        ids[i] = index->tags[near->entries[i]].id;
    }
    veer_rank_ties(ids, near->count, places);
}

static uint32_t nearest(const VeerVicinity *vicinity, const VeerNearQuery *query, VeerNear *out)
{
    const VeerIndex *index = vicinity->index;
    NearCandidates near;
    bool has_room = index->is_spatial ? gather_near(vicinity, query, true, &near)
                                      : gather_near(vicinity, query, false, &near);
    if (!has_room) {
        return VEER_VICINITY_CROWDED;
    }
    float gaps[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
    uint32_t places[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
    if (!measure(&near, query->range, gaps) || !veer_index_is_open(index, query)) {
        keep_wanted(index, query, &near, gaps);
    }
    rank(index, &near, gaps, places);
    VeerNear sorted[VEER_VICINITY_NEAR];
    for (uint32_t i = 0; i < near.count; i++) {
        sorted[places[i]] = (VeerNear){near.entries[i], gaps[i]};
    }
    uint32_t count = near.count < query->limit ? near.count : query->limit;
    memcpy(out, sorted, count * sizeof *out);
    return count;
}

// Some that are near one place, in no order.
typedef struct NearList {
    uint32_t count;
    float gaps[VEER_ORDER_MOST + VEER_VICINITY_STRIDE]; // m
    uint32_t entries[VEER_ORDER_MOST + VEER_VICINITY_STRIDE];
} NearList;

// Takes in those of VEER_WIDE candidates but one entry that are within range.
static inline void list_some(const VeerVicinity *vicinity, uint32_t first, uint32_t except,
                             const WideQuery *seeker, bool is_spatial, NearList *list)
{
    VeerWide x = offset(vicinity->x + first, seeker->x);
    VeerWide y = offset(vicinity->y + first, seeker->y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = offset(vicinity->z + first, seeker->z);
        square = wide_add(square, wide_mul(z, z));
    }
    VeerWide gap = wide_sub(wide_sqrt(square), wide_load(vicinity->radius + first));
    VeerWideMask numbers = load_numbers(vicinity->entries + first);
    VeerWideMask is_near = wide_at_most(gap, seeker->range);
    uint32_t bits = wide_bits(wide_both(is_near, numbers != (int32_t)except));
    wide_pack(list->gaps + list->count, gap, bits);
    pack_numbers(list->entries + list->count, numbers, bits);
    list->count += veer_bits_count(bits);
}

// Keeps those that are on the layers and at the height.
static void keep_listed(const VeerIndex *index, const VeerNearQuery *query, NearList *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        list->gaps[kept] = list->gaps[i];
        list->entries[kept] = list->entries[i];
        kept += veer_index_is_wanted(index, query, list->entries[i]);
    }
    list->count = kept;
}

static void make_keys(const NearList *list, double *keys)
{
    for (uint32_t i = 0; i < VEER_ORDER_MOST; i += VEER_WIDE) {
        uint32_t left = list->count > i ? list->count - i : 0;
        VeerWideMask is_there = wide_first(left);
        VeerWide gaps = wide_select(is_there, wide_load(list->gaps + i), wide_splat(INFINITY));
        wide_keys_make(keys + i, gaps, wide_both(is_there, load_numbers(list->entries + i)));
    }
}

// Lists those within the query's range, as many as are asked for and some more.
static inline void list_all(const VeerVicinity *vicinity, const VeerNearQuery *query, uint32_t own,
                            bool is_spatial, NearList *list)
{
    WideQuery seeker = {.x = wide_splat(query->centre.x),
                        .y = wide_splat(query->centre.y),
                        .z = wide_splat(query->centre.z),
                        .range = wide_splat(query->range < FLT_MAX ? query->range : FLT_MAX)};
    list->count = 0;
    for (uint32_t i = 0; i < vicinity->count && list->count <= VEER_ORDER_MOST; i += VEER_WIDE) {
        list_some(vicinity, i, own, &seeker, is_spatial, list);
    }
}

static uint32_t list_near(const VeerVicinity *vicinity, const VeerNearQuery *query, uint32_t own,
                          double *keys)
{
    NearList list;
    if (vicinity->index->is_spatial) {
        list_all(vicinity, query, own, true, &list);
    } else {
        list_all(vicinity, query, own, false, &list);
    }
    if (list.count > VEER_ORDER_MOST) {
        return VEER_VICINITY_CROWDED;
    }
    if (!veer_index_is_open(vicinity->index, query)) {
        keep_listed(vicinity->index, query, &list);
    }
    make_keys(&list, keys);
    return list.count;
}

const VeerVicinityLanes VEER_LANED(veer_vicinity) = {collect, nearest, list_near};
