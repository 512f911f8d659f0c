#include "base/arena.h"

#include "support/suite.h"

#include <stdint.h>

static void arena_measures_without_a_block(void **state)
{
    (void)state;
    VeerArena arena = {NULL, 0};
    assert_null(veer_arena_take(&arena, 3, 30));
    assert_int_equal(arena.used, 128);
}

static void arena_takes_aligned_arrays_that_do_not_overlap(void **state)
{
    (void)state;
    static _Alignas(64) unsigned char block[256];
    VeerArena arena = {block, 0};
    assert_ptr_equal(veer_arena_take(&arena, 1, 1), block);
    assert_ptr_equal(veer_arena_take(&arena, 65, 1), block + 64);
    assert_ptr_equal(veer_arena_take(&arena, 0, 8), block + 192);
    assert_ptr_equal(veer_arena_take(&arena, 1, 64), block + 192);
    assert_int_equal(arena.used, 256);
}

static void arena_saturates_when_the_size_overflows(void **state)
{
    (void)state;
    VeerArena arena = {NULL, 0};
    veer_arena_take(&arena, SIZE_MAX / 2u, 3);
    assert_true(arena.used == SIZE_MAX);
    veer_arena_take(&arena, 1, 1);
    assert_true(arena.used == SIZE_MAX);
}

static void arena_saturates_when_the_sum_overflows(void **state)
{
    (void)state;
    VeerArena arena = {NULL, 0};
    veer_arena_take(&arena, SIZE_MAX / 2u, 1);
    veer_arena_take(&arena, SIZE_MAX / 2u, 1);
    veer_arena_take(&arena, 128, 1);
    assert_true(arena.used == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_measures_without_a_block),
        cmocka_unit_test(arena_takes_aligned_arrays_that_do_not_overlap),
        cmocka_unit_test(arena_saturates_when_the_size_overflows),
        cmocka_unit_test(arena_saturates_when_the_sum_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
