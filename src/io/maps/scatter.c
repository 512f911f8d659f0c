/// Cells and voxels blocked at random, seeded.
#include "io/maps/maps.h"

static uint32_t count_free(const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    uint32_t count = 0;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)def->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)def->width; cell.x++) {
            count += !veer_grid_is_blocked(grid, cell);
        }
    }
    return count;
}

void veer_map_lay_scatter(uint32_t count, uint64_t seed, VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    VeerChance chance = veer_chance_start(seed, VEER_FOR_MAP, 2, 0);
    uint32_t most = count > 0 ? count_free(grid) / 2u : 0;
    for (uint32_t left = count < most ? count : most; left > 0;) {
        VeerCell cell = {veer_map_draw(&chance, 0, (int32_t)def->width - 1),
                         veer_map_draw(&chance, 0, (int32_t)def->height - 1)};
        left -= !veer_grid_is_blocked(grid, cell);
        veer_grid_set_blocked(grid, cell, true);
    }
}

void veer_map_lay_scatter_voxels(uint32_t count, uint64_t seed, VeerVoxels *voxels)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    uint64_t all = (uint64_t)cells.x * (uint64_t)cells.y * (uint64_t)cells.z;
    uint64_t most = (all - veer_voxels_blocked_count(voxels)) / 2u;
    VeerChance chance = veer_chance_start(seed, VEER_FOR_MAP, 2, 0);
    for (uint64_t left = count < most ? count : most; left > 0;) {
        VeerVoxel at = {veer_map_draw(&chance, 0, cells.x - 1),
                        veer_map_draw(&chance, 0, cells.y - 1),
                        veer_map_draw(&chance, 0, cells.z - 1)};
        left -= !veer_voxels_is_blocked(voxels, at);
        veer_voxels_set_blocked(voxels, at, true);
    }
}
