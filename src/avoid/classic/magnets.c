/// The model magnets: pushes and a pull.
#include "avoid/base/answer.h"
#include "avoid/base/nearby.h"
#include "avoid/classic/classic.h"
#include "math/kernel.h"

VeerAvoidResult veer_magnets_decide(const VeerView *view, const VeerAvoidParams *params,
                                    VeerVec3 preferred)
{
    const VeerMagnets *magnets = &params->magnets;
    preferred = limit_preferred(view, preferred);
    VeerKernel kernel = {
        .push = magnets->push, .push_exponent = magnets->exponent, .least_gap = magnets->least_gap};
    VeerVec3 push = {0};
    uint32_t acting = 0;
    for (uint32_t i = 0; i < veer_nearby_count(view); i++) {
        VeerNearby nearby = veer_nearby_at(view, i);
        if (nearby.gap < magnets->range * view->radius) {
            // The offset itself, not its direction: bigger bodies push harder.
            float strength = max_f(nearby.distance, magnets->least_gap);
            strength *= kernel_at(&kernel, nearby.gap);
            push = along3(push, nearby.away, strength);
            trace_mark(view, (VeerTraceMark){.role = VEER_TRACE_PUSH,
                                             .to = scale3(nearby.away, strength),
                                             .value = nearby.gap});
            acting++;
        }
    }
    if (acting == 0) {
        return answer_with(view, preferred, preferred);
    }
    float pull = magnets->pull * max_f(1.0f, magnets->pull_per_body * (float)acting);
    VeerVec3 sum = along3(push, direction3(preferred), pull);
    trace_line(view, VEER_TRACE_PULL, (VeerVec3){0}, scale3(direction3(preferred), pull));
    return answer_with(view, preferred, scale3(direction3(sum), length3(preferred)));
}
