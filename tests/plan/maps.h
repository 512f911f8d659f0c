/// Grids for tests of planning, and paths found without any of it.
#ifndef VEER_TEST_PLAN_MAPS_H
#define VEER_TEST_PLAN_MAPS_H

#include "base/random.h"
#include "veer/grid_search.h"

#include "support/memory.h"

#include <stdlib.h>

#define MAPS_NO_PATH UINT64_MAX

/// A grid with all that hangs on it.
typedef struct Maps {
    int32_t width, height;
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
    uint64_t *oracle; ///< cost from one cell to each
} Maps;

static inline Maps maps_open_def(const VeerGridDef *def)
{
    Maps maps = {(int32_t)def->width, (int32_t)def->height, NULL, NULL, NULL, NULL};
    uint32_t count = def->width * def->height;
    maps.grid = veer_grid_init(take(veer_grid_size(def)), def);
    maps.labels =
        veer_labels_init(take(veer_labels_size(def->width, def->height)), def->width, def->height);
    maps.search = veer_search_init(take(veer_search_size(count)), count);
    maps.oracle = malloc(count * sizeof *maps.oracle);
    assert_non_null(maps.grid);
    return maps;
}

static inline Maps maps_open(int32_t width, int32_t height)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = (uint32_t)width;
    def.height = (uint32_t)height;
    return maps_open_def(&def);
}

static inline void maps_close(Maps *maps)
{
    free(maps->grid);
    free(maps->labels);
    free(maps->search);
    free(maps->oracle);
}

static inline void maps_commit(Maps *maps)
{
    veer_grid_commit(maps->grid);
    assert_int_equal(veer_labels_build(maps->labels, maps->grid), VEER_OK);
}

/// Blocks a share of the cells at random, or for `bars` that many bars.
static inline void maps_scatter(Maps *maps, uint64_t seed, float share, uint32_t bars)
{
    for (int32_t y = 0; y < maps->height; y++) {
        for (int32_t x = 0; x < maps->width; x++) {
            uint64_t n = (uint64_t)(y * maps->width + x);
            veer_grid_set_blocked(maps->grid, (VeerCell){x, y},
                                  veer_random_unit(seed, 1, n) < share);
        }
    }
    for (uint32_t i = 0; i < bars; i++) {
        int32_t x = (int32_t)(veer_random_u64(seed, 2, i) % (uint64_t)maps->width);
        int32_t y = (int32_t)(veer_random_u64(seed, 3, i) % (uint64_t)maps->height);
        int32_t length = 1 + (int32_t)(veer_random_u64(seed, 4, i) % 20);
        bool is_tall = veer_random_u64(seed, 5, i) & 1;
        VeerCellRect bar = {{x, y}, {is_tall ? x + 1 : x + length, is_tall ? y + length : y + 1}};
        veer_grid_fill(maps->grid, bar, true);
    }
    maps_commit(maps);
}

static inline VeerCell maps_cell(const Maps *maps, uint64_t seed, uint64_t number)
{
    return (VeerCell){(int32_t)(veer_random_u64(seed, 6, number) % (uint64_t)maps->width),
                      (int32_t)(veer_random_u64(seed, 7, number) % (uint64_t)maps->height)};
}

static inline bool maps_is_free(const Maps *maps, int32_t x, int32_t y)
{
    return !veer_grid_is_blocked(maps->grid, (VeerCell){x, y});
}

/// What a step from a cell to one around it costs; 0 if it is not allowed.
static inline uint64_t maps_step(const Maps *maps, VeerCell a, int32_t dx, int32_t dy)
{
    if (!maps_is_free(maps, a.x + dx, a.y + dy)) {
        return 0;
    }
    uint64_t costs = (uint64_t)veer_grid_cost(maps->grid, a) +
                     veer_grid_cost(maps->grid, (VeerCell){a.x + dx, a.y + dy});
    if (dx == 0 || dy == 0) {
        return VEER_COST_STRAIGHT * costs / 2;
    }
    bool one = maps_is_free(maps, a.x + dx, a.y), other = maps_is_free(maps, a.x, a.y + dy);
    return one && other ? VEER_COST_DIAGONAL * costs / 2 : 0;
}

/// Relaxes all steps until nothing changes any more: costs from `start` to each cell.
static inline void maps_flood(Maps *maps, VeerCell start)
{
    for (int32_t i = 0; i < maps->width * maps->height; i++) {
        maps->oracle[i] = MAPS_NO_PATH;
    }
    maps->oracle[start.y * maps->width + start.x] = 0;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t i = 0; i < maps->width * maps->height * 9; i++) {
            int32_t cell = i / 9, dx = i % 9 % 3 - 1, dy = i % 9 / 3 - 1;
            VeerCell a = {cell % maps->width, cell / maps->width};
            uint64_t step = maps->oracle[cell] == MAPS_NO_PATH || (dx == 0 && dy == 0)
                                ? 0
                                : maps_step(maps, a, dx, dy);
            int32_t to = cell + dy * maps->width + dx;
            if (step && maps->oracle[cell] + step < maps->oracle[to]) {
                maps->oracle[to] = maps->oracle[cell] + step;
                changes = true;
            }
        }
    }
}

static inline uint64_t maps_oracle(const Maps *maps, VeerCell cell)
{
    return maps->oracle[cell.y * maps->width + cell.x];
}

/// The cost of a route, each step of which must be allowed.
static inline uint64_t maps_walk(const Maps *maps, const VeerCell *cells, uint32_t count)
{
    uint64_t cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        VeerCell at = cells[i - 1], to = cells[i];
        int32_t dx = (to.x > at.x) - (to.x < at.x), dy = (to.y > at.y) - (to.y < at.y);
        while (at.x != to.x || at.y != to.y) {
            uint64_t step = maps_step(maps, at, dx, dy);
            assert_true(step > 0);
            cost += step;
            at = (VeerCell){at.x + dx, at.y + dy};
        }
    }
    return cost;
}

#endif
