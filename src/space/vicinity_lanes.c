/// Lanes are candidates here.
#include "base/wide.h"
#include "base/wide_bits.h"
#include "space/rank.h"
#include "space/vicinity.h"

// Those of a vicinity that are near one place.
typedef struct NearCandidates {
    uint32_t count;
    float squares[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE]; // of the distances, m²
    float radii[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
    uint32_t entries[VEER_VICINITY_NEAR + VEER_VICINITY_STRIDE];
} NearCandidates;

// A query, spread over lanes.
typedef struct WideQuery {
    VeerWide x, y, z, range, slack;
} WideQuery;

static WideQuery seeker_of(const VeerIndex *index, const VeerNearQuery *query)
{
    // A negative range is less than the radii that it is added to, which have rounded it: the first
    // level has the largest. Four times the slack, twice of it for the square; the last term as in
    // veer_index_reach.
    float slack = query->range < 0.0f ? index->levels[0].max_radius * VEER_INDEX_SLACK : 0.0f;
    return (WideQuery){wide_splat(query->centre.x), wide_splat(query->centre.y),
                       wide_splat(query->centre.z), wide_splat(query->range + slack + 1e-18f),
                       wide_splat(1.0f + 4.0f * VEER_INDEX_SLACK)};
}

static inline VeerWide offset(const float *coordinates, VeerWide of)
{
    return wide_sub(wide_load(coordinates), of);
}

// The numbers of VEER_WIDE entries from `first` on.
static inline VeerWide numbers_from(uint32_t first)
{
    VeerWideMask numbers = (VeerWideMask){WIDE_NUMBERS} + (int32_t)first;
    VeerWide lanes;
    memcpy(&lanes, &numbers, sizeof lanes);
    return lanes;
}

// Takes in those of VEER_WIDE candidates whose bits are set and that are within range, roughly.
static inline void take_near(const VeerIndex *index, uint32_t first, uint32_t bits,
                             const WideQuery *seeker, bool is_spatial, NearCandidates *near)
{
    VeerWide x = offset(index->x + first, seeker->x);
    VeerWide y = offset(index->y + first, seeker->y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = offset(index->z + first, seeker->z);
        square = wide_add(square, wide_mul(z, z));
    }
    VeerWide radius = wide_load(index->radius + first);
    VeerWide reach = wide_max(wide_add(radius, seeker->range), wide_splat(0.0f));
    bits &= wide_bits(wide_less(square, wide_mul(wide_mul(reach, reach), seeker->slack)));
    float numbers[VEER_WIDE];
    wide_pack(near->squares + near->count, square, bits);
    wide_pack(near->radii + near->count, radius, bits);
    wide_pack(numbers, numbers_from(first), bits);
    memcpy(near->entries + near->count, numbers, sizeof numbers);
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
    for (uint32_t i = 0; i < vicinity->count && near->count <= VEER_VICINITY_NEAR; i++) {
        uint32_t first = vicinity->entries[i], bits = vicinity->bits[i];
        bits &= own - first < VEER_VICINITY_STRIDE ? ~(1u << (own - first)) : UINT32_MAX;
        for (uint32_t lane = 0; lane < VEER_VICINITY_STRIDE; lane += VEER_WIDE) {
            take_near(vicinity->index, first + lane, bits >> lane & VEER_WIDE_ALL, &seeker,
                      is_spatial, near);
        }
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
    for (uint32_t i = 0; i < near.count; i++) {
        if (places[i] < query->limit) {
            out[places[i]] = (VeerNear){near.entries[i], gaps[i]};
        }
    }
    return near.count < query->limit ? near.count : query->limit;
}

const VeerVicinityLanes VEER_LANED(veer_vicinity) = {nearest};
