#include "support/suite.h"

#include "base/random.h"
#include "space/rank.h"

// Gaps and ids drawn from so few that many are equal, or from many.
typedef struct Deck {
    float gaps[VEER_RANK_ROOM];
    uint32_t ids[VEER_MAX_RANK];
    uint32_t places[VEER_RANK_ROOM];
    uint32_t count;
} Deck;

static void deal(Deck *deck, uint64_t seed, uint32_t count, uint32_t gaps, uint32_t ids)
{
    deck->count = count;
    for (uint32_t i = 0; i < count; i++) {
        deck->gaps[i] = (float)(veer_random_u64(seed, 1, i) % gaps) - 3.0f;
        deck->ids[i] = (uint32_t)(veer_random_u64(seed, 2, i) % ids) * 2654435761u;
    }
}

static bool is_before(const Deck *deck, uint32_t i, uint32_t j)
{
    if (deck->gaps[i] != deck->gaps[j]) {
        return deck->gaps[i] < deck->gaps[j];
    }
    return deck->ids[i] < deck->ids[j] || (deck->ids[i] == deck->ids[j] && i < j);
}

static void assert_sorted(const Deck *deck)
{
    for (uint32_t i = 0; i < deck->count; i++) {
        uint32_t before = 0;
        for (uint32_t j = 0; j < deck->count; j++) {
            before += is_before(deck, j, i);
        }
        assert_int_equal(deck->places[i], before);
    }
}

static void rank_of_different_gaps_is_a_sort(void **state)
{
    (void)state;
    Deck deck = {.count = 0};
    for (uint32_t count = 0; count <= VEER_MAX_RANK; count++) {
        deck.count = count;
        for (uint32_t i = 0; i < count; i++) {
            deck.gaps[i] = (float)(i * 77u % 131u) * 0.1f - 5.0f;
        }
        bool is_sort = veer_rank(deck.gaps, count, deck.places);
        assert_true(is_sort);
        assert_sorted(&deck);
        for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
            assert_true(veer_rank_lanes((VeerLanes)lanes)->rank(deck.gaps, count, deck.places));
            assert_sorted(&deck);
        }
    }
}

static void rank_tells_of_equal_gaps(void **state)
{
    (void)state;
    Deck deck = {.gaps = {2.0f, 1.0f, 2.0f}, .count = 3};
    assert_false(veer_rank(deck.gaps, 3, deck.places));
}

static void ranks_of_equal_gaps_are_by_id_and_order(void **state)
{
    (void)state;
    print_message("seeds 0 to 2 * %d\n", VEER_MAX_RANK);
    Deck deck = {.count = 0};
    for (uint32_t count = 0; count <= VEER_MAX_RANK; count++) {
        for (uint32_t ids = 3; ids < 2000; ids += 1500) {
            deal(&deck, count + ids % 2u, count, 1u + count / 4u, ids);
            if (!veer_rank(deck.gaps, count, deck.places)) {
                veer_rank_ties(deck.ids, count, deck.places);
            }
            assert_sorted(&deck);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_of_different_gaps_is_a_sort),
        cmocka_unit_test(rank_tells_of_equal_gaps),
        cmocka_unit_test(ranks_of_equal_gaps_are_by_id_and_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
