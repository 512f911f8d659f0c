#include "base/random.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

static int bits_in(uint64_t value)
{
    int count = 0;
    for (; value != 0; value &= value - 1) {
        count++;
    }
    return count;
}

static void hash_keeps_zero(void **state)
{
    (void)state;
    assert_true(veer_hash_mix(0) == 0);
}

static void hash_of_a_sequence_depends_on_its_order(void **state)
{
    (void)state;
    assert_true(veer_hash_add(veer_hash_add(0, 1), 2) != veer_hash_add(veer_hash_add(0, 2), 1));
}

// SplitMix64 from state 0 adds the golden gamma and mixes: its first published output.
static void hash_matches_splitmix64(void **state)
{
    (void)state;
    assert_true(veer_hash_mix(UINT64_C(0x9e3779b97f4a7c15)) == UINT64_C(0xe220a8397b1dcdaf));
}

// Flipping one bit of an argument flips half of the result: 32 of 64, whose mean over 64 x 64 flips
// has a deviation of 4 / 64, so 0.5 is eight deviations off.
static void random_avalanches_in_each_argument(void **state)
{
    (void)state;
    int flipped[3] = {0};
    for (uint64_t base = 0; base < 64; base++) {
        uint64_t here = veer_random_u64(base, base * 3u, base * 7u);
        for (int bit = 0; bit < 64; bit++) {
            uint64_t flip = UINT64_C(1) << bit;
            flipped[0] += bits_in(here ^ veer_random_u64(base ^ flip, base * 3u, base * 7u));
            flipped[1] += bits_in(here ^ veer_random_u64(base, (base * 3u) ^ flip, base * 7u));
            flipped[2] += bits_in(here ^ veer_random_u64(base, base * 3u, (base * 7u) ^ flip));
        }
    }
    for (int argument = 0; argument < 3; argument++) {
        assert_true(fabs(flipped[argument] / 4096.0 - 32.0) < 0.5);
    }
}

static void random_unit_is_in_its_range_and_even(void **state)
{
    (void)state;
    enum { DRAWS = 100000, BINS = 10 };
    int bins[BINS] = {0};
    for (uint64_t i = 0; i < DRAWS; i++) {
        float unit = veer_random_unit(42, 7, i);
        assert_true(unit >= 0.0f && unit < 1.0f);
        bins[(int)(unit * (float)BINS)]++;
    }
    for (int bin = 0; bin < BINS; bin++) {
        assert_true(abs(bins[bin] - DRAWS / BINS) < 600); // six deviations of sqrt(10^5 0.1 0.9)
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_keeps_zero),
        cmocka_unit_test(hash_of_a_sequence_depends_on_its_order),
        cmocka_unit_test(hash_matches_splitmix64),
        cmocka_unit_test(random_avalanches_in_each_argument),
        cmocka_unit_test(random_unit_is_in_its_range_and_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
