#include "squad/places/apart.h"

#include "base/hash.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// Of what is least: a cell is a little more, so that rounding puts nobody two cells off.
#define CELL 1.001

enum { NO_POINT = UINT16_MAX };

static int64_t cell_of(const VeerApart *apart, float value)
{
    return (int64_t)floor((double)value / apart->size);
}

static uint32_t head_of(int64_t x, int64_t y)
{
    return (uint32_t)(veer_hash_add((uint64_t)x, (uint64_t)y) % VEER_APART_HEADS);
}

static VeerVec3 point_of(const VeerApart *apart, uint32_t number)
{
    return number < apart->taken_count ? apart->taken[number]
                                       : apart->places[number - apart->taken_count].position;
}

static void add(VeerApart *apart, uint32_t number)
{
    VeerVec3 point = point_of(apart, number);
    uint16_t *head = &apart->heads[head_of(cell_of(apart, point.x), cell_of(apart, point.y))];
    apart->next[number] = *head;
    *head = (uint16_t)number;
}

bool veer_apart_begin(VeerApart *apart, float least, const VeerVec3 *taken, uint32_t taken_count,
                      const VeerPlace *places, uint32_t count)
{
    apart->least = least;
    apart->size = CELL * (double)least;
    apart->taken = taken;
    apart->taken_count = taken_count;
    apart->places = places;
    memset(apart->heads, 0xff, sizeof apart->heads);
    if (taken_count > VEER_MAX_APART || count > VEER_MAX_APART - taken_count) {
        return false;
    }
    for (uint32_t i = 0; i < taken_count; i++) {
        add(apart, i);
    }
    return true;
}

void veer_apart_add(VeerApart *apart, uint32_t place)
{
    add(apart, apart->taken_count + place);
}

static bool is_free_of(const VeerApart *apart, uint32_t number, VeerVec3 point)
{
    for (; number != NO_POINT; number = apart->next[number]) {
        if (length3(sub3(point_of(apart, number), point)) < apart->least) {
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
