/// `veer plan`: planners on benchmark problems.
#ifndef VEER_TOOLS_PLAN_H
#define VEER_TOOLS_PLAN_H

#include "base/base.h"

VeerExit veer_command_plan(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
