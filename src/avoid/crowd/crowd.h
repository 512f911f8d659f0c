/// The default model, for views that are good. The door of the room.
#ifndef VEER_AVOID_CROWD_CROWD_H
#define VEER_AVOID_CROWD_CROWD_H

#include "veer/avoid.h"

/// As veer_avoid_crowd.
VeerAvoidResult veer_crowd_decide(const VeerView *view, const VeerAvoidParams *params,
                                  VeerVec3 preferred);

#endif
