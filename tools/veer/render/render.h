/// `veer render`, and what other commands draw of runs: films, charts, panels.
#ifndef VEER_TOOLS_RENDER_H
#define VEER_TOOLS_RENDER_H

#include "chart.h"
#include "film.h"
#include "panels.h"
#include "reel.h"

VeerExit veer_command_render(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

#endif
