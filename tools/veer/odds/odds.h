/// `veer odds`: the odds of coming through a field of rocks.
#ifndef VEER_TOOLS_ODDS_H
#define VEER_TOOLS_ODDS_H

#include "base/base.h"

VeerExit veer_command_odds(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
