/// Recordings in memory, for tests.
#ifndef VEER_TESTS_RECORDED_H
#define VEER_TESTS_RECORDED_H

#include "veer/replay.h"

#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

/// A recording under way: what a stream has taken.
typedef struct Recorded {
    VeerRecorder *recorder;
    FILE *stream;
    char *bytes; ///< bytes[size], once the stream is flushed
    size_t size, head;
} Recorded;

static inline Recorded *begin_recording(const VeerWorld *world)
{
    Recorded *recorded = calloc(1, sizeof *recorded);
    recorded->stream = open_memstream(&recorded->bytes, &recorded->size);
    VeerStatus status = veer_recorder_create(world, recorded->stream, &recorded->recorder);
    assert_int_equal(status, VEER_OK);
    recorded->head = recorded->size;
    return recorded;
}

static inline void advance(Recorded *recorded, VeerWorld *world, VeerAdvance how, float dt)
{
    assert_int_equal(veer_recorder_advance(recorded->recorder, world, how, dt), VEER_OK);
}

static inline void finish_recording(Recorded *recorded, const VeerWorld *world)
{
    assert_int_equal(veer_recorder_finish(recorded->recorder, world), VEER_OK);
}

static inline void free_recording(Recorded *recorded)
{
    fclose(recorded->stream);
    free(recorded->bytes);
    free(recorded);
}

static inline VeerReplay *open_replay(const void *bytes, size_t size)
{
    VeerReplay *replay = NULL;
    VeerInputError error = {""};
    VeerStatus status = veer_replay_read("test", bytes, size, NULL, NULL, &replay, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, VEER_OK);
    return replay;
}

static inline VeerReplayTick next_tick(VeerReplay *replay)
{
    VeerReplayTick tick;
    VeerInputError error = {""};
    VeerStatus status = veer_replay_next(replay, &tick, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, VEER_OK);
    return tick;
}

/// Replays to the end, which is to be the state of a world. @return ticks
static inline uint32_t expect_same(const Recorded *recorded, const VeerWorld *world)
{
    VeerReplay *replay = open_replay(recorded->bytes, recorded->size);
    uint32_t ticks = 0;
    VeerReplayTick tick = next_tick(replay);
    for (; tick.outcome == VEER_REPLAY_SAME; tick = next_tick(replay)) {
        ticks++;
    }
    assert_int_equal(tick.outcome, VEER_REPLAY_END);
    VeerWorldDifference difference;
    assert_int_equal(veer_world_diff(world, veer_replay_world(replay), &difference), VEER_OK);
    assert_null(difference.what);
    veer_replay_close(replay);
    return ticks;
}

/// Reads and runs whatever it is, to its end. @return whether it was all the same
static inline bool try_out(const void *bytes, size_t size)
{
    VeerReplay *replay = NULL;
    VeerReplayTick tick = {.outcome = VEER_REPLAY_CUT};
    VeerStatus status = veer_replay_read("any", bytes, size, NULL, NULL, &replay, NULL);
    while (status == VEER_OK) {
        status = veer_replay_next(replay, &tick, NULL);
        if (status != VEER_OK || tick.outcome >= VEER_REPLAY_END) {
            break;
        }
    }
    veer_replay_close(replay);
    return status == VEER_OK && tick.outcome == VEER_REPLAY_END;
}

#endif
