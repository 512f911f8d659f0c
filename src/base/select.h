/// The middle of an order, without all of it.
#ifndef VEER_BASE_SELECT_H
#define VEER_BASE_SELECT_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>

/// Whether number a comes before number b; a total order.
typedef bool VeerBeforeFn(const void *context, uint32_t a, uint32_t b);

static inline void veer_select_swap(uint32_t *numbers, uint32_t i, uint32_t j)
{
    uint32_t kept = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = kept;
}

/// Moves what comes before the one at `pivot` to its left. @return its new place
static inline uint32_t veer_select_part(uint32_t *numbers, uint32_t begin, uint32_t end,
                                        uint32_t pivot, VeerBeforeFn *is_before,
                                        const void *context)
{
    uint32_t place = begin;
    veer_select_swap(numbers, pivot, end - 1u);
    // Every one is swapped, and stays where it came to if it is before: which ones are is chance.
    for (uint32_t i = begin; i < end - 1u; i++) {
        veer_select_swap(numbers, i, place);
        place += is_before(context, numbers[place], numbers[end - 1u]);
    }
    veer_select_swap(numbers, place, end - 1u);
    return place;
}

/// Brings what belongs at `middle` of numbers[begin .. end) there, what comes before it to its
/// left. Source: Hoare, "Algorithm 65: find", 1961. The pivots are random but the same each time,
/// so no input is slow by design. Cost O(end - begin) on average.
static inline void veer_select(uint32_t *numbers, uint32_t begin, uint32_t end, uint32_t middle,
                               VeerBeforeFn *is_before, const void *context)
{
    while (end - begin > 1u) {
        uint32_t pivot = begin + (uint32_t)(veer_random_u64(0, begin, end) % (end - begin));
        uint32_t place = veer_select_part(numbers, begin, end, pivot, is_before, context);
        if (place == middle) {
            return;
        }
        if (place < middle) {
            begin = place + 1u;
        } else {
            end = place;
        }
    }
}

#endif
