#include "space/rank.h"

#include "base/wide.h"

// How many of gaps[count] are less than each of of[VEER_WIDE].
static VeerWideMask count_less(const float *gaps, uint32_t count, const float *of)
{
    VeerWide self = wide_load(of);
    VeerWideMask less = {0};
    for (uint32_t i = 0; i < count; i++) {
        less -= wide_less(wide_splat(gaps[i]), self);
    }
    return less;
}

// The same for of[2 * VEER_WIDE], into less[2]: each gap is spread over the lanes once.
static void count_less_twice(const float *gaps, uint32_t count, const float *of, VeerWideMask *less)
{
    VeerWide first = wide_load(of), second = wide_load(of + VEER_WIDE);
    VeerWideMask first_less = {0}, second_less = {0};
    for (uint32_t i = 0; i < count; i++) {
        VeerWide gap = wide_splat(gaps[i]);
        first_less -= wide_less(gap, first);
        second_less -= wide_less(gap, second);
    }
    less[0] = first_less;
    less[1] = second_less;
}

// The sum of all lanes.
static uint32_t sum_of(VeerWideMask a)
{
    uint32_t sum = 0;
    for (int i = 0; i < VEER_WIDE; i++) {
        sum += (uint32_t)a[i];
    }
    return sum;
}

static bool rank(float *gaps, uint32_t count, uint32_t *places)
{
    VeerWideMask less[2], sum = {0};
    uint32_t unused = 0;
    for (; (count + unused) % VEER_WIDE != 0; unused++) {
        gaps[count + unused] = INFINITY; // after all that are not
    }
    uint32_t next = 0;
    for (; next + VEER_WIDE < count; next += 2 * VEER_WIDE) {
        count_less_twice(gaps, count, gaps + next, less);
        memcpy(places + next, less, sizeof less);
        sum += less[0] + less[1];
    }
    if (next < count) {
        less[0] = count_less(gaps, count, gaps + next);
        memcpy(places + next, less, sizeof *less);
        sum += less[0];
    }
    // Equal gaps claim equal places, which shows in the sum.
    return sum_of(sum) * 2u == count * (count - 1u + 2u * unused);
}

const VeerRankLanes VEER_LANED(veer_rank) = {rank};
