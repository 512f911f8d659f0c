/// One ship's flight through a field of rocks.
#ifndef VEER_TOOLS_FLIGHT_H
#define VEER_TOOLS_FLIGHT_H

#include "trial/trial.h"

/// How it ended.
typedef struct VeerFlight {
    bool has_touched; ///< anything; the flight ends there
    bool has_arrived;
    double seconds;    ///< simulated
    double time_ratio; ///< of those that arrived; else NAN
    double decisions;  ///< how many were timed
    double decision_seconds;
} VeerFlight;

/// Whether a ship came through without touching anything.
bool veer_flight_is_safe(const VeerFlight *flight);

/// Whether flight a ended worse than flight b: touched, and soonest; else late.
bool veer_flight_is_worse(const VeerFlight *a, const VeerFlight *b);

/// Flies until the ship touches something or arrives, or the time is up.
///
/// @param is_timed  whether decisions are timed, which costs a fifth of the time and changes
///                  nothing of the flight
bool veer_flight_run(const VeerArgs *args, uint64_t seed, bool is_timed, VeerFlight *flight,
                     VeerInputError *error);

#endif
