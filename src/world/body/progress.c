/// Whether agents get on towards their goals.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/body/body.h"

/// Nearer to the goal by this part of the radius counts as progress.
#define PROGRESS_RADII 0.1f

/// And by this part of what the preferred speed covers in VEER_BLOCKED_SECONDS, where that is less.
#define PROGRESS_SPEED 0.1f

static float progress_step(const VeerWorld *world, uint32_t slot)
{
    return min_f(PROGRESS_RADII * world->agent.radius[slot],
                 PROGRESS_SPEED * veer_agent_speed(world, slot) * VEER_BLOCKED_SECONDS);
}

void veer_agent_track(VeerWorld *world, uint32_t slot, float distance, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    if (distance < agent->goal_best[slot] - progress_step(world, slot)) {
        agent->goal_best[slot] = distance;
        agent->goal_stalled[slot] = 0.0f;
        agent->status[slot] = VEER_AGENT_MOVING;
        return;
    }
    agent->goal_stalled[slot] += dt;
    if (agent->goal_stalled[slot] >= VEER_BLOCKED_SECONDS &&
        agent->status[slot] == VEER_AGENT_MOVING) {
        agent->status[slot] = VEER_AGENT_BLOCKED;
    }
}
