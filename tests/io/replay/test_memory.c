// Recordings where memory or the disk lacks: each allocation fails in its turn, streams end and
// beginnings are cut off anywhere; what was recorded or read is whole, or refused.
#define _POSIX_C_SOURCE 200809L
#include "io/replay/forge.h"
#include "io/replay/recorded.h"

#include "states/subjects.h"
#include "support/failing.h"

enum { TICKS = 3 };

/// Steps as often as a tick can be recorded.
static VeerStatus record_ticks(const VeerStateSubject *subject, VeerWorld *world,
                               VeerRecorder *recorder)
{
    VeerStatus status = VEER_OK;
    for (int tick = 0; tick < TICKS && status == VEER_OK; ++tick) {
        if (subject->stir) {
            subject->stir(world, subject->ticks + tick);
        }
        status = veer_recorder_advance(recorder, world, VEER_ADVANCE_STEP, 1.0f / 30.0f);
    }
    VeerStatus last = veer_recorder_finish(recorder, world);
    return status == VEER_OK ? last : status;
}

/// Records a subject, with one allocation failing. @return whether that was one of those made
static bool record_failing(const VeerStateSubject *subject, size_t failing)
{
    VeerWorld *world = veer_state_subject_make(subject);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    VeerRecorder *recorder = NULL;
    calls_left = failing;
    VeerStatus status = veer_recorder_create(world, stream, &recorder);
    if (status == VEER_OK) {
        status = record_ticks(subject, world, recorder);
    } else {
        assert_null(recorder);
    }
    bool has_failed = end_failing(failing);
    fclose(stream);
    assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
    free(bytes);
    veer_world_destroy(world);
    return has_failed;
}

/// The first to fail: builds that try not each one begin elsewhere with each subject.
static size_t first_failing(int subject)
{
    return 1 + (uint32_t)subject % suite_stride();
}

static void recorders_survive_each_failed_allocation(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        size_t failing = first_failing(i);
        while (record_failing(&veer_state_subjects[i], failing)) {
            failing += suite_stride();
        }
        assert_true(failing > 10);
    }
}

/// A subject's recording.
static Recorded *record(const VeerStateSubject *subject)
{
    VeerWorld *world = veer_state_subject_make(subject);
    Recorded *recorded = begin_recording(world);
    assert_int_equal(record_ticks(subject, world, recorded->recorder), VEER_OK);
    veer_world_destroy(world);
    return recorded;
}

/// Reads it to its end, or as far as it goes.
static VeerStatus replay(const void *bytes, size_t size, VeerReplayTick *tick)
{
    VeerReplay *replayed = NULL;
    *tick = (VeerReplayTick){.outcome = VEER_REPLAY_CUT};
    VeerStatus status = veer_replay_read("any", bytes, size, NULL, NULL, &replayed, NULL);
    assert_true((status == VEER_OK) == (replayed != NULL));
    do {
        status = status == VEER_OK ? veer_replay_next(replayed, tick, NULL) : status;
    } while (status == VEER_OK && tick->outcome == VEER_REPLAY_SAME);
    veer_replay_close(replayed);
    return status;
}

static void replays_survive_each_failed_allocation(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        Recorded *recorded = record(&veer_state_subjects[i]);
        bool has_failed = true;
        size_t failing = first_failing(i);
        for (; has_failed; failing += suite_stride()) {
            VeerReplayTick tick;
            calls_left = failing;
            VeerStatus status = replay(recorded->bytes, recorded->size, &tick);
            has_failed = end_failing(failing);
            assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
            assert_true(has_failed || tick.outcome == VEER_REPLAY_END);
        }
        assert_true(failing > 10);
        free_recording(recorded);
    }
}

/// What a stream took before it was full is a recording of fewer ticks, or none.
static void a_disk_may_be_full_after_any_byte(void **unused)
{
    (void)unused;
    const VeerStateSubject *subject = &veer_state_subjects[0];
    Recorded *recorded = record(subject);
    char *room = malloc(recorded->size);
    for (size_t most = 1; most < recorded->size; most += 1 + suite_stride() * recorded->size / 97) {
        VeerWorld *world = veer_state_subject_make(subject);
        FILE *stream = fmemopen(room, most, "wb");
        setvbuf(stream, NULL, _IONBF, 0);
        VeerRecorder *recorder = NULL;
        VeerStatus status = veer_recorder_create(world, stream, &recorder);
        assert_true(status == VEER_OK || status == VEER_BAD_VALUE);
        if (status == VEER_OK) {
            assert_int_equal(record_ticks(subject, world, recorder), VEER_BAD_VALUE);
        }
        fclose(stream);
        VeerReplayTick tick;
        status = replay(room, most, &tick);
        assert_true(status == VEER_BAD_VALUE || tick.outcome == VEER_REPLAY_CUT);
        veer_world_destroy(world);
    }
    free(room);
    free_recording(recorded);
}

/// Beginnings that are sound by their sums, but shorter than what they are of.
static void beginnings_that_are_cut_off_are_refused(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        Recorded *recorded = record(&veer_state_subjects[i]);
        Forge forge;
        assert_true(open_forge(&forge, recorded->bytes, recorded->size));
        size_t whole = forge.begin.size;
        for (size_t size = 0; size < whole;
             size += size < 600 ? suite_stride() : 1 + suite_stride() * whole / 97) {
            forge.begin.size = size;
            forge.file.size = 0;
            forge_begin(&forge);
            VeerReplayTick tick;
            assert_int_equal(replay(forge.file.bytes, forge.file.size, &tick), VEER_BAD_VALUE);
        }
        close_forge(&forge);
        free_recording(recorded);
    }
}

static void what_is_missing_is_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = veer_state_subject_make(&veer_state_subjects[0]);
    VeerRecorder *recorder = NULL;
    assert_int_equal(veer_recorder_create(NULL, stdout, &recorder), VEER_BAD_VALUE);
    assert_int_equal(veer_recorder_create(world, NULL, &recorder), VEER_BAD_VALUE);
    assert_int_equal(veer_recorder_create(world, stdout, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_recorder_advance(NULL, world, VEER_ADVANCE_STEP, 0.1f), VEER_BAD_VALUE);
    assert_int_equal(veer_recorder_finish(NULL, world), VEER_BAD_VALUE);
    veer_world_destroy(world);

    Recorded *recorded = record(&veer_state_subjects[0]);
    VeerReplay *opened = open_replay(recorded->bytes, recorded->size);
    assert_int_equal(veer_replay_next(opened, NULL, NULL), VEER_BAD_VALUE);
    veer_replay_close(opened);
    free_recording(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorders_survive_each_failed_allocation),
        cmocka_unit_test(replays_survive_each_failed_allocation),
        cmocka_unit_test(a_disk_may_be_full_after_any_byte),
        cmocka_unit_test(beginnings_that_are_cut_off_are_refused),
        cmocka_unit_test(what_is_missing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
