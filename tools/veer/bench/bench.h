/// `veer bench`: what ticks and maps cost.
#ifndef VEER_TOOLS_BENCH_H
#define VEER_TOOLS_BENCH_H

#include "base/base.h"

VeerExit veer_command_bench(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
