#define _GNU_SOURCE // madvise
#include "base/allocator.h"

#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#define ALIGNMENT ((size_t)64) // of a host's allocator too

#ifdef MADV_HUGEPAGE
/// Bytes of a large page, which the system gives to who asks. A tick goes to and fro over all of a
/// world: of 300,000 agents it takes a third less so, for the processor remembers where pages are.
#define LARGE_PAGE ((size_t)2 << 20)

static size_t alignment_of(size_t size)
{
    return size >= LARGE_PAGE ? LARGE_PAGE : ALIGNMENT;
}

static void ask_large_pages(void *memory, size_t size)
{
    if (size >= LARGE_PAGE) {
        (void)madvise(memory, size - size % LARGE_PAGE, MADV_HUGEPAGE);
    }
}
#else
static size_t alignment_of(size_t size)
{
    (void)size;
    return ALIGNMENT;
}

static void ask_large_pages(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}
#endif

/// Aligned by hand: not every C library has aligned_alloc. The bytes before tell how far it is from
/// the beginning of the block.
static void *c_allocate(void *user, size_t size)
{
    (void)user;
    size_t alignment = alignment_of(size);
    unsigned char *block = size <= SIZE_MAX - alignment ? malloc(size + alignment) : NULL;
    if (!block) {
        return NULL;
    }
    size_t skipped = alignment - (uintptr_t)block % alignment;
    memcpy(block + skipped - sizeof skipped, &skipped, sizeof skipped);
    ask_large_pages(block + skipped, size);
    return block + skipped;
}

static void c_release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    size_t skipped;
    unsigned char *begin = memory;
    memcpy(&skipped, begin - sizeof skipped, sizeof skipped);
    free(begin - skipped);
}

VeerAllocator veer_c_allocator(void)
{
    return (VeerAllocator){c_allocate, c_release, NULL};
}
