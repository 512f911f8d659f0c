#include "support/suite.h"

#include "base/random.h"
#include "base/sort.h"

#include <string.h>

enum { MOST = 300, LARGEST = 64 };

/// An item of any size that begins with its key.
typedef struct Items {
    unsigned char bytes[MOST * LARGEST];
    size_t size;
    uint32_t count;
} Items;

static uint32_t key_of(const void *item)
{
    uint32_t key;
    memcpy(&key, item, sizeof key);
    return key;
}

static bool is_less(const void *context, const void *a, const void *b)
{
    (void)context;
    return key_of(a) < key_of(b);
}

static bool is_greater(const void *context, const void *a, const void *b)
{
    return is_less(context, b, a);
}

// What an item carries after its key follows from the key.
static unsigned char payload(uint32_t key, size_t place)
{
    return (unsigned char)(key * 31u + place * 7u);
}

static void put(Items *items, uint32_t index, uint32_t key)
{
    unsigned char *item = items->bytes + index * items->size;
    memcpy(item, &key, sizeof key);
    for (size_t i = sizeof key; i < items->size; ++i) {
        item[i] = payload(key, i);
    }
}

static void expect_sorted(const Items *items, uint32_t step)
{
    for (uint32_t i = 0; i < items->count; ++i) {
        const unsigned char *item = items->bytes + i * items->size;
        assert_int_equal(key_of(item), i * step);
        for (size_t k = sizeof(uint32_t); k < items->size; ++k) {
            assert_int_equal(item[k], payload(i * step, k));
        }
    }
}

/// The keys 0, 3, 6, … in random order.
static void fill_shuffled(Items *items, uint32_t seed)
{
    uint32_t keys[MOST];
    for (uint32_t i = 0; i < items->count; ++i) {
        keys[i] = 3 * i;
    }
    for (uint32_t i = items->count; i > 1; --i) {
        uint32_t other = (uint32_t)(veer_random_u64(seed, 0, i) % i);
        uint32_t held = keys[i - 1];
        keys[i - 1] = keys[other];
        keys[other] = held;
    }
    for (uint32_t i = 0; i < items->count; ++i) {
        put(items, i, keys[i]);
    }
}

static void sort_orders_any_count_of_any_size(void **unused)
{
    (void)unused;
    const size_t sizes[] = {4, 8, 12, 33, 64};
    for (size_t s = 0; s < 5; ++s) {
        for (uint32_t count = 0; count <= 70; ++count) {
            Items items = {.size = sizes[s], .count = count};
            fill_shuffled(&items, count);
            veer_sort(items.bytes, count, sizes[s], is_less, NULL);
            expect_sorted(&items, 3);
        }
    }
}

static void sort_orders_random_permutations(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= suite_seeds(50); ++seed) {
        Items items = {.size = 20, .count = MOST};
        fill_shuffled(&items, seed);
        veer_sort(items.bytes, MOST, 20, is_less, NULL);
        expect_sorted(&items, 3);
    }
}

static void sort_orders_what_is_sorted_either_way(void **unused)
{
    (void)unused;
    Items items = {.size = 4, .count = 100};
    for (uint32_t i = 0; i < 100; ++i) {
        put(&items, i, 99 - i);
    }
    veer_sort(items.bytes, 100, 4, is_less, NULL);
    expect_sorted(&items, 1);
    veer_sort(items.bytes, 100, 4, is_less, NULL);
    expect_sorted(&items, 1);
    veer_sort(items.bytes, 100, 4, is_greater, NULL);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(key_of(items.bytes + 4 * i), 99 - i);
    }
}

static bool is_less_in_table(const void *context, const void *a, const void *b)
{
    const uint32_t *table = context;
    return table[key_of(a)] < table[key_of(b)];
}

static void sort_hands_its_context_on(void **unused)
{
    (void)unused;
    const uint32_t table[] = {40, 10, 30, 20};
    uint32_t items[] = {0, 1, 2, 3};
    veer_sort(items, 4, sizeof *items, is_less_in_table, table);
    const uint32_t wanted[] = {1, 3, 2, 0};
    assert_memory_equal(items, wanted, sizeof wanted);
}

static void sort_touches_nothing_beyond_its_items(void **unused)
{
    (void)unused;
    uint32_t items[] = {77, 5, 4, 3, 2, 1, 78};
    veer_sort(items + 1, 5, sizeof *items, is_less, NULL);
    const uint32_t wanted[] = {77, 1, 2, 3, 4, 5, 78};
    assert_memory_equal(items, wanted, sizeof wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sort_orders_any_count_of_any_size),
        cmocka_unit_test(sort_orders_random_permutations),
        cmocka_unit_test(sort_orders_what_is_sorted_either_way),
        cmocka_unit_test(sort_hands_its_context_on),
        cmocka_unit_test(sort_touches_nothing_beyond_its_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
