#include "base/sort.h"

#include <string.h>

#define LARGEST_ITEM 64

typedef struct SortHeap {
    char *items;
    size_t size;
    VeerBefore *before;
    const void *context;
} SortHeap;

static char *item(const SortHeap *heap, uint32_t index)
{
    return heap->items + index * heap->size;
}

static bool comes_before(const SortHeap *heap, uint32_t a, uint32_t b)
{
    return heap->before(heap->context, item(heap, a), item(heap, b));
}

static void swap(const SortHeap *heap, uint32_t a, uint32_t b)
{
    char held[LARGEST_ITEM];
    memcpy(held, item(heap, a), heap->size);
    memcpy(item(heap, a), item(heap, b), heap->size);
    memcpy(item(heap, b), held, heap->size);
}

/// Lets the item at `root` sink until no child comes after it.
static void sink(const SortHeap *heap, uint32_t root, uint32_t count)
{
    for (;;) {
        uint32_t last = root;
        for (uint32_t child = 2 * root + 1; child <= 2 * root + 2 && child < count; ++child) {
            last = comes_before(heap, last, child) ? child : last;
        }
        if (last == root) {
            return;
        }
        swap(heap, root, last);
        root = last;
    }
}

void veer_sort(void *items, uint32_t count, size_t size, VeerBefore *before, const void *context)
{
    SortHeap heap = {items, size, before, context};
    for (uint32_t root = count / 2; root-- > 0;) {
        sink(&heap, root, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        swap(&heap, 0, end);
        sink(&heap, 0, end);
    }
}
