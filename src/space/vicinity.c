#include "space/vicinity.h"

#include "base/wide.h"
#include "base/wide_bits.h"
#include "geom/box.h"
#include "space/rank.h"

#include <string.h>

enum {
    STRIDE = 16 // most lanes that a pass looks at: a multiple of VEER_WIDE
};

static VeerVec3 centre_of(const VeerIndex *index, uint32_t entry)
{
    return (VeerVec3){index->x[entry], index->y[entry], index->z[entry]};
}

// The least box round a box and an entry's centre.
static VeerBounds extended(VeerBounds box, const VeerIndex *index, uint32_t entry)
{
    VeerVec3 centre = centre_of(index, entry);
    return veer_boxes_join(box, (VeerBounds){centre, centre});
}

// The size of the cells of the level that an entry lies in, and where that ends.
static float cell_size_at(const VeerIndex *index, uint32_t entry, uint32_t *end)
{
    uint32_t g = 0;
    while (index->levels[g].end <= entry) {
        g++;
    }
    *end = index->levels[g].end;
    return index->levels[g].size;
}

uint32_t veer_vicinity_run(const VeerIndex *index, uint32_t begin, uint32_t end)
{
    uint32_t last;
    float size = cell_size_at(index, begin, &last);
    last = last < end ? last : end;
    last = last - begin > VEER_VICINITY_RUN ? begin + VEER_VICINITY_RUN : last;
    VeerVec3 first = centre_of(index, begin);
    VeerBounds box = {first, first};
    uint32_t next = begin + 1;
    for (; next < last; next++) {
        box = extended(box, index, next);
        bool is_deep = index->is_spatial && box.upper.z - box.lower.z > size;
        if (box.upper.x - box.lower.x > size || box.upper.y - box.lower.y > size || is_deep) {
            break;
        }
    }
    return next;
}

// Appends the entries [begin, end). @return false when there is no room
static bool append(VeerVicinity *vicinity, uint32_t begin, uint32_t end)
{
    const VeerIndex *index = vicinity->index;
    uint32_t count = vicinity->count;
    if (end - begin > VEER_VICINITY_ROOM - STRIDE - count) {
        return false;
    }
    // By strides, without a branch on the length; what is beyond the end is overwritten.
    for (uint32_t i = begin; i < end; i += VEER_INDEX_STRIDE, count += VEER_INDEX_STRIDE) {
        memcpy(vicinity->x + count, index->x + i, VEER_INDEX_STRIDE * sizeof(float));
        memcpy(vicinity->y + count, index->y + i, VEER_INDEX_STRIDE * sizeof(float));
        memcpy(vicinity->z + count, index->z + i, VEER_INDEX_STRIDE * sizeof(float));
        memcpy(vicinity->radius + count, index->radius + i, VEER_INDEX_STRIDE * sizeof(float));
        for (uint32_t lane = 0; lane < VEER_INDEX_STRIDE; lane++) {
            vicinity->entries[count + lane] = i + lane;
        }
    }
    vicinity->count += end - begin;
    return true;
}

// Appends what part of a level lies within reach of the box. @return false when there is no room
static bool append_level(VeerVicinity *vicinity, const VeerIndexLevel *level, const VeerBounds *box,
                         float reach)
{
    const VeerVec3 *lower = &box->lower, *upper = &box->upper;
    VeerCellRange columns =
        veer_index_cells(level, lower->x - reach, upper->x + reach, level->lower.x, level->upper.x);
    VeerCellRange rows =
        veer_index_cells(level, lower->y - reach, upper->y + reach, level->lower.y, level->upper.y);
    VeerCellRange slabs = {0, 0};
    if (vicinity->index->is_spatial) {
        slabs = veer_index_cells(level, lower->z - reach, upper->z + reach, level->lower.z,
                                 level->upper.z);
    }
    bool has_room = true;
    for (int32_t z = slabs.first; has_room && z <= slabs.last; z++) {
        for (int32_t y = rows.first; has_room && columns.first <= columns.last && y <= rows.last;
             y++) {
            uint32_t start = veer_index_row(level, y, z);
            // A difference of pointers, so that the cell before the first is at -1.
            ptrdiff_t before = (ptrdiff_t)(start + (uint32_t)columns.first) - 1;
            has_room =
                append(vicinity, level->ends[before], level->ends[start + (uint32_t)columns.last]);
        }
    }
    return has_room;
}

// Candidates are tested by strides: pads the last one.
static void fill_up(VeerVicinity *vicinity)
{
    size_t size = STRIDE * sizeof(float);
    memset(vicinity->x + vicinity->count, 0, size);
    memset(vicinity->y + vicinity->count, 0, size);
    memset(vicinity->z + vicinity->count, 0, size);
    memset(vicinity->radius + vicinity->count, 0, size);
}

bool veer_vicinity_gather(VeerVicinity *vicinity, const VeerIndex *index, uint32_t begin,
                          uint32_t end, float bound)
{
    VeerBounds box = {centre_of(index, begin), centre_of(index, begin)};
    for (uint32_t i = begin + 1; i < end; i++) {
        box = extended(box, index, i);
    }
    vicinity->index = index;
    vicinity->count = 0;
    for (uint32_t g = 0; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        if (level->is_hashed || level->is_nested ||
            !append_level(vicinity, level, &box, veer_index_reach(level, bound))) {
            return false;
        }
    }
    fill_up(vicinity);
    return true;
}

// Those of a vicinity that are near one place.
typedef struct NearCandidates {
    uint32_t count;
    float squares[VEER_VICINITY_NEAR + STRIDE]; // of the distances, m²
    float radii[VEER_VICINITY_NEAR + STRIDE];
    uint32_t entries[VEER_VICINITY_NEAR + STRIDE];
} NearCandidates;

// A query, spread over lanes.
typedef struct WideQuery {
    VeerWide x, y, z, range, slack;
} WideQuery;

static WideQuery seeker_of(const VeerNearQuery *query)
{
    // Four times the slack, twice of it for the square; the last term as in veer_index_reach.
    return (WideQuery){wide_splat(query->centre.x), wide_splat(query->centre.y),
                       wide_splat(query->centre.z), wide_splat(query->range + 1e-18f),
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
    return wide_bits(wide_less(square, wide_mul(wide_mul(reach, reach), seeker->slack)));
}

// Gathers those within the query's range, roughly. @return false: too many
static inline bool gather_near(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               bool is_spatial, NearCandidates *near)
{
    float squares[VEER_VICINITY_ROOM];
    WideQuery seeker = seeker_of(query);
    const uint32_t *order = vicinity->index->order;
    uint32_t count = 0;
    for (uint32_t first = 0; first < vicinity->count; first += STRIDE) {
        uint32_t bits = 0;
        for (uint32_t i = 0; i < STRIDE; i += VEER_WIDE) {
            bits |= are_near(vicinity, first + i, &seeker, is_spatial, squares) << i;
        }
        uint32_t left = vicinity->count - first;
        bits &= left < STRIDE ? (1u << left) - 1u : UINT32_MAX;
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
    if (veer_rank(gaps, near->count, places)) {
        return;
    }
    uint32_t ids[VEER_VICINITY_NEAR];
    for (uint32_t i = 0; i < near->count; i++) {
        ids[i] = index->tags[near->entries[i]].id;
    }
    veer_rank_ties(ids, near->count, places);
}

uint32_t veer_vicinity_nearest(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               VeerNear *out)
{
    const VeerIndex *index = vicinity->index;
    NearCandidates near;
    bool has_room = index->is_spatial ? gather_near(vicinity, query, true, &near)
                                      : gather_near(vicinity, query, false, &near);
    if (!has_room) {
        return VEER_VICINITY_CROWDED;
    }
    float gaps[VEER_VICINITY_NEAR + STRIDE];
    uint32_t places[VEER_VICINITY_NEAR + STRIDE];
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
