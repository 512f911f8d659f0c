/// `veer explain`: why an agent does what it does, at one time of a run.
#ifndef VEER_TOOLS_EXPLAIN_H
#define VEER_TOOLS_EXPLAIN_H

#include "base/base.h"

VeerExit veer_command_explain(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
