/// Substeps: how finely a step is to be made.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/tick/tick.h"

/// Whoever yields all of an evasion learns a decision later what those ahead do, and overshoots by
/// what a decision lasts. So of its radius nobody that takes turns goes more than the sixth part in
/// a substep. 100 people before a door of 0.8 m, ticks of 0.1 s, with a third, this, and a twelfth:
/// they turn 1.1, 0.8 and 0.5 rad/s, and the last is through after 50, 46 and 44 s.
#define RADIUS_PARTS 6u
/// 1/s: but none is shorter than a frame, however small and fast who moves is.
#define MOST_RATE 60u
/// Steps of up to so many frames are made at once.
#define FRAMES 3u

float veer_agent_quickness(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    float speed = veer_agent_speed(world, slot);
    bool takes_turns = speed > 0.0f && agent->is_alive[slot] && !agent->is_immovable[slot] &&
                       veer_profile(world, slot)->model == VEER_AVOID_CROWD;
    return takes_turns ? speed / agent->radius[slot] : 0.0f;
}

/// Whether a step is longer than any that is made at once.
static bool is_long(float dt)
{
    return (float)MOST_RATE * dt > (float)FRAMES;
}

uint32_t veer_substeps_for(float quickness, float dt)
{
    float wanted = ceilf((float)RADIUS_PARTS * quickness * dt),
          most = floorf((float)MOST_RATE * dt);
    return is_long(dt) ? (uint32_t)max_f(min_f(wanted, most), 1.0f) : 1u;
}

uint32_t veer_world_substeps(const VeerWorld *world, float dt)
{
    if (!world || !is_tick(dt) || !is_long(dt)) {
        return 1u;
    }
    float most = 0.0f;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        most = max_f(most, veer_agent_quickness(world, slot));
    }
    return veer_substeps_for(most, dt);
}
