/// The least sum of an assignment, by the method of Kuhn and Munkres with potentials: slow, plain,
/// and nothing that veer has.
#ifndef VEER_TEST_SQUAD_HUNGARIAN_H
#define VEER_TEST_SQUAD_HUNGARIAN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// @param cost  cost[rows * columns], rows <= columns
static inline double hungarian_least(const double *cost, uint32_t rows, uint32_t columns)
{
    double *u = calloc(rows + 1u, sizeof *u), *v = calloc(columns + 1u, sizeof *v);
    double *least = calloc(columns + 1u, sizeof *least);
    uint32_t *row_of = calloc(columns + 1u, sizeof *row_of);
    uint32_t *before = calloc(columns + 1u, sizeof *before);
    bool *used = calloc(columns + 1u, sizeof *used);
    double sum = 0.0;
    for (uint32_t i = 1; i <= rows; i++) {
        uint32_t at = 0;
        row_of[0] = i;
        for (uint32_t j = 0; j <= columns; j++) {
            least[j] = HUGE_VAL;
            used[j] = false;
        }
        do {
            uint32_t row = row_of[at], next = 0;
            double delta = HUGE_VAL;
            used[at] = true;
            for (uint32_t j = 1; j <= columns; j++) {
                double left = cost[(row - 1u) * columns + j - 1u] - u[row] - v[j];
                if (!used[j] && left < least[j]) {
                    least[j] = left;
                    before[j] = at;
                }
                if (!used[j] && least[j] < delta) {
                    delta = least[j];
                    next = j;
                }
            }
            for (uint32_t j = 0; j <= columns; j++) {
                if (used[j]) {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            at = next;
        } while (row_of[at] != 0);
        for (; at != 0; at = before[at]) {
            row_of[at] = row_of[before[at]];
        }
    }
    for (uint32_t j = 1; j <= columns; j++) {
        sum += row_of[j] > 0 ? cost[(row_of[j] - 1u) * columns + j - 1u] : 0.0;
    }
    free(u);
    free(v);
    free(least);
    free(row_of);
    free(before);
    free(used);
    return sum;
}

#endif
