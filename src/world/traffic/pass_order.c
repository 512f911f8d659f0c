/// Who goes first through a gap between walls, where there is no map: who is nearer to it.
///
/// Source: bodies that press towards a narrow place and all yield alike form arches that hold each
/// other up (Helbing, Farkas and Vicsek, "Simulating dynamical features of escape panic", Nature,
/// 2000). Where who is behind does all of the yielding, the first is never held up.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/traffic/traffic.h"

/// How much of the yielding falls to who is one reach further away.
#define SHARPNESS 8.0f

VeerVec2 veer_pass_of(const VeerAgentColumns *agent, uint32_t slot)
{
    if (agent->model[slot] != VEER_AVOID_ORCA) {
        return vec2(0.0f, 0.0f);
    }
    return vec2(agent->memory[slot].orca.gap_x, agent->memory[slot].orca.gap_y);
}

static bool has_pass(VeerVec2 pass)
{
    return pass.x != 0.0f || pass.y != 0.0f;
}

/// How much further one of two is from what it has to pass than the other, m. A difference of 0
/// where they do not go the same way.
///
/// @param offset  from the one to the other, m
static float lag(VeerVec2 own, VeerVec2 other, VeerVec2 offset, float reach)
{
    if (has_pass(own) && has_pass(other)) {
        VeerVec2 apart = sub2(add2(offset, other), own);
        bool is_same = dot2(apart, apart) <= 0.25f * reach * reach;
        return is_same ? length2(own) - length2(other) : 0.0f;
    }
    // Who has passed it already, or need not, goes before those who come to it.
    if (has_pass(own)) {
        return max_f(length2(own) - length2(sub2(own, offset)), 0.0f);
    }
    if (has_pass(other)) {
        return min_f(length2(add2(offset, other)) - length2(other), 0.0f);
    }
    return 0.0f;
}

float veer_yield_share_off_routes(VeerVec2 pass, float radius, const VeerSeenAgent *other,
                                  VeerVec3 offset, float share)
{
    float reach = radius + other->radius;
    if (share <= 0.0f || share >= 1.0f || reach <= 0.0f || other->signal.is_resting) {
        return share;
    }
    float behind = lag(pass, other->pass, plane2(offset), reach) / reach;
    return clamp_f(share + clamp_f(SHARPNESS * behind, -1.0f, 1.0f), 0.0f, 1.0f);
}
