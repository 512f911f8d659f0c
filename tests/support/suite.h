/// cmocka with the headers that it needs before it.
#ifndef VEER_TEST_SUITE_H
#define VEER_TEST_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// How many of a claim's random seeds to try. Builds with instruments (sanitizers, coverage) run
/// many times as long and look for other faults: they try a quarter, but 8 at least.
uint32_t suite_seeds(uint32_t all);

/// How far apart places are of which a claim tries one after the other: 1, with sanitizers 4.
uint32_t suite_stride(void);

#endif
