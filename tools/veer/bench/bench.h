/// `veer bench`: what ticks and maps cost.
#ifndef VEER_TOOLS_BENCH_H
#define VEER_TOOLS_BENCH_H

#include "base/base.h"

VeerExit veer_command_bench(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

/// Prints the rows, which are freed. @param failures  of making them: they are not whole
bool veer_bench_print_rows(json_t *rows, int failures, VeerInputError *error);

/// `veer bench mapf [MAP]`: many agents on maps of cells that hold one each.
VeerExit veer_bench_mapf(const VeerArgs *args, VeerInputError *error);

/// `veer bench rollback [SCENE|FILE]`: going back in time.
VeerExit veer_bench_rollback(const VeerArgs *args, VeerInputError *error);

#endif
