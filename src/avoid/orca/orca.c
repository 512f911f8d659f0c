/// ORCA as in the paper: one velocity program over the half-planes of all that is sensed, without
/// memory.
#include "avoid/orca/orca.h"

#include "avoid/base/answer.h"

VeerAvoidResult veer_orca_decide(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred)
{
    if (!(view->max_speed > VEER_LEAST_SPEED)) {
        return (VeerAvoidResult){.is_avoiding = false};
    }
    preferred = limit_preferred(view, preferred);
    VeerView bare = *view;
    bare.memory.crowd = (VeerCrowdMemory){.jam = 1.0f}; // keeps no margin
    VeerAllowedVelocities allowed;
    veer_allowed_sense(&allowed, &bare, params, params, (VeerVec3){0});
    VeerVec3 answer = veer_allowed_choose(&allowed, preferred);
    veer_allowed_trace(&allowed, view);
    return conclude(view, preferred, answer);
}
