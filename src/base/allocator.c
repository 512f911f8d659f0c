#include "base/allocator.h"

#include <stdlib.h>

#define ALIGNMENT 64u // of a host's allocator too

/// Aligned by hand: not every C library has aligned_alloc. The byte before tells how far it is from
/// the beginning of the block.
static void *c_allocate(void *user, size_t size)
{
    (void)user;
    unsigned char *block = size <= SIZE_MAX - ALIGNMENT ? malloc(size + ALIGNMENT) : NULL;
    if (!block) {
        return NULL;
    }
    size_t skipped = ALIGNMENT - (uintptr_t)block % ALIGNMENT;
    block[skipped - 1] = (unsigned char)skipped;
    return block + skipped;
}

static void c_release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    unsigned char *begin = memory;
    free(begin - begin[-1]);
}

VeerAllocator veer_c_allocator(void)
{
    return (VeerAllocator){c_allocate, c_release, NULL};
}
