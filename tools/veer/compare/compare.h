/// `veer compare`: models side by side.
#ifndef VEER_TOOLS_COMPARE_H
#define VEER_TOOLS_COMPARE_H

#include "base/base.h"

VeerExit veer_command_compare(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
