#include "io/base/array.h"

#include <string.h>

#define LEAST_CAPACITY 16u
#define ALIGNMENT ((size_t)64)

bool veer_array_reserve(void *array, uint32_t *capacity, uint64_t needed, size_t size)
{
    if (needed <= *capacity) {
        return true;
    }
    uint64_t wanted = needed + needed / 2 + LEAST_CAPACITY;
    if (wanted > UINT32_MAX || wanted > SIZE_MAX / size) {
        return false;
    }
    // `array` is the address of a pointer of any type: copied by bytes, as the types differ.
    char *old;
    memcpy(&old, array, sizeof old);
    char *grown = realloc(old, (size_t)wanted * size);
    if (!grown) {
        return false;
    }
    memcpy(array, &grown, sizeof grown);
    memset(grown + *capacity * size, 0, (size_t)(wanted - *capacity) * size);
    *capacity = (uint32_t)wanted;
    return true;
}

void *veer_aligned_take(size_t size)
{
    return aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}
