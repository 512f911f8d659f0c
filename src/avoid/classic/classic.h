/// The models of the literature, each as veer/avoid.h has it, for views that are good. The door of
/// the room.
#ifndef VEER_AVOID_CLASSIC_CLASSIC_H
#define VEER_AVOID_CLASSIC_CLASSIC_H

#include "veer/avoid.h"

VeerAvoidResult veer_magnets_decide(const VeerView *view, const VeerAvoidParams *params,
                                    VeerVec3 preferred);
VeerAvoidResult veer_potential_decide(const VeerView *view, const VeerAvoidParams *params,
                                      VeerVec3 preferred);
VeerAvoidResult veer_whiskers_decide(const VeerView *view, const VeerAvoidParams *params,
                                     VeerVec3 preferred);
VeerAvoidResult veer_rays_decide(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred);

#endif
