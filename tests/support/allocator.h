/// An allocator that watches: it counts, fails on demand, and poisons what it hands out.
#ifndef VEER_TEST_ALLOCATOR_H
#define VEER_TEST_ALLOCATOR_H

#include "veer/api.h"

/// What every byte reads as before the first write and after the release.
#define VEER_TEST_POISON 0xA5

/// All zero: counts and poisons, never fails.
typedef struct VeerTestAllocator {
    size_t fail_at;     ///< this call of allocate returns NULL, the first is 1; 0: none does
    bool keeps_failing; ///< and so does every later one
    size_t calls;       ///< of allocate, failed ones too; set it to 0 to count from here
    size_t live_blocks; ///< allocated and not yet released
    size_t live_bytes;
    size_t peak_bytes;
    size_t errors; ///< releases with a wrong size, twice, or with bytes written out of bounds
} VeerTestAllocator;

/// What to put in a def. `state` must outlive all that allocates by it. Not thread-safe: the core
/// allocates on the calling thread only.
VeerAllocator veer_test_allocator(VeerTestAllocator *state);

/// Whether the bytes on both sides of a block that is not yet released are as they were.
bool veer_test_block_is_intact(const void *memory, size_t size);

#endif
