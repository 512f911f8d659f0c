/// The size of a level's cells, fitted to how its balls lie.
#ifndef VEER_SPACE_FIT_H
#define VEER_SPACE_FIT_H

#include "space/index.h"

enum {
    VEER_FIT_ROUNDS = 24 ///< most sizes that are tried for a level
};

/// The sizes tried for one level, and how many others a ball then shared its cell with on average.
typedef struct VeerFit {
    float sizes[VEER_FIT_ROUNDS];
    float others[VEER_FIT_ROUNDS];
    uint32_t round_count;
    uint64_t pairs;  ///< of balls that share a cell: for the caller to count
    bool is_pending; ///< to be counted
    bool is_chosen;  ///< counted for the last time
    bool is_spatial;
} VeerFit;

/// Sets the level's size to what suits balls that fill their box evenly, which it leaves to be
/// counted.
void veer_fit_open(VeerFit *fit, VeerIndexLevel *level, bool is_spatial);

/// Looks at what was counted. Where the level is denser at its balls than over its box, sets a
/// smaller size, which it leaves to be counted again; otherwise notes the level's spread.
void veer_fit_refine(VeerFit *fit, VeerIndexLevel *level);

#endif
