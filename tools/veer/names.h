/// Finding what a mistyped name was meant to be.
#ifndef VEER_TOOLS_NAMES_H
#define VEER_TOOLS_NAMES_H

#include <stdint.h>

/// How many letters must be changed, added or left out to make `b` of `a`; at most 255.
uint32_t veer_names_distance(const char *a, const char *b);

/// The nearest of some names, found one after the other. All zero but `name`: none yet.
typedef struct VeerNearest {
    const char *name;    ///< what was typed
    const char *nearest; ///< NULL: nothing is near
    uint32_t distance;
} VeerNearest;

void veer_nearest_offer(VeerNearest *nearest, const char *candidate);

#endif
