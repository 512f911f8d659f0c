/// Recording what a host does to a world, and doing it again (library veer_io): between two ticks
/// only what has changed in the state is written, a few bytes a call, whatever the calls were. What
/// is recorded runs again without the host, bit by bit, and is checked tick by tick. docs/replay.md
/// says what is in the file.
#ifndef VEER_REPLAY_H
#define VEER_REPLAY_H

#include "veer/diff.h"
#include "veer/scenario.h"

#include <stdio.h>

/// What takes a world on.
typedef enum VeerAdvance {
    VEER_ADVANCE_STEP = 0, ///< veer_world_step
    VEER_ADVANCE_STEER,    ///< veer_world_steer
    VEER_ADVANCE_MOVED,    ///< veer_world_moved
    VEER_ADVANCE_COUNT
} VeerAdvance;

/// A world that is being recorded. Opaque.
typedef struct VeerRecorder VeerRecorder;

/// Begins to record a world, at any time between two of its ticks: writes what it was made by, and
/// its state.
///
/// @param stream  open for writing, in binary; it stays the caller's, and open until the end. It is
///                flushed after each tick, so that all but the last is on the disk when a host
///                crashes
/// @param out     end it with veer_recorder_finish
/// @return VEER_OK; VEER_BAD_VALUE: NULL, pieces of a mesh that veer_mesh_cut did not make, or what
///         cannot be written; VEER_BUSY within a step; VEER_OUT_OF_MEMORY
/// Holds two copies of the state. Makes such a world once, to see that it can be. Cost O(state +
/// map).
VEER_API VeerStatus veer_recorder_create(const VeerWorld *world, FILE *stream, VeerRecorder **out);

/// Takes a world on, in place of a call of veer_world_step, veer_world_steer or veer_world_moved,
/// and records it, with all that the host has done to the world since the last time.
///
/// @param world  the one that the recorder is for
/// @return as that call. What cannot be written makes no difference to the world: the recording
///         ends there, and veer_recorder_finish tells
/// Cost O(state), beyond that of the call; allocates where more has changed than ever before.
VEER_API VeerStatus veer_recorder_advance(VeerRecorder *recorder, VeerWorld *world,
                                          VeerAdvance advance, float dt);

/// Writes the end, with what the host has done since the last tick, and frees the recorder.
/// @return VEER_OK; VEER_BAD_VALUE: NULL, or not all could be written; VEER_OUT_OF_MEMORY: neither
VEER_API VeerStatus veer_recorder_finish(VeerRecorder *recorder, const VeerWorld *world);

/// A recording that runs again. Opaque.
typedef struct VeerReplay VeerReplay;

/// Opens a recording, and makes its world as it was when it began. Nothing in it is believed.
///
/// @param name    what errors call it, usually the file's path
/// @param data    data[length], which is copied
/// @param limits  of the world's state, and of the memory that the world takes; NULL: the defaults
/// @param tasks   of the world, as in VeerWorldDef; NULL: the calling thread
/// @param out     release it with veer_replay_close
/// @param error   filled when the status is not VEER_OK
/// @return VEER_OK; VEER_BAD_VALUE for what is no recording, or one of another version or build;
///         VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_replay_read(const char *name, const void *data, size_t length,
                                     const VeerInputLimits *limits, const VeerTasks *tasks,
                                     VeerReplay **out, VeerInputError *error);
/// The same from a regular file of at most limits->max_mib.
VEER_API VeerStatus veer_replay_open(const char *path, const VeerInputLimits *limits,
                                     const VeerTasks *tasks, VeerReplay **out,
                                     VeerInputError *error);

/// The world, as it is now: to be read and drawn, and given the host's functions before the first
/// tick where VeerReplayTick.has_callbacks. Lives as long as the replay.
VEER_API VeerWorld *veer_replay_world(VeerReplay *replay);

/// What a tick of a replay came to.
typedef enum VeerReplayOutcome {
    VEER_REPLAY_SAME = 0, ///< the world is as it was
    VEER_REPLAY_DIVERGED, ///< it is not: the tick is done, and more can follow
    VEER_REPLAY_END,      ///< there are no more ticks: the recording was finished
    VEER_REPLAY_CUT,      ///< it was not, and ends here, within a tick or after one
    VEER_REPLAY_OUTCOME_COUNT
} VeerReplayOutcome;

/// A tick of a replay.
typedef struct VeerReplayTick {
    VeerReplayOutcome outcome; ///< what came of it
    VeerAdvance advance;       ///< how the tick was made
    float dt;                  ///< s
    uint64_t tick;             ///< of the world, before it
    uint32_t changed;          ///< bytes of the state that the host had changed before it
    bool has_callbacks; ///< functions of the host's decided in it, which a replay has not by itself
    bool is_before;     ///< it had diverged before the tick, in what no hash is about
    VeerWorldPart part; ///< what diverged, where one thing did
} VeerReplayTick;

/// Does what the host did, takes the world on, and compares. At the end, what the host did after
/// the last tick.
///
/// @param out    filled with VEER_OK, else untouched
/// @param error  filled when the status is not VEER_OK
/// @return VEER_OK; VEER_BAD_VALUE when the recording is damaged; VEER_OUT_OF_MEMORY
/// Cost that of the tick; O(state + map) beyond it where the host did something.
VEER_API VeerStatus veer_replay_next(VeerReplay *replay, VeerReplayTick *out,
                                     VeerInputError *error);

/// Frees a replay, with its world. NULL is fine.
VEER_API void veer_replay_close(VeerReplay *replay);

#endif
