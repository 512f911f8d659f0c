/// What the world needs of the models beside calling them.
#ifndef VEER_AVOID_MODEL_H
#define VEER_AVOID_MODEL_H

#include "avoid/base/memory.h"
#include "math/need.h"

/// As veer_avoid_decide, for a view, params and a preferred velocity that are good: the world's own
/// are.
VeerAvoidResult veer_avoid_answer(VeerAvoidModel model, const VeerView *view,
                                  const VeerAvoidParams *params, VeerVec3 preferred);

/// What parameters must be, as those of an agent's def.
void veer_avoid_params_need(VeerRefusal *refusal, VeerAvoidModel model,
                            const VeerAvoidParams *params);

/// VEER_AVOID_DEFAULT becomes the model that suits the body, and with it each member of the params
/// that is as in veer_avoid_params_default the model's own; any other stays what it is.
VeerAvoidModel veer_avoid_resolve(VeerAvoidModel model, VeerVehicle vehicle,
                                  const VeerMotionLimits *limits, VeerAvoidParams *params);

/// Parameters with every byte that the model does not use set to 0, so that equal ones hash alike.
VeerAvoidParams veer_avoid_params_tidy(VeerAvoidModel model, const VeerAvoidParams *params);

/// What a host's own model answered, brought within the promises.
VeerAvoidResult veer_avoid_sanitise(const VeerView *view, VeerVec3 preferred,
                                    VeerAvoidResult result);

#endif
