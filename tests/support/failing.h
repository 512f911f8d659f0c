/// One allocation of many fails. Included by the one file of a test.
#ifndef VEER_TEST_FAILING_H
#define VEER_TEST_FAILING_H

#include "support/wrapped_memory.h"

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

#endif
