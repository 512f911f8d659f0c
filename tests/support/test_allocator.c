#include "support/suite.h"

#include "support/allocator.h"

#include <stdint.h>

static void allocator_aligns_to_64(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerAllocator allocator = veer_test_allocator(&state);
    for (size_t size = 0; size < 200; ++size) {
        void *block = allocator.allocate(allocator.user, size);
        assert_int_equal((uintptr_t)block % 64, 0);
        assert_true(veer_test_block_is_intact(block, size));
        allocator.release(allocator.user, block, size);
    }
    assert_int_equal(state.errors, 0);
}

static void allocator_counts_calls_blocks_and_bytes(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerAllocator allocator = veer_test_allocator(&state);
    void *small = allocator.allocate(allocator.user, 10);
    void *large = allocator.allocate(allocator.user, 100);
    assert_int_equal(state.calls, 2);
    assert_int_equal(state.live_blocks, 2);
    assert_int_equal(state.live_bytes, 110);
    allocator.release(allocator.user, small, 10);
    allocator.release(allocator.user, large, 100);
    assert_int_equal(state.live_blocks, 0);
    assert_int_equal(state.live_bytes, 0);
    assert_int_equal(state.peak_bytes, 110);
}

static void allocator_fails_at_the_call_that_was_asked_for(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {.fail_at = 2};
    VeerAllocator allocator = veer_test_allocator(&state);
    void *first = allocator.allocate(allocator.user, 8);
    void *second = allocator.allocate(allocator.user, 8);
    void *third = allocator.allocate(allocator.user, 8);
    assert_non_null(first);
    assert_null(second);
    assert_non_null(third);
    assert_int_equal(state.calls, 3);
    allocator.release(allocator.user, first, 8);
    allocator.release(allocator.user, third, 8);
}

static void allocator_keeps_failing_when_asked_to(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {.fail_at = 1, .keeps_failing = true};
    VeerAllocator allocator = veer_test_allocator(&state);
    assert_null(allocator.allocate(allocator.user, 8));
    assert_null(allocator.allocate(allocator.user, 8));
    assert_int_equal(state.live_blocks, 0);
}

static void allocator_poisons_what_it_hands_out(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerAllocator allocator = veer_test_allocator(&state);
    unsigned char *block = allocator.allocate(allocator.user, 33);
    for (size_t i = 0; i < 33; ++i) {
        assert_int_equal(block[i], VEER_TEST_POISON);
    }
    allocator.release(allocator.user, block, 33);
}

// Writes one byte out of bounds, looks, and puts it back so that the block can be released.
static void expect_damage_at(ptrdiff_t offset)
{
    VeerTestAllocator state = {0};
    VeerAllocator allocator = veer_test_allocator(&state);
    unsigned char *block = allocator.allocate(allocator.user, 20);
    unsigned char before = block[offset];
    block[offset] = (unsigned char)(before + 1);
    assert_false(veer_test_block_is_intact(block, 20));
    allocator.release(allocator.user, block, 20);
    assert_int_equal(state.errors, 1);
    assert_int_equal(state.live_blocks, 1);
    block[offset] = before;
    allocator.release(allocator.user, block, 20);
    assert_int_equal(state.live_blocks, 0);
}

static void allocator_finds_writes_out_of_bounds(void **unused)
{
    (void)unused;
    expect_damage_at(20);
    expect_damage_at(83);
    expect_damage_at(-1);
    expect_damage_at(-64);
}

static void allocator_finds_a_release_with_a_wrong_size(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerAllocator allocator = veer_test_allocator(&state);
    void *block = allocator.allocate(allocator.user, 20);
    allocator.release(allocator.user, block, 21);
    assert_int_equal(state.errors, 1);
    allocator.release(allocator.user, NULL, 0);
    assert_int_equal(state.errors, 2);
    allocator.release(allocator.user, block, 20);
    assert_int_equal(state.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocator_aligns_to_64),
        cmocka_unit_test(allocator_counts_calls_blocks_and_bytes),
        cmocka_unit_test(allocator_fails_at_the_call_that_was_asked_for),
        cmocka_unit_test(allocator_keeps_failing_when_asked_to),
        cmocka_unit_test(allocator_poisons_what_it_hands_out),
        cmocka_unit_test(allocator_finds_writes_out_of_bounds),
        cmocka_unit_test(allocator_finds_a_release_with_a_wrong_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
