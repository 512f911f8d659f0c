/// The field of a grid's goal under work: made, read, timed.
#ifndef VEER_BENCH_FIELD_BENCH_H
#define VEER_BENCH_FIELD_BENCH_H

#include "veer/field.h"

typedef struct VeerFieldBench {
    VeerField *field;
    VeerFieldSolver *solver;
    size_t bytes; ///< of the field
} VeerFieldBench;

/// Takes memory for fields of a grid, in place of what was there. @return whether there was any
bool veer_field_bench_make(VeerFieldBench *bench, const VeerGrid *grid);
void veer_field_bench_free(VeerFieldBench *bench);

/// Makes the whole field of a goal.
/// @param us  how long it took
/// @return the distance from the start by it, m; INFINITY: there is no path
double veer_field_bench_solve(VeerFieldBench *bench, const VeerGrid *grid, VeerCell start,
                              VeerCell goal, double *us);

#endif
