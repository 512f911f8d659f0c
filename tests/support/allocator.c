#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

// A block lies between two guards of one alignment unit each; the first begins with its size.
enum { UNIT = 64, GUARD_BYTE = 0xC3 };

static size_t tail_size(size_t size)
{
    return 2 * UNIT - size % UNIT; // at least one unit, and the sum a multiple of one
}

static bool is_filled(const unsigned char *bytes, size_t count, unsigned char value)
{
    for (size_t i = 0; i < count; ++i) {
        if (bytes[i] != value) {
            return false;
        }
    }
    return true;
}

bool veer_test_block_is_intact(const void *memory, size_t size)
{
    const unsigned char *user = memory;
    const unsigned char *head = user - UNIT;
    size_t kept;
    memcpy(&kept, head, sizeof kept);
    return kept == size && is_filled(head + sizeof kept, UNIT - sizeof kept, GUARD_BYTE) &&
           is_filled(user + size, tail_size(size), GUARD_BYTE);
}

static bool must_fail(const VeerTestAllocator *state)
{
    if (state->fail_at == 0) {
        return false;
    }
    return state->calls == state->fail_at ||
           (state->keeps_failing && state->calls > state->fail_at);
}

static void count_block(VeerTestAllocator *state, size_t size)
{
    state->live_blocks += 1;
    state->live_bytes += size;
    if (state->live_bytes > state->peak_bytes) {
        state->peak_bytes = state->live_bytes;
    }
}

static void *allocate(void *user, size_t size)
{
    VeerTestAllocator *state = user;
    state->calls += 1;
    if (must_fail(state)) {
        return NULL;
    }
    unsigned char *head = aligned_alloc(UNIT, UNIT + size + tail_size(size));
    if (head == NULL) {
        return NULL;
    }
    memset(head, GUARD_BYTE, UNIT + size + tail_size(size));
    memcpy(head, &size, sizeof size);
    memset(head + UNIT, VEER_TEST_POISON, size);
    count_block(state, size);
    return head + UNIT;
}

static void release(void *user, void *memory, size_t size)
{
    VeerTestAllocator *state = user;
    if (memory == NULL || !veer_test_block_is_intact(memory, size)) {
        // Which of size and guards is wrong is unknown, so the block is leaked rather than freed.
        state->errors += 1;
        return;
    }
    state->live_blocks -= 1;
    state->live_bytes -= size;
    unsigned char *head = (unsigned char *)memory - UNIT;
    memset(head, VEER_TEST_POISON, UNIT + size + tail_size(size));
    free(head);
}

VeerAllocator veer_test_allocator(VeerTestAllocator *state)
{
    return (VeerAllocator){allocate, release, state};
}
