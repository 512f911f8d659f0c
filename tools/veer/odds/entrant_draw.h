/// The pictures of `veer odds --out`.
#ifndef VEER_TOOLS_ENTRANT_DRAW_H
#define VEER_TOOLS_ENTRANT_DRAW_H

#include "entrant.h"

/// A VeerResultsFn: draws the chart, and the film of each model's worst seed, into the folder.
/// @param odds  a VeerOdds
bool veer_odds_draw(const void *odds, VeerOutputs *outputs, VeerInputError *error);

#endif
