#include "base/allocator.h"

#include "support/suite.h"

#include <stdint.h>
#include <string.h>

#define LARGE ((size_t)2 << 20) // bytes of a large page

/// Takes so many bytes and gives them back. @return their place
static uintptr_t place_of(size_t size)
{
    VeerAllocator allocator = veer_c_allocator();
    void *memory = allocator.allocate(allocator.user, size);
    assert_non_null(memory);
    memset(memory, 0xa5, size);
    allocator.release(allocator.user, memory, size);
    return (uintptr_t)memory;
}

static void allocator_aligns_to_lines_of_the_cache(void **state)
{
    (void)state;
    for (size_t size = 1; size < LARGE; size = 3 * size + 1) {
        assert_int_equal(place_of(size) % 64, 0);
    }
}

static void allocator_begins_large_blocks_at_large_pages(void **state)
{
    (void)state;
#ifdef __linux__
    const size_t alignment = LARGE;
#else
    const size_t alignment = 64;
#endif
    for (size_t size = LARGE; size < 8 * LARGE; size += LARGE / 2 + 1) {
        assert_int_equal(place_of(size) % alignment, 0);
    }
}

static void allocator_has_not_all_memory_that_can_be_named(void **state)
{
    (void)state;
    VeerAllocator allocator = veer_c_allocator();
    assert_null(allocator.allocate(allocator.user, SIZE_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocator_aligns_to_lines_of_the_cache),
        cmocka_unit_test(allocator_begins_large_blocks_at_large_pages),
        cmocka_unit_test(allocator_has_not_all_memory_that_can_be_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
