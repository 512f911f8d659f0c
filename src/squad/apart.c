#include "squad/apart.h"

#include "base/hash.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// Of what is least: a cell is a little more, so that rounding puts nobody two cells off.
#define CELL 1.001

static int64_t cell_of(const VeerApart *apart, float value)
{
    return (int64_t)floor((double)value / apart->size);
}

static uint32_t head_of(int64_t x, int64_t y)
{
    return (uint32_t)(veer_hash_add((uint64_t)x, (uint64_t)y) % VEER_APART_HEADS);
}

void veer_apart_begin(VeerApart *apart, float least)
{
    apart->least = least;
    apart->size = CELL * (double)least;
    apart->count = 0;
    apart->is_full = false;
    memset(apart->heads, 0xff, sizeof apart->heads);
}

void veer_apart_add(VeerApart *apart, VeerVec3 point)
{
    if (apart->count == VEER_APART_MOST) {
        apart->is_full = true;
        return;
    }
    uint32_t added = apart->count++;
    uint32_t *head = &apart->heads[head_of(cell_of(apart, point.x), cell_of(apart, point.y))];
    apart->at[added] = point;
    apart->next[added] = *head;
    *head = added;
}

static bool is_free_of(const VeerApart *apart, uint32_t i, VeerVec3 point)
{
    for (; i != UINT32_MAX; i = apart->next[i]) {
        if (length3(sub3(apart->at[i], point)) < apart->least) {
            return false;
        }
    }
    return true;
}

bool veer_apart_is_free(const VeerApart *apart, VeerVec3 point)
{
    int64_t x = cell_of(apart, point.x), y = cell_of(apart, point.y);
    for (int64_t i = 0; i < 9; i++) {
        if (!is_free_of(apart, apart->heads[head_of(x + i % 3 - 1, y + i / 3 - 1)], point)) {
            return false;
        }
    }
    return true;
}
