// Recordings that somebody forged, sound by their sums, are refused or run.
#define _POSIX_C_SOURCE 200809L
#include "io/replay/forge.h"
#include "io/replay/recorded.h"

#include "base/random.h"
#include "states/subjects.h"

enum {
    DEF_BYTES = 160, // the def of a world comes first, its map then
    MAP_BYTES = 1600,
    ROUNDS = 120
};

static uint32_t below(uint64_t round, uint64_t number, uint32_t most)
{
    return (uint32_t)(veer_random_u64(9, round, number) % most);
}

// A bit here and there: of the def, of the map, or of anything; most of the rest is zeros.
static void flip(VeerCodec *begin, uint32_t round)
{
    const uint32_t reach[] = {DEF_BYTES, MAP_BYTES, (uint32_t)begin->size, DEF_BYTES + MAP_BYTES};
    uint32_t changes = round % 16 == 0 ? 0 : 1 + below(round, 0, 3);
    for (uint32_t i = 0; i < changes; ++i) {
        uint32_t most = reach[round % 4];
        uint32_t at = below(round, 1 + i, most < begin->size ? most : (uint32_t)begin->size);
        begin->bytes[at] ^= (unsigned char)(1u << below(round, 50 + i, 8));
    }
}

// Two ticks, of which the second changes anything.
static void forge_ticks(Forge *forge, uint32_t round)
{
    unsigned char any[64];
    for (uint32_t i = 0; i < sizeof any; ++i) {
        any[i] = (unsigned char)below(round, 100 + i, i < 8 ? 256 : 12);
    }
    forge_tick(forge, VEER_TICK_HAS_DT, 1.0f / 60.0f, NULL, 0, (VeerWorldDigest){0, 0});
    forge_tick(forge, VEER_TICK_HAS_CHANGES, 0.0f, any, sizeof any, (VeerWorldDigest){0, 0});
}

static void forge(const Recorded *recorded, uint32_t round, size_t size)
{
    Forge forge;
    assert_true(open_forge(&forge, recorded->bytes, recorded->size));
    if (size < forge.begin.size) {
        forge.begin.size = size;
    } else {
        flip(&forge.begin, round);
    }
    forge_begin(&forge);
    forge_ticks(&forge, round);
    bool is_whole = try_out(forge.file.bytes, forge.file.size);
    assert_false(is_whole && size < SIZE_MAX); // what is cut off is no world
    close_forge(&forge);
}

// Of each kind of world: bits flipped, and cut off at any place.
static void forged_recordings_are_refused_or_run(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        VeerWorld *world = veer_state_subject_make(&veer_state_subjects[i]);
        Recorded *recorded = begin_recording(world);
        finish_recording(recorded, world);
        for (uint32_t round = 0; round < suite_seeds(ROUNDS); ++round) {
            forge(recorded, round, SIZE_MAX);
            forge(recorded, round, below(round, 7, DEF_BYTES + MAP_BYTES));
        }
        free_recording(recorded);
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forged_recordings_are_refused_or_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
