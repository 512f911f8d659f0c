#include "space/vicinity.h"

#include "geom/box.h"
#include "space/nest.h"

#include <float.h>
#include <string.h>

// Cells along x that balls which share a vicinity may lie in, as a number of their sizes: what is
// gathered once serves more of them, and each looks at more. Instructions an agent and tick in the
// plane: 2898 with 1, 2862 with 2; in space 4385 and 4307.
#define RUN_CELLS 2.0f

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

// The level that an entry lies in.
static const VeerIndexLevel *level_at(const VeerIndex *index, uint32_t entry)
{
    uint32_t g = 0;
    while (index->levels[g].end <= entry) {
        g++;
    }
    return &index->levels[g];
}

uint32_t veer_vicinity_run(const VeerIndex *index, uint32_t begin, uint32_t end)
{
    const VeerIndexLevel *level = level_at(index, begin);
    uint32_t last = level->end < end ? level->end : end;
    if (level->is_nested) {
        uint32_t leaf_end = veer_nest_leaf(level, veer_nest_leaf_of(level, begin) + 1u);
        return leaf_end < last ? leaf_end : last;
    }
    float size = level->size;
    last = last - begin > VEER_VICINITY_RUN ? begin + VEER_VICINITY_RUN : last;
    VeerVec3 first = centre_of(index, begin);
    VeerBounds box = {first, first};
    uint32_t next = begin + 1;
    for (; next < last; next++) {
        box = extended(box, index, next);
        bool is_deep = index->is_spatial && box.upper.z - box.lower.z > size;
        if (box.upper.x - box.lower.x > RUN_CELLS * size || box.upper.y - box.lower.y > size ||
            is_deep) {
            break;
        }
    }
    return next;
}

// Appends those of the entries from `begin` on whose bits are set. @return false when there is no
// room
static bool append_near(void *context, uint32_t begin, uint32_t near)
{
    VeerStretches *stretches = context;
    if (stretches->count == VEER_VICINITY_ROOM) {
        return false;
    }
    stretches->entries[stretches->count] = begin;
    stretches->bits[stretches->count++] = near;
    return true;
}

// Appends the entries [begin, end). @return false when there is no room
static bool append(VeerStretches *stretches, uint32_t begin, uint32_t end)
{
    bool has_room = true;
    for (; has_room && begin < end; begin += VEER_VICINITY_STRIDE) {
        uint32_t left = end - begin;
        has_room = append_near(stretches, begin,
                               left < VEER_VICINITY_STRIDE ? (1u << left) - 1u : 0xffffu);
    }
    return has_room;
}

// Appends what part of a level lies within reach of the box. @return false when there is no room
static bool append_level(VeerStretches *stretches, const VeerIndexLevel *level,
                         const VeerBounds *box, float bound)
{
    if (level->is_nested) {
        VeerNestSweep sweep = {stretches->index, level, *box, bound, append_near, stretches};
        return veer_nest_sweep(&sweep);
    }
    float reach = veer_index_reach(level, bound);
    const VeerVec3 *lower = &box->lower, *upper = &box->upper;
    VeerCellRange columns =
        veer_index_cells(level, lower->x - reach, upper->x + reach, level->lower.x, level->upper.x);
    VeerCellRange rows =
        veer_index_cells(level, lower->y - reach, upper->y + reach, level->lower.y, level->upper.y);
    VeerCellRange slabs = {0, 0};
    if (stretches->index->is_spatial) {
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
                append(stretches, level->ends[before], level->ends[start + (uint32_t)columns.last]);
        }
    }
    return has_room;
}

// m between the centres of two entries.
static float distance_between(const VeerIndex *index, uint32_t a, uint32_t b)
{
    VeerVec3 offset = sub3(centre_of(index, a), centre_of(index, b));
    offset.z = index->is_spatial ? offset.z : 0.0f;
    return length3(offset);
}

// The gap of the `limit`-th nearest to an entry, m: INFINITY where there are not so many.
static float find_gap(const VeerIndex *index, uint32_t entry, uint32_t limit)
{
    VeerNear near[VEER_VICINITY_NEAR];
    VeerNearQuery query = {.centre = centre_of(index, entry),
                           .range = FLT_MAX,
                           .limit = limit,
                           .mask = UINT32_MAX,
                           .except = index->order[entry],
                           .height = INFINITY};
    uint32_t count = veer_index_nearest_entries(index, &query, near);
    return count == limit && limit > 0 ? near[limit - 1u].gap : INFINITY;
}

// Lowers ranges to where enough balls are known to be: in the leaf, and as far from the first as
// it is from its own, by the triangle inequality.
static void lower_ranges(const VeerIndex *index, const VeerIndexLevel *level, uint32_t begin,
                         uint32_t end, uint32_t limit, float *ranges)
{
    float gap = find_gap(index, begin, limit);
    for (uint32_t i = begin; i < end; i++) {
        float distance = distance_between(index, i, begin);
        float slack = (distance + fabsf(gap)) * VEER_INDEX_SLACK;
        float most = min_f(veer_nest_gap(index, level, i, limit), gap + distance + slack);
        ranges[i - begin] = min_f(ranges[i - begin], most);
    }
}

// Appends what is within the bound of the box. @return false when there is no room, or hashed rows
static bool append_all(VeerStretches *stretches, const VeerBounds *box, float bound)
{
    const VeerIndex *index = stretches->index;
    for (uint32_t g = 0; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        bool is_hashed = level->is_hashed && !level->is_nested;
        if (is_hashed || !append_level(stretches, level, box, bound)) {
            return false;
        }
    }
    return true;
}

static const VeerVicinityLanes *lanes_of(const VeerVicinity *vicinity)
{
    return veer_vicinity_lanes((VeerLanes)vicinity->index->lanes);
}

bool veer_vicinity_gather(VeerVicinity *vicinity, const VeerIndex *index, uint32_t begin,
                          uint32_t end, float *ranges, uint32_t limit)
{
    const VeerIndexLevel *level = level_at(index, begin);
    float lowered[VEER_VICINITY_RUN];
    if (level->is_nested && index->common.layers == 0) {
        return false;
    }
    memcpy(lowered, ranges, (end - begin) * sizeof *ranges);
    if (level->is_nested) {
        lower_ranges(index, level, begin, end, limit, lowered);
    }
    VeerBounds box = {centre_of(index, begin), centre_of(index, begin)};
    float bound = lowered[0];
    for (uint32_t i = begin + 1; i < end; i++) {
        box = extended(box, index, i);
        bound = max_f(bound, lowered[i - begin]);
    }
    VeerStretches stretches;
    stretches.index = index;
    stretches.count = 0;
    if (!append_all(&stretches, &box, bound)) {
        return false;
    }
    vicinity->index = index;
    vicinity->begin = begin;
    vicinity->end = end;
    VeerSurroundings surroundings = {box.lower, box.upper, bound};
    lanes_of(vicinity)->collect(vicinity, &stretches, &surroundings);
    memcpy(ranges, lowered, (end - begin) * sizeof *ranges);
    return true;
}

const VeerVicinityLanes *veer_vicinity_lanes(VeerLanes lanes)
{
    static const VeerVicinityLanes *const tables[] = {VEER_LANES_EACH(veer_vicinity)};
    return tables[lanes];
}

uint32_t veer_vicinity_nearest(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               VeerNear *out)
{
    return lanes_of(vicinity)->nearest(vicinity, query, out);
}

uint32_t veer_vicinity_list(const VeerVicinity *vicinity, const VeerNearQuery *query, uint32_t own,
                            double *keys)
{
    return lanes_of(vicinity)->list(vicinity, query, own, keys);
}
