/// The first dual variables: those that are optimal for normal distributions.
#ifndef VEER_SQUAD_GAUSSIAN_H
#define VEER_SQUAD_GAUSSIAN_H

#include "squad/assign/assign.h"

/// Sets the rows' offsets to pᵀ T p, T being the symmetric matrix for which p -> T p moves a normal
/// distribution with the spread of the rows onto one with that of the columns at the least squared
/// distance. Both are centred and of unit spread, with as many rows as columns.
///
/// Source: the geometric mean of inverse(from) and to (Olkin and Pukelsheim, Linear Algebra and its
/// Applications 48, 1982), here as the limit of arithmetic and harmonic means in turn, which needs
/// no eigenvalues.
void veer_gaussian_offsets(VeerAssignSide *rows, const VeerAssignSide *columns);

#endif
