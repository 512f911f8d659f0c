#include "support/suite.h"

#include "base/random.h"
#include "space/order.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct Found {
    float gap;
    uint32_t entry;
} Found;

// The keys of a lane, and the same sorted by insertion: gaps of so few values that many are equal,
// or of many.
static void deal(VeerNearOrder *order, uint64_t seed, uint32_t values,
                 Found sorted[VEER_ORDER_LANES][VEER_ORDER_MOST])
{
    for (uint32_t lane = 0; lane < VEER_ORDER_LANES; lane++) {
        uint32_t count = (uint32_t)(veer_random_u64(seed, 1, lane) % (VEER_ORDER_MOST + 1u));
        for (uint32_t i = 0; i < VEER_ORDER_MOST; i++) {
            uint64_t drawn = veer_random_u64(seed, 2 + lane, i);
            float gap = i < count ? (float)(drawn % values) * 0.37f - 0.4f : INFINITY;
            Found found = {gap, i < count ? (uint32_t)(drawn >> 32) : 0};
            order->keys[lane][i] = veer_order_key(found.gap, found.entry);
            uint32_t place = i;
            for (; place > 0 && sorted[lane][place - 1].gap > gap; place--) {
                sorted[lane][place] = sorted[lane][place - 1];
            }
            sorted[lane][place] = found;
        }
    }
}

static bool has_equal(const Found *sorted, uint32_t rows)
{
    bool has = false;
    for (uint32_t i = 1; i < rows; i++) {
        has |= sorted[i].gap == sorted[i - 1].gap && sorted[i].gap < INFINITY;
    }
    return has;
}

// Of equal gaps, any order: so each entry has to be one of those of its gap, and none is lost.
static void assert_sorted(const VeerNearOrder *order, uint32_t rows, uint32_t lane,
                          uint32_t (*entries)[VEER_ORDER_LANES], const Found *sorted)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < rows; i++) {
        assert_true(order->gaps[i][lane] == sorted[i].gap);
        uint32_t j = 0;
        while (j < VEER_ORDER_MOST && (taken >> j & 1u || sorted[j].gap != sorted[i].gap ||
                                       sorted[j].entry != entries[i][lane])) {
            j++;
        }
        assert_in_range(j, 0, VEER_ORDER_MOST - 1);
        taken |= 1u << j;
    }
}

static void check(uint64_t seed, uint32_t rows, uint32_t values)
{
    static VeerNearOrder order;
    Found sorted[VEER_ORDER_LANES][VEER_ORDER_MOST];
    uint32_t entries[VEER_ORDER_MOST][VEER_ORDER_LANES];
    deal(&order, seed, values, sorted);
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        memset(order.gaps, 0, sizeof order.gaps);
        memset(entries, 0xff, sizeof entries);
        uint32_t equal = veer_order_lanes((VeerLanes)lanes)->sort(&order, rows, entries);
        for (uint32_t lane = 0; lane < VEER_ORDER_LANES; lane++) {
            assert_int_equal(equal >> lane & 1u, has_equal(sorted[lane], rows));
            uint32_t all = equal >> lane & 1u ? VEER_ORDER_MOST : rows;
            assert_sorted(&order, all, lane, entries, sorted[lane]);
        }
    }
}

static void order_of_each_lane_is_a_sort(void **state)
{
    (void)state;
    print_message("seeds 0 to 399\n");
    for (uint64_t seed = 0; seed < 400; seed++) {
        check(seed, 1u + (uint32_t)seed % VEER_ORDER_MOST,
              seed % 2u ? 100000u : 3u + (uint32_t)seed);
    }
}

static void order_tells_of_equal_gaps(void **state)
{
    (void)state;
    uint32_t (*sort)(VeerNearOrder *, uint32_t, uint32_t(*)[VEER_ORDER_LANES]) =
        veer_order_lanes(veer_lanes())->sort;
    VeerNearOrder order;
    uint32_t entries[VEER_ORDER_MOST][VEER_ORDER_LANES];
    for (uint32_t i = 0; i < VEER_ORDER_LANES * VEER_ORDER_MOST; i++) {
        order.keys[i / VEER_ORDER_MOST][i % VEER_ORDER_MOST] =
            veer_order_key((float)(i % VEER_ORDER_MOST), i);
    }
    order.keys[3][5] = veer_order_key(9.0f, 77);
    assert_int_equal(sort(&order, VEER_ORDER_MOST, entries), 1u << 3);
    assert_int_equal(sort(&order, 10, entries), 1u << 3);
    assert_int_equal(sort(&order, 9, entries), 0); // 5 is not there: rows 8 and 9
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_each_lane_is_a_sort),
        cmocka_unit_test(order_tells_of_equal_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
