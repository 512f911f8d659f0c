/// Moving balls over the cells of a window.
#ifndef VEER_MAP_LAYERS_WINDOW_SWEEP_H
#define VEER_MAP_LAYERS_WINDOW_SWEEP_H

#include "map/layers/window.h"

/// Ors a piece into the words of the cells under it.
///
/// @param first, last  only what it covers within the ticks [first, last) from now
/// @param only_dirty   only in tiles that are dirty
void veer_window_sweep(const VeerWindow *window, const VeerWindowPiece *piece, int32_t first,
                       int32_t last, bool only_dirty);

/// The box of cells that a piece covers from tick first to last.
///
/// @param lower, upper  cells [lower, upper)
/// @return whether it covers any
bool veer_window_piece_box(const VeerWindow *window, const VeerWindowPiece *piece, int32_t first,
                           int32_t last, VeerWindowCell *lower, VeerWindowCell *upper);

#endif
