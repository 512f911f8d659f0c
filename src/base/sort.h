/// Sorting in place, without allocation.
#ifndef VEER_BASE_SORT_H
#define VEER_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether a comes before b. Must be a total order: the sort is not stable.
typedef bool VeerBefore(const void *context, const void *a, const void *b);

/// Sorts items[count], each `size` bytes (at most 64). Cost O(count log count).
/// Source: Williams, "Algorithm 232: Heapsort", 1964.
void veer_sort(void *items, uint32_t count, size_t size, VeerBefore *before, const void *context);

#endif
