#include "space/rank.h"

#include "base/wide.h"

// How many of gaps[count] are less than each of of[VEER_WIDE].
static void count_less(const float *gaps, uint32_t count, const float *of, float *less)
{
    VeerWide self = wide_load(of);
    VeerWide one = wide_splat(1.0f);
    VeerWide sum = wide_splat(0.0f);
    for (uint32_t i = 0; i < count; i++) {
        sum = wide_add(sum, wide_where(wide_less(wide_splat(gaps[i]), self), one));
    }
    wide_store(less, sum);
}

// The same for of[2 * VEER_WIDE]: each gap is spread over the lanes once.
static void count_less_twice(const float *gaps, uint32_t count, const float *of, float *less)
{
    VeerWide first = wide_load(of), second = wide_load(of + VEER_WIDE);
    VeerWide one = wide_splat(1.0f);
    VeerWide first_sum = wide_splat(0.0f), second_sum = wide_splat(0.0f);
    for (uint32_t i = 0; i < count; i++) {
        VeerWide gap = wide_splat(gaps[i]);
        first_sum = wide_add(first_sum, wide_where(wide_less(gap, first), one));
        second_sum = wide_add(second_sum, wide_where(wide_less(gap, second), one));
    }
    wide_store(less, first_sum);
    wide_store(less + VEER_WIDE, second_sum);
}

bool veer_rank(float *gaps, uint32_t count, uint32_t *places)
{
    float less[VEER_RANK_ROOM];
    for (uint32_t i = count; i % VEER_WIDE != 0; i++) {
        gaps[i] = 0.0f; // unused lanes
    }
    uint32_t next = 0;
    for (; next + VEER_WIDE < count; next += 2 * VEER_WIDE) {
        count_less_twice(gaps, count, gaps + next, less + next);
    }
    if (next < count) {
        count_less(gaps, count, gaps + next, less + next);
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        places[i] = (uint32_t)(int32_t)less[i];
        sum += places[i];
    }
    // Equal gaps claim equal places, which shows in the sum.
    return sum * 2u == count * (count - 1u);
}

/// Of the i-th, whose id is less than another's that claims the same place: those that come after
/// it make way. @return its place
static uint32_t make_way(const uint32_t *ids, uint32_t i, uint32_t first, uint32_t count,
                         uint32_t *places)
{
    uint32_t place = first + count;
    for (uint32_t j = 0; j < i; j++) {
        if (places[j] - first < count && ids[i] < ids[j]) {
            places[j]++;
            place--;
        }
    }
    return place;
}

void veer_rank_ties(const uint32_t *ids, uint32_t count, uint32_t *places)
{
    uint8_t claims[VEER_MAX_RANK] = {0}, last[VEER_MAX_RANK] = {0};
    // Those that claim one place lie from there on, in the order of their ids.
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = places[i], before = claims[first]++;
        if (before > 0 && ids[i] < ids[last[first]]) {
            places[i] = make_way(ids, i, first, before, places);
        } else {
            places[i] = first + before;
            last[first] = (uint8_t)i;
        }
    }
}
