/// The model potential: Lennard-Jones forces.
#include "avoid/base/answer.h"
#include "avoid/base/nearby.h"
#include "avoid/base/view.h"
#include "avoid/classic/classic.h"
#include "avoid/classic/constants.h"
#include "math/kernel.h"

static VeerKernel kernel_of(const VeerPotential *potential, bool is_friend)
{
    return (VeerKernel){.push = potential->push,
                        .push_exponent = potential->push_exponent,
                        .pull = is_friend ? potential->friend_pull : 0.0f,
                        .pull_exponent = potential->friend_exponent,
                        .least_gap = LEAST_GAP};
}

/// How far the goal is, m; its direction is that of the preferred velocity.
static float goal_gap(const VeerView *view)
{
    return view->has_goal ? max_f(length3(tame3(view, view->goal)) - view->radius, 0.0f) : 1.0f;
}

static VeerKernel kernel_of_goal(const VeerPotential *potential)
{
    return (VeerKernel){.pull = potential->goal_pull,
                        .pull_exponent = potential->goal_exponent,
                        .least_gap = LEAST_GAP};
}

/// What the goal and all targets pull with.
static VeerVec3 pull_of(const VeerView *view, const VeerPotential *potential, VeerVec3 preferred)
{
    VeerKernel kernel = kernel_of_goal(potential);
    VeerVec3 sum = scale3(direction3(preferred), -kernel_at(&kernel, goal_gap(view)));
    trace_line(view, VEER_TRACE_PULL, (VeerVec3){0}, sum);
    for (uint32_t i = 0; i < target_count(view); i++) {
        const VeerTarget *target = &view->targets[i];
        VeerVec3 offset = tame3(view, target->offset);
        float gap = max_f(length3(offset) - view->radius - target->radius, 0.0f);
        VeerVec3 pull = scale3(direction3(offset), -target->weight * kernel_at(&kernel, gap));
        trace_line(view, VEER_TRACE_PULL, (VeerVec3){0}, pull);
        sum = add3(sum, pull);
    }
    return sum;
}

/// How fast it goes along the sum: to targets at its preferred speed.
static float speed_of(const VeerView *view, VeerVec3 preferred)
{
    float asked = length3(preferred);
    return target_count(view) > 0 ? max_f(asked, min_f(view->preferred_speed, view->max_speed))
                                  : asked;
}

VeerAvoidResult veer_potential_decide(const VeerView *view, const VeerAvoidParams *params,
                                      VeerVec3 preferred)
{
    const VeerPotential *potential = &params->potential;
    preferred = limit_preferred(view, preferred);
    VeerVec3 sum = pull_of(view, potential, preferred);
    uint32_t acting = target_count(view);
    for (uint32_t i = 0; i < veer_nearby_count(view); i++) {
        VeerNearby nearby = veer_nearby_at(view, i);
        if (nearby.distance - nearby.radius > params->sense_range) {
            continue;
        }
        VeerKernel kernel = kernel_of(potential, nearby.is_friend);
        float strength = kernel_at(&kernel, nearby.gap);
        sum = along3(sum, nearby.away, strength);
        trace_mark(view,
                   (VeerTraceMark){.role = strength < 0.0f ? VEER_TRACE_PULL : VEER_TRACE_PUSH,
                                   .to = scale3(nearby.away, strength),
                                   .value = nearby.gap});
        acting++;
    }
    VeerVec3 chosen = acting > 0 ? scale3(direction3(sum), speed_of(view, preferred)) : preferred;
    return answer_with(view, preferred, chosen);
}
