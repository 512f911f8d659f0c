/// Fields for tests, and distances found without any of it.
#ifndef VEER_TEST_PLAN_FIELDS_H
#define VEER_TEST_PLAN_FIELDS_H

#include "plan/maps.h"
#include "support/memory.h"
#include "veer/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// A field with its solver.
typedef struct Fields {
    VeerField *field;
    VeerFieldSolver *solver;
    size_t size;
} Fields;

static inline Fields fields_open(const Maps *maps)
{
    uint32_t w = (uint32_t)maps->width, h = (uint32_t)maps->height;
    Fields f = {.size = veer_field_size(w, h, 1)};
    void *memory = take(f.size);
    memset(memory, 0, f.size); // so that fields can be compared as bytes
    f.field = veer_field_init(memory, w, h, 1);
    f.solver = veer_field_solver_init(take(veer_field_solver_size(w, h, 1, false)), w, h, 1, false);
    assert_non_null(f.field);
    assert_non_null(f.solver);
    return f;
}

static inline void fields_close(Fields *fields)
{
    free(fields->field);
    free(fields->solver);
}

static inline VeerFieldQuery fields_query(const VeerVec3 *goals, uint32_t count, bool is_blind)
{
    VeerFieldQuery query = veer_field_query_default();
    query.goals = goals;
    query.goal_count = count;
    query.is_blind = is_blind;
    return query;
}

static inline void fields_solve(Fields *fields, const VeerGrid *grid, const VeerVec3 *goals,
                                uint32_t count, bool is_blind)
{
    VeerFieldQuery query = fields_query(goals, count, is_blind);
    assert_int_equal(veer_field_begin(fields->solver, fields->field, grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(fields->solver, fields->field, UINT32_MAX), VEER_FIELD_DONE);
}

static inline VeerVec3 fields_middle(VeerCell cell)
{
    return (VeerVec3){(float)cell.x + 0.5f, (float)cell.y + 0.5f, 0.0f};
}

/// A free cell: number `number` or the next free one.
static inline VeerCell fields_free_cell(const Maps *maps, uint64_t seed, uint64_t number)
{
    VeerCell cell = maps_cell(maps, seed, number);
    while (!maps_is_free(maps, cell.x, cell.y)) {
        cell = maps_cell(maps, seed, ++number);
    }
    return cell;
}

/// Whether the segment from a to b touches a blocked cell or one of another cost: all in 1/512 of a
/// cell.
static inline bool fields_is_open(const Maps *maps, const int64_t *a, const int64_t *b)
{
    for (int32_t y = 0; y < maps->height; y++) {
        for (int32_t x = 0; x < maps->width; x++) {
            VeerCell cell = {x, y};
            int64_t box[4] = {512 * (int64_t)x, 512 * (int64_t)y, 512 * (int64_t)x + 512,
                              512 * (int64_t)y + 512};
            if (maps_is_free(maps, x, y) && veer_grid_cost(maps->grid, cell) == 1) {
                continue;
            }
            if ((a[0] < box[0] && b[0] < box[0]) || (a[0] > box[2] && b[0] > box[2]) ||
                (a[1] < box[1] && b[1] < box[1]) || (a[1] > box[3] && b[1] > box[3])) {
                continue;
            }
            int above = 0, below = 0;
            for (int i = 0; i < 4; i++) {
                int64_t side = (b[0] - a[0]) * (box[i & 1 ? 3 : 1] - a[1]) -
                               (b[1] - a[1]) * (box[i & 2 ? 2 : 0] - a[0]);
                above += side > 0;
                below += side < 0;
            }
            if (above < 4 && below < 4) {
                return false;
            }
        }
    }
    return true;
}

/// Fast marching as in the books: least first, accepted cells stay. `values` holds what is known at
/// the start, INFINITY elsewhere; `is_fixed` what is not to be computed.
static inline void fields_march(const Maps *maps, double *values, const bool *is_fixed)
{
    int32_t count = maps->width * maps->height;
    bool *is_accepted = calloc((size_t)count, sizeof *is_accepted);
    for (;;) {
        int32_t best = -1;
        for (int32_t i = 0; i < count; i++) {
            if (!is_accepted[i] && isfinite(values[i]) && (best < 0 || values[i] < values[best])) {
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        is_accepted[best] = true;
        for (int side = 0; side < 4; side++) {
            int32_t dx = side == 0 ? 1 : side == 1 ? -1 : 0;
            int32_t dy = side == 2 ? 1 : side == 3 ? -1 : 0;
            int32_t x = best % maps->width + dx, y = best / maps->width + dy;
            if (!maps_is_free(maps, x, y) || is_accepted[y * maps->width + x] ||
                is_fixed[y * maps->width + x]) {
                continue;
            }
            double least[2] = {(double)INFINITY, (double)INFINITY};
            for (int other = 0; other < 4; other++) {
                int32_t ox = x + (other == 0) - (other == 1);
                int32_t oy = y + (other == 2) - (other == 3);
                int32_t i = oy * maps->width + ox;
                if (maps_is_free(maps, ox, oy) && is_accepted[i]) {
                    least[other / 2] = fmin(least[other / 2], values[i]);
                }
            }
            double h = veer_grid_cost(maps->grid, (VeerCell){x, y});
            double a = fmin(least[0], least[1]), b = fmax(least[0], least[1]);
            double u = b - a < h ? 0.5 * (a + b + sqrt(2 * h * h - (b - a) * (b - a))) : a + h;
            values[y * maps->width + x] = fmin(values[y * maps->width + x], u);
        }
    }
    free(is_accepted);
}

/// A grid with cells blocked by lot, so many of all, and blocks.
static inline Maps open_scattered_map(uint32_t width, uint32_t height, uint64_t seed, float share,
                                      bool has_costs)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = width;
    def.height = height;
    def.has_costs = has_costs;
    Maps maps = maps_open_def(&def);
    maps_scatter(&maps, seed, share, 4);
    for (int32_t i = 0; has_costs && i < (int32_t)(width * height); i++) {
        uint64_t r = veer_random_u64(seed, 8, (uint64_t)i);
        (void)veer_grid_set_cost(maps.grid, (VeerCell){i % (int32_t)width, i / (int32_t)width},
                                 (uint8_t)(r % 3 ? 1 : 1 + r % 9));
    }
    return maps;
}

#endif
