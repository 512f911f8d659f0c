/// Allocations that fail: the linker puts these in the place of the C library's (--wrap), in what
/// is linked statically, not in shared libraries' own calls. Included by the one file of a test.
#ifndef VEER_TEST_FAILING_H
#define VEER_TEST_FAILING_H

#include <stdbool.h>
#include <stddef.h>

static size_t calls_left; ///< of allocation, until one fails; 0: none does

static bool fails(void)
{
    return calls_left > 0 && --calls_left == 0;
}

/// Ends a trial that began with `failing` calls left. @return whether one of them failed
static inline bool end_failing(size_t failing)
{
    bool has_failed = failing > 0 && calls_left == 0;
    calls_left = 0;
    return has_failed;
}

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
