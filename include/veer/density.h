/// Density, mean velocity and discomfort of a crowd, for each cell of a grid.
#ifndef VEER_DENSITY_H
#define VEER_DENSITY_H

#include "veer/grid.h"

/// Density, mean velocity and discomfort of each cell. Opaque; holds no pointers and may be copied
/// as bytes.
typedef struct VeerDensity VeerDensity;

/// Bytes that the densities of a grid need: 24 a cell; 0 for a def that veer_grid_init refuses.
VEER_API size_t veer_density_size(const VeerGridDef *def);

/// Makes a layer over a grid: no bodies, no discomfort.
///
/// @param exponent  how fast a body's share falls from the cell whose middle is next to it to those
/// around, > 0 to 8; 1: bilinear but for the corners. A body always adds at least 2^-exponent to
/// one cell.
/// @return NULL for a bad def or exponent. Cost O(cells).
VEER_API VeerDensity *veer_density_init(void *memory, const VeerGridDef *def, float exponent);

/// Removes all bodies. Discomfort stays. Cost O(cells).
VEER_API void veer_density_clear(VeerDensity *density);

/// Adds a body to the four cells whose middles are around it, as far as the grid has them. The
/// sums are whole numbers, so that the order of bodies does not matter. A position or velocity that
/// is not finite counts for nothing, nor do more than 32,767 on a cell. Cost O(1).
///
/// @param velocity  m/s
/// Source: A. Treuille, S. Cooper, Z. Popović, "Continuum crowds", 2006, section 4.1.
VEER_API void veer_density_add(VeerDensity *density, VeerVec3 position, VeerVec3 velocity);

/// Most cells that veer_density_blur spreads to one side.
#define VEER_MAX_DENSITY_REACH 16

/// Replaces each cell by the mean over the (2 reach + 1)² cells around it. Discomfort stays.
///
/// @param grid   of the same size, else it counts as NULL: the mean is over its free cells, since a
///               full door would else count as nearly empty. NULL: over all, those outside empty
/// @param reach  cells, up to VEER_MAX_DENSITY_REACH; more counts as that
/// Cost O(cells).
VEER_API void veer_density_blur(VeerDensity *density, const VeerGrid *grid, uint32_t reach);

/// Bodies in a cell: 1 for one at its middle; 0 outside. Cost O(1).
VEER_API float veer_density_at(const VeerDensity *density, VeerCell cell);
/// The mean velocity of the bodies in a cell, weighted by their shares, m/s; 0 without bodies.
VEER_API VeerVec3 veer_density_velocity(const VeerDensity *density, VeerCell cell);

/// How unpleasant it is to be in a cell, >= 0; 0 at first.
VEER_API float veer_density_discomfort(const VeerDensity *density, VeerCell cell);
/// @return VEER_BAD_VALUE for a cell outside, or a discomfort that is not finite or below 0
VEER_API VeerStatus veer_density_set_discomfort(VeerDensity *density, VeerCell cell,
                                                float discomfort);

#endif
