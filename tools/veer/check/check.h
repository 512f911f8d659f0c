/// Scenarios that can be run, and yet are not as somebody would want them.
#ifndef VEER_TOOLS_CHECK_H
#define VEER_TOOLS_CHECK_H

#include "base/base.h"
#include "trial/session.h"

/// Prints a line for each oddity of a world at its start, a few of each kind, and how many more
/// there are: no agents, agents that overlap each other, an obstacle or the map.
/// @param name  what it is called
/// @return how many oddities there are
uint32_t veer_check_warn(const char *name, const VeerSession *session);

/// `veer check`.
VeerExit veer_command_check(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
