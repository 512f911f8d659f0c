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

// Which of VEER_WIDE candidates are within range, roughly, as bits; and all their squared
// distances.
static inline uint32_t are_near(const VeerVicinity *vicinity, uint32_t first,
                                const WideQuery *seeker, bool is_spatial, float *squares)
{
    VeerWide x = offset(vicinity->x + first, seeker->x);
    VeerWide y = offset(vicinity->y + first, seeker->y);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    if (is_spatial) {
        VeerWide z = offset(vicinity->z + first, seeker->z);
        square = wide_add(square, wide_mul(z, z));
    }
    wide_store(squares + first, square);
    VeerWide reach = wide_add(wide_load(vicinity->radius + first), seeker->range);
    reach = wide_max(reach, wide_splat(0.0f));
    return wide_bits(wide_less(square, wide_mul(wide_mul(reach, reach), seeker->slack)));
}

// Gathers those within the query's range, roughly. @return false: too many
static inline bool gather_near(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               bool is_spatial, NearCandidates *near)
{
    float squares[VEER_VICINITY_ROOM];
    WideQuery seeker = seeker_of(vicinity->index, query);
    const uint32_t *order = vicinity->index->order;
    uint32_t count = 0;
    for (uint32_t first = 0; first < vicinity->count; first += VEER_VICINITY_STRIDE) {
        uint32_t bits = 0;
        for (uint32_t i = 0; i < VEER_VICINITY_STRIDE; i += VEER_WIDE) {
            bits |= are_near(vicinity, first + i, &seeker, is_spatial, squares) << i;
        }
        uint32_t left = vicinity->count - first;
        bits &= left < VEER_VICINITY_STRIDE ? (1u << left) - 1u : UINT32_MAX;
        for (; bits; bits &= bits - 1u) {
            uint32_t i = first + veer_bits_lowest(bits);
            uint32_t entry = vicinity->entries[i];
            near->squares[count] = squares[i];
            near->radii[count] = vicinity->radius[i];
            near->entries[count] = entry;
            count += order[entry] != query->except;
        }
        if (count > VEER_VICINITY_NEAR) {
            return false;
        }
    }
    near->count = count;
    return true;
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
        wide_store(gaps + i, wide_sub(distance, wide_load(near->radii + i)));
    }
    for (uint32_t i = 0; i < near->count; i++) {
        outside += gaps[i] > range;
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
    VeerNear sorted[VEER_VICINITY_NEAR];
    if (!measure(&near, query->range, gaps) || !veer_index_is_open(index, query)) {
        keep_wanted(index, query, &near, gaps);
    }
    rank(index, &near, gaps, places);
    for (uint32_t i = 0; i < near.count; i++) {
        sorted[places[i]] = (VeerNear){near.entries[i], gaps[i]};
    }
    uint32_t count = near.count < query->limit ? near.count : query->limit;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = sorted[i];
    }
    return count;
}

const VeerVicinityLanes VEER_LANED(veer_vicinity) = {nearest};
