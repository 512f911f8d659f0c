/// The commands. Each returns the exit status.
#ifndef VEER_TOOLS_COMMANDS_H
#define VEER_TOOLS_COMMANDS_H

#include "base/args.h"

typedef enum VeerExit {
    VEER_EXIT_DONE = 0,
    VEER_EXIT_UNEXPECTED = 1, ///< the run failed its own expectations
    VEER_EXIT_USAGE = 2,      ///< wrong usage or input
} VeerExit;

int veer_command_list(void);
int veer_command_run(const VeerArgs *args);
int veer_command_compare(const VeerArgs *args);
int veer_command_odds(const VeerArgs *args);
int veer_command_render(const VeerArgs *args);
int veer_command_plan(const VeerArgs *args);
int veer_command_bench(const VeerArgs *args);

#endif
