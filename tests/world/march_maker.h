/// Squads on a plane to march.
#ifndef VEER_TEST_WORLD_MARCH_MAKER_H
#define VEER_TEST_WORLD_MARCH_MAKER_H

#include "squad_maker.h"

#include <math.h>

/// The farthest that a member is off its slot, m.
static inline float worst_error(const VeerWorld *world, const VeerAgentId *members, uint32_t count)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 slot = read_member(world, members[i]).slot;
        worst = max_f(worst, flat_distance(slot, read_agent(world, members[i]).position));
    }
    return worst;
}

static inline float least_gap(const VeerWorld *world, const VeerAgentId *members, uint32_t count)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            least = min_f(least, gap_of_agents(world, members[i], members[k]));
        }
    }
    return least;
}

static inline VeerAgentId add_walker(VeerWorld *world, VeerVec3 at, VeerVec3 goal)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = at;
    def.preferred_speed = 0.8f;
    def.priority = INFINITY;
    VeerAgentId walker = add_agent(world, &def);
    veer_agent_go_to(world, walker, goal, 0.3f);
    return walker;
}

#endif
