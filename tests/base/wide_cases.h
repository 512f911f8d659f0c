/// Each operation of wide floats against its scalar form, bit by bit, for the width that the
/// including file asks for.
#ifndef VEER_TESTS_BASE_WIDE_CASES_H
#define VEER_TESTS_BASE_WIDE_CASES_H

#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/wide.h"
#include "base/wide_keys.h"

/// Values whose pairs make every special case of an operation.
static const float odd_values[] = {0.0f,      -0.0f,       1.0f,      -1.0f,  0.1f,
                                   -3.0f,     1e-42f,      1e38f,     -1e38f, INFINITY,
                                   -INFINITY, 16777217.0f, 0.3333333f};
enum { ODD_COUNT = sizeof odd_values / sizeof odd_values[0] };

typedef struct Lanes {
    float a[VEER_WIDE], b[VEER_WIDE], out[VEER_WIDE];
} Lanes;

/// All pairs of odd values, VEER_WIDE at a time. @return whether there were more
static bool next_pairs(Lanes *lanes, uint32_t batch)
{
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        uint32_t pair = (batch * VEER_WIDE + i) % (ODD_COUNT * ODD_COUNT);
        lanes->a[i] = odd_values[pair / ODD_COUNT];
        lanes->b[i] = odd_values[pair % ODD_COUNT];
    }
    return batch * VEER_WIDE < ODD_COUNT * ODD_COUNT;
}

static void assert_same_bits(float a, float b)
{
    // Which NaN a NaN is may differ.
    assert_true(memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)));
}

#define CHECK_VALUES(wide, scalar)                                                                 \
    Lanes lanes;                                                                                   \
    for (uint32_t batch = 0; next_pairs(&lanes, batch); batch++) {                                 \
        VeerWide a = wide_load(lanes.a), b = wide_load(lanes.b);                                   \
        (void)b;                                                                                   \
        wide_store(lanes.out, wide);                                                               \
        for (uint32_t i = 0; i < VEER_WIDE; i++) {                                                 \
            float x = lanes.a[i], y = lanes.b[i];                                                  \
            (void)y;                                                                               \
            assert_same_bits(lanes.out[i], scalar);                                                \
        }                                                                                          \
    }

#define CHECK_MASKS(wide, scalar)                                                                  \
    Lanes lanes;                                                                                   \
    for (uint32_t batch = 0; next_pairs(&lanes, batch); batch++) {                                 \
        VeerWide a = wide_load(lanes.a), b = wide_load(lanes.b);                                   \
        uint32_t bits = wide_bits(wide);                                                           \
        for (uint32_t i = 0; i < VEER_WIDE; i++) {                                                 \
            float x = lanes.a[i], y = lanes.b[i];                                                  \
            assert_int_equal(bits >> i & 1u, (scalar) ? 1 : 0);                                    \
        }                                                                                          \
        assert_int_equal((uint64_t)bits >> VEER_WIDE, 0);                                          \
    }

static void wide_splat_fills_all_lanes(void **state)
{
    (void)state;
    CHECK_VALUES(wide_add(a, wide_splat(2.5f)), x + 2.5f)
}

static void wide_arithmetic_is_that_of_floats(void **state)
{
    (void)state;
    {CHECK_VALUES(wide_add(a, b), x + y)} {CHECK_VALUES(wide_sub(a, b), x - y)} {
        CHECK_VALUES(wide_mul(a, b), x * y)} {CHECK_VALUES(wide_div(a, b), x / y)} {
        CHECK_VALUES(wide_sqrt(a), sqrtf(x))} {
        CHECK_VALUES(wide_negate(a), -x)
    }
}

static void wide_extremes_take_the_second_of_equals(void **state)
{
    (void)state;
    {CHECK_VALUES(wide_min(a, b), x < y ? x : y)} {
        CHECK_VALUES(wide_max(a, b), x > y ? x : y)
    }
}

static void wide_comparisons_are_those_of_floats(void **state)
{
    (void)state;
    {CHECK_MASKS(wide_less(a, b), x < y)} {CHECK_MASKS(wide_at_most(a, b), x <= y)} {
        CHECK_MASKS(wide_less(wide_sub(a, a), b), x - x < y)
    }
}

static void wide_masks_combine(void **state)
{
    (void)state;
    {CHECK_MASKS(wide_both(wide_less(a, b), wide_less(wide_splat(0.0f), b)), x < y && 0.0f < y)} {
        CHECK_MASKS(wide_only(wide_less(a, b), wide_less(wide_splat(0.0f), b)),
                    x < y && !(0.0f < y))} {
        CHECK_MASKS(wide_either(wide_less(a, b), wide_less(wide_splat(0.0f), b)), x < y || 0.0f < y)
    }
}

static void wide_select_takes_by_the_mask(void **state)
{
    (void)state;
    {CHECK_VALUES(wide_select(wide_less(a, b), a, b), x < y ? x : y)} {
        CHECK_VALUES(wide_where(wide_less(a, b), a), x < y ? x : 0.0f)
    }
}

static void wide_first_counts_lanes(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= VEER_WIDE; count++) {
        assert_int_equal(wide_bits(wide_first(count)), (UINT64_C(1) << count) - 1u);
    }
    assert_int_equal(wide_bits(wide_first(VEER_WIDE)), VEER_WIDE_ALL);
}

static void wide_greatest_and_least_are_found_in_each_lane(void **state)
{
    (void)state;
    float values[VEER_WIDE];
    for (uint32_t at = 0; at < VEER_WIDE; at++) {
        for (uint32_t i = 0; i < VEER_WIDE; i++) {
            values[i] = i == at ? 7.5f : -0.25f * (float)i;
        }
        assert_true(wide_greatest(wide_load(values)) == 7.5f);
        values[at] = -INFINITY;
        assert_true(wide_least(wide_load(values)) == -INFINITY);
    }
}

static void wide_greatest_and_least_of_zeros_are_positive(void **state)
{
    (void)state;
    assert_false(signbit(wide_greatest(wide_splat(-0.0f))));
    assert_false(signbit(wide_least(wide_splat(-0.0f))));
}

static void wide_pack_leaves_the_lanes_asked_for(void **state)
{
    (void)state;
    float values[VEER_WIDE], packed[VEER_WIDE];
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        values[i] = (float)i + 0.5f;
    }
    for (uint32_t bits = 0; bits <= VEER_WIDE_ALL; bits++) {
        wide_pack(packed, wide_load(values), bits);
        uint32_t count = 0;
        for (uint32_t i = 0; i < VEER_WIDE; i++) {
            if (bits >> i & 1u) {
                assert_true(packed[count++] == values[i]);
            }
        }
    }
}

static void wide_columns_are_those_of_the_records_asked_for(void **state)
{
    (void)state;
    float records[64 * 8];
    for (int i = 0; i < 64 * 8; i++) {
        records[i] = (float)i;
    }
    uint32_t numbers[VEER_WIDE];
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        numbers[i] = i * 37u % 64u;
    }
    VeerWide columns[8];
    wide_columns(records, numbers, columns);
    for (uint32_t k = 0; k < 8; k++) {
        for (uint32_t i = 0; i < VEER_WIDE; i++) {
            assert_true(columns[k][i] == (float)(numbers[i] * 8u + k));
        }
    }
}

/// VEER_WIDE keys of floats from the greatest to the least of those that a gap can be.
static void make_keys(double *keys, float *values)
{
    static const float gaps[] = {INFINITY, 3e38f, 2.5f, 2.0f, 1e-42f, 0.0f, -1e-42f, -1.0f, -3e38f};
    uint32_t numbers[VEER_WIDE];
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        values[i] = gaps[i % (sizeof gaps / sizeof *gaps)];
        numbers[i] = i;
    }
    VeerWideMask lanes;
    memcpy(&lanes, numbers, sizeof lanes);
    wide_keys_make(keys, wide_load(values), lanes);
}

static void wide_keys_are_split_into_what_they_were_made_of(void **state)
{
    (void)state;
    double keys[VEER_WIDE];
    float values[VEER_WIDE];
    make_keys(keys, values);
    uint32_t numbers[VEER_WIDE], seen = 0;
    VeerWideMask bits = wide_keys_split(keys, numbers) - WIDE_KEY_BIAS;
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        float value;
        memcpy(&value, (const char *)&bits + i * sizeof value, sizeof value);
        assert_in_range(numbers[i], 0, VEER_WIDE - 1);
        assert_same_bits(value, values[numbers[i]]);
        double key = wide_key(value, numbers[i]);
        assert_memory_equal(&key, &keys[i], sizeof key);
        seen |= 1u << numbers[i];
    }
    assert_int_equal(seen, VEER_WIDE_ALL);
}

static void wide_keys_are_in_the_order_of_their_floats(void **state)
{
    (void)state;
    static const float gaps[] = {-INFINITY, -3e38f, -1.0f,  -1e-42f, 0.0f,
                                 1e-42f,    2.0f,   2.125f, 3e38f,   INFINITY};
    for (uint32_t i = 0; i + 1 < sizeof gaps / sizeof *gaps; i++) {
        double less = wide_key(gaps[i], 0xffffffffu), more = wide_key(gaps[i + 1], 0);
        assert_true(less < wide_key(gaps[i + 1], 0xffffffffu) && wide_key(gaps[i], 0) < more);
        VeerWideKeys a, b;
        double lanes[VEER_WIDE_KEYS], first[VEER_WIDE_KEYS], second[VEER_WIDE_KEYS];
        for (uint32_t lane = 0; lane < VEER_WIDE_KEYS; lane++) {
            first[lane] = lane % 2u ? less : more;
            second[lane] = lane % 2u ? more : less;
        }
        a = wide_keys_load(first), b = wide_keys_load(second);
        wide_keys_order(&a, &b);
        wide_keys_store(lanes, a);
        for (uint32_t lane = 0; lane < VEER_WIDE_KEYS; lane++) {
            assert_true(lanes[lane] == less);
        }
        wide_keys_store(lanes, b);
        for (uint32_t lane = 0; lane < VEER_WIDE_KEYS; lane++) {
            assert_true(lanes[lane] == more);
        }
    }
}

static void wide_keys_exchange_rows_and_columns(void **state)
{
    (void)state;
    enum { STRIDE = 7 };
    double from[WIDE_KEY_BLOCK * STRIDE], to[WIDE_KEY_BLOCK * STRIDE];
    for (int i = 0; i < WIDE_KEY_BLOCK * STRIDE; i++) {
        from[i] = i, to[i] = -1;
    }
    wide_keys_transpose(from, to, STRIDE);
    for (int row = 0; row < WIDE_KEY_BLOCK; row++) {
        for (int column = 0; column < STRIDE; column++) {
            double expected = column < WIDE_KEY_BLOCK ? from[column * STRIDE + row] : -1;
            assert_true(to[row * STRIDE + column] == expected);
        }
    }
}

static int run_wide_cases(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_splat_fills_all_lanes),
        cmocka_unit_test(wide_arithmetic_is_that_of_floats),
        cmocka_unit_test(wide_extremes_take_the_second_of_equals),
        cmocka_unit_test(wide_comparisons_are_those_of_floats),
        cmocka_unit_test(wide_masks_combine),
        cmocka_unit_test(wide_select_takes_by_the_mask),
        cmocka_unit_test(wide_first_counts_lanes),
        cmocka_unit_test(wide_greatest_and_least_are_found_in_each_lane),
        cmocka_unit_test(wide_greatest_and_least_of_zeros_are_positive),
        cmocka_unit_test(wide_pack_leaves_the_lanes_asked_for),
        cmocka_unit_test(wide_columns_are_those_of_the_records_asked_for),
        cmocka_unit_test(wide_keys_are_split_into_what_they_were_made_of),
        cmocka_unit_test(wide_keys_are_in_the_order_of_their_floats),
        cmocka_unit_test(wide_keys_exchange_rows_and_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
