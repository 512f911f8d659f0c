/// What files may cost, so that a small one cannot take all memory or time: all in proportion to
/// what a file may have itself.
#ifndef VEER_IO_LIMITS_H
#define VEER_IO_LIMITS_H

#include "veer/scenario.h"

/// For each MiB that a file may have.
typedef enum VeerLimit {
    VEER_LIMIT_BYTES = 1 << 20,
    VEER_LIMIT_VALUES = 1 << 15,    ///< of JSON, 100 to 200 bytes each
    VEER_LIMIT_LETTERS = 1 << 19,   ///< bytes of JSON's strings, 40 ns each
    VEER_LIMIT_CELLS = 1 << 16,     ///< of a grid, 100 bytes each in a world with routes
    VEER_LIMIT_VOXELS = 1 << 21,    ///< 2 bytes each
    VEER_LIMIT_PARTS = 1 << 11,     ///< nodes of a graph, 2.3 kB each; polygons of a mesh
    VEER_LIMIT_TRIANGLES = 1 << 15, ///< of a level, and vertices
    VEER_LIMIT_AGENTS = 1 << 12,    ///< 1.2 kB each
    VEER_LIMIT_OBSTACLES = 1 << 13, ///< 600 bytes each, vertices alike
    VEER_LIMIT_MEMORY = 6 << 20,    ///< bytes of a scenario and its world
    VEER_LIMIT_STEPS = 1 << 22,     ///< of loading: about 5 ns each
} VeerLimit;

/// How much there may be. @param limits  NULL: the defaults
uint64_t veer_limit(const VeerInputLimits *limits, VeerLimit each);

#endif
