/// Fields and solvers from outside: whether they are safe to read, and to go on with.
#ifndef VEER_PLAN_FIELD_CHECK_H
#define VEER_PLAN_FIELD_CHECK_H

#include "veer/field.h"

/// The map that a field is over.
typedef struct VeerFieldPlace {
    uint32_t side[3]; ///< cells
    VeerVec3 origin;  ///< m
    float cell_size;  ///< m
} VeerFieldPlace;

/// Whether what is stored in a field over a map can be read. Cost O(cells).
bool veer_field_holds(const VeerField *field, const VeerFieldPlace *place);
/// Whether a solver is one for fields as large as one that holds: it can begin with it. Cost O(1).
bool veer_field_solver_fits(const VeerFieldSolver *solver, const VeerField *field, bool has_crowds);
/// Whether one that fits can go on with that field. Cost O(cells).
bool veer_field_solver_holds(const VeerFieldSolver *solver, const VeerField *field);

#endif
