#include "space/vicinity.h"

#include "geom/box.h"

#include <string.h>

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
    if (end - begin > VEER_VICINITY_ROOM - VEER_VICINITY_STRIDE - count) {
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
    size_t size = VEER_VICINITY_STRIDE * sizeof(float);
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

const VeerVicinityLanes *veer_vicinity_lanes(VeerLanes lanes)
{
    static const VeerVicinityLanes *const tables[] = {VEER_LANES_EACH(veer_vicinity)};
    return tables[lanes];
}

uint32_t veer_vicinity_nearest(const VeerVicinity *vicinity, const VeerNearQuery *query,
                               VeerNear *out)
{
    return veer_vicinity_lanes(veer_lanes())->nearest(vicinity, query, out);
}
