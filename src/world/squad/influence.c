/// What membership changes in how an agent steers and avoids while it comes to its place.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/squad/base/constants.h"
#include "world/squad/squad.h"

/// Whether a member of a squad has a place of its own, and goes straight to it or rests there.
static bool has_own_place(const VeerWorld *world, uint32_t slot)
{
    return world->def.max_squads > 0 && world->member.squad[slot] != 0 &&
           world->member.answer[slot] == VEER_ANSWER_SLOT &&
           world->agent.goal_kind[slot] == VEER_GOAL_POINT;
}

/// Whether its squad is still coming to its places.
static bool is_arriving(const VeerWorld *world, uint32_t slot)
{
    return has_own_place(world, slot) &&
           world->squads[world->member.squad[slot] - 1].phase == VEER_SQUAD_ARRIVING;
}

/// Whether anybody in sight is on the move: agents at rest only settle against each other.
static bool sees_movement(const VeerView *view)
{
    for (uint32_t i = 0; i < view->neighbour_count; ++i) {
        if (length3(view->neighbours[i].velocity) > VEER_PROGRESS_PART * view->max_speed) {
            return true;
        }
    }
    return false;
}

bool veer_squad_shortens(const VeerWorld *world, uint32_t slot, const VeerView *view,
                         VeerAvoidParams *out)
{
    const VeerAgentColumns *agent = &world->agent;
    if (!has_own_place(world, slot)) {
        return false;
    }
    *out = veer_profile(world, slot)->avoid;
    VeerVec3 offset = veer_world_flat(world, sub3(agent->goal_point[slot], agent->position[slot]));
    float speed = max_f(length3(agent->preferred[slot]), 1e-6f);
    float horizon = max_f(VEER_COMMITMENT_SECONDS, length3(offset) / speed);
    float stopping = speed / veer_profile(world, slot)->max_braking;
    bool makes_way = !is_arriving(world, slot) && sees_movement(view);
    float ahead = makes_way ? INFINITY : horizon;
    out->time_horizon = min_f(out->time_horizon, max_f(ahead, stopping));
    out->time_horizon_obstacles = min_f(out->time_horizon_obstacles, horizon);
    return true;
}

VeerVec3 veer_squad_approach(const VeerWorld *world, uint32_t slot, VeerVec3 offset)
{
    if (world->def.space == VEER_PLANAR || !has_own_place(world, slot) ||
        !(world->squads[world->member.squad[slot] - 1].rules.max_drop > 0.0f)) {
        return offset;
    }
    VeerVec3 up = world->squads[world->member.squad[slot] - 1].rules.up;
    up = unit3(up, vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 level = along3(offset, up, -dot3(offset, up));
    float radius = world->agent.radius[slot];
    float rise = min_f(length3(level), VEER_NEAR_RADII * radius);
    return along3(offset, up, rise);
}

float veer_squad_weight(const VeerWorld *world, uint32_t slot)
{
    if (!is_arriving(world, slot)) {
        return 0.0f;
    }
    if (world->agent.status[slot] == VEER_AGENT_ARRIVED) {
        VeerVec3 off = sub3(world->agent.goal_point[slot], world->agent.position[slot]);
        bool is_off = length3(veer_world_flat(world, off)) > world->agent.radius[slot];
        return is_off ? PRESSING : HOLDING;
    }
    return world->agent.goal_stalled[slot] >= VEER_COMMITMENT_SECONDS ? PRESSING : 0.0f;
}

float veer_squad_pace(const VeerWorld *world, uint32_t slot, float distance)
{
    return is_arriving(world, slot) ? distance / VEER_COMMITMENT_SECONDS : INFINITY;
}
