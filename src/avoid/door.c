/// The models as a host calls them: what they are given is looked at here, and nowhere behind it.
#include "avoid/model.h"

#include "avoid/base/view.h"

static bool is_size(float value)
{
    return value >= 0.0f && isfinite(value);
}

static bool are_neighbours_good(const VeerView *view)
{
    uint32_t count = body_count(view);
    bool are_good = view->neighbours || count == 0;
    for (uint32_t i = 0; are_good && i < count; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        are_good = is_finite3(body->offset) && is_finite3(body->velocity) &&
                   is_size(body->radius) && is_size(body->mass) && body->share >= 0.0f &&
                   body->share <= 1.0f;
    }
    return are_good;
}

static bool are_walls_good(const VeerView *view)
{
    uint32_t count = wall_count(view);
    bool are_good = view->walls || count == 0;
    for (uint32_t i = 0; are_good && i < count; i++) {
        are_good = is_finite3(view->walls[i].a) && is_finite3(view->walls[i].b);
    }
    return are_good;
}

static bool are_targets_good(const VeerView *view)
{
    uint32_t count = target_count(view);
    bool are_good = view->targets || count == 0;
    for (uint32_t i = 0; are_good && i < count; i++) {
        const VeerTarget *target = &view->targets[i];
        are_good = is_finite3(target->offset) && is_size(target->radius) && is_size(target->weight);
    }
    return are_good;
}

static bool is_body_good(const VeerView *view)
{
    return is_finite3(view->velocity) && is_finite3(view->heading) && is_finite3(view->spin) &&
           (!view->has_goal || is_finite3(view->goal)) && is_finite3(view->bottleneck) &&
           is_size(view->radius) && view->max_speed >= 0.0f && view->preferred_speed >= 0.0f &&
           is_size(view->stalled) && view->max_acceleration > 0.0f && view->max_braking > 0.0f &&
           view->max_turn_rate > 0.0f && veer_vehicle_params_are_valid(&view->vehicle);
}

static bool is_memory_good(const VeerAvoidMemory *memory)
{
    return isfinite(memory->value[0]) && isfinite(memory->value[1]) && isfinite(memory->value[2]) &&
           isfinite(memory->value[3]);
}

static bool is_trace_good(const VeerAvoidTrace *trace)
{
    return !trace || trace->marks || trace->capacity == 0;
}

static bool is_good(const VeerView *view)
{
    return view && (unsigned)view->space <= VEER_SPATIAL && is_tick(view->dt) &&
           is_body_good(view) && is_memory_good(&view->memory) && is_trace_good(view->trace) &&
           are_neighbours_good(view) && are_walls_good(view) && are_targets_good(view);
}

VeerAvoidResult veer_avoid_decide(VeerAvoidModel model, const VeerView *view,
                                  const VeerAvoidParams *params, VeerVec3 preferred)
{
    if (model == VEER_AVOID_DEFAULT && view) {
        VeerMotionLimits limits = {view->max_speed, view->max_acceleration, view->max_braking,
                                   view->max_turn_rate};
        model = veer_avoid_model_for(view->vehicle.kind, &limits);
    }
    bool is_known = (unsigned)model < VEER_AVOID_MODEL_COUNT;
    model = is_known ? model : VEER_AVOID_NONE;
    if (!is_good(view) || !is_finite3(preferred) ||
        (is_known && !veer_avoid_params_are_valid(model, params))) {
        return (VeerAvoidResult){.is_avoiding = false};
    }
    return veer_avoid_answer(model, view, params, preferred);
}

VeerAvoidResult veer_avoid_crowd(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_CROWD, view, params, preferred);
}

VeerAvoidResult veer_avoid_orca(const VeerView *view, const VeerAvoidParams *params,
                                VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_ORCA, view, params, preferred);
}

VeerAvoidResult veer_avoid_magnets(const VeerView *view, const VeerAvoidParams *params,
                                   VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_MAGNETS, view, params, preferred);
}

VeerAvoidResult veer_avoid_potential(const VeerView *view, const VeerAvoidParams *params,
                                     VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_POTENTIAL, view, params, preferred);
}

VeerAvoidResult veer_avoid_whiskers(const VeerView *view, const VeerAvoidParams *params,
                                    VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_WHISKERS, view, params, preferred);
}

VeerAvoidResult veer_avoid_rays(const VeerView *view, const VeerAvoidParams *params,
                                VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_RAYS, view, params, preferred);
}

VeerAvoidResult veer_avoid_pilot(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred)
{
    return veer_avoid_decide(VEER_AVOID_PILOT, view, params, preferred);
}
