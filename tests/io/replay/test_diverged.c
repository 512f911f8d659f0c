// A replay that goes another way is told at the tick, and by whom; files that are damaged, cut off
// or forged are read as far as they are whole, or refused.
#define _POSIX_C_SOURCE 200809L
#include "io/replay/format.h"
#include "io/replay/pack.h"
#include "io/replay/recorded.h"

#include "world/busy_world.h"

enum { TICKS = 12, FIRST_TICK = 15, TICK_BYTES = 11, DIGEST = 5 };

/// Twelve ticks, in which a host does something where `calls` says so.
static Recorded *record(bool calls)
{
    Busy busy = make_busy(VEER_PLANAR);
    Recorded *recorded = begin_recording(busy.world);
    for (int tick = 0; tick < TICKS; ++tick) {
        if (calls) {
            stir(&busy, tick);
        }
        advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
    }
    finish_recording(recorded, busy.world);
    veer_world_destroy(busy.world);
    return recorded;
}

/// Goes on while the replay is the same. @return the tick that is not, or the end
static VeerReplayTick first_other(VeerReplay *replay)
{
    VeerReplayTick tick = next_tick(replay);
    while (tick.outcome == VEER_REPLAY_SAME) {
        tick = next_tick(replay);
    }
    return tick;
}

static void an_agent_that_diverges_is_named_at_its_tick(void **unused)
{
    (void)unused;
    Recorded *recorded = record(false);
    for (uint32_t slot = 0; slot < BUSY_AGENTS; slot += 17) {
        VeerReplay *replay = open_replay(recorded->bytes, recorded->size);
        for (uint32_t i = 0; i < 1 + slot % 7; ++i) {
            assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_SAME);
        }
        VeerWorld *world = veer_replay_world(replay);
        assert_int_equal(veer_agent_set_user_data(world, veer_agent_at(world, slot), 7), VEER_OK);
        VeerReplayTick tick = next_tick(replay);
        assert_int_equal(tick.outcome, VEER_REPLAY_DIVERGED);
        assert_int_equal(tick.tick, 1 + slot % 7);
        assert_int_equal(tick.part.kind, VEER_PART_AGENT);
        assert_int_equal(tick.part.name, slot + 1);
        assert_false(tick.is_before);
        // It goes on, and stays so.
        assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_DIVERGED);
        veer_replay_close(replay);
    }
    free_recording(recorded);
}

static void what_had_diverged_before_a_call_is_told_before_it(void **unused)
{
    (void)unused;
    Recorded *recorded = record(true);
    VeerReplay *replay = open_replay(recorded->bytes, recorded->size);
    assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_SAME);
    VeerWorld *world = veer_replay_world(replay);
    assert_int_equal(veer_agent_set_user_data(world, veer_agent_at(world, 5), 7), VEER_OK);
    VeerReplayTick tick = first_other(replay);
    assert_int_equal(tick.outcome, VEER_REPLAY_DIVERGED);
    veer_replay_close(replay);
    free_recording(recorded);
}

static void mend(const Recorded *recorded, size_t begin, size_t end)
{
    uint32_t check = veer_pack_check(recorded->bytes + begin, end - begin);
    memcpy(recorded->bytes + end, &check, VEER_TICK_CHECK);
}

static void a_changed_dt_or_digest_diverges_there(void **unused)
{
    (void)unused;
    Recorded *recorded = record(false);
    size_t first = recorded->head, fourth = first + FIRST_TICK + 2 * TICK_BYTES;
    float dt = TICK * 1.001f;
    memcpy(recorded->bytes + first + 1, &dt, sizeof dt);
    mend(recorded, first, first + FIRST_TICK - VEER_TICK_CHECK);
    VeerReplay *replay = open_replay(recorded->bytes, recorded->size);
    VeerReplayTick tick = first_other(replay);
    assert_int_equal(tick.outcome, VEER_REPLAY_DIVERGED);
    assert_int_equal(tick.tick, 0);
    assert_true(tick.dt == dt);
    veer_replay_close(replay);
    free_recording(recorded);

    recorded = record(false);
    recorded->bytes[fourth + 3] ^= 4;
    mend(recorded, fourth, fourth + TICK_BYTES - VEER_TICK_CHECK);
    replay = open_replay(recorded->bytes, recorded->size);
    tick = first_other(replay);
    assert_int_equal(tick.outcome, VEER_REPLAY_DIVERGED);
    assert_int_equal(tick.tick, 3);
    veer_replay_close(replay);
    free_recording(recorded);
}

static void a_recording_that_is_cut_off_is_read_to_its_last_whole_tick(void **unused)
{
    (void)unused;
    Recorded *recorded = record(false);
    for (size_t size = 0; size < recorded->size; size += size < recorded->head - 1 ? 211 : 1) {
        VeerReplay *replay = NULL;
        VeerInputError error = {""};
        VeerStatus status =
            veer_replay_read("cut", recorded->bytes, size, NULL, NULL, &replay, &error);
        if (size < recorded->head) {
            assert_int_equal(status, VEER_BAD_VALUE);
            assert_true(strlen(error.text) > 5);
            continue;
        }
        assert_int_equal(status, VEER_OK);
        size_t left = size - recorded->head;
        uint64_t whole = left < FIRST_TICK ? 0 : 1 + (left - FIRST_TICK) / TICK_BYTES;
        VeerReplayTick tick = first_other(replay);
        assert_int_equal(tick.outcome, VEER_REPLAY_CUT);
        assert_int_equal(tick.tick, whole);
        assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_CUT);
        veer_replay_close(replay);
    }
    free_recording(recorded);
}

static void every_changed_byte_is_found(void **unused)
{
    (void)unused;
    Recorded *recorded = record(true);
    assert_true(try_out(recorded->bytes, recorded->size));
    for (size_t at = 0; at < recorded->size; at += 1 + at % 37) {
        if (at >= offsetof(VeerReplayHead, unused) && at < sizeof(VeerReplayHead)) {
            continue;
        }
        recorded->bytes[at] ^= 0x24;
        VeerReplay *replay = NULL;
        VeerReplayTick tick = {.outcome = VEER_REPLAY_SAME};
        VeerStatus status =
            veer_replay_read("any", recorded->bytes, recorded->size, NULL, NULL, &replay, NULL);
        while (status == VEER_OK && tick.outcome == VEER_REPLAY_SAME) {
            status = veer_replay_next(replay, &tick, NULL);
        }
        assert_true(status != VEER_OK || tick.outcome != VEER_REPLAY_END);
        veer_replay_close(replay);
        recorded->bytes[at] ^= 0x24;
    }
    free_recording(recorded);
}

static void what_is_given_wrongly_is_refused(void **unused)
{
    (void)unused;
    VeerReplay *replay = NULL;
    VeerReplayTick tick;
    VeerInputError error = {""};
    assert_int_equal(veer_replay_read("x", NULL, 4, NULL, NULL, &replay, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_replay_read("x", "veerplay", 8, NULL, NULL, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_replay_open("/nowhere/x", NULL, NULL, &replay, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_replay_next(NULL, &tick, &error), VEER_BAD_VALUE);
    assert_null(veer_replay_world(NULL));
    assert_int_equal(veer_recorder_finish(NULL, NULL), VEER_BAD_VALUE);
    veer_replay_close(NULL);
    // A state that is larger than the limits allow.
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 40000;
    VeerWorld *world = make_world_of(&def);
    Recorded *recorded = begin_recording(world);
    VeerInputLimits limits = {.max_mib = 1};
    assert_int_equal(
        veer_replay_read("big", recorded->bytes, recorded->size, &limits, NULL, &replay, &error),
        VEER_BAD_VALUE);
    assert_non_null(strstr(error.text, "larger than"));
    assert_null(replay);
    finish_recording(recorded, world);
    free_recording(recorded);
    veer_world_destroy(world);
}

/// A disk that is full stops the recording, not the game.
static void a_stream_that_fails_is_told_at_the_end(void **unused)
{
    (void)unused;
    FILE *full = fopen("/dev/full", "wb");
    if (!full) {
        skip();
    }
    Busy busy = make_busy(VEER_PLANAR);
    VeerRecorder *recorder = NULL;
    assert_int_equal(veer_recorder_create(busy.world, full, &recorder), VEER_BAD_VALUE);
    assert_null(recorder);
    fclose(full);

    // The beginning fits, and a few ticks.
    static char room[1 << 20];
    Recorded *recorded = begin_recording(busy.world);
    FILE *small = fmemopen(room, recorded->head + 100, "wb");
    assert_int_equal(veer_recorder_create(busy.world, small, &recorder), VEER_OK);
    for (int tick = 0; tick < 30; ++tick) {
        assert_int_equal(veer_recorder_advance(recorder, busy.world, VEER_ADVANCE_STEP, TICK),
                         VEER_OK);
    }
    assert_int_equal(veer_world_tick(busy.world), 30);
    assert_int_equal(veer_recorder_finish(recorder, busy.world), VEER_BAD_VALUE);
    fclose(small);
    VeerReplay *replay = open_replay(room, recorded->head + 100);
    assert_int_equal(first_other(replay).tick, 8);
    veer_replay_close(replay);
    finish_recording(recorded, busy.world);
    free_recording(recorded);
    veer_world_destroy(busy.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_that_diverges_is_named_at_its_tick),
        cmocka_unit_test(what_had_diverged_before_a_call_is_told_before_it),
        cmocka_unit_test(a_changed_dt_or_digest_diverges_there),
        cmocka_unit_test(a_recording_that_is_cut_off_is_read_to_its_last_whole_tick),
        cmocka_unit_test(every_changed_byte_is_found),
        cmocka_unit_test(what_is_given_wrongly_is_refused),
        cmocka_unit_test(a_stream_that_fails_is_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
