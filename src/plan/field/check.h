/// Fields and solvers from outside: whether they are safe to read, and to go on with.
#ifndef VEER_PLAN_FIELD_CHECK_H
#define VEER_PLAN_FIELD_CHECK_H

#include "veer/field.h"

/// Whether what is stored in a field of such a size can be read. Cost O(cells).
bool veer_field_holds(const VeerField *field, uint32_t width, uint32_t height, uint32_t depth);
/// Whether a solver can go on with a field that holds. Cost O(cells).
bool veer_field_solver_holds(const VeerFieldSolver *solver, const VeerField *field,
                             bool has_crowds);

#endif
