/// Memory for what a test makes, as a host may give it: full of what was there before.
#ifndef VEER_TEST_MEMORY_H
#define VEER_TEST_MEMORY_H

#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

/// `size` bytes, aligned to 64; the caller frees them.
static inline void *take(size_t size)
{
    size_t whole = (size + 63u) / 64u * 64u;
    assert_true(size > 0);
    void *memory = aligned_alloc(64, whole);
    assert_non_null(memory);
    return memset(memory, 0xA5, whole);
}

#endif
