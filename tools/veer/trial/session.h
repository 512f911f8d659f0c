/// A scenario and the world it runs in.
#ifndef VEER_TOOLS_SESSION_H
#define VEER_TOOLS_SESSION_H

#include "base/base.h"
#include "veer/replay.h"
#include "veer/scenario.h"
#include "veer/threads.h"

typedef struct VeerSession {
    VeerScenario *scenario;
    VeerScenarioInfo info;
    VeerWorld *world;
    VeerThreads *threads;   ///< NULL: the calling thread alone
    VeerRecorder *recorder; ///< of the world; NULL: none
    uint32_t workers;
    VeerIsa isa;
    double step_seconds;  ///< of wall time that the steps took
    double step_begin;    ///< on the clock, of the last step
    uint64_t agent_ticks; ///< agents, summed over the steps
} VeerSession;

/// Reads the scene or file that the arguments name, and starts its world.
///
/// @param seed  NULL: as the file says
/// On failure `error` says why and there is nothing to close.
bool veer_session_open(VeerSession *session, const VeerArgs *args, const uint64_t *seed,
                       VeerInputError *error);

/// As veer_session_open, of a scenario's text, which has as many agents as it says.
bool veer_session_open_text(VeerSession *session, const VeerArgs *args, const char *name,
                            const char *text, VeerInputError *error);

/// As veer_session_open, of a scenario's text, of which only workers and limits are the arguments'.
bool veer_session_repeat(VeerSession *session, const VeerArgs *args, const char *name,
                         const char *text, VeerInputError *error);

void veer_session_close(VeerSession *session);

/// Records the world from here on. @param path  what errors call the file
bool veer_session_record(VeerSession *session, VeerFile *file, const char *path,
                         VeerInputError *error);
/// Ends the recording, and completes its file.
bool veer_session_end_record(VeerSession *session, VeerFile *file, VeerInputError *error);

/// Applies the timeline and takes one step, unless a signal has come.
bool veer_session_step(VeerSession *session, VeerInputError *error);

#endif
