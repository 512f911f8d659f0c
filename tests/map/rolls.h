/// Random numbers and hashes, for tests of maps that are asked bit by bit.
#ifndef VEER_TESTS_MAP_ROLLS_H
#define VEER_TESTS_MAP_ROLLS_H

#include "base/hash.h"
#include "base/random.h"
#include "support/memory.h"
#include "veer/api.h"

#include <stdlib.h>

static inline float roll(uint64_t seed, uint64_t stream, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, 50 + stream, number);
}

/// A point of a box at the origin, or a little outside of it.
static inline VeerVec3 roll_point(uint64_t seed, uint64_t number, VeerVec3 size)
{
    return (VeerVec3){roll(seed, 1, number, -0.05f, 1.05f) * size.x,
                      roll(seed, 2, number, -0.05f, 1.05f) * size.y,
                      roll(seed, 3, number, -0.05f, 1.05f) * size.z};
}

static inline void expect_hash(const char *name, uint64_t hash, uint64_t expected)
{
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

#endif
