/// The inside of densities.
#ifndef VEER_MAP_LAYERS_DENSITY_H
#define VEER_MAP_LAYERS_DENSITY_H

#include "veer/density.h"

/// What the bodies in a cell add up to, in 1/65536: whole numbers, so that their order is nothing.
typedef struct VeerDensityCell {
    int64_t momentum[2];
    int32_t bodies;
    float discomfort;
} VeerDensityCell;

struct VeerDensity {
    uint32_t width, height;
    VeerVec3 origin;
    float cell_size;
    float exponent;
};

/// The cells, row by row.
static inline VeerDensityCell *veer_density_cells(const VeerDensity *density)
{
    return (VeerDensityCell *)((char *)(uintptr_t)density + 64);
}

#endif
