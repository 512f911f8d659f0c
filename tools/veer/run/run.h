/// `veer run` and `veer list`.
#ifndef VEER_TOOLS_RUN_H
#define VEER_TOOLS_RUN_H

#include "base/base.h"

VeerExit veer_command_run(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);
VeerExit veer_command_list(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
