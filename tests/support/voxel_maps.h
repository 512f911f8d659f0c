/// Voxel maps for tests.
#ifndef VEER_TEST_VOXEL_MAPS_H
#define VEER_TEST_VOXEL_MAPS_H

#include "base/random.h"
#include "veer/voxels.h"

#include "support/memory.h"

#include <stdlib.h>

static inline VeerVoxels *voxel_map_open(int32_t x, int32_t y, int32_t z)
{
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = (VeerVoxel){x, y, z};
    VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    assert_non_null(voxels);
    return voxels;
}

static inline int32_t voxel_map_count(const VeerVoxels *voxels)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    return cells.x * cells.y * cells.z;
}

/// The voxel of a number, by z, y, x.
static inline VeerVoxel voxel_map_at(const VeerVoxels *voxels, int32_t number)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    return (VeerVoxel){number % cells.x, number / cells.x % cells.y, number / cells.x / cells.y};
}

/// The number of a voxel of the map.
static inline int32_t voxel_map_number(const VeerVoxels *voxels, VeerVoxel at)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    return (at.z * cells.y + at.y) * cells.x + at.x;
}

/// Any voxel of the map.
static inline VeerVoxel voxel_map_any(const VeerVoxels *voxels, uint64_t seed, uint64_t number)
{
    uint64_t count = (uint64_t)voxel_map_count(voxels);
    return voxel_map_at(voxels, (int32_t)(veer_random_u64(seed, 9, number) % count));
}

/// Blocks a share of the voxels at random, and so many boxes; then commits.
static inline void voxel_map_scatter(VeerVoxels *voxels, uint64_t seed, float share, uint32_t boxes)
{
    for (int32_t i = 0; i < voxel_map_count(voxels); i++) {
        if (veer_random_unit(seed, 1, (uint64_t)i) < share) {
            veer_voxels_set_blocked(voxels, voxel_map_at(voxels, i), true);
        }
    }
    for (uint32_t i = 0; i < boxes; i++) {
        VeerVoxel at = voxel_map_any(voxels, seed, i);
        int32_t size[3];
        for (uint64_t k = 0; k < 3; k++) {
            size[k] = 1 + (int32_t)(veer_random_u64(seed, 2 + k, i) % 12);
        }
        // Flat along one axis, as walls are.
        size[veer_random_u64(seed, 5, i) % 3] = 1;
        veer_voxels_fill(
            voxels, (VeerVoxelBox){at, {at.x + size[0], at.y + size[1], at.z + size[2]}}, true);
    }
    veer_voxels_commit(voxels);
}

#endif
