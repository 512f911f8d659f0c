/// Recordings of a run that other tools open: SQLite in the format of JuPedSim, version 2 (library
/// veer_io). docs/recordings.md says what is in them.
#ifndef VEER_RECORDING_H
#define VEER_RECORDING_H

#include "veer/file.h"
#include "veer/scenario.h"

/// A recording that is being written. Opaque.
typedef struct VeerRecording VeerRecording;

/// Begins a recording of a world that veer_scenario_start made, before its first step, and takes in
/// the world as it is.
///
/// @param file   to be completed and published when the recording is finished; it stays the
/// caller's
/// @param fps    frames for a second of simulated time: the nearest that divides the rate of ticks.
///               0: at most 60, and fewer for a run that would have over 4 million rows
/// @param error  filled when the status is not VEER_OK
/// @return VEER_OK; VEER_BAD_VALUE for NULL, or when the file cannot be written; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_recording_create(VeerFile *file, float fps, const VeerScenario *scenario,
                                          const VeerWorld *world, VeerRecording **out,
                                          VeerInputError *error);

/// Takes in the world as it is after a step; every frame's tick writes a row for each agent.
/// Cost O(agents), about a microsecond each.
VEER_API VeerStatus veer_recording_observe(VeerRecording *recording, const VeerScenario *scenario,
                                           const VeerWorld *world, VeerInputError *error);

/// Writes the rest to the file, and frees the recording, also when it fails.
///
/// @param world  at its last tick: its hash is kept, to check a repetition
VEER_API VeerStatus veer_recording_finish(VeerRecording *recording, const VeerWorld *world,
                                          VeerInputError *error);

/// Gives up: frees the recording, whose file is then to be destroyed. NULL is fine.
VEER_API void veer_recording_discard(VeerRecording *recording);

/// What is needed to repeat a recorded run, bit by bit.
typedef struct VeerRecordedRun {
    char *scenario; ///< its text, as veer_scenario_text gave it
    uint64_t ticks; ///< how long it ran
    uint64_t hash;  ///< of the world at the end
} VeerRecordedRun;

/// Reads back what veer_recording_finish kept. Nothing in the file is run or changed, nor waited
/// for beyond a second of processor time; its journal, if it has one, is left alone.
///
/// @param limits  of the scenario's text; NULL: the defaults. The file itself may be of any size
/// @param out     release it with veer_recorded_run_free; its ticks are what the file says, and may
///                be more than the scenario lasts
/// @return VEER_OK; VEER_BAD_VALUE for a file that is no recording of veer; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_recording_read(const char *path, const VeerInputLimits *limits,
                                        VeerRecordedRun *out, VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_recorded_run_free(VeerRecordedRun *run);

#endif
