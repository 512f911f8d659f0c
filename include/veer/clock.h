/// A clock for game loops: steps of one length out of frames of any.
#ifndef VEER_CLOCK_H
#define VEER_CLOCK_H

#include "veer/api.h"

/// The time that frames took and steps have not made up for yet. Take it from veer_clock_default;
/// dt and max_steps may be set at any time.
typedef struct VeerClock {
    double left;        ///< s that no step has covered, 0 to dt
    float dt;           ///< s, of a step: VEER_MIN_DT to VEER_MAX_DT
    uint32_t max_steps; ///< of one frame; 0: it stands
} VeerClock;

/// A clock that nothing is left on, for steps of dt, at most five a frame; all zero for a bad dt.
VEER_API VeerClock veer_clock_default(float dt);

/// A frame has taken so long: how many steps of dt make up for it and for what was left, at most
/// max_steps. Beyond those whole steps are left out, so that a host that is too slow, or was
/// stopped, does not fall behind for ever.
///
/// @param seconds  s; what is negative or NaN counts as 0, and infinity as any other long time
/// @return steps to make now; 0 for NULL and for a clock with a bad dt
VEER_API uint32_t veer_clock_advance(VeerClock *clock, double seconds);

/// 0 to 1: the part of a step that is left: how far to show bodies between the tick before the last
/// and the last one (veer_world_read_agents, veer_agent_pose).
VEER_API float veer_clock_fraction(const VeerClock *clock);

#endif
