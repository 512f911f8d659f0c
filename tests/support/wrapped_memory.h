/// Allocations that fail: the linker puts these in the place of the C library's (--wrap), in what
/// is linked statically, not in shared libraries' own calls. Included by the one file of a test.
#ifndef VEER_TEST_WRAPPED_MEMORY_H
#define VEER_TEST_WRAPPED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/// Whether an allocation fails: the test's own, asked at each.
static bool fails(void);

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

#endif
