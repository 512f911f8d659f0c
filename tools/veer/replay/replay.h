/// `veer replay`: what a host did to a world, done again and checked.
#ifndef VEER_TOOLS_REPLAY_H
#define VEER_TOOLS_REPLAY_H

#include "base/base.h"

VeerExit veer_command_replay(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
