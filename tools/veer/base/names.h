/// Names on the command line: which one it is, and what a mistyped one was meant to be.
#ifndef VEER_TOOLS_NAMES_H
#define VEER_TOOLS_NAMES_H

#include "veer/scenario.h"

#include <stdbool.h>
#include <stdint.h>

/// The nearest of some names, found one after the other. All zero but `name`: none yet.
typedef struct VeerNearest {
    const char *name;    ///< what was typed
    const char *nearest; ///< NULL: nothing is near
    uint32_t distance;
} VeerNearest;

void veer_nearest_offer(VeerNearest *nearest, const char *candidate);

/// The name with this number; NULL past the last one.
typedef const char *VeerNameFn(uint32_t number);

/// The number of a name.
///
/// @param option  what errors call where it stands: "--models"
/// @param kind    what errors call one: "model"
bool veer_name_find(const char *word, VeerNameFn *name, const char *option, const char *kind,
                    uint32_t *number, VeerInputError *error);

#endif
