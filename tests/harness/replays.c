// Calls that record a world and replay it: what was recorded does the same again.
#define _POSIX_C_SOURCE 200809L
#include "values.h"

#include "veer/replay.h"

#include <stdio.h>
#include <stdlib.h>

// Each is called by the table in calls.c.
#define CALL(name) void call_##name(Session *session)

CALL(veer_recorder_create);
CALL(veer_recorder_advance);
CALL(veer_recorder_finish);
CALL(veer_replay_read);
CALL(veer_replay_open);
CALL(veer_replay_world);
CALL(veer_replay_next);
CALL(veer_replay_close);

// Nothing is fine for none of them.
static void give_nothing(Session *session)
{
    VeerReplayTick tick;
    VeerReplay *replay = NULL;
    bool is_refused = veer_recorder_create(NULL, NULL, NULL) != VEER_OK &&
                      veer_recorder_advance(NULL, NULL, VEER_ADVANCE_STEP, 0.1f) != VEER_OK &&
                      veer_recorder_finish(NULL, NULL) != VEER_OK &&
                      veer_replay_read(NULL, NULL, 9, NULL, NULL, &replay, NULL) != VEER_OK &&
                      veer_replay_open(NULL, NULL, NULL, &replay, NULL) != VEER_OK &&
                      veer_replay_next(NULL, &tick, NULL) != VEER_OK && !veer_replay_world(NULL);
    veer_replay_close(NULL);
    if (!is_refused) {
        fail(session, "a recording of nothing");
    }
    done(session, false);
}

// A few ticks of any kind, after which the world is as it was: most of these calls only read.
static void take_ticks(Session *session, VeerRecorder *recorder, VeerWorld *world)
{
    Place *place = session->place; // callbacks look at others
    place->step_depth += 1;
    for (uint32_t i = 0; i < 3; ++i) {
        VeerAdvance advance = (VeerAdvance)(draw(session) % 4);
        (void)veer_recorder_advance(recorder, world, advance, 1.0f / 30.0f);
    }
    place->step_depth -= 1;
    session->place = place;
}

// Replays a recording to its end. @return whether it could be
static bool repeat(Session *session, const char *bytes, size_t size)
{
    VeerReplay *replay = NULL;
    VeerReplayTick tick = {.outcome = VEER_REPLAY_CUT};
    VeerStatus status = veer_replay_read("any", bytes, size, NULL, NULL, &replay, NULL);
    do {
        status = status == VEER_OK ? veer_replay_next(replay, &tick, NULL) : status;
    } while (status == VEER_OK && tick.outcome == VEER_REPLAY_SAME);
    if (status == VEER_BAD_VALUE || (status == VEER_OK && tick.outcome != VEER_REPLAY_END)) {
        fail(session, "a replay that goes another way");
    }
    veer_replay_close(replay);
    return status == VEER_OK;
}

static void record(Session *session)
{
    VeerWorld *world = any_own_VeerWorld(session);
    // Who is told of a world's events, or asked, must not take it on.
    if (!world || is_wild(session) || session->depth > 0) {
        give_nothing(session);
        return;
    }
    char *bytes = NULL;
    size_t size = 0;
    VeerRecorder *recorder = NULL;
    bool has_callbacks = veer_world_has_callbacks(world);
    FILE *stream = open_memstream(&bytes, &size);
    size_t saved_size = veer_world_save_size(world);
    void *saved = malloc(saved_size);
    VeerStatus status = veer_recorder_create(world, stream, &recorder);
    if (status == VEER_OK) {
        (void)veer_world_save(world, saved, saved_size);
        take_ticks(session, recorder, world);
        status = veer_recorder_finish(recorder, world);
        (void)veer_world_restore(world, saved, saved_size);
    }
    fclose(stream);
    bool is_done = status == VEER_OK && (has_callbacks || repeat(session, bytes, size));
    free(saved);
    free(bytes);
    done(session, is_done);
}

CALL(veer_recorder_create)
{
    record(session);
}

CALL(veer_recorder_advance)
{
    record(session);
}

CALL(veer_recorder_finish)
{
    record(session);
}

CALL(veer_replay_read)
{
    record(session);
}

CALL(veer_replay_open)
{
    VeerReplay *replay = NULL;
    VeerInputError error;
    VeerStatus status = veer_replay_open(any_path(session), NULL, NULL, &replay, &error);
    veer_replay_close(replay);
    if (status == VEER_OK) {
        fail(session, "a recording that is none");
    }
    record(session);
}

CALL(veer_replay_world)
{
    record(session);
}

CALL(veer_replay_next)
{
    record(session);
}

CALL(veer_replay_close)
{
    record(session);
}
