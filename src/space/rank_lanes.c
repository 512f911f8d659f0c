#include "base/wide.h"
#include "space/rank.h"

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

static bool rank(float *gaps, uint32_t count, uint32_t *places)
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

const VeerRankLanes VEER_LANED(veer_rank) = {rank};
