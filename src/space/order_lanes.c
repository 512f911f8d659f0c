#include "space/order.h"

#include "base/wide_keys.h"

static inline void exchange(VeerWideKeys *k, int less, int more)
{
    wide_keys_order(&k[less], &k[more]);
}

// The first layers of a network of 60 comparators (M. W. Green, 1969), the fewest known.
static inline void sort_roughly(VeerWideKeys *k)
{
    exchange(k, 0, 13);
    exchange(k, 1, 12);
    exchange(k, 2, 15);
    exchange(k, 3, 14);
    exchange(k, 4, 8);
    exchange(k, 5, 6);
    exchange(k, 7, 11);
    exchange(k, 9, 10);
    exchange(k, 0, 5);
    exchange(k, 1, 7);
    exchange(k, 2, 9);
    exchange(k, 3, 4);
    exchange(k, 6, 13);
    exchange(k, 8, 14);
    exchange(k, 10, 15);
    exchange(k, 11, 12);
    exchange(k, 0, 1);
    exchange(k, 2, 3);
    exchange(k, 4, 5);
    exchange(k, 6, 8);
    exchange(k, 7, 9);
    exchange(k, 10, 11);
    exchange(k, 12, 13);
    exchange(k, 14, 15);
    exchange(k, 0, 2);
    exchange(k, 1, 3);
    exchange(k, 4, 10);
    exchange(k, 5, 11);
    exchange(k, 6, 7);
    exchange(k, 8, 9);
    exchange(k, 12, 14);
    exchange(k, 13, 15);
}

// Its last layers.
static inline void sort_out(VeerWideKeys *k)
{
    exchange(k, 1, 2);
    exchange(k, 3, 12);
    exchange(k, 4, 6);
    exchange(k, 5, 7);
    exchange(k, 8, 10);
    exchange(k, 9, 11);
    exchange(k, 13, 14);
    exchange(k, 1, 4);
    exchange(k, 2, 6);
    exchange(k, 5, 8);
    exchange(k, 7, 10);
    exchange(k, 9, 13);
    exchange(k, 11, 14);
    exchange(k, 2, 4);
    exchange(k, 3, 6);
    exchange(k, 9, 12);
    exchange(k, 11, 13);
    exchange(k, 3, 5);
    exchange(k, 6, 8);
    exchange(k, 7, 9);
    exchange(k, 10, 12);
    exchange(k, 3, 4);
    exchange(k, 5, 6);
    exchange(k, 7, 8);
    exchange(k, 9, 10);
    exchange(k, 11, 12);
    exchange(k, 6, 7);
    exchange(k, 8, 9);
}

// Sorts the lanes from `first` on, and leaves them to rows[VEER_ORDER_MOST].
static void sort_lanes(VeerNearOrder *order, uint32_t first, double rows[][VEER_ORDER_LANES])
{
    VeerWideKeys k[VEER_ORDER_MOST];
    for (uint32_t lane = first; lane < first + VEER_WIDE_KEYS; lane += WIDE_KEY_BLOCK) {
        for (uint32_t i = 0; i < VEER_ORDER_MOST; i += WIDE_KEY_BLOCK) {
            wide_keys_transpose(&order->keys[lane][i], &rows[i][lane], VEER_ORDER_LANES);
        }
    }
    for (uint32_t i = 0; i < VEER_ORDER_MOST; i++) {
        k[i] = wide_keys_load(&rows[i][first]);
    }
    sort_roughly(k);
    sort_out(k);
    for (uint32_t i = 0; i < VEER_ORDER_MOST; i++) {
        wide_keys_store(&rows[i][first], k[i]);
    }
}

// Some rows of VEER_WIDE lanes.
typedef struct OrderRows {
    uint32_t lane, begin, end;
    double (*keys)[VEER_ORDER_LANES];
} OrderRows;

// Parts keys. @return the lanes that have equal gaps among these rows
static uint32_t part_keys(VeerNearOrder *order, const OrderRows *rows,
                          uint32_t (*entries)[VEER_ORDER_LANES])
{
    VeerWideMask far = (VeerWideMask)wide_splat(INFINITY) + WIDE_KEY_BIAS;
    VeerWideMask equal = {0}, before = {0};
    for (uint32_t i = rows->begin; i < rows->end; i++) {
        VeerWideMask bits = wide_keys_split(&rows->keys[i][rows->lane], &entries[i][rows->lane]);
        equal |= (bits == before) & (bits != far);
        before = bits;
        wide_store(&order->gaps[i][rows->lane], (VeerWide)(bits - WIDE_KEY_BIAS));
    }
    return wide_bits(equal);
}

static uint32_t sort(VeerNearOrder *order, uint32_t count, uint32_t (*entries)[VEER_ORDER_LANES])
{
    _Alignas(64) double sorted[VEER_ORDER_MOST][VEER_ORDER_LANES];
    uint32_t equal = 0;
    for (uint32_t first = 0; first < VEER_ORDER_LANES; first += VEER_WIDE_KEYS) {
        sort_lanes(order, first, sorted);
    }
    for (uint32_t first = 0; first < VEER_ORDER_LANES; first += VEER_WIDE) {
        OrderRows rows = {first, 0, count, sorted};
        uint32_t some = part_keys(order, &rows, entries);
        if (some) {
            rows.begin = count, rows.end = VEER_ORDER_MOST;
            (void)part_keys(order, &rows, entries);
        }
        equal |= some << first;
    }
    return equal;
}

const VeerOrderLanes VEER_LANED(veer_order) = {sort};
