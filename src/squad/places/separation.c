#include "squad/places/separation.h"

#include "base/hash.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// Of the least distance: a cell is a little larger, so that rounding cannot put a point that is
/// nearer two cells away.
#define CELL 1.001

enum { NO_POINT = UINT16_MAX };

static int64_t cell_of(const VeerSeparation *separation, float value)
{
    return (int64_t)floor((double)value / separation->size);
}

static uint32_t bucket_of(int64_t x, int64_t y)
{
    return (uint32_t)(veer_hash_add((uint64_t)x, (uint64_t)y) % VEER_SEPARATION_BUCKETS);
}

static VeerVec3 point_at(const VeerSeparation *separation, uint32_t index)
{
    uint32_t taken = separation->taken_count;
    return index < taken ? separation->taken[index] : separation->places[index - taken].position;
}

static void add(VeerSeparation *separation, uint32_t index)
{
    VeerVec3 point = point_at(separation, index);
    int64_t x = cell_of(separation, point.x), y = cell_of(separation, point.y);
    uint16_t *head = &separation->heads[bucket_of(x, y)];
    separation->next[index] = *head;
    *head = (uint16_t)index;
}

bool veer_separation_begin(VeerSeparation *separation, float least, const VeerVec3 *taken,
                           uint32_t taken_count, const VeerPlace *places, uint32_t count)
{
    separation->least = least;
    separation->size = CELL * (double)least;
    separation->taken = taken;
    separation->taken_count = taken_count;
    separation->places = places;
    memset(separation->heads, 0xff, sizeof separation->heads);
    if (taken_count > VEER_MAX_SEPARATION_POINTS ||
        count > VEER_MAX_SEPARATION_POINTS - taken_count) {
        return false;
    }
    for (uint32_t i = 0; i < taken_count; i++) {
        add(separation, i);
    }
    return true;
}

void veer_separation_add(VeerSeparation *separation, uint32_t index)
{
    add(separation, separation->taken_count + index);
}

static bool is_free_of(const VeerSeparation *separation, uint32_t index, VeerVec3 point)
{
    for (; index != NO_POINT; index = separation->next[index]) {
        if (length3(sub3(point_at(separation, index), point)) < separation->least) {
            return false;
        }
    }
    return true;
}

bool veer_separation_is_free(const VeerSeparation *separation, VeerVec3 point)
{
    int64_t x = cell_of(separation, point.x), y = cell_of(separation, point.y);
    for (int64_t i = 0; i < 9; i++) {
        uint32_t bucket = bucket_of(x + i % 3 - 1, y + i / 3 - 1);
        if (!is_free_of(separation, separation->heads[bucket], point)) {
            return false;
        }
    }
    return true;
}
