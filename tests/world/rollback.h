/// Worlds that go on from a copy of themselves, and worlds that ask for no memory.
#ifndef VEER_TESTS_ROLLBACK_H
#define VEER_TESTS_ROLLBACK_H

#include "support/allocator.h"
#include "world/world_maker.h"

/// What happens to a world before a tick; NULL: nothing.
typedef void (*Stir)(VeerWorld *world, int tick);

static inline void run_hashed(VeerWorld *world, Stir before, int from, int ticks, uint64_t *hashes)
{
    for (int i = 0; i < ticks; i++) {
        if (before) {
            before(world, from + i);
        }
        step_times(world, 1, TICK);
        hashes[i] = veer_world_hash(world);
    }
}

/// Fails unless a copy of `world`, restored into `other`, which may be the same, has the future
/// that `world` has.
static inline void expect_same_future(VeerWorld *world, VeerWorld *other, Stir before, int from,
                                      int ticks)
{
    uint64_t *hashes = calloc(2u * (size_t)ticks, sizeof *hashes);
    assert_non_null(hashes);
    Copy copy = copy_of(world);
    run_hashed(world, before, from, ticks, hashes);
    assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
    assert_true(veer_world_hash(other) == copy.hash);
    run_hashed(other, before, from, ticks, hashes + ticks);
    assert_memory_equal(hashes, hashes + ticks, (size_t)ticks * sizeof *hashes);
    free(copy.block);
    free(hashes);
}

/// Steps and destroys a world whose memory is counted; fails if a step asks for any, or some stays.
static inline void expect_no_allocation(VeerWorld *world, VeerTestAllocator *counting, int ticks)
{
    counting->calls = 0;
    step_times(world, ticks, TICK);
    assert_int_equal(counting->calls, 0);
    veer_world_destroy(world);
    assert_int_equal(counting->errors, 0);
    assert_int_equal(counting->live_blocks, 0);
}

#endif
