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

/// Of a scene, too; the state at several times is in the hash, so that nobody's arrival hides a
/// bit.
enum { VEER_GOLDEN_TICKS_A_SAMPLE = 30 };

/// One more state into a hash, which begins as 0.
uint64_t veer_golden_fold(uint64_t hash, const VeerWorld *world);

/// Runs a world. @return its hash; 0: the world could not be made
uint64_t veer_golden_run(const VeerGoldenWorld *golden, const VeerTasks *tasks);

#endif
