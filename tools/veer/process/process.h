/// The command among other processes: signals that reach it, and programs that it starts.
#ifndef VEER_TOOLS_PROCESS_H
#define VEER_TOOLS_PROCESS_H

#include "child.h"
#include "signals.h"

#endif
