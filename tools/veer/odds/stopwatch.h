/// How long agents take to decide.
#ifndef VEER_TOOLS_STOPWATCH_H
#define VEER_TOOLS_STOPWATCH_H

#include "trial/trial.h"

/// Times decisions in a world of its own, so that the one that is watched does not change.
typedef struct VeerStopwatch {
    VeerSession probe;
    void *state; ///< of the watched world, as it was saved
    size_t size;
    double decisions, seconds; ///< so far
} VeerStopwatch;

/// @param args, seed  as the watched session was opened with
bool veer_stopwatch_begin(VeerStopwatch *stopwatch, const VeerArgs *args, uint64_t seed,
                          VeerInputError *error);
void veer_stopwatch_end(VeerStopwatch *stopwatch);

/// Times what avoidance takes in the next step: how much longer all agents take to steer than if
/// they did not avoid, sensing their neighbours included. The best of three, since others use the
/// machine, too.
bool veer_stopwatch_take(VeerStopwatch *stopwatch, const VeerSession *watched,
                         VeerInputError *error);

#endif
