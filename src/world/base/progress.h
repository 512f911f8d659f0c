/// Progress: one clock an agent, `goal_stalled`, s since it came nearer to its goal.
///
/// It is moving, until it has been held up for VEER_HELD_UP_SECONDS; blocked from
/// VEER_BLOCKED_SECONDS on; and gives up after VEER_GIVE_UP_SECONDS, unless traffic has it wait.
/// veer_agent_track alone has the clock go on.
#ifndef VEER_WORLD_BASE_PROGRESS_H
#define VEER_WORLD_BASE_PROGRESS_H

#include "math/vec.h"
#include "world/base/constants.h"
#include "world/base/state.h"

static inline bool veer_progress_is_moving(const VeerWorld *world, uint32_t slot)
{
    return world->agent.goal_stalled[slot] < VEER_HELD_UP_SECONDS;
}

/// It has come nearer, has another goal, or can but wait.
static inline void veer_progress_restart(VeerWorld *world, uint32_t slot)
{
    world->agent.goal_stalled[slot] = 0.0f;
}

/// Others have it wait, who progress: the clock goes no further.
static inline void veer_progress_wait(VeerWorld *world, uint32_t slot)
{
    float *stalled = &world->agent.goal_stalled[slot];
    *stalled = min_f(*stalled, VEER_PATIENCE_SECONDS);
}

/// Ticks of patience: of those that only others can help.
static inline uint32_t veer_progress_patience(float dt)
{
    return 1u + (uint32_t)(VEER_PATIENCE_SECONDS / dt);
}

#endif
