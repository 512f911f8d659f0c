/// @file
/// Processes that may fail, and what they leave behind.
#ifndef VEER_HARNESS_WATCH_H
#define VEER_HARNESS_WATCH_H

#include "session.h"

/// Memory that a process shares with the one that started it.
typedef struct Shared {
    uint64_t session; ///< the seed of the present one
    uint32_t call;    ///< its number in the session
    uint64_t sessions, calls;
    Tally tallies[1024];
} Shared;

typedef struct Outcome {
    bool has_failed;
    char fault[256]; ///< the sanitizer's summary, the harness's line, or the signal
} Outcome;

/// The memory that all processes share.
Shared *shared_memory(void);
/// Runs a function in a process of its own, watches its memory and how long a call takes.
Outcome run_apart(void (*run)(void *context, Shared *shared), void *context);

#endif
