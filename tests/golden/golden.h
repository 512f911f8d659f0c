/// Worlds whose hashes must be the same on every build and machine.
#ifndef VEER_TEST_GOLDEN_H
#define VEER_TEST_GOLDEN_H

#include "veer/veer.h"

/// A hand-made world of the table.
typedef struct VeerGoldenWorld {
    const char *name;
    /// Fills a world that was made by `def`, changed by `prepare` where that is not NULL.
    void (*prepare)(VeerWorldDef *def);
    void (*fill)(VeerWorld *world);
    float dt; ///< s
    int ticks;
} VeerGoldenWorld;

extern const VeerGoldenWorld veer_golden_worlds[];
extern const int veer_golden_world_count;

#endif
