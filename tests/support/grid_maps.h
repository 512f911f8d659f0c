/// Grids for tests: random ones, and distances by brute force.
#ifndef VEER_TEST_GRID_MAPS_H
#define VEER_TEST_GRID_MAPS_H

#include "base/random.h"
#include "support/memory.h"
#include "veer/grid.h"

#include <stdlib.h>
#include <string.h>

static inline VeerGrid *grid_map_open(uint32_t width, uint32_t height, bool has_costs)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = width;
    def.height = height;
    def.has_costs = has_costs;
    void *memory = take(veer_grid_size(&def));
    assert_non_null(memory);
    memset(memory, 0xa5, veer_grid_size(&def));
    VeerGrid *grid = veer_grid_init(memory, &def);
    assert_non_null(grid);
    return grid;
}

static inline void grid_map_scatter(VeerGrid *grid, uint64_t seed, float share)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (uint32_t i = 0; i < def->width * def->height; i++) {
        VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
        veer_grid_set_blocked(grid, cell, veer_random_unit(seed, 1, i) < share);
    }
    veer_grid_commit(grid);
}

static inline int32_t grid_map_draw(uint64_t seed, uint64_t counter, int32_t below)
{
    return (int32_t)(veer_random_u64(seed, 2, counter) % (uint64_t)below);
}

// Squared distance in half cells from the middle of a cell to the nearest blocked square, in a
// world that is blocked outside.
static inline int32_t grid_map_nearest_square(const VeerGrid *grid, VeerCell cell)
{
    const VeerGridDef *def = veer_grid_def(grid);
    int32_t best = INT32_MAX;
    for (int32_t y = -1; y <= (int32_t)def->height; y++) {
        for (int32_t x = -1; x <= (int32_t)def->width; x++) {
            int32_t dx = abs(2 * (x - cell.x)) - 1, dy = abs(2 * (y - cell.y)) - 1;
            dx = dx > 0 ? dx : 0;
            dy = dy > 0 ? dy : 0;
            if (dx * dx + dy * dy < best && veer_grid_is_blocked(grid, (VeerCell){x, y})) {
                best = dx * dx + dy * dy;
            }
        }
    }
    return best;
}

#endif
