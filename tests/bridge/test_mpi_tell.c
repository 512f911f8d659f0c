// What a rank tells another is heard as it was told, in no more bytes than it is news. A peer here
// hears what it tells itself.
#include "base/random.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/tell.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { FLAGS = 5000, WORDS = 21 };

static void close_peer(VeerMpiPeer *peer)
{
    free(peer->flags.data);
    free(peer->values.data);
    free(peer->out.data);
}

/// The message becomes the one that is read.
static void turn(VeerMpi *mpi, VeerMpiPeer *peer)
{
    veer_mpi_tell_end(mpi, peer);
    peer->in = peer->out;
    veer_mpi_hear_begin(peer);
}

static bool flag_of(uint64_t seed, uint32_t i, float odds)
{
    return veer_random_unit(seed, i, 0) < odds;
}

/// Tells flags that are set so often. @return bytes that they took
static size_t tell_flags(float odds, uint64_t seed)
{
    VeerMpi mpi = {.rank = 0};
    VeerMpiPeer peer = {.rank = 0};
    VeerMpiOdds told = 0, heard = 0;
    veer_mpi_tell_begin(&peer);
    for (uint32_t i = 0; i < FLAGS; ++i) {
        veer_mpi_tell(&mpi, &peer, &told, flag_of(seed, i, odds));
    }
    turn(&mpi, &peer);
    for (uint32_t i = 0; i < FLAGS; ++i) {
        assert_int_equal(veer_mpi_hear(&peer, &heard), flag_of(seed, i, odds));
    }
    assert_int_equal(told, heard);
    size_t size = peer.out.size;
    close_peer(&peer);
    return size;
}

static void flags_take_as_many_bits_as_they_are_news(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        // Entropies are 1, 0.081 (one in a hundred) and 0 bits a flag; odds have to be found, and
        // waver.
        assert_in_range(tell_flags(0.5f, seed), FLAGS * 0.99 / 8, FLAGS * 1.04 / 8);
        assert_in_range(tell_flags(0.01f, seed), 1, FLAGS * 0.13 / 8);
        assert_in_range(tell_flags(0.99f, seed), 1, FLAGS * 0.13 / 8);
        assert_int_equal(tell_flags(0.0f, seed), 0);
        assert_in_range(tell_flags(1.0f, seed), 1, 10);
    }
}

/// Words of which some change from message to message.
static void change(uint32_t *words, uint64_t seed, uint32_t message)
{
    for (uint32_t i = 0; i < WORDS; ++i) {
        uint64_t random = veer_random_u64(seed, i, message);
        words[i] = random % (2u + i) == 0 ? (uint32_t)(random >> 32) : words[i];
    }
}

static void words_are_heard_as_they_were_told(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        VeerMpi mpi = {.rank = 0};
        VeerMpiPeer peer = {.rank = 0};
        VeerMpiOdds told[VEER_MPI_ODDS(WORDS)] = {0}, heard[VEER_MPI_ODDS(WORDS)] = {0};
        uint32_t last[WORDS] = {0}, words[WORDS] = {0}, known[WORDS] = {0};
        for (uint32_t message = 0; message < 100; ++message) {
            unsigned char extra[3] = {0}, end[3] = {1, (unsigned char)message, 3};
            change(words, seed, message);
            veer_mpi_tell_begin(&peer);
            size_t size = veer_mpi_tell_words(&mpi, &peer, told, last, words, WORDS);
            assert_int_equal(size, peer.values.size);
            veer_mpi_tell_bytes(&mpi, &peer, end, sizeof end);
            turn(&mpi, &peer);
            veer_mpi_hear_words(&peer, heard, known, WORDS);
            veer_mpi_hear_bytes(&peer, extra, sizeof extra);
            assert_memory_equal(known, words, sizeof words);
            assert_memory_equal(extra, end, sizeof end);
            memcpy(last, words, sizeof last);
        }
        assert_memory_equal(told, heard, sizeof told);
        close_peer(&peer);
    }
}

static void nothing_new_is_an_empty_message(void **unused)
{
    (void)unused;
    VeerMpi mpi = {.rank = 0};
    VeerMpiPeer peer = {.rank = 0};
    VeerMpiOdds told[VEER_MPI_ODDS(WORDS)] = {0}, heard[VEER_MPI_ODDS(WORDS)] = {0};
    uint32_t words[WORDS] = {5, 6, 7}, known[WORDS] = {5, 6, 7};
    veer_mpi_tell_begin(&peer);
    assert_int_equal(veer_mpi_tell_words(&mpi, &peer, told, words, words, WORDS), 0);
    turn(&mpi, &peer);
    assert_int_equal(peer.in.size, 0);
    veer_mpi_hear_words(&peer, heard, known, WORDS);
    assert_memory_equal(known, words, sizeof words);
    close_peer(&peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_take_as_many_bits_as_they_are_news),
        cmocka_unit_test(words_are_heard_as_they_were_told),
        cmocka_unit_test(nothing_new_is_an_empty_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
